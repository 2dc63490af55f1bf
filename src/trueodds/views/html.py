"""A solution as a piece of HTML, for notebooks."""

from __future__ import annotations

from html import escape

from ..solution import Solution, Table, decimal

_ROWS_SHOWN = 40  # of a table; more would bury the notebook
_DIGITS_SHOWN = 60  # of a numerator or denominator


def page(solution: Solution) -> str:
    """The fraction, the best moves, the strategy tables, and how all that is proved.

    Examples
    --------
    >>> import trueodds
    >>> "6/11" in page(trueodds.solve(trueodds.RiskOrSafety(target=3)))
    True
    """
    value = solution.fraction
    options = ", ".join(f"{name} {value}" for name, value in solution.game.parameters.items())
    moves = " or ".join(str(move) for move in sorted(solution.best_moves, key=str))
    parts = [
        f"<p><b>{escape(solution.game.name)}</b> ({escape(options)})</p>",
        f"<p>{_digits(value.numerator.digits())}/{_digits(value.denominator.digits())} "
        f"&asymp; {decimal(value)}; best move: {escape(moves)}</p>",
        *(_table(table) for table in solution.tables()),
        f"<p><small>{escape(solution.method)}; {escape(solution.proof)}</small></p>",
    ]
    return "\n".join(parts)


def _digits(number: str) -> str:
    if len(number) <= _DIGITS_SHOWN:
        return number
    return f"{number[:20]}…{number[-20:]} <small>({len(number)} digits)</small>"


def _table(table: Table) -> str:
    rows, columns = table.rows[:_ROWS_SHOWN], table.columns[:_ROWS_SHOWN]
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join(
        f"<tr><th>{row}</th>{''.join(f'<td>{cell}</td>' for cell in cells[: len(columns)])}</tr>"
        for row, cells in zip(rows, table.cells, strict=False)
    )
    cut = "" if len(rows) == len(table.rows) else f"; the first {_ROWS_SHOWN} of {len(table.rows)} rows"
    caption = f"{table.title} ({table.row_title}: rows; {table.column_title}: columns{cut})"
    return f"<table><caption>{escape(caption)}</caption><tr><th></th>{head}</tr>{body}</table>"
