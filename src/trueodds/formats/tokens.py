"""Read tables in text files as columns of whole numbers and words; each distinct word is stored once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ..runtime.interrupts import check_interrupt
from .scan import scan

_PIECE = 1 << 23  # bytes read at once


class Rows:
    """A table as columns; each row has whole numbers and then words.

    A row has `numbers` whole numbers and `words` words; the last word may be missing if `optional` is true. `gaps` are
    characters that separate words, in addition to white space. A column of words holds the index of each word among the
    column's `distinct` words, or -1 if the word is missing.
    """

    def __init__(self, name: str, numbers: int, words: int, gaps: str = "", optional: bool = False) -> None:
        self.name, self._numbers, self._optional = name, numbers, optional
        self._words: list[dict[bytes, int]] = [{} for _ in range(words)]
        self._gaps = np.isin(np.arange(256), [*range(33), *gaps.encode()]).astype(np.uint8)
        self._pieces: list[tuple[NDArray[Any], ...]] = []
        self.columns: list[NDArray[Any]] = []

    def read(self, file: BinaryIO, line: int) -> Rows:
        """Read the rest of a file; `line` is the number of the next line."""
        for text in read_whole_lines(file):
            capacity = text.count(b"\n")
            numbers = np.empty((self._numbers, capacity), dtype=np.int64)
            which = np.empty((len(self._words), capacity), dtype=np.int32)
            lines = np.empty(capacity, dtype=np.int64)
            letters = np.frombuffer(text, dtype=np.uint8)
            rows, breaks, why, start, size = scan(letters, self._gaps, numbers, which, lines, self._words)
            self._pieces.append((numbers[:, :rows], which[:, :rows], lines[:rows] + line))
            short = np.flatnonzero((which[:, : rows - (why > 0)] < 0).any(axis=0))
            most = self._numbers + len(self._words)
            if len(short) and not self._optional:
                why, breaks, size = 2, int(lines[short[0]]), most - 1
            if why:
                word = text[start : start + size].decode(errors="replace")
                texts = (
                    f"{word[:40]!r} is not a whole number from 0 to 10^18 - 1",
                    f"expected {f'{most - 1} or ' * self._optional}{most} values, not {size}",
                )
                raise ValueError(f"{self.name}: line {line + breaks}: {texts[why - 1]}")
            line += breaks
        if self._pieces:
            numbers, which, self._lines = (np.concatenate(part, axis=-1) for part in zip(*self._pieces, strict=True))
            self.columns = [*numbers, *which]
        else:
            self.columns = [np.zeros(0, dtype=np.int64)] * self._numbers + [np.zeros(0, dtype=np.int32)] * len(
                self._words
            )
        return self

    def distinct(self, column: int) -> list[str]:
        """Return the distinct words of a column in order of first occurrence; `column` counts only columns of words."""
        return [word.decode(errors="replace") for word in self._words[column]]

    def line(self, row: int) -> int:
        """Return the line number of a row."""
        return int(self._lines[row])

    def check(self, wrong: NDArray[np.bool_], message: Any) -> None:
        """Raise ValueError for the first row marked in `wrong`; `message` maps a row number to an error text."""
        if wrong.any():
            row = int(wrong.argmax())
            raise ValueError(f"{self.name}: line {self.line(row)}: {message(row)}")

    def check_below(self, column: int, limit: int, what: str) -> None:
        """Raise ValueError if a column has a number that is not below a limit."""
        numbers = self.columns[column]
        self.check(numbers >= limit, lambda row: f"{what} must be from 0 to {limit - 1}, not {numbers[row]}")


def read_whole_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the rest of a file in pieces of complete lines."""
    rest = b""
    while part := file.read(_PIECE):
        check_interrupt()
        part = rest + part
        cut = part.rfind(b"\n") + 1
        rest = part[cut:]
        if cut:
            yield part[:cut]
    if rest:
        yield rest + b"\n"
