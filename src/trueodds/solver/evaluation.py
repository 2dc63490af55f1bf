"""Compute the exact values of a component's positions by linear equations, given one move at each position.

First, the values of the positions to which a component leads are brought to one common denominator S, and all
probabilities and constants of the game to another, D. Greatest common divisors of long numbers are then needed only at
the end, one for each value. A few positions of the component are cut, and the others are put in an order in which each
equation uses only earlier or cut positions (`order_with_cuts`). Every uncut position is worth c + a v, where v is the
vector of the cut positions' values, and c and a are computed in this order. Chains of uncut positions have fewer than K
positions, so c S D^K and a D^K are integers. Computing each takes products of a short and a long integer and one exact
division by D. The equations of the cut positions then give v.

Components are solved by rational elimination if they would need too many cuts, or integers that are too long.

Cost: for each outcome, one product of a short and a long integer; for each value, one product of two long integers per
cut position and one greatest common divisor. Memory: the numbers of one component.
"""

from __future__ import annotations

from operator import mul
from typing import Any

import numpy as np
from gmpy2 import divexact, mpq
from numpy.typing import NDArray

from ..exact.elimination import Equation, solve_block
from .bellman import Weights, scale_value, scale_values, share_denominator
from .graph import Components, Graph
from .graph_walks import order_with_cuts
from .model import Model
from .submodel import list_elements

_MAX_CUTS = 4  # maximum number of cut positions per component
_MAX_BITS = 4096  # maximum number of bits of D^K


def order_equations(
    targets: NDArray[np.int32], rows: NDArray[np.int64], components: Components, max_cuts: int
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """Return the order in which to evaluate equations, as the arrays `order`, `depths` and `cuts` of `order_with_cuts`.

    The equation of position x has terms in the values of ``targets[rows[x]:rows[x + 1]]``.
    """
    count, parts = len(rows) - 1, len(components.first) - 1
    label = components.label
    inside = np.repeat(label, np.diff(rows)) == label[targets]
    first = np.concatenate([[0], np.cumsum(inside)])[rows]
    first_user, users = Graph(np.arange(count + 1), first, targets[inside]).users
    order, depths, cuts = np.empty(count, dtype=np.int64), np.empty(parts, np.int32), np.empty(parts, np.int32)
    state, depth, left = np.zeros(count, np.int8), np.zeros(count, np.int32), np.diff(first).astype(np.int32)
    order_with_cuts(
        first_user, users, left, components.members, components.first, max_cuts, state, depth, order, depths, cuts
    )
    return order, depths, cuts


class Evaluation:
    """A solver for the exact values of components, given one move per position; moves are numbered as in the model."""

    def __init__(self, model: Model, choice: NDArray[np.int64], weights: Weights) -> None:
        self._weights, components = weights, model.graph.components
        self.choice = choice.tolist()
        outcomes, rows = list_elements(model.first_outcome, choice)
        order, depths, cuts = order_equations(model.targets[outcomes], rows, components, _MAX_CUTS)
        self._order, self._first = order.tolist(), components.first.tolist()
        self._depths, self._cuts = depths.tolist(), cuts.tolist()

    def solve(self, c: int, values: list[Any]) -> None:
        """Write the values of component `c` into `values`, which must already hold the values on which they depend."""
        members = self._order[self._first[c] : self._first[c + 1]]
        if not self._substitute(c, members, values):
            self.eliminate(members, values)

    def _substitute(self, c: int, members: list[int], values: list[Any]) -> bool:
        """Solve component `c` by substitution, or return False if elimination must be used.

        Each value's constant and coefficients (c and a in the module's docstring) are packed into one integer. No
        coefficient exceeds 1, so each entry of a D^K fits in `width` bits.
        """
        divisor = self._weights.denominator
        power = divisor ** (self._depths[c] + 1)
        if self._cuts[c] < 0 or divisor == 1 or power.bit_length() > _MAX_BITS:
            return False
        rows = [self._weights.row(self.choice[x]) for x in members]
        outside = {target for _, targets, _ in rows for target in targets}.difference(members)
        shared = share_denominator(values[x] for x in outside)
        if outside and shared == 1:  # possibly because a common denominator would be too long
            return False
        count, scale = len(members) - self._cuts[c], shared * power
        cut = dict(enumerate(members[count:]))
        width = power.bit_length()
        shift, mask = width * len(cut), (1 << width) - 1
        unit = scale << shift
        scaled = scale_values([(x, values[x]) for x in outside], unit)
        scaled.update((x, power << width * at) for at, x in cut.items())
        equations = {}
        for at, (x, (constant, targets, chances)) in enumerate(zip(members, rows, strict=True)):
            total = divexact(sum(map(mul, chances, map(scaled.__getitem__, targets)), constant * unit), divisor)
            if at < count:
                scaled[x] = total
            else:
                shares = {y: (total >> width * h) & mask for h, y in cut.items()}
                equations[x] = Equation(
                    mpq(total >> shift, scale), {y: mpq(share, power) for y, share in shares.items() if share}
                )
        solved = solve_block(equations, {})
        common = share_denominator(solved.values())
        roots = [(width * at, scale_value(solved[x], common) * shared) for at, x in cut.items()]
        scale = scale * common
        for x in members[:count]:
            total = scaled[x]
            terms = [((total >> place) & mask) * root for place, root in roots]
            values[x] = mpq(sum(terms, (total >> shift) * common), scale)
        for x, value in solved.items():
            values[x] = value
        return True

    def eliminate(self, members: list[int], values: list[Any]) -> None:
        """Compute the values of the given positions by rational elimination."""
        divisor, constants, rows = self._weights.denominator, {}, {}
        for x in members:
            constants[x], targets, chances = self._weights.row(self.choice[x])
            rows[x] = dict(zip(targets, chances, strict=True))
        shared = share_denominator(values[y] for y in {y for row in rows.values() for y in row if y not in rows})
        equations = {}
        for x, row in rows.items():
            total = sum([row[y] * scale_value(values[y], shared) for y in row if y not in rows], constants[x] * shared)
            equations[x] = Equation(mpq(total) / divisor, {y: mpq(row[y]) / divisor for y in row if y in rows})
        for x, value in solve_block(equations, {}).items():
            values[x] = value / shared
