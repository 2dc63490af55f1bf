"""Solve any game with one of the methods that its entry in the registry lists."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .catalog.entry import Method, load
from .catalog.registry import find
from .game import Game, check_game
from .runtime.executors import connect
from .runtime.run import Run

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .runtime.executors import Progress
    from .solver.model import Model


def methods(game: Game | Model) -> tuple[str, ...]:
    """Return the names of the methods that solve a game: its own methods, then those for any game.

    Parameters
    ----------
    game : Game or Model
        The rules.

    Returns
    -------
    tuple of str

    Raises
    ------
    TypeError
        The argument is neither a game nor a `Model`.

    See Also
    --------
    solve : Solve a game with one of these methods.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.methods(trueodds.RiskOrSafety(target=3))
    ('pairs', 'sweeps', 'reference', 'start', 'general')
    >>> trueodds.methods(trueodds.Pig(target=20))
    ('turns', 'general', 'start')
    """
    return tuple(find(_game(game)).all_methods)


def solve(
    game: Game | Model,
    method: str | None = None,
    *,
    workers: int | str | Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> Any:
    """Solve a game exactly: find its value and all best moves, and prove them.

    Parameters
    ----------
    game : Game or Model
        A game of this package, such as ``RiskOrSafety(target=20)``, a user-defined game, or a `Model`.
    method : str, optional
        One of the names that `methods` returns. The default is the first; for some games, it depends on the game's
        size. If `checkpoint`, or `workers` other than 1, is given and that method does not compute in chunks, the
        default is the first method that does. ``"general"`` solves any game, exactly at every position. ``"start"``
        solves games that are too large for ``"general"``: it proves the moves by bounds and computes only the value of
        the start exactly. A game may have faster methods and its own ``"start"``; see `trueodds solve GAME --help`. All
        methods that succeed give the same answer.
    workers : int, str or concurrent.futures.Executor, optional
        Where to compute the independent chunks of a large computation, for methods that compute in chunks. By default,
        they are computed in threads of this process. 1 means this process without threads; a larger number, up to
        10,000, is the number of processes on this machine; an address such as ``"tcp://10.0.0.1:8786"`` means the
        workers of a Dask scheduler. An open executor is also accepted.
    checkpoint : path, optional
        A file in which to save the progress of a large computation, and from which to resume it, for methods that
        compute in chunks. The file is not deleted at the end.
    progress : callable, optional
        Called repeatedly with the name of a stage, the amount done, and the total (None if unknown).
    max_positions : int, optional
        The largest number of positions allowed, by default 1,000,000. Only the methods for any game accept it:
        ``"general"``, and ``"start"`` unless the game has its own.

    Returns
    -------
    Solution
        The class depends on the method, for example `GeneralSolution`.

    Raises
    ------
    TypeError, ValueError
        The game has the wrong type, the rules are inconsistent, or the method is unknown or cannot use an option.
    MemoryError
        The game is too large; if its size is known in advance, this is checked before memory is allocated.
    NotProved
        The game may never end, and infinite play has no value or is not supported; or a claim could not be proved.

    See Also
    --------
    methods : List the methods of a game.
    duel : Compute the odds if both strategies are given.
    best_response : Compute the best response to a given strategy.
    simulate : Play a game many times, and compare the results with the exact odds.

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
    game, run = _game(game), Run(workers, checkpoint, progress, max_positions)
    implementation = choose_method(game, method, run)
    with connect(workers) as connected:
        return load(implementation.solver)(game, replace(run, workers=connected), **implementation.given)


def solve_moves(
    game: Game | Model,
    method: str | None = None,
    *,
    progress: Progress | None = None,
    max_positions: int | None = None,
) -> Any:
    """Solve a game as `solve` does, but skip the value of the start if it is expensive; `with_value` computes it."""
    game, run = _game(game), Run(progress=progress, max_positions=max_positions)
    implementation = choose_method(game, method, run)
    return load(implementation.moves or implementation.solver)(game, run, **implementation.given)


def _game(game: Game | Model) -> Game:
    """Return the game, or the game of a `Model`, after checking it."""
    if not isinstance(game, Game):
        from .solver.model import Model  # imported here, because the import takes longer than solving a small game

        game = game.game if isinstance(game, Model) else game
    check_game(game)
    return game


def choose_method(game: Game, method: str | None, run: Run) -> Method:
    """Return the named or the default method; raise ValueError if it is unknown or cannot use the settings of `run`."""
    entry = find(game)
    choices = entry.all_methods
    if method is not None and method not in list(choices):  # the name may be unhashable
        raise ValueError(f"method must be one of {', '.join(choices)}, not {method!r}")
    in_chunks = [name for name, choice in choices.items() if choice.chunks]
    needs_chunks = run.is_distributed or run.checkpoint is not None
    if method is None:
        method = str(load(entry.choose)(game)) if entry.choose else next(iter(choices))
        if needs_chunks and in_chunks and method not in in_chunks:
            method = in_chunks[0]
    options = {
        "workers": (run.is_distributed, in_chunks),
        "a checkpoint": (run.checkpoint is not None, in_chunks),
        "max_positions": (run.max_positions is not None, [name for name, choice in choices.items() if choice.limited]),
    }
    for option, (is_set, allowed) in options.items():
        if is_set and method not in allowed:
            if not allowed:
                raise ValueError(f"{game.name} has no method that can use {option}")
            raise ValueError(f"{option} can be used with method {' or '.join(map(repr, allowed))}, not with {method!r}")
    return choices[method]
