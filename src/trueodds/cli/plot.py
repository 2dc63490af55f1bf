"""`trueodds plot GAME`: a picture in a file, or in plain characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from ..runtime.files import atomic_write
from .common import Refused, quiet_option, shown_progress, user_input
from .games import GAMES, CommandLineGame, GameCommands, game_command, own_game

#: Of `views.plot_kinds`, which is not opened for a help text.
_KINDS = {
    "risk-or-safety": "strategy, odds, advantage",
    "coinball": "strategy",
    "two-coins": "strategy, odds, curve (in p, the chance of heads of coin A)",
    "greed": "strategy (both kinds of turns), normal, last",
    "pig": "strategy (the least turn total to hold at), odds",
    "the-race": "strategy, odds",
    "super-six": "strategy",
}
_OPTIONS = (
    click.option(
        "-o", "--output", metavar="FILE", help="Draw into this file, .png, .svg or .pdf; characters if left out."
    ),
    click.option("--text", "as_text", is_flag=True, help="Plain characters, into the file too."),
    quiet_option,
)


def _kind_option(known: str) -> Callable[..., Any]:
    return click.option("--kind", metavar="KIND", help=f"Which picture: {known}; the first if left out.")


def _run(game: Any, kind: str | None, output: str | None, as_text: bool, quiet: bool) -> None:
    from ..views.plot_kinds import pictures

    as_text = as_text or output is None
    if not as_text:
        from ..views.plot import figure, file_format, save

        with user_input():  # before the work
            file_format(output or "")
    with shown_progress(quiet) as progress, user_input():
        panels = pictures(game, kind, progress=progress)
    if as_text:
        from ..views.ascii import text

        with atomic_write(output or "-") as file:
            file.write(text(panels) + "\n")
        return
    try:
        drawn = figure(panels)
    except ImportError as error:
        raise Refused(f"{error}; or --text for plain characters") from error
    save(drawn, output or "")


def _command(entry: CommandLineGame) -> click.Command:
    """`plot` for one game."""

    def run(kind: str | None, output: str | None, as_text: bool, quiet: bool, **values: Any) -> None:
        _run(entry.build_from(values), kind, output, as_text, quiet)

    return game_command(entry, "plot", run, (*entry.options, _kind_option(_KINDS[entry.name]), *_OPTIONS))


def _own(place: str) -> click.Command:
    """`plot FILE.py:NAME`: refused in words, for only a game's own pictures can be drawn."""

    def run(output: str | None, as_text: bool, quiet: bool) -> None:
        _run(own_game(place), None, output, as_text, quiet)

    command: Any = run
    for option in reversed(_OPTIONS):
        command = option(command)
    return click.command(place)(command)


@click.group(
    cls=GameCommands,
    own=_own,
    commands={entry.name: _command(entry) for entry in GAMES},
    short_help="Pictures: the strategy as a map, the odds, the first player's advantage.",
)
def plot() -> None:
    """Draw a game: into a PNG, SVG or PDF file, or in plain characters.

    \b
    Examples:
      trueodds plot risk-or-safety --target 20
      trueodds plot risk-or-safety --target 60 --kind odds -o odds.svg
      trueodds plot greed --limit 20 --sides 3 -o greed.pdf

    `trueodds plot GAME --help` tells a game's pictures. Files need matplotlib: pip install 'trueodds[plot]'.
    """  # noqa: D301 - click wants the control character
