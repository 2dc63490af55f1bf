"""Tables of words in a text file, read into arrays: whole numbers as such, other words each distinct one once.

Built on NumPy over pieces of some megabytes, with no Python object a row: a row takes about half a microsecond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ..runtime.interrupts import check_interrupt
from ..solver.numbered import Interned

_PIECE = 1 << 23  # bytes
_WIDTH = 8  # bytes of a machine word
_LONGEST = 64  # characters of a word
_DIGITS = 18  # that fit into a machine word
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_KEEP = np.array([(1 << (8 * kept)) - 1 for kept in range(_WIDTH + 1)], dtype=np.uint64)

_Ints = NDArray[np.int64]


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
        self._numbers, self._words, self._colon, self._wrong = numbers, words, colon, wrong
        self._columns: list[list[Any]] = [[] for _ in range(numbers + words)]
        self.interned = [Interned() for _ in range(words)]
        self._lines: list[_Ints] = []

    def read(self, file: BinaryIO, line: int) -> None:
        """Read the rest of a file; `line` is the number of its first line. Empty lines are passed over."""
        for piece in _pieces(file):
            check_interrupt()
            line += self._take(piece, line)

    def columns(self) -> list[NDArray[Any]]:
        """The columns: numbers, and which of its `interned` each word is, -1 where it was left out."""
        empty = np.zeros(0, dtype=np.int64)
        return [np.concatenate(column) if column else empty for column in self._columns]

    def line(self, row: int) -> int:
        """The line that a row stands in."""
        for lines in self._lines:
            if row < len(lines):
                return int(lines[row])
            row -= len(lines)
        raise IndexError(row)

    def _take(self, piece: bytes, line: int) -> int:
        text = np.frombuffer(piece, dtype=np.uint8)
        gap = text <= 32
        if self._colon:
            gap |= text == ord(":")
        edges = np.flatnonzero(np.diff(gap, prepend=True, append=True))
        starts, sizes = edges[::2], edges[1::2] - edges[::2]
        breaks = np.flatnonzero(text == ord("\n"))
        first = np.searchsorted(starts, np.concatenate([[0], breaks + 1]))
        counts = np.diff(first)
        full = counts > 0
        lines, first, counts = np.flatnonzero(full) + line, first[:-1][full], counts[full]
        least = self._numbers + self._words - 1
        bad = (counts < least) | (counts > least + 1)
        if bad.any():
            at = int(bad.argmax())
            raise self._wrong(int(lines[at]), f"{counts[at]} words instead of {least} or {least + 1}")
        for at in range(self._numbers):
            self._columns[at].append(self._whole(text, starts[first + at], sizes[first + at], lines, piece))
        for at in range(self._words):
            column = np.full(len(first), -1, dtype=np.int32)
            given = counts > self._numbers + at
            own = first[given] + self._numbers + at
            if len(own):
                column[given] = _number_words(piece, starts[own], sizes[own], self.interned[at])
            self._columns[self._numbers + at].append(column)
        self._lines.append(lines)
        return len(breaks)

    def _whole(self, text: NDArray[np.uint8], starts: _Ints, sizes: _Ints, lines: _Ints, piece: bytes) -> _Ints:
        total = np.zeros(len(starts), dtype=np.int64)
        right = sizes <= _DIGITS
        for place in range(min(int(sizes.max(initial=0)), _DIGITS)):
            here = place < sizes
            digit = text[np.where(here, starts + place, 0)].astype(np.int64) - ord("0")
            right &= ~here | ((digit >= 0) & (digit <= 9))
            total = np.where(here, total * 10 + digit, total)
        if not right.all():
            at = int((~right).argmax())
            word = piece[starts[at] : starts[at] + sizes[at]].decode(errors="replace")
            raise self._wrong(int(lines[at]), f"{word[:40]!r} is no whole number")
        return total


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


def _number_words(piece: bytes, starts: _Ints, sizes: _Ints, interned: Interned) -> NDArray[np.int32]:
    """The number of each word: equal words by a hash of all their letters, which is then checked."""
    longest = int(sizes.max())
    if longest > _LONGEST:
        return _number_one_by_one(piece, starts, sizes, interned)
    padded = piece + bytes(longest + _WIDTH)
    eights = np.ndarray(len(piece) + longest, dtype="<u8", buffer=padded, strides=(1,))
    parts, code = [], sizes.astype(np.uint64)
    for at in range(0, longest, _WIDTH):
        part = eights[starts + at] & _KEEP[np.clip(sizes - at, 0, _WIDTH)]
        parts.append(part)
        code = (code ^ part) * _FACTOR
        code ^= code >> np.uint64(29)
    _, one, which = np.unique(code, return_index=True, return_inverse=True)
    if not all(np.array_equal(part, part[one][which]) for part in (*parts, sizes)):  # two words with one hash
        return _number_one_by_one(piece, starts, sizes, interned)
    distinct = [piece[starts[x] : starts[x] + sizes[x]].decode(errors="replace") for x in one.tolist()]
    return np.array([interned.number(word) for word in distinct], dtype=np.int32)[which]


def _number_one_by_one(piece: bytes, starts: _Ints, sizes: _Ints, interned: Interned) -> NDArray[np.int32]:
    pairs = zip(starts.tolist(), sizes.tolist(), strict=True)
    return np.array([interned.number(piece[a : a + n].decode(errors="replace")) for a, n in pairs], dtype=np.int32)
