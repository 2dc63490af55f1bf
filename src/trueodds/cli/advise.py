"""`trueodds advise GAME`: the best move at a position, and how much better it is, in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..catalog.entry import Entry, Field
from ..game import json_parameters
from .common import WholeNumber
from .games import game_command, on_games, take_game
from .output import json_option, print_json, quiet_option, working
from .own import max_positions_option

_position_option = click.option(
    "--position",
    metavar="TEXT",
    help="Position as `trueodds strategy` prints it, or fields such as 'a=1, b=2'; other fields are as at the start."
    "  [default: the start]",
)


def _print(game: Any, position: Any, advice: Any, as_json: bool) -> None:
    if as_json:
        asked = {"game": game.name, "parameters": json_parameters(game), "position": position}
        print_json(asked | advice.to_json())
    else:
        click.echo(advice.line())


def _field_option(field: Field) -> Callable[..., Any]:
    option = "--" + field.name.replace("_", "-")
    if isinstance(field.default, bool):
        return click.option(option, field.name, is_flag=True, default=field.default, help=field.help)
    number = WholeNumber(field.minimum)
    if field.default is None:
        return click.option(option, field.name, type=number, required=True, help=field.help)
    text = f"{field.help.rstrip('.')}."
    return click.option(option, field.name, type=number, default=field.default, show_default=True, help=text)


def _by_fields(entry: Entry) -> click.Command | None:
    """Return the command for a game whose positions are given by options, or None for other games."""
    place = entry.place
    if place is None:
        return None

    def run(as_json: bool, **values: Any) -> None:
        from ..play import advice as module

        at = {field.name: values.pop(field.name) for field in place.fields}
        game = take_game(entry, values, **place.implied(at))
        with working() as progress:
            advice = module.advise(game, at, progress=progress)
        _print(game, at, advice, as_json)

    options = (*map(_field_option, place.fields), json_option, quiet_option)
    return game_command(entry, "advise", run, options, left_out=place.left_out, helps=place.helps)


@on_games(
    (_position_option, json_option, quiet_option),
    make=_by_fields,
    own=(_position_option, max_positions_option, json_option, quiet_option),
    short_help="Print the best move at a position, and how much better it is.",
)
def advise(game: Any, position: str | None, as_json: bool, max_positions: int | None = None) -> None:
    """Print the best move at a position, and how much better it is than the other moves, in one line.

    For your own game, write FILE.py:NAME in place of GAME.
    """
    from ..play import advice as module

    with working() as progress:
        advice = module.advise(game, position, progress=progress, max_positions=max_positions)
    _print(game, position, advice, as_json)
