"""Pictures that several games have: maps of a table of numbers, or of two choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..game import headline
from ..pictures import Grid
from ..solution import Table

#: In tables of two choices: both are equally good.
BOTH = 3
_MAX_CLASSES = 12  # numbers that have a colour each; more are shades


def numbers(table: Table, title: str, unit: str, scale: Sequence[Table] = ()) -> Grid:
    """A table of numbers, a class each if they are few; from 1, or from 0 where there are such.

    Parameters
    ----------
    table : Table
        What is drawn.
    title, unit : str
        Of the picture, and of its colours.
    scale : sequence of Table
        All tables that are to have the same colours for the same numbers; this one alone if left out.

    Examples
    --------
    >>> import trueodds
    >>> [table] = trueodds.solve(trueodds.RiskOrSafety(target=3)).tables()
    >>> numbers(table, "title", "coins").classes
    ('1', '2', '3')
    """
    cells = np.asarray(table.cells, dtype=np.float64)
    every = [one.cells for one in (*scale, table)]
    # In the first column all may be gone for at once: these numbers would take all the colours.
    most = max(1, *(int((one[:, 1:] if one.shape[1] > 1 else one).max()) for one in every))
    least = min(1, *(int(one.min()) for one in every))
    classes: tuple[str, ...] = ()
    shown = cells
    if most - least < _MAX_CLASSES:
        classes = tuple(map(str, range(least, most + 1)))
        if max(int(one.max()) for one in every) > most:
            classes = (*classes, f"{most + 1} or more")
        shown = np.minimum(cells, most + 1) + 1 - least
    names = title, table.column_title, table.row_title, unit
    return Grid(*names, table.columns, table.rows, shown, classes, table.cells, tied=table.tied)


def choices(solution: Any, names: tuple[str, str]) -> list[Grid]:
    """Maps of two choices, 1 and 2 in a solution's tables, by how far the game is (down) and the score (across).

    Where both are equally good, 3 in the tables, the first is drawn and the cell is tied, as on pages to explore.

    Examples
    --------
    >>> import trueodds
    >>> [grid] = choices(trueodds.solve(trueodds.TwoCoins(flips=1)), ("A", "B"))
    >>> grid.cells.tolist(), grid.tied.tolist()
    ([[1.0]], [[True]])
    """
    found = []
    for table in solution.tables():
        if not len(table.rows):
            continue  # of who never chooses
        cells = np.asarray(table.cells, dtype=np.float64)
        columns = used_columns(cells != 0)
        found.append(
            Grid(
                f"{headline(solution.game)}: {table.title.partition(':')[0].lower()}",
                table.column_title,
                table.row_title,
                "",
                table.columns[columns],
                table.rows,
                np.where(cells == 0, np.nan, np.where(cells == BOTH, 1, cells))[:, columns],
                names,
                blank="decided or not possible",
                tied=(cells == BOTH)[:, columns],
            )
        )
    return found


def used_columns(shown: Any) -> slice:
    """The columns from the first to the last that show something; the first if none does.

    Examples
    --------
    >>> used_columns(np.array([[False, True, True, False]]))
    slice(1, 3, None)
    """
    used: Sequence[Any] = np.flatnonzero(shown.any(axis=0)).tolist()
    return slice(used[0], used[-1] + 1) if used else slice(0, 1)
