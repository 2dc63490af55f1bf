"""Draw maps as plain text, for terminals, pipes, and installations without Matplotlib."""

from __future__ import annotations

import math
import re
import string
import textwrap
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..pictures import Grid, Picture

LINE = 80  # default number of characters in a line
_LEAST_LINE = 24  # narrower maps are illegible
_MARGIN = 10  # characters of a line that are reserved for labels
_ROWS = 40  # maximum number of rows of cells
_FEW_ROWS = 4  # fewer blank rows than this stay in the map
_LEVELS = "0123456789"
_LETTERS = string.digits + string.ascii_letters
_TIED = "="  # replaces the letter of a move
_TIES = 10  # maximum number of ties whose places are listed


def draw_text(panels: Sequence[Picture], line: int = LINE) -> str:
    """Return maps as text, one below the other."""
    grids = [panel for panel in panels if isinstance(panel, Grid)]
    if len(grids) < len(panels):
        raise ValueError(
            "curves cannot be drawn as plain text; write them to an image file with --output FILE.png, .svg or .pdf"
        )
    return "\n\n".join(_grid(grid, max(line, _LEAST_LINE)) for grid in grids)


def _grid(grid: Grid, line: int) -> str:
    """Return a map whose cells show numbers or characters."""
    grid = _omit_blank_rows(grid if np.isnan(grid.cells).any() else replace(grid, blank=""))
    width = 0 if grid.labels is None else max(len(str(grid.labels.min())), len(str(grid.labels.max())))
    fits = (width + 1) * len(grid.x) <= line - _MARGIN and len(grid.y) <= _ROWS
    if grid.labels is None or grid.classes or not fits:
        return _characters(grid, line)
    words = [
        [" " * width if math.isnan(cell) else f"{label:{width}}" for cell, label in zip(*both, strict=True)]
        for both in zip(grid.cells, grid.labels, strict=True)
    ]
    return "\n".join([*_frame(grid, words, line), *_blank(grid, line)])


def _omit_blank_rows(grid: Grid) -> Grid:
    """Remove the blank rows at the top and the bottom of a map, unless they are few, and state which are omitted."""
    used = np.flatnonzero(~np.isnan(grid.cells).all(axis=1)).tolist() or [0]
    kept = slice(used[0], used[-1] + 1)
    omitted = [rows for rows in (grid.y[: kept.start], grid.y[kept.stop :]) if len(rows)]
    if not grid.blank or sum(map(len, omitted)) < _FEW_ROWS:
        return grid
    labels = None if grid.labels is None else grid.labels[kept]
    tied = None if grid.tied is None else grid.tied[kept]
    named = " and ".join(f"{rows[0]} to {rows[-1]}" if len(rows) > 1 else str(rows[0]) for rows in omitted)
    blank = f"{grid.blank} (rows {named} are omitted)"
    return replace(grid, y=grid.y[kept], cells=grid.cells[kept], labels=labels, tied=tied, blank=blank)


def _characters(grid: Grid, line: int) -> str:
    # If not all rows and columns fit, show only every second, third, … one.
    strides = -(-grid.cells.shape[0] // _ROWS), -(-grid.cells.shape[1] // (line - _MARGIN))
    marks, ties = _marks(grid), _shows_ties(grid)
    low, high = _range(grid)

    def character(value: float, tied: bool) -> str:
        if math.isnan(value):
            return " "
        if tied and ties:
            return _TIED
        if grid.classes:
            return marks[int(value) - 1][0]
        return _LEVELS[0 if high == low else min(len(_LEVELS) - 1, int((value - low) / (high - low) * len(_LEVELS)))]

    tied = np.zeros(grid.cells.shape, dtype=bool) if grid.tied is None else grid.tied
    rows = [list(map(character, *both)) for both in zip(grid.cells, tied, strict=True)]
    lines = [*_frame(grid, rows, line, strides), *_legend(grid, line)]
    steps = [f"one {what} in {step}" for step, what in zip(strides, ("row", "column"), strict=True) if step > 1]
    return "\n".join([*lines, *textwrap.wrap(", ".join(steps), line)])


def _frame(grid: Grid, cells: Sequence[Sequence[str]], line: int, strides: tuple[int, int] = (1, 1)) -> list[str]:
    """Return the lines of a map, with titles and axes."""
    x, y = grid.x[:: strides[1]], grid.y[:: strides[0]]
    wide = len(cells[0][0])
    gap = " " if (wide + 1) * len(x) <= line - _MARGIN else ""
    label = max(len(str(name)) for name in y)
    first, last = f"{x[0]:{wide}}", str(x[-1])
    between = max(1, (len(gap) + wide) * len(x) - len(gap) - len(first) - len(last))
    axis = " " * (label + 2) + gap + (first + " " * between + last if len(x) > 1 else first)
    across = [f"{axis}  {grid.x_title}"]
    if len(across[0]) > line:
        across = [*textwrap.wrap(grid.x_title, line, initial_indent=" " * (label + 2)), axis]
    lines = [*_wrap(grid.title, line), *textwrap.wrap(grid.y_title, line), *across]
    lines.append(" " * label + " +" + "-" * ((len(gap) + wide) * len(x) + len(gap)))
    for name, row in zip(y, cells[:: strides[0]], strict=True):
        lines.append(f"{name:>{label}} |{gap}{gap.join(row[:: strides[1]])}")
    return [row.rstrip() for row in lines]


def _wrap(text: str, line: int) -> list[str]:
    """Return the text in lines that do not break a value such as ``lives 2``."""
    bound = re.sub(" (?=[^ ,:]+([,:]|$))", "\xa0", text)
    return [part.replace("\xa0", " ") for part in textwrap.wrap(bound, line)]


def _legend(grid: Grid, line: int) -> list[str]:
    if grid.classes:
        marks = [f"{mark}: {name}" for mark, name in _marks(grid) if mark != name]
        words = ", ".join([*marks, f"{_TIED}: ties (equally good moves)"] if _shows_ties(grid) else marks)
    else:
        low, high = _range(grid)
        step = (high - low) / len(_LEVELS)
        words = f"{grid.unit}: 0 is {low:.4g} to {low + step:.4g}, …, 9 is {high - step:.4g} to {high:.4g}"
    return [*textwrap.wrap(words, line), *_blank(grid, line)]


def _blank(grid: Grid, line: int) -> list[str]:
    """Return the lines that explain blank cells and list ties that the map does not mark."""
    lines = textwrap.wrap(f"blank: {grid.blank}", line) if grid.blank else []
    tied = [] if grid.tied is None or _shows_ties(grid) else np.argwhere(grid.tied).tolist()
    if tied:
        places = ", ".join(f"({grid.y[row]}, {grid.x[column]})" for row, column in tied[:_TIES])
        more = f" and {len(tied) - _TIES} other{'s' * (len(tied) > _TIES + 1)}" if len(tied) > _TIES else ""
        words = f"ties, several equally good moves, at ({grid.y_title}, {grid.x_title}): {places}{more}"
        lines += textwrap.wrap(words, line, subsequent_indent="  ")
    return lines


def _shows_ties(grid: Grid) -> bool:
    """Return whether the map marks its ties; it does if moves are words, because there may then be many ties."""
    return bool(grid.classes and not grid.classes[0].isdigit() and grid.tied is not None and grid.tied.any())


def _marks(grid: Grid) -> list[tuple[str, str]]:
    """Return, for each class, a character and the name of the class."""
    names, firsts = grid.classes, {name[0] for name in grid.classes}
    if len(firsts) == len(names) and not any(first.isdigit() for first in firsts):
        return [(name[0], name) for name in names]
    letters = _LETTERS if names[0] == "0" else _LETTERS[1:]
    if len(names) > len(letters):
        raise ValueError(
            f"a map in plain text can show at most {len(letters)} different moves, not {len(names)}; "
            "write it to a file with --output FILE.png, .svg or .pdf"
        )
    return list(zip(letters, names, strict=False))


def _range(grid: Grid) -> tuple[float, float]:
    if grid.even:
        return 0.0, 1.0
    values = grid.cells[~np.isnan(grid.cells)]
    return (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
