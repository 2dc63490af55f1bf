"""Rigorous bounds for every position and the strategy that they decide: step one of the fast method.

Two orders fill the same state array with the same meaning: `by_sweeps` is the paper's iteration (section 4), `by_pairs`
solves both unknown bounds of each pair of needs at once. What neither can decide stays unknown.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ....runtime.executors import Progress
from ..layout import Layout
from . import pairs, sweeps

CONTINUE, STOP, UNKNOWN = 1, -1, 0

_SECONDS_A_CALL = 0.05  # of a kernel, so that Ctrl-C and the progress display are answered at once


@dataclass(frozen=True)
class Bounds:
    """What bounds alone have proved, for every position with open points.

    Attributes
    ----------
    layout : Layout
        Where each position stands.
    P_min, P_max : float64 arrays, length layout.size
        Rigorous bounds of the probability that the player to toss wins.
    S : int8 array, length layout.size
        1 continue, -1 stop, 0 unknown.
    sweeps : int
        How often the array was swept; 1 for `by_pairs`.

    Notes
    -----
    The three arrays are views of one contiguous block of 17·size bytes.
    """

    layout: Layout
    P_min: NDArray[np.float64]
    P_max: NDArray[np.float64]
    S: NDArray[np.int8]
    sweeps: int

    @property
    def unknown(self) -> int:
        """How many positions the bounds could not decide."""
        return int(np.count_nonzero(self.S == UNKNOWN))


def _state(layout: Layout) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int8]]:
    size = layout.size
    block = np.zeros(17 * size, dtype=np.uint8)
    p_min, p_max = block[: 8 * size].view(np.float64), block[8 * size : 16 * size].view(np.float64)
    p_max.fill(1.0)
    return p_min, p_max, block[16 * size :].view(np.int8)


def _nearest(x: mpq) -> float:
    return int(x.numerator) / int(x.denominator)  # correctly rounded, which float(mpq) does not promise


def by_sweeps(layout: Layout, heads: mpq, progress: Progress | None = None) -> Bounds:
    """Tighten the bounds as the paper does, sweep by sweep, until all is decided or nothing moves any more.

    Needs exponentially many sweeps: 581 at n = 20, 8111 at n = 30, about 2^(n/2.6) beyond.

    Parameters
    ----------
    layout : Layout
        The two targets.
    heads : mpq
        Probability of heads.
    progress : callable, optional
        Gets ``("sweeps", decided positions, positions)``.

    Returns
    -------
    Bounds

    Examples
    --------
    >>> by_sweeps(Layout(10, 10), mpq(1, 2)).unknown
    0
    """
    p_min, p_max, s = _state(layout)
    n = layout.larger
    pairs_of_needs = int(layout.rows[-1])
    one_min, one_max = np.zeros(pairs_of_needs), np.ones(pairs_of_needs)
    one_min[: layout.rows[2]] = 1.0
    u_min, u_max = np.zeros(pairs_of_needs), np.ones(pairs_of_needs)
    work = np.empty((2, n))
    p, q = _nearest(heads), _nearest(1 - heads)
    done, batch, undecided, still = 0, 1, layout.size, False
    while undecided and not still:
        began = time.perf_counter()
        count, undecided, still = sweeps.sweep(
            one_min, one_max, u_min, u_max, layout.rows, n, layout.smaller, p, q, work, batch
        )
        done += count
        if progress:
            progress("sweeps", layout.size - undecided, layout.size)
        elapsed = time.perf_counter() - began
        batch = max(1, min(2 * batch, int(batch * _SECONDS_A_CALL / elapsed) if elapsed else 2 * batch))
    sweeps.write(s, p_min, p_max, u_min, u_max, layout.rows, layout.bases, n, layout.smaller, p, q)
    np.clip(p_min, 0.0, 1.0, out=p_min)
    np.clip(p_max, 0.0, 1.0, out=p_max)
    return Bounds(layout, p_min, p_max, s, done)


def by_pairs(layout: Layout, heads: mpq, progress: Progress | None = None) -> Bounds:
    """Bound both unknowns of each pair of needs at once, pairs by increasing sum: one pass.

    Parameters and result as for `by_sweeps`; `progress` gets ``("bounds", sums done, sums)``.

    Examples
    --------
    >>> by_pairs(Layout(50, 50), mpq(1, 2)).unknown
    0
    """
    p_min, p_max, s = _state(layout)
    n, m = layout.larger, layout.smaller
    exact = [heads**k for k in range(n + 1)]
    power = np.array([_nearest(x) for x in exact])
    rest = np.array([_nearest(1 - x) for x in exact])
    bounds = np.zeros((4, n + 1, m + 1))
    bounds[[1, 3]] = 1.0
    banks = np.empty((4, n + 1))
    for total in range(2, n + m + 1):
        pairs.solve_sum(total, p_min, p_max, s, layout.rows, layout.bases, n, m, power, rest, bounds, banks)
        if progress:
            progress("bounds", total - 1, n + m - 1)
    return Bounds(layout, p_min, p_max, s, 1)
