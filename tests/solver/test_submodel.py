"""Models derived from others: without traps, with one move per position; and moves that hold play in traps."""

import math

import numpy as np
import pytest

from trueodds.solver.graph import find_traps, holding_moves
from trueodds.solver.submodel import follow_moves, restrict

from . import oracle
from .oracle import KINDS, REWARDS


def moves_of(model, x):
    return range(model.first_move[x], model.first_move[x + 1])


def after(model, y):
    return slice(model.first_outcome[y], model.first_outcome[y + 1])


def same_move(part, own, model, y, numbers):
    """Return whether move `own` of a part is move `y` of the model; `numbers` maps positions of the part."""
    targets = numbers[part.targets[after(part, own)]].tolist()
    return (
        targets == model.targets[after(model, y)].tolist()
        and part.probabilities[after(part, own)] == model.probabilities[after(model, y)]
        and part.ends[own] == model.ends[y]
    )


def test_traps_and_holding_moves():
    layers = 0
    for seed in range(150):
        drawn = oracle.draw(seed, REWARDS)
        model = oracle.model_of(drawn)
        infinite = [value == math.inf for value in oracle.solve(drawn)]
        traps = find_traps(model)
        assert (traps > 0).tolist() == infinite
        endless, holds = holding_moves(model, traps)
        leads = [any(infinite[x] for x in reach if x is not None) for own in oracle.reach_of(drawn) for reach in own]
        assert endless.tolist() == leads
        for x, seat in enumerate(drawn.seats):
            own = holds[moves_of(model, x).start : moves_of(model, x).stop]
            assert not own.any() if not infinite[x] else own.all() if seat == 1 else own.any()
        for last in (False, True):  # by any of its moves that hold, whatever seat 1 does
            legal = [moves_of(model, x) for x in range(len(traps))]
            made = [([y for y in own if holds[y]] or own)[-1 if last else 0] - own.start for own in legal]
            found = oracle.against_all(drawn, 0, made)
            assert all(value == math.inf for value, trap in zip(found, infinite, strict=True) if trap)
        layers += traps.max() > 1
    assert layers > 2


def test_model_without_traps():
    tried = 0
    for seed in range(200):
        model = oracle.draw_model(seed, REWARDS, 6)
        inside = find_traps(model) == 0
        if inside.all() or not inside.any():
            continue
        tried += 1
        part = restrict(model, inside)
        assert part.positions.tolist() == np.flatnonzero(inside).tolist() == part.model.positions
        for at, x in enumerate(part.positions.tolist()):
            stays = [y for y in moves_of(model, x) if inside[model.targets[after(model, y)]].all()]
            own = moves_of(part.model, at)
            assert part.moves[own.start : own.stop].tolist() == stays
            assert part.model.seats[at] == model.seats[x]
            for y, number in zip(own, stays, strict=True):
                assert part.model.moves[y] == model.moves[number]
                assert same_move(part.model, y, model, number, part.positions)
        allowed = np.ones(len(model.moves), dtype=bool)
        allowed[part.moves[0]] = False
        assert restrict(model, inside, allowed).moves.tolist() == part.moves[1:].tolist()
    assert tried > 20


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(40))
def test_chain_of_given_moves(kind, seed):
    luck, model = np.random.default_rng(seed), oracle.draw_model(seed, kind, 12, math.inf)
    count = len(model.positions)
    choice = luck.integers(model.first_move[:-1], model.first_move[1:])
    start = int(luck.integers(count))
    first = int(luck.choice(moves_of(model, start))) if seed % 2 else None
    chain, order = follow_moves(model, choice, start, first)
    made = [first if x == count else int(choice[x]) for x in order.tolist()]
    assert order[0] == (start if first is None else count)
    assert chain.seats.tolist() == [model.seats[start if x == count else x] for x in order]
    reached = {order[0].item()}
    for at, y in enumerate(made):
        assert chain.first_move[at] == at
        assert same_move(chain, at, model, y, order)
        assert chain.constants[at] == model.constants[y]
        reached.update(model.targets[after(model, y)].tolist())
    assert sorted(order.tolist()) == sorted(reached)
