"""`trueodds strategy GAME`: the best move everywhere, as a table or position by position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from ..runtime.files import atomic_write
from .common import Refused, WholeNumber, json_option, output_option, quiet_option, shown_progress, user_input
from .games import GAMES, CommandLineGame, GameCommands, game_command, infinite_play_option, own_game

_csv_option = click.option("--csv", "as_csv", is_flag=True, help="One table as numbers only, row by row.")


def _risk_or_safety(
    seat: str, as_csv: bool, statements: bool, output: str, as_json: bool, quiet: bool, **values: Any
) -> None:
    """How many coins to toss before banking, by needs; or what is proved of the whole table."""
    if as_csv + as_json + statements > 1:
        raise Refused("--csv, --json and --statements exclude each other")
    if statements and seat == "second":
        raise Refused("--statements tells of both players; leave --seat second out")
    entry = next(entry for entry in GAMES if entry.name == "risk-or-safety")
    from ..dispatch import solve as solve_game
    from ..dispatch import solve_moves
    from ..fast.risk_or_safety.large.prove import proved_moves

    game = entry.build_from(values)
    with atomic_write(output) as file:
        with shown_progress(quiet) as progress, user_input():
            if statements:
                most, least = max(game.target, game.opponent_target), min(game.target, game.opponent_target)
                moves = proved_moves(most, least, game.heads, progress)
                file.write("\n".join([*moves.statements(), f"Proved: {moves.proof}."]) + "\n")
                return
            solution = (solve_game if as_json else solve_moves)(game, progress=progress)
        table = solution.tables()[0 if seat == "first" or game.target == game.opponent_target else 1]
        if as_json:
            file.write(_json(solution, table, seat))
        elif as_csv:
            file.writelines(",".join(map(str, row)) + "\n" for row in table.cells.tolist())
        else:
            from ..views.text import strategy_table

            file.write(strategy_table(table) + "\n")


_RISK_OR_SAFETY_OPTIONS = (
    click.option(
        "--seat", type=click.Choice(["first", "second"]), default="first", show_default=True, help="Whose table."
    ),
    click.option(
        "--csv", "as_csv", is_flag=True, help="Numbers only: row i: I need i; column j: the opponent needs j."
    ),
    click.option(
        "--statements", is_flag=True, help="What is proved of the whole table, in sentences that can be quoted."
    ),
)


def _json(solution: Any, table: Any, seat: str) -> str:
    """The answer at the start, the whole table, and all ties on the way to it."""
    cells = table.cells.tolist()
    ties = [
        {"need": i, "opponent_needs": j, "best_moves": sorted(moves)}
        for i, j, moves in solution.tied_turns(0 if seat == "first" else 1)
    ]
    return json.dumps(solution.to_json() | {"seat": seat, "coins": cells, "ties": ties}, ensure_ascii=False) + "\n"


def _any(game: Any, as_csv: bool, table: int | None, output: str, as_json: bool, quiet: bool, **how: Any) -> None:
    """Tables where the game has them, else one position after the other."""
    from ..dispatch import solve as solve_game
    from ..dispatch import solve_moves

    if as_csv and as_json:
        raise Refused("--csv and --json exclude each other")
    with atomic_write(output) as file:
        with shown_progress(quiet) as progress, user_input():
            solution = (solve_game if as_json else solve_moves)(game, progress=progress, **how)
        tables = list(solution.tables())
        if table is not None:
            if not tables:
                raise Refused(f"--table {table}: this game has no tables; leave --table out")
            if table > len(tables):
                raise Refused(f"--table must be a whole number from 1 to {len(tables)}, not {table}")
            tables = [tables[table - 1]]
        if as_csv and len(tables) != 1:
            raise Refused(
                f"--csv writes one table; choose with --table, 1 to {len(tables)}"
                if tables
                else "--csv: this game has no table; take --json"
            )
        if as_csv:
            file.writelines(",".join(map(str, row)) + "\n" for row in tables[0].cells.tolist())
        elif as_json:
            file.write(json.dumps(solution.to_json() | _everything(solution, tables), ensure_ascii=False) + "\n")
        else:
            from ..views.text import positions_listing, strategy_table

            file.write("\n\n".join(map(strategy_table, tables)) if tables else positions_listing(_rows(solution)))
            file.write("\n")


def _everything(solution: Any, tables: list[Any]) -> dict[str, Any]:
    """The tables, or every position with its best moves and value."""
    if tables:
        return {
            "tables": [
                {
                    "title": table.title,
                    "rows": list(table.rows),
                    "columns": list(table.columns),
                    "cells": table.cells.tolist(),
                }
                for table in tables
            ]
        }
    return {
        "positions": [
            {"position": repr(position), "best_moves": moves, "value": str(value)}
            for position, moves, value in _rows(solution)
        ]
    }


def _rows(solution: Any) -> Iterator[tuple[Any, list[Any], Any]]:
    for position in solution.model.positions:
        best = solution.best_moves_at(position)
        moves = [move for move in solution.game.moves(position) if move in best]
        yield position, moves, solution.value_at(position)


def _command(entry: CommandLineGame) -> click.Command:
    """`strategy` for one game."""
    if entry.name == "risk-or-safety":
        options = (*entry.options, *_RISK_OR_SAFETY_OPTIONS, output_option, json_option, quiet_option)
        return game_command(entry, "strategy", _risk_or_safety, options)

    def run(as_csv: bool, table: int | None, output: str, as_json: bool, quiet: bool, **values: Any) -> None:
        _any(entry.build_from(values), as_csv, table, output, as_json, quiet)

    table_option = click.option("--table", type=WholeNumber(), help="Only this one of several tables, from 1.")
    options = (*entry.options, table_option, _csv_option, output_option, json_option, quiet_option)
    return game_command(entry, "strategy", run, options)


def _own(place: str) -> click.Command:
    """`strategy FILE.py:NAME`."""

    @click.command(place)
    @infinite_play_option
    @click.option("--max-positions", type=WholeNumber(), help="Refuse games of more positions; a million if left out.")
    @output_option
    @json_option
    @quiet_option
    def run(infinite_play: Any, max_positions: int | None, output: str, as_json: bool, quiet: bool) -> None:
        """A game of your own: NAME in FILE.py is a trueodds.Game, or gives one when called."""
        _any(own_game(place, infinite_play), False, None, output, as_json, quiet, max_positions=max_positions)

    return run


@click.group(
    cls=GameCommands,
    own=_own,
    commands={entry.name: _command(entry) for entry in GAMES},
    short_help="The best move at every position, as a table.",
)
def strategy() -> None:
    """The best move at every position of a game, proved: as a table, as CSV or as JSON.

    FILE.py:NAME instead of a game's name solves a game of your own.
    """
