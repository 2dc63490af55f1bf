"""`trueodds strategy GAME`: the best move everywhere, as a table or position by position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from ..catalog.entry import Entry, load
from ..catalog.registry import find
from ..runtime.files import atomic_write
from .common import Refused, WholeNumber, json_option, output_option, quiet_option, show_progress, user_input
from .games import GameCommands, game_command, take_game
from .models import write_states
from .own import max_positions_option

_SEATS = ("first", "second")
_output_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    default="-",
    help="Where to write; standard output if left out. A name that ends in .csv, .jsonl or .parquet, without --csv and "
    "--json, gets a row for every position and move, with exact values.",
)
_OPTIONS = (_output_option, json_option, quiet_option)
_seat_option = click.option(
    "--seat", type=click.Choice(_SEATS), default="first", show_default=True, help="Whose table."
)
_own_csv_option = click.option("--csv", "as_csv", is_flag=True, hidden=True, help="Told what to take instead.")
_csv_option = click.option("--csv", "as_csv", is_flag=True, help="One state a line, for a spreadsheet.")
_table_option = click.option("--table", type=WholeNumber(), help="Only this one of several tables, from 1.")
_statements_option = click.option(
    "--statements", is_flag=True, help="What is proved of the whole table, in sentences that can be quoted."
)


def _run(
    game: Any,
    output: str,
    as_json: bool,
    quiet: bool,
    as_csv: bool = False,
    table: int | None = None,
    seat: str | None = None,
    statements: bool = False,
    **how: Any,
) -> None:
    """Tables where the game has them, else one position after the other."""
    from ..dispatch import solve as solve_game
    from ..dispatch import solve_moves

    asked = find(game).tables
    if as_csv + as_json + statements > 1:
        known = ("--csv", "--json", *(["--statements"] if asked.statements else []))
        raise Refused(f"{', '.join(known[:-1])} and {known[-1]} exclude each other")
    if statements and seat == _SEATS[1]:
        raise Refused("--statements tells of both players; leave --seat second out")
    if not (as_csv or as_json or statements) and _writes_rows(game, output, table, quiet, **how):
        return
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            if statements:
                file.write("\n".join(load(asked.statements)(game, progress)) + "\n")
                return
            solution = (solve_game if as_json else solve_moves)(game, progress=progress, **how)
        tables = _choose_tables(list(solution.tables()), table, seat)
        if as_csv and len(tables) != 1:
            raise Refused(
                f"--csv writes one table; choose with --table, 1 to {len(tables)}"
                if tables
                else "--csv: this game has no table; take --output FILE.csv, a row a position and move, or --json"
            )
        if as_csv:
            if not quiet:
                _tell_ties(tables[0])
            file.writelines(",".join(map(str, row)) + "\n" for row in tables[0].cells.tolist())
        elif as_json:
            if seat is not None and asked.data is not None:
                more = asked.data(solution, tables[0], _SEATS.index(seat))
            else:
                more = _everything(solution, tables)
            file.write(json.dumps(solution.to_json() | more, ensure_ascii=False) + "\n")
        else:
            from ..views.text import positions_listing, strategy_table

            file.write("\n\n".join(map(strategy_table, tables)) if tables else positions_listing(_rows(solution)))
            file.write("\n")


def _writes_rows(game: Any, output: str, table: int | None, quiet: bool, **how: Any) -> bool:
    """Write rows if that is what the end of the file's name asks for."""
    from ..answers.rows import check_installed, file_kind, write_rows
    from ..dispatch import solve_moves

    kind = file_kind(output)
    if not kind:
        return False
    if table is not None:
        raise Refused(f"--table: a {kind} file has rows of all positions; for a table as numbers only take --csv")
    try:
        check_installed(kind)  # before the work
    except ImportError as error:
        raise Refused(str(error)) from error
    with show_progress(quiet) as progress:
        with user_input():
            solution = solve_moves(game, progress=progress, **how)
        write_rows(solution, output, progress)
    return True


def _choose_tables(tables: list[Any], number: int | None, seat: str | None) -> list[Any]:
    """The tables that were asked for; one serves both seats if there is no other."""
    if seat is not None:
        return [tables[0 if len(tables) == 1 else _SEATS.index(seat)]]
    if number is None:
        return tables
    if not tables:
        raise Refused(f"--table {number}: this game has no tables; leave --table out")
    if number > len(tables):
        raise Refused(f"--table must be a whole number from 1 to {len(tables)}, not {number}")
    return [tables[number - 1]]


def _tell_ties(table: Any) -> None:
    """What plain numbers do not show, on standard error."""
    if table.ties:
        what = "1 number hides an exact tie" if len(table.ties) == 1 else f"{len(table.ties)} numbers hide exact ties"
        click.echo(f"trueodds: {what} (the first of the best moves is written); --json has all", err=True)


def _everything(solution: Any, tables: list[Any]) -> dict[str, Any]:
    """The tables, or every position with its best moves and value."""
    from ..game import json_value  # not for a help text: it opens gmpy2

    if tables:
        return {
            "tables": [
                {
                    "title": table.title,
                    "rows": list(table.rows),
                    "columns": list(table.columns),
                    "cells": table.cells.tolist(),
                    "ties": [
                        {"row": i, "column": j, "best_moves": list(map(json_value, moves))}
                        for i, j, moves in table.ties
                    ],
                }
                for table in tables
            ]
        }
    return {
        "positions": [
            {"position": repr(position), "best_moves": list(map(json_value, moves)), "value": str(value)}
            for position, moves, value in _rows(solution)
        ]
    }


def _rows(solution: Any) -> Iterator[tuple[Any, list[Any], Any]]:
    for position in solution.model.positions:
        best = solution.best_moves_at(position)
        moves = [move for move in solution.game.moves(position) if move in best]
        yield position, moves, solution.value_at(position)


def _run_model(game: Any, output: str, as_json: bool, quiet: bool, as_csv: bool, **how: Any) -> None:
    """Every state of a model: who moves, the move to make, all that are as good, the probability."""
    from ..dispatch import solve as solve_game
    from ..views.text import model_listing

    if as_csv and as_json:
        raise Refused("--csv and --json exclude each other")
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            solution = solve_game(game, progress=progress, **how)
        if as_json or as_csv:
            write_states(game, solution, file, as_json)
        else:
            file.write(model_listing(game.columns, game.rows(solution)) + "\n")


def _command(entry: Entry) -> click.Command:
    """`strategy` for one game."""

    def run(**values: Any) -> None:
        _run(take_game(entry, values), **values)

    which = _seat_option if entry.tables.by_seat else _table_option
    text = f"{entry.tables.csv} Exact ties are told on standard error, unless --quiet."
    csv_option = click.option("--csv", "as_csv", is_flag=True, help=text)
    more = (_statements_option,) if entry.tables.statements else ()
    return game_command(entry, "strategy", run, (which, csv_option, *more, *_OPTIONS))


@click.group(
    cls=GameCommands,
    make=_command,
    own=(_run, (max_positions_option, _own_csv_option, *_OPTIONS)),
    models=(_run_model, (max_positions_option, _csv_option, output_option, json_option, quiet_option)),
    short_help="The best move at every position, as a table.",
)
def strategy() -> None:
    """The best move at every position of a game, proved: as a table, as CSV or as JSON.

    FILE.py:NAME instead of a game's name solves a game of your own, FILE.prism with --property a model.
    """
