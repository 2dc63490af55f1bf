"""Solve the linear equations of one component of a game exactly, by sparse rational elimination.

Each unknown has one equation ``x = constant + Σ coefficient · y``, where the y are unknowns of the component, or
positions outside it whose values are known. Positions outside are carried as symbols, so that long values are used only
when the finished rows are evaluated. Pivots are chosen by least fill (Markowitz). The components of a game are usually
chains attached to a few positions; such components cause no fill.

Cost: a component of m equations with s symbols each and no fill takes about m·s products of small rationals, and m·s
products of a small and a long rational. Memory: the rows.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Hashable, Mapping
from typing import Any, NamedTuple, TypeVar

Node = TypeVar("Node", bound=Hashable)


class Equation(NamedTuple):
    """``x = constant + Σ coefficient · y`` over the items ``y: coefficient`` of `terms`; all numbers are mpq."""

    constant: Any
    terms: Mapping[Any, Any]


def solve_block(
    equations: Mapping[Node, Equation], known: Mapping[Node, Any], wanted: Collection[Node] | None = None
) -> dict[Node, Any]:
    """Solve the linear equations of a component exactly; return the values of `wanted`, by default of all unknowns.

    `known` holds the values of all other positions in the equations. In each equation, the absolute values of the
    unknowns' coefficients must add up to at most 1. Raise ZeroDivisionError unless the solution is unique.
    """
    finished = eliminate(equations)
    needed = set(equations if wanted is None else wanted)
    for node, _, row in finished:  # rows refer only to later nodes
        if node in needed:
            needed.update(row)
    values: dict[Node, Any] = {}
    for node, constant, terms in reversed(finished):
        if node in needed:
            value = constant
            for other, coefficient in terms.items():
                value = value + coefficient * (values[other] if other in equations else known[other])
            values[node] = value
    return values if wanted is None else {node: values[node] for node in wanted}


def eliminate(equations: Mapping[Node, Equation]) -> list[tuple[Node, Any, dict[Node, Any]]]:
    """Return rows (node, constant, terms) in order of elimination, each free of its own node and of earlier nodes."""
    constants = {node: equation.constant for node, equation in equations.items()}
    rows = {node: dict(equation.terms) for node, equation in equations.items()}
    users: dict[Node, set[Node]] = {node: set() for node in equations}
    for node, row in rows.items():
        for other in row:
            if other in users and other != node:
                users[other].add(node)

    def cost(node: Node) -> int:
        return len(rows[node]) * len(users[node])

    number = {node: at for at, node in enumerate(equations)}  # breaks ties by the given order
    heap = [(cost(node), number[node], node) for node in equations]
    heapq.heapify(heap)
    finished: list[tuple[Node, Any, dict[Node, Any]]] = []
    while heap:
        known_cost, at, node = heapq.heappop(heap)
        if node not in rows:
            continue
        now = cost(node)
        if now > known_cost:
            heapq.heappush(heap, (now, at, node))
            continue
        row, constant = rows.pop(node), constants[node]
        own_coefficient = row.pop(node, None)
        if own_coefficient is not None:
            if own_coefficient == 1:
                raise ZeroDivisionError(f"no unique solution: {node!r} cancels out of its equation")
            scale = 1 / (1 - own_coefficient)
            constant = constant * scale
            for other in row:
                row[other] = row[other] * scale
        for other in row:
            if other in users:
                users[other].discard(node)
        for user in users.pop(node):
            target = rows[user]
            factor = target.pop(node)
            constants[user] = constants[user] + factor * constant
            for other, coefficient in row.items():
                old = target.get(other)
                target[other] = factor * coefficient if old is None else old + factor * coefficient
                if other in users and other != user:
                    users[other].add(user)
            heapq.heappush(heap, (cost(user), number[user], user))
        finished.append((node, constant, row))
    return finished
