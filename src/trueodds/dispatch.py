"""Takes any game, picks the method that its entry names, returns a Solution."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .catalog.entry import Entry, Method, load
from .catalog.registry import find
from .game import Game, check_game
from .runtime.executors import check_progress, use_executor

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .runtime.executors import Progress
    from .solver.model import Model


def methods(game: Game | Model) -> tuple[str, ...]:
    """How a game can be solved: the names that `solve` takes as `method`, the usual one first.

    Parameters
    ----------
    game : Game
        The rules.

    Returns
    -------
    tuple of str

    Raises
    ------
    TypeError
        Not a game.

    See Also
    --------
    solve : Takes one of them.

    Examples
    --------
    >>> import trueodds
    >>> methods(trueodds.RiskOrSafety(target=3))
    ('pairs', 'sweeps', 'twin', 'start', 'general')
    >>> methods(trueodds.Pig(target=20))
    ('turns', 'general', 'start')
    """
    return tuple(find(_game(game)).all_methods)


def solve(
    game: Game | Model,
    method: str | None = None,
    progress: Progress | None = None,
    *,
    executor: str | Executor | Any = "threads",
    checkpoint: str | os.PathLike[str] | None = None,
    max_positions: int | None = None,
) -> Any:
    """Solve a game exactly: its value, all best moves, and the proof.

    Parameters
    ----------
    game : Game or Model
        The rules with their parameters, e.g. ``RiskOrSafety(target=20)``, or a game of your own, also as arrays.
    method : str, optional
        The way to solve it; `methods` lists the names, the usual one first. ``"general"`` solves any game, exactly at
        every position; ``"start"`` solves games too large for that: moves by bounds, the value of the start exactly.
        A game may have faster methods of its own, and its own ``"start"``; `trueodds solve GAME --help` says what they
        are, and which it is if left out. All methods of a game give the same answer.
    progress : callable, optional
        Called now and then with the name of a stage, how far it is, and how far it goes (None if unknown).
    executor : {"threads", "serial", "processes"}, concurrent.futures.Executor or distributed.Client
        What runs independent chunks of a large computation, in methods that have such; of any game, the bounds of
        components that do not lead to each other.
    checkpoint : path, optional
        A file that keeps the finished part of a large computation of the start's value; a run that was killed continues
        from it. For methods that take one. It is not deleted: do so when the answer is safe.
    max_positions : int, optional
        Refuse games of more positions (the methods for any game).

    Returns
    -------
    Solution
        Of the method's own kind, such as `GeneralSolution`.

    Raises
    ------
    TypeError, ValueError
        Not a game, rules with a fault, or an unknown method.
    MemoryError
        The game is too large; refused before the memory is taken.
    NotProved
        The game can go on for ever, or a claim could not be proved.

    See Also
    --------
    methods : The names of the methods of a game.
    duel : Both strategies given.
    best_response : One strategy given.
    simulate : Play it, and compare.

    References
    ----------
    A. J. Hoffman and R. M. Karp, On nonterminating stochastic games, Management Science 12, 1966.
    The proofs are in docs/mathematics.md, the sources of each method in docs/algorithms.md.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.solve(trueodds.RiskOrSafety(target=3)).value
    mpq(6,11)
    """
    game = _game(game)
    check_progress(progress)
    one, options = _choose(game, method, checkpoint=checkpoint, max_positions=max_positions)
    if "executor" in one.options:
        options["executor"] = executor
    with use_executor(None if executor == "threads" else executor):  # what is said for a whole command stays so
        return load(one.solver)(game, progress=progress, **one.given, **options)


def solve_moves(
    game: Game | Model, method: str | None = None, progress: Progress | None = None, *, max_positions: int | None = None
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
    game = _game(game)
    check_progress(progress)
    one, options = _choose(game, method, max_positions=max_positions)
    return load(one.moves or one.solver)(game, progress=progress, **one.given, **options)


def _game(given: Game | Model) -> Game:
    """A game; of a model its game."""
    if not isinstance(given, Game):
        from .solver.model import Model  # not before: what it opens takes longer than to solve a small game

        given = given.game if isinstance(given, Model) else given
    check_game(given)
    return given


def _choose(game: Game, method: str | None, **asked: Any) -> tuple[Method, dict[str, Any]]:
    """The method, and the options that were given and go with it."""
    entry = find(game)
    known = entry.all_methods
    if method is not None and method not in known:
        raise ValueError(f"method must be one of {', '.join(known)}, not {method!r}")
    options = {name: value for name, value in asked.items() if value is not None}
    chosen = method or _usual(entry, game, tuple(options))
    for option in options:
        _check_option(game, entry, chosen, option)
    return known[chosen], options


def _usual(entry: Entry, game: Game, options: tuple[str, ...]) -> str:
    """The method if none is asked for."""
    if entry.choose:
        return str(load(entry.choose)(game, options))
    return next(iter(entry.all_methods))


def _check_option(game: Game, entry: Entry, chosen: str, option: str) -> None:
    known = entry.all_methods
    if option not in known[chosen].options:
        takers = [repr(name) for name, one in known.items() if option in one.options]
        where = f"method {' or '.join(takers)}" if takers else f"no method of {game.name}"
        what = {"checkpoint": "a checkpoint"}.get(option, option)
        raise ValueError(f"{what} goes with {where}, not with {chosen!r}")
