"""`trueodds explore GAME`: write a page to explore a game in a browser."""

from __future__ import annotations

import re
from typing import Any

import click

from ..runtime.files import atomic_write, is_regular
from .encoding import output_utf8
from .games import on_games
from .output import make_output_option, output_path, quiet_option, show_progress

_OPTIONS = (
    make_output_option(
        {"page": (".html", ".htm")},
        text="File to write, or - for standard output.",
        usual="GAME-SIZE.html",
        default=None,
    ),
    quiet_option,
)
_TEXT = "Write a page of all positions: every move with its value and cost, the outcomes of chance, and a map."


def _default_file_name(game: Any) -> str:
    """Return a file name built from the game and its first parameter, with characters valid on every system."""
    words = [game.name, *map(str, list(game.parameters.values())[:1])]
    return re.sub(r"[^\w.+-]+", "-", "-".join(words), flags=re.ASCII).strip("-.")[:80] + ".html"


@on_games(
    _OPTIONS,
    text=lambda entry: f"{_TEXT} {entry.page.text}" if entry.page else _TEXT,
    own=_OPTIONS,
    short_help="Write a page to explore a game in a browser, offline.",
)
def explore(game: Any) -> None:
    """Write a page that shows every position, every move with its value and cost, and the outcomes of chance.

    The page is one HTML file that works offline, on phones and computers. A game can have at most 30,000 positions
    (more for large targets of some games).
    """
    from ..drawing import make_page

    output = _default_file_name(game) if output_path() is None else output_path()
    if output == "-":
        output_utf8()
    with atomic_write(output) as file:
        with show_progress() as progress:
            text = make_page(game, progress=progress)
        file.write(text)
    if output != "-" and is_regular(output):
        click.echo(f"{output}: {len(text.encode()) / 1e6:.1f} MB; open it in a browser (it works offline)")
