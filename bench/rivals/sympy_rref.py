"""Solve the transition equations of a given strategy by SymPy's sparse rational row reduction.

There is one equation for each position (a, i, j), as in section 3 of the paper: a open points, and the needs i of the
player to toss and j of the opponent. The order of the unknowns determines the fill-in. Positions far from the end come
first, the best of seven orders tried; the opposite order takes thirty times as long at n = 20, and dense LU takes
minutes.
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("SYMPY_GROUND_TYPES", "gmpy")  # python-flint's rationals are no faster here

from sympy import QQ
from sympy.polys.matrices import DomainMatrix

CONTINUE = 1
Node = tuple[int, int, int]


def _moves(node: Node, go: bool) -> list[tuple[Any, Node]]:
    """Return the successors of a position as (weight, position); `start_value` adds the constant, 1 or ½."""
    a, i, j = node
    half = QQ(1, 2)
    if not go:
        return [(QQ(-1), (0, j, i - a))]
    return [(-half, (0, j, i)), *([(half, (a + 1, i, j))] if a + 1 < i else [])]


def start_value(n: int, s: Any, index: Any) -> tuple[int, int]:
    """Return the numerator and the denominator of the value of the start, for the fair coin and equal targets.

    `s[index(a, i, j)]` is 1 for continue and -1 for stop; n is the target.
    """

    def go(node: Node) -> bool:
        return node[0] == 0 or s[index(*node)] == CONTINUE

    nodes = ((a, i, j) for i in range(1, n + 1) for j in range(1, n + 1) for a in range(i))
    order = sorted(nodes, key=lambda node: (-node[1] - node[2], node[1], node[2], node[0]))
    column = {node: at for at, node in enumerate(order)}
    last = len(order)
    rows: dict[int, dict[int, Any]] = {}
    for at, node in enumerate(order):
        going = go(node)
        row = {at: QQ(1)}
        for weight, other in _moves(node, going):
            if other[2]:  # an opponent who needs nothing has won
                row[column[other]] = row.get(column[other], QQ(0)) - weight
        row[last] = QQ(1) if not going or node[0] + 1 == node[1] else QQ(1, 2)
        rows[at] = {where: value for where, value in row.items() if value}
    reduced, pivots = DomainMatrix(rows, (last, last + 1), QQ).rref()
    if pivots != tuple(range(last)):
        raise ArithmeticError("the equations have no unique solution")
    value = reduced[column[0, n, n], last].element
    return int(value.numerator), int(value.denominator)
