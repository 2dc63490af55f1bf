"""The fast method, from the rules to a `PigSolution`: bounds, open positions, the value of the start."""

from __future__ import annotations

import os
from concurrent.futures import Executor

from ...games.pig import Pig
from ...parameters import readable_number
from ...runtime.executors import Progress, is_elsewhere
from ...runtime.memory import require_memory
from .bounds import bounds, bounds_bytes
from .solution import PigProof, PigSolution
from .undecided import settle
from .values import value_bytes

_METHOD = "bounds of every value in floats, pair by pair; exact values modulo many primes"
_SIDES = 1 << 31  # the kernel's limit


def solve(
    game: Pig,
    progress: Progress | None = None,
    executor: str | Executor = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
) -> PigSolution:
    """Solve Pig, with a proof: the best moves at every position, and the value of the start.

    Parameters
    ----------
    game : Pig
        The rules.
    progress : callable, optional
        Called with a stage's name, how far it is and how far it goes.
    executor, checkpoint
        For the value of the start; see `values.Strategy.evaluate`.

    Returns
    -------
    PigSolution

    Raises
    ------
    MemoryError
        The targets are too large for this machine; the message has the estimate.
    ValueError
        A die of 2^31 sides or more; a checkpoint of something else, or that another run has.

    Notes
    -----
    Cost with six sides, on one core: moves 0.03 s at target 100, 0.3 s at 200, 4 s at 500; the value of the start
    0.2 s, 2 s, 55 s, more than half of it in chunks. Memory: half a byte times the cube of the target, and
    `values.value_bytes`.

    Examples
    --------
    >>> solve(Pig(target=5, sides=6)).value
    mpq(216,271)
    """
    larger, smaller = _targets(game)
    threads = 1 if executor == "serial" or is_elsewhere(executor) else os.cpu_count() or 1
    _require(bounds_bytes(larger, smaller) + value_bytes(larger, smaller, threads), game)
    return solve_moves(game, progress).with_value(progress, executor, checkpoint)


def solve_moves(game: Pig, progress: Progress | None = None) -> PigSolution:
    """The same without the value of the start, which takes most of the time.

    Examples
    --------
    >>> solve_moves(Pig(target=5, sides=6)).best_moves
    frozenset({'roll'})
    """
    larger, smaller = _targets(game)
    if game.sides >= _SIDES:
        raise ValueError(f"sides must be below 2^31 to be solved, not {readable_number(game.sides)}")
    _require(bounds_bytes(larger, smaller), game)
    found = bounds(larger, smaller, game.sides, progress)
    settled = settle(found, progress)
    decided = (
        ("float64", found.compared - found.unknown),
        ("256-bit bounds", settled.by_bounds),
        ("exactly", settled.exactly),
    )
    gap = (("least difference", found.gap),) if found.gap < 1 else ()
    proof = PigProof("comparison", found.compared, decided, len(settled.ties), found.closest, bounds=gap)
    return PigSolution(game, _METHOD, proof, found)


def _targets(game: Pig) -> tuple[int, int]:
    """The larger and the smaller."""
    return max(game.target, game.opponent_target), min(game.target, game.opponent_target)


def _require(count: int, game: Pig) -> None:
    """Refuse what would take more memory than there is."""
    require_memory(count, f"targets {readable_number(game.target)} and {readable_number(game.opponent_target)}")
