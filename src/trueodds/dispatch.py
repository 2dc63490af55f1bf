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
        its own ``"start"`` for large targets: proved moves, the value of the start, and other values on the best path
        by a call; if left out, it is ``"pairs"`` up to targets of 127 and ``"start"`` beyond. Coinball, Two coins and
        Greed go by ``"layers"`` and Pig by ``"turns"`` if nothing is said. All roads of a game give the same answer.
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
    own = _own_method(game, method, max_positions)
    if checkpoint is not None and not (own and isinstance(game, RiskOrSafety)):
        raise ValueError("a checkpoint goes with Risk or Safety by method 'start' only")
    if not own:
        return _any_game(method).solve(game, progress, _limit(max_positions))
    if isinstance(game, RiskOrSafety):
        return own.solve(game, method, progress, executor, checkpoint)
    return own.solve(game, progress)


def solve_moves(
    game: Game, method: str | None = None, progress: Progress | None = None, *, max_positions: int | None = None
) -> Any:
    """The same as `solve` without the value of the start where this is work of its own, for those who ask for moves.

    Parameters
    ----------
    game, method, progress, max_positions
        As for `solve`.

    Returns
    -------
    Solution
        Where the value was left out, `value` raises ValueError and `with_value` computes it.

    Examples
    --------
    >>> import trueodds
    >>> solve_moves(trueodds.Pig(target=20)).best_moves
    frozenset({'roll'})
    """
    own = _own_method(game, method, max_positions)
    module = own or _any_game(method)
    moves = getattr(module, "solve_moves", module.solve)
    if not own:
        return moves(game, progress, _limit(max_positions))
    return moves(game, method, progress) if isinstance(game, RiskOrSafety) else moves(game, progress)


def _own_method(game: Game, method: str | None, max_positions: int | None) -> Any:
    """The module of a game's own methods; None if the method is one for any game."""
    known = methods(game)
    if method is not None and method not in known:
        raise ValueError(f"method must be one of {', '.join(known)}, not {method!r}")
    chosen = method or known[0]
    if chosen == GENERAL or (chosen == START and not isinstance(game, RiskOrSafety)):
        return None
    if max_positions is not None:
        raise ValueError(f"max_positions goes with the methods for any game, not with {chosen!r}")
    where = ".fast.risk_or_safety.solve" if isinstance(game, RiskOrSafety) else _ROADS[type(game)][1]
    return importlib.import_module(where, __package__)


def _any_game(method: str | None) -> Any:
    return importlib.import_module(".solver.bounded" if method == START else ".solver.general", __package__)


def _limit(max_positions: int | None) -> int:
    from .solver.model import MAX_POSITIONS

    return MAX_POSITIONS if max_positions is None else max_positions
