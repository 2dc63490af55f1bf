"""What Pig to a target will take: a smaller one is solved and measured, and each stage continued by its own law.

Exponents fitted between targets of 150 and 500 with six sides: moves are as many as positions, pairs of needs reached
grow like n², the bits of the value like n^1.7, and the multiple of the denominators takes pairs times what they add.
"""

from __future__ import annotations

import itertools
import os
import time

from ...games.pig import Pig
from ...runtime.estimate import Estimate, Stage
from . import residues
from .bounds import bounds_bytes
from .many_primes import count_chunks, count_primes
from .solve import solve_moves
from .values import Strategy, value_bytes, value_of

_MEASURED = 150  # the target that is measured: two seconds
_MOVES, _PAIRS, _VALUES, _PUT_TOGETHER = 3.0, 3.1, 4.0, 2.3
_REACHED = 2.3  # pairs
_PAIR_BYTES = 80  # of the program, as plain data
_PRIME_BYTES = 5
_SEAL_BYTES = 200  # of a chunk and of a result, besides what they are


def estimate(game: Pig) -> Estimate:
    """What the moves and the value of the start take.

    Examples
    --------
    >>> found = estimate(Pig(60))
    >>> [stage.name for stage in found.stages]
    ['moves', 'pairs of needs', 'values', 'put together']
    """
    larger, smaller = max(game.target, game.opponent_target), min(game.target, game.opponent_target)
    own_larger = min(larger, _MEASURED)
    own_smaller = max(1, min(smaller, smaller * own_larger // larger))
    ratio = larger / own_larger
    marks = [time.process_time()]
    solved = solve_moves(Pig(own_larger, game.sides, own_smaller))
    marks.append(time.process_time())

    def progress(stage: str, done: int, total: int | None) -> None:
        if not done or done == total:
            marks.append(time.process_time())

    strategy = Strategy(solved.bounds.rolls, game.sides)
    (value,) = strategy.evaluate([value_of(own_larger, own_smaller)], progress, "serial")
    marks.append(time.process_time())
    spent = [after - before for before, after in itertools.pairwise(marks)]
    reached = round(len(strategy.reachable([(own_larger, own_smaller)])) * ratio**_REACHED)
    primes = count_primes(round(value.denominator.bit_length() * ratio ** (_VALUES - _REACHED)))
    chunks = count_chunks(reached, primes)
    each = primes // chunks
    names = (
        ("moves", _MOVES, "one"),
        ("pairs of needs", _PAIRS, "one"),
        ("values", _VALUES, "workers"),
        ("put together", _PUT_TOGETHER, "one"),
    )
    stages = tuple(
        Stage(name, chunks, seconds * ratio**exponent, place, _PRIME_BYTES * each + _SEAL_BYTES, 4 * each + _SEAL_BYTES)
        if place == "workers"
        else Stage(name, 1, seconds * ratio**exponent, place)
        for (name, exponent, place), seconds in zip(names, spent, strict=True)
    )
    pairs = larger * smaller - smaller * (smaller - 1) // 2
    block = 8 * residues.WIDTH * pairs
    return Estimate(
        f"{game.name}, targets {game.target} and {game.opponent_target}, method turns",
        stages,
        bounds_bytes(larger, smaller) + value_bytes(larger, smaller, os.cpu_count() or 1),
        block,
        _PAIR_BYTES * reached,
        f"a target of {own_larger} took {sum(spent):.2g} s of processor time",
    )
