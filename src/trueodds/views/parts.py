"""What pages and formulas share: best moves in words, the part of a table that can be taken in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..solution import Solution, Table

_LABELS_SHOWN = 40  # rows and columns of a table; more would bury the notebook


@dataclass(frozen=True)
class Part:
    """The part of a table that is shown: rows and columns whose labels are nearest to 0.

    Attributes
    ----------
    rows, columns : sequence of int
        Their labels.
    cells : int array
        The numbers.
    caption : str
        The title, what rows and columns are, and what is left out.
    """

    rows: Sequence[int]
    columns: Sequence[int]
    cells: NDArray[np.int64]
    caption: str


def shown(table: Table) -> Part:
    """As much of a table as a reader can take in.

    Examples
    --------
    >>> import trueodds
    >>> part = shown(trueodds.solve(trueodds.RiskOrSafety(target=90)).tables()[0])
    >>> part.cells.shape, part.caption
    ((40, 40), 'Coins to toss (I need: rows, 40 of 90; the opponent needs: columns, 40 of 90)')
    """
    rows, columns = _nearest(table.rows), _nearest(table.columns)
    sides = ((table.row_title, "rows", rows, table.rows), (table.column_title, "columns", columns, table.columns))
    told = "; ".join(
        f"{title}: {name}" + (f", {len(some)} of {len(every)}" if len(some) < len(every) else "")
        for title, name, some, every in sides
    )
    return Part(
        [table.rows[row] for row in rows],
        [table.columns[column] for column in columns],
        table.cells[np.ix_(rows, columns)],
        f"{table.title} ({told})",
    )


def _nearest(labels: Sequence[int]) -> list[int]:
    return sorted(sorted(range(len(labels)), key=lambda at: abs(labels[at]))[:_LABELS_SHOWN])


def whose(solution: Solution) -> str:
    """Whose odds the value tells.

    Examples
    --------
    >>> import trueodds
    >>> whose(trueodds.solve(trueodds.TheRace(target=1)))
    'the player who moves second'
    """
    return f"the player who moves {'first' if solution.game.value_seat == 0 else 'second'}"


def best(solution: Solution) -> str:
    """The best moves at the start, ties told as ties.

    Examples
    --------
    >>> import trueodds
    >>> best(trueodds.solve(trueodds.RiskOrSafety(5, 1, "2/5")))
    'best moves: 2 or 3 (exactly the same)'
    """
    moves = [str(move) for move in sorted(solution.best_moves, key=lambda move: (str(type(move)), move))]
    return f"best move: {moves[0]}" if len(moves) == 1 else f"best moves: {' or '.join(moves)} (exactly the same)"
