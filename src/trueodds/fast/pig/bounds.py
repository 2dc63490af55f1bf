"""Run the kernel `boxes` to prove bounds on all values, and the best move wherever the bounds decide it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...records import Record
from ...runtime.executors import Progress
from ...runtime.interrupts import check_interrupt
from . import boxes

#: The states of a position: hold is better, roll is better, undecided, or an exact tie.
HOLD, ROLL, UNKNOWN, TIE = 0, 1, 2, 3


@dataclass(frozen=True, eq=False)
class PigBounds(Record):
    """Bounds on the values, and the best moves, for all needs of both players.

    Let n = `larger` and m = `smaller` be the targets. `values` and `other_values` have the shapes (n + 1, m + 1, 4) and
    (m + 1, n + 1, 4). Entry [i, j] is for a player who begins a turn and needs i against j: the lower bounds on the
    probabilities of winning and of losing, then the upper bounds. `states` and `other_states` have the shapes
    (m + 1, n (n + 1)/2) and (n + 1, m (m + 1)/2). Entry [j, i (i-1)/2 + t] is for a player who needs i against j and
    has the turn total t. For equal targets, `other_values` is `values`, and `other_states` is `states`.

    `unknown` is the number of positions that the bounds did not decide. `gap` is the smallest distance between disjoint
    bounds on hold and roll, or 2 if there are none. `closest` is the position with this gap: the needs of the player to
    move and of the opponent, and the turn total.
    """

    larger: int
    smaller: int
    sides: int
    values: NDArray[np.float64]
    other_values: NDArray[np.float64]
    states: NDArray[np.uint8]
    other_states: NDArray[np.uint8]
    unknown: int
    gap: float
    closest: tuple[int, int, int]

    def __post_init__(self) -> None:
        """Leave the arrays writable until a solution is made from them."""

    def row(self, i: int, j: int) -> NDArray[np.uint8]:
        """Return the states for a player who needs i against j, one for each turn total from 0."""
        states = self.states if i <= self.larger and j <= self.smaller else self.other_states
        return states[j, i * (i - 1) // 2 : i * (i + 1) // 2]

    def rolls(self, i: int, j: int) -> bytes:
        """Return one byte for each turn total from 0: 1 where the state is `ROLL`, otherwise 0."""
        return bytes(self.row(i, j) == ROLL)

    def value(self, i: int, j: int) -> tuple[float, float]:
        """Return bounds on V(i, j), the winning probability of a player who begins a turn and needs i against j."""
        bounds = self.values[i, j] if i <= self.larger and j <= self.smaller else self.other_values[i, j]
        return float(bounds[0]), float(bounds[2])

    def write(self, i: int, j: int, total: int, state: int) -> None:
        """Set the state of one position in every array that has it."""
        for states in (self.states, self.other_states):
            at = i * (i - 1) // 2 + total
            if j < states.shape[0] and at < states.shape[1]:
                states[j, at] = state

    def needs(self) -> Iterator[tuple[int, int]]:
        """Yield all pairs of needs, (i, j) and (j, i) together, each after pairs with smaller needs."""
        for i in range(1, self.larger + 1):
            for j in range(1, min(i, self.smaller) + 1):
                yield i, j
                if i != j:
                    yield j, i

    @property
    def compared(self) -> int:
        """The number of positions with two moves, counted by needs and turn total."""
        return sum(i - 1 for i, _ in self.needs())


def count_bounds_bytes(larger: int, smaller: int) -> int:
    """Return the number of bytes of the arrays of `PigBounds`."""
    size = (smaller + 1) * (larger * (larger + 1) // 2) + 32 * (larger + 1) * (smaller + 1)
    other_size = (larger + 1) * (smaller * (smaller + 1) // 2) + 32 * (larger + 1) * (smaller + 1)
    return size if larger == smaller else size + other_size


def bound_values(larger: int, smaller: int, sides: int, progress: Progress | None = None) -> PigBounds:
    """Bound all values, and decide all moves that floats can decide.

    Cost with six sides: 50 ns for each of about larger² · smaller / 2 positions.
    """
    same = larger == smaller
    values = np.zeros((larger + 1, smaller + 1, 4))
    states = np.zeros((smaller + 1, larger * (larger + 1) // 2), dtype=np.uint8)
    other_values = values if same else np.zeros((smaller + 1, larger + 1, 4))
    other_states = states if same else np.zeros((larger + 1, smaller * (smaller + 1) // 2), dtype=np.uint8)
    work = np.empty((6, 4 * (larger + 1)))
    unknown, gap, closest = 0, 2.0, (0, 0, 0)
    for i in range(1, larger + 1):
        check_interrupt()
        count, row_gap, where = boxes.row(i, smaller, sides, values, other_values, states, other_states, work, same)
        unknown += count
        if row_gap < gap:
            gap, closest = row_gap, where
        if progress:
            progress("bounds", i, larger)
    return PigBounds(larger, smaller, sides, values, other_values, states, other_states, unknown, gap, closest)
