"""Solve Pig by the fast method: bounds, undecided positions, then the value of the start."""

from __future__ import annotations

import os

from ...games.pig import Pig
from ...parameters import format_number
from ...runtime.memory import require_memory
from ...runtime.run import Run
from .bounds import bound_values, count_bounds_bytes
from .solution import PigProof, PigSolution
from .undecided import settle
from .values import estimate_value_bytes

_METHOD = "float bounds on every value, pair by pair; exact values modulo many primes"
_SIDES = 1 << 31  # the kernel's limit


def solve(game: Pig, run: Run = Run()) -> PigSolution:
    """Return the proved best moves of Pig at every position, and the exact value of the start.

    Cost with six sides, on one core, for targets of 100, 200 and 500: 0.03 s, 0.3 s and 4 s for the moves; 0.2 s, 2 s
    and 55 s for the value of the start. Memory: for equal targets, about target³ / 2 bytes, plus those that
    `values.estimate_value_bytes` estimates.
    """
    larger, smaller = _order_targets(game)
    threads = 1 if run.workers is not None else os.cpu_count() or 1
    _require(count_bounds_bytes(larger, smaller) + estimate_value_bytes(larger, smaller, threads), game)
    return solve_moves(game, run).with_value(run)


def solve_moves(game: Pig, run: Run = Run()) -> PigSolution:
    """Solve Pig without the value of the start, which would take most of the time."""
    larger, smaller = _order_targets(game)
    if game.sides >= _SIDES:
        raise ValueError(
            f"sides must be below 2^31, not {format_number(game.sides)}; "
            "`solve` with method 'general' or 'start' allows more"
        )
    _require(count_bounds_bytes(larger, smaller), game)
    pig_bounds = bound_values(larger, smaller, game.sides, run.progress)
    settled = settle(pig_bounds, run.progress)
    decided = (
        ("float64", pig_bounds.compared - pig_bounds.unknown),
        ("256-bit bounds", settled.by_bounds),
        ("exactly", settled.exactly),
    )
    gap = (("least difference", pig_bounds.gap),) if pig_bounds.gap < 1 else ()
    proof = PigProof("comparison", pig_bounds.compared, decided, len(settled.ties), pig_bounds.closest, bounds=gap)
    return PigSolution(game, _METHOD, proof, pig_bounds)


def _order_targets(game: Pig) -> tuple[int, int]:
    """Return the larger and the smaller target."""
    return max(game.target, game.opponent_target), min(game.target, game.opponent_target)


def _require(count: int, game: Pig) -> None:
    """Raise MemoryError unless `count` bytes of memory are free."""
    require_memory(count, f"targets {format_number(game.target)} and {format_number(game.opponent_target)}")
