"""Map a solved game over two fields of its positions, with the other fields fixed, and return data for drawing."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..game import describe_game, sort_moves
from ..parameters import as_index
from ..pictures import Grid
from ..solution import Solution
from ..solver.numbered import Interned
from .rows import check_fields, find_seat_field, list_field_names, list_field_values, number_levels

_MAX_CLASSES = 12  # maximum number of moves with separate colours; if there are more, integer moves become shades
_MAX_SIDE = 2000  # maximum number of rows or columns


def make_map(
    solution: Solution,
    down: str,
    across: str,
    at: Mapping[str, str] | None = None,
    odds: bool = False,
    either: bool = True,
) -> Grid:
    """Return a map over the fields `down` and `across`, of the best moves or, with `odds`, of the values.

    If several moves are best, the map shows the first that the game lists. `at` maps other fields to values, as text;
    the rest keep their values at the start. With `either`, a cell that has no position with the fixed value of ``seat``
    shows the position with the other player to move.
    """
    game, positions = solution.game, solution.positions
    names = list_field_names(positions)
    fixed = _fix_fields(names, list_field_values(names, game.start), {down, across}, at or {})
    seat = find_seat_field(game, names, positions)
    shown_positions = _find_cells(names, seat if either else "", positions, (down, across), fixed)
    if seat in fixed:
        fixed[seat] = " or ".join(map(str, sorted({game.seat(position) for position in shown_positions.values()})))
    rows, columns = (
        _make_labels(name, [key[axis] for key in shown_positions]) for axis, name in enumerate((down, across))
    )
    cells = np.full((len(rows), len(columns)), np.nan)
    tied = np.zeros(cells.shape, dtype=bool)
    first: dict[tuple[int, int], Any] = {}
    for (row, column), position in shown_positions.items():
        cell = row - rows[0], column - columns[0]
        tied[cell] = len(solution.best_moves_at(position)) > 1
        first[cell] = _find_first_best(solution, position)
        if odds:
            cells[cell] = float(solution.value_at(position))
    equals = {name: " =" * name[-1].isdigit() for name in fixed}  # "part 3 = 0", but "lives 2"
    rest = ", ".join(f"{name.replace('_', ' ')}{equals[name]} {value}" for name, value in fixed.items())
    title = f"{describe_game(game)}: {'value' if odds else 'best move'}{f' at {rest}' if rest else ''}"
    words = title, across.replace("_", " "), down.replace("_", " ")
    if odds:
        inside = cells[~np.isnan(cells)]
        chances = bool(inside.min() >= 0 and inside.max() <= 1)
        return Grid(*words, "value", columns, rows, cells, even=chances, blank="play cannot reach it")
    moves: list[Any] = sort_moves(set(first.values()))
    integral = None not in map(as_index, moves)
    shades = integral and len(moves) > _MAX_CLASSES
    labels = np.zeros(cells.shape, dtype=np.int64) if integral else None
    order = {move: at for at, move in enumerate(moves, 1)}
    for cell, move in first.items():
        cells[cell] = move if shades else order[move]
        if labels is not None:
            labels[cell] = move
    classes = () if shades else tuple(map(str, moves))
    ties = tied if tied.any() else None
    return Grid(*words, "move", columns, rows, cells, classes, labels, blank="play cannot reach it", tied=ties)


def choose_default_map(
    solution: Solution, usual: Sequence[str], at: Mapping[str, str]
) -> tuple[tuple[str, str], dict[str, str]]:
    """Fix the fields in `at`; return the two fields of the most informative map, and the values of all other fields.

    The map has the `usual` fields, if given, unless `at` fixes one of them.
    """
    game, positions = solution.game, solution.positions
    names = list_field_names(positions)
    check_fields(names, at)
    rows = {position: list_field_values(names, position) for position in positions}
    for name, value in at.items():
        rows = {position: row for position, row in rows.items() if str(row[names.index(name)]) == value}
    if not rows:
        raise ValueError(f"no position has {_list_values(at)}")
    levels, columns = number_levels(zip(*rows.values(), strict=True))
    start = [
        0 if len(level) == 1 else level.index(value) if value in level else -1
        for level, value in zip(levels, list_field_values(names, game.start), strict=True)
    ]
    moves = Interned()
    best_moves = [moves.number(_find_first_best(solution, position)) for position in rows]
    seats = list(map(game.seat, rows))
    integral = [field for field, level in enumerate(levels) if None not in map(as_index, level)]
    map_fields = () if set(usual) & set(at) else tuple(map(names.index, usual))
    choice = choose_map(columns, seats, best_moves, start, integral, map_fields)
    if choice is None:
        where = f" for {_list_values(at)}" if at else ""
        raise ValueError(f"{game.name} has no picture{where}: a map needs two whole-number fields that vary")
    (down, across), at_levels = choice
    others = [field for field in range(len(names)) if field not in (down, across)]
    return (names[down], names[across]), {names[field]: str(levels[field][at_levels[field]]) for field in others}


def choose_map(
    columns: Sequence[Sequence[int]],
    seats: Sequence[int],
    best_moves: Sequence[int],
    start: Sequence[int],
    fields: Sequence[int],
    chosen: Sequence[int] = (),
) -> tuple[tuple[int, ...], list[int]] | None:
    """Return the fields of the most informative map, down and across, and the level of every field at a position in it.

    `columns` holds the level of each field (the number of its value) at each position, `seats` the player to move
    there, `best_moves` the number of the best move, and `start` the levels at the start. If `chosen` is empty, the
    map's fields are two of `fields` that have several levels each; the result is None if there are no two such fields.
    Otherwise, the map's fields are those in `chosen`; if there is a third, the map shows where the best move changes
    along it. A map scores high if it has many cells and many moves that occur equally often; its score is doubled if
    the other fields have the levels of the start.
    """
    at, moves = np.array(columns), np.array(best_moves)
    wide = [field for field in fields if at[field].min() < at[field].max()]
    others = [field for field in wide if (at[field] != seats).any()]
    pairs = itertools.combinations(others if len(others) > 1 else wide, 2)
    views = [tuple(chosen)] if chosen else [tuple(sorted(pair, key=lambda field: at[field].max())) for pair in pairs]
    weights = np.random.default_rng(0).integers(1 << 62, size=(len(at), 1))  # sums almost surely identify the levels
    parts, usual = at * weights, np.array(start)[:, None] * weights
    best, result = -1.0, None
    for view in views:
        cells, numbers = np.arange(len(moves)), moves
        if len(view) == 3:
            cells, numbers = _find_changes(at, parts, view[2], moves)
        rest = np.delete(parts, view, axis=0).sum(axis=0)[cells]
        _, first, which = np.unique(rest, return_index=True, return_inverse=True)
        move_count = numbers.max() + 1
        kinds, counts = np.unique(which * move_count + numbers, return_counts=True)
        sizes, owners = np.bincount(which), kinds // move_count
        shares = counts / sizes[owners]
        entropy = np.bincount(owners, -shares * np.log2(shares))
        scores = entropy * np.log2(sizes + 1) * (1 + (rest[first] == np.delete(usual, view, axis=0).sum()))
        top = np.lexsort((-first, scores.round(9)))[-1]
        if scores[top] > best + 1e-9:
            best, result = scores[top], (view, at[:, cells[first[top]]].tolist())
    return result


def _find_changes(at: Any, parts: Any, along: int, moves: Any) -> tuple[Any, Any]:
    """Return each cell's position at the lowest level of field `along`, and the first level with another best move."""
    levels = at[along]
    _, cell = np.unique(np.delete(parts, along, axis=0).sum(axis=0), return_inverse=True)
    order = np.lexsort((levels, cell))
    lowest = order[np.unique(cell[order], return_index=True)[1]]
    never = levels.max() + 1
    changes = np.full(len(lowest), never)
    np.minimum.at(changes, cell, np.where(moves == moves[lowest][cell], never, levels))
    return lowest, changes


def _list_values(fields: Mapping[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in fields.items())


def _find_first_best(solution: Solution, position: Any) -> Any:
    """Return the first best move at a position, in the order in which the game lists moves."""
    best = solution.best_moves_at(position)
    return next(move for move in solution.game.moves(position) if move in best)


def _fix_fields(names: Sequence[str], start: Sequence[Any], over: set[str], at: Mapping[str, str]) -> dict[str, str]:
    """Return the values of the fields that are not in `over`, as text."""
    check_fields(names, [*sorted(over), *at])
    if len(over) != 2 or over & set(at):
        raise ValueError("a map needs two different fields, neither of which may be fixed")
    usual = {name: str(value) for name, value in zip(names, start, strict=True) if name not in over}
    return usual | dict(at)


def _find_cells(
    names: Sequence[str], seat: str, positions: Sequence[Any], over: tuple[str, str], fixed: Mapping[str, str]
) -> dict[tuple[int, int], Any]:
    """Return the position that each cell shows."""
    cells: dict[tuple[int, int], Any] = {}
    others: dict[tuple[int, int], Any] = {}
    for position in positions:
        values = dict(zip(names, list_field_values(names, position), strict=True))
        differs = [name for name, value in fixed.items() if str(values[name]) != value]
        if differs and differs != [seat]:
            continue
        numbers = [as_index(values[name]) for name in over]
        if None in numbers:
            raise ValueError(f"the fields of a map must have whole-number values, but {' or '.join(over)} has others")
        (others if differs else cells)[numbers[0], numbers[1]] = position  # type: ignore[index]
    if not (others | cells):
        raise ValueError(f"no position has {_list_values(fixed)}")
    return others | cells


def _make_labels(name: str, values: Sequence[int]) -> range:
    low, high = min(values), max(values)
    if high - low >= _MAX_SIDE:
        raise ValueError(f"{name} ranges from {low:,} to {high:,}; a map has at most {_MAX_SIDE:,} rows or columns")
    return range(low, high + 1)
