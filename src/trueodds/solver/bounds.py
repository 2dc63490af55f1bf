"""Rigorous bounds of every position's value in floats, and the moves that they prove.

For one component let T be Bellman's operator: the best move's worth, given the values of the component's
positions. T is monotone, and since the game must end, T^n u tends to the value from wherever it starts. So if T
u ≤ u, the value is at most u: the sequence T^n u falls to it. And if T u ≥ u, it is at least u. Such u come
from strategy iteration in a game that pays a little more (or less) for every move; that they fit is then
checked, every rounding on the safe side.

Error bounds: a move with k outcomes is off by less than (k + 8)·2^-52·scale, where no bound is larger in
absolute value than the scale: k products of numbers converted and rounded once, k additions. So a u that goes beyond
the scale is cut off there; where it is, T u ≤ u holds anyway, for no payoff is larger. Payoffs that floats cannot hold
well are measured in another unit (`Model.payoff_scale`). Memory: two floats a position.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from ..solution import NotProved
from .components import Components
from .model import Model
from .strategy_iteration import float_strategies, inside_matrix

_UNIT = 2.0**-52
_SLACK = 2.0**-46  # of the float iteration
_STEP = 2.0**-44  # what a move pays more or less, of the scale; four times as much after each failure
_TRIES = 10
_OFTEN = 256


class Bounds(NamedTuple):
    """What floats prove.

    Attributes
    ----------
    low, high : list of float
        Bounds of the value of each position for seat 0.
    candidates : list of lists of int
        At each position the moves, counted from its first, that no other move surely beats.
    """

    low: list[float]
    high: list[float]
    candidates: list[list[int]]


def bound_positions(model: Model, components: Components, progress: Progress | None = None) -> Bounds:
    """Bound the value of every position, component by component.

    Raises
    ------
    NotProved
        Floats cannot bound some component.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.components import find_components
    >>> from trueodds.solver.model import explore
    >>> model = explore(trueodds.RiskOrSafety(target=3))
    >>> found = bound_positions(model, find_components(model))
    >>> found.low[0] <= 6 / 11 <= found.high[0], found.high[0] - found.low[0] < 1e-11, found.candidates[0]
    (True, True, [0])
    """
    run = _Run(model)
    first = components.first.tolist()
    for c in range(len(first) - 1):
        if c % _OFTEN == 0:
            check_interrupt()
        if progress and c % _OFTEN == 0:
            progress("bounds", c, len(first) - 1)
        run.solve(components.members[first[c] : first[c + 1]].tolist())
    return Bounds(*run.in_payoffs(), run.candidates)


class _Run:
    def __init__(self, model: Model) -> None:
        self.model = model
        count = len(model.positions)
        self.low, self.high = [0.0] * count, [0.0] * count
        self.candidates: list[list[int]] = [[] for _ in range(count)]
        self.seats = model.seats.tolist()
        self.first_move, self.first_outcome = model.first_move.tolist(), model.first_outcome.tolist()
        self.targets = model.targets.tolist()
        self.chances = [float(p) for p in model.probabilities]
        self.unit, largest = model.payoff_scale()
        self.ends = [float(p if self.unit == 1 else p / self.unit) for p in model.constants]
        self.scale = float(largest) * (1 + 4 * _UNIT)  # not below the largest payoff

    def in_payoffs(self) -> tuple[list[float], list[float]]:
        """The bounds in the game's own unit, rounded outward."""
        if self.unit == 1:
            return self.low, self.high
        return (
            [_outward(mpq(bound) * self.unit, -math.inf) for bound in self.low],
            [_outward(mpq(bound) * self.unit, math.inf) for bound in self.high],
        )

    def solve(self, members: list[int]) -> None:
        inside = {x: at for at, x in enumerate(members)}
        starts: list[int] = [0]
        lows: list[float] = []
        highs: list[float] = []
        errors: list[float] = []
        within: list[tuple[int, int, float]] = []
        for x in members:
            for y in range(self.first_move[x], self.first_move[x + 1]):
                below = above = self.ends[y]
                outcomes = range(self.first_outcome[y], self.first_outcome[y + 1])
                for z in outcomes:
                    target = self.targets[z]
                    if target in inside:
                        within.append((len(lows), inside[target], self.chances[z]))
                    else:
                        below += self.chances[z] * self.low[target]
                        above += self.chances[z] * self.high[target]
                error = (len(outcomes) + 8) * _UNIT * self.scale
                lows.append(below - error)
                highs.append(above + error)
                errors.append(error)
            starts.append(len(lows))
        seats = [self.seats[x] for x in members]
        matrix = inside_matrix(within, len(lows), len(members)) if within else None
        low, high, margin = np.array(lows), np.array(highs), np.array(errors)
        floor = self._side(seats, starts, low, margin, matrix, -1, members[0])
        ceiling = self._side(seats, starts, high, margin, matrix, 1, members[0])
        if matrix is not None:
            low, high = low + matrix @ floor - margin, high + matrix @ ceiling + margin
        for at, x in enumerate(members):
            self.low[x], self.high[x] = float(floor[at]), float(ceiling[at])
            own_low, own_high = low[starts[at] : starts[at + 1]], high[starts[at] : starts[at + 1]]
            good = own_high >= own_low.max() if seats[at] == 0 else own_low <= own_high.min()
            self.candidates[x] = np.flatnonzero(good).tolist()

    def _side(
        self,
        seats: list[int],
        starts: list[int],
        known: NDArray[np.float64],
        error: Any,
        matrix: Any,
        side: int,
        named: int,
    ) -> NDArray[np.float64]:
        """A bound of the values of a component: from above (side 1) or from below (side -1)."""
        first = np.array(starts[:-1])
        maximizes = np.array(seats) == 0

        def best(worth: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.where(maximizes, np.maximum.reduceat(worth, first), np.minimum.reduceat(worth, first))

        if matrix is None:
            return best(known)
        step = _STEP * self.scale
        for _ in range(_TRIES):
            _, values = float_strategies(seats, starts, known + side * step, matrix, _SLACK, step / 4)
            if np.isfinite(values).all():
                values = np.clip(values, -self.scale, self.scale)
                # T u, every rounding outward, must not go beyond u; beyond the scale it never goes.
                after = best(known + matrix @ values + side * error)
                if ((side * (after - values) <= 0) | (side * values == self.scale)).all():
                    return values
            step *= 4
        raise NotProved(f"floats cannot bound the component of {self.model.positions[named]!r}; method general can")


def _outward(number: Any, towards: float) -> float:
    """A float that is not on the inner side of an exact number."""
    try:
        return math.nextafter(float(number), towards)
    except OverflowError:
        huge = math.inf if number > 0 else -math.inf
        return huge if huge == towards else math.nextafter(huge, towards)
