"""Bounds at all positions, by the paper's sweeps and by pairs, lie outside one exact step from random bounds."""

import random
from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety import bounds as module
from trueodds.fast.risk_or_safety import sweeps
from trueodds.fast.risk_or_safety.bounds import CONTINUE, STOP, UNKNOWN, Layout, bound_by_pairs
from trueodds.fast.risk_or_safety.exact import solve_pairs
from trueodds.fast.risk_or_safety.pairs import solve_sum

HALF = mpq(1, 2)
COINS = ["1/2", "1/3", "2/5", "9/10", "1/1000", "999/1000", "355/1130"]
N = 8
SQUARE = Layout(N, N)
ROUNDING = 2.0**-53


@pytest.mark.parametrize("heads", ["1/2", "2/5", "3/4"])
def test_a_choice_that_bounds_leave_open_is_made_by_exact_values(heads):
    """Forget the decision at one position, so that one or more further numbers of heads are left open."""
    layout, heads = Layout(5, 5), mpq(heads)
    found = bound_by_pairs(layout, heads)
    expected = solve_pairs(found, heads)
    tried = 0
    for at in range(layout.size):
        states = found.S.copy()
        states[at] = UNKNOWN
        assert solve_pairs(replace(found, S=states), heads) == expected
        tried += states[at] != found.S[at]
    assert tried > 30


# One step of the kernels, from random bounds.


def some_bounds(rng, size):
    """Draw bounds of numbers between 0 and 1, mostly narrow ones."""
    low = np.array([rng.random() ** rng.choice((0.05, 1, 4)) for _ in range(size)])
    width = np.array([rng.choice((0.0, 2.0**-52, 2.0**-45, 0.3 * rng.random())) for _ in range(size)])
    return low, np.minimum(low + width, 1.0)


def if_both(x, y, bank, lead):
    """Return X and Y if the players go for numbers of coins that succeed with probabilities x and y."""
    both = x + y * (1 - x)
    return ((1 - x) * y * lead + x * bank) / both, (y * lead + (1 - y) * x * bank) / both


@pytest.mark.parametrize("heads", COINS)
@pytest.mark.parametrize("seed", range(2))
def test_pairs_are_outside_of_exact_steps(heads, seed):
    heads, rng = mpq(heads), random.Random(f"{heads} {seed}")
    exact = [heads**k for k in range(N + 1)]
    power, rest = (np.array([module._to_float(x) for x in table]) for table in (exact, [1 - x for x in exact]))
    decided = 0
    for total in range(2, 2 * N + 1):
        drawn = [bounds.reshape(2, N + 1, N + 1) for bounds in some_bounds(rng, 2 * (N + 1) ** 2)]
        bounds = np.ascontiguousarray(np.stack([drawn[0][0], drawn[1][0], drawn[0][1], drawn[1][1]]))
        p_min, p_max, s = module._allocate_state(SQUARE)
        solve_sum(total, p_min, p_max, s, SQUARE.rows, SQUARE.bases, N, N, power, rest, bounds, np.empty((4, N + 1)))
        x_min, x_max, y_min, y_max = ([[mpq(x) for x in row] for row in table] for table in bounds.tolist())
        for i in range((total + 1) // 2, min(N, total - 1) + 1):
            j = total - i
            banks = [(1, 1) if m == 0 else (y_min[m][j], y_max[m][j]) if m >= j else (1 - x_max[j][m], 1 - x_min[j][m])
                     for m in range(i - 1, -1, -1)]  # fmt: skip
            leads = [(x_min[i][m], x_max[i][m]) if m else (mpq(0), mpq(0)) for m in range(j - 1, -1, -1)]
            for bound, found in enumerate(((x_min[i][j], y_min[i][j]), (x_max[i][j], y_max[i][j]))):
                rows = [[if_both(exact[k], exact[l], banks[k - 1][bound], leads[l - 1][bound]) for l in range(1, j + 1)]
                        for k in range(1, i + 1)]  # fmt: skip
                for side in (0, 1):
                    if bound == 0:
                        assert found[side] <= max(min(pair[side] for pair in row) for row in rows)
                    else:
                        assert found[side] >= min(1, *(max(row[l][side] for row in rows) for l in range(j)), 1)
            turn = y_min[i][j], y_max[i][j]
            decided += verify_positions(heads, i, j, turn, banks, p_min, p_max, s)
            if i != j:  # the leading player, who wins where the trailing one does not
                turn, banks = (1 - x_max[i][j], 1 - x_min[i][j]), [(1 - high, 1 - low) for low, high in leads]
                decided += verify_positions(heads, j, i, turn, banks, p_min, p_max, s)
    assert decided > 50


def verify_positions(heads, own, other, turn, banks, p_min, p_max, s):
    """Verify all positions of one player, by one exact step each; return how many are decided."""
    below, above, decided = mpq(1), mpq(1), 0
    for a in range(own - 1, 0, -1):
        at, (end_low, end_high) = SQUARE.index(a, own, other), banks[a - 1]
        go_low, go_high = (1 - heads) * turn[0] + heads * below, (1 - heads) * turn[1] + heads * above
        below, above = max(go_low, end_low), max(go_high, end_high)
        assert mpq(p_min[at]) <= below
        assert mpq(p_max[at]) >= min(above, 1)
        assert s[at] != CONTINUE or go_low > end_high
        assert s[at] != STOP or end_low > go_high
        decided += s[at] != UNKNOWN
    return decided


@pytest.mark.parametrize("heads", [mpq(1, 2**501), 1 - mpq(1, 2**501), mpq(1, 2**60), mpq(1, 2**260)])
def test_where_powers_underflow_nothing_is_claimed(heads):
    found = bound_by_pairs(Layout(9, 9), heads)
    small = heads**9 < mpq(1, 2**500) or 1 - heads < mpq(1, 2**500)
    at = found.layout.index(1, 9, 9)
    assert (found.P_min[at], found.P_max[at], found.S[at]) == (0, 1, UNKNOWN) if small else found.P_min[at] > 0


def write(heads, u_min, u_max):
    """Return the state array for eight points that results from these bounds of U."""
    p, q = module._to_float(heads), module._to_float(1 - heads)
    p_min, p_max, s = module._allocate_state(SQUARE)
    sweeps.write(s, p_min, p_max, u_min, u_max, SQUARE.rows, SQUARE.bases, N, N, p, q)
    return p_min, p_max, s


@pytest.mark.parametrize("heads", COINS)
def test_what_sweeps_write_is_outside_of_one_exact_step(heads):
    """Test the step from bounds of U and of one more open point to those of a position and its decided move."""
    heads, rows = mpq(heads), SQUARE.rows
    u_min, u_max = some_bounds(random.Random(str(heads)), int(rows[-1]))
    p_min, p_max, s = write(heads, u_min, u_max)
    low, high = [mpq(x) for x in p_min.tolist()], [mpq(x) for x in p_max.tolist()]
    for i in range(2, N + 1):
        for j in range(1, N + 1):
            here = rows[i] + j - 1
            for a in range(1, i):
                at, stop = SQUARE.index(a, i, j), rows[i - a] + j - 1
                more = SQUARE.index(a + 1, i, j) if a + 1 < i else None
                go_low = (1 - heads) * mpq(u_min[here]) + heads * (1 if more is None else low[more])
                go_high = (1 - heads) * mpq(u_max[here]) + heads * (1 if more is None else high[more])
                assert low[at] <= max(go_low, mpq(u_min[stop]))
                assert high[at] >= max(go_high, mpq(u_max[stop]))
                assert s[at] != CONTINUE or go_low > mpq(u_max[stop])
                assert s[at] != STOP or mpq(u_min[stop]) > go_high


@pytest.mark.parametrize("heads", COINS)
def test_a_sweep_is_outside_of_one_exact_step(heads):
    """Test the step from bounds of P(1, ·, ·) to those of U, and that P(1, ·, ·) is written as it was left."""
    heads, rows = mpq(heads), SQUARE.rows
    p, q = module._to_float(heads), module._to_float(1 - heads)
    one_min, one_max = some_bounds(random.Random(str(heads)), int(rows[-1]))
    one_min[: rows[2]] = one_max[: rows[2]] = 1.0
    before = [mpq(x) for x in one_min.tolist()], [mpq(x) for x in one_max.tolist()]
    u_min, u_max = np.zeros(int(rows[-1])), np.ones(int(rows[-1]))
    sweeps.sweep(one_min, one_max, u_min, u_max, rows, N, N, p, q, np.empty((2, N)), 1)
    for i in range(1, N + 1):
        for j in range(1, N + 1):
            at, other = rows[i] + j - 1, rows[j] + i - 1
            exact = [(1 + (1 - heads) * before[k][at] - before[1 - k][other]) / (2 - heads) for k in (0, 1)]
            assert mpq(u_min[at]) <= max(exact[0], 0)
            assert mpq(u_max[at]) >= min(exact[1], 1)
    p_min, p_max, _ = write(heads, u_min, u_max)
    one = slice(int(SQUARE.bases[1] + rows[2]), int(SQUARE.bases[1] + rows[-1]))
    assert np.array_equal(one_min[rows[2] :], p_min[one])
    assert np.array_equal(one_max[rows[2] :], p_max[one])


def test_sweeps_end_when_all_is_decided():
    assert [solve(RiskOrSafety(n), "sweeps").proof.sweeps for n in (2, 3, 6, 20)] == [3, 12, 25, 581]
    assert solve(RiskOrSafety(6, 1, "2/5"), "sweeps").proof.sweeps == 36  # a tie is left, and no bound changes


@pytest.mark.parametrize("heads", [*COINS, "5/12"])  # in floats, 1/3 and 5/12 err in opposite directions
def test_gains_and_losses_of_a_few_roundings_are_left_open_or_steps_right(heads):
    """First, all values are barely below 1; then the last toss gains or loses only a few roundings against stopping."""
    heads, rows = mpq(heads), SQUARE.rows
    for k in range(1, 40):
        u = np.full(int(rows[-1]), 1.0 - k * ROUNDING)
        assert not (write(heads, u, u.copy())[2] == STOP).any()
    rng = random.Random(str(heads))
    for _ in range(100):
        passed = rng.random()
        go = (1 - heads) * mpq(passed) + heads
        for k in (-1, 0, 1):
            u = np.full(int(rows[-1]), passed)
            u[rows[1] : rows[2]] = stop = module._to_float(go) + k * ROUNDING
            s = write(heads, u, u.copy())[2]
            states = {int(s[SQUARE.index(i - 1, i, j)]) for i in range(2, N + 1) for j in range(1, N + 1)}
            assert states <= {UNKNOWN, CONTINUE if go > mpq(stop) else STOP}


@pytest.mark.parametrize("heads", COINS)
def test_powers_and_their_complements_are_rounded_once(heads, monkeypatch):
    """For a heads probability near 1, the float nearest to 1 - p^k is not 1 minus the float nearest to p^k."""
    tables = []
    monkeypatch.setattr(module.pairs, "solve_sum", lambda *given: tables.append(given[8:10]))
    bound_by_pairs(Layout(9, 9), mpq(heads))
    power, rest = tables[0]
    for k in range(10):
        exact = mpq(heads) ** k
        assert (float(power[k]), float(rest[k])) == (module._to_float(exact), module._to_float(1 - exact))
