"""Draw the kinds of pictures that several games share.

Commands import this module even to print help, so numpy is imported only when something is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..game import describe_game
from ..pictures import Grid

if TYPE_CHECKING:
    from ..solution import Table

Draw = Callable[[Any], list[Grid]]

_BOTH = 3  # marks a tie in tables of two choices
_MAX_CLASSES = 12  # up to this many numbers get one colour each; more numbers get shades


def draw_numbers(table: Table, title: str, unit: str, scale: Sequence[Table] = ()) -> Grid:
    """Return a map of a table, with a class for each number, or shades if there are too many numbers.

    `scale` lists the tables whose maps have the same classes.
    """
    import numpy as np

    cells = np.asarray(table.cells, dtype=np.float64)
    arrays = [part.cells for part in (*scale, table)]
    # In the first column, players may try for everything at once; the large numbers there would use up the colours.
    highest = max(1, *(int((array[:, 1:] if array.shape[1] > 1 else array).max()) for array in arrays))
    lowest = min(1, *(int(array.min()) for array in arrays))
    classes: tuple[str, ...] = ()
    colours = cells
    if highest - lowest < _MAX_CLASSES:
        classes = tuple(map(str, range(lowest, highest + 1)))
        if max(int(array.max()) for array in arrays) > highest:
            classes = (*classes, f"{highest + 1} or more")
        colours = np.minimum(cells, highest + 1) + 1 - lowest
    names = title, table.column_title, table.row_title, unit
    return Grid(*names, table.columns, table.rows, colours, classes, table.cells, tied=table.tied)


def draw_choices(*names: str) -> Draw:
    """Return a function that draws maps of two choices, 1 and 2 in a solution's tables, with the given names."""

    def draw(solution: Any) -> list[Grid]:
        import numpy as np

        grids = []
        for table in solution.tables():
            if not len(table.rows):
                continue  # the table of a player who never chooses
            columns = find_used_columns(table.cells != 0)
            both = table.cells == _BOTH
            cells = np.where(both, 1.0, np.where(table.cells == 0, np.nan, table.cells))[:, columns]
            title = f"{describe_game(solution.game)}: {table.title.partition(':')[0].lower()}"
            axes = title, table.column_title, table.row_title, "", table.columns[columns], table.rows
            grids.append(Grid(*axes, cells, names, blank="decided or not possible", tied=both[:, columns]))
        return grids

    return draw


def draw_over_scores(
    down: tuple[str, str],
    across: tuple[str, str],
    title: str,
    unit: str = "",
    where: Callable[[Any], bool] = lambda position: True,
) -> Draw:
    """Return a function that draws a map over two scores below the target.

    `down` and `across` are pairs of a field and the label of its axis. `where` selects the positions to show. With a
    unit, the map shows the smallest best move; without a unit, it shows the odds of the player to move.
    """

    def draw(solution: Any) -> list[Grid]:
        import numpy as np

        game = solution.game
        cells = np.full((game.target, game.target), np.nan)
        for position in filter(where, solution.model.positions):
            number = min(solution.best_moves_at(position)) if unit else solution.value_at(position)
            cells[getattr(position, down[0]), getattr(position, across[0])] = number
        names, scores = (f"{describe_game(game)}: {title}", across[1], down[1]), range(game.target)
        if not unit:
            return [Grid(*names, "chance to win", scores, scores, cells, even=True, blank="not possible")]
        lowest, highest = int(np.nanmin(cells)), int(np.nanmax(cells))
        classes, labels = tuple(map(str, range(lowest, highest + 1))), np.nan_to_num(cells).astype(np.int64)
        return [Grid(*names, unit, scores, scores, cells - lowest + 1, classes, labels, blank="not possible")]

    return draw


def find_used_columns(mask: Any) -> slice:
    """Return the range from the first to the last nonempty column."""
    used = mask.any(axis=0).nonzero()[0].tolist()
    return slice(used[0], used[-1] + 1) if used else slice(0, 1)
