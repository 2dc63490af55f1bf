"""What bounds in floats leave open is decided in fixed point, exactly, or as a tie; circular moves are refused."""

import dataclasses

import numpy as np
import pytest
from gmpy2 import mpq, mpz

import trueodds
from trueodds.fast.pig import solve, undecided
from trueodds.fast.pig.bounds import TIE, UNKNOWN, bound_values
from trueodds.fast.pig.values import LinearForm, Strategy, make_value_form
from trueodds.games.pig import Pig
from trueodds.solution import NotProved


def opened(found, spots=None):
    """Return the same bounds as if floats had decided nothing, or not these positions."""
    found = dataclasses.replace(found, states=found.states.copy(), other_states=found.other_states.copy())
    if found.larger == found.smaller:
        found = dataclasses.replace(found, other_states=found.states)
    if spots is None:
        spots = [(i, j, total) for i, j in found.needs() for total in range(1, i)]
    for spot in spots:
        found.write(*spot, UNKNOWN)
    return dataclasses.replace(found, unknown=len(spots))


FINE = [(*given, 256) for given in ((10, 10, 6), (15, 15, 2), (14, 6, 3), (20, 2, 4))]


@pytest.mark.parametrize(("larger", "smaller", "sides", "bits"), [*FINE, (11, 11, 3, 3)])
def test_fixed_point_decides_all_and_exact_values_where_it_is_too_coarse(larger, smaller, sides, bits, monkeypatch):
    monkeypatch.setattr(undecided, "_BITS", bits)
    monkeypatch.setattr(undecided, "_ONE", mpz(1) << bits)
    found = bound_values(larger, smaller, sides)
    again, steps = opened(found), []
    assert np.count_nonzero(again.other_states == UNKNOWN) == larger * smaller * (smaller - 1) // 2
    settled = undecided.settle(again, lambda *step: steps.append(step))
    assert settled == (found.compared - settled.exactly, settled.exactly, ())
    assert settled.exactly > 30 if bits < 256 else settled.exactly == 0
    assert steps == sorted(steps)
    assert steps[-1] == ("open positions", found.compared, found.compared)
    assert np.array_equal(again.states[1:], found.states[1:])
    assert np.array_equal(again.other_states[1:], found.other_states[1:])


@pytest.mark.parametrize(("bits", "sides"), [(6, 6), (12, 2), (256, 3)])
def test_fixed_point_bounds_hold_the_exact_values(monkeypatch, bits, sides):
    monkeypatch.setattr(undecided, "_BITS", bits)
    monkeypatch.setattr(undecided, "_ONE", mpz(1) << bits)
    found = bound_values(16, 16, sides)
    strategy = Strategy(found.rolls, sides)
    fixed, needs = undecided._Fixed(strategy), list(found.needs())
    for pair, exact in zip(needs, strategy.evaluate([make_value_form(*pair) for pair in needs]), strict=True):
        low, high = fixed.value(*pair)
        assert low <= exact * 2**bits <= high
        assert high - low < 1000
    assert fixed.sign(LinearForm(1, 0, ())) == 0


def test_a_tie_is_reported_as_a_tie(monkeypatch):
    # Pig has none for dice of 2 to 60 sides and needs up to 60, so one is made up.
    solution = solve.solve(Pig(9))
    spot = 9, 4, 5
    monkeypatch.setattr(undecided._Fixed, "sign", lambda self, ask: 0)
    monkeypatch.setattr(Strategy, "evaluate", lambda self, asks, run=None: [mpq(0)] * len(asks))
    again = opened(solution.bounds, [spot])
    assert undecided.settle(again) == (0, 1, (spot,))
    assert again.row(9, 4)[5] == TIE
    assert again.rolls(9, 4)[5] == 0
    tied = dataclasses.replace(solution, bounds=again)
    assert tied.best_moves_at((5, 0, 5)) == {"roll", "hold"}
    assert any(5 in totals for totals in tied.hold_totals(0, 5))


def test_moves_that_go_round_in_circles_are_refused(monkeypatch):
    again = opened(bound_values(9, 9, 6), [(9, 4, 5)])
    monkeypatch.setattr(undecided._Fixed, "sign", lambda self, ask: -1 if again.row(9, 4)[5] == 0 else 1)
    with pytest.raises(NotProved, match="no best moves found at needs 9 against 4"):
        undecided.settle(again)


def test_a_coin_to_180_needs_more_than_floats():
    solution = solve.solve(Pig(180, 2))
    every, left = 180 * 180 * 179 // 2, solution.bounds.unknown
    assert left > 0
    assert not (solution.bounds.states[1:] == UNKNOWN).any()
    decided = f"{every:,} positions compared, {every - left:,} by float bounds, {left} by 256-bit bounds, no ties; "
    assert str(solution.proof).startswith(decided)
    assert solution.value == trueodds.solve(trueodds.RiskOrSafety(90), "start").value
