"""`trueodds compare GAME RULE …`: the exact value of each strategy against every strategy."""

from __future__ import annotations

from typing import Any

import click

from ..catalog.registry import find
from ..catalog.rules import list_names
from .common import RULES, InputError, find_rules, make_completion
from .games import on_games
from .output import compute_and_write, make_answer_options
from .own import max_positions_option

_OPTIONS = (
    click.Argument(["rules"], metavar="RULE...", nargs=-1, shell_complete=make_completion(find_rules)),
    *make_answer_options(),
)

_TEXT = f"""Compute the exact value of each strategy against every strategy, including itself, in both seats.

A RULE is {RULES} Each row is a strategy of seat 0, usually the player who moves first. --json prints the values as
fractions."""


@on_games(
    _OPTIONS,
    text=lambda entry: f"{entry.summary} {_TEXT}",
    own=(max_positions_option, *_OPTIONS),
    help=_TEXT,
    short_help="Compare strategies with each other, exactly.",
)
def compare(game: Any, rules: tuple[str, ...], **settings: Any) -> None:
    """Run `trueodds compare`."""
    from ..strategies import compare as compare_all

    if not rules:
        names = " ".join(list_names(find(game).rules))
        raise InputError(f"compare {game.name}: name the strategies to compare, such as {names} 'always MOVE'")
    compute_and_write(lambda progress: compare_all(game, rules, progress, **settings), {"text": str})
