"""`trueodds simulate GAME`: games played by chance, beside the exact odds."""

from __future__ import annotations

import json
from typing import Any

import click

from ..catalog.entry import Entry
from ..runtime.files import atomic_write
from .cluster import cluster_options, open_executor
from .common import WholeNumber, json_option, offering, output_option, quiet_option, show_progress, user_input
from .games import GameCommands, game_command, take_game
from .own import max_positions_option

_RULES = "optimal, or a rule such as 'always 2', 'all in', 'hold at 20'."


def offered_rules(ctx: click.Context) -> list[str]:
    """The rules of thumb that a shell offers."""
    from ..catalog.opponents import words_to_type
    from ..catalog.registry import by_name, names

    return words_to_type(by_name(ctx.info_name).rules) if ctx.info_name in names() else []


_RULE: dict[str, Any] = {"metavar": "RULE", "default": "optimal", "shell_complete": offering(offered_rules)}
_OPTIONS = (
    click.option("--games", type=WholeNumber(), default=1_000_000, show_default=True, help="How many games."),
    click.option("--first", **_RULE, help=f"How the player who moves first plays: {_RULES}"),
    click.option("--second", **_RULE, help="How the other plays."),
    click.option("--seed", type=WholeNumber(0), help="The same seed gives the same games; a new one if left out."),
    cluster_options,
    output_option,
    json_option,
    quiet_option,
)


def _run(
    game: Any, output: str, as_json: bool, quiet: bool, workers: int | None, scheduler: str | None, **how: Any
) -> None:
    from ..simulation.simulate import simulate as play

    how = {name: value for name, value in how.items() if value is not None}
    with atomic_write(output) as file:
        with open_executor(workers, scheduler) as executor, show_progress(quiet) as progress, user_input():
            found = play(game, progress=progress, executor=executor or "threads", **how)
        if as_json:
            file.write(json.dumps(found.to_json(), ensure_ascii=False) + "\n")
        else:
            from ..views.simulation import report

            file.write(report(found) + "\n")
    if not found.agrees:
        raise click.exceptions.Exit(1)


def _command(entry: Entry) -> click.Command:
    """`simulate` for one game."""

    def run(**values: Any) -> None:
        _run(take_game(entry, values), **values)

    return game_command(entry, "simulate", run, _OPTIONS)


@click.group(
    cls=GameCommands,
    make=_command,
    own=(_run, (max_positions_option, *_OPTIONS)),
    shown=("", '--second "all in" --seed 7'),
    short_help="Play millions of games by chance, and compare with the exact odds.",
)
def simulate() -> None:
    """Play a game by chance, millions of times, and compare with the odds.

    Exit status 1 if the mean or the length of the games is more than five standard errors off.

    FILE.py:NAME instead of a game's name simulates a game of your own.
    """
