"""Games of one's own on the command line: ``FILE.py:NAME`` in place of a game's name."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from .common import Refused, WholeNumber

max_positions_option = click.option(
    "--max-positions", type=WholeNumber(), help="Refuse games of more positions; a million if left out."
)


def own_command(place: str, run: Callable[..., Any], options: Sequence[Callable[..., Any]]) -> click.Command:
    """A command for a game of one's own.

    Parameters
    ----------
    place : str
        ``FILE.py:NAME``; see `own_game`.
    run : callable
        Takes the game, and the values of the options by name.
    options : sequence of callable
        Click's options.
    """

    def own(**values: Any) -> None:
        """A game of your own: NAME in FILE.py is a trueodds.Game, or gives one when called."""
        run(own_game(place), **values)

    command: Any = own
    for option in reversed(options):
        command = option(command)
    made: click.Command = click.command(place)(command)
    return made


def own_game(place: str) -> Any:
    """A user's own game.

    Parameters
    ----------
    place : str
        ``FILE.py:NAME``; NAME is a `Game`, or a class or function that gives one when called without arguments.

    Raises
    ------
    Refused
        There is no such file or name, or it is no game. What the file itself raises is passed on with a note.
    """
    from ..game import Game

    file, _, name = place.partition(":")
    if not name.isidentifier():
        raise Refused(f"{place}: a game of your own is FILE.py:NAME, such as dice.py:game")
    if not Path(file).is_file():
        raise Refused(f"{file}: no such file")
    spec = importlib.util.spec_from_file_location("trueodds_own_game", file)
    assert spec is not None  # for its name ends in .py
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except SystemExit as stop:
        raise Refused(f"{file} ended Python by SystemExit({stop.code!r}) when it was opened") from stop
    except Exception as error:
        _pass_on(error, f"raised by {file}")
    if not hasattr(module, name):
        games = [key for key, value in vars(module).items() if isinstance(value, Game)]
        raise Refused(f"{file} has no {name!r}" + (f"; games there: {', '.join(games)}" if games else ""))
    game = getattr(module, name)
    if not isinstance(game, Game) and callable(game):
        try:
            game = game()
        except Exception as error:
            _pass_on(error, f"raised by {place} called without arguments")
    if not isinstance(game, Game):
        raise Refused(f"{place} is no trueodds.Game, such as trueodds.Rules makes, but {type(game).__name__}")
    return game


def _pass_on(error: Exception, note: str) -> NoReturn:
    error.add_note(note)
    raise error
