"""The paper's bound-tightening sweeps for Numba, in a fast form and in the paper's form.

Both players have the same target n; p is the probability of heads, q = 1 - p. A position is (a, i, j): a open points, i
= n - saved points, and j, the same for the opponent. If a = i, the player has won.

`vectors` makes the same sweeps as `bound_by_sweeps` of `fast.risk_or_safety.bounds`, with the same outward margins. U,
the value for a player whose opponent is to toss, is refreshed once per sweep, and a decreases. S holds the decisions: 1
to continue, -1 to stop, 0 if undecided. Versions with a branch for each state of S or with threads were not faster.
`plain` follows section 4 of the paper, in place, with equation (7) inserted. It rounds nothing outward, so it proves
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

OUTWARD = 2.0**-50


@njit(error_model="numpy")
def _transpose(source, target):
    """Write the transpose of a square matrix to another."""
    for j in range(source.shape[1]):
        for i in range(source.shape[0]):
            target[j, i] = source[i, j]


@njit(error_model="numpy")
def _lower(mine_min, other_max, q, u_min):
    """Refresh the lower bounds on U; return how many changed. Writing two arrays would prevent vectorization."""
    share = 1.0 / (1.0 + q)
    changed = 0
    for x in range(u_min.size):
        low = (1.0 + q * mine_min[x] - other_max[x]) * share - OUTWARD
        low = low if low > 0.0 else 0.0
        changed += 1 if low != u_min[x] else 0
        u_min[x] = low
    return changed


@njit(error_model="numpy")
def _upper(mine_max, other_min, q, u_max):
    """Refresh the upper bounds on U; return how many changed."""
    share = 1.0 / (1.0 + q)
    changed = 0
    for x in range(u_max.size):
        high = (1.0 + q * mine_max[x] - other_min[x]) * share + OUTWARD
        high = high if high < 1.0 else 1.0
        changed += 1 if high != u_max[x] else 0
        u_max[x] = high
    return changed


@njit(error_model="numpy")
def _layer(p_min, p_max, next_min, next_max, u_min, u_max, first, stops, count, p, q):
    """Sweep all positions with the same a in one run over (i, j) without branches; return how many are undecided.

    Indices are unsigned, because Numba would test signed ones for negative values at each step.
    """
    undecided = 0
    here = np.uint64(first)
    stop = np.uint64(stops)
    for x in range(np.uint64(count)):
        go_min = q * u_min[here + x] + p * next_min[here + x] - OUTWARD
        go_max = q * u_max[here + x] + p * next_max[here + x] + OUTWARD
        end_min = u_min[stop + x]
        end_max = u_max[stop + x]
        decided = (go_min > end_max) | (end_min > go_max)
        larger = go_min if go_min > end_min else end_min
        smaller = end_min if go_min > end_min else go_min
        p_min[here + x] = larger if decided else smaller
        p_max[here + x] = go_max if go_max > end_max else end_max
        undecided += 0 if decided else 1
    return undecided


@njit(error_model="numpy")
def _vectors(p_min, p_max, s, n, p, q, u_min, u_max, turned_min, turned_max):
    """Sweep the layers a of arrays [a, i·n + j - 1]; LLVM compiles each layer to vector instructions."""
    sweeps = 0
    undecided = 1
    end = (n + 1) * n
    one_min, one_max = p_min[1, n:], p_max[1, n:]
    while undecided:
        _transpose(one_min.reshape(n, n), turned_min.reshape(n, n))
        _transpose(one_max.reshape(n, n), turned_max.reshape(n, n))
        changed = _lower(one_min, turned_max, q, u_min[n:]) + _upper(one_max, turned_min, q, u_max[n:])
        if changed == 0:
            break
        sweeps += 1
        undecided = 0
        for a in range(n - 1, 0, -1):
            first = (a + 1) * n
            undecided += _layer(
                p_min[a], p_max[a], p_min[a + 1], p_max[a + 1], u_min, u_max, first, n, end - first, p, q
            )
    for a in range(n - 1, 0, -1):
        for x in range((a + 1) * n, end):
            go_min = q * u_min[x] + p * p_min[a + 1, x] - OUTWARD
            go_max = q * u_max[x] + p * p_max[a + 1, x] + OUTWARD
            s[a, x] = 1 if go_min > u_max[x - a * n] else -1 if u_min[x - a * n] > go_max else 0
    return sweeps


@njit(error_model="numpy")
def _plain(p_min, p_max, s, n):
    """Sweep arrays [a, i, j] for a fair coin as in the paper, with decreasing indices; return the number of sweeps."""
    sweeps = 0
    undecided = 1
    while undecided:
        sweeps += 1
        undecided = 0
        for a in range(n - 1, 0, -1):
            for i in range(n, a, -1):
                m = i - a
                for j in range(n, 0, -1):
                    go_min = 1 / 3 - p_max[1, j, i] / 3 + p_min[1, i, j] / 6 + p_min[a + 1, i, j] / 2
                    go_max = 1 / 3 - p_min[1, j, i] / 3 + p_max[1, i, j] / 6 + p_max[a + 1, i, j] / 2
                    end_min = 2 / 3 - p_max[1, j, m] * (2 / 3) + p_min[1, m, j] / 3
                    end_max = 2 / 3 - p_min[1, j, m] * (2 / 3) + p_max[1, m, j] / 3
                    if s[a, i, j] == 0:
                        if go_min > end_max:
                            s[a, i, j] = 1
                        elif end_min > go_max:
                            s[a, i, j] = -1
                        else:
                            undecided += 1
                    if s[a, i, j] == 1:
                        p_min[a, i, j] = go_min
                        p_max[a, i, j] = go_max
                    elif s[a, i, j] == -1:
                        p_min[a, i, j] = end_min
                        p_max[a, i, j] = end_max
                    else:
                        p_min[a, i, j] = min(go_min, end_min)
                        p_max[a, i, j] = max(go_max, end_max)
    return sweeps


Result = tuple[Any, int]  # S with the indices (i, a, j), and the number of sweeps


def vectors(n: int, p: float = 0.5) -> Result:
    """Return S and the number of sweeps of the branch-free form."""
    row = (n + 1) * n
    p_min, p_max, s = np.zeros((n + 1, row)), np.ones((n + 1, row)), np.zeros((n + 1, row), dtype=np.int8)
    for a in range(1, n + 1):
        p_min[a, : (a + 1) * n] = 1.0
    u_min, u_max = np.zeros(row), np.ones(row)
    u_min[:n] = 1.0
    sweeps = _vectors(p_min, p_max, s, n, p, 1.0 - p, u_min, u_max, np.empty(n * n), np.empty(n * n))
    by_need = np.zeros((n + 1, n + 1, n + 1), dtype=np.int8)
    by_need[:, :, 1:] = s.reshape(n + 1, n + 1, n).transpose(1, 0, 2)
    return by_need, sweeps


def plain(n: int) -> Result:
    """Return S and the number of sweeps of the paper's form, which does not round outward."""
    shape = n + 1, n + 1, n + 1
    p_min, p_max, s = np.zeros(shape), np.ones(shape), np.zeros(shape, dtype=np.int8)
    for a in range(1, n + 1):
        p_min[a, a] = 1.0
    p_min[1, 1] = 1.0
    sweeps = _plain(p_min, p_max, s, n)
    return s.transpose(1, 0, 2), sweeps


def in_order(s: Any, index: Callable[[int, int, int], int]) -> Any:
    """Return S, which has the indices (i, a, j), as a flat array with (a, i, j) at `index(a, i, j)`."""
    n = len(s) - 1
    flat = np.empty(n * n * (n - 1) // 2, dtype=np.int8)
    for i in range(2, n + 1):
        for a in range(1, i):
            for j in range(1, n + 1):
                flat[index(a, i, j)] = s[i, a, j]
    return flat


KERNELS = {"vectors": vectors, "plain": plain}
