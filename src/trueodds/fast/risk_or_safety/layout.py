"""Where each position of Risk or Safety stands in the arrays, and how much memory they take.

Only *needs* matter: ``i = target - saved`` points still needed by the player to toss, ``j`` by the opponent, ``a`` open
points. Whoever is to toss, a position is worth what its needs say, so one array serves both seats. With targets
n ≥ m the pairs (i, j) that can occur are those with both at most n and the smaller at most m: a row i is as wide as
n if i ≤ m, else as m. For equal targets that is the paper's n²(n-1)/2 positions (a, b, c).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ...parameters import readable_number
from ...runtime.memory import require_memory

#: Bytes of the state array a position: P_min, P_max (float64) and S (int8).
BYTES_A_POSITION = 17


@dataclass(frozen=True)
class Layout:
    """The needs that can occur with two targets, and the index of each position.

    Parameters
    ----------
    larger : int
        The larger target, n.
    smaller : int
        The smaller target, m.

    Examples
    --------
    >>> Layout(3, 3).size, Layout(20, 20).size
    (9, 3800)
    >>> Layout(3, 3).index(2, 3, 1)
    6
    """

    larger: int
    smaller: int

    def width(self, i: int) -> int:
        """The largest need j of an opponent of a player who needs i."""
        return self.larger if i <= self.smaller else self.smaller

    @property
    def size(self) -> int:
        """The number of positions with open points; for equal targets n²(n-1)/2."""
        n, m = self.larger, self.smaller
        return n * m * (m - 1) // 2 + m * (n * (n - 1) - m * (m - 1)) // 2

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """Where the row of need i begins among all pairs (i, j), i = 1 … larger + 1; index 0 is not used."""
        widths = [0, 0, *(self.width(i) for i in range(1, self.larger + 1))]
        return np.cumsum(widths, dtype=np.int64)

    @cached_property
    def bases(self) -> NDArray[np.int64]:
        """For each number a of open points, what is to be added to `rows`: i = a+1 … larger stand in one run."""
        total = int(self.rows[self.larger + 1])
        starts = [0, 0]
        for a in range(1, self.larger):
            starts.append(starts[-1] + total - int(self.rows[a + 1]))
        return np.array([0, *(starts[a] - int(self.rows[a + 1]) for a in range(1, self.larger))], dtype=np.int64)

    def index(self, a: int, i: int, j: int) -> int:
        """The index of the position with a open points (1 ≤ a < i) and needs i, j."""
        rows, bases = self._lists
        return bases[a] + rows[i] + j - 1

    @cached_property
    def _lists(self) -> tuple[list[int], list[int]]:
        return self.rows.tolist(), self.bases.tolist()

    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of needs (trailing, leading), trailing ≥ leading, by increasing sum: the order of dependency."""
        for total in range(2, self.larger + self.smaller + 1):
            for trailing in range((total + 1) // 2, min(self.larger, total - 1) + 1):
                if total - trailing <= self.smaller:
                    yield trailing, total - trailing


def all_positions_bytes(larger: int, smaller: int) -> int:
    """Memory to solve all positions exactly: the state array and the values.

    A fraction at needs i, j has about 0.2·(i + j)² bits above and below the line (the least common multiple of 2^i + 1,
    i ≤ n, has 0.405 n² bits); the worst case, both needs at their largest, counts for all.
    """
    values = larger * smaller * (larger + smaller) ** 2 // 40
    return BYTES_A_POSITION * Layout(larger, smaller).size + 64 * larger * smaller + values


def start_bytes(larger: int, smaller: int) -> int:
    """Memory to prove the moves at all needs and to compute one value.

    Tables of two bytes a pair of needs; residues of the edge (`start`); a few numbers of 0.8 n² bits.
    """
    return (4 if larger == smaller else 6) * larger * smaller + 3 * larger * larger


def all_values_bytes(larger: int, smaller: int) -> int:
    """Memory for the values V(n, n) of all n: 0.41 n²/31 residues of four bytes for each, and the fractions."""
    return start_bytes(larger, smaller) + smaller**3 // 6


def check_size(larger: int, smaller: int, needed: Callable[[int, int], int]) -> None:
    """Refuse targets whose solution would not fit into memory, before any is taken.

    Parameters
    ----------
    larger, smaller : int
        The targets.
    needed : callable
        One of the estimates above.

    Raises
    ------
    MemoryError
        With the estimate, what there is, and the largest equal target that fits.
    """

    def fits(available: int) -> str:
        low, high = 1, 1 << 20  # the largest equal target that fits, by bisection
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if needed(middle, middle) <= available else (low, middle)
        return f"equal targets up to {low}"

    targets = f"target {readable_number(larger)}"
    if larger != smaller:
        targets = f"targets {readable_number(larger)} and {readable_number(smaller)}"
    require_memory(needed(larger, smaller), targets, fits)
