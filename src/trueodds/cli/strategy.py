"""`trueodds strategy GAME`: print the best moves, as tables or a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from ..catalog.entry import Entry, load
from ..catalog.registry import find
from .common import InputError, WholeNumber, make_option
from .games import on_games
from .models import make_state_writers
from .options import SEATS
from .output import (
    ROWS,
    STATES,
    Formats,
    choose_output,
    compute_and_write,
    is_quiet,
    make_answer_options,
    output_path,
    show_progress,
    to_json_line,
)
from .own import max_positions_option

_FORMATS: Formats = {
    "text": (".txt",),
    **STATES,
    "matrix": (".csv", ".txt"),
    "statements": (".txt",),
}
_OPTIONS = make_answer_options(
    _FORMATS,
    text="File to write. A .csv, .jsonl or .parquet file gets a row for each move at each position, with exact values.",
)
_seat_option = make_option(
    "--seat", type=click.Choice(SEATS), default="first", show_default=True, help="Seat whose table is printed."
)
_table_option = make_option(
    "--table", type=WholeNumber(), help="Print only the table with this number, counted from 1."
)
_statements_option = make_option(
    "--statements", is_flag=True, help="Print the proved properties of both players' moves as sentences."
)


def _choose_tables(solution: Any, number: int | None, seat: str | None) -> list[Any]:
    """Return the tables that the options select; a single table serves both seats."""
    tables = list(solution.tables())
    if seat is not None:
        return [tables[0 if len(tables) == 1 else SEATS.index(seat)]]
    if number is None:
        return tables
    if not tables:
        raise InputError(f"--table {number}: this game has no tables; omit --table")
    if number > len(tables):
        raise InputError(f"--table must be at most {len(tables)}, not {number}")
    return [tables[number - 1]]


def _report_ties(table: Any) -> None:
    """Report on standard error how many exact ties the plain numbers hide."""
    if table.ties:
        what = "1 number hides an exact tie" if len(table.ties) == 1 else f"{len(table.ties)} numbers hide exact ties"
        click.echo(f"trueodds: {what} (only the first best move is written); --json shows all best moves", err=True)


def _to_plain_data(solution: Any, tables: list[Any]) -> dict[str, Any]:
    """Return the tables or, if there are none, every position with its best moves and value, as plain data."""
    from ..exact.decimals import number_to_json  # imported late because help texts need no gmpy2
    from ..game import make_json_value

    items: list[dict[str, Any]] = []
    for table in tables:
        ties = [{"row": i, "column": j, "best_moves": list(map(make_json_value, moves))} for i, j, moves in table.ties]
        labels = {"title": table.title, "rows": list(table.rows), "columns": list(table.columns)}
        items.append({**labels, "cells": table.cells.tolist(), "ties": ties})
    if tables:
        return {"tables": items}
    for position, moves, value in _rows(solution):
        best = list(map(make_json_value, moves))
        items.append({"position": repr(position), "best_moves": best, "value": number_to_json(value)})
    return {"positions": items}


def _rows(solution: Any) -> Iterator[tuple[Any, list[Any], Any]]:
    """Yield each position with its best moves and its value for the player whose value `solve` prints."""
    for position in solution.model.positions:
        best = solution.best_moves_at(position)
        moves = [move for move in solution.game.moves(position) if move in best]
        yield position, moves, solution.game_value_at(position)


def _run_model(game: Any, **settings: Any) -> None:
    """Write a row for each reachable state where the property is undecided: fields, player, move, best moves, value."""
    from ..dispatch import solve as solve_game
    from ..views.text import format_property_head, format_states

    def text(solution: Any) -> str:
        return "\n".join([*format_property_head(game), format_states(game.columns, game.rows(solution))])

    compute_and_write(
        lambda progress: solve_game(game, progress=progress, **settings), {"text": text, **make_state_writers(game)}
    )


def _options(entry: Entry) -> tuple[Any, ...]:
    which = _seat_option if entry.tables.by_seat else _table_option
    text = f"{entry.tables.matrix} Exact ties are reported on standard error unless --quiet is given."
    matrix = make_option("--matrix", is_flag=True, help=text)
    more = (_statements_option,) if entry.tables.statements else ()
    return which, matrix, *more, *_OPTIONS


@on_games(
    _options,
    own=(max_positions_option, *_OPTIONS),
    models=(_run_model, (max_positions_option, *make_answer_options({"text": (".txt",), **STATES}))),
    short_help="Print the best moves of a game, as tables.",
)
def strategy(
    game: Any,
    matrix: bool = False,
    table: int | None = None,
    seat: str | None = None,
    statements: bool = False,
    **settings: Any,
) -> None:
    """Print the proved best moves of a game: as tables, as JSON, or as rows for every position and move."""
    from ..dispatch import solve as solve_game
    from ..dispatch import solve_moves

    described = find(game).tables
    if statements and seat == SEATS[1]:
        raise InputError("--statements covers both players; omit --seat second")
    kind = choose_output(matrix=matrix, statements=statements)
    if kind in ROWS:
        from ..answers.rows import write_rows

        if table is not None or seat == SEATS[1]:
            option = "--seat second" if table is None else "--table"
            raise InputError(f"{option} cannot be used with a {kind} file of all positions and moves")
        with show_progress() as progress:
            write_rows(solve_moves(game, progress=progress, **settings), output_path(), progress)
        return

    def compute(progress: Any) -> Any:
        if kind == "statements":
            return load(described.statements)(game, progress)
        return (solve_game if kind == "json" else solve_moves)(game, progress=progress, **settings)

    def cells(solution: Any) -> Iterator[str]:
        tables = _choose_tables(solution, table, seat)
        if len(tables) != 1:
            raise InputError(
                f"--matrix writes one table; choose it with --table, from 1 to {len(tables)}"
                if tables
                else "--matrix: this game has no table; --output FILE.csv writes a row for each move at each position"
            )
        if not is_quiet():
            _report_ties(tables[0])
        for row in tables[0].cells:
            yield ",".join(map(str, row.tolist())) + "\n"

    def as_json(solution: Any) -> str:
        tables = _choose_tables(solution, table, seat)
        about = {} if seat is None else {"seat": seat}
        return to_json_line(solution.to_json() | about | _to_plain_data(solution, tables))

    def text(solution: Any) -> str:
        from ..views.text import format_positions, format_table

        tables = _choose_tables(solution, table, seat)
        return "\n\n".join(map(format_table, tables)) if tables else format_positions(solution, _rows(solution))

    kinds = {"text": text, "json": as_json, "matrix": cells, "statements": "\n".join}
    compute_and_write(compute, kinds, matrix=matrix, statements=statements)
