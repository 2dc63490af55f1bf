"""`trueodds plot GAME`: draw a picture as an image file or as plain text."""

from __future__ import annotations

import shutil
from typing import Any

import click

from ..catalog.entry import Entry
from .common import make_completion, make_option
from .games import on_games
from .output import (
    Formats,
    choose_output,
    compute_and_write,
    make_output_option,
    output_path,
    quiet_option,
    show_progress,
)

_FORMATS: Formats = {"text": (".txt",), **{name: (f".{name}",) for name in ("png", "svg", "pdf")}}
_OPTIONS = (
    make_output_option(_FORMATS, text="File to write; a .txt file and standard output get plain text."),
    make_option(
        "--fields", metavar="A,B", help="Draw a map over two integer fields of positions: A downward, B across."
    ),
    make_option(
        "--at",
        metavar="C=1,…",
        help="Values of the other fields of a map.  [default: with --fields, the values at the start; otherwise, those "
        "of the most informative map]",
    ),
    quiet_option,
)
_own_kind_option = make_option(
    "--kind",
    type=click.Choice(["strategy", "odds"]),
    default="strategy",
    show_default=True,
    help="Draw the best moves, or the values.",
)


def _options(entry: Entry) -> tuple[Any, ...]:
    kinds = ", ".join(f"{name} ({picture.note})" if picture.note else name for name, picture in entry.pictures.items())
    text = f"Picture to draw: {kinds}.  [default: the first]" if kinds else "This game has no pictures."
    offered = make_completion(lambda ctx: entry.pictures)
    return make_option("--kind", metavar="KIND", help=text, shell_complete=offered), *_OPTIONS


@on_games(
    _options,
    own=(_own_kind_option, *_OPTIONS),
    short_help="Draw a picture of the strategy, the odds, or the first player's advantage.",
)
def plot(game: Any, fields: str | None, at: str | None, kind: str | None) -> None:
    """Draw a picture of a game as a PNG, SVG or PDF file, or as plain text.

    `trueodds plot GAME --help` lists the pictures of a game. Image files require Matplotlib: pip install
    "trueodds[plot]".

    --fields A,B draws a map over two integer fields of the game's positions, instead of one of these pictures.
    """
    from ..drawing import draw_pictures

    over = None if fields is None else [name.strip() for name in fields.split(",")]
    fixed = dict(part.partition("=")[::2] for part in at.split(",")) if at else {}
    fixed = {name.strip(): value.strip() for name, value in fixed.items()}

    def draw(progress: Any) -> str:
        line = LINE if output_path() != "-" else shutil.get_terminal_size((LINE, 24)).columns
        return draw_text(draw_pictures(game, kind, None, progress, over, fixed or None), line)

    if choose_output() == "text":
        from ..views.ascii import LINE, draw_text

        compute_and_write(draw, {"text": str})
        return
    with show_progress() as progress:
        from ..views.plot import draw_figure, save

        drawn = draw_figure(draw_pictures(game, kind, None, progress, over, fixed or None))
    save(drawn, output_path())
