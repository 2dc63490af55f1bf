"""Bounds at all positions: the paper's sweeps, rigorous one exact step at a time, and honest where they end."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety import bounds as module
from trueodds.fast.risk_or_safety.bounds import CONTINUE, STOP, UNKNOWN, Layout, by_pairs, by_sweeps
from trueodds.fast.risk_or_safety.exact import TIE, pair_values, prove
from trueodds.fast.risk_or_safety.pairs import solve_sum

HALF = mpq(1, 2)
COINS = ["1/2", "2/5", "1/10", "9/10", "999/1000", "355/1130"]
N = 8


def literal_sweeps(n):
    """The iteration of the paper's section 4 for heads 1/2, in fractions, word by word; yields each sweep's state."""
    third, sixth, half = Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)
    positions = [(a, b, c) for b in range(n) for a in range(n - b - 1, 0, -1) for c in range(n)]
    p_min = dict.fromkeys(positions, Fraction(0))
    p_max = dict.fromkeys(positions, Fraction(1))
    for b in range(n + 1):
        for c in range(n):
            p_min[n - b, b, c] = p_max[n - b, b, c] = Fraction(1)  # "if a + b = n, then P_min := P_max := 1"
    s = dict.fromkeys(positions, "unknown")
    while "unknown" in s.values():
        old_min = {(b, c): p_min[1, b, c] for b in range(n) for c in range(n)}
        old_max = {(b, c): p_max[1, b, c] for b in range(n) for c in range(n)}
        for a, b, c in positions:
            go_min = third - third * old_max[c, b] + sixth * old_min[b, c] + half * p_min[a + 1, b, c]
            go_max = third - third * old_min[c, b] + sixth * old_max[b, c] + half * p_max[a + 1, b, c]
            stop_min = 2 * third - 2 * third * old_max[c, a + b] + third * old_min[a + b, c]
            stop_max = 2 * third - 2 * third * old_min[c, a + b] + third * old_max[a + b, c]
            if s[a, b, c] == "unknown" and go_min > stop_max:
                s[a, b, c] = "continue"
            elif s[a, b, c] == "unknown" and stop_min > go_max:
                s[a, b, c] = "stop"
            p_min[a, b, c] = {"unknown": min(go_min, stop_min), "continue": go_min, "stop": stop_min}[s[a, b, c]]
            p_max[a, b, c] = {"unknown": max(go_max, stop_max), "continue": go_max, "stop": stop_max}[s[a, b, c]]
        yield p_min, p_max, s


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_sweeps_are_the_papers(n):
    *_, (p_min, p_max, s) = literal = list(literal_sweeps(n))
    layout = Layout(n, n)
    found = by_sweeps(layout, HALF)
    assert found.sweeps == len(literal)
    for (a, b, c), state in s.items():
        at = layout.index(a, n - b, n - c)
        assert found.S[at] == {"continue": 1, "stop": -1}[state]
        assert 0 <= p_min[a, b, c] - Fraction(found.P_min[at]) < 1e-12  # outward, but not far
        assert 0 <= Fraction(found.P_max[at]) - p_max[a, b, c] < 1e-12


@pytest.mark.parametrize(("n", "sweeps"), [(10, 56), (20, 581)])
def test_sweeps_grow_exponentially(n, sweeps):
    # `python -c "from trueodds.fast.risk_or_safety.bounds import *`
    # `print(by_sweeps(Layout(20, 20), mpq(1, 2)).sweeps)"`
    assert by_sweeps(Layout(n, n), HALF).sweeps == sweeps


def test_the_state_is_one_contiguous_block():
    found = by_pairs(Layout(20, 20), HALF)
    assert found.P_min.base is found.P_max.base is found.S.base
    assert found.P_min.base.nbytes == 17 * 3800
    assert found.layout.size == 20 * 20 * 19 // 2


def test_exact_ties_stay_unknown_and_are_reported_by_the_exact_stage():
    # With heads 2/5, needing 5 against 1 with two open points, to stop and to go on are worth exactly the same.
    p, layout = mpq(2, 5), Layout(5, 5)
    for order in (by_sweeps, by_pairs):
        found = order(layout, p)
        assert found.unknown == 1
        assert found.S[layout.index(2, 5, 1)] == UNKNOWN
        values = pair_values(found, p)
        proof = prove(layout, p, values)
        assert proof.S[layout.index(2, 5, 1)] == TIE
        assert proof.ties == 1


def test_what_floats_cannot_separate_is_left_to_the_exact_stage():
    # Far behind against one point, stopping half-way is worse by one part in 2^45: within the bounds' width.
    layout = Layout(95, 95)
    found = by_pairs(layout, HALF)
    assert found.S[layout.index(46, 93, 1)] == UNKNOWN
    proof = prove(layout, HALF, pair_values(found, HALF))
    assert proof.ties == 0
    decided = found.S != UNKNOWN
    assert np.array_equal(found.S[decided], proof.S[decided])


@pytest.mark.parametrize("order", [by_sweeps, by_pairs])
def test_progress_is_told(order):
    told = []
    order(Layout(12, 5), HALF, lambda *step: told.append(step))
    stage, done, total = told[-1]
    assert isinstance(stage, str)
    assert done == total
    assert len(told) > 1


@pytest.mark.parametrize("heads", ["1/2", "2/5", "3/4"])
def test_a_choice_that_bounds_leave_open_is_made_by_exact_values(heads):
    """Bounds of one pair of needs forgotten for one player: one more number of heads, and all to be compared."""
    layout, heads = Layout(5, 5), mpq(heads)
    found = by_pairs(layout, heads)
    expected = pair_values(found, heads)
    tried = 0
    for at in range(layout.size):
        states = found.S.copy()
        states[at] = UNKNOWN
        assert pair_values(replace(found, S=states), heads) == expected
        tried += states[at] != found.S[at]
    assert tried > 30


@cache
def solved(n, heads):
    """Exact values and coins of all needs up to n."""
    return solve(RiskOrSafety(n, heads=heads), "pairs")


def run_pairs(layout, heads, change=lambda table: None):
    """The kernel alone: its arrays, and the bounds of X and Y by trailing and leading need, as exact numbers."""
    p_min, p_max, s = module._state(layout)
    n, m = layout.larger, layout.smaller
    exact = [heads**k for k in range(n + 1)]
    power, rest = (np.array([module._nearest(x) for x in table]) for table in (exact, [1 - x for x in exact]))
    change(power)
    change(rest)
    bounds = np.zeros((4, n + 1, m + 1))
    bounds[[1, 3]] = 1.0
    for total in range(2, n + m + 1):
        solve_sum(total, p_min, p_max, s, layout.rows, layout.bases, n, m, power, rest, bounds, np.empty((4, n + 1)))
    return p_min, p_max, s, [[[mpq(x) for x in row] for row in table] for table in bounds.tolist()]


def if_both(x, y, bank, lead):
    """X and Y if the players go for numbers of coins of probabilities x and y."""
    both = x + y * (1 - x)
    return ((1 - x) * y * lead + x * bank) / both, (y * lead + (1 - y) * x * bank) / both


@pytest.mark.parametrize("heads", COINS)
def test_pairs_bounds_are_outside_of_one_exact_step(heads):
    heads, layout = mpq(heads), Layout(9, 7)
    p_min, p_max, s, (x_min, x_max, y_min, y_max) = run_pairs(layout, heads)
    power = [heads**k for k in range(10)]
    for i, j in layout.pairs():
        low_bank, high_bank = [None], [None]
        for k in range(1, i + 1):
            m = i - k
            pair = (mpq(1), mpq(1)) if m == 0 else (y_min[m][j], y_max[m][j]) if m >= j else None
            low, high = pair or (1 - x_max[j][m], 1 - x_min[j][m])
            low_bank.append(low)
            high_bank.append(high)
        low_lead = [None, *(x_min[i][j - l] if l < j else mpq(0) for l in range(1, j + 1))]
        high_lead = [None, *(x_max[i][j - l] if l < j else mpq(0) for l in range(1, j + 1))]
        every = range(1, i + 1), range(1, j + 1)
        least = [[if_both(power[k], power[l], low_bank[k], low_lead[l]) for l in every[1]] for k in every[0]]
        most = [[if_both(power[k], power[l], high_bank[k], high_lead[l]) for l in every[1]] for k in every[0]]
        for side, low, high in ((0, x_min[i][j], x_max[i][j]), (1, y_min[i][j], y_max[i][j])):
            assert low <= max(min(pair[side] for pair in row) for row in least)
            assert high >= min(max(row[l][side] for row in most) for l in range(j))
        for own, other, turn_low, turn_high, low, high in (
            (i, j, y_min[i][j], y_max[i][j], low_bank, high_bank),
            (j, i, 1 - x_max[i][j], 1 - x_min[i][j], *([None, *(1 - v for v in t[1:])] for t in (high_lead, low_lead))),
        ):
            above, below = mpq(1), mpq(1)
            for a in range(own - 1, 0, -1):
                at = layout.index(a, own, other)
                go_low, go_high = ((1 - heads) * t + heads * b for t, b in ((turn_low, below), (turn_high, above)))
                if i == j or own == i:  # the trailing player's own probability: no difference from one is stored
                    assert mpq(p_min[at]) <= max(go_low, low[a])
                    assert mpq(p_max[at]) >= min(mpq(1), max(go_high, high[a]))
                    below, above = mpq(p_min[at]), mpq(p_max[at])
                else:
                    below, above = max(go_low, low[a]), max(go_high, high[a])
                    assert mpq(p_min[at]) <= below
                    assert mpq(p_max[at]) >= min(mpq(1), above)
                state = s[at]
                assert state != CONTINUE or go_low > high[a]
                assert state != STOP or low[a] > go_high
            if i == j:
                break


@pytest.mark.parametrize(
    ("order", "heads"), [*((by_pairs, heads) for heads in COINS), *((by_sweeps, heads) for heads in COINS[:2])]
)
def test_bounds_hold_the_exact_values_at_every_position(order, heads):
    n = 7
    heads, layout = mpq(heads), Layout(n, n - 2)
    found, exact = order(layout, heads), solve(RiskOrSafety(n, n - 2, heads), "pairs")
    for i in range(1, n + 1):
        for j in range(1, layout.width(i) + 1):
            passed = 1 - exact.values[0, j, i]
            value = mpq(1)
            for a in range(i - 1, 0, -1):
                at = layout.index(a, i, j)
                go, stop = (1 - heads) * passed + heads * value, 1 - exact.values[0, j, i - a]
                value = max(go, stop)
                assert mpq(found.P_min[at]) <= value <= mpq(found.P_max[at])
                assert found.S[at] in ((CONTINUE if go > stop else STOP), UNKNOWN)


@pytest.mark.parametrize("heads", ["1/2", "2/5", "9/10"])
@pytest.mark.parametrize("seed", range(2))
def test_tables_off_by_as_much_as_is_stated_change_no_decision(heads, seed):
    """Each entry off by up to 2^-53 more of itself: the bounds still hold the exact values, the moves stay."""
    heads, layout, rng = mpq(heads), Layout(10, 10), random.Random(seed)

    def change(table):
        for k in range(len(table)):
            table[k] = min(1.0, table[k] * (1 + rng.choice((-1, 1)) * 2.0**-53))

    clean, off = run_pairs(layout, heads), run_pairs(layout, heads, change)
    exact = solved(10, heads)
    assert np.array_equal(clean[2], off[2])
    for i in range(1, 11):
        for j in range(1, i + 1):
            assert off[3][0][i][j] <= exact.values[0, i, j] <= off[3][1][i][j]
            assert off[3][2][i][j] <= 1 - exact.values[0, j, i] <= off[3][3][i][j]


def test_tables_off_by_more_than_the_margin_are_seen():
    def change(table):
        table *= 1 + 2.0**-40

    exact = solved(10, mpq(1, 2))
    _, _, _, (x_min, x_max, *_) = run_pairs(Layout(10, 10), mpq(1, 2), change)
    pairs = [(i, j) for i in range(1, 11) for j in range(1, i + 1)]
    assert any(not x_min[i][j] <= exact.values[0, i, j] <= x_max[i][j] for i, j in pairs)


@pytest.mark.parametrize("heads", [mpq(1, 2**501), 1 - mpq(1, 2**501), mpq(1, 2**60), mpq(1, 2**260)])
def test_where_powers_underflow_nothing_is_claimed(heads):
    found = by_pairs(Layout(9, 9), heads)
    small = heads**9 < mpq(1, 2**500) or 1 - heads < mpq(1, 2**500)
    at = found.layout.index(1, 9, 9)
    assert (found.P_min[at], found.P_max[at], found.S[at]) == (0, 1, UNKNOWN) if small else found.P_min[at] > 0


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
