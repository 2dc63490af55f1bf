"""Sweeps give valid bounds, as narrow as the reference, with any number of threads."""

import itertools
import math
import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import general, graph, strategy_bounds, sweeps
from trueodds.solver.bounds import Bounds, Candidates, bound, keep_moves
from trueodds.solver.model import Model, explore
from trueodds.solver.rounding import find_power_above, round_nearest, round_outward, scale_bounds
from trueodds.solver.strategy_bounds import StrategyBounds

from .oracle import ENDING, draw_model, draw_varied, widths

PAYOFFS = [Fraction(n, 7 * d) for n, d in ((-40, 3), (3, 9), (12, 1), (65, 4), (70, 1), (-1, 6))]


def bound_by_strategies(model):
    """Return bounds by strategy iteration alone: the reference."""
    unit, _ = model.payoff_scale()
    low, high = (StrategyBounds(model, side, unit).find()[0] for side in (-1, 1))
    return Bounds(*scale_bounds(low, high, unit), Candidates(model.first_move, keep_moves(model, low, high, unit)))


def check_with_solution(model, *some):
    """Verify that bounds contain the exact values and keep the best moves."""
    exact = general.solve(model.game)
    for found in some:
        widths(exact.values, found)
        assert all(set(best) <= set(left) for best, left in zip(exact.best, found.candidates, strict=True))


@given(st.floats(allow_nan=False), st.integers(-2200, 2200))
@example(1.5, -1075)
@example(-1.7976931348623157e308, 0)
def test_scaled_bounds_are_valid_and_narrow(bound, exponent):
    low, high = (one.item() for one in scale_bounds(np.array([bound]), np.array([bound]), mpq(2) ** exponent))
    value = mpq(bound) * mpq(2) ** exponent if math.isfinite(bound) else bound
    assert low <= value <= high <= math.nextafter(math.nextafter(low, math.inf), math.inf)


@given(st.integers(0, 10**9), st.integers(1, 12), st.booleans(), st.booleans())
def test_sweeps_are_valid_and_as_narrow_as_the_reference(seed, size, onward, negative):
    payoffs = PAYOFFS if negative else [*map(abs, PAYOFFS)]
    model = draw_model(seed, ENDING, size, 10**9, payoffs, onward, draw=draw_varied)
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
    ("threads", "least", "pool"), [(3, 0, ThreadPoolExecutor), (2, 40, Backwards), (3, 0, Backwards), (1, 0, None)]
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
        assert {total for _, _, total in reports} == {last}
        assert threads == 1 or reports[-1] == ("bounds", last, last)
        several += len(ends) > 3
    assert several >= 4


def test_errors_in_reports_and_in_threads_are_raised(monkeypatch):
    model, fail = explore(trueodds.TwoCoins(8)), Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr(sweeps, "_BUDGET", 5)
    with pytest.raises(KeyboardInterrupt):
        bound(model, progress=fail)
    monkeypatch.setattr(sweeps, "count_threads", lambda _: 2)
    monkeypatch.setattr(sweeps, "_SHARED", 0)
    monkeypatch.setattr(sweeps.Sweeps, "finish", fail)
    with pytest.raises(KeyboardInterrupt):
        bound(model)


def unkind_chances(rng, count):
    """Return probabilities just above powers of two: their nearest floats are all off by nearly u in one direction."""
    side = rng.choice((1, -1))
    exponents = [rng.randint(3, 9) for _ in range(count)]
    while sum(Fraction(1, 2**e) for e in exponents) > Fraction(7, 8):
        exponents = [e + 1 for e in exponents]
    parts = [2**70 + side * (2**17 - rng.randint(1, 99)) // (2 if side < 0 else 1) for _ in exponents]
    return [Fraction(part, 2 ** (70 + e)) for part, e in zip(parts, exponents, strict=True)]


def wide_model(rng, size, moves, outcomes, least, loops):
    """Return a model whose moves have many outcomes, with the least favourable probabilities."""
    payoffs = [mpq(rng.randint(least * 2**60, 2**60), 2**60 - rng.randint(1, 2**59)) for _ in range(5)]
    first_move, first_outcome, targets, chances = [0], [0], [], []
    for x in range(size):
        for _ in range(rng.randint(1, moves)):
            some = [y for y in (range(size) if loops else range(x + 1, size)) if y != x]
            on = rng.sample(some, min(len(some), outcomes))
            parts = unkind_chances(rng, len(on))
            targets += [*on, size + rng.randrange(5)]
            chances += [*parts, 1 - sum(parts)]
            first_outcome.append(len(targets))
        first_move.append(len(first_outcome) - 1)
    seats = [rng.randint(0, 1) for _ in range(size)]
    return Model.from_arrays(seats, first_move, first_outcome, targets, chances, np.arange(len(chances)), payoffs)


def step(model, given):
    """Return Bellman's operator applied exactly to given bounds, and the worth of each move."""
    parts = [chance * given[x] for chance, x in zip(model.probabilities, model.targets.tolist(), strict=True)]
    rows, own = (itertools.pairwise(first.tolist()) for first in (model.first_outcome, model.first_move))
    worth = [sum(parts[a:b], constant) for constant, (a, b) in zip(model.constants, rows, strict=True)]
    return [(max, min)[seat](worth[a:b]) for seat, (a, b) in zip(model.seats.tolist(), own, strict=True)], worth


def check_one_step(model, found, apart):
    """Verify that bounds are at least `apart` roundings outside an exact step, and exclude only worse moves."""
    low, high = ([mpq(x) for x in column.tolist()] for column in (found.low, found.high))
    (below, low_worth), (above, high_worth) = step(model, low), step(model, high)
    unit, least, most = mpq(apart, 2**53), model.payoffs[0], model.payoffs[-1]
    assert all(a <= b - unit * abs(b) or a <= least for a, b in zip(low, below, strict=True))
    assert all(a + unit * abs(a) <= b or b >= most for a, b in zip(above, high, strict=True))
    begins = model.first_move.tolist()
    for x, seat in enumerate(model.seats.tolist()):  # excluded moves are surely worse, and worse moves are excluded
        lows, highs = (worth[begins[x] : begins[x + 1]] for worth in (low_worth, high_worth))
        for y in {*range(len(lows))}.difference(found.candidates[x]):
            assert highs[y] < max(lows) if seat == 0 else lows[y] > min(highs)


@pytest.mark.parametrize("least", [0, -1])
@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize(("method", "apart"), [(bound, 2), (bound_by_strategies, 1)])
def test_bounds_are_outside_one_exact_step(method, apart, loops, least):
    for seed in range(6):
        rng = random.Random(f"{seed}/{least}/{loops}")
        model = wide_model(rng, 9 if loops else 30, 3, rng.choice((2, 8, 28)), least, loops)
        check_one_step(model, method(model), apart)


@pytest.mark.parametrize("number", [mpq(3**99, 7**56), mpq(-1, 3), mpq(2**2000, 7), mpq(-(2**2000), 7), mpq(3, 8)])
def test_outward_rounding(number):
    assert (power := mpq(2) ** find_power_above(abs(number))) / 4 < abs(number) <= power
    low, high = round_outward(number, -float("inf")), round_outward(number, float("inf"))
    assert low == -float("inf") or (low < float("inf") and mpq(low) <= number)
    assert high == float("inf") or (high > -float("inf") and mpq(high) >= number)
    assert (low == high) == (number == mpq(3, 8))
    assert abs(number) > 2**1000 or round_nearest(number) == float(Fraction(str(number)))


@pytest.mark.parametrize("half", [mpq(1, 2), mpq(-1, 2)])
def test_rounding_errors_of_many_outcomes(half):
    """All partial sums of these 1488 products are rounded in the same direction."""
    count = 1488
    first = [0, *range(count, 2 * count + 1)]
    targets, which = [*range(1, count + 1), *[count + 1] * count], [0] * count + [1] * count
    chances = [Fraction(1, count), 1]
    found = bound(Model.from_arrays([0] * (count + 1), range(count + 2), first, targets, chances, which, [half]))
    assert found.low[0] <= half <= found.high[0] < found.low[0] + 1e-12


def test_underflow_in_sweeps():
    """Products of probabilities are below the smallest float; the margin covers them."""
    tiny = mpq(1, 2**600)
    rare = [tiny, 1 - tiny]
    model = Model.from_arrays([0, 0], [0, 1, 2], [0, 2, 4], [1, 3, 2, 3], 2 * rare, [0, 1, 2, 3], [mpq(1), mpq(0)])
    found = bound(model)
    assert 0 <= found.low.item(0) <= tiny * tiny <= mpq(found.high.item(0))


def test_components_out_of_order_are_detected(monkeypatch):
    model = wide_model(random.Random(1), 6, 2, 2, 0, False)
    real = graph.connected_components

    def turned(*given, **how):
        number, labels = real(*given, **how)
        return number, number - 1 - labels

    monkeypatch.setattr(graph, "connected_components", turned)
    with pytest.raises(RuntimeError, match="not in order of dependency"):
        _ = model.graph.components


def test_bounds_by_strategies_are_verified_with_their_error(monkeypatch):
    """Guesses whose distance from T u does not cover the error bound, 2.5 2^-53, are rejected although valid."""
    pushes = []
    real = strategy_bounds.guess_strategies

    def near(block, begin, push, worth):
        values, choice = real(block, begin, push, worth)
        pushes.append(push)
        return (np.full(2, 0.5 + push * 2**-54) if abs(push) < 9 else values), choice  # u - T u = push 2^-55

    monkeypatch.setattr(strategy_bounds, "guess_strategies", near)
    half = [mpq(1, 2), mpq(1, 2)]
    model = Model.from_arrays([0, 0], [0, 1, 2], [0, 2, 4], [1, 2, 0, 2], 2 * half, [0, 1, 2, 3], [mpq(1, 2), mpq(1)])
    found = bound_by_strategies(model)
    assert mpq(found.low.item(0)) <= mpq(1, 2) <= mpq(found.high.item(0)) <= 0.5 + 1e-13
    assert pushes == [-2, -8, -32, 2, 8, 32]


def test_memory_for_sweeps_is_checked_before_it_is_allocated(monkeypatch):
    asked = []
    monkeypatch.setattr(sweeps, "require_memory", lambda *needed: asked.append(needed))
    model = wide_model(random.Random(3), 1100, 3, 8, 0, False)
    components = model.graph.components
    taken = sweeps.Sweeps(model, components)
    positions, moves, outcomes, _ = taken._sizes
    assert positions == max(np.diff(components.first)) <= moves <= outcomes
    count = len(model.positions)
    needed = 20 * count + len(model.moves) + 24 * positions + 24 * moves + 12 * outcomes
    assert asked == [(needed, "bounds on the values of 1,100 positions")]
    assert taken.bounds.nbytes + taken.left.nbytes + 4 * count == 20 * count + len(model.moves)
