"""`trueodds simulate GAME`: games played by chance, beside the exact odds."""

from __future__ import annotations

import json
from typing import Any

import click

from ..runtime.files import atomic_write
from .common import WholeNumber, json_option, output_option, quiet_option, shown_progress, user_input
from .games import GAMES, CommandLineGame, GameCommands, game_command, infinite_play_option, own_game

_RULES = "best, or a rule such as 'always 2', 'all in', 'hold at 20'."
_OPTIONS = (
    click.option("--games", type=WholeNumber(), default=1_000_000, show_default=True, help="How many games."),
    click.option("--first", metavar="RULE", default="best", help=f"How the player who moves first plays: {_RULES}"),
    click.option("--second", metavar="RULE", default="best", help="How the other plays."),
    click.option("--seed", type=WholeNumber(0), help="The same seed gives the same games; a new one if left out."),
    output_option,
    json_option,
    quiet_option,
)


def _run(game: Any, output: str, as_json: bool, quiet: bool, **how: Any) -> None:
    from ..simulation.simulate import simulate as play

    with atomic_write(output) as file:
        with shown_progress(quiet) as progress, user_input():
            found = play(game, progress=progress, **how)
        if as_json:
            file.write(json.dumps(found.to_json(), ensure_ascii=False) + "\n")
        else:
            from ..views.simulation import report

            file.write(report(found) + "\n")
    if not found.agrees:
        raise click.exceptions.Exit(1)


def _command(entry: CommandLineGame) -> click.Command:
    """`simulate` for one game."""

    def run(output: str, as_json: bool, quiet: bool, **values: Any) -> None:
        _run(entry.build_from(values), output, as_json, quiet, **values)

    return game_command(entry, "simulate", run, (*entry.options, *_OPTIONS))


def _own(place: str) -> click.Command:
    """`simulate FILE.py:NAME`."""

    def run(infinite_play: Any, output: str, as_json: bool, quiet: bool, **values: Any) -> None:
        """A game of your own: NAME in FILE.py is a trueodds.Game, or gives one when called."""
        how = {name: own for name, own in values.items() if own is not None}
        _run(own_game(place, infinite_play), output, as_json, quiet, **how)

    command: Any = run
    limit = click.option("--max-positions", type=WholeNumber(), help="Refuse games of more; a million if left out.")
    for option in reversed((infinite_play_option, limit, *_OPTIONS)):
        command = option(command)
    return click.command(place)(command)


@click.group(
    cls=GameCommands,
    own=_own,
    commands={entry.name: _command(entry) for entry in GAMES},
    short_help="Play millions of games by chance, and compare with the exact odds.",
)
def simulate() -> None:
    """Play a game by chance, millions of times, and compare with the odds.

    Exit status 1 if the mean or the length of the games is more than five standard errors off.

    \b
    Examples:
      trueodds simulate risk-or-safety --target 20
      trueodds simulate risk-or-safety --target 10 --second "always 2"
      trueodds simulate pig --first "hold at 20" --second "hold at 25" --seed 7

    FILE.py:NAME instead of a game's name simulates a game of your own.
    """  # noqa: D301 - click wants the control character
