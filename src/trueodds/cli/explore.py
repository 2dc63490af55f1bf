"""`trueodds explore GAME`: write a page to explore a game in a browser."""

from __future__ import annotations

import re
from typing import Any

import click
from click.core import ParameterSource

from ..catalog.entry import Entry
from ..runtime.files import atomic_write, is_regular
from .common import output_option, quiet_option, show_progress, user_input
from .encoding import output_utf8
from .games import GameCommands, game_command, parameters, take_game

_page_option = output_option(
    {"page": (".html", ".htm")}, text="File to write, - for standard output. [default: GAME-SIZE.html]", default=None
)
_TEXT = "Write a page of all positions: every move with its value and cost, what chance does next, and a map."


def _run(game: Any, output: str | None, quiet: bool) -> None:
    from ..drawing import page

    output = _usual_name(game) if output is None else output
    if output == "-":
        output_utf8()
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            text = page(game, progress=progress)
        file.write(text)
    if output != "-" and is_regular(output):
        click.echo(f"{output}: {len(text.encode()) / 1e6:.1f} MB; open it in a browser, it works offline")


def _usual_name(game: Any) -> str:
    """Return a file name of the game and its first parameter, in characters that every system accepts."""
    words = [game.name, *map(str, list(game.parameters.values())[:1])]
    return re.sub(r"[^\w.+-]+", "-", "-".join(words), flags=re.ASCII).strip("-.")[:80] + ".html"


def _that_fits(entry: Entry, game: Any) -> Any:
    """Return the game of the usual size, or if that is too large for a page, that of the first example, with a note."""
    from ..drawing import check_page
    from ..game import headline

    words = next(iter(entry.examples.get("explore", ())), "")
    try:
        check_page(game)
    except ValueError:
        if not words:
            return game  # which is refused, with the reason
        smaller = click.Command("", params=[*parameters(entry)]).make_context("", words.split()).params
        click.echo(f"trueodds: note: {headline(game)} is too large for a page; this is {words}", err=True)
        return take_game(entry, smaller)
    return game


def _command(entry: Entry) -> click.Command:
    """`explore` for one game."""

    def run(output: str | None, quiet: bool, **values: Any) -> None:
        typed = click.get_current_context().get_parameter_source
        sized = any(typed(one.name or "") is ParameterSource.COMMANDLINE for one in parameters(entry))
        game = take_game(entry, values)
        _run(game if sized else _that_fits(entry, game), output, quiet)

    text = f"{_TEXT} {entry.page.text}" if entry.page else _TEXT
    return game_command(entry, "explore", run, (_page_option, quiet_option), text=text)


@click.group(
    cls=GameCommands,
    run=_run,
    make=_command,
    own=(_page_option, quiet_option),
    short_help="Write a page to explore a game in a browser, offline.",
)
def explore() -> None:
    """Write a page that shows every position, every move with its value and cost, and what chance does next.

    The page is one HTML file that works offline, on phones and computers. FILE.py:NAME instead of a game's name makes
    the page of your own game of at most 30,000 positions.
    """
