"""Prove which coin of Two coins is better on whole cells of a grid of p, in floats with an error bound.

Let p and q be the probabilities of heads of coins A and B. Values do not decrease as p or the score grows. The proof is
by induction: each coin's value is a mean of two values, with no less weight on the larger value as p grows. So on a
cell [g, g + h] of the grid, a value lies between those at g and g + h. The value of each coin is a mean of its values
`up` after heads and `down` after tails. The values a of coin A and b of coin B have the derivatives

    a' = (up - down) + p up' + (1 - p) down',    b' = q up' + (1 - q) down'.

Bounds on up' and down' come from the layer after the flip: from the coin that is better on the cell, or from both coins
if neither is proved better. Let d = a - b. Bounds on d' give d ≥ d(g) + h min(d', 0) and d ≥ d(g + h) - h max(d', 0)
on the cell; upper bounds are similar. If zero is not between the bounds, the sign is proved on the cell, ends included.

Errors: let u = 2^-53, and let l flips be left. Values are means of numbers in [0, 1]; their error grows by at most 4 u
per layer, to 4 l u. Derivatives are at most l; their error grows by at most 6 l u + 16 l u per layer, to 22 l² u. So
the error of d is at most (8 l + 8) u + 44 l² u h. A sign is accepted only if the lower bound on |d| exceeds four times
this error.

Cost: about 40 passes over a row of the grid per position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game import Rational

if TYPE_CHECKING:
    from ..exact.algebraic import Root

_MAX_CELLS = 1 << 12
_UNIT = 2.0**-53

_Floats = NDArray[np.float64]


class _Row(NamedTuple):
    """The value of a position at each point of the grid, and bounds on its derivative on each cell of the grid."""

    values: _Floats
    least: _Floats
    most: _Floats


class _Known(NamedTuple):
    """The sign of A's value minus B's on each cell, 0 if undecided, and the end of the run of cells with this sign."""

    signs: NDArray[np.int8]
    until: NDArray[np.intp]


class Signs:
    """The better coin on each cell of the grid, found layer by layer from the last flip.

    `steps` are the points that heads and tails of A and of B add to the score. The number of cells is a power of two,
    so that the points of the grid and their distances to 1 are exact as floats.
    """

    def __init__(self, steps: tuple[int, ...], heads_b: Rational, cells: int) -> None:
        self._steps, self._heads_b, self.cells = steps, float(heads_b), cells
        points = np.arange(cells + 1) / cells
        self._points, self._low, self._high = points, points[:-1], points[1:]
        flat = np.zeros(cells)
        self._certain = tuple(_Row(np.full(cells + 1, value), flat, flat) for value in (0.0, 1.0))
        self._layer: dict[int, _Row] = {}
        self._known: dict[int, _Known] = {}
        self._left = 0

    def solve(self, low: int, high: int) -> None:
        """Compute the layer with one more flip left, for scores from `low` to `high` relative to the threshold."""
        self._left += 1
        error = 4 * _UNIT * (8 * self._left + 8 + 44 * self._left**2 / self.cells)
        layer, known_signs = {}, {}
        for x in range(low, high + 1):
            after = [self._layer.get(x + step) or self._certain[x + step >= 0] for step in self._steps]
            layer[x], signs = self._position(after, error)
            ends = np.where(np.append(signs[1:] != signs[:-1], True), np.arange(1, self.cells + 1), self.cells)
            known_signs[x] = _Known(signs, np.minimum.accumulate(ends[::-1])[::-1])
        self._layer, self._known = layer, known_signs

    def between(self, x: int, starts: NDArray[np.intp], stops: NDArray[np.intp]) -> NDArray[np.int8]:
        """Return the sign of A's value minus B's on each of many ranges of cells, or 0 if floats do not decide it.

        `x` is the score minus the threshold. Range k begins with cell ``starts[k]`` and ends before cell ``stops[k]``.
        """
        sign_runs = self._known[x]
        return np.where(sign_runs.until[starts] >= stops, sign_runs.signs[starts], np.int8(0))

    def _position(self, after: list[_Row], error: float) -> tuple[_Row, NDArray[np.int8]]:
        up, down, b_up, b_down = after
        p, low, high, q = self._points, self._low, self._high, self._heads_b
        a = down.values + p * (up.values - down.values)
        b = b_down.values + q * (b_up.values - b_down.values)
        a_least = np.maximum(up.values[:-1] - down.values[1:], 0.0) + low * up.least + (1.0 - high) * down.least
        a_most = up.values[1:] - down.values[:-1] + high * up.most + (1.0 - low) * down.most
        b_least = b_down.least + q * (b_up.least - b_down.least)
        b_most = b_down.most + q * (b_up.most - b_down.most)
        d = a - b
        fall, rise = np.minimum(a_least - b_most, 0.0) / self.cells, np.maximum(a_most - b_least, 0.0) / self.cells
        above = np.maximum(d[:-1] + fall, d[1:] - rise) > error
        below = np.minimum(d[:-1] + rise, d[1:] - fall) < -error
        lower_slopes = np.where(above, a_least, np.where(below, b_least, np.minimum(a_least, b_least)))
        upper_slopes = np.where(above, a_most, np.where(below, b_most, np.maximum(a_most, b_most)))
        return _Row(np.maximum(a, b), lower_slopes, upper_slopes), above.astype(np.int8) - below.astype(np.int8)


def count_cells(flips: int) -> int:
    """Return the number of cells, a power of two, of the grid for a number of flips."""
    return min(_MAX_CELLS, 1 << (flips * flips - 1).bit_length())


def find_places(roots: list[Root], cells: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the cell of a grid in which each root's interval begins, and the end of the cell in which it ends."""
    ends = [root.interval for root in roots]
    starts = [int(lower.numerator * cells // lower.denominator) for lower, _ in ends]
    stops = [int(-(-upper.numerator * cells // upper.denominator)) for _, upper in ends]
    return np.array(starts, dtype=np.intp), np.array(stops, dtype=np.intp)
