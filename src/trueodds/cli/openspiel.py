"""Games of OpenSpiel on the command line: ``openspiel:NAME`` in place of a game's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import click

from .common import Refused, user_input
from .own import infinite_play_option

#: What games of OpenSpiel begin with.
PREFIX = "openspiel:"


def openspiel_command(place: str, run: Callable[..., Any], options: Sequence[Callable[..., Any]]) -> click.Command:
    """A command for a game of OpenSpiel.

    Parameters
    ----------
    place : str
        ``openspiel:NAME``, with parameters in brackets behind it as OpenSpiel writes them.
    run : callable
        Takes the game, and the values of the options by name.
    options : sequence of callable
        Click's options; what infinite play is worth is always one.
    """

    def play(infinite_play: Fraction | None, **values: Any) -> None:
        """A game of OpenSpiel: two players, perfect information, turns, zero sum, explicit chances."""
        run(_load(place, infinite_play), **values)

    command: Any = play
    for option in reversed((infinite_play_option, *options)):
        command = option(command)
    made: click.Command = click.command(place)(command)
    return made


def _load(place: str, infinite_play: Fraction | None) -> Any:
    """A game, with what has to be said of how it is read."""
    from ..formats.openspiel import load_openspiel

    try:
        with user_input():
            game = load_openspiel(place.removeprefix(PREFIX), infinite_play)
    except ModuleNotFoundError as error:
        raise Refused(str(error)) from None
    click.echo(f"trueodds: note: {place}: {game.remark}", err=True)
    return game
