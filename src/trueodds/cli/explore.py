"""`trueodds explore GAME`: a page to explore the best moves and the odds in a browser."""

from __future__ import annotations

import re
from typing import Any

import click
from click.core import ParameterSource

from ..catalog.entry import Entry
from ..runtime.files import atomic_write
from .common import quiet_option, show_progress, user_input
from .encoding import output_utf8
from .games import GameCommands, game_command, parameters, take_game

_page_option = click.option(
    "-o", "--output", metavar="FILE", help="The page; GAME-SIZE.html here if left out, - for standard output."
)
_TEXT = "A page of all positions, with every move, its exact value and its cost, what chance does next, and a map."


def _run(game: Any, output: str | None, quiet: bool) -> None:
    from ..drawing import page

    output = _usual_name(game) if output is None else output
    if output == "-":
        output_utf8()
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            text = page(game, progress=progress)
        file.write(text)
    if output != "-":
        click.echo(f"{output}: {len(text.encode()) / 1e6:.1f} MB; open it in a browser, it needs no network")


def _usual_name(game: Any) -> str:
    """The game and its first parameter, in characters that every system takes for a file."""
    words = [game.name, *map(str, list(game.parameters.values())[:1])]
    return re.sub(r"[^\w.+-]+", "-", "-".join(words), flags=re.ASCII).strip("-.")[:80] + ".html"


def _that_fits(entry: Entry, game: Any) -> Any:
    """The game of the usual size; if that is too large for a page, the one of the first example, and a note of it."""
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
    make=_command,
    own=(_run, (_page_option, quiet_option)),
    short_help="A page to explore in a browser, offline.",
)
def explore() -> None:
    """Write a page that shows every position, every move with its exact value and cost, and what chance does next.

    It is one HTML file for any browser, on a phone too, and needs no network. FILE.py:NAME instead of a game's name
    makes the page of a game of your own, of up to 30,000 positions.
    """
