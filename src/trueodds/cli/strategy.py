"""`trueodds strategy GAME`: the best move everywhere, as a table."""

from __future__ import annotations

import json
from typing import Any

import click

from ..files import written_whole
from .common import Choices, Refused, json_option, quiet_option, shown_progress
from .games import build_risk_or_safety, risk_or_safety_options


@click.group(cls=Choices, short_help="The best move at every position, as a table.")
def strategy() -> None:
    """The best move at every position of a game, proved, as a table, as CSV or as JSON."""


@strategy.command("risk-or-safety", short_help="How many coins to toss, by needs.")
@risk_or_safety_options
@click.option("--seat", type=click.Choice(["first", "second"]), default="first", show_default=True, help="Whose table.")
@click.option("--csv", "as_csv", is_flag=True, help="Numbers only: row i: I need i; column j: the opponent needs j.")
@click.option("--statements", is_flag=True, help="What is proved of the whole table, in sentences that can be quoted.")
@click.option("--output", metavar="FILE", default="-", help="Where to write; standard output if left out.")
@json_option
@quiet_option
def risk_or_safety(
    target: int,
    opponent_target: int | None,
    heads: str | None,
    seat: str,
    as_csv: bool,
    statements: bool,
    output: str,
    as_json: bool,
    quiet: bool,
) -> None:
    """How many coins to toss before banking: rows what I need, columns what the opponent needs.

    Where several numbers are exactly equally good, the table has the smallest; --json lists these ties.

    \b
    Examples:
      trueodds strategy risk-or-safety --target 20
      trueodds strategy risk-or-safety --target 50 --csv --output strategy.csv
      trueodds strategy risk-or-safety --target 1000 --statements
    """  # noqa: D301 - click wants the control character
    if as_csv + as_json + statements > 1:
        raise Refused("--csv, --json and --statements exclude each other")
    from ..risk_or_safety.proved import proved_moves
    from ..roads import solve as solve_game

    game = build_risk_or_safety(target, opponent_target, heads)
    with written_whole(output) as file:
        with shown_progress(quiet) as progress:
            if statements:
                most, least = max(game.target, game.opponent_target), min(game.target, game.opponent_target)
                moves = proved_moves(most, least, game.heads, progress)
                file.write("\n".join([*moves.statements(), f"Proved: {moves.proof}."]) + "\n")
                return
            solution = solve_game(game, progress=progress)
        table = solution.tables()[0 if seat == "first" or game.target == game.opponent_target else 1]
        if as_json:
            file.write(_json(solution, table, seat))
        elif as_csv:
            file.writelines(",".join(map(str, row)) + "\n" for row in table.cells.tolist())
        else:
            from ..views.text import strategy_table

            file.write(strategy_table(table) + "\n")


def _json(solution: Any, table: Any, seat: str) -> str:
    """The answer at the start, the whole table, and all ties on the way to it."""
    cells = table.cells.tolist()
    ties = [
        {"need": i, "opponent_needs": j, "best_moves": sorted(moves)}
        for i, j, moves in solution.tied_turns(0 if seat == "first" else 1)
    ]
    return json.dumps(solution.to_json() | {"seat": seat, "coins": cells, "ties": ties}, ensure_ascii=False) + "\n"
