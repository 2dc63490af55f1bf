"""Bounds from strategies in floats count only if Bellman's operator does not go beyond them at every position."""

from fractions import Fraction

import pytest

import trueodds
from trueodds.solver import bounds, strategy_bounds
from trueodds.solver.model import explore


def outcomes(position, move):
    yield trueodds.Outcome(Fraction(9, 10), position=1 - position)
    yield trueodds.Outcome(Fraction(move, 50), payoff=1)
    yield trueodds.Outcome(Fraction(5 - move, 50), payoff=0)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("call", [0, 1])
@pytest.mark.parametrize("change", [-0.1, 0.1])
def test_one_wrong_value_is_seen(place, call, change, monkeypatch):
    real, calls = strategy_bounds.float_strategies, []

    def wrong(*given):
        values, strategies = real(*given)
        values = values.copy()
        if len(calls) == call:
            values[place] += change
        calls.append(given)
        return values, strategies

    monkeypatch.setattr(strategy_bounds, "float_strategies", wrong)
    model = explore(trueodds.Rules(0, lambda position: (1, 2, 3), outcomes, lambda position: 0))
    found = bounds.bound_by_strategies(model)
    assert (found.low <= Fraction(3, 5)).all()
    assert (found.high >= Fraction(3, 5)).all()
    assert len(calls) >= 2
