"""The stated error of the sweeps injected: what one sweep leaves for the next is moved, against the best moves.

A result of a sweep is off by less than 2^-50, its five roundings and two constants of 2^-53 at most each, and is pushed
outward by 2^-50. With a fair coin constants and products are exact, so that the kernel itself is off by at most two
roundings of 2^-54: seven units of 2^-53, all that is stated, can be put on top of it, all to the wrong side.
"""

import random

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety import bounds as module
from trueodds.fast.risk_or_safety import sweeps
from trueodds.fast.risk_or_safety.bounds import CONTINUE, STOP, UNKNOWN, Layout, by_sweeps

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


COINS = ["1/2", "1/3", "2/5", "9/10", "1/1000", "999/1000"]


def some_bounds(rng, size):
    """Bounds of anything between 0 and 1, mostly narrow ones."""
    low = np.array([rng.random() for _ in range(size)])
    width = np.array([rng.choice((0.0, 2.0**-52, 2.0**-45, rng.random())) for _ in range(size)])
    return low, np.minimum(low + width, 1.0)


@pytest.mark.parametrize("heads", COINS)
def test_what_is_written_is_outside_of_one_exact_step(heads):
    """From bounds of U and of one open point more to those of a position, and to the move decided there."""
    heads, layout, n, rng = mpq(heads), Layout(8, 8), 8, random.Random(str(heads))
    p, q = module._nearest(heads), module._nearest(1 - heads)
    p_min, p_max, s = module._state(layout)
    u_min, u_max = some_bounds(rng, int(layout.rows[-1]))
    sweeps.write(s, p_min, p_max, u_min, u_max, layout.rows, layout.bases, n, n, p, q)
    low, high, states = [mpq(x) for x in p_min.tolist()], [mpq(x) for x in p_max.tolist()], s.tolist()
    for i in range(2, n + 1):
        for j in range(1, n + 1):
            here = layout.rows[i] + j - 1
            for a in range(1, i):
                at, stop = layout.index(a, i, j), layout.rows[i - a] + j - 1
                more = layout.index(a + 1, i, j) if a + 1 < i else None
                go_low = (1 - heads) * mpq(u_min[here]) + heads * (1 if more is None else low[more])
                go_high = (1 - heads) * mpq(u_max[here]) + heads * (1 if more is None else high[more])
                assert low[at] <= max(go_low, mpq(u_min[stop]))
                assert high[at] >= max(go_high, mpq(u_max[stop]))
                assert states[at] != CONTINUE or go_low > mpq(u_max[stop])
                assert states[at] != STOP or mpq(u_min[stop]) > go_high


@pytest.mark.parametrize("heads", COINS)
def test_a_sweep_is_outside_of_one_exact_step(heads):
    """From bounds of P(1, ·, ·) to those of U; what it leaves of P(1, ·, ·) is what is written for it."""
    heads, layout, n, rng = mpq(heads), Layout(8, 8), 8, random.Random(str(heads))
    p, q, rows = module._nearest(heads), module._nearest(1 - heads), layout.rows
    one_min, one_max = some_bounds(rng, int(rows[-1]))
    one_min[: rows[2]] = one_max[: rows[2]] = 1.0
    before = [mpq(x) for x in one_min.tolist()], [mpq(x) for x in one_max.tolist()]
    u_min, u_max = np.zeros(int(rows[-1])), np.ones(int(rows[-1]))
    sweeps.sweep(one_min, one_max, u_min, u_max, rows, n, n, p, q, np.empty((2, n)), 1)
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            at, other = rows[i] + j - 1, rows[j] + i - 1
            exact = [(1 + (1 - heads) * before[k][at] - before[1 - k][other]) / (2 - heads) for k in (0, 1)]
            assert mpq(u_min[at]) <= max(exact[0], 0)
            assert mpq(u_max[at]) >= min(exact[1], 1)
    p_min, p_max, s = module._state(layout)
    sweeps.write(s, p_min, p_max, u_min, u_max, rows, layout.bases, n, n, p, q)
    one = slice(int(layout.bases[1] + rows[2]), int(layout.bases[1] + rows[-1]))
    assert np.array_equal(one_min[rows[2] :], p_min[one])
    assert np.array_equal(one_max[rows[2] :], p_max[one])


@pytest.mark.parametrize("heads", COINS)
def test_gains_of_a_few_roundings_are_left_open_or_told_right(heads):
    """All values equal and hardly below 1: to go on gains a part of that little, which roundings hide."""
    heads, layout, n = mpq(heads), Layout(8, 8), 8
    p, q = module._nearest(heads), module._nearest(1 - heads)
    for k in range(1, 40):
        p_min, p_max, s = module._state(layout)
        u_min = np.full(int(layout.rows[-1]), 1.0 - k * ROUNDING)
        sweeps.write(s, p_min, p_max, u_min, u_min.copy(), layout.rows, layout.bases, n, n, p, q)
        assert not (s == STOP).any()


@pytest.mark.parametrize("heads", COINS)
def test_losses_of_a_few_roundings_are_left_open_or_told_right(heads):
    """The last head from winning is worth a few roundings less than what one has, or more."""
    heads, layout, n = mpq(heads), Layout(8, 8), 8
    p, q = module._nearest(heads), module._nearest(1 - heads)
    rows, go = layout.rows, (1 - heads) / 2 + heads
    for k in range(-20, 20):
        stop = module._nearest(go) + k * ROUNDING
        u_min = np.full(int(rows[-1]), 0.5)
        u_min[rows[1] : rows[2]] = stop
        p_min, p_max, s = module._state(layout)
        sweeps.write(s, p_min, p_max, u_min, u_min.copy(), rows, layout.bases, n, n, p, q)
        states = {int(s[layout.index(i - 1, i, j)]) for i in range(2, n + 1) for j in range(1, n + 1)}
        assert states <= {UNKNOWN, CONTINUE if go > mpq(stop) else STOP}
