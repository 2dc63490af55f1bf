"""Faults injected on the way to a value of Pig: each is caught and named, and no value comes out."""

import copy

import numpy as np
import pytest

import trueodds
from trueodds import NotProved
from trueodds.exact import pipeline
from trueodds.exact.modular import random_prime
from trueodds.fast.pig import many_primes, values
from trueodds.fast.pig.bounds import HOLD
from trueodds.fast.pig.solve import solve, solve_moves
from trueodds.fast.pig.values import Strategy
from trueodds.runtime.executors import WorkerError
from trueodds.runtime.run import Run

from ..faulty import Faulty

GAME = trueodds.Pig(40)
VALUE = solve(GAME).value


def flipped(result):
    result[-1, 5] ^= 1
    return result


def below_the_primes(result):
    result[:] = np.where(result > 0, result - 1, 0)
    return result


PLAUSIBLE = {"one bit": flipped, "all zeros": np.zeros_like, "one less everywhere": below_the_primes}
IMPOSSIBLE = {
    "int64": lambda result: result.astype(np.int64),
    "a row short": lambda result: result[:-1],
    "not below the primes": lambda result: np.full_like(result, 2**32 - 1),
    "no array": lambda result: result.tolist(),
}


@pytest.fixture(params=["one chunk", "several chunks"])
def chunks(request, monkeypatch):
    if request.param == "several chunks":
        monkeypatch.setattr(many_primes, "_WORK", 1)


@pytest.mark.usefixtures("chunks")
@pytest.mark.parametrize("times", [1, 10**9])
@pytest.mark.parametrize("fault", PLAUSIBLE)
def test_a_chunk_computed_wrong(fault, times):
    with pytest.raises(NotProved, match=r"^check of (a value|the chunks of residues)"):
        solve(GAME, Run(Faulty(PLAUSIBLE[fault], times)))


@pytest.mark.usefixtures("chunks")
@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_a_chunk_that_cannot_be(fault, caplog):
    """Once: it is computed again. Twice: an error."""
    change = IMPOSSIBLE[fault]
    assert solve(GAME, Run(Faulty(change))).value == VALUE
    assert caplog.text.count("came back wrong") == 1
    with pytest.raises(WorkerError, match=r"came back wrong .* check of a chunk of residues.*; again, chunk"):
        solve(GAME, Run(Faulty(change, 10**9)))


def test_a_wrong_result(monkeypatch):
    real = pipeline._reconstruct
    monkeypatch.setattr(pipeline, "_reconstruct", lambda *given: [number // 2 for number in real(*given)])
    with pytest.raises(NotProved, match=r"^check of a value modulo \d+: it does not solve the equations"):
        solve(GAME)


def test_a_wrong_determinant_is_seen_by_the_equations(monkeypatch):
    real = Strategy._program

    def wrong(*given):
        pairs, numbers = real(*given)
        at = next(at for at, pair in enumerate(pairs) if not pair.equal)
        pairs[at] = pairs[at]._replace(determinant=pairs[at].determinant + 2)
        return pairs, numbers

    monkeypatch.setattr(Strategy, "_program", wrong)
    with pytest.raises(NotProved, match=r"^check of (a pair of needs|a value|the chunks of residues)"):
        solve(GAME)


def test_a_wrong_determinant_is_seen_where_only_the_second_value_is_asked():
    """That value is made of the determinant on both ways; only the pair's other equation knows better."""
    strategy = Strategy(solve_moves(GAME).bounds.rolls, 6)
    pairs, _ = strategy._program(strategy.reachable([(12, 9)]))
    assert values._evaluate(pairs, [], [], random_prime()) == []
    pairs[-1] = pairs[-1]._replace(determinant=pairs[-1].determinant + 2)
    with pytest.raises(NotProved, match=r"^check of a pair of needs modulo \d+: wrong determinant"):
        values._evaluate(pairs, [], [], random_prime())


def test_a_multiple_that_is_too_small(monkeypatch):
    real = values._multiple
    monkeypatch.setattr(values, "_multiple", lambda *given: real(*given) // 5)
    with pytest.raises(NotProved, match=r"^check of (a value|the chunks of residues)"):
        solve(GAME)


@pytest.mark.parametrize("move", ["roll", "hold"])
def test_wrong_moves_are_seen_by_the_bounds(move):
    """The recurrence is right for the wrong strategy; the bounds that proved the moves are not of it."""
    solution = copy.deepcopy(solve_moves(GAME))
    solution.bounds.states.flags.writeable = True
    for i in range(1, 41):
        for j in range(1, 41):
            solution.bounds.row(i, j)[2:] = HOLD
    position = (6, 0, 0)
    with pytest.raises(NotProved, match=rf"^check of {move} at needs 40 and 40, turn total 6: outside of the bounds"):
        solution._values((move,), 6, *GAME.needs(position), Run())


def test_the_start_is_held_too():
    solution = copy.deepcopy(solve_moves(GAME))
    solution.bounds.states.flags.writeable = True
    solution.bounds.row(40, 40)[2:] = HOLD
    with pytest.raises(NotProved, match=r"^check of roll at needs 40 and 40, turn total 0: outside of the bounds"):
        solution.with_value()
