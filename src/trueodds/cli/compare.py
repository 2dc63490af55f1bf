"""`trueodds compare GAME RULE …`: the exact value of each strategy against each other one."""

from __future__ import annotations

import json
from typing import Any

import click

from ..catalog.entry import Entry
from ..catalog.opponents import words_to_type
from ..catalog.registry import find
from ..runtime.files import atomic_write
from .common import (
    RULES,
    Refused,
    json_option,
    offered_rules,
    offering,
    output_option,
    quiet_option,
    show_progress,
    text_or_json,
    user_input,
)
from .games import GameCommands, examples, game_command, take_game
from .own import max_positions_option

_OPTIONS = (
    click.argument("rules", metavar="RULE...", nargs=-1, shell_complete=offering(offered_rules)),
    output_option(),
    json_option,
    quiet_option,
)


def _run(game: Any, rules: tuple[str, ...], output: str, as_json: bool, quiet: bool, **how: Any) -> None:
    from ..strategies import compare as compare_all

    if not rules:
        known = " ".join(words_to_type(find(game).rules))
        raise Refused(f"compare {game.name}: name the strategies, such as: {known} 'always MOVE'")
    written = text_or_json(output, as_json)
    how = {name: value for name, value in how.items() if value is not None}
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            found = compare_all(game, rules, progress, **how)
        file.write((json.dumps(found.to_json(), ensure_ascii=False) if written == "json" else str(found)) + "\n")


def _command(entry: Entry) -> click.Command:
    def run(**values: Any) -> None:
        _run(take_game(entry, values), **values)

    command = game_command(entry, "compare", run, _OPTIONS, text=f"{entry.summary} {_TEXT}")
    command._examples = [f"compare {entry.name} {_example(entry)}"]
    return command


def _example(entry: Entry) -> str:
    """Return what the game's entry shows, else a small size and the rules that it has."""
    if "compare" in entry.examples:
        return entry.examples["compare"][0]
    return " ".join([*examples(entry, "solve")[:1], *words_to_type(entry.rules)])


_TEXT = f"""Compute the exact value of each strategy against each other one, in both seats.

A RULE is {RULES} Rows are the player who moves first. --json has the values as fractions."""


@click.group(
    cls=GameCommands,
    run=_run,
    make=_command,
    own=(max_positions_option, *_OPTIONS),
    help=f"{_TEXT}\n\nFILE.py:NAME instead of a game's name compares strategies of your own game.",
    short_help="Compare strategies with each other, exactly.",
)
def compare() -> None:
    """`trueodds compare`."""
