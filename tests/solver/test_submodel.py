"""Traps of random games, and the moves that keep play in them, agree with enumeration."""

import math

from trueodds.solver.graph import find_traps, holding_moves

from . import oracle
from .oracle import REWARDS


def moves_of(model, x):
    return range(model.first_move[x], model.first_move[x + 1])


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
        for last in (False, True):  # by any of its holding moves, whatever seat 1 does
            legal = [moves_of(model, x) for x in range(len(traps))]
            made = [([y for y in own if holds[y]] or own)[-1 if last else 0] - own.start for own in legal]
            found = oracle.against_all(drawn, 0, made)
            assert all(value == math.inf for value, trap in zip(found, infinite, strict=True) if trap)
        layers += traps.max() > 1
    assert layers > 2
