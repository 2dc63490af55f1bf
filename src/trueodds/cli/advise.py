"""`trueodds advise GAME`: the best move at a position, and how much better it is than the next best, in one line."""

from __future__ import annotations

from typing import Any

import click

from ..catalog.entry import Entry, Field
from ..game import make_json_parameters
from .common import WholeNumber, make_option
from .games import build_game, make_game_command, on_games
from .output import compute_and_write, make_answer_options, to_json_line
from .own import max_positions_option

_position_option = make_option(
    "--position",
    metavar="TEXT",
    help="Position, as `trueodds strategy` prints it or as fields such as 'a=1, b=2'; other fields keep their values at"
    " the start.  [default: the start]",
)


def _print_advice(game: Any, at: Any, **settings: Any) -> None:
    """Print the advice at a position that is given by fields or as text; None means the start."""
    from ..catalog.narrator import format_position
    from ..play import advice as module

    def as_json(advice: Any) -> str:
        position = at if isinstance(at, dict) else format_position(advice.position)
        about = {"game": game.name, "parameters": make_json_parameters(game), "position": position}
        return to_json_line(about | advice.to_json())

    kinds: dict[str, Any] = {"text": str, "json": as_json}
    compute_and_write(lambda progress: module.advise(game, at, progress=progress, **settings), kinds)


def _field_option(field: Field) -> click.Option:
    names = "--" + field.name.replace("_", "-"), field.name
    if isinstance(field.default, bool):
        return make_option(*names, is_flag=True, default=field.default, help=field.help)
    settings = {"required": True} if field.default is None else {"default": field.default, "show_default": True}
    return make_option(*names, type=WholeNumber(field.minimum), help=f"{field.help.rstrip('.')}.", **settings)


def _by_fields(entry: Entry) -> click.Command | None:
    """Return the command for a game whose positions are given by options, or None for other games."""
    place = entry.place
    if place is None:
        return None

    def run(**values: Any) -> None:
        at = {field.name: values.pop(field.name) for field in place.fields}
        _print_advice(build_game(entry, values, **place.implied(at)), at)

    options = (*map(_field_option, place.fields), *make_answer_options())
    return make_game_command(entry, "advise", run, options, omitted=place.left_out, helps=place.helps)


_OPTIONS = (_position_option, *make_answer_options())


@on_games(
    _OPTIONS,
    make=_by_fields,
    own=(max_positions_option, *_OPTIONS),
    short_help="Print the best move at a position and its lead over the next best.",
)
def advise(game: Any, position: str | None, **settings: Any) -> None:
    """Print the best move at a position, and how much better it is than the next best, in one line."""
    _print_advice(game, position, **settings)
