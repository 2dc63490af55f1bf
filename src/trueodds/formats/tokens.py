"""Tables of words in a text file, read into arrays: whole numbers as such, other words each distinct one once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ..runtime.interrupts import check_interrupt
from .scan import Words, scan

_PIECE = 1 << 23  # bytes


class Rows:
    """A table of words as columns.

    Parameters
    ----------
    numbers : int
        How many whole numbers each row begins with.
    words : int
        How many words may follow; the last may be left out.
    colon : bool
        Whether a colon separates words, too.
    wrong : callable
        From a line's number and what is wrong with it to the error to raise.
    """

    def __init__(self, numbers: int, words: int, colon: bool, wrong: Callable[[int, str], Exception]) -> None:
        self._numbers, self._colon, self._wrong = numbers, colon, wrong
        self._words = [Words() for _ in range(words)]
        self._whole = [np.zeros((numbers, 0), dtype=np.int64)]
        self._which = [np.zeros((words, 0), dtype=np.int32)]
        self._lines = [np.zeros(0, dtype=np.int64)]

    def read(self, file: BinaryIO, line: int) -> None:
        """Read the rest of a file; `line` is the number of its first line. Empty lines are passed over."""
        for piece in _pieces(file):
            check_interrupt()
            line += self._take(piece, line)

    def columns(self) -> list[NDArray[Any]]:
        """The columns: numbers, and which of its `distinct` words each word is, -1 where it was left out."""
        return [*np.concatenate(self._whole, axis=1), *np.concatenate(self._which, axis=1)]

    def distinct(self, column: int) -> list[str]:
        """The distinct words of a column of words, in the order in which they came."""
        return [word.decode(errors="replace") for word in self._words[column].table]

    def line(self, row: int) -> int:
        """The line that a row stands in."""
        for lines in self._lines:
            if row < len(lines):
                return int(lines[row])
            row -= len(lines)
        raise IndexError(row)

    def _take(self, piece: bytes, line: int) -> int:
        most = piece.count(b"\n") + 1
        whole = np.empty((self._numbers, most), dtype=np.int64)
        which = np.empty((len(self._words), most), dtype=np.int32)
        lines = np.empty(most, dtype=np.int64)
        text = np.frombuffer(piece, dtype=np.uint8)
        rows, breaks, why, start, size = scan(text, self._numbers, self._colon, whole, which, lines, self._words)
        if why:
            least = self._numbers + len(self._words) - 1
            word = piece[start : start + size].decode(errors="replace")
            what = (
                f"{word[:40]!r} is not a whole number"
                if why == 1
                else f"{size} words instead of {least} or {least + 1}"
            )
            raise self._wrong(line + breaks, what)
        self._whole.append(whole[:, :rows])
        self._which.append(which[:, :rows])
        self._lines.append(lines[:rows] + line)
        return breaks


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    """Pieces of whole lines, each of which ends with a line's end."""
    rest = b""
    while part := file.read(_PIECE):
        part = rest + part
        cut = part.rfind(b"\n") + 1
        rest = part[cut:]
        if cut:
            yield part[:cut]
    if rest:
        yield rest + b"\n"
