"""Positions from which play can be kept from ending, against all pairs of strategies; and models without them."""

import itertools
import random

import numpy as np
from gmpy2 import mpq

from trueodds.solver.graph import find_traps, holding_moves
from trueodds.solver.model import Model
from trueodds.solver.submodel import restrict


def random_model(seed):
    """Positions with loops of all kinds; few moves end the game."""
    luck = random.Random(seed)
    count = luck.randrange(2, 6)
    seats = [luck.randrange(2) for _ in range(count)]
    first_move, first_outcome, targets = [0], [0], []
    for _ in range(count):
        for _ in range(luck.choice((1, 2, 2))):
            targets += luck.sample(range(count + 1), luck.choice((1, 2)))
            first_outcome.append(len(targets))
        first_move.append(len(first_outcome) - 1)
    which = [length - 1 for length in np.diff(first_outcome) for _ in range(length)]
    return Model.from_arrays(seats, first_move, first_outcome, targets, [mpq(1), mpq(1, 2)], which, [0])


def after(model, y):
    """Where a move may lead; None to an end."""
    reach = model.targets[model.first_outcome[y] : model.first_outcome[y + 1]].tolist()
    return reach + [None] * bool(model.ends[y])


def lasts(model, choice):
    """From where play may never end, if both follow their choices."""
    count = len(model.positions)
    reach = [after(model, y) for y in choice]
    ending = {None}
    while more := {x for x in range(count) if x not in ending and ending.intersection(reach[x])}:
        ending |= more
    lost = set(range(count)) - ending
    while more := {x for x in range(count) if x not in lost and lost.intersection(reach[x])}:
        lost |= more
    return lost


def choices(model, seat, own=None):
    """All strategies of a seat, with what the other follows if that is given."""
    moves = [range(a, b) for a, b in itertools.pairwise(model.first_move.tolist())]
    fixed = own or [None] * len(moves)
    return itertools.product(*(all_ if model.seats[x] == seat else [fixed[x]] for x, all_ in enumerate(moves)))


def test_traps_are_where_seat_0_can_miss_the_end_and_their_moves_do():
    layers = 0
    for seed in range(400):
        model = random_model(seed)
        count = len(model.positions)
        wanted = set()
        for first in choices(model, 0):
            answers = [lasts(model, own) for own in choices(model, 1, list(first))]
            wanted |= set.intersection(*answers)
        traps = find_traps(model)
        assert set(np.flatnonzero(traps).tolist()) == wanted
        endless, holds = holding_moves(model, traps)
        assert endless.tolist() == [bool(wanted.intersection(after(model, y))) for y in range(len(model.moves))]
        # By any of its moves that hold seat 0 can miss the end, whatever seat 1 does.
        for last in (False, True):
            made = [range(model.first_move[x], model.first_move[x + 1]) for x in range(count)]
            made = [next((y for y in (own[::-1] if last else own) if holds[y]), own[0]) for own in made]
            for own in choices(model, 1, made):
                assert wanted <= lasts(model, own)
        for x in wanted:
            own = holds[model.first_move[x] : model.first_move[x + 1]]
            assert own.all() if model.seats[x] == 1 else own.any()
        assert not any(holds[model.first_move[x] : model.first_move[x + 1]].any() for x in set(range(count)) - wanted)
        layers += traps.max() > 1
    assert layers > 20


def test_a_model_without_its_traps():
    tried = 0
    for seed in range(200):
        model = random_model(seed)
        inside = find_traps(model) == 0
        if inside.all() or not inside.any():
            continue
        tried += 1
        part = restrict(model, inside)
        assert part.positions.tolist() == np.flatnonzero(inside).tolist() == part.model.positions
        for at, x in enumerate(part.positions.tolist()):
            own = range(part.model.first_move[at], part.model.first_move[at + 1])
            stays = [y for y in range(*model.first_move[x : x + 2]) if inside[model.targets[reach(model, y)]].all()]
            assert part.moves[own.start : own.stop].tolist() == stays
            assert part.model.seats[at] == model.seats[x]
            for y, number in zip(own, stays, strict=True):
                assert part.model.moves[y] == model.moves[number]
                assert part.model.ends[y] == model.ends[number]
                targets = part.positions[part.model.targets[reach(part.model, y)]]
                assert targets.tolist() == model.targets[reach(model, number)].tolist()
                assert part.model.probabilities[reach(part.model, y)] == model.probabilities[reach(model, number)]
        allowed = np.ones(len(model.moves), dtype=bool)
        allowed[part.moves[0]] = False
        assert restrict(model, inside, allowed).moves.tolist() == part.moves[1:].tolist()
    assert tried > 40


def reach(model, y):
    return slice(model.first_outcome[y], model.first_outcome[y + 1])
