"""Error bounds of Risk or Safety's kernels: one exact step at a time, the stated error injected, rounding turned."""

import random
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.all import bounds as module
from trueodds.fast.risk_or_safety.all.bounds import CONTINUE, STOP, UNKNOWN, by_pairs, by_sweeps
from trueodds.fast.risk_or_safety.all.pairs import solve_sum
from trueodds.fast.risk_or_safety.large.columns import DONE, FAULT, UNDECIDED, Columns
from trueodds.fast.risk_or_safety.large.prove import power_tables
from trueodds.fast.risk_or_safety.layout import Layout

U = mpq(1, 2**53)
SOURCE = Path(__file__).parents[3] / "src" / "trueodds" / "fast" / "risk_or_safety"  # wheels have no headers
COINS = ["1/2", "2/5", "1/10", "9/10", "999/1000", "355/1130"]


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


# --- large targets -------------------------------------------------------------------------------------------------


def constants():
    """The constants of the columns, as their header has them."""
    text = (SOURCE / "large" / "columns.h").read_text(encoding="utf-8")
    found = {}
    for line in text.splitlines():
        if line.startswith("#define ") and len(line.split()) > 2:
            name, value = line.split("/*")[0].split(None, 2)[1:]
            one, _, power = value.strip(" ()").rpartition("+")
            power = power.strip()
            number = mpq(2) ** int(power[4:]) if power.startswith("0x1p") else mpq(power)
            found[name] = number + (mpq(one.strip()) if one else 0)
    return found


def test_the_constants_cover_what_the_text_derives():
    """6u + 2r with r < 2^-60 for a float64 gain; a few roundings for UP; u² of double words."""
    found = constants()
    assert found["UNIT"] == U * U
    assert found["MARGIN"] >= 6 * U + 2 * mpq(1, 2**60)
    assert found["UP"] >= (1 + U) ** 8
    assert found["UP"] * (1 - U) ** 8 > 1


class Sweep:
    """The kernel alone on tables and work space that can be changed between its columns."""

    def __init__(self, n, heads, coins, change=lambda tables: None):
        self.n, self.coins = n, coins
        self.tables = power_tables(n, mpq(heads))
        change(self.tables)
        self.ring, self.scales = np.zeros((3, n + 1, n + 1)), np.zeros((n + 1, n + 1), dtype=np.int32)
        self.column, self.column_scale = np.zeros((3, n + 1)), np.zeros(n + 1, dtype=np.int32)
        self.kernel = Columns(
            n, n, mpq(heads) == mpq(1, 2), *self.tables, self.ring, self.scales, self.column, self.column_scale,
            np.zeros(n + 1, dtype=np.intp), np.ones(n + 1, dtype=np.uint8), np.zeros((2, n + 1)),
        )  # fmt: skip
        self.moves, self.leads = np.zeros((n, n + 1), dtype=np.uint16), np.zeros((n, n), dtype=np.uint16)
        self.moves[0, 1:] = coins[:, 0]
        self.told, self.decided = [], []  # pairs handed back; by column, pairs by float64 and by double words

    def run(self, after=lambda sweep, j: None):
        """All columns; `after` is called after each. The last status."""
        before = 0, 0
        for j in range(1, self.n + 1):
            while (status := self.kernel.run(self.moves, self.leads, 1, j + 1)) == UNDECIDED:
                i = self.kernel.row
                self.told.append((i, j))
                self.kernel.decide(self.coins[i - 1, j - 1], self.coins[j - 1, i - 1])
            if status != DONE:
                return status
            now = self.kernel.decided
            self.decided.append((now[0] - before[0], now[1] - before[1]))
            before = now
            after(self, j)
        return status

    def all_coins(self):
        return np.tril(self.moves.T[1:]) + np.triu(self.leads, 1)


def exact_gains(values, heads, i, j):
    """What each number of coins gains at needs i against j, of the value if no point is made, as seen by who tosses."""
    passed = 1 - values[0, j, i]
    return [heads**k * ((1 - values[0, j, i - k]) - passed) for k in range(1, i + 1)]


def relative_gap(values, heads, i, j):
    """By how much of the trailing player's probability the best number of coins gains more than the next."""
    best, *others = sorted(exact_gains(values, heads, i, j), reverse=True)
    small = min(values[0, max(i, j), min(i, j)], 1 - values[0, min(i, j), max(i, j)])
    return (best - others[0]) / small if others else mpq(1)


@pytest.mark.parametrize("heads", [mpq(1, 3) + mpq(1, 2**57), mpq(1, 3) - mpq(1, 2**58), mpq(2, 3) + mpq(1, 2**60)])
def test_float64_decides_no_pair_whose_gap_is_below_its_margin(heads):
    """Coins beside one that has ties: gaps that float64 cannot tell are left to double words."""
    n = 20
    exact = solved(n, heads)
    sweep = Sweep(n, heads, exact.coins())
    assert sweep.run() == DONE
    assert np.array_equal(sweep.all_coins(), exact.coins())
    near = 0
    for j in range(2, n + 1):
        close = sum(
            min(relative_gap(exact.values, heads, i, j), relative_gap(exact.values, heads, j, i)) < 4 * U
            for i in range(j, n + 1)
        )
        given = sum(pair[1] == j for pair in sweep.told)
        assert sweep.decided[j - 1][1] + given >= close
        near += close
    assert near > 5


@pytest.mark.parametrize("heads", [mpq(1, 3) + mpq(1, 2**112), mpq(1, 3) - mpq(1, 2**114)])
def test_double_words_decide_no_pair_whose_gap_is_below_their_error(heads):
    n = 20
    exact = solved(n, heads)
    sweep = Sweep(n, heads, exact.coins())
    assert sweep.run() == DONE
    assert np.array_equal(sweep.all_coins(), exact.coins())
    near = {
        (i, j)
        for j in range(2, n + 1)
        for i in range(j, n + 1)
        if min(relative_gap(exact.values, heads, i, j), relative_gap(exact.values, heads, j, i)) < U * U
    }
    assert len(near) > 5
    assert near <= set(sweep.told)


@pytest.mark.parametrize("heads", ["1/2", "2/5", "9/10"])
@pytest.mark.parametrize("seed", range(2))
def test_double_words_off_by_what_a_step_is_stated_to_lose_change_no_move(heads, seed):
    """After each column every X in it is moved by up to 9u² of itself: what is stated beyond the 55u² of one step."""
    n, rng = 20, random.Random(seed)
    coins = solved(n, heads).coins()

    def unkind(sweep, j):
        row = j % (n + 1)
        sweep.ring[1, row, j:] += (
            np.array([rng.choice((-9, 9)) for _ in range(n + 1 - j)]) * 2.0**-106 * sweep.ring[0, row, j:]
        )

    def tables(given):
        for high, low in ((given[0], given[1]), (given[3], given[4])):
            low += np.array([rng.choice((-1, 1)) for _ in low]) * 2.0**-107 * high

    sweep = Sweep(n, heads, coins, tables)
    assert sweep.run(unkind) == DONE
    assert np.array_equal(sweep.all_coins(), coins)


def test_double_words_off_by_far_more_than_is_stated_are_seen():
    """With a coin whose gaps are near 2^-90, an error of 2^-70 makes other moves look best, or is a contradiction."""
    n, heads = 20, mpq(1, 3) + mpq(1, 2**90)
    coins = solved(n, heads).coins()
    rng = random.Random(5)

    def unkind(sweep, j):
        row = j % (n + 1)
        factors = np.array([rng.choice((-1, 1)) for _ in range(n + 1 - j)]) * 2.0**-70
        sweep.ring[1, row, j:] += factors * sweep.ring[0, row, j:]

    sweep = Sweep(n, heads, coins)
    assert sweep.run(unkind) in (DONE, FAULT)
    assert not np.array_equal(sweep.all_coins(), coins)


@pytest.mark.parametrize("factor", [2.0**-95, -(2.0**-95)])
@pytest.mark.parametrize(("high", "low"), [(0, 1), (3, 4)])
def test_tables_off_by_more_than_their_rounding_are_a_contradiction(high, low, factor):
    def change(tables):
        tables[low][7] += tables[high][7] * factor

    assert Sweep(20, "1/2", solved(20, "1/2").coins(), change).run() == FAULT


def test_upper_bounds_of_gains_hold_in_every_column():
    """G, R: what bounds all numbers of coins that are not tried one by one."""
    n = 16
    for heads in ("1/2", "2/5", "9/10"):
        p, exact = mpq(heads), solved(n, heads)
        sweep = Sweep(n, heads, exact.coins())

        def hold(sweep, j, exact=exact, p=p):
            y = {m: 1 - exact.values[0, j, m] for m in range(1, n + 1)}
            y[0] = mpq(1)
            for i in range(1, n + 1):
                scale = mpq(2) ** (512 * int(sweep.column_scale[i]))
                most = max(p ** (i - h) * y[h] for h in range(i + 1))
                if i >= j:
                    assert mpq(sweep.column[2, i]) / scale >= most
                    gain = exact.values[0, i, j] - y[i]
                    ring = mpq(2) ** (512 * int(sweep.scales[j % (n + 1), i]))
                    assert mpq(sweep.ring[2, j % (n + 1), i]) / ring >= gain
                elif sweep.column[2, i]:
                    assert mpq(sweep.column[2, i]) / scale >= most

        assert sweep.run(hold) == DONE


def test_no_value_is_off_by_more_than_is_stated():
    """Actual errors in bulk, with the ratio to the bound: docs/testing.md has the figures of a longer run."""
    worst = Fraction(0)
    for heads in ("1/2", "9/10"):
        exact = solved(20, heads)
        sweep = Sweep(20, heads, exact.coins())
        assert sweep.run() == DONE
        for j in range(1, 21):
            for i in range(j, 21):
                at = j, i
                value = (mpq(sweep.ring[0][at]) + mpq(sweep.ring[1][at])) / mpq(2) ** (512 * int(sweep.scales[at]))
                off = abs(value / exact.values[0, i, j] - 1) / (mpq(sweep.kernel.error) * (i + j))
                worst = max(worst, Fraction(int(off.numerator), int(off.denominator)))
    assert Fraction(1, 2000) < worst < 1
