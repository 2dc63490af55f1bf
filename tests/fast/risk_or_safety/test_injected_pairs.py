"""`pairs` from bounds of any width, drawn at random: what it makes of them is outside of exact arithmetic."""

import random

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.fast.risk_or_safety.all import bounds as module
from trueodds.fast.risk_or_safety.all.bounds import CONTINUE, STOP
from trueodds.fast.risk_or_safety.all.pairs import solve_sum
from trueodds.fast.risk_or_safety.layout import Layout

N = 8


def drawn(rng):
    """Bounds of X and Y at all needs: mostly narrow ones."""
    low = np.array([rng.random() ** rng.choice((0.05, 1, 4)) for _ in range(2 * (N + 1) ** 2)])
    width = np.array([rng.choice((0.0, 2.0**-52, 2.0**-40, 0.3 * rng.random())) for _ in low])
    low, high = (one.reshape(2, N + 1, N + 1) for one in (low, np.minimum(low + width, 1.0)))
    return np.ascontiguousarray(np.stack([low[0], high[0], low[1], high[1]]))


@pytest.mark.parametrize("heads", ["1/2", "1/3", "9/10", "99/100"])
@pytest.mark.parametrize("seed", range(8))
def test_positions_are_outside_of_exact_steps(heads, seed):
    heads, layout, rng = mpq(heads), Layout(N, N), random.Random(f"{heads} {seed}")
    exact = [heads**k for k in range(N + 1)]
    power, rest = (np.array([module._nearest(x) for x in table]) for table in (exact, [1 - x for x in exact]))
    decided = 0
    for total in range(5, 2 * N + 1):
        bounds = drawn(rng)
        p_min, p_max, s = module._state(layout)
        solve_sum(total, p_min, p_max, s, layout.rows, layout.bases, N, N, power, rest, bounds, np.empty((4, N + 1)))
        x_min, x_max, y_min, y_max = ([[mpq(x) for x in row] for row in table] for table in bounds.tolist())
        for i in range((total + 1) // 2, min(N, total - 1) + 1):
            j = total - i
            banks = [(1, 1) if m == 0 else (y_min[m][j], y_max[m][j]) if m >= j else (1 - x_max[j][m], 1 - x_min[j][m])
                     for m in range(i - 1, -1, -1)]  # fmt: skip
            decided += check(layout, heads, i, j, (y_min[i][j], y_max[i][j]), banks, p_min, p_max, s)
            if i != j:  # the leading player, who wins where the trailing one does not
                banks = [(1, 1) if m == 0 else (1 - x_max[i][m], 1 - x_min[i][m]) for m in range(j - 1, -1, -1)]
                turn = 1 - x_max[i][j], 1 - x_min[i][j]
                decided += check(layout, heads, j, i, turn, banks, p_min, p_max, s)
    assert decided > 50


def check(layout, heads, own, other, turn, banks, p_min, p_max, s):
    """All positions of one player; how many are decided."""
    below, above, decided = mpq(1), mpq(1), 0
    for a in range(own - 1, 0, -1):
        at, (end_low, end_high) = layout.index(a, own, other), banks[a - 1]
        go_low, go_high = (1 - heads) * turn[0] + heads * below, (1 - heads) * turn[1] + heads * above
        below, above = max(go_low, end_low), max(go_high, end_high)
        assert mpq(p_min[at]) <= below
        assert mpq(p_max[at]) >= min(above, 1)
        assert s[at] != CONTINUE or go_low > end_high
        assert s[at] != STOP or end_low > go_high
        decided += s[at] != 0
    return decided
