"""The fast methods from the rules to a `RiskOrSafetySolution`: bounds, exact values, proof."""

from __future__ import annotations

import os
from collections.abc import Collection
from concurrent.futures import Executor
from fractions import Fraction
from typing import Literal, overload

from gmpy2 import mpq

from ...game import Rational
from ...games.risk_or_safety import RiskOrSafety
from ...parameters import whole_number
from ...runtime.executors import Progress
from ...solution import NotProved
from .all.bounds import UNKNOWN, Bounds, by_pairs, by_sweeps
from .all.exact import Checked, Values, boundary, pair_values, prove
from .all.solution import DecidedProof, RiskOrSafetySolution
from .large.all_values import start_fractions
from .large.denominators import Plan
from .large.held import hold_moves
from .large.moves import ProvedMoves
from .large.prove import proved_moves
from .large.solution import LargeTargetSolution
from .layout import Layout, all_positions_bytes, all_values_bytes, check_size, start_bytes
from .reference import turn_values

#: How to find the strategy and the values. All give the same answers; without a choice it is the first up to
#: `MAX_ALL_POSITIONS` positions, the last beyond.
METHODS = {
    "pairs": "rigorous bounds pair by pair, then rational elimination",
    "sweeps": "the paper's bound-tightening sweeps, then rational elimination",
    "twin": "plain fractions from the rules, every move of both players tried",
    "start": "moves proved by double-word floats, values from mass pushed down in residues",
}

#: Positions up to which the moves at all of them are compared exactly if no method is named; equal targets to 127.
MAX_ALL_POSITIONS = 1_024_000


def usual_method(game: RiskOrSafety, options: Collection[str] = ()) -> str:
    """The method for a game if none is asked for: the first that is quick, and takes the options that are given.

    Examples
    --------
    >>> usual_method(RiskOrSafety(target=127)), usual_method(RiskOrSafety(target=128))
    ('pairs', 'start')
    """
    layout = Layout(max(game.target, game.opponent_target), min(game.target, game.opponent_target))
    return "pairs" if layout.size <= MAX_ALL_POSITIONS and "checkpoint" not in options else "start"


@overload
def solve(
    game: RiskOrSafety,
    method: Literal["pairs", "sweeps", "twin"],
    progress: Progress | None = None,
    executor: str | Executor = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
) -> RiskOrSafetySolution: ...


@overload
def solve(
    game: RiskOrSafety,
    method: Literal["start"],
    progress: Progress | None = None,
    executor: str | Executor = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
) -> LargeTargetSolution: ...


@overload
def solve(
    game: RiskOrSafety,
    method: str | None = None,
    progress: Progress | None = None,
    executor: str | Executor = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
) -> RiskOrSafetySolution | LargeTargetSolution: ...


def solve(
    game: RiskOrSafety,
    method: str | None = None,
    progress: Progress | None = None,
    executor: str | Executor = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
) -> RiskOrSafetySolution | LargeTargetSolution:
    """Solve Risk or Safety exactly, with a proof.

    Parameters
    ----------
    game : RiskOrSafety
        The rules.
    method : {"pairs", "sweeps", "twin", "start"}, optional
        See `METHODS`. The first three give values and best moves at every position, the last on the best path.
    progress : callable, optional
        Called with a stage's name, how far it is and how far it goes.
    executor, checkpoint
        For ``"start"``; see `large.start_value.start_value`.

    Raises
    ------
    MemoryError
        The targets are too large for this machine; the message has the estimate and what would fit.
    NotProved
        The moves at some needs could not be proved (never seen for a fair coin).
    """
    if checkpoint is not None and method is not None and method != "start":
        raise ValueError(f"a checkpoint goes with method 'start', not {method!r}")
    found = solve_moves(game, "start" if checkpoint is not None else method, progress)
    if isinstance(found, LargeTargetSolution):
        return found.with_value(progress, executor, checkpoint)
    return found


def solve_moves(
    game: RiskOrSafety, method: str | None = None, progress: Progress | None = None
) -> RiskOrSafetySolution | LargeTargetSolution:
    """The same without the value of the start where this is work of its own: for large targets.

    Examples
    --------
    >>> solve_moves(RiskOrSafety(target=500)).best_moves
    frozenset({2})
    """
    layout = Layout(max(game.target, game.opponent_target), min(game.target, game.opponent_target))
    if method is None:
        method = usual_method(game)
    if method == "start":
        check_size(layout.larger, layout.smaller, start_bytes)
        moves = proved_moves(layout.larger, layout.smaller, game.heads, progress)
        plan = _make_plan(moves)
        return LargeTargetSolution(game, METHODS[method], moves.proof, moves, plan)
    check_size(layout.larger, layout.smaller, all_positions_bytes)
    decided: tuple[tuple[str, int], ...] = ()
    sweeps = None
    if method == "twin":
        plain = turn_values(
            game.target, game.opponent_target, Fraction(int(game.heads.numerator), int(game.heads.denominator))
        )
        values: Values = boundary(layout) | {(0, i, j): mpq(value) for (i, j), value in plain.items()}
        checked = prove(layout, game.heads, values, progress)
    else:
        bounds = (by_sweeps if method == "sweeps" else by_pairs)(layout, game.heads, progress)
        values = pair_values(bounds, game.heads, progress=progress)
        checked = prove(layout, game.heads, values, progress)
        _agree(bounds, checked)
        decided = ("bounds", layout.size - bounds.unknown), ("exactly", bounds.unknown)
        sweeps = bounds.sweeps if method == "sweeps" else None
    proof = DecidedProof(
        "exact Bellman equality", checked.positions, decided, checked.ties, checked.moves, sweeps=sweeps
    )
    return RiskOrSafetySolution(game, METHODS[method], proof, values, checked.S, layout)


def _agree(bounds: Bounds, proof: Checked) -> None:
    """Bounds and exact proof reached the same moves by separate ways; a difference would be a fault of this package."""
    decided = bounds.S != UNKNOWN
    if (bounds.S[decided] != proof.S[decided]).any():
        raise AssertionError("a position decided by bounds is refuted exactly: please report this")


def start_values(
    count: int,
    heads: Rational | None = None,
    progress: Progress | None = None,
    executor: str | Executor = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
) -> list[Rational]:
    """The exact values V(n, n) of the start for targets n = 1 … count, from one strategy.

    Parameters
    ----------
    count : int
        The largest target.
    heads : mpq, optional
        Probability of heads, 1/2 if left out.
    progress : callable, optional
        As for `solve`.
    executor : str or Executor
        See `runtime.executors.run_chunks`.
    checkpoint : path, optional
        As for `solve`: a file that keeps residues, from which a killed run goes on; delete it afterwards.

    Returns
    -------
    list of mpq
        OEIS A387261(n), A387262(n).

    Raises
    ------
    TypeError, ValueError
        With the value that was wrong and what is allowed; or the checkpoint belongs to something else.
    MemoryError
        Too many values for this machine; refused before any memory is taken.

    See Also
    --------
    proved_moves : The strategy that they come from.
    solve : One target, with all that is known of it.

    References
    ----------
    R. Jehn, Optimal strategy in the game Risk or Safety, arXiv:2603.01002, 2026, section 3.3.
    OEIS Foundation, A387261 and A387262, https://oeis.org/A387261.

    Examples
    --------
    >>> start_values(4)
    [mpq(2,3), mpq(4,7), mpq(6,11), mpq(2236,4165)]
    """
    count = whole_number("count", count)
    check_size(count, count, all_values_bytes)
    moves = proved_moves(count, count, mpq(1, 2) if heads is None else heads, progress)
    values = start_fractions(_make_plan(moves), executor, progress, checkpoint)
    hold_moves(moves, {(n, n): value for n, value in enumerate(values, 1)})
    return values


def _make_plan(moves: ProvedMoves) -> Plan:
    if moves.undecided:
        i, j, _ = moves.undecided[0]
        raise NotProved(f"needs {i} against {j}: no number of coins could be proved best")
    return Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
