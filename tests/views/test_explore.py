"""The page to explore: what it knows is what the exact solution says, and it asks nothing of a network."""

import base64
import importlib.util
import re

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.drawing import check_page
from trueodds.drawing import explorable as explorable_of
from trueodds.exact.decimals import decimal
from trueodds.pages import agree_digits, even_edges, frequent_edges, unpack
from trueodds.views import explore

pytestmark = pytest.mark.skipif(importlib.util.find_spec("bokeh") is None, reason="Bokeh is not installed")

TARGET = 12


def explorable(solution):
    return explorable_of(solution.game, solution)


@pytest.fixture(scope="module")
def solution():
    return trueodds.solve(trueodds.RiskOrSafety(TARGET))


@pytest.fixture(scope="module")
def data(solution):
    return explorable(solution).data


def needs(target=TARGET):
    return [(i, j) for i in range(1, target + 1) for j in range(1, target + 1)]


def test_values_are_the_exact_ones(solution, data):
    for (i, j), text, fraction in zip(needs(), data["values"].split(" "), data["fractions"].split(" "), strict=True):
        value = solution.value_at((0, TARGET - i, TARGET - j))
        shown = 1 - mpq(text[2:]) if text.startswith("1-") else mpq(text)
        assert abs(shown - value) <= min(value, 1 - value) / 10**10
        if fraction:
            assert mpq(fraction) == value
        else:
            assert len(str(value)) > 61


def test_what_is_nearly_1_keeps_its_digits(data):
    values = dict(zip(needs(), data["values"].split(" "), strict=True))
    # V(1, j) = 2^j/(2^j + 1)
    assert values[1, 12] == decimal(mpq(2**12, 2**12 + 1)) == "0.999755918965096"
    text = explorable(trueodds.solve(trueodds.RiskOrSafety(20))).data["values"].split(" ")[19]
    assert text == f"1-{decimal(mpq(1, 2**20 + 1))}" == "1-9.53673406912416e-07"


def test_the_size_of_long_fractions_is_told(solution, data):
    digits = np.frombuffer(base64.b64decode(data["digits"]), dtype="<u4")
    assert digits[-1] == len(str(solution.value.denominator))


@pytest.mark.parametrize("heads", [None, "2/5", "9/10"])
def test_bank_or_toss_at_every_position(heads):
    n = 7
    solution = trueodds.solve(trueodds.RiskOrSafety(n, heads=heads))
    data = explorable(solution).data
    positions = [(a, i, j) for a in range(1, n) for i in range(a + 1, n + 1) for j in range(1, n + 1)]
    bits = unpack(data["bank"], len(positions))
    for index, (a, i, j) in enumerate(positions):
        best = solution.best_moves_at((a, n - i, n - j))
        assert bits[index] == (a in best)
        assert (index in data["ties"]) == (a in best and len(best) > 1)


def test_ties_are_there():
    # To go for 2 or 3 at needs 5 against 1 with heads 2/5 is exactly the same.
    assert explorable(trueodds.solve(trueodds.RiskOrSafety(5, heads="2/5"))).data["ties"]


@pytest.mark.parametrize(
    ("coins", "edges"),
    [
        ([[1]], [1]),
        ([[1, 2], [5, 1]], [1, 2, 5]),
        ([list(range(1, 21)), [20] * 20], [1, 2, 3, 4, 5, 6, 7, 8, 9, 20]),
        ([list(range(3, 23)), [22] * 20], [3, 4, 5, 6, 7, 8, 9, 10, 11, 22]),
    ],
)
def test_colours(coins, edges):
    assert frequent_edges(np.array(coins)) == edges


def test_colours_of_about_as_many_cells():
    assert even_edges(np.arange(1, 101).reshape(10, 10)) == [1, 10, 20, 30, 40, 50, 60, 70, 80, 90]
    assert even_edges(np.array([[5, 5], [5, 6]])) == [5]


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.12345678, 0.12345679, "0.1234568"),
        (0.5, 0.5, "0.5"),
        (1 / 3, 1 / 3, "0.333333333333333"),
        (1.25e-9, 1.26e-9, "1.3e-09"),
        (0.949, 0.951, "0.95"),
    ],
)
def test_digits_in_which_bounds_agree(low, high, text):
    assert agree_digits(low, high) == text


@pytest.mark.parametrize("sides", [2, 6])
def test_pig_at_every_position(sides):
    n = 14
    solution = trueodds.solve(trueodds.Pig(n, sides))
    data = explorable(solution).data
    positions = [(a, i, j) for a in range(1, n) for i in range(a + 1, n + 1) for j in range(1, n + 1)]
    bits = unpack(data["bank"], len(positions))
    for index, (a, i, j) in enumerate(positions):
        best = solution.best_moves_at((a, n - i, n - j))
        assert bits[index] == ("hold" in best)
        assert (index in data["ties"]) == (len(best) == 2)
    for (i, j), text, fraction in zip(needs(n), data["values"].split(" "), data["fractions"].split(" "), strict=True):
        value = solution.value_at((0, n - i, n - j))
        assert abs(mpq(text) - value) < mpq(1, 10**10)
        assert fraction in ("", str(value))
    assert data["fractions"].startswith("2/3 " if sides == 2 else "6/7 ")  # who needs 1 wins unless a 1 comes first


def test_pig_shows_where_to_hold():
    solution = trueodds.solve(trueodds.Pig(30))
    numbers = explorable(solution).numbers
    assert numbers[29, 29] == solution.hold_at()[0, 0]
    assert numbers[11, 24] == solution.hold_at()[18, 5]


@pytest.mark.parametrize("target", [1, 2, TARGET])
def test_the_page_is_whole_and_closed(target):
    text = explore.page(explorable_of(trueodds.RiskOrSafety(target)))
    assert text.startswith("<!DOCTYPE html>")
    assert text.count("<script") == text.count("</script>") == 4
    assert not re.search(r"/\* (style|library|data|map|program) \*/", text)
    assert "default-src 'none'" in text
    assert not re.search(r"<(link|script|img|iframe)[^>]* (src|href)=\"(?!data:)", text)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (trueodds.RiskOrSafety(251), "target must be at most 250 for a page, not 251"),
        (trueodds.RiskOrSafety(30, 251), "target must be at most 250 for a page, not 251"),
        (trueodds.Pig(251), "at most 250"),
        (trueodds.Pig(30, sides=101), "sides must be at most 100 for a page, not 101"),
        (trueodds.TheRace(200), "the-race is too large: a page holds at most 30000"),
    ],
)
def test_games_that_make_no_page(game, message):
    with pytest.raises(ValueError, match=message):
        check_page(game)


def test_without_bokeh(monkeypatch):
    monkeypatch.setattr(explore, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r'pip install "trueodds\[plot\]"'):
        explore.check_installed()
