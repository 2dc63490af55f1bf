"""The orders in which a table is read as a sequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

#: The names of layouts, as users type them, and their descriptions.
KINDS = {
    "antidiagonals-down": "downward antidiagonals",
    "antidiagonals-up": "upward antidiagonals",
    "triangle": "rows of the triangle j <= i",
    "rows": "rows of a square",
}


@dataclass(frozen=True)
class TableLayout:
    """A way to read a table T(i, j) as a sequence, from a corner on the diagonal.

    `kind` is a key of `KINDS`. Downward antidiagonals run from the first row to the first column. `corner` is the index
    of the first row and column. For the kind ``rows``, `width` is the number of columns and rows of the square, or None
    for an endless first row.
    """

    kind: str
    corner: int = 1
    width: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"layout must be one of {', '.join(KINDS)}, not {self.kind!r}")
        if self.corner not in (1, 2):
            raise ValueError(f"corner must be 1 or 2, not {self.corner!r}")
        if self.width is not None and self.kind != "rows":
            raise ValueError(f"a width applies only to the layout 'rows', not to {self.kind!r}")
        if self.width is not None and self.width < 1:
            raise ValueError(f"width must be at least 1, not {self.width}")

    @property
    def length(self) -> int | None:
        """The number of terms, or None if it is infinite."""
        return None if self.width is None else self.width**2

    def cell(self, position: int) -> tuple[int, int]:
        """Return the row and the column of the term at a position, where the first position is 0."""
        if self.kind == "rows":
            row, column = (0, position) if self.width is None else divmod(position, self.width)
        else:
            line = (isqrt(8 * position + 1) - 1) // 2
            along = position - line * (line + 1) // 2
            row, column = {
                "antidiagonals-down": (along, line - along),
                "antidiagonals-up": (line - along, along),
                "triangle": (line, along),
            }[self.kind]
        return self.corner + row, self.corner + column

    def cells(self, count: int) -> Iterator[tuple[int, int]]:
        """Return the row and the column of each of the first `count` terms."""
        return (self.cell(position) for position in range(count))

    def extent(self, count: int) -> tuple[int, int]:
        """Return the numbers of rows and of columns, counted from (1,1), of a table holding the first `count` terms."""
        row, column = self.cell(count - 1)
        if self.kind == "rows":
            across = count if self.width is None else min(count, self.width)
            return row, self.corner + across - 1
        last = max(row, column) if self.kind == "triangle" else row + column - self.corner
        return last, last

    def __str__(self) -> str:
        if self.kind == "rows" and self.width is not None:
            return f"rows of a square of width {self.width} from ({self.corner},{self.corner})"
        return f"{KINDS[self.kind]} from ({self.corner},{self.corner})"


def list_layouts() -> Iterator[TableLayout]:
    """Return all layouts except those with a `width`."""
    return (TableLayout(kind, corner) for corner in (1, 2) for kind in KINDS)
