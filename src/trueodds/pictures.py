"""Pictures as data, independent of the way in which they are drawn: grids and curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # help texts list pictures without importing numpy
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Grid:
    """A picture that is a grid of cells."""

    title: str
    x_title: str
    y_title: str
    unit: str  # the unit of the colours
    x: Sequence[int]  # labels of the columns
    y: Sequence[int]  # labels of the rows, from top to bottom
    cells: NDArray[np.float64]  # values shown by colours; NaN for empty cells
    classes: tuple[str, ...] = ()  # names of the values 1, 2, …, or empty if values are drawn as shades
    labels: NDArray[np.int64] | None = None  # numbers to write in the cells
    even: bool = False  # whether cells are odds: shades then cover 0 to 1, and images show the line of even odds
    blank: str = ""  # the meaning of empty cells
    tied: NDArray[np.bool_] | None = None  # cells in which several moves are exactly equally good


@dataclass(frozen=True, eq=False)
class Curves:
    """A picture that consists of curves."""

    title: str
    x_title: str
    y_title: str
    curves: Sequence[tuple[str, Sequence[float], Sequence[float]]]  # (name, x, y); the first curve is drawn solid
    logarithmic: bool = False  # whether both axes are logarithmic
    marks: Sequence[float] = ()  # special values of x, explained by `marks_title`
    marks_title: str = ""


Picture = Grid | Curves
