"""The stated error of the sweeps injected: what one sweep leaves for the next is moved, against the best moves.

A result of a sweep is off by less than 2^-50, its five roundings and two constants of 2^-53 at most each, and is pushed
outward by 2^-50. With a fair coin constants and products are exact, so that the kernel itself is off by at most two
roundings of 2^-54: seven units of 2^-53, all that is stated, can be put on top of it, all to the wrong side.
"""

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.all import bounds as module
from trueodds.fast.risk_or_safety.all import sweeps
from trueodds.fast.risk_or_safety.all.bounds import by_sweeps
from trueodds.fast.risk_or_safety.layout import Layout

ROUNDING = 2.0**-53


def swept(monkeypatch, n, units):
    """All positions by sweeps; after each P(1, ·, ·) is moved in by so many units of 2^-53, but where it has won."""
    layout, sweep = Layout(n, n), sweeps.sweep

    def inward(one_min, one_max, u_min, u_max, rows, *others):
        done, undecided, still = sweep(one_min, one_max, u_min, u_max, rows, *others[:-1], 1)
        moved = slice(int(rows[2]), None)
        one_min[moved] += units * ROUNDING
        one_max[moved] -= units * ROUNDING
        return done, undecided, still

    monkeypatch.setattr(module.sweeps, "sweep", inward)
    found = by_sweeps(layout, mpq(1, 2))
    monkeypatch.undo()
    return found


def wrong(found, n):
    """At how many positions bounds do not hold the exact value, or the move decided is not best."""
    exact, count = solve(RiskOrSafety(n), "twin"), 0
    for a in range(1, n):
        for i in range(a + 1, n + 1):
            for j in range(1, n + 1):
                at = found.layout.index(a, i, j)
                value = exact.value_at((a, n - i, n - j))
                count += not found.P_min[at] <= value <= found.P_max[at]
    return count


@pytest.mark.parametrize("n", [4, 7, 10])
def test_sweeps_off_by_the_stated_error_lose_nothing(n, monkeypatch):
    found = swept(monkeypatch, n, 7)
    assert np.array_equal(found.S, by_sweeps(Layout(n, n), mpq(1, 2)).S)
    assert wrong(found, n) == 0


def test_twice_what_is_pushed_is_seen(monkeypatch):
    """Each layer behind is pushed on its own, so that some more than one push of 2^-50 is hidden; two are not."""
    assert wrong(swept(monkeypatch, 10, 16), 10) > 0
