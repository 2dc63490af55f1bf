"""Compare the array computations that write a certificate with plain loops over positions and moves."""

import math
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz

import trueodds
from trueodds.certificates import bounds
from trueodds.certificates.ranks import rank_positions
from trueodds.solution import NotProved
from trueodds.solver.bounds import bound
from trueodds.solver.model import explore

from ..solver import oracle
from .test_rewards import random_model

GAMES = [
    trueodds.Pig(7),
    trueodds.Coinball(6),
    trueodds.Greed(5, 3),
    trueodds.SuperSix(2),
    trueodds.RiskOrSafety(6, heads="2/5"),
    trueodds.Rules(
        3,
        lambda x: ["stay", "go"],
        lambda x, move: (
            [(Fraction(1, 3), None, Fraction(-5, 2)), (Fraction(2, 3), 7 - x)]
            if move == "go"
            else [(Fraction(1, 2), None, x), (Fraction(1, 2), 7 - x)]
        ),
        lambda x: x % 2,
        name="payoffs below 0",
    ),
]


def judge_one_by_one(model, unit, low, high):
    """Return what bounds imply about the moves of each position."""
    holds, left, keeps = [], [], []
    for x, seat in enumerate(model.seats.tolist()):
        found = []
        for y in range(model.first_move[x], model.first_move[x + 1]):
            reach = range(model.first_outcome[y], model.first_outcome[y + 1])
            for known in (low, high):
                after = [(model.probabilities[z], known[model.targets[z]]) for z in reach]
                endless = any(value == math.inf for _, value in after)
                own = sum((chance * value for chance, value in after if not endless), model.constants[y] / unit)
                found.append(math.inf if endless else own)
        lows, highs = found[::2], found[1::2]
        choose = min if seat else max
        holds.append(choose(lows) >= low[x] and choose(highs) <= high[x])
        left += [l <= min(highs) if seat else h >= max(lows) for l, h in zip(lows, highs, strict=True)]
        keeps += [h <= high[x] if seat else l >= low[x] for l, h in zip(lows, highs, strict=True)]
    return [holds, left, keeps]


@pytest.mark.parametrize("common", [0, 500])  # fractions, whole numbers
def test_arrays_judge_moves_like_exact_fractions(common, luck, monkeypatch):
    """Test good bounds, wider ones, and bounds that are wrong by a unit or more."""
    monkeypatch.setattr(bounds, "_COMMON", common)
    monkeypatch.setattr(bounds, "_BLOCK", 7)
    refused = 0
    for model in [*map(explore, GAMES), *map(random_model, range(30))]:
        unit, found = model.payoff_scale()[0] / mpz(2) ** 64, bound(model)
        low = [mpz(0) if one == -math.inf else one if one == math.inf else mpq(one) // unit for one in found.low]
        high = [one if one == math.inf else -(mpq(-one) // unit) for one in found.high]
        for turn in range(5):
            mine, its = list(low), list(high)
            for one, sign in (mine, 1), (its, -1):
                for x in luck.sample(range(len(one)), min(turn, len(one))):
                    one[x] += sign * luck.choice([-1, 1, -1, 2**20, 2**62]) if one[x] != math.inf else 0
            judged = [part.tolist() for part in bounds.judge_moves(model, unit, mine, its)]
            assert judged == judge_one_by_one(model, unit, mine, its)
            assert all(judged[0]) or turn or model.gains
            refused += not all(judged[0])
    assert refused > 50


def plain_ranks(model, low, high, keeps):
    """Return the ranks of both sides by their definition, and the positions that need a rank and have none."""
    must, worth, found = model.infinite_play is None, model.infinite_play, [0] * len(low)
    sides = [1 if must else (l > worth) - (h < worth) for l, h in zip(low, high, strict=True)]
    for side in (-1, 1):
        moves, needed = [], [1] * len(low)
        for x in (x for x, own in enumerate(sides) if own == side):
            every = must or side == (1 if model.seats[x] else -1)
            own = range(model.first_move[x], model.first_move[x + 1])
            needed[x] = len(own) if every else 1
            for y in (y for y in own if every or keeps[y]):
                after = model.targets[model.first_outcome[y] : model.first_outcome[y + 1]].tolist()
                moves.append((x, {to for to in after if sides[to] == side} | ({None} if model.ends[y] else set())))
        found = list(map(sum, zip(found, oracle.ranks(len(low), moves, needed), strict=True)))
    return found, [x for x, (rank, side) in enumerate(zip(found, sides, strict=True)) if side and not rank]


def test_ranks_are_those_of_plain_loops(luck):
    refused, longest, grid = 0, 0, [Fraction(k, 4) for k in range(5)]
    for turn in range(400):
        count = luck.randrange(1, 8)
        moves = [
            [luck.sample(range(count + 1), luck.randrange(1, min(3, count + 1))) for _ in range(luck.randrange(1, 4))]
            for _ in range(count)
        ]
        model = trueodds.Model.from_arrays(
            [luck.randrange(2) for _ in range(count)],
            np.cumsum([0, *map(len, moves)]),
            np.cumsum([0, *(len(move) for own in moves for move in own)]),
            [to for own in moves for move in own for to in move],
            [Fraction(1, 2), 1],
            [0 if len(move) == 2 else 1 for own in moves for move in own for _ in move],
            [1],
            infinite_play=luck.choice(grid) if turn % 4 else None,
        )
        low, high = zip(*(sorted(luck.choices(grid, k=2)) for _ in range(count)), strict=True)
        keeps = np.array([luck.random() < 0.7 for _ in range(len(model.moves))])
        expected, lacking = plain_ranks(model, low, high, keeps)
        if lacking:
            refused += 1
            with pytest.raises(NotProved, match=f"^no ranks show that play from {lacking[0]} ends$"):
                rank_positions(model, low, high, keeps)
            continue
        found = rank_positions(model, low, high, keeps)
        if found is None:  # every move leads forward
            assert turn % 4 == 0
            place = {x: at for at, x in enumerate(model.graph.components.members.tolist())}
            assert all(place[to] < place[x] for x, own in enumerate(moves) for move in own for to in move if to < count)
            continue
        assert found.tolist() == expected
        unit = Fraction(1, 8)
        assert (
            rank_positions(model, *([one / unit for one in side] for side in (low, high)), keeps, unit) == found
        ).all()
        longest = max(longest, *expected)
    assert 50 < refused < 300
    assert longest > 3
