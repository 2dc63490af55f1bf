"""Games of one's own on the command line: ``FILE.py:NAME`` in place of a game's name, or ``openspiel:NAME``."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import click

from .common import Refused, WholeNumber, user_input

#: What games of OpenSpiel begin with.
OPENSPIEL = "openspiel:"

max_positions_option = click.option(
    "--max-positions", type=WholeNumber(), help="Refuse games of more positions; a million if left out."
)


def _exact_number(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Fraction | None:
    """A rational in plain digits; None if it is left out."""
    if value is None:
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,300}(/0*[1-9][0-9]{0,299}|\.[0-9]{1,300})?", value):
        raise Refused(f"{parameter.opts[0]} must be an exact number such as 1/2, not {value[:40]!r}")
    return Fraction(value)


_infinite_play_option = click.option(
    "--infinite-play",
    metavar="P",
    callback=_exact_number,
    help="What seat 0 gets from a play that never ends, such as 1/2; as the file says, or no such play, if left out.",
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
        Click's options; what infinite play is worth is always one.
    """

    def own(infinite_play: Fraction | None, **values: Any) -> None:
        """A game of your own: NAME in FILE.py is a trueodds.Game, or gives one when called."""
        run(
            _openspiel(place, infinite_play) if place.startswith(OPENSPIEL) else own_game(place, infinite_play),
            **values,
        )

    command: Any = own
    for option in reversed((_infinite_play_option, *options)):
        command = option(command)
    made: click.Command = click.command(place)(command)
    return made


def own_game(place: str, infinite_play: Fraction | None = None) -> Any:
    """A user's own game.

    Parameters
    ----------
    place : str
        ``FILE.py:NAME``; NAME is a `Game`, or a class or function that gives one when called without arguments.
    infinite_play : Fraction, optional
        What a play that never ends is worth to seat 0; if left out, what the game itself says.

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
    if infinite_play is None:
        return game
    from ..solver.given_strategies import WithInfinitePlay

    return WithInfinitePlay(game, infinite_play)


def _openspiel(place: str, infinite_play: Fraction | None) -> Any:
    """A game of OpenSpiel, with what has to be said of how it is read."""
    from ..formats.openspiel import load_openspiel

    try:
        with user_input():
            game = load_openspiel(place.removeprefix(OPENSPIEL), infinite_play)
    except ModuleNotFoundError as error:
        raise Refused(str(error)) from None
    click.echo(f"trueodds: note: {place}: {game.remark}", err=True)
    return game


def _pass_on(error: Exception, note: str) -> NoReturn:
    error.add_note(note)
    raise error
