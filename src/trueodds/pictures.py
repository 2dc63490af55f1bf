"""What can be drawn, as data: grids and curves, for whoever draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # help texts know of pictures too, and need no arrays
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Grid:
    """A picture of cells."""

    title: str
    x_title: str
    y_title: str
    unit: str  # of the colours
    x: Sequence[int]  # labels of columns
    y: Sequence[int]  # labels of rows, which go down, as in a table
    cells: NDArray[np.float64]  # what the colours show; NaN where there is nothing to show
    classes: tuple[str, ...] = ()  # names of the values 1, 2, …; none if the cells are shades
    labels: NDArray[np.int64] | None = None  # numbers to write into the cells
    even: bool = False  # draw the line of even odds
    blank: str = ""  # what empty cells mean
    tied: NDArray[np.bool_] | None = None  # cells where several moves are exactly equally good


@dataclass(frozen=True, eq=False)
class Curves:
    """A picture of curves."""

    title: str
    x_title: str
    y_title: str
    curves: Sequence[tuple[str, Sequence[float], Sequence[float]]]  # the first by a solid line, others dashed
    logarithmic: bool = False  # on both axes
    marks: Sequence[float] = ()  # special x; `marks_title` says what they are
    marks_title: str = ""


Picture = Grid | Curves
