"""Bounds of games that need not end, against exact values: they hold, and they are narrow."""

import random

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.solver import endless_bounds
from trueodds.solver.bounds import bound, widest_component
from trueodds.solver.general import solve
from trueodds.solver.graph import end_components
from trueodds.solver.model import Model
from trueodds.solver.submodel import merge_end_components

WORTHS = (mpq(0), mpq(1), mpq(1, 2), mpq(1, 3), mpq(-1))


def random_model(seed, most):
    """A game with end components of all kinds; payoffs below 0, too."""
    luck = random.Random(seed)
    count = luck.randrange(2, most)
    seats = [luck.randrange(2) for _ in range(count)]
    first_move, first_outcome, targets, which, table = [0], [0], [], [], []
    for _ in range(count):
        for _ in range(luck.choice((1, 2, 2, 3))):
            over = luck.choice((0, 0, 0, 3))  # ways in which the move may end the game
            own = luck.sample(range(count + over), min(count + over, luck.choice((1, 2, 3))))
            parts = [luck.randrange(1, 5) for _ in own]
            targets += own
            for part in parts:
                chance = mpq(part, sum(parts))
                table += [chance] * (chance not in table)
                which.append(table.index(chance))
            first_outcome.append(len(targets))
        first_move.append(len(first_outcome) - 1)
    worth = luck.choice(WORTHS)
    payoffs = [0, 1, mpq(luck.randrange(-2, 5), 4)]
    return Model.from_arrays(
        seats, first_move, first_outcome, targets, table, which, payoffs, infinite_play=worth
    ), worth


@pytest.mark.parametrize(("seeds", "most", "width"), [(range(1000, 1020), 60, 1e-9)])
def test_bounds_hold_and_are_narrow(seeds, most, width):
    loops = 0
    for seed in seeds:
        model, _ = random_model(seed, most)
        values = solve(model.game).values
        found = bound(model)
        low, high = found.low, found.high
        for value, below, above in zip(values, low.tolist(), high.tolist(), strict=True):
            assert mpq(below) <= value <= mpq(above)
        assert (high - low).max() < width
        loops += end_components(model)[0].max() >= 0
    assert loops > len(seeds) // 4


def test_bounds_hold_whatever_the_guess(monkeypatch):
    luck, apart = np.random.default_rng(5), 0

    def anything(blocks, *_):
        return luck.integers(blocks.model.first_move[:-1], blocks.model.first_move[1:])

    monkeypatch.setattr(endless_bounds, "_guess", anything)
    for seed in range(80):
        model, _ = random_model(seed, 8)
        components = model.graph.components
        found = bound(model)
        low, high = found.low, found.high
        for value, below, above in zip(solve(model.game).values, low.tolist(), high.tolist(), strict=True):
            assert mpq(below) <= value <= mpq(above)
        if (high - low).max() > 0.1:
            apart += 1
            x, size = widest_component(model, low, high)
            assert size == (components.label == components.label[x]).sum()
            assert high[x] - low[x] >= (high - low).max() / 2
            before = components.label < components.label[x]
            assert (high - low)[before].max(initial=0) < (high - low).max() / 2
    assert apart > 25


def test_a_move_that_leads_to_a_merged_loop_in_two_ways():
    # Two positions to stay at; with 1/2 each it leads to them, and else it ends.
    model = Model.from_arrays(
        [0, 0, 0],
        [0, 1, 3, 4],
        [0, 4, 5, 6, 7],
        [1, 2, 3, 4, 2, 3, 1],
        [mpq(1, 4), mpq(1)],
        [0, 0, 0, 0, 1, 1, 1],
        [0, 1],
        infinite_play=mpq(1, 3),
    )
    merged, place = merge_end_components(model, 0, mpq(1, 3))
    assert place.tolist() == [1, 0, 0]
    found = bound(merged)
    assert found.low[1] <= 5 / 12 <= found.high[1]  # (1/3 + 1/3 + 0 + 1) / 4
    assert found.high[1] - found.low[1] < 1e-14
