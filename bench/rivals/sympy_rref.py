"""The transition equations of a strategy as a sparse matrix over the rationals, reduced by SymPy."""

from __future__ import annotations

from sympy import QQ
from sympy.polys.matrices.sdm import SDM, sdm_irref


def start_value(equations, start):
    """Solve ``x = constant + Σ c y`` for all nodes; returns the value of one."""
    # Unknowns in the order of dependency, latest first, so that the rows come out almost triangular.
    number = {node: at for at, node in enumerate(reversed(list(equations)))}
    size = len(number)
    rows = {}
    for node, (constant, terms) in equations.items():
        row = {number[node]: QQ(1)}
        for other, coefficient in terms.items():
            row[number[other]] = row.get(number[other], QQ(0)) - QQ(
                int(coefficient.numerator), int(coefficient.denominator)
            )
        if constant:
            row[size] = QQ(int(constant.numerator), int(constant.denominator))
        rows[number[node]] = row
    reduced, pivots, _ = sdm_irref(SDM(rows, (size, size + 1), QQ))
    return reduced[pivots.index(number[start])].get(size, QQ(0))
