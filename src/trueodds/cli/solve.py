"""`trueodds solve GAME`: the exact value and the best moves at the start."""

from __future__ import annotations

import click

from .common import Choices, json_option, print_json, quiet_option, shown_progress
from .games import build_risk_or_safety, risk_or_safety_options


@click.group(cls=Choices, short_help="The exact odds and the best moves at the start.")
def solve() -> None:
    """The exact value of a game for the player who moves first, the best moves at the start, and the proof."""


@solve.command("risk-or-safety", short_help="Toss a coin as long as you dare; first to the target wins.")
@risk_or_safety_options
@click.option(
    "--method",
    default="pairs",
    show_default=True,
    type=click.Choice(["pairs", "sweeps", "twin"]),
    help="pairs: fast; sweeps: the paper's iteration; twin: plain fractions. All give the same answer.",
)
@json_option
@quiet_option
def risk_or_safety(
    target: int, opponent_target: int | None, heads: str | None, method: str, as_json: bool, quiet: bool
) -> None:
    """Toss a coin: heads is an open point, tails loses them and the turn; bank them or toss again.

    \b
    Examples:
      trueodds solve risk-or-safety --target 20
      trueodds solve risk-or-safety --target 7 --opponent-target 3 --heads 2/5
    """  # noqa: D301 - click wants the control character
    from ..roads import solve as solve_game

    game = build_risk_or_safety(target, opponent_target, heads)
    with shown_progress(quiet) as progress:
        solution = solve_game(game, method, progress)
    if as_json:
        print_json(solution.to_json())
    else:
        from ..views.text import answer

        click.echo(answer(solution))
