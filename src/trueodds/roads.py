"""The one door: takes any game, picks the road, returns a Solution."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .game import Game
from .games.risk_or_safety import RiskOrSafety

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .risk_or_safety.bounds import Progress


def solve(
    game: Game,
    method: str | None = None,
    progress: Progress | None = None,
    *,
    executor: str | Executor = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
) -> Any:
    """Solve a game exactly: its value, all best moves, and the proof.

    Parameters
    ----------
    game : Game
        The rules with their parameters, e.g. ``RiskOrSafety(target=20)``.
    method : str, optional
        How. For Risk or Safety ``"pairs"``, ``"sweeps"`` (the paper's iteration), ``"twin"`` (plain fractions, slow),
        or ``"start"`` for large targets: proved moves, and values on the best path, computed when they are asked for.
        All give the same answer; if left out, it is ``"pairs"`` up to targets of 127 and ``"start"`` beyond.
    progress : callable, optional
        Called now and then with the name of a stage, how far it is, and how far it goes (None if unknown).
    executor : {"threads", "serial", "processes"} or concurrent.futures.Executor
        What runs independent blocks of a large computation.
    checkpoint : path, optional
        A file that keeps what a large computation of the start's value has done; a killed run goes on from it.

    Returns
    -------
    Solution
        A `RiskOrSafetySolution`, or a `FarSolution` by ``"start"``.

    Raises
    ------
    TypeError, ValueError
        Not a game that can be solved here, or an unknown method.
    MemoryError
        The game is too large for this machine; refused before any memory is taken.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.solve(trueodds.RiskOrSafety(target=3)).value
    mpq(6,11)
    """
    if not isinstance(game, RiskOrSafety):
        raise TypeError(f"game must be a RiskOrSafety, not {game!r} ({type(game).__name__})")
    from .risk_or_safety import road  # kernels are loaded when used

    if method is not None and method not in road.METHODS:
        raise ValueError(f"method must be one of {', '.join(road.METHODS)}, not {method!r}")
    return road.solve(game, method, progress, executor, checkpoint)
