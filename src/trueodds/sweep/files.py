"""The table of a sweep as a file: CSV with a header, JSON lines or Parquet, by the end of its name."""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from typing import Any, TextIO

from ..answers.rows import KINDS, check_installed, column_type, file_kind, write_parquet


def table_kind(path: str) -> str:
    """The kind of file that a name asks for; CSV for standard output.

    Raises
    ------
    ValueError
        The name has another end.
    ImportError
        Parquet needs pyarrow.

    Examples
    --------
    >>> table_kind("-"), table_kind("odds.jsonl")
    ('.csv', '.jsonl')
    """
    kind = ".csv" if path == "-" else file_kind(path)
    if not kind:
        raise ValueError(f"--output must end in {', '.join(KINDS)}, not {path!r}")
    check_installed(kind)
    return kind


def write_table(rows: Sequence[dict[str, Any]], kind: str, file: TextIO) -> None:
    """Write rows, of which there is at least one; best moves are a list, in CSV and Parquet as JSON writes it."""
    if kind == ".jsonl":
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        return
    plain = [{**row, "best_moves": json.dumps(row["best_moves"], ensure_ascii=False)} for row in rows]
    if kind == ".csv":
        table = csv.DictWriter(file, list(plain[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(plain)
        return
    write_parquet({name: column_type([row[name] for row in plain]) for name in plain[0]}, iter(plain), file.buffer)
