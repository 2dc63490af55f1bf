"""What is computed by arrays when a certificate is written, held against plain loops over positions and moves."""

import random
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz

import trueodds
from trueodds.certificates import bounds
from trueodds.certificates.ranks import promised_sides, rank_positions
from trueodds.solution import NotProved
from trueodds.solver.bounded import bound_moves
from trueodds.solver.bounds import Candidates
from trueodds.solver.model import explore

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


def with_unit(game, slack):
    """A game's bounds as whole numbers, some of them a little wider."""
    model = explore(game)
    unit = model.payoff_scale()[0] / mpz(2) ** 64
    found = bound_moves(model).bounds
    low = [int(mpq(value) // unit) - wide for value, wide in zip(found.low.tolist(), slack, strict=False)]
    high = [
        int(-(mpq(-value) // unit)) + wide for value, wide in zip(found.high.tolist(), reversed(slack), strict=False)
    ]
    return model, unit, low, high


def answers(*given):
    """What arrays and plain fractions say of bounds."""
    found = [[part.tolist() for part in ask(*given)] for ask in (bounds.judge_moves, bounds.judge_one_by_one)]
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_arrays_judge_moves_like_exact_fractions(game, monkeypatch):
    """Of good bounds, of wider ones, and where one bound is a unit or more too much."""
    rng, seen = random.Random(game.name), 0
    for slack in ([0] * 10**4, [k % 3 for k in range(10**4)]):
        model, unit, low, high = with_unit(game, slack)
        holds, _, _ = answers(model, unit, low, high)
        assert all(holds) or any(slack)
    model, unit, low, high = with_unit(game, [0] * 10**4)
    for _ in range(60):
        mine, its = list(low), list(high)
        x, step = rng.randrange(len(low)), rng.choice([1, 2**20, 2**40, 2**62])
        if rng.random() < 0.5:
            mine[x] += step
        else:
            its[x] -= step
        holds, _, _ = answers(model, unit, mine, its)
        seen += not all(holds)
    assert seen > 10
    monkeypatch.setattr(bounds, "judge_one_by_one", None)  # arrays do it alone
    assert all(bounds.judge_moves(model, unit, low, high).holds)


@pytest.mark.parametrize("step", [0, 1, 2**32, 2**33 - 1, -1, -(2**32)])
def test_the_smallest_step_decides(step):
    """Two moves whose worths differ by one unit in the lower half, by one in the upper, and not at all."""
    # Positions 1 and 2, to which the moves lead, lead to themselves: any bounds hold there.
    model = trueodds.Model.from_arrays([0, 0, 0], [0, 2, 3, 4], range(5), [1, 2, 1, 2], [1], [0] * 4, [0])
    low = [2**63 + max(0, step), 2**63, 2**63 + step]
    unit, best = mpq(1, 2**64), [[True, True], [False, True], [True, False]][(step > 0) - (step < 0)]
    holds, left, keeps = answers(model, unit, low, low)
    assert (holds, left) == ([True] * 3, [*best, True, True])
    assert keeps == left
    assert not answers(model, unit, [low[0] + 1, *low[1:]], [low[0] + 1, *low[1:]])[0][0]
    assert not answers(model, unit, low, [low[0] - 1, *low[1:]])[0][0]


def plain_ranks(model, every, sides, best):
    """Ranks by going over all positions again and again."""
    ranks = {}
    for level in range(1, len(model.positions) + 2):
        new = []
        for x in range(len(model.positions)):
            if x in ranks or not sides[x]:
                continue
            falls = []
            for y in range(model.first_move[x], model.first_move[x + 1]):
                after = model.targets[model.first_outcome[y] : model.first_outcome[y + 1]].tolist()
                lower = any(to in ranks and sides[to] == sides[x] for to in after)
                if every[x] or best[y]:
                    falls.append(bool(model.ends[y]) or lower)
            if all(falls) if every[x] else any(falls):
                new.append(x)
        ranks.update(dict.fromkeys(new, level))
    return [ranks.get(x, 0) for x in range(len(model.positions))]


def test_ranks_are_those_of_plain_loops():
    rng, refused, longest = random.Random(11), 0, 0
    for _ in range(300):
        count = rng.randrange(1, 8)
        moves = [
            [rng.sample(range(count + 1), rng.randrange(1, min(3, count + 1))) for _ in range(rng.randrange(1, 4))]
            for _ in range(count)
        ]
        model = trueodds.Model.from_arrays(
            [0] * count,
            np.cumsum([0, *map(len, moves)]),
            np.cumsum([0, *(len(move) for own in moves for move in own)]),
            [to for own in moves for move in own for to in move],
            [Fraction(1, 2), 1],
            [0 if len(move) == 2 else 1 for own in moves for move in own for _ in move],
            [1],
        )
        every = np.array([rng.random() < 0.5 for _ in range(count)])
        sides = np.array([rng.choice([1, 1, 1, 0, -1]) for _ in range(count)], dtype=np.int8)
        best = np.array([rng.random() < 0.7 for _ in range(len(model.moves))])
        for x in range(count):
            best[model.first_move[x]] = True
        expected = plain_ranks(model, every, sides, best)
        if any(side and not rank for side, rank in zip(sides, expected, strict=True)):
            refused += 1
            with pytest.raises(NotProved, match="ends"):
                rank_positions(model, every, sides, best)
        else:
            assert rank_positions(model, every, sides, best).tolist() == expected
            longest = max(longest, *expected)
    assert 50 < refused < 250
    assert longest > 3


def test_sides_of_what_infinite_play_is_worth():
    assert promised_sides([0, 1, 2, 0], [0, 1, 2, 2], 1).tolist() == [-1, 0, 1, 0]


def test_the_texts_of_moves_left():
    left = Candidates(np.array([0, 2, 3, 6]), np.array([False, True, True, True, False, True]))
    assert bounds.left_moves(left) == ["1", "0", "0,2"]
