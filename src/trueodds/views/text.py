"""A solution as plain text, for a terminal of 80 columns, a pipe, or a mail."""

from __future__ import annotations

from ..solution import Solution, Table, decimal


def answer(solution: Solution) -> str:
    """The odds, the best moves at the start, and how that is proved.

    Examples
    --------
    >>> import trueodds
    >>> print(answer(trueodds.solve(trueodds.RiskOrSafety(target=3))))
    risk-or-safety, target 3
    value of the start for the player who moves first:
      6/11
      ≈ 0.545454545454545
    best move: 1
    proved: exact Bellman equality at 18 positions over 39 moves, no ties; 9 positions decided by bounds, 0 exactly
    method: rigorous bounds pair by pair, then rational elimination
    """
    value = solution.fraction
    options = ", ".join(f"{name.replace('_', ' ')} {option}" for name, option in solution.game.parameters.items())
    moves = [str(move) for move in sorted(solution.best_moves, key=lambda move: (str(type(move)), move))]
    tied = " (exactly the same)" if len(moves) > 1 else ""
    equals = "=" if value.denominator == 1 else "≈"
    return "\n".join(
        (
            f"{solution.game.name}, {options}",
            "value of the start for the player who moves first:",
            f"  {value.numerator.digits()}/{value.denominator.digits()}",
            f"  {equals} {decimal(value)}",
            f"best move{'s' if tied else ''}: {' or '.join(moves)}{tied}",
            f"proved: {solution.proof}",
            f"method: {solution.method}",
        )
    )


def strategy_table(table: Table) -> str:
    """A table with its labels, columns as narrow as the numbers allow.

    Examples
    --------
    >>> import trueodds
    >>> print(strategy_table(trueodds.solve(trueodds.RiskOrSafety(target=3)).tables()[0]))
    Coins to toss
    I need (rows), the opponent needs (columns)
        1 2 3
      1 1 1 1
      2 2 2 2
      3 3 3 1
    """
    cells = table.cells.tolist()
    width = max(len(str(max(max(row) for row in cells))), len(str(table.columns[-1])))
    label = len(str(table.rows[-1]))
    lines = [table.title, f"{table.row_title} (rows), {table.column_title} (columns)"]
    lines.append("  " + " " * label + "".join(f" {column:>{width}}" for column in table.columns))
    for row, numbers in zip(table.rows, cells, strict=True):
        lines.append(f"  {row:>{label}}" + "".join(f" {number:>{width}}" for number in numbers))
    return "\n".join(lines)
