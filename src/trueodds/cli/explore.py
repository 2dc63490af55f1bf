"""`trueodds explore GAME`: a page to explore the best moves and the odds in a browser."""

from __future__ import annotations

from typing import Any

import click

from ..catalog.entry import Entry, Page
from ..runtime.files import atomic_write
from .common import quiet_option, show_progress, user_input
from .encoding import output_utf8
from .games import GameCommands, game_command, parameters, take_game

_page_option = click.option(
    "-o", "--output", metavar="FILE", help="The page; GAME-TARGET.html here if left out, - for standard output."
)


def _run(game: Any, output: str | None, quiet: bool) -> None:
    from ..catalog.registry import find
    from ..certificates.embedded import certified_page
    from ..dispatch import solve_moves
    from ..drawing import check_page, explorable
    from ..views.explore import check_installed, page

    with user_input():  # before the work
        check_page(game)
        check_installed()
    output = f"{game.name}-{next(iter(game.parameters.values()))}.html" if output is None else output
    if output == "-":
        output_utf8()
    with atomic_write(output) as file:
        with show_progress(quiet) as progress:
            solution = solve_moves(game, find(game).page.method, progress)  # type: ignore[union-attr]  # it has one
            text = certified_page(page(explorable(game, solution, progress)), solution)
        file.write(text)
    if output != "-":
        click.echo(f"{output}: {len(text.encode()) / 1e6:.1f} MB; open it in a browser, it needs no network")


def _command(entry: Entry) -> click.Command:
    """`explore` for one game."""
    page: Page | None = entry.page
    assert page is not None  # the others have no command

    def run(output: str | None, quiet: bool, **values: Any) -> None:
        _run(take_game(entry, values), output, quiet)

    return game_command(
        entry,
        "explore",
        run,
        (_page_option, quiet_option),
        text=page.text,
        left_out=[one.name or "" for one in parameters(entry) if one.name not in page.options],
        helps=tuple(page.helps.items()),
    )


@click.group(
    cls=GameCommands,
    make=_command,
    only=lambda entry: entry.page is not None,
    short_help="A page to explore in a browser, offline.",
)
def explore() -> None:
    """Write a page that shows the best moves, the exact odds, and what to do at any position, and why.

    It is one HTML file for any browser, on a phone too, and needs no network.
    """
