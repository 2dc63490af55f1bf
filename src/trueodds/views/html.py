"""A solution as a piece of HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

from ..exact.decimals import decimal, long_number
from ..game import headline
from ..solution import Solution, Table
from .parts import best, shown, whose


def page(solution: Solution) -> str:
    """The fraction, the best moves, the strategy tables, and how all that is proved.

    Examples
    --------
    >>> import trueodds
    >>> "6/11" in page(trueodds.solve(trueodds.RiskOrSafety(target=3)))
    True
    """
    value = solution.fraction
    equals = "=" if value.denominator == 1 else "&asymp;"
    parts = [
        f"<p><b>{escape(headline(solution.game))}</b></p>",
        f"<p>{escape(whose(solution))}: {_digits(value.numerator)}/{_digits(value.denominator)} "
        f"{equals} {decimal(value)}; {escape(best(solution))}</p>",
        *(_table(table) for table in solution.tables()),
        f"<p><small>proved: {escape(str(solution.proof))}</small></p>",
        f"<p><small>method: {escape(solution.method)}</small></p>",
    ]
    return "\n".join(parts)


def _digits(number: Any) -> str:
    digits, count = long_number(number)
    return f"{digits} <small>({count})</small>" if count else digits


def _table(table: Table) -> str:
    part = shown(table)
    head = "".join(f'<th scope="col">{column}</th>' for column in part.columns)
    body = "".join(
        f'<tr><th scope="row">{row}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for row, cells in zip(part.rows, part.cells.tolist(), strict=True)
    )
    # A wide table scrolls by itself, not the whole page.
    return (
        f'<div style="overflow-x: auto"><table><caption>{escape(part.caption)}</caption>'
        f"<tr><td></td>{head}</tr>{body}</table></div>"
    )
