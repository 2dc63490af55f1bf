"""`trueodds plot GAME`: a picture in a file, or in plain characters."""

from __future__ import annotations

import shutil
from typing import Any

import click

from ..catalog.entry import Entry
from ..runtime.files import atomic_write
from .common import Refused, offering, quiet_option, show_progress, user_input
from .games import GameCommands, game_command, take_game

_OPTIONS = (
    click.option(
        "-o", "--output", metavar="FILE", help="Draw into this file, .png, .svg or .pdf; characters if left out."
    ),
    click.option("--text", "as_text", is_flag=True, help="Plain characters, into the file too."),
    click.option("--over", metavar="A,B", help="A map over any two fields of positions: A downward, B across."),
    click.option(
        "--at", metavar="C=1,…", help="With --over: the values of other fields; those of the start if left out."
    ),
    quiet_option,
)
_own_kind_option = click.option(
    "--kind",
    type=click.Choice(["strategy", "odds"]),
    help="With --over: the best moves, which is usual, or the values.",
)


def _run(
    game: Any,
    output: str | None,
    as_text: bool,
    quiet: bool,
    over: str | None,
    at: str | None,
    kind: str | None = None,
) -> None:
    from ..drawing import pictures

    if at is not None and over is None:
        raise Refused("--at goes with --over A,B")

    as_text = as_text or output is None
    if not as_text:
        from ..views.plot import figure, file_format, save

        with user_input():  # before the work
            file_format(output or "")
    with show_progress(quiet) as progress, user_input():
        panels = pictures(game, kind, progress=progress) if over is None else [_map(game, over, at, kind, progress)]
    if as_text:
        from ..views.ascii import LINE, text

        with atomic_write(output or "-") as file:
            line = LINE if output else shutil.get_terminal_size((LINE, 24)).columns
            file.write(text(panels, line) + "\n")
        return
    try:
        drawn = figure(panels)
    except ImportError as error:
        raise Refused(f"{error}; or --text for plain characters") from error
    save(drawn, output or "")


def _map(game: Any, over: str, at: str | None, kind: str | None, progress: Any) -> Any:
    """The map over two fields."""
    from ..answers.slices import map_over
    from ..dispatch import solve_moves

    fields = [name.strip() for name in over.split(",")]
    if len(fields) != 2 or (kind or "strategy") not in ("strategy", "odds"):
        raise Refused("--over takes two fields, such as mine,other, and --kind strategy or odds")
    fixed = dict(part.partition("=")[::2] for part in at.split(",")) if at else {}
    fixed = {name.strip(): value.strip() for name, value in fixed.items()}
    return map_over(solve_moves(game, progress=progress), fields[0], fields[1], fixed, kind == "odds")


def _command(entry: Entry) -> click.Command:
    """`plot` for one game."""

    def run(**values: Any) -> None:
        _run(take_game(entry, values), **values)

    kinds = ", ".join(f"{name} ({one.note})" if one.note else name for name, one in entry.pictures.items())
    text = f"Which picture: {kinds}; the first if left out." if kinds else "There is none of this game."
    offered = offering(lambda ctx: entry.pictures)
    kind_option = click.option("--kind", metavar="KIND", help=text, shell_complete=offered)
    return game_command(entry, "plot", run, (kind_option, *_OPTIONS))


@click.group(
    cls=GameCommands,
    make=_command,
    own=(_run, (_own_kind_option, *_OPTIONS)),
    shown=("", "--kind odds -o odds.svg"),
    short_help="Pictures: the strategy as a map, the odds, the first player's advantage.",
)
def plot() -> None:
    """Draw a game: into a PNG, SVG or PDF file, or in plain characters.

    `trueodds plot GAME --help` lists the pictures of a game. Files need matplotlib: pip install "trueodds[plot]".

    FILE.py:NAME instead of a game's name draws a game of your own over any two fields of its positions: --over A,B.
    """
