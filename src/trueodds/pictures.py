"""What can be drawn, as data: grids and curves, for whoever draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # help texts know of pictures too, and need no arrays
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Grid:
    """A picture of cells.

    Attributes
    ----------
    title, x_title, y_title, unit : str
        What the picture, its axes and its colours are.
    x, y : sequences of int
        Labels of columns and rows; rows go down, as in a table.
    cells : float array, shape (len(y), len(x))
        What the colours show; NaN where there is nothing to show.
    classes : tuple of str
        Names of the values 1, 2, …; none if the cells are shades.
    labels : int array of the same shape, optional
        Numbers to write into the cells.
    even : bool
        Whether to draw the line of even odds.
    blank : str
        What cells mean that show nothing.
    tied : bool array of the same shape, optional
        Cells that hide that several moves are exactly equally good.
    """

    title: str
    x_title: str
    y_title: str
    unit: str
    x: Sequence[int]
    y: Sequence[int]
    cells: NDArray[np.float64]
    classes: tuple[str, ...] = ()
    labels: NDArray[np.int64] | None = None
    even: bool = False
    blank: str = ""
    tied: NDArray[np.bool_] | None = None


@dataclass(frozen=True)
class Curves:
    """A picture of curves.

    Attributes
    ----------
    title, x_title, y_title : str
        What the picture and its axes are.
    curves : sequence of (name, x, y)
        The first by a solid line, others dashed.
    logarithmic : bool
        Both axes.
    marks : sequence of float
        Special x, and what they are.
    marks_title : str
    """

    title: str
    x_title: str
    y_title: str
    curves: Sequence[tuple[str, Sequence[float], Sequence[float]]]
    logarithmic: bool = False
    marks: Sequence[float] = ()
    marks_title: str = ""


Picture = Grid | Curves
