"""Certificates of expected rewards, and of games that need not end, compared with all pairs of strategies."""

import math
import random
from operator import itemgetter

import pytest
from gmpy2 import mpq

from trueodds.certificates.write import certificate, values_certificate
from trueodds.solution import NotProved
from trueodds.solver.general import solve
from trueodds.solver.model import Model
from trueodds.solver.numbered import Interned

from ..solver.oracle import ENDLESS, draw_model
from .conftest import judge, seal_lines

SEEDS = range(200)


def random_model(seed):
    """A game with loops, ends that pay, and moves that gain something."""
    luck = random.Random(seed)
    count = luck.randrange(1, 5)
    seats, first_move, first_outcome, targets, which = [], [0], [0], [], []
    chances, gained = Interned(), []
    for _ in range(count):
        seats.append(luck.randrange(2))
        for _ in range(luck.choice((1, 2, 2))):
            over = luck.choice((0, 0, 1, 2))  # ways in which it may end the game
            own = luck.sample(range(count + over), min(count + over, luck.choice((1, 1, 2))))
            parts = [luck.randrange(1, 4) for _ in own]
            targets += own
            which += [chances.number(mpq(part, sum(parts))) for part in parts]
            first_outcome.append(len(targets))
            gained.append(mpq(luck.choice((0, 0, 1, 3)), luck.choice((1, 2))))
        first_move.append(len(gained))
    return Model.from_arrays(
        seats,
        first_move,
        first_outcome,
        targets,
        chances.table,
        which,
        [luck.choice((0, 0, 2)), 0],
        name=f"game {seed}",
        gains=gained,
    )


def test_random_models_are_solved_certified_and_accepted(both, seal):
    mixed = traps = 0
    for seed in SEEDS:
        lines = list(certificate(solve(random_model(seed).game)))
        judge(lines)
        good, said = both(seal(lines))
        assert good, said
        ranks = [line.split(" ")[2] for line in lines if line.startswith("p ") and " infinity " in line]
        mixed += 0 < len(ranks) < sum(line.startswith("p ") for line in lines)
        traps += len(set(ranks)) > 1
    assert mixed > 20  # finite and infinite values side by side
    assert traps > 3  # where play is lost to a trap by chance


def iterate(model, values):
    """Bellman's operator, and the best moves."""
    found = []
    for x, seat in enumerate(model.seats.tolist()):
        own = []
        for y in range(model.first_move[x], model.first_move[x + 1]):
            reach = range(model.first_outcome[y], model.first_outcome[y + 1])
            endless = any(values[model.targets[z]] == math.inf for z in reach)
            sums = [model.probabilities[z] * values[model.targets[z]] for z in reach if not endless]
            own.append(math.inf if endless else model.constants[y] + sum(sums))
        top = (min if seat else max)(own)
        found.append((top, [y for y, worth in enumerate(own) if worth == top]))
    return found


@pytest.mark.parametrize("rewards", [True, False])
def test_other_solutions_of_bellmans_equation_are_not_written(rewards):
    tried = 0
    for seed in range(150):
        model, worth = (random_model(seed), math.inf) if rewards else (draw_model(seed, ENDLESS, 4), None)
        worth = worth or model.infinite_play
        right = solve(model.game)
        for start in (mpq(0), mpq(7), math.inf if rewards else mpq(1)):
            other = [start] * len(right.values)
            for _ in range(40):
                other = list(map(itemgetter(0), iterate(model, other)))
            again = iterate(model, other)
            if list(map(itemgetter(0), again)) != other or other == right.values:
                continue
            tried += 1
            with pytest.raises(NotProved):
                list(values_certificate(model, other, [own for _, own in again], worth))
    assert tried > 6


def test_random_games_that_need_not_end_are_accepted(both_all):
    files = []
    for seed in range(60):
        lines = list(certificate(solve(draw_model(seed, ENDLESS, 4).game)))
        judge(lines)
        files.append(seal_lines(lines))
    assert all(good for good, _ in both_all(files))
