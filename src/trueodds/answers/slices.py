"""Map any solved game over two fields of its positions, with the others fixed, as data for drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..game import headline, sorted_moves
from ..parameters import as_index
from ..pictures import Grid
from ..solution import Solution
from .rows import field_names, field_values, seat_field

_MAX_CLASSES = 12  # maximum number of moves with a colour of their own; more integers become shades
_MAX_SIDE = 2000  # maximum number of rows or columns


def map_over(
    solution: Solution, down: str, across: str, at: Mapping[str, str] | None = None, odds: bool = False
) -> Grid:
    """Return the best moves (of several, the first that the game lists) or, with `odds`, the values over two fields.

    Both fields must have integers. `at` fixes other fields, as text; the rest keep their values at the start. A cell
    without a position for this player to move shows the other player's. Raise ValueError for an unknown field or one
    without integers.
    """
    game, every = solution.game, solution.positions
    names = field_names(every)
    fixed = _fixed(names, field_values(names, game.start), {down, across}, at or {})
    found = _chosen(names, seat_field(game, names, every), every, (down, across), fixed)
    rows, columns = (_labels(name, [key[axis] for key in found]) for axis, name in enumerate((down, across)))
    cells = np.full((len(rows), len(columns)), np.nan)
    tied = np.zeros(cells.shape, dtype=bool)
    first: dict[tuple[int, int], Any] = {}
    for (row, column), position in found.items():
        place = row - rows[0], column - columns[0]
        best = solution.best_moves_at(position)
        tied[place] = len(best) > 1
        first[place] = next(move for move in game.moves(position) if move in best)
        if odds:
            cells[place] = float(solution.value_at(position))
    rest = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in fixed.items())
    title = f"{headline(game)}: {'value' if odds else 'best move'}{f' at {rest}' if rest else ''}"
    words = title, across.replace("_", " "), down.replace("_", " ")
    if odds:
        inside = cells[~np.isnan(cells)]
        chances = bool(inside.min() >= 0 and inside.max() <= 1)
        return Grid(*words, "value", columns, rows, cells, even=chances, blank="play cannot reach it")
    moves: list[Any] = sorted_moves(set(first.values()))
    whole = None not in map(as_index, moves)
    shades = whole and len(moves) > _MAX_CLASSES
    labels = np.zeros(cells.shape, dtype=np.int64) if whole else None
    order = {move: at for at, move in enumerate(moves, 1)}
    for place, move in first.items():
        cells[place] = move if shades else order[move]
        if labels is not None:
            labels[place] = move
    classes = () if shades else tuple(map(str, moves))
    ties = tied if tied.any() else None
    return Grid(*words, "move", columns, rows, cells, classes, labels, blank="play cannot reach it", tied=ties)


def widest_fields(solution: Solution) -> tuple[str, ...]:
    """Return the two integer fields with the most values, in the order of the fields; fewer if there are not two.

    The field of the player to move does not count.
    """
    every = solution.positions
    names = field_names(every)
    seats = [solution.game.seat(position) for position in every]
    columns = zip(*(field_values(names, position) for position in every), strict=True)
    values = {
        name: {as_index(value) for value in column}
        for name, column in zip(names, columns, strict=True)
        if list(column) != seats
    }
    whole = {name: len(found) for name, found in values.items() if None not in found and len(found) > 1}
    chosen = sorted(whole, key=lambda name: -whole[name])[:2]
    return tuple(name for name in names if name in chosen)


def _fixed(names: Sequence[str], start: Sequence[Any], over: set[str], at: Mapping[str, str]) -> dict[str, str]:
    """Return the values of the other fields, as text."""
    for name in [*over, *at]:
        if name not in names:
            raise ValueError(f"no field {name[:40]!r}; the fields of a position are {', '.join(names)}")
    if len(over) != 2 or over & set(at):
        raise ValueError("a map needs two different fields, and only other fields can be fixed")
    usual = {name: str(value) for name, value in zip(names, start, strict=True) if name not in over}
    return usual | dict(at)


def _chosen(
    names: Sequence[str], seat: str, every: Sequence[Any], over: tuple[str, str], fixed: Mapping[str, str]
) -> dict[tuple[int, int], Any]:
    """Return the position of each cell."""
    found: dict[tuple[int, int], Any] = {}
    others: dict[tuple[int, int], Any] = {}
    for position in every:
        values = dict(zip(names, field_values(names, position), strict=True))
        differs = [name for name, value in fixed.items() if str(values[name]) != value]
        if differs and differs != [seat]:
            continue
        numbers = [as_index(values[name]) for name in over]
        if None in numbers:
            raise ValueError(f"the fields of a map must be whole numbers, but {' or '.join(over)} has other values")
        (others if differs else found)[numbers[0], numbers[1]] = position  # type: ignore[index]
    if not found and not others:
        raise ValueError(f"no position has {', '.join(f'{name} {value}' for name, value in fixed.items())}")
    return others | found


def _labels(name: str, values: Sequence[int]) -> range:
    low, high = min(values), max(values)
    if high - low >= _MAX_SIDE:
        raise ValueError(f"{name} ranges from {low} to {high}; a map has at most {_MAX_SIDE} rows and columns")
    return range(low, high + 1)
