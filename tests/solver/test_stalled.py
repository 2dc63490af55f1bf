"""A component whose bounds come from strategy iteration, for sweeps would be too many: moves are left out after it."""

from fractions import Fraction

import pytest

import trueodds
from trueodds.solver.bounds import bound, bound_by_strategies
from trueodds.solver.model import explore
from trueodds.solver.strategy_bounds import StrategyBounds

ENDS = Fraction(1, 10**5)


def outcomes(position, move):
    yield trueodds.Outcome(1 - ENDS, position=1 - position)
    won = Fraction(move, 5)
    yield trueodds.Outcome(ENDS * won, payoff=1)
    yield trueodds.Outcome(ENDS * (1 - won), payoff=0)


@pytest.mark.parametrize("seat", [0, 1])
def test_moves_that_only_narrow_bounds_tell_apart_are_left_out(seat, monkeypatch):
    taken, bound_one = [], StrategyBounds.bound
    monkeypatch.setattr(
        StrategyBounds, "bound", lambda self, *given: taken.append(self.side) or bound_one(self, *given)
    )
    model = explore(trueodds.Rules(0, lambda position: (1, 2, 3), outcomes, lambda position: seat))
    found = bound(model)
    assert taken == [-1, 1]
    best = [2] if seat == 0 else [0]
    assert [list(found.candidates[x]) for x in range(2)] == [best, best]
    reference = bound_by_strategies(model)
    assert [list(reference.candidates[x]) for x in range(2)] == [best, best]
    value = Fraction(best[0] + 1, 5)
    assert (found.low <= value).all()
    assert (found.high >= value).all()
