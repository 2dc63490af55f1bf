"""Sweeps: their bounds hold the exact values, are those of the reference, and answer while they work."""

import random
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import general, sweeps
from trueodds.solver.bounds import bound, bound_by_strategies
from trueodds.solver.model import Model, explore
from trueodds.solver.strategy_bounds import StrategyBounds


def random_model(rng, size, loops, least=0):
    """Positions of up to three moves, which lead anywhere, or only to later positions; payoffs from `least`."""
    payoffs = [Fraction(rng.randint(7 * least, 70), 7 * rng.randint(1, 9)) for _ in range(4)]
    first_move, first_outcome, targets, chances = [0], [0], [], []
    for x in range(size):
        for _ in range(rng.randint(1, 3)):
            some = list(range(size) if loops else range(x + 1, size))
            on = rng.sample(some, min(len(some), rng.randint(0, 4)))
            own = [*on, size + rng.randrange(4)]
            parts = [rng.randint(1, 99) for _ in own]
            targets += own
            chances += [Fraction(part, sum(parts)) for part in parts]
            first_outcome.append(len(targets))
        first_move.append(len(first_outcome) - 1)
    seats = [rng.randint(0, 1) for _ in range(size)]
    return Model.from_arrays(seats, first_move, first_outcome, targets, chances, np.arange(len(chances)), payoffs)


def wrong_bounds(model, found):
    """How many exact values are not within the bounds, or have a best move that was left out."""
    exact = general.solve(model.game)
    return sum(
        not (mpq(low) <= value <= mpq(high) and set(best) <= set(left))
        for low, high, value, left, best in zip(
            found.low.tolist(), found.high.tolist(), exact.values, found.candidates, exact.best, strict=True
        )
    )


@given(st.integers(0, 10**9), st.integers(1, 12), st.booleans(), st.sampled_from([0, 0, -9]))
def test_bounds_hold_the_exact_values_and_are_no_wider_than_the_references(seed, size, loops, least):
    model = random_model(random.Random(seed), size, loops, least)
    found, reference = bound(model), bound_by_strategies(model)
    assert wrong_bounds(model, found) == wrong_bounds(model, reference) == 0
    assert np.all(found.low <= reference.high)
    assert np.all(reference.low <= found.high)
    scale = float(max(map(abs, model.payoffs)))
    assert np.max(found.high - found.low) <= np.max(reference.high - reference.low) + 1e-13 * scale


@pytest.mark.parametrize("least", [0, -9])
def test_without_the_error_bound_they_do_not_hold(least, monkeypatch):
    models = [random_model(random.Random(seed), 12, False, least) for seed in range(40)]
    assert sum(wrong_bounds(model, bound(model)) for model in models) == 0
    monkeypatch.setattr(sweeps, "UNIT", 0.0)
    monkeypatch.setattr(sweeps, "MARGIN", 0.0)
    assert sum(wrong_bounds(model, bound(model)) for model in models) > 20


def toss_until(rare):
    """Two players in turns: win with a rare chance, else the other moves; or give up for 1/3."""
    return Model.from_arrays(
        [0, 1],
        [0, 2, 3],
        [0, 2, 3, 5],
        [2, 1, 4, 3, 0],
        [rare, 1 - rare, Fraction(1)],
        [0, 1, 2, 0, 1],
        [1, 0, mpq(1, 3)],
    )


def test_components_in_which_sweeps_crawl_are_bounded_by_strategies(monkeypatch):
    called, run = [], StrategyBounds.bound
    monkeypatch.setattr(
        StrategyBounds, "bound", lambda self, own, *given: called.append(own.tolist()) or run(self, own, *given)
    )
    model = toss_until(Fraction(1, 10**7))
    found = bound(model)
    assert called == [[0, 1], [0, 1]]
    assert wrong_bounds(model, found) == 0
    assert found.candidates == [[0], [0]]
    assert found.high[0] - found.low[0] < 1e-5
    called.clear()  # the exact method has asked, too
    quick = toss_until(Fraction(1, 10))
    assert wrong_bounds(quick, bound(quick)) == 0
    assert called == []


def test_a_small_budget_changes_nothing_but_how_often_it_tells(monkeypatch):
    model = explore(trueodds.Pig(9))
    told = []
    whole = bound(model)
    monkeypatch.setattr(sweeps, "_BUDGET", 50)
    assert bound(model, lambda *given: told.append(given)) == whole
    assert len(told) > 100
    assert {name for name, _, _ in told} == {"bounds"}
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)


def test_progress_may_interrupt(monkeypatch):
    monkeypatch.setattr(sweeps, "_BUDGET", 50)

    def interrupt(*_):
        raise KeyboardInterrupt

    model = explore(trueodds.Pig(9))
    with pytest.raises(KeyboardInterrupt):
        bound(model, progress=interrupt)


def test_the_same_moves_as_pigs_own_method():
    model = explore(trueodds.Pig(25))
    found = bound(model)
    own = trueodds.solve(trueodds.Pig(25))
    assert np.max(found.high - found.low) < 1e-13
    for x, position in enumerate(model.positions):
        moves = [model.moves[model.first_move[x] + y] for y in found.candidates[x]]
        assert set(moves) == own.best_moves_at(position)
