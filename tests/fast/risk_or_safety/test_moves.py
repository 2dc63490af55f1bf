"""Moves proved by float64 and double words agree with the exact proof and with earlier observations."""

import itertools
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import NotProved, RiskOrSafety, solve
from trueodds.fast.risk_or_safety import bounds as bounds_module
from trueodds.fast.risk_or_safety import decide, prove
from trueodds.fast.risk_or_safety.bounds import Layout, bound_by_sweeps
from trueodds.fast.risk_or_safety.columns import PAUSED, Columns
from trueodds.fast.risk_or_safety.prove import make_power_tables
from trueodds.risk_or_safety import proved_moves
from trueodds.runtime import interrupts, memory

COINS = ["1/2", "2/5", "3/5", "1/3", "2/3", "9/10", "1/10", "7/16", "99/100", "123456789/987654321"]


@given(st.integers(1, 24), st.integers(1, 16), st.sampled_from(COINS))
@example(40, 12, "1/2")
@example(14, 9, "2/5")  # ties
@example(40, 1, "2/5")  # ties in every row
@example(1, 1, "1/2")
@example(12, 9, mpq(1, 2**64))
@example(12, 9, 1 - mpq(1, 2**64))
@example(12, 9, mpq(1, 2) - mpq(1, 2**100))
def test_the_same_as_the_exact_proof(first, second, heads):
    n, m = max(first, second), min(first, second)
    found = proved_moves(n, m, mpq(heads))
    exact = solve(RiskOrSafety(n, m, heads), "pairs")
    assert found.undecided == ()
    assert np.array_equal(found.coins, exact.coins(0))
    assert np.array_equal(found.other_coins, exact.coins(1))
    assert set(found.ties) == {turn for seat in (0, 1) for turn in exact.tied_turns(seat)}
    assert found.by_float64 + found.by_double_word + found.by_exact == found.pairs
    for i in range(1, n + 1):
        row = found.coins[i - 1, : min(i - 1, m)].tolist()
        wanted = [(j, k) for j, (before, k) in enumerate(zip([0, *row], row, strict=False), 1) if k != before]
        assert found.find_thresholds(i) == tuple(wanted)


@pytest.mark.slow
def test_the_observations_to_ten_thousand_are_theorems():
    # Smallest gaps and thresholds from an earlier, unproved computation.
    found = proved_moves(10_000)
    assert found.undecided == found.ties == ()
    assert (found.trailing_gap.i, found.trailing_gap.j) == (9319, 2717)
    assert 3e-15 < found.trailing_gap.size < 5e-15
    thresholds = ((2, 12), (3, 11), (4, 10), (7, 9), (13, 8), (26, 7), (53, 6), (112, 5), (245, 4), (571, 3), (1493, 2))
    assert found.find_thresholds(5120)[1:] == thresholds
    assert "The leading player tosses exactly 1 coin, except when needing 2 against 3 (2)." in found.statements()


#: What is asked for, and the numbers in each of the statements; a gap is relative to the player's value.
STATED = [
    ((50,), "1 2 50 / 1 / 1 2 3 2 / 2 2 3 3 1 / 2 2 6 /  /  / 2 5.20e-05 37 11 1.14e-04 48 49"),
    ((30, 12, "2/5"), "2 5 30 12 / 1 1 3 / 1 / 2 1 / 2 1 3 /  / 17 5 1 2 3 / 2 4.13e-05 17 9 2.37e-02 12 13"),
    ((40, 40, "9/10"), "9 10 40 / 1 / 2 16 / 2 2 17 / 2 3 40 / 26 19 15 9 10 / 7 4.42e-07 39 28 8.82e-08 38 40"),
    ((9, 3, "1/10"), "1 10 9 3 / 1 1 / 1 / 2 1 / 2 1 /  /  /  / 2 3.11e-02 3 3 4.10e-02 3 4"),
    ((9, 3, "8/25"), "8 25 9 3 / 1 1 2 / 1 / 2 1 / 2 1 /  / 4 3 1 1 2 / 2 1.35e-03 9 2 9.20e-02 3 4"),
    ((2,), "1 2 2 / 1 / 2 2 /  / 2 1.00e-01 2 2"),
    ((3, 1), "1 2 3 1 / 1 / "),
]


@pytest.mark.parametrize(("given", "numbers"), STATED)
def test_statements_give_the_right_numbers(given, numbers):
    found = proved_moves(*given)
    said = [re.findall(r"\d\.\d+e-\d+|\d+", sentence) for sentence in found.statements()]
    assert " / ".join(map(" ".join, said)) == numbers
    assert dict(found.proof.bounds).get("leading gap") == getattr(found.leading_gap, "size", None)
    tied = replace(found, ties=((4, 3, frozenset((1, 4))), (3, 2, frozenset((1, 2))), (4, 1, frozenset((2, 3)))))
    assert "needing 4 against 1 (2 or 3 coins)" in " ".join(tied.statements())


@pytest.mark.parametrize(("n", "m"), [(7, 5), (8, 5), (10, 5), (11, 3)])
def test_at_most_eight_exceptions_are_listed(n, m):
    found = proved_moves(n, m, "3/5")
    leading = {(j, i): found.other_coins[j - 1, i - 1] for j in range(2, m + 1) for i in range(j + 1, n + 1)}
    trailing = {(i, j): found.coins[i - 1, j - 1] for i in range(3, n + 1) for j in range(2, min(i, m + 1))}
    for turns, said in zip((leading, trailing), found.statements()[2:5:2], strict=True):
        usual = max(sorted({*turns.values()}), key=[*turns.values()].count)
        others = [f"{i} against {j} ({k})" for (i, j), k in turns.items() if k != usual]
        assert re.findall(r"\d+ against \d+ \(\d+\)", said) == (others if len(others) <= 8 else [])


def test_contradicting_bounds_prove_nothing(monkeypatch):
    def wrong(n, heads):
        tables = make_power_tables(n, heads)
        tables[0][3] *= 1.5
        return tables

    monkeypatch.setattr(prove, "make_power_tables", wrong)
    with pytest.raises(NotProved, match="inconsistent at needs 1 against 1, so nothing is proved"):
        proved_moves(10)


def test_an_interrupt_that_python_dropped_is_raised_by_the_next_call_of_the_kernel(monkeypatch):
    class Pressed(Columns):
        def run(self, *given):
            pressed = interrupts._state["pressed"]
            monkeypatch.setitem(interrupts._state, "pressed", True)
            return super().run(*given) if pressed else PAUSED

    monkeypatch.setattr(prove, "Columns", Pressed)
    with pytest.raises(KeyboardInterrupt):
        proved_moves(9)


def test_a_tie_at_equal_needs_is_decided_without_fractions(monkeypatch):
    found = proved_moves(20, heads="7/8")
    monkeypatch.setattr(decide, "_EXACT", 0)
    assert (19, 19, frozenset({9, 10})) in found.ties == proved_moves(20, heads="7/8").ties


def test_too_many_undecided_pairs_are_no_proof(monkeypatch):
    monkeypatch.setattr(decide, "_EXACT", 0)
    monkeypatch.setattr(decide.Decisions, "decide_by_exchange", lambda *_: None)
    found = proved_moves(40, 3, "2/5")
    assert {turn[:2] for turn in found.undecided} == {(i, 2) for i in (32, 34, 35, 37, 38, 40)}
    assert found.by_float64 + found.by_double_word + found.by_exact + len(found.undecided) == found.pairs
    assert str(found.proof).endswith("; 24 ties; 6 undecided")
    assert found.statements()[1].startswith("Undecided: 6 turns.")
    assert ", apart from turns that are undecided, the smallest" in found.statements()[-1]
    assert not found.proof.proved
    with pytest.raises(NotProved, match="needs 32 against 2: no number of coins is proved to be best"):
        solve(RiskOrSafety(32, 3, "2/5"), "start")
    monkeypatch.setattr(decide, "_MAX_UNDECIDED", 5)
    steps = (
        r"heads 2/5: more than 5 turns are undecided, the first needing 32 against 2 \(.* coins\): "
        r"the moves tie or differ by less than 2e-28 of the value; no such turn was found with both needs below 32"
    )
    with pytest.raises(NotProved, match=steps):
        proved_moves(40, 3, "2/5")


def test_the_proof_as_text_and_thresholds():
    proof = proved_moves(8, heads="1/3").proof
    assert str(proof) == "36 pairs of needs: 17 by float64, 10 by double-word floats, 9 exactly; 4 ties"
    found = proved_moves(5, 3)
    for wrong in (0, 6, -1, 10**9):
        with pytest.raises(ValueError, match="i must be from 1 to 5"):
            found.find_thresholds(wrong)


@pytest.mark.parametrize("seconds", [0, 1000])
def test_results_do_not_depend_on_the_speed_of_the_machine(seconds, monkeypatch):
    """Pretend that calls of the kernel take no time, or long, so that batches are as large or as small as possible."""
    moves, bounds = proved_moves(70), bound_by_sweeps(Layout(9, 6), mpq(1, 2))
    clock = SimpleNamespace(perf_counter=itertools.count(0, seconds).__next__)
    monkeypatch.setattr(prove, "time", clock)
    monkeypatch.setattr(bounds_module, "time", clock)
    left = iter(range(1000))
    assert np.array_equal(proved_moves(70, progress=lambda *step: next(left)).coins, moves.coins)
    found = bound_by_sweeps(Layout(9, 6), mpq(1, 2), lambda *step: next(left))
    assert (found.sweeps, found.S.tolist()) == (bounds.sweeps, bounds.S.tolist())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((29_200,), "29,200 against 8,513, double-word floats cannot separate two coins from three; .* at most 29,199"),
        ((61_474, 8_513), "targets 61,474 and 8,513: .* the smaller is below 8,513"),
        ((61_475, 6_846), "at needs 61,475 against 6,846, .* cannot separate three coins from four"),
        *(((n,), r"must be|would fit") for n in (0, -1, 65536, 10**9)),
        ((5, 6), "m must be at most n = 5, not 6"),
        ((5, 0), "m must be at least 1, not 0"),
        ((5, 5, "0"), "heads must be an exact rational strictly between 0 and 1"),
        ((5, 5, mpq(1, 2**65)), "heads must be from 2.-64 to 1 - 2.-64"),
        ((5, 5, 1 - mpq(1, 2**65)), "heads must be from 2.-64 to 1 - 2.-64"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises((TypeError, ValueError, MemoryError), match=message):
        proved_moves(*arguments)


LARGEST = [(29_199, 29_199), (61_474, 8_512), (65_535, 6_845), (65_535, 65_535, "2/5")]


@pytest.mark.parametrize("given", LARGEST)
def test_what_does_not_fit_is_refused_before_memory_is_taken(given, monkeypatch):
    monkeypatch.setattr(memory, "find_available_memory", lambda: 10**8)
    with pytest.raises(MemoryError, match=rf"{given[0]:,} and {given[1]:,}: about \d\.\d GiB of memory is needed"):
        proved_moves(*given)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "m"), LARGEST[:3])
def test_the_largest_targets_leave_nothing_undecided(n, m):
    found = proved_moves(n, m)
    assert not found.undecided
    assert not found.ties
    assert found.by_float64 + found.by_double_word + found.by_exact == found.pairs
