"""Bound the value of every position rigorously, and find the moves that the bounds prove best.

The value of a position depends only on the *needs* (the player to toss still needs ``i = target - saved`` points, the
opponent ``j``) and on the number ``a`` of open points, not on the seat, so one array serves both seats. V(i, j) is the
value without open points. With targets n ≥ m, the pairs (i, j) that can occur are those with both at most n and the
smaller at most m.

Two methods fill such an array: `bound_by_sweeps` is the iteration of the paper (R. Jehn, arXiv:2603.01002, section 4),
and `bound_by_pairs` bounds both unknowns of each pair of needs (the values with either player to toss) at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ...games.risk_or_safety import RiskOrSafety
from ...parameters import format_number
from ...runtime.executors import Progress
from ...runtime.interrupts import check_interrupt
from ...runtime.memory import require_memory
from . import pairs, sweeps

CONTINUE, STOP, UNKNOWN = 1, -1, 0

#: The number of bytes of the state array per position: P_min, P_max (float64) and S (int8).
BYTES_PER_POSITION = 17

_SECONDS_PER_CALL = 0.05  # intended time of a kernel call, so that Ctrl-C and the progress display respond at once


@dataclass(frozen=True)
class Layout:
    """The needs that can occur with targets n = `larger` and m = `smaller`, and the index of each position."""

    larger: int
    smaller: int

    @classmethod
    def of(cls, game: RiskOrSafety) -> Layout:
        """Return the layout for the targets of a game."""
        return cls(max(game.target, game.opponent_target), min(game.target, game.opponent_target))

    def width(self, i: int) -> int:
        """Return the largest j that the opponent of a player who needs i can need."""
        return self.larger if i <= self.smaller else self.smaller

    @property
    def size(self) -> int:
        """The number of positions with open points; n²(n-1)/2 for equal targets."""
        n, m = self.larger, self.smaller
        return n * m * (m - 1) // 2 + m * (n * (n - 1) - m * (m - 1)) // 2

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """The index of the first pair of each need i = 1 … larger, then the number of all pairs; entry 0 is unused."""
        widths = [0, 0, *(self.width(i) for i in range(1, self.larger + 1))]
        return np.cumsum(widths, dtype=np.int64)

    @cached_property
    def bases(self) -> NDArray[np.int64]:
        """The offset to add to `rows` for each number `a` of open points; rows i = a+1 … larger are contiguous."""
        total = int(self.rows[self.larger + 1])
        starts = [0, 0]
        for a in range(1, self.larger):
            starts.append(starts[-1] + total - int(self.rows[a + 1]))
        return np.array([0, *(starts[a] - int(self.rows[a + 1]) for a in range(1, self.larger))], dtype=np.int64)

    def index(self, a: int, i: int, j: int) -> int:
        """Return the index of the position with `a` open points (1 ≤ a < i) and needs i, j."""
        rows, bases = self._lists
        return bases[a] + rows[i] + j - 1

    @cached_property
    def _lists(self) -> tuple[list[int], list[int]]:
        return self.rows.tolist(), self.bases.tolist()

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield all pairs of needs (trailing ≥ leading) in order of increasing sum, so that dependencies come first."""
        for total in range(2, self.larger + self.smaller + 1):
            for trailing in range((total + 1) // 2, min(self.larger, total - 1) + 1):
                if total - trailing <= self.smaller:
                    yield trailing, total - trailing


@dataclass(frozen=True)
class PairBounds:
    """The results of `bound_by_sweeps` or `bound_by_pairs`, for every position with open points.

    `P_min` and `P_max` are rigorous bounds on the probability that the player to toss wins. `S` holds `CONTINUE`,
    `STOP` or `UNKNOWN`. `sweeps` is the number of sweeps, 1 for `bound_by_pairs`.
    """

    layout: Layout
    P_min: NDArray[np.float64]
    P_max: NDArray[np.float64]
    S: NDArray[np.int8]
    sweeps: int

    @property
    def unknown(self) -> int:
        """The number of positions that the bounds could not decide."""
        return int(np.count_nonzero(self.S == UNKNOWN))


def _allocate_state(layout: Layout) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int8]]:
    size = layout.size
    block = np.zeros(BYTES_PER_POSITION * size, dtype=np.uint8)
    p_min, p_max = block[: 8 * size].view(np.float64), block[8 * size : 16 * size].view(np.float64)
    p_max.fill(1.0)
    return p_min, p_max, block[16 * size :].view(np.int8)


def _to_float(x: mpq) -> float:
    return int(x.numerator) / int(x.denominator)  # correctly rounded; float(mpq) may not be


def bound_by_sweeps(layout: Layout, heads: mpq, progress: Progress | None = None) -> PairBounds:
    """Tighten the bounds sweep by sweep, as the paper does.

    For a fair coin and targets n, the number of sweeps grows roughly as 2^(n/2.6).
    """
    p_min, p_max, s = _allocate_state(layout)
    n = layout.larger
    pairs_of_needs = int(layout.rows[-1])
    one_min, one_max = np.zeros(pairs_of_needs), np.ones(pairs_of_needs)
    one_min[: layout.rows[2]] = 1.0
    u_min, u_max = np.zeros(pairs_of_needs), np.ones(pairs_of_needs)
    work = np.empty((2, n))
    p, q = _to_float(heads), _to_float(1 - heads)
    done, batch, undecided, unchanged = 0, 1, layout.size, False
    while undecided and not unchanged:
        began = time.perf_counter()
        count, undecided, unchanged = sweeps.sweep(
            one_min, one_max, u_min, u_max, layout.rows, n, layout.smaller, p, q, work, batch
        )
        done += count
        check_interrupt()
        if progress:
            progress("sweeps", layout.size - undecided, layout.size)
        elapsed = time.perf_counter() - began
        batch = max(1, min(2 * batch, int(batch * _SECONDS_PER_CALL / elapsed) if elapsed else 2 * batch))
    sweeps.write(s, p_min, p_max, u_min, u_max, layout.rows, layout.bases, n, layout.smaller, p, q)
    np.clip(p_min, 0.0, 1.0, out=p_min)
    np.clip(p_max, 0.0, 1.0, out=p_max)
    return PairBounds(layout, p_min, p_max, s, done)


def bound_by_pairs(layout: Layout, heads: mpq, progress: Progress | None = None) -> PairBounds:
    """Bound both unknowns of each pair of needs at once, in one pass over the pairs in order of increasing sum."""
    p_min, p_max, s = _allocate_state(layout)
    n, m = layout.larger, layout.smaller
    exact = [heads**k for k in range(n + 1)]
    power = np.array([_to_float(x) for x in exact])
    rest = np.array([_to_float(1 - x) for x in exact])
    bounds = np.zeros((4, n + 1, m + 1))
    bounds[[1, 3]] = 1.0
    banks = np.empty((4, n + 1))
    for total in range(2, n + m + 1):
        pairs.solve_sum(total, p_min, p_max, s, layout.rows, layout.bases, n, m, power, rest, bounds, banks)
        check_interrupt()
        if progress:
            progress("bounds", total - 1, n + m - 1)
    return PairBounds(layout, p_min, p_max, s, 1)


def estimate_all_positions_bytes(larger: int, smaller: int) -> int:
    """Return the number of bytes needed to solve all positions exactly: the state array and the values.

    For a fair coin, the numerator and the denominator of V(n, n) have about 0.4 n² bits each (the least common multiple
    of 2^i + 1, i ≤ n, has 0.405 n² bits).
    """
    values = larger * smaller * (larger + smaller) ** 2 // 40
    return BYTES_PER_POSITION * Layout(larger, smaller).size + 64 * larger * smaller + values


def estimate_start_bytes(larger: int, smaller: int) -> int:
    """Return the number of bytes needed to prove the moves at all needs and to compute one value.

    This covers tables of two bytes per pair of needs, residues of the pairs where play ends, and a few long numbers.
    """
    return (4 if larger == smaller else 6) * larger * smaller + 3 * larger * larger


def estimate_all_values_bytes(larger: int, smaller: int) -> int:
    """Return the number of bytes needed to compute all V(n, n); the cubic term covers residues and fractions."""
    return estimate_start_bytes(larger, smaller) + smaller**3 // 6


def check_size(larger: int, smaller: int, needed: Callable[[int, int], int], max_target: int = 1 << 20) -> None:
    """Raise MemoryError if the solution for these targets would not fit in memory.

    `needed` is one of the functions above. `max_target` is the largest target that the method accepts for both players.
    """

    def fits(available: int) -> str:
        low, high = 1, max_target + 1  # bisect to find the largest target that fits for both players
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if needed(middle, middle) <= available else (low, middle)
        return f"equal targets up to {low:,}"

    targets = f"target {format_number(larger)}"
    if larger != smaller:
        targets = f"targets {format_number(larger)} and {format_number(smaller)}"
    require_memory(needed(larger, smaller), targets, fits)
