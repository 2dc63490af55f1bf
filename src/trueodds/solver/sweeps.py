"""The memory that sweeps of bounds need, and how they are run: `tighten` has the loops and the error bound."""

from __future__ import annotations

import math
from copy import copy
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..runtime.memory import require_memory
from .components import Components
from .model import Model
from .tighten import tighten

UNIT = 2.0**-53  # a rounding is off by this part at most
MARGIN = 2.0**-61  # of the scale, below and above all else
_BUDGET = 20_000_000  # outcomes, some 50 ms
_FIRST, _SCRATCH = 9, slice(11, 17)  # of what the kernel is given: components' first members, room for one component
_COMFORT = 400  # powers of two within which a product by the unit is exact


class Sweeps:
    """A game whose bounds are being tightened; all numbers are in a unit in which no payoff is beyond 1.

    Parameters
    ----------
    model : Model
        A game that must end.
    components : Components
        Its components.

    Attributes
    ----------
    bounds : float64 array, shape (positions, 2)
        What is known so far of each value.
    left : uint8 array, length moves
        1 for moves that no other surely beats.
    unit : mpq
        A power of two.
    count : int
        Components.
    stalled : bool
        Whether the component that was come to takes too many sweeps.

    Raises
    ------
    MemoryError
        There is not enough memory; refused before any is taken.
    """

    def __init__(self, model: Model, components: Components) -> None:
        sizes = np.diff(components.first)
        moves = _per_component(np.diff(model.first_move), components)
        rows = model.first_outcome[model.first_move]
        outcomes = _per_component(np.diff(rows), components)
        positions, widest = len(model.positions), int(np.diff(model.first_move).max())
        max_size, max_moves, max_outcomes = int(sizes.max()), int(moves.max()), int(outcomes.max())
        require_memory(
            20 * positions + len(model.moves) + 24 * max_size + 24 * max_moves + 12 * max_outcomes,
            f"bounds of {positions} positions",
        )
        payoffs = model.payoffs
        largest = max(map(abs, payoffs), default=mpq(0))
        power = _power(largest)
        self.unit = mpq(2) ** power
        self.count, self.stalled = len(sizes), False
        self.bounds = np.empty((positions, 2))
        self.bounds[:, 0] = outward(payoffs[0] / self.unit, -math.inf)
        self.bounds[:, 1] = outward(payoffs[-1] / self.unit, math.inf)
        self.left = np.ones(len(model.moves), dtype=np.uint8)
        places = np.empty(positions, dtype=np.int32)
        places[components.members] = np.arange(positions, dtype=np.int32)
        self._state, self._changes = np.array([0, -1, 0, 0, 0], dtype=np.int64), np.zeros(2)
        self._given: tuple[Any, ...] = (
            model.seats,
            model.first_move,
            model.first_outcome,
            model.targets,
            model.probability_numbers,
            np.array([nearest(p) for p in model.probability_table]),
            model.end_numbers,
            np.array([nearest(p / self.unit) for p in model.constants.table]),
            components.members,
            components.first,
            places,
            np.zeros((2, max(max_size, max_moves) + 1), dtype=np.int64),
            np.zeros((max_moves, 2)),
            np.zeros(max(max_outcomes, 1), dtype=np.int32),
            np.zeros(max(max_outcomes, 1)),
            np.zeros((max_size, 2)),
            np.zeros((widest, 2)),
            self.bounds,
            self.left,
        )
        self._largest = 0.0 if payoffs[0] >= 0 else 1.0

    def share(self) -> Sweeps:
        """The same for another thread: of the same bounds, with memory of its own for a component."""
        other = copy(self)
        scratch = [np.zeros_like(one) for one in self._given[_SCRATCH]]
        other._given = (*self._given[: _SCRATCH.start], *scratch, *self._given[_SCRATCH.stop :])
        other._state, other._changes = self._state.copy(), self._changes.copy()
        return other

    def begin(self, first: NDArray[np.int64], begin: int, end: int) -> None:
        """From now on the components from one to another, which is left out.

        Parameters
        ----------
        first : int64 array
            Where each component begins, `Components.first`.
        begin, end : int
            Their numbers.
        """
        self._given = (*self._given[:_FIRST], first[: end + 1], *self._given[_FIRST + 1 :])
        self._state[:], self._changes[:], self.count = (begin, -1, 0, 0, 0), 0, end

    def go_on(self) -> int:
        """Sweep for a while; the component that was come to, `count` if all are done."""
        more = (UNIT, MARGIN, self._largest, self._state, self._changes, _BUDGET)
        self.stalled = tighten(*self._given, *more)  # type: ignore[call-arg]  # it cannot be told how many
        return int(self._state[0])

    def take(self, members: NDArray[np.int64], low: NDArray[np.float64], high: NDArray[np.float64]) -> None:
        """Bounds of the component that stalled, by another method; one more sweep then leaves out moves."""
        self.bounds[members, 0] = np.maximum(self.bounds[members, 0], low)
        self.bounds[members, 1] = np.minimum(self.bounds[members, 1], high)
        self._state[1], self._state[4] = -1, 1

    def in_payoffs(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The bounds in the game's own unit."""
        return in_unit(self.bounds, self.unit)


def in_unit(bounds: NDArray[np.float64], unit: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bounds times a unit, a power of two, rounded outward."""
    if abs(_power(unit)) <= _COMFORT:
        return bounds[:, 0] * float(unit), bounds[:, 1] * float(unit)
    low, high = (
        np.array([outward(mpq(bound) * unit, towards) for bound in column.tolist()])
        for column, towards in zip(bounds.T, (-math.inf, math.inf), strict=True)
    )
    return low, high


def nearest(number: Any) -> float:
    """The nearest float, which `float` of a long fraction need not give.

    Examples
    --------
    >>> nearest(mpq(2, 3)) == 2 / 3
    True
    """
    return int(number.numerator) / int(number.denominator)


def _power(number: Any) -> int:
    """The least power of two that is not below a number, or the next."""
    return 0 if number == 0 else int(number.numerator.bit_length() - (number.denominator.bit_length() - 1))


def _per_component(counts: NDArray[np.int64], components: Components) -> NDArray[np.int64]:
    return np.bincount(components.label, weights=counts, minlength=len(components.first) - 1).astype(np.int64)


def outward(number: Any, towards: float) -> float:
    """A float that is not on the inner side of an exact number."""
    try:
        about = float(number)
    except OverflowError:
        huge = math.inf if number > 0 else -math.inf
        return huge if huge == towards else math.nextafter(huge, towards)
    return about if math.isfinite(about) and mpq(about) == number else math.nextafter(about, towards)
