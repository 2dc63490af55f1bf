"""`trueodds compare GAME RULE …`: rules of thumb and the optimal strategy, each against each, exactly."""

from __future__ import annotations

import json
from typing import Any

import click

from ..catalog.entry import Entry
from ..catalog.opponents import words_to_type
from ..catalog.registry import find
from ..runtime.files import atomic_write
from .common import Refused, json_option, offering, output_option, quiet_option, show_progress, user_input
from .games import GameCommands, examples, game_command, take_game
from .own import max_positions_option
from .simulate import offered_rules

_OPTIONS = (
    click.argument("rules", metavar="RULE...", nargs=-1, shell_complete=offering(offered_rules)),
    output_option,
    json_option,
    quiet_option,
)
_TEXT = """Let strategies play each against each, in both seats, and tell the exact values.

A RULE is optimal, or a rule of thumb such as 'always 2', 'all in', 'hold at 20'. Rows are the player who moves first.
--json has the values as fractions."""


def _run(game: Any, rules: tuple[str, ...], output: str, as_json: bool, quiet: bool, **how: Any) -> None:
    from ..strategies import compare as compare_all

    if not rules:
        known = " ".join(words_to_type(find(game).rules))
        raise Refused(f"compare {game.name}: name the strategies, such as: {known} 'always MOVE'")
    how = {name: value for name, value in how.items() if value is not None}
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            found = compare_all(game, rules, progress, **how)
        file.write((json.dumps(found.to_json(), ensure_ascii=False) if as_json else str(found)) + "\n")


def _command(entry: Entry) -> click.Command:
    """`compare` for one game."""

    def run(**values: Any) -> None:
        _run(take_game(entry, values), **values)

    command = game_command(entry, "compare", run, _OPTIONS)
    command.help = f"{_TEXT}\n\n\b\nExamples:\n  trueodds compare {entry.name} {_example(entry)}\n"
    return command


def _example(entry: Entry) -> str:
    """What the game's entry shows; else a small size, and the rules that it has."""
    if "compare" in entry.examples:
        return entry.examples["compare"][0]
    return " ".join([*examples(entry, "solve")[:1], *words_to_type(entry.rules)])


@click.group(
    cls=GameCommands,
    make=_command,
    own=(_run, (max_positions_option, *_OPTIONS)),
    shown=("",),
    short_help="Strategies against each other, exactly.",
)
def compare() -> None:
    """Let strategies play each against each, in both seats, and tell the exact values.

    FILE.py:NAME instead of a game's name compares strategies of a game of your own.
    """
