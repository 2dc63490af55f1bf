"""`trueodds strategy GAME`: the best move everywhere, as a table or position by position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from ..catalog.entry import Entry, load
from ..catalog.registry import find
from ..runtime.files import atomic_write
from .common import (
    ROWS,
    Formats,
    Refused,
    WholeNumber,
    check_installed,
    choose_format,
    json_option,
    output_option,
    quiet_option,
    show_progress,
    user_input,
)
from .games import GameCommands
from .models import write_states
from .options import SEATS
from .own import max_positions_option

_FORMATS: Formats = {
    "text": (".txt",),
    **ROWS,
    "json": (".json",),
    "matrix": (".csv", ".txt"),
    "statements": (".txt",),
}
_MODEL_FORMATS: Formats = {"text": (".txt",), **ROWS, "json": (".json",)}
_output_option = output_option(
    _FORMATS,
    text="Where to write [default: standard output]. A .csv, .jsonl or .parquet file gets a row for every position and "
    "move, with exact values.",
)
_OPTIONS = (_output_option, json_option, quiet_option)
_seat_option = click.option(
    "--seat", type=click.Choice(SEATS), default="first", show_default=True, help="Your seat: whose table."
)
_table_option = click.option("--table", type=WholeNumber(), help="Only this one of several tables, from 1.")
_statements_option = click.option(
    "--statements", is_flag=True, help="What is proved of the whole table, in sentences that can be quoted."
)


def _run(
    game: Any,
    output: str,
    as_json: bool,
    quiet: bool,
    matrix: bool = False,
    table: int | None = None,
    seat: str | None = None,
    statements: bool = False,
    **how: Any,
) -> None:
    """Tables where the game has them, else one position after the other."""
    from ..dispatch import solve as solve_game
    from ..dispatch import solve_moves

    asked = find(game).tables
    if matrix + as_json + statements > 1:
        known = ("--matrix", "--json", *(["--statements"] if asked.statements else []))
        raise Refused(f"{', '.join(known[:-1])} and {known[-1]} exclude each other")
    if statements and seat == SEATS[1]:
        raise Refused("--statements tells of both players; leave --seat second out")
    options = {"--matrix": ("matrix", matrix), "--json": ("json", as_json), "--statements": ("statements", statements)}
    written = choose_format(
        "--output", output, _FORMATS, {option: kind for option, (kind, given) in options.items() if given}
    )
    if written in ROWS:
        _write_rows(game, written, output, table, quiet, **how)
        return
    as_json = written == "json"
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            if statements:
                file.write("\n".join(load(asked.statements)(game, progress)) + "\n")
                return
            solution = (solve_game if as_json else solve_moves)(game, progress=progress, **how)
        tables = _choose_tables(list(solution.tables()), table, seat)
        if matrix and len(tables) != 1:
            raise Refused(
                f"--matrix writes one table; choose with --table, 1 to {len(tables)}"
                if tables
                else "--matrix: this game has no table; --output FILE.csv writes a row for every position and move"
            )
        if matrix:
            if not quiet:
                _tell_ties(tables[0])
            file.writelines(",".join(map(str, row.tolist())) + "\n" for row in tables[0].cells)
        elif as_json:
            if seat is not None and asked.data is not None:
                more = asked.data(solution, tables[0], SEATS.index(seat))
            else:
                more = _everything(solution, tables)
            file.write(json.dumps(solution.to_json() | more, ensure_ascii=False) + "\n")
        else:
            from ..views.text import positions_listing, strategy_table

            file.write(
                "\n\n".join(map(strategy_table, tables)) if tables else positions_listing(solution, _rows(solution))
            )
            file.write("\n")


def _write_rows(game: Any, kind: str, output: str, table: int | None, quiet: bool, **how: Any) -> None:
    """Write a row for every position and move to a file."""
    from ..answers.rows import write_rows
    from ..dispatch import solve_moves

    if table is not None:
        raise Refused(f"--table goes with --matrix or text; a {kind} file has a row for every position and move")
    check_installed(kind)
    with show_progress(quiet) as progress:
        with user_input():
            solution = solve_moves(game, progress=progress, **how)
        write_rows(solution, output, progress)


def _choose_tables(tables: list[Any], number: int | None, seat: str | None) -> list[Any]:
    """The tables that were asked for; one serves both seats if there is no other."""
    if seat is not None:
        return [tables[0 if len(tables) == 1 else SEATS.index(seat)]]
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
    """Yield positions with their best moves and their value for the player whose odds `solve` prints."""
    for position in solution.model.positions:
        best = solution.best_moves_at(position)
        moves = [move for move in solution.game.moves(position) if move in best]
        yield position, moves, solution.game_value_at(position)


def _run_model(game: Any, output: str, as_json: bool, quiet: bool, **how: Any) -> None:
    """Write for each state of a model who moves, the move to make, all that are as good, and the probability."""
    from ..dispatch import solve as solve_game
    from ..views.text import model_listing, property_head

    written = choose_format("--output", output, _MODEL_FORMATS, {"--json": "json"} if as_json else {})
    check_installed(written)
    with atomic_write(output) as file:
        with show_progress(quiet) as progress, user_input():
            solution = solve_game(game, progress=progress, **how)
        if written != "text":
            write_states(game, solution, file, written)
        else:
            file.write("\n".join([*property_head(game), model_listing(game.columns, game.rows(solution))]) + "\n")


def _options(entry: Entry) -> tuple[Any, ...]:
    which = _seat_option if entry.tables.by_seat else _table_option
    text = f"{entry.tables.matrix} Exact ties are reported on standard error, unless --quiet."
    matrix = click.option("--matrix", is_flag=True, help=text)
    more = (_statements_option,) if entry.tables.statements else ()
    return which, matrix, *more, *_OPTIONS


@click.group(
    cls=GameCommands,
    run=_run,
    options=_options,
    own=(max_positions_option, *_OPTIONS),
    models=(_run_model, (max_positions_option, output_option(_MODEL_FORMATS), json_option, quiet_option)),
    short_help="The best move at every position, as a table.",
)
def strategy() -> None:
    """The best move at every position of a game, proved: as a table, as rows or as JSON.

    FILE.py:NAME instead of a game's name solves your own game, FILE.prism with --property a model.
    """
