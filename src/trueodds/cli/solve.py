"""`trueodds solve GAME`: the exact value and the best moves at the start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from ..runtime.files import atomic_write, check_distinct
from .common import WholeNumber, json_option, output_option, quiet_option, shown_progress, user_input
from .games import GAMES, CommandLineGame, GameCommands, game_command, infinite_play_option, own_game

_statistics_option = click.option(
    "--statistics",
    "--course",
    "with_statistics",
    is_flag=True,
    help="Also the chances of each result and the expected length.",
)


def _run(game: Any, output: str, with_statistics: bool, as_json: bool, quiet: bool, **how: Any) -> None:
    from ..dispatch import solve as solve_game
    from ..solver.given_strategies import play_statistics

    with user_input():
        check_distinct(output, how.get("checkpoint"))
    with atomic_write(output) as file:
        with shown_progress(quiet) as progress, user_input():  # what does not go together
            solution = solve_game(game, progress=progress, **how)
            statistics = play_statistics(solution) if with_statistics else None
        if as_json:
            answer = solution.to_json() | ({"statistics": statistics.to_json()} if statistics else {})
            file.write(json.dumps(answer, ensure_ascii=False) + "\n")
        else:
            from ..views.text import answer as in_words
            from ..views.text import statistics_lines

            file.write("\n".join([in_words(solution), *(statistics_lines(statistics) if statistics else ())]) + "\n")
    if how.get("checkpoint"):  # not before the answer is in its place
        Path(how["checkpoint"]).unlink(missing_ok=True)


def _command(entry: CommandLineGame) -> click.Command:
    """`solve` for one game."""

    def run(output: str, with_statistics: bool, as_json: bool, quiet: bool, **values: Any) -> None:
        _run(entry.build_from(values), output, with_statistics, as_json, quiet, **values)

    options = [*entry.options, *entry.running, _statistics_option, output_option, json_option, quiet_option]
    if len(entry.methods) > 1:
        options.insert(
            len(entry.options), click.option("--method", type=click.Choice(entry.methods), help=entry.method_help)
        )
    return game_command(entry, "solve", run, options)


def _own(place: str) -> click.Command:
    """`solve FILE.py:NAME`."""

    @click.command(place)
    @infinite_play_option
    @click.option("--max-positions", type=WholeNumber(), help="Refuse games of more positions; a million if left out.")
    @_statistics_option
    @output_option
    @json_option
    @quiet_option
    def run(
        infinite_play: Any, max_positions: int | None, output: str, with_statistics: bool, as_json: bool, quiet: bool
    ) -> None:
        """A game of your own: NAME in FILE.py is a trueodds.Game, or gives one when called."""
        _run(own_game(place, infinite_play), output, with_statistics, as_json, quiet, max_positions=max_positions)

    return run


@click.group(
    cls=GameCommands,
    own=_own,
    commands={entry.name: _command(entry) for entry in GAMES},
    short_help="The exact odds and the best moves at the start.",
)
def solve() -> None:
    """The exact value of a game at its start, the best moves there, and the proof.

    FILE.py:NAME instead of a game's name solves a game of your own.
    """
