"""The games on the command line: `solve` and `strategy` take the same options for the same game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from .common import WholeNumber, user_input


def risk_or_safety_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of Risk or Safety to a command; it gets them as `build_risk_or_safety` takes them."""
    for option in reversed(
        (
            click.option("--target", type=WholeNumber(), required=True, help="Points to win, from 1."),
            click.option(
                "--opponent-target",
                type=WholeNumber(),
                help="Points the player who moves second needs, if not the same.",
            ),
            click.option("--heads", metavar="P", help="Probability of heads, e.g. 2/5; 1/2 if left out."),
        )
    ):
        command = option(command)
    return command


def build_risk_or_safety(target: int, opponent_target: int | None, heads: str | None) -> Any:
    """The game, or a refusal in one line."""
    from ..games.risk_or_safety import RiskOrSafety

    with user_input():
        return RiskOrSafety(target, opponent_target, heads)
