"""A file of finished rows of a table, a line each, from which a run that was stopped goes on.

The first line says of what table they are. Each row stands with a seal, a hash of the first line and of the row; a torn
last line is dropped, a row that was changed is told and left out. Only one run at a time may have the file open.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from .._version import __version__
from .checkpoint import lock_file

_FORMAT = 1
_OFTEN = 1.0  # seconds between two times that rows are brought to the disk itself
_SHOWN = 60  # characters


class RowFile:
    """Rows as they are finished, each a dictionary of plain data.

    Parameters
    ----------
    path : path
        The file; made if it is not there.
    about : mapping
        What table it is, for JSON: the same for the run that goes on.

    Attributes
    ----------
    rows : list of dict
        Those that were there when the file was opened.
    changed : list of str
        A line on each that was changed since it was written; they are not in `rows`.

    Raises
    ------
    ValueError
        The file belongs to another table or another version of the program, it is none of these, or another run has it.
    OSError
        It cannot be read or written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with RowFile(Path(folder, "t.part"), {"game": "dice"}) as first:
    ...         first.add({"sides": 6})
    ...     with RowFile(Path(folder, "t.part"), {"game": "dice"}) as second:
    ...         second.rows
    [{'sides': 6}]
    """

    def __init__(self, path: str | os.PathLike[str], about: Mapping[str, object]) -> None:
        self.path = Path(path)
        if self.path.exists() and not self.path.is_file():
            raise ValueError(f"{path}: finished rows must be a file, not a folder or a device")
        about = {"trueodds rows": _FORMAT, "program": __version__, **about}
        self._header = json.dumps(about, sort_keys=True).encode() + b"\n"
        self._file = open(self.path, "r+b" if self.path.exists() else "x+b")  # noqa: SIM115 - kept open, see __exit__
        try:
            lock_file(self._file, self.path)
            self._read()
        except BaseException:
            self._file.close()
            raise
        self._synced = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, row: Mapping[str, Any]) -> None:
        """Keep a row: this process may be killed when this returns, the machine some seconds later."""
        text = _write(row)
        self._file.write(f'{{"seal": "{self._seal(text)}", "row": {text}}}\n'.encode())
        self._file.flush()
        if time.monotonic() - self._synced > _OFTEN:
            os.fsync(self._file.fileno())
            self._synced = time.monotonic()

    def _read(self) -> None:
        """Find the rows, and leave the file with these alone, ready for more."""
        whole = self._file.read()
        if not (whole.startswith(self._header) or self._header.startswith(whole)):
            raise ValueError(
                f"{self.path} has rows of another table, or none: not touched; give another output, or delete this "
                f"file (rows of another version of trueodds cannot be used either)"
            )
        self.rows: list[dict[str, Any]] = []
        self.changed: list[str] = []
        *lines, torn = whole[len(self._header) :].split(b"\n")
        kept = [self._header]
        for number, line in enumerate(lines, 2):
            try:
                found = json.loads(line)
                row, right = found["row"], found["seal"] == self._seal(_write(found["row"]))
            except (ValueError, KeyError, TypeError):
                row, right = line[:_SHOWN].decode(errors="replace"), False
            if right:
                self.rows.append(row)
                kept.append(line + b"\n")
            else:
                self.changed.append(f"{self.path}, line {number}: changed since it was written: {_write(row)[:_SHOWN]}")
        if self.changed or torn or not whole.startswith(self._header):
            self._file.seek(0)
            self._file.writelines(kept)
            self._file.truncate()
        self._file.flush()
        os.fsync(self._file.fileno())

    def _seal(self, text: str) -> str:
        return hashlib.sha256(self._header + text.encode()).hexdigest()


def _write(row: object) -> str:
    return json.dumps(row, ensure_ascii=True)
