"""Pictures that several games have: maps of a table of numbers, or of two choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..game import headline
from ..pictures import Grid
from ..solution import Table

_MAX_CLASSES = 12  # numbers that have a colour each; more are shades


def numbers(table: Table, title: str, unit: str) -> Grid:
    """A table of numbers, a class each if they are few; from 1, or from 0 where there are such.

    Examples
    --------
    >>> import trueodds
    >>> [table] = trueodds.solve(trueodds.RiskOrSafety(target=3)).tables()
    >>> numbers(table, "title", "coins").classes
    ('1', '2', '3')
    """
    cells = np.asarray(table.cells, dtype=np.float64)
    # In the first column all may be gone for at once: these numbers would take all the colours.
    ordinary = cells[:, 1:].max() if cells.shape[1] > 1 else cells.max()
    most = int(max(ordinary, 1))
    least = min(1, int(cells.min()))
    classes: tuple[str, ...] = ()
    shown = cells
    if most - least < _MAX_CLASSES:
        classes = tuple(map(str, range(least, most + 1)))
        if cells.max() > most:
            classes = (*classes, f"{most + 1} or more")
        shown = np.minimum(cells, most + 1) + 1 - least
    names = title, table.column_title, table.row_title, unit
    return Grid(*names, table.columns, table.rows, shown, classes, table.cells, tied=table.tied)


def choices(solution: Any, names: tuple[str, ...]) -> list[Grid]:
    """Maps of two choices, 1 and 2 in a solution's tables, by how far the game is (across) and the score (up).

    Examples
    --------
    >>> import trueodds
    >>> [grid] = choices(trueodds.solve(trueodds.TwoCoins(flips=1)), ("A", "B", "both equal"))
    >>> grid.cells.tolist()
    [[3.0]]
    """
    found = []
    for table in solution.tables():
        if not len(table.rows):
            continue  # of who never chooses
        cells = np.asarray(table.cells, dtype=np.float64).T
        rows = used_rows(cells != 0)
        found.append(
            Grid(
                f"{headline(solution.game)}: {table.title.partition(':')[0].lower()}",
                table.row_title,
                table.column_title,
                "",
                table.rows,
                table.columns[rows],
                np.where(cells == 0, np.nan, cells)[rows],
                names,
                blank="decided or not possible",
            )
        )
    return found


def used_rows(shown: Any) -> slice:
    """The rows from the first to the last that show something; the first if none does.

    Examples
    --------
    >>> used_rows(np.array([[False], [True], [True], [False]]))
    slice(1, 3, None)
    """
    used: Sequence[Any] = np.flatnonzero(shown.any(axis=1)).tolist()
    return slice(used[0], used[-1] + 1) if used else slice(0, 1)
