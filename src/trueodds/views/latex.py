"""Render a solution as LaTeX, for papers and notebooks."""

from __future__ import annotations

import math
from typing import Any

from ..exact.decimals import about, long_number
from ..game import headline
from ..solution import Solution, Table
from .parts import best, describe_ties, shorten, whose

_SPECIAL = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
)


def page(solution: Solution) -> str:
    """Return the value, the best moves and the strategy tables, for both MathJax and LaTeX."""
    value = solution.value
    if value == math.inf:
        formula = r"\infty"
    elif value.denominator == 1:
        formula = value.numerator.digits()
    else:
        formula = rf"\frac{{{_digits(value.numerator)}}}{{{_digits(value.denominator)}}} {_decimal(value)}"
    first = f"{headline(solution.game)}; {whose(solution)}:".translate(_SPECIAL)
    answer = f"{first}\n$${formula}$$\n{best(solution).translate(_SPECIAL)}"
    return "\n\n".join((answer, *(_table(table) for table in solution.tables())))


def _digits(number: Any) -> str:
    digits, count = long_number(number)
    return digits.replace("…", r"\ldots ") + (rf"\ (\text{{{count}}})" if count else "")


def _decimal(value: Any) -> str:
    relation, _, number = about(value).rpartition(" ")
    mantissa, exponent, power = number.partition("e")
    shown = rf"{mantissa} \cdot 10^{{{int(power)}}}" if exponent else mantissa
    sign = {"=": "=", "≈": r"\approx"}.get(relation, rf"\text{{ is {relation} }}")
    return f"{sign} {shown}"


def _table(table: Table) -> str:
    part = shorten(table)
    head = "".join(f" & {column}" for column in part.columns)
    body = " \\\\\n".join(
        " & ".join(map(str, (row, *map(_cell, cells, tied))))
        for row, cells, tied in zip(part.rows, part.cells.tolist(), part.tied.tolist(), strict=True)
    )
    ties = f"\n\n* {describe_ties(table).translate(_SPECIAL)}" if table.ties else ""
    columns = "r" * len(part.columns)
    return (
        f"{part.title.translate(_SPECIAL)}\n"
        rf"$$\begin{{array}}{{r|{columns}}}" + f"\n{head} \\\\ \\hline\n{body}\n" + r"\end{array}$$" + ties
    )


def _cell(number: int, tied: bool) -> str:
    return f"{number}^*" if tied else str(number)
