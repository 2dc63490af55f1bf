"""Bounds of games that need not end and of rewards are valid and narrow; invalid bounds are refused."""

import itertools
import math
import re

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.solution import NotProved
from trueodds.solver import block, bounds, strategy_iteration
from trueodds.solver.bounds import bound, bound_rewards, check_bounds, find_widest, keep_moves
from trueodds.solver.general import solve
from trueodds.solver.graph import find_traps
from trueodds.solver.model import Model
from trueodds.solver.submodel import restrict

from .oracle import ENDLESS, REWARDS, draw, draw_model, draw_varied, model_of, name, widths

MANY = 29, 199, *range(125, 130)


@pytest.mark.parametrize(
    ("kind", "most", "payoffs", "size", "seeds"),
    [(ENDLESS, 1e-9, (0, 1), 60, MANY), (ENDLESS, 1e-9, None, 20, range(8)), (REWARDS, 1e-11, None, 60, MANY)],
)
def test_bounds_of_larger_games_are_valid_and_narrow(kind, most, payoffs, size, seeds, monkeypatch):
    """In games 29 and 199, some moves attain Bellman's equation but do not achieve the values if they are repeated."""
    finite = 0
    for seed in seeds:
        monkeypatch.setattr(block, "_DENSE", 300 * (seed % 2))  # or sparse matrices
        model = draw_model(seed, kind, size, math.inf, payoffs)
        found = widths(solve(model.game).values, bound(model))
        finite += len(found)
        assert max(found, default=0) < most
    assert finite > 40


@pytest.mark.parametrize("dense", [0, 300])
def test_bounds_are_narrow_if_seat_1_can_wait(dense, monkeypatch):
    monkeypatch.setattr(block, "_DENSE", dense)
    for seed in (*range(100, 112), 133, 143):
        model = draw_model(seed, REWARDS, 12, math.inf, draw=draw_varied)
        assert max(widths(solve(model.game).values, bound(model), model.payoff_scale()[0]), default=0) < 1e-9


@pytest.mark.parametrize("count", [240, 260])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_sum_that_is_off_by_rounding_excludes_no_move(count, seat):
    """Both moves win; one leads to `count` positions with equal probabilities, whose sum in floats is not 1."""
    first_move, first_outcome = [0, *range(2, count + 3)], [0, 1, *range(count + 1, 2 * count + 2)]
    targets, which = [1, *range(1, count + 1), *[count + 1] * count], [0, *[1] * count, *[0] * count]
    arrays = [seat] * (count + 1), first_move, first_outcome, targets, [1, mpq(1, count)], which, [1]
    ones = np.ones(count + 1)
    assert keep_moves(Model.from_arrays(*arrays), ones, ones, 1).all()


def test_the_error_of_a_move_counts_all_terms_even_if_they_cancel():
    """One move leads with 1/7, 2/7 and 4/7 to positions worth 2, 1 and -1, inside a block or not; its value is 0."""
    chances = [mpq(1, 7), mpq(2, 7), mpq(4, 7), mpq(1)]
    model = Model.from_arrays([0] * 4, range(5), [0, 3, 4, 5, 6], [1, 2, 3, 4, 4, 4], chances, [0, 1, 2, 3, 3, 3], [0])
    values = np.array([0.0, 2.0, 1.0, -1.0])
    for inside in ([0, 1, 2, 3], [0, 1], [0, 3], [0]):
        cut = block.Blocks(model, mpq(1)).cut(np.array(inside), values)
        assert math.isclose(cut.bound_errors(values[inside])[0], 7 * 2.0**-53 * 8 / 7)
        assert abs(cut.move_values(values[inside])[0]) < 1e-15


def test_a_probability_below_the_least_float():
    rare = mpq(1, 2**2100)
    which, chances = [0, 1, 2, 2], [rare, 1 - rare, mpq(1)]
    model = Model.from_arrays([0] * 3, range(4), [0, 2, 3, 4], [1, 2, 3, 3], chances, which, [0])
    for given in ([0.0, 2.0**1020, -(2.0**-110)], [0.0, 2.0**130, -(2.0**-998)]):
        exact = rare * mpq(given[1]) + (1 - rare) * mpq(given[2])
        low, high = (bounds.bound_move_values(model, np.array(given), side, mpq(1))[0] for side in (-1, 1))
        assert mpq(low) <= exact <= mpq(high)


def test_seat_0_looks_for_a_loop_where_infinite_play_is_worth_more():
    """Both players can keep play going between two positions worth 0, or end it; infinite play is worth 1/2."""
    arrays = [0, 1], [0, 2, 4], range(5), [1, 2, 0, 2], [1], [0] * 4, [0]
    strategies = strategy_iteration.Strategies(
        block.Blocks(Model.from_arrays(*arrays, infinite_play=mpq(1, 2)), mpq(1)).cut(np.arange(2), np.zeros(2)), True
    )
    choice, no, yes = np.array([1, 2]), np.zeros(2, dtype=bool), np.ones(2, dtype=bool)
    assert strategies.switch(choice, no, choice.copy(), np.ones(4, dtype=bool), no, yes)
    assert choice.tolist() == [0, 2]


def test_values_of_moves_from_any_bounds():
    """Compare with exact sums; an infinite value prevails over a missing lower bound."""
    for seed, side in itertools.product(range(200, 240), (-1, 1)):
        drawn, luck = draw_varied(seed, REWARDS), np.random.default_rng(seed)
        unit = (model := model_of(drawn)).payoff_scale()[0]
        given = luck.choice([math.inf, side * math.inf, 0.3, -2.7, 1e5], len(drawn.seats))
        exact = [mpq(one) * unit if math.isfinite(one) else one for one in given.tolist()]
        found = bounds.bound_move_values(model, given, side, unit).tolist()
        for one, (gain, outcomes) in zip(found, itertools.chain(*drawn.rules), strict=True):
            reached = {exact[x] for _, x, _ in outcomes if x is not None}
            if infinite := [end for end in (math.inf, -math.inf) if end in reached]:
                assert one == infinite[0]
            else:
                value = gain + sum(p * (end if x is None else exact[x]) for p, x, end in outcomes)
                assert 0 < side * (mpq(one) - value / unit) < 1e-9


def test_bounds_are_valid_for_any_guess(monkeypatch):
    luck, apart = np.random.default_rng(5), 0

    def anything(model, *_):
        return luck.integers(model.first_move[:-1], model.first_move[1:]), None

    monkeypatch.setattr(bounds, "guess", anything)
    for seed in range(25):
        model = draw_model(seed, ENDLESS, 8)
        label = model.graph.components.label
        found = bound(model)
        low, high = found.low, found.high
        widths(solve(model.game).values, found)
        if (high - low).max() > 0.1:
            apart += 1
            x, size = find_widest(model, low, high)
            assert size == (label == label[x]).sum()
            assert high[x] - low[x] == (high - low)[label == label[x]].max() >= (high - low).max() / 2
            assert (high - low)[label < label[x]].max(initial=0) < (high - low).max() / 2
    assert apart > 5


@pytest.mark.parametrize("scale", [mpq(10) ** power for power in (400, 150, 30, -310)])
@pytest.mark.parametrize("payoffs", [(1, 2), (0,)])
def test_very_large_and_small_gains(scale, payoffs):
    drawn = draw(3, REWARDS, 60, math.inf, payoffs)
    values = [value if value == math.inf else value * scale for value in solve(model_of(drawn).game).values]
    assert any(value != math.inf for value in values)
    model = model_of(drawn, scale)
    assert solve(model.game).values == values
    assert max(widths(values, bound(model), min(scale, 10**300))) < 1e-9 or scale == 10**400


def rewards(seats, first_move, first_outcome, targets, chances, which, gains):
    """Return a game whose ends pay nothing."""
    return Model.from_arrays(seats, first_move, first_outcome, targets, chances, which, [0], gains=gains)


@pytest.mark.parametrize("dense", [0, 300])
def test_rewards_of_a_long_loop(dense, monkeypatch):
    """Two loops end with probability p per move, or seat 1 pays a little more; floats cannot bound a third loop."""
    monkeypatch.setattr(block, "_DENSE", dense)
    p, q, which = mpq(1, 10**6), mpq(1, 10**20), [0, 1, 2, 3, 4, 0, 1, 2]
    first, targets, gains = ([0, 2, 3, 5], [0, 2, 3, 5, 7, 8]), [0, 3, 3, 1, 3, 2, 3, 3], [1, 1 / p + 1]
    model = rewards([1, 1, 1], *first, targets, [1 - p, p, 1, 1 - q, q], which, [*gains, 1, *gains])
    assert solve(model.game).values == [1 / p, 1 / q, 1 / p]
    assert max(widths([1 / p, 1 / q, 1 / p], bound(model))[::2]) < 1e-8


@pytest.mark.parametrize("right", [0.2, 0.0])
def test_bounds_are_valid_if_floats_fail(right, monkeypatch):
    luck, models = np.random.default_rng(3), [draw_model(seed, REWARDS) for seed in range(20)]
    models += [draw_model(seed, REWARDS, 8, math.inf, draw=draw_varied) for seed in range(100, 120)]
    values = [solve(model.game).values for model in models]
    solved = block.Block.solve_values

    def spoiled(*given):
        values = solved(*given)
        if luck.random() < right:
            return values
        return values + luck.normal(size=len(values)) if luck.random() < 0.8 else values * np.nan

    monkeypatch.setattr(block.Block, "solve_values", spoiled)
    monkeypatch.setattr(strategy_iteration, "_ROUNDS", 20)
    apart = unknown = 0
    for model, exact in zip(models, values, strict=True):
        assert solve(model.game).values == exact
        within = widths(exact, bound(model))
        part = restrict(model, find_traps(model) == 0)
        assert not len(part.positions) or bounds.guess(part.model)[1].count().all()
        apart += sum(width > 0.01 for width in within)
        unknown += within.count(math.inf)
    assert apart > 2
    assert (unknown > 5) == (right == 0)


def test_invalid_bounds_are_refused(monkeypatch):
    refused, checked = 0, []
    monkeypatch.setattr(bounds, "check_bounds", lambda *given: checked.append(given))
    for seed in range(35):
        model = draw_model(seed, REWARDS)
        bound_rewards(model)
        _, traps, low, high, unit = checked.pop()
        assert unit == 1
        check_bounds(model, traps, low, high, 1)
        for x in np.flatnonzero(traps == 0).tolist():
            for which, by in ((0, 0.01), (1, -0.01)):
                ends = [low.copy(), high.copy()]
                ends[which][x] += by
                ends[1 - which] = np.where(traps > 0, math.inf, -math.inf if which else math.inf)
                with pytest.raises(NotProved, match=f"the bounds at {re.escape(repr(name(x)))} do not satisfy"):
                    check_bounds(model, traps, *ends, 1)
                refused += 1
        for x in np.flatnonzero(traps).tolist():
            other = low.copy()
            other[x] = 5
            with pytest.raises(NotProved, match="do not satisfy"):
                check_bounds(model, traps, other, high, 1)
    assert refused > 40


def test_invalid_bounds_that_solve_bellmans_equation():
    # Seat 1 may wait at no cost, or end the game for 5: 0 satisfies Bellman's equation.
    model = rewards([1], [0, 2], [0, 1, 2], [0, 1], [1], [0, 0], [0, 5])
    none = np.zeros(1, dtype=np.int64)
    for low, high in ((0.0, 0.0), (0.0, 4.0), (5.1, 6.0), (math.inf, math.inf), (6.0, 5.5)):
        with pytest.raises(NotProved):
            check_bounds(model, none, np.array([low]), np.array([high]), 1)
    for low, high in ((5 - 1e-9, 5 + 1e-9), (0.0, 6.0), (4.0, math.inf)):
        check_bounds(model, none, np.array([low]), np.array([high]), 1)
    # One move is worth 1/10 or 3/10; the nearest floats are 0.1 > 1/10, no lower bound, and 0.3 < 3/10, no upper bound.
    for gain, low, high in ((mpq(1, 10), 0.1, 1.0), (mpq(3, 10), 0.0, 0.3)):
        model = rewards([0], [0, 1], [0, 1], [1], [1], [0], [gain])
        check_bounds(model, none, np.array([0.05]), np.array([1.0]), 1)
        with pytest.raises(NotProved):
            check_bounds(model, none, np.array([low]), np.array([high]), 1)
    # A cycle of three positions: a third of the smallest float underflows.
    model = rewards([1] * 3, [0, 1, 2, 3], [0, 3, 6, 9], [0, 1, 2] * 3, [mpq(1, 3)], [0] * 9, [0] * 3)
    least, unknown = np.full(3, 5e-324), np.array([-1.0, -math.inf, -math.inf])
    for low, high in ((-least, least), (unknown, -math.inf * unknown)):
        with pytest.raises(NotProved):
            check_bounds(model, np.zeros(3, dtype=np.int64), low, high, 1)
