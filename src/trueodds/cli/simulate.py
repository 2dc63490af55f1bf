"""`trueodds simulate GAME`: simulated games, beside the exact odds."""

from __future__ import annotations

import json
from typing import Any

import click

from ..runtime.files import atomic_write
from .common import (
    RULES,
    WholeNumber,
    json_option,
    offered_rules,
    offering,
    output_option,
    quiet_option,
    seed_option,
    show_progress,
    text_or_json,
    user_input,
    workers_option,
)
from .games import GameCommands
from .own import max_positions_option

_RULE: dict[str, Any] = {
    "metavar": "RULE",
    "default": "optimal",
    "show_default": True,
    "shell_complete": offering(offered_rules),
}
_OPTIONS = (
    click.option("--games", type=WholeNumber(), default=1_000_000, show_default=True, help="How many games."),
    click.option("--first", **_RULE, help=f"How the player who moves first plays: {RULES}"),
    click.option("--second", **_RULE, help="How the player who moves second plays."),
    seed_option,
    workers_option,
    output_option(),
    json_option,
    quiet_option,
)


def _run(game: Any, output: str, as_json: bool, quiet: bool, **how: Any) -> None:
    from ..simulation.simulate import simulate as play

    written = text_or_json(output, as_json)
    how = {name: value for name, value in how.items() if value is not None}
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            found = play(game, progress=progress, **how)
        if written == "json":
            file.write(json.dumps(found.to_json(), ensure_ascii=False) + "\n")
        else:
            from ..views.simulation import report

            file.write(report(found) + "\n")
    if not found.agrees:
        raise click.exceptions.Exit(1)


@click.group(
    cls=GameCommands,
    run=_run,
    options=_OPTIONS,
    own=(max_positions_option, *_OPTIONS),
    short_help="Simulate millions of games, and compare with the exact odds.",
)
def simulate() -> None:
    """Simulate a game millions of times, and compare with the exact odds.

    Exit status 1 if the mean or the length of the games is more than five standard errors off.

    FILE.py:NAME instead of a game's name simulates your own game.
    """
