"""Sweeps give valid bounds, as narrow as the reference, with any number of threads."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import general, sweeps
from trueodds.solver.bounds import Bounds, Candidates, bound, keep_moves
from trueodds.solver.model import Model, explore
from trueodds.solver.rounding import in_unit
from trueodds.solver.strategy_bounds import StrategyBounds

from .oracle import ENDING, draw_model, widths

PAYOFFS = [Fraction(n, 7 * d) for n, d in ((-40, 3), (3, 9), (12, 1), (65, 4), (70, 1), (-1, 6))]


def bound_by_strategies(model):
    """Return bounds by strategy iteration alone: the reference."""
    unit, _ = model.payoff_scale()
    low, high = (StrategyBounds(model, side, unit).find()[0] for side in (-1, 1))
    return Bounds(*in_unit(low, high, unit), Candidates(model.first_move, keep_moves(model, low, high, unit)))


def check_with_solution(model, *some):
    """Verify that bounds contain the exact values and keep the best moves."""
    exact = general.solve(model.game)
    for found in some:
        widths(exact.values, found)
        assert all(set(best) <= set(left) for best, left in zip(exact.best, found.candidates, strict=True))


@given(st.integers(0, 10**9), st.integers(1, 12), st.booleans(), st.booleans())
def test_sweeps_are_valid_and_as_narrow_as_the_reference(seed, size, onward, negative):
    model = draw_model(seed, ENDING, size, 10**9, PAYOFFS if negative else [*map(abs, PAYOFFS)], onward)
    found, reference = bound(model), bound_by_strategies(model)
    check_with_solution(model, found, reference)
    assert np.all(found.low <= reference.high)
    assert np.all(reference.low <= found.high)
    scale = float(max(map(abs, model.payoffs)))
    assert np.max(found.high - found.low) <= np.max(reference.high - reference.low) + 1e-13 * scale


def toss_until(rare):
    """Return a game in which two players wait in turns for a rare win; the first may give up for 1/3."""
    numbers = [2, 1, 4, 3, 0], [rare, 1 - rare, Fraction(1)], [0, 1, 2, 0, 1]
    return Model.from_arrays([0, 1], [0, 2, 3], [0, 2, 3, 5], *numbers, [1, 0, mpq(1, 3)])


def test_slow_components_are_bounded_by_strategies(monkeypatch):
    called, run = [], StrategyBounds.bound
    monkeypatch.setattr(
        StrategyBounds, "bound", lambda self, own, *given: called.append(own.tolist()) or run(self, own, *given)
    )
    model = toss_until(Fraction(1, 10**7))
    found = bound(model)
    assert called == [[0, 1], [0, 1]]
    check_with_solution(model, found)
    assert found.candidates.tolist() == [[0], [0]]
    assert found.high[0] - found.low[0] < 1e-5
    called.clear()  # the exact method has also asked
    quick = toss_until(Fraction(1, 10))
    check_with_solution(quick, bound(quick))
    assert called == []


@pytest.mark.parametrize("seat", [0, 1])
def test_narrow_bounds_exclude_moves(seat):
    """If sweeps stall, strategy iteration follows, and one more sweep excludes moves."""
    ends = Fraction(1, 10**5)

    def outcomes(x, move):
        return [(1 - ends, 1 - x), (ends * Fraction(move, 5), None, 1), (ends * (1 - Fraction(move, 5)), None, 0)]

    model = explore(trueodds.Rules(0, lambda x: (1, 2, 3), outcomes, lambda x: seat))
    best = 0 if seat else 2
    for found in (bound(model), bound_by_strategies(model)):
        assert found.candidates.tolist() == [[best], [best]]
        widths([mpq(best + 1, 5)] * 2, found)


GAMES = [trueodds.TwoCoins(8), trueodds.Pig(12), trueodds.RiskOrSafety(8), trueodds.SuperSix(1), trueodds.Greed(9, 2)]


def slow_model():
    """Return long random walks side by side, on which sweeps converge slowly."""
    count, length = 4, 60
    targets, over = [], count * length
    for walk, at in itertools.product(range(count), range(length)):
        x = walk * length + at
        targets += [x - 1 if at else over, x + 1 if at < length - 1 else over + 1]
    sizes = np.arange(over + 1)
    return Model.from_arrays([0] * over, sizes, 2 * sizes, targets, [mpq(1, 2)], [0] * (2 * over), [0, 1])


class Backwards(ThreadPoolExecutor):
    """A pool of threads that runs the last part first."""

    def map(self, function, *lists):
        for arguments in reversed(list(zip(*lists, strict=True))):
            function(*arguments)
        return []


@pytest.mark.parametrize(
    ("threads", "least", "pool"), [(3, 0, ThreadPoolExecutor), (2, 40, Backwards), (3, 0, Backwards)]
)
def test_bounds_do_not_depend_on_threads(threads, least, pool, monkeypatch):
    several = 0
    for model in (*map(explore, GAMES), slow_model()):
        alone, reports = bound(model), []
        monkeypatch.setattr(sweeps, "count_threads", lambda _: threads)
        monkeypatch.setattr(sweeps, "_SHARED", least)
        monkeypatch.setattr(sweeps, "_BUDGET", 50)
        monkeypatch.setattr(sweeps, "ThreadPoolExecutor", pool)
        assert bound(model, lambda *how, reports=reports: reports.append(how)) == alone
        monkeypatch.undo()
        ends = [done for stage, done, _ in reports if stage == "bounds"]
        assert ends == sorted(ends)
        last = len(model.graph.components.first) - 1
        assert reports[-1] == ("bounds", last, last)
        several += len(ends) > 3
    assert several >= 4


def test_errors_in_reports_and_in_threads_are_raised(monkeypatch):
    model = explore(trueodds.TwoCoins(8))

    def fail(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sweeps, "_BUDGET", 5)
    with pytest.raises(KeyboardInterrupt):
        bound(model, progress=fail)
    monkeypatch.setattr(sweeps, "count_threads", lambda _: 2)
    monkeypatch.setattr(sweeps, "_SHARED", 0)
    monkeypatch.setattr(sweeps.Sweeps, "finish", fail)
    with pytest.raises(KeyboardInterrupt):
        bound(model)
