"""The one door: takes any game, picks the road, returns a Solution."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from .game import Game, check_game
from .games.coinball import Coinball
from .games.greed import Greed
from .games.pig import Pig
from .games.risk_or_safety import RiskOrSafety
from .games.two_coins import TwoCoins

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .runtime.executors import Progress

#: The road that any game can take.
GENERAL = "general"

#: The same for games too large for exact values everywhere: moves by bounds, the start's value exactly.
START = "start"

#: Other roads, by the class of the game: name of the method, and the module with its `solve`. Without a choice it
#: is the first.
_ROADS: dict[type[Game], tuple[str, str]] = {
    Coinball: ("layers", ".fast.packed.coinball"),
    Greed: ("layers", ".fast.greed.solve"),
    Pig: ("turns", ".fast.pig.solve"),
    TwoCoins: ("layers", ".fast.packed.two_coins"),
}


def methods(game: Game) -> tuple[str, ...]:
    """How a game can be solved: the names that `solve` takes as `method`, the usual one first.

    Examples
    --------
    >>> import trueodds
    >>> methods(trueodds.RiskOrSafety(target=3))
    ('pairs', 'sweeps', 'twin', 'start', 'general')
    >>> methods(trueodds.Pig(target=20))
    ('turns', 'general', 'start')
    """
    check_game(game)
    if isinstance(game, RiskOrSafety):
        from .fast.risk_or_safety.solve import METHODS  # kernels are loaded when used

        return (*METHODS, GENERAL)
    road = _ROADS.get(type(game))
    return (road[0], GENERAL, START) if road else (GENERAL, START)


def solve(
    game: Game,
    method: str | None = None,
    progress: Progress | None = None,
    *,
    executor: str | Executor = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
    max_positions: int | None = None,
) -> Any:
    """Solve a game exactly: its value, all best moves, and the proof.

    Parameters
    ----------
    game : Game
        The rules with their parameters, e.g. ``RiskOrSafety(target=20)``, or a game of your own.
    method : str, optional
        How; `methods` tells what there is, the usual one first. ``"general"`` solves any game, exactly at every
        position; ``"start"`` solves games too large for that: moves by bounds, the value of the start exactly.
        Risk or Safety has ``"pairs"``, ``"sweeps"`` (the paper's iteration), ``"twin"`` (plain fractions, slow), and
        its own ``"start"`` for large targets: proved moves, and values on the best path, computed when they are asked
        for; if left out, it is ``"pairs"`` up to targets of 127 and ``"start"`` beyond. Coinball, Two coins and Greed
        go by ``"layers"`` and Pig by ``"turns"`` if nothing is said. All roads of a game give the same answer.
    progress : callable, optional
        Called now and then with the name of a stage, how far it is, and how far it goes (None if unknown).
    executor : {"threads", "serial", "processes"} or concurrent.futures.Executor
        What runs independent blocks of a large computation (Risk or Safety by ``"start"``).
    checkpoint : path, optional
        A file that keeps what a large computation of the start's value has done; a killed run goes on from it
        (Risk or Safety by ``"start"``). It stays: delete it when the answer is put away.
    max_positions : int, optional
        Refuse games of more positions (``"general"`` and, but for Risk or Safety, ``"start"``).

    Returns
    -------
    Solution
        Of the road's own kind, e.g. `RiskOrSafetySolution`, or `GeneralSolution`.

    Raises
    ------
    TypeError, ValueError
        Not a game, rules that do not hold together, or an unknown method.
    MemoryError
        The game is too large; refused before the memory is taken.
    NotProved
        The game can go on for ever, or a claim could not be proved.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.solve(trueodds.RiskOrSafety(target=3)).value
    mpq(6,11)
    """
    known = methods(game)
    if method is not None and method not in known:
        raise ValueError(f"method must be one of {', '.join(known)}, not {method!r}")
    chosen = method or known[0]
    first_game = game if isinstance(game, RiskOrSafety) else None
    any_game = chosen == GENERAL or (chosen == START and not first_game)
    if checkpoint is not None and (any_game or not first_game):
        raise ValueError("a checkpoint goes with Risk or Safety by method 'start' only")
    if max_positions is not None and not any_game:
        raise ValueError(f"max_positions goes with the methods for any game, not with {chosen!r}")
    if any_game:
        from .solver import bounded, general
        from .solver.model import MAX_POSITIONS

        solve_any = general.solve if chosen == GENERAL else bounded.solve
        return solve_any(game, progress, MAX_POSITIONS if max_positions is None else max_positions)
    if first_game:
        from .fast.risk_or_safety import solve as risk_or_safety

        return risk_or_safety.solve(first_game, method, progress, executor, checkpoint)
    module = importlib.import_module(_ROADS[type(game)][1], __package__)
    return module.solve(game, progress)
