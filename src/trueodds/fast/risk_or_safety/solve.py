"""The fast road from the rules to a `RiskOrSafetySolution`: bounds, exact values, proof."""

from __future__ import annotations

import os
from collections.abc import Collection
from concurrent.futures import Executor
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from gmpy2 import mpq

from ...exact.reconstruction import LowestTerms
from ...games.risk_or_safety import RiskOrSafety
from ...parameters import whole_number
from ...runtime.executors import Progress
from ...solution import NotProved
from .all.bounds import UNKNOWN, Bounds, by_pairs, by_sweeps
from .all.exact import Proof, Values, boundary, pair_values, prove
from .all.solution import RiskOrSafetySolution
from .large.all_values import start_fractions
from .large.denominators import Plan
from .large.moves import ProvedMoves, proved_moves
from .large.solution import LargeTargetSolution
from .layout import Layout, check_size, everywhere_bytes, start_bytes, terms_bytes
from .reference import turn_values

#: How to find the strategy and the values. All give the same answers; without a choice it is the first up to
#: `EVERYWHERE` positions, the last beyond.
METHODS = {
    "pairs": "rigorous bounds pair by pair, then rational elimination",
    "sweeps": "the paper's bound-tightening sweeps, then rational elimination",
    "twin": "plain fractions from the rules, every move of both players tried",
    "start": "moves proved by twofold floats, values from mass pushed down in residues",
}

#: Positions up to which all moves everywhere are compared exactly if no method is asked for; equal targets to 127.
EVERYWHERE = 1_024_000


def usual_method(game: RiskOrSafety, options: Collection[str] = ()) -> str:
    """The method for a game if none is asked for: the first that is quick, and takes the options that are given.

    Examples
    --------
    >>> usual_method(RiskOrSafety(target=127)), usual_method(RiskOrSafety(target=128))
    ('pairs', 'start')
    """
    layout = Layout(max(game.target, game.opponent_target), min(game.target, game.opponent_target))
    return "pairs" if layout.size <= EVERYWHERE and "checkpoint" not in options else "start"


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
        For ``"start"``; see `start.start_value`.

    Raises
    ------
    MemoryError
        The targets are too large for this machine; the message has the estimate and what would fit.
    NotProved
        The moves at some needs could not be proved (never seen for a fair coin).
    """
    layout = Layout(max(game.target, game.opponent_target), min(game.target, game.opponent_target))
    if method is None:
        method = usual_method(game, () if checkpoint is None else ("checkpoint",))
    if checkpoint is not None and method != "start":
        raise ValueError(f"a checkpoint goes with method 'start', not {method!r}")
    if method == "start":
        check_size(layout.most, layout.least, start_bytes)
        moves = proved_moves(layout.most, layout.least, game.heads, progress)
        plan = _planned(moves)
        return LargeTargetSolution(game, METHODS[method], moves.proof, moves, plan, executor, progress, checkpoint)
    check_size(layout.most, layout.least, everywhere_bytes)
    if method == "twin":
        found = turn_values(
            game.target, game.opponent_target, Fraction(int(game.heads.numerator), int(game.heads.denominator))
        )
        values: Values = boundary(layout) | {(0, i, j): mpq(value) for (i, j), value in found.items()}
        how = "all moves compared in exact arithmetic"
        proof = prove(layout, game.heads, values, progress)
    else:
        bounds = (by_sweeps if method == "sweeps" else by_pairs)(layout, game.heads, progress)
        values = pair_values(bounds, game.heads, progress=progress)
        proof = prove(layout, game.heads, values, progress)
        _agree(bounds, proof)
        how = f"{bounds.layout.size - bounds.unknown} positions decided by bounds, {bounds.unknown} exactly"
        if method == "sweeps":
            how = f"{bounds.sweeps} sweeps, " + how
    ties = proof.ties
    tied = "no ties" if not ties else f"{ties} tie{'s' if ties > 1 else ''}"
    sentence = f"exact Bellman equality at {proof.positions} positions over {proof.moves} moves, {tied}; {how}"
    return RiskOrSafetySolution(game, METHODS[method], sentence, MappingProxyType(values), proof.S, layout)


def _agree(bounds: Bounds, proof: Proof) -> None:
    """Bounds and exact proof reached the same moves by separate ways; a difference would be a fault of this package."""
    decided = bounds.S != UNKNOWN
    if (bounds.S[decided] != proof.S[decided]).any():
        raise AssertionError("a position decided by bounds is refuted exactly: please report this")


def start_values(
    count: int, heads: Any = None, progress: Progress | None = None, executor: str | Executor = "threads"
) -> list[LowestTerms]:
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
        See `solver.work.run_chunks`.

    Returns
    -------
    list of LowestTerms
        OEIS A387261(n), A387262(n).

    Examples
    --------
    >>> [(int(value.numerator), int(value.denominator)) for value in start_values(4)]
    [(2, 3), (4, 7), (6, 11), (2236, 4165)]
    """
    count = whole_number("count", count)
    check_size(count, count, terms_bytes)
    moves = proved_moves(count, count, mpq(1, 2) if heads is None else heads, progress)
    return start_fractions(_planned(moves), executor, progress)


def _planned(moves: ProvedMoves) -> Plan:
    if moves.undecided:
        i, j, _ = moves.undecided[0]
        raise NotProved(f"needs {i} against {j}: no number of coins could be proved best")
    return Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
