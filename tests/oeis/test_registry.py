"""The sequences: published terms equal computed ones, and what is not known is not made up."""

import dataclasses
import math

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.oeis.known import KNOWN, coin_table, start_fractions
from trueodds.oeis.layouts import KINDS, TableLayout
from trueodds.oeis.new import NEW
from trueodds.oeis.registry import SEQUENCES, find

# OEIS A387260, A387261, A387262 as published, and R. Jehn, Optimal strategy in the game Risk or Safety, 2026
PUBLISHED = {"A387260": 8, "A387261": 15, "A387262": 15, "A394776": 0}


def test_the_four_sequences():
    assert [sequence.number for sequence in KNOWN] == list(PUBLISHED)
    for number, count in PUBLISHED.items():
        sequence = SEQUENCES[number]
        assert sequence.number == number
        assert sequence.offset == 1
        assert len(sequence.published) == count
        assert set(sequence.related) == set(PUBLISHED) - {number}


@pytest.mark.parametrize("number", ["A387260", "A387261", "A387262"])
def test_published_terms_equal_computed_ones(number):
    sequence = find(number)
    assert sequence.terms() == list(sequence.published)


def test_published_fractions_are_in_lowest_terms():
    for top, bottom in zip(find("A387261").published, find("A387262").published, strict=True):
        assert math.gcd(top, bottom) == 1
        assert bottom < 2 * top < 2 * bottom  # who begins has the better odds


def test_more_terms_begin_with_the_fewer():
    for number in ("A387261", "A387262", "A394776"):
        assert find(number).terms(40)[:20] == find(number).terms(20)


@pytest.mark.parametrize("text", ["A387261", "a387261", " A387261\n"])
def test_numbers_in_capitals_or_not(text):
    assert find(text) is SEQUENCES["A387261"]


@pytest.mark.parametrize("text", ["A000045", "387261", "A3872611", "", "x" * 1000])
def test_an_unknown_sequence_is_refused_with_those_known(text):
    with pytest.raises(
        ValueError, match=r"unknown sequence .*known are A387260, A387261, A387262, A394776 and 11 new"
    ) as caught:
        find(text)
    assert len(str(caught.value)) < 200


def test_more_strategies_than_can_be_counted_are_refused():
    with pytest.raises(ValueError, match="A387260: only 10 terms can be computed here, not 11"):
        find("A387260").terms(11)


def test_new_sequences_have_names_and_twenty_terms_or_as_many_as_fit():
    assert [sequence.number for sequence in NEW] == [number for number in SEQUENCES if number[0] != "A"]
    for sequence in NEW:
        count = min(20, sequence.max_terms)
        assert len(sequence.terms(count)) == count
        assert find(sequence.number.upper()) is sequence


def test_new_sequences_are_the_games():
    games = {
        "coinball": trueodds.Coinball,
        "two-coins": trueodds.TwoCoins,
        "greed": trueodds.Greed,
        "pig": trueodds.Pig,
    }
    for name, game in games.items():
        tops, bottoms = (find(f"{name}-{part}s").terms(9) for part in ("numerator", "denominator"))
        for n, (top, bottom) in enumerate(zip(tops, bottoms, strict=True), 1):
            assert mpq(top, bottom) == trueodds.solve(game(n), "general").value


def test_the_table_of_greed_is_the_games():
    solution = trueodds.solve(trueodds.Greed(9), "general")
    layout = TableLayout("antidiagonals-down")
    expected = [min(solution.best_moves_at((9 - i, 9 - j, False, 0))) for i, j in layout.cells(36)]
    assert find("greed-dice").terms(36, layout) == expected


def test_coins_against_two():
    table = coin_table(40, 2)
    assert find("risk-or-safety-against-two").terms(39) == table[1:, 1].tolist()
    first = find("risk-or-safety-first-need").terms(4)
    assert first == [next(i for i in range(2, 200) if table_coins(i) == k) for k in range(2, 6)]


def table_coins(i):
    return coin_table(200, 2)[i - 1, 1]


@pytest.mark.parametrize("count", [0, -1, 2.0, "3", True])
def test_a_count_that_is_none_is_refused(count):
    with pytest.raises((TypeError, ValueError), match="the number of terms must be a whole number from 1"):
        find("A387261").terms(count)


@pytest.mark.parametrize(("number", "count"), [("A387261", 10**9), ("A387262", 10**40), ("A394776", 10**9)])
def test_more_than_fits_is_refused_before_any_memory_is_taken(number, count):
    with pytest.raises(MemoryError, match="would fit"):
        find(number).terms(count)


def test_a_layout_goes_with_a_table_only():
    with pytest.raises(ValueError, match="A387261 is not a table, so it has no layout"):
        find("A387261").terms(3, TableLayout("triangle"))
    with pytest.raises(ValueError, match="A394776: only 4 terms are in rows of a square of width 2"):
        find("A394776").terms(5, TableLayout("rows", 1, 2))


def test_sequences_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        find("A387261").offset = 0


def test_fractions_are_computed_once_for_both_sequences():
    start_fractions.cache_clear()
    find("A387261").terms(12)
    find("A387262").terms(12)
    assert start_fractions.cache_info().misses == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("corner", [1, 2])
def test_coins_by_all_layouts(kind, corner):
    layout = TableLayout(kind, corner, 6 if kind == "rows" else None)
    table = coin_table(12, 12)
    assert find("A394776").terms(30, layout) == [table[i - 1, j - 1] for i, j in layout.cells(30)]


def test_who_needs_one_point_tosses_one_coin():
    assert coin_table(1, 5).tolist() == coin_table(5, 5)[:1].tolist()
