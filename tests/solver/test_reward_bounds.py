"""Bounds of expected rewards, against all pairs of strategies and exact values: they hold, and they are narrow."""

import math
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.solution import NotProved
from trueodds.solver import reward_bounds, strategy_iteration
from trueodds.solver.array_game import ArrayGame
from trueodds.solver.block import Block
from trueodds.solver.bounds import bound
from trueodds.solver.general import solve
from trueodds.solver.model import Model
from trueodds.solver.numbered import Interned, Numbered
from trueodds.solver.reward_bounds import bound_rewards, check_bounds

from ..certificates.test_rewards import random_model


def exact(number):
    return Fraction(int(number.numerator), int(number.denominator))


def rules_of(model):
    """What `solve_by_force` takes."""
    found = []
    for x, seat in enumerate(model.seats.tolist()):
        own = []
        for y in range(model.first_move[x], model.first_move[x + 1]):
            pairs = [(chance, None, exact(payoff)) for payoff, chance in model.ends[y]]
            reach = range(model.first_outcome[y], model.first_outcome[y + 1])
            pairs += [(model.probabilities[z], int(model.targets[z]), None) for z in reach]
            own.append((exact(model.gains[y]), [(exact(chance), *rest) for chance, *rest in pairs]))
        found.append((seat, own))
    return found


def large_model(seed, scale=1):
    """Up to 60 positions, much of it loops, with gains of nothing, payoffs of both signs, and numbers of any size."""
    luck = random.Random(seed)
    count = luck.randrange(20, 60)
    chances, gains, gained = Interned(), Interned(), []
    first_move, first_outcome, targets, which = [0], [0], [], []
    for x in range(count):
        for _ in range(luck.choice((1, 2, 2, 3))):
            near = range(max(0, x - 8), min(count + 1, x + 8))
            own = luck.sample([*near, count], luck.choice((1, 2, 2, 3)))
            own = list(dict.fromkeys(own))
            parts = [luck.randrange(1, 6) for _ in own]
            targets += own
            which += [chances.number(mpq(part, sum(parts))) for part in parts]
            first_outcome.append(len(targets))
            gained.append(gains.number(mpq(luck.choice((0, 0, 0, 1, 3)), luck.choice((1, 7))) * scale))
        first_move.append(len(gained))
    seats = [luck.choice((0, 1, 1)) for _ in range(count)]
    payoff = luck.choice((0, 2, -3)) * scale
    made = Model.from_arrays(seats, first_move, first_outcome, targets, chances.table, which, [payoff])
    game = ArrayGame(0, f"game {seed}")
    game.model = replace(made, game=game, gains=Numbered(gains.table, made.end_numbers * 0 + gained))
    return game.model


def bounds_of(model):
    found = bound(model)
    return found.low, found.high


def width(model, values):
    """Hold bounds against values; the largest distance of two of them, of the larger of value and 1."""
    most = 0.0
    for value, below, above in zip(values, *map(np.ndarray.tolist, bounds_of(model)), strict=True):
        if value == math.inf:
            assert below == above == math.inf
        else:
            assert mpq(below) <= value <= mpq(above)
            most = max(most, (above - below) / max(1, abs(above)))
    return most


def test_bounds_against_exact_values_of_larger_models():
    finite = 0
    for seed in range(15):
        model = large_model(seed)
        values = solve(model.game).values
        finite += sum(value != math.inf for value in values)
        assert width(model, values) < 1e-11
    assert finite > 200


@pytest.mark.parametrize("scale", [mpq(10) ** 400, mpq(1, 10**400), mpq(10) ** 30])
def test_gains_far_from_1(scale):
    model = large_model(3, scale)
    values = solve(model.game).values
    assert any(value != math.inf for value in values)
    low, high = bounds_of(model)
    for value, below, above in zip(values, low.tolist(), high.tolist(), strict=True):
        assert below == value if value == math.inf else below == -math.inf or mpq(below) <= value
        assert above == math.inf or value <= mpq(above)


def test_who_may_wait_for_nothing_waits_for_nothing():
    # Passed on and back without gain; the first may end it for 5, the second for 2. The third tosses a coin.
    model = Model.from_arrays(
        [1, 0, 1], [0, 2, 4, 6], [0, 1, 2, 3, 4, 5, 7], [1, 3, 0, 3, 2, 0, 3], [1, mpq(1, 3), mpq(2, 3)],
        [0, 0, 0, 0, 0, 1, 2], [0],
    )  # fmt: skip
    gained = np.array([0, 1, 0, 2, 0, 0])
    game = ArrayGame(0, "waits")
    game.model = replace(model, game=game, gains=Numbered([mpq(0), mpq(5), mpq(2)], gained))
    values = solve(game).values
    assert values == [math.inf, math.inf, math.inf] or width(game.model, values) < 1e-13
    model = replace(game.model, seats=np.array([1, 1, 1], dtype=np.int8))
    game.model = replace(model, game=game)
    values = solve(game).values
    assert values == [2, 2, mpq(2, 3)]
    assert width(game.model, values) < 1e-13


@pytest.mark.parametrize("right", [0.2, 0.0])
def test_where_floats_find_nothing_bounds_hold(right, monkeypatch):
    luck = np.random.default_rng(3)
    solved = Block.values_of

    def spoiled(*given):
        values = solved(*given)
        return values if luck.random() < right else values + luck.normal(size=len(values))

    monkeypatch.setattr(Block, "values_of", spoiled)
    monkeypatch.setattr(strategy_iteration, "_ROUNDS", 20)
    apart = unknown = 0
    for seed in range(60):
        model = random_model(seed)
        for value, below, above in zip(solve(model.game).values, *bounds_of(model), strict=True):
            assert below <= value <= above
            apart += below < math.inf and above - below > 0.01
            unknown += below < above == math.inf
    assert apart > 5
    assert (unknown > 5) == (right == 0)


def test_a_value_of_nothing_beside_others():
    # At 0 seat 1 ends it for nothing, by and by; at 1 seat 0 may pass there, at a gain. Solved together, 0 is not 0.
    third = mpq(1, 3)
    model = Model.from_arrays(
        [1, 0], [0, 2, 4], [0, 2, 4, 6, 7], [0, 1, 0, 2, 0, 1, 0], [mpq(1, 2), third, 2 * third, 1],
        [0, 0, 2, 1, 0, 0, 3], [0],
    )  # fmt: skip
    game = ArrayGame(0, "nothing")
    game.model = replace(model, game=game, gains=Numbered([mpq(0), mpq(3)], np.array([0, 0, 1, 0])))
    assert width(game.model, [mpq(0), mpq(6)]) < 1e-13


def test_a_long_way_to_the_end():
    # It ends with a chance of a millionth a move; nobody has a choice, and then seat 1 may stop for a little more.
    rare = mpq(1, 10**6)
    model = Model.from_arrays([1], [0, 2], [0, 2, 3], [0, 1, 1], [1 - rare, rare, 1], [0, 1, 2], [0])
    game = ArrayGame(0, "long")
    game.model = replace(model, game=game, gains=Numbered([mpq(1), mpq(10**6 + 1)], np.array([0, 1])))
    assert width(game.model, [mpq(10**6)]) < 1e-8


def test_numbers_that_are_no_bounds_are_refused(monkeypatch):
    refused, held = 0, []
    monkeypatch.setattr(reward_bounds, "check_bounds", lambda *given: held.append(given))
    for seed in range(60):
        model = random_model(seed)
        bound_rewards(model)
        _, traps, low, high, unit = held.pop()
        assert unit == 1
        check_bounds(model, traps, low, high, 1)
        for x in np.flatnonzero(traps == 0).tolist():
            for which, by in ((0, 0.01), (1, -0.01)):
                ends = [low.copy(), high.copy()]
                ends[which][x] += by
                ends[1 - which] = np.where(traps > 0, math.inf, -math.inf if which else math.inf)
                with pytest.raises(NotProved, match="do not hold together"):
                    check_bounds(model, traps, *ends, 1)
                refused += 1
        for x in np.flatnonzero(traps).tolist():
            other = low.copy()
            other[x] = 5
            with pytest.raises(NotProved, match="do not hold together"):
                check_bounds(model, traps, other, high, 1)
    assert refused > 60


def test_a_waiting_seat_1_is_no_upper_bound_and_infinity_no_lower_one():
    # It waits for nothing, or ends it for 5: 0 satisfies Bellman's equation.
    model = Model.from_arrays([1], [0, 2], [0, 1, 2], [0, 1], [1], [0, 0], [0])
    model = replace(model, gains=Numbered([mpq(0), mpq(5)], np.array([0, 1])))
    none = np.zeros(1, dtype=np.int64)
    for low, high in ((0.0, 0.0), (0.0, 4.0), (5.1, 6.0), (math.inf, math.inf), (6.0, 5.5)):
        with pytest.raises(NotProved):
            check_bounds(model, none, np.array([low]), np.array([high]), 1)
    for low, high in ((5 - 1e-9, 5 + 1e-9), (0.0, 6.0), (4.0, math.inf)):
        check_bounds(model, none, np.array([low]), np.array([high]), 1)


def test_numbers_below_all_others_prove_nothing_by_being_rounded_away():
    # Three positions to go round in: a third of the smallest float is nothing.
    third = mpq(1, 3)
    model = Model.from_arrays([1] * 3, [0, 1, 2, 3], [0, 3, 6, 9], [0, 1, 2] * 3, [third], [0] * 9, [0])
    model = replace(model, gains=Numbered([mpq(0)], np.zeros(3, dtype=np.int64)))
    least = np.full(3, 5e-324)
    with pytest.raises(NotProved):
        check_bounds(model, np.zeros(3, dtype=np.int64), -least, least, 1)
