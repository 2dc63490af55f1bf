"""Render a solution as LaTeX, for papers and notebooks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..exact.decimals import describe_value, shorten_number
from ..game import describe_game
from ..pictures import Grid
from ..solution import Solution, Table
from .parts import LABELS_SHOWN, describe_best_moves, describe_player, describe_ties, name_axes, shorten

_SPECIAL = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
)


def render_solution(solution: Solution, grid: Grid | None = None) -> str:
    """Return the value, the best moves, and the map (if given) or else the strategy tables, for MathJax and LaTeX."""
    value = solution.value
    if value == math.inf:
        formula = r"\infty"
    elif value.denominator == 1:
        formula = value.numerator.digits()
    else:
        formula = rf"\frac{{{_digits(value.numerator)}}}{{{_digits(value.denominator)}}} {_decimal(value)}"
    first = f"{describe_game(solution.game)}; {describe_player(solution)}:".translate(_SPECIAL)
    answer = f"{first}\n$${formula}$$\n{describe_best_moves(solution).translate(_SPECIAL)}"
    tables = [_map(grid)] if grid else [_table(table) for table in solution.tables()]
    return "\n\n".join((answer, *tables))


def _digits(number: Any) -> str:
    digits, count = shorten_number(number)
    return digits.replace("…", r"\ldots ") + (rf"\ (\text{{{count}}})" if count else "")


def _decimal(value: Any) -> str:
    relation, _, number = describe_value(value).rpartition(" ")
    mantissa, exponent, power = number.partition("e")
    formula = rf"{mantissa} \cdot 10^{{{int(power)}}}" if exponent else mantissa
    sign = {"=": "=", "≈": r"\approx"}.get(relation, rf"\text{{ is {relation} }}")
    return f"{sign} {formula}"


def _table(table: Table) -> str:
    part = shorten(table)
    cells = [[str(number) for number in row] for row in part.cells.tolist()]
    ties = f"\n\n* {describe_ties(table).translate(_SPECIAL)}" if table.ties else ""
    return _array(part.title, part.rows, part.columns, cells, part.tied) + ties


def _map(grid: Grid) -> str:
    def show(cell: float) -> str:
        if math.isnan(cell):
            return ""
        move = grid.classes[int(cell) - 1] if grid.classes else str(int(cell))
        return move if move.removeprefix("-").isdigit() else rf"\text{{{move.translate(_SPECIAL)}}}"

    sides = slice(LABELS_SHOWN), slice(LABELS_SHOWN)
    cells = [list(map(show, row)) for row in grid.cells[sides].tolist()]
    tied = np.zeros_like(grid.cells, dtype=bool) if grid.tied is None else grid.tied
    rows, columns = grid.y[:LABELS_SHOWN], grid.x[:LABELS_SHOWN]
    axes = name_axes(
        (grid.y_title, "rows", len(rows), len(grid.y)), (grid.x_title, "columns", len(columns), len(grid.x))
    )
    ties = "\n\n* several moves are exactly equal" if tied[sides].any() else ""
    return _array(f"{grid.title} ({axes})", rows, columns, cells, tied[sides]) + ties


def _array(
    caption: str, rows: Sequence[int], columns: Sequence[int], cells: Sequence[Sequence[str]], tied: NDArray[np.bool_]
) -> str:
    head = "".join(f" & {column}" for column in columns)
    body = " \\\\\n".join(
        " & ".join((str(row), *(f"{cell}^*" if tie else cell for cell, tie in zip(row_cells, ties, strict=True))))
        for row, row_cells, ties in zip(rows, cells, tied.tolist(), strict=True)
    )
    return (
        f"{caption.translate(_SPECIAL)}\n"
        rf"$$\begin{{array}}{{r|{'r' * len(columns)}}}" + f"\n{head} \\\\ \\hline\n{body}\n" + r"\end{array}$$"
    )
