"""The paper's bound-tightening sweeps for Numba: what a user with a just-in-time compiler would write, and better.

Both players have the same target n and the coin is fair or not, p heads, q = 1 - p. Everything is in needs: a open
points, i = n - saved points, j likewise for the opponent. All kernels write into arrays of shape (n + 1, n + 1, n + 1),
[i, a, j], so that the inner loop runs over neighbours in memory. Row a = i is the value of having won.

`outward_*`: the very same sweeps as `trueodds.risk_or_safety.bounds.by_sweeps`, the same roundings and the same outward
margin, so that all bounds must agree to the last bit. `plain`: the equations of the paper as they stand, in place, no
outward rounding.
"""

from __future__ import annotations

import numpy as np
from numba import njit, prange

OUTWARD = 2.0**-50


@njit(error_model="numpy")
def _turn_over(p_min, p_max, n, q, u_min, u_max):
    """Refresh the bounds of U from those of P(1, ., .); False if not a bit of them changed."""
    changed = False
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            mine_min = p_min[i, 1, j]
            mine_max = p_max[i, 1, j]
            other_min = p_min[j, 1, i]
            other_max = p_max[j, 1, i]
            low = max((1.0 + q * mine_min - other_max) / (1.0 + q) - OUTWARD, 0.0)
            high = min((1.0 + q * mine_max - other_min) / (1.0 + q) + OUTWARD, 1.0)
            changed |= (low != u_min[i, j]) | (high != u_max[i, j])
            u_min[i, j] = low
            u_max[i, j] = high
    return changed


@njit(error_model="numpy")
def outward_branches(p_min, p_max, s, n, p, q, u_min, u_max):
    """Three branches, one for each state of S, as the paper tells them."""
    sweeps = 0
    undecided = 1
    while undecided and _turn_over(p_min, p_max, n, q, u_min, u_max):
        sweeps += 1
        undecided = 0
        for i in range(2, n + 1):
            for a in range(i - 1, 0, -1):
                for j in range(1, n + 1):
                    state = s[i, a, j]
                    if state == 0:
                        go_min = q * u_min[i, j] + p * p_min[i, a + 1, j] - OUTWARD
                        go_max = q * u_max[i, j] + p * p_max[i, a + 1, j] + OUTWARD
                        end_min = u_min[i - a, j]
                        end_max = u_max[i - a, j]
                        if go_min > end_max:
                            s[i, a, j] = 1
                            p_min[i, a, j] = go_min
                            p_max[i, a, j] = go_max
                        elif end_min > go_max:
                            s[i, a, j] = -1
                            p_min[i, a, j] = end_min
                            p_max[i, a, j] = end_max
                        else:
                            undecided += 1
                            p_min[i, a, j] = min(go_min, end_min)
                            p_max[i, a, j] = max(go_max, end_max)
                    elif state == 1:
                        p_min[i, a, j] = q * u_min[i, j] + p * p_min[i, a + 1, j] - OUTWARD
                        p_max[i, a, j] = q * u_max[i, j] + p * p_max[i, a + 1, j] + OUTWARD
                    else:
                        p_min[i, a, j] = u_min[i - a, j]
                        p_max[i, a, j] = u_max[i - a, j]
    return sweeps


@njit(error_model="numpy")
def _row(low, high, next_low, next_high, here_low, here_high, stop_low, stop_high, p, q):
    """One row, all j, without branches; returns the number of undecided positions, as a float that vectorizes."""
    undecided = 0.0
    for j in range(low.size):
        go_min = q * here_low[j] + p * next_low[j] - OUTWARD
        go_max = q * here_high[j] + p * next_high[j] + OUTWARD
        end_min = stop_low[j]
        end_max = stop_high[j]
        decided = (go_min > end_max) | (end_min > go_max)
        larger = go_min if go_min > end_min else end_min
        smaller = end_min if go_min > end_min else go_min
        low[j] = larger if decided else smaller
        high[j] = go_max if go_max > end_max else end_max
        undecided += 0.0 if decided else 1.0
    return undecided


@njit(error_model="numpy")
def _sweep_straight(p_min, p_max, n, p, q, u_min, u_max):
    """One sweep without branches: a decided position takes the larger bounds, an open one the outer ones."""
    undecided = 0.0
    for i in range(2, n + 1):
        for a in range(i - 1, 0, -1):
            undecided += _row(
                p_min[i, a, 1:],
                p_max[i, a, 1:],
                p_min[i, a + 1, 1:],
                p_max[i, a + 1, 1:],
                u_min[i, 1:],
                u_max[i, 1:],
                u_min[i - a, 1:],
                u_max[i - a, 1:],
                p,
                q,
            )
    return undecided


@njit(error_model="numpy")
def outward_straight(p_min, p_max, s, n, p, q, u_min, u_max):
    """No branches in the inner loop; S is read off the bounds at the end."""
    sweeps = 0
    undecided = 1.0
    while undecided > 0 and _turn_over(p_min, p_max, n, q, u_min, u_max):
        sweeps += 1
        undecided = _sweep_straight(p_min, p_max, n, p, q, u_min, u_max)
    _decide(p_min, p_max, s, n, p, q, u_min, u_max)
    return sweeps


@njit(error_model="numpy", parallel=True)
def outward_parallel(p_min, p_max, s, n, p, q, u_min, u_max):
    """As `outward_straight`, needs i shared out to all cores."""
    sweeps = 0
    undecided = 1.0
    while undecided > 0 and _turn_over(p_min, p_max, n, q, u_min, u_max):
        sweeps += 1
        undecided = 0.0
        for i in prange(2, n + 1):
            for a in range(i - 1, 0, -1):
                undecided += _row(
                    p_min[i, a, 1:],
                    p_max[i, a, 1:],
                    p_min[i, a + 1, 1:],
                    p_max[i, a + 1, 1:],
                    u_min[i, 1:],
                    u_max[i, 1:],
                    u_min[i - a, 1:],
                    u_max[i - a, 1:],
                    p,
                    q,
                )
    _decide(p_min, p_max, s, n, p, q, u_min, u_max)
    return sweeps


@njit(error_model="numpy")
def _decide(p_min, p_max, s, n, p, q, u_min, u_max):
    """Read S off the bounds."""
    for i in range(2, n + 1):
        for a in range(i - 1, 0, -1):
            for j in range(1, n + 1):
                go_min = q * u_min[i, j] + p * p_min[i, a + 1, j] - OUTWARD
                go_max = q * u_max[i, j] + p * p_max[i, a + 1, j] + OUTWARD
                s[i, a, j] = 1 if go_min > u_max[i - a, j] else -1 if u_min[i - a, j] > go_max else 0


@njit(error_model="numpy")
def plain(p_min, p_max, s, n, p, q, u_min, u_max):
    """The paper's equations word by word, for the fair coin: equation (7) inserted, a falling, in place, no margins."""
    sweeps = 0
    undecided = 1
    while undecided:
        sweeps += 1
        undecided = 0
        for i in range(2, n + 1):
            for a in range(i - 1, 0, -1):
                m = i - a
                for j in range(1, n + 1):
                    go_min = 1 / 3 - p_max[j, 1, i] / 3 + p_min[i, 1, j] / 6 + p_min[i, a + 1, j] / 2
                    go_max = 1 / 3 - p_min[j, 1, i] / 3 + p_max[i, 1, j] / 6 + p_max[i, a + 1, j] / 2
                    end_min = 2 / 3 - p_max[j, 1, m] * (2 / 3) + p_min[m, 1, j] / 3
                    end_max = 2 / 3 - p_min[j, 1, m] * (2 / 3) + p_max[m, 1, j] / 3
                    state = s[i, a, j]
                    if state == 0:
                        if go_min > end_max:
                            state = 1
                        elif end_min > go_max:
                            state = -1
                        else:
                            undecided += 1
                        s[i, a, j] = state
                    if state == 1:
                        p_min[i, a, j] = go_min
                        p_max[i, a, j] = go_max
                    elif state == -1:
                        p_min[i, a, j] = end_min
                        p_max[i, a, j] = end_max
                    else:
                        p_min[i, a, j] = min(go_min, end_min)
                        p_max[i, a, j] = max(go_max, end_max)
    return sweeps


KERNELS = {
    "outward_branches": outward_branches,
    "outward_straight": outward_straight,
    "outward_parallel": outward_parallel,
    "plain": plain,
}


def solve(kernel, n, p=0.5):
    """Run a kernel from the start; returns (P_min, P_max, S, sweeps), arrays in the order of `trueodds`."""
    shape = n + 1, n + 1, n + 1
    p_min, p_max, s = np.zeros(shape), np.ones(shape), np.zeros(shape, dtype=np.int8)
    for i in range(1, n + 1):
        p_min[i, i] = 1.0
    u_min, u_max = np.zeros((n + 1, n + 1)), np.ones((n + 1, n + 1))
    u_min[0] = 1.0
    sweeps = kernel(p_min, p_max, s, n, p, 1.0 - p, u_min, u_max)
    rows = [(i, a) for i in range(2, n + 1) for a in range(1, i)]
    flat = [np.concatenate([array[i, a, 1:] for i, a in rows]) for array in (p_min, p_max, s)]
    return *flat, sweeps
