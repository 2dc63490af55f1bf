"""`trueodds solve GAME`: the exact value and the best moves at the start."""

from __future__ import annotations

import json

import click

from ..files import written_whole
from .common import Choices, json_option, quiet_option, shown_progress, user_input
from .games import build_risk_or_safety, risk_or_safety_options


@click.group(cls=Choices, short_help="The exact odds and the best moves at the start.")
def solve() -> None:
    """The exact value of a game for the player who moves first, the best moves at the start, and the proof."""


@solve.command("risk-or-safety", short_help="Toss a coin as long as you dare; first to the target wins.")
@risk_or_safety_options
@click.option(
    "--method",
    type=click.Choice(["pairs", "sweeps", "twin", "start"]),
    help="pairs: every move everywhere; sweeps: the paper's iteration; twin: plain fractions; start: for large "
    "targets. All give the same answer; pairs up to targets of 127, start beyond if left out.",
)
@click.option("--checkpoint", metavar="FILE", help="Keep what is done here; a killed run with --method start goes on.")
@click.option(
    "--executor",
    type=click.Choice(["threads", "serial", "processes"]),
    default="threads",
    show_default=True,
    help="What runs the blocks of --method start.",
)
@click.option("--output", metavar="FILE", default="-", help="Where to write; standard output if left out.")
@json_option
@quiet_option
def risk_or_safety(
    target: int,
    opponent_target: int | None,
    heads: str | None,
    method: str | None,
    checkpoint: str | None,
    executor: str,
    output: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """Toss a coin: heads is an open point, tails loses them and the turn; bank them or toss again.

    \b
    Examples:
      trueodds solve risk-or-safety --target 20
      trueodds solve risk-or-safety --target 7 --opponent-target 3 --heads 2/5
      trueodds solve risk-or-safety --target 5000 --json --output v5000.json --checkpoint v5000.part
    """  # noqa: D301 - click wants the control character
    from ..roads import solve as solve_game

    game = build_risk_or_safety(target, opponent_target, heads)
    with written_whole(output) as file:
        with shown_progress(quiet) as progress, user_input():  # what a checkpoint does not go with
            solution = solve_game(game, method, progress, executor=executor, checkpoint=checkpoint)
            _ = solution.fraction  # computed while progress is shown
        if as_json:
            file.write(json.dumps(solution.to_json(), ensure_ascii=False) + "\n")
        else:
            from ..views.text import answer

            file.write(answer(solution) + "\n")
