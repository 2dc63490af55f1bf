"""Write tables with a row for each move at each position of a solution, as CSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import itertools
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TextIO

from ..exact.decimals import format_decimal
from ..game import Game, Position, list_fields, make_json_value
from ..runtime.executors import Progress
from ..runtime.files import atomic_write
from ..runtime.run import track
from ..solution import Solution
from ..solver.model import explore

#: The formats of tables, given by their suffixes.
KINDS = (".csv", ".jsonl", ".parquet")

#: The columns of each row besides the position.
COLUMNS = ("seat", "move", "value", "decimal", "cost", "best", "tie")

_CHUNK = 65_536  # rows of a Parquet file that are in memory at once


def list_positions(solution: Solution) -> Sequence[Position]:
    """Return the positions that play can reach, the start first, or all positions of a game given as arrays."""
    model: Any = getattr(solution, "model", None)
    result: Sequence[Position] = (model or explore(solution.game)).positions
    return result


def list_field_names(positions: Iterable[Any]) -> list[str]:
    """Return the field names of positions, or ``["position"]`` if positions have no fields or different ones."""
    one_of_each = {(type(one), len(one) if type(one) is tuple else 0): one for one in positions}
    names = set(map(_name_fields, one_of_each.values()))
    return list(names.pop()) if len(names) == 1 and () not in names else ["position"]


def _name_fields(position: Any) -> tuple[str, ...]:
    if type(position) is tuple:
        return tuple(f"part_{number}" for number in range(1, len(position) + 1))
    return list_fields(position)


def list_field_values(names: Sequence[str], position: Any) -> list[Any]:
    """Return the values of a position's fields as plain data for JSON."""
    if list(names) == ["position"]:
        return [make_json_value(position)]
    return [make_json_value(part) for part in read_fields(names, position)]


def read_fields(names: Sequence[str], position: Any) -> tuple[Any, ...]:
    """Return the values of the fields of a position that is a tuple or an instance of a data class."""
    return position if isinstance(position, tuple) else tuple(getattr(position, name) for name in names)


def number_levels(columns: Iterable[Sequence[Any]]) -> tuple[list[list[Any]], list[list[int]]]:
    """Return the distinct values of each column, sorted, and each column as a list of indices into these values."""
    fields = list(columns)
    levels = [sorted(set(column), key=_sort_key) for column in fields]
    tables = [{value: number for number, value in enumerate(level)} for level in levels]
    return levels, [[numbers[value] for value in column] for numbers, column in zip(tables, fields, strict=True)]


def _sort_key(value: Any) -> tuple[str, Any]:
    """Return a key that sorts any mixture of values: numbers by size, text alphabetically."""
    return ("", value) if isinstance(value, (int, float)) else (type(value).__name__, str(value))


def check_fields(names: Sequence[str], used: Iterable[str]) -> None:
    """Raise ValueError if a name in `used` is not in `names`, the names of the fields of positions."""
    for name in used:
        if name not in names:
            what = "fields of a position are" if len(names) > 1 else "only field of a position is"
            raise ValueError(f"no field {str(name)[:40]!r}; the {what} {', '.join(names)}")


def find_seat_field(game: Game, names: Sequence[str], positions: Sequence[Any]) -> str:
    """Return "seat" if a field of this name always holds the player to move, otherwise an empty string."""
    return "seat" if "seat" in names and all(position.seat == game.seat(position) for position in positions) else ""


def _name_columns(game: Game, all_positions: Sequence[Any]) -> dict[str, str]:
    """Return the column name for each field of positions, except the field that the column ``seat`` repeats."""
    names = list_field_names(all_positions)
    repeated = find_seat_field(game, names, all_positions)
    columns = {name: name for name in names if name != repeated}
    for name, column in columns.items():
        while column in COLUMNS or (column != name and column in columns):
            column = f"position_{column}"
        columns[name] = column
    return columns


def yield_rows(solution: Solution, progress: Progress | None = None) -> Iterator[dict[str, Any]]:
    """Yield a row for every legal move at every position; `Solution.records` describes the columns."""
    all_positions, game = solution.positions, solution.game
    names, columns = list_field_names(all_positions), _name_columns(game, all_positions)
    for position in track("rows", all_positions, progress):
        values = solution.move_values(position)
        best = max(values.values())
        are_tied = sum(value == best for value in values.values()) > 1
        parts = zip(names, list_field_values(names, position), strict=True)
        fields = {columns[name]: part for name, part in parts if name in columns}
        seat = game.seat(position)
        for move in game.moves(position):
            value: Any = values[move]
            text = str(value).replace("inf", "infinity")
            yield {
                **fields,
                "seat": seat,
                "move": make_json_value(move),
                "value": text,
                "decimal": text if text.endswith("infinity") else format_decimal(value),
                "cost": 0.0 if value == best else float(best - value),
                "best": value == best,
                "tie": are_tied and value == best,
            }


def choose_kind(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of a file name selects, or an empty string.

    >>> choose_kind("table.CSV"), choose_kind("table.txt")
    ('.csv', '')
    """
    ending = os.path.splitext(os.fspath(path))[1].lower()
    return ending if ending in KINDS else ""


def check_installed(kind: str) -> None:
    """Raise ImportError if the library for a format is missing."""
    if kind == ".parquet":
        _import_pyarrow()


def write_rows(solution: Solution, path: str | os.PathLike[str], progress: Progress | None = None) -> None:
    """Write all rows to a file in the format that its suffix selects, completely or not at all."""
    kind = choose_kind(path)
    if not kind:
        raise ValueError(f"the name of a file of rows must end in .csv, .jsonl or .parquet, not {os.fspath(path)!r}")
    check_installed(kind)
    with atomic_write(path) as file:
        write_table(
            yield_rows(solution, progress), kind, file, _find_column_types(solution) if kind == ".parquet" else None
        )


def write_table(
    table_rows: Iterable[dict[str, Any]], kind: str, file: TextIO, types: Mapping[str, type] | None = None
) -> None:
    """Write rows as CSV (with a header), JSON lines or Parquet.

    There must be at least one row, and all rows must have the same columns. Only Parquet uses `types`, the types of the
    columns; if they are not given, all rows for a Parquet file are first read into memory to find the types.
    """
    if kind == ".jsonl":
        for row in table_rows:
            finite = row if row.get("cost") != math.inf else row | {"cost": "infinity"}
            file.write(json.dumps(finite, ensure_ascii=False) + "\n")
        return
    if kind == ".parquet":
        _write_parquet(table_rows, file.buffer, types)
        return
    iterator = iter(table_rows)
    first = next(iterator)
    table = csv.writer(file, lineterminator="\n")
    table.writerow(first)
    table.writerows(map(_make_cell, row.values()) for row in itertools.chain([first], iterator))


def _make_cell(value: Any) -> Any:
    """Return a value in the form in which CSV files and text columns of Parquet files store it."""
    plain = isinstance(value, (str, int, float)) and not isinstance(value, bool)
    return value if plain else json.dumps(value, ensure_ascii=False)


def _write_parquet(table_rows: Iterable[dict[str, Any]], file: Any, types: Mapping[str, type] | None) -> None:
    """Write rows as Parquet, in chunks."""
    pyarrow = _import_pyarrow()
    from pyarrow.parquet import ParquetWriter  # type: ignore[import-not-found,import-untyped,unused-ignore]

    if types is None:
        table_rows = list(table_rows)
        types = {name: find_column_type([row[name] for row in table_rows]) for name in table_rows[0]}
    kinds = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    columns = {name: kinds.get(kind, pyarrow.string()) for name, kind in types.items()}
    text = [name for name, kind in columns.items() if kind == pyarrow.string()]
    iterator = iter(table_rows)
    with ParquetWriter(file, pyarrow.schema(columns)) as table:
        while chunk := [
            {**row, **{name: str(_make_cell(row[name])) for name in text}} for row in itertools.islice(iterator, _CHUNK)
        ]:
            table.write_table(pyarrow.Table.from_pylist(chunk, pyarrow.schema(columns)))


def _find_column_types(solution: Solution) -> dict[str, type]:
    """Return the type of each column by name, for Parquet."""
    all_positions, game = solution.positions, solution.game
    names, columns = list_field_names(all_positions), _name_columns(game, all_positions)
    fields = zip(
        names, zip(*(list_field_values(names, position) for position in all_positions), strict=True), strict=True
    )
    kinds = {columns[name]: find_column_type(column) for name, column in fields if name in columns}
    move = find_column_type([make_json_value(move) for position in all_positions for move in game.moves(position)])
    return kinds | dict(zip(COLUMNS, (int, move, str, str, float, bool, bool), strict=True))


def find_column_type(column: Sequence[Any]) -> type:
    """Return the type of a column's values, or str for several types or very large integers.

    >>> find_column_type([1, 2]), find_column_type([1, "bank"]), find_column_type([1, 10**20])
    (<class 'int'>, <class 'str'>, <class 'str'>)
    """
    kinds = set(map(type, column))
    if len(kinds) > 1 or (int in kinds and max(map(abs, column)) >= 1 << 63):
        return str
    return kinds.pop()


def _import_pyarrow() -> Any:
    try:
        import pyarrow  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise ImportError('Parquet files need pyarrow: pip install "trueodds[tables]"') from error
    return pyarrow
