"""Test the kernel `columns` alone: error bounds of one step, what each precision decides, rows side by side."""

from functools import cache

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.columns import DONE, FAULT, FUSED, UNDECIDED, Columns
from trueodds.fast.risk_or_safety.prove import make_power_tables
from trueodds.risk_or_safety import proved_moves

U, HALF = mpq(1, 2**53), mpq(1, 2)


@cache
def solved(n, heads):
    """Return the exact values and the coins for all needs up to n."""
    return solve(RiskOrSafety(n, heads=heads), "pairs")


class Sweep:
    """The kernel on tables and workspace that can be changed between its columns."""

    def __init__(self, n, heads, coins=None, *, kept=None, **options):
        self.n, self.coins = n, solved(n, heads).coins() if coins is None else coins
        self.tables = make_power_tables(n, mpq(heads))
        self.kernel = Columns(n, n, mpq(heads) == mpq(1, 2), self.tables, kept or n + 1, **options)
        self.moves, self.leads = np.zeros((n, n + 1), dtype=np.uint16), np.zeros((n, n), dtype=np.uint16)
        self.moves[0, 1:] = self.coins[:, 0]
        self.undecided = {}  # the pairs returned, with the guess and the candidates

    def run(self, after=lambda sweep, j: None):
        """Compute all columns, and call `after` after each; return the last status."""
        for j in range(1, self.n + 1):
            while (status := self.kernel.run(self.moves, self.leads, 1, j + 1)) == UNDECIDED:
                i = self.kernel.row
                self.undecided[i, j] = self.kernel.guess, self.kernel.candidates
                self.kernel.decide(int(self.coins[i - 1, j - 1]), int(self.coins[j - 1, i - 1]))
            if status != DONE:
                return status
            after(self, j)
        assert np.array_equal(np.tril(self.moves.T[1:]) + np.triu(self.leads, 1), self.coins)
        return status

    def stored(self):
        """Return everything that the kernel stores and counts."""
        kernel = self.kernel
        arrays = kernel.ring, kernel.scales, kernel.present, kernel.equal, self.moves, self.leads
        return b"".join(a.tobytes() for a in arrays), kernel.decided, kernel.gaps, kernel.last, kernel.error


class Verified(Sweep):
    """A sweep that verifies after each column what the kernel states about the values that it stores.

    X and Y are within the stated error of one step from the values that they depend on. If all values are off by
    r = error·(i + j) of themselves, R and G are still upper bounds, and at each pair that the kernel decided the best
    number of coins still gains more than any other.
    """

    def __init__(self, n, heads, coins=None, **options):
        super().__init__(n, heads, coins, **options)
        self.kept, self.least = options.get("kept") or n + 1, options.get("error") or 64 * U * U
        self.powers = [mpq(heads) ** k for k in range(n + 1)]
        self.columns, self.checked = {}, 0  # X of each column, by row

    def verify(self, _, j):
        ring, scales = self.kernel.ring[:, j % self.kept], self.kernel.scales[j % self.kept].tolist()
        self.columns[j], bounds = (
            [exact(parts, s) for parts, s in zip(rows.T, scales, strict=True)] for rows in (ring[:2], ring[2:])
        )
        scales = self.kernel.present_scales.tolist()
        y, most = ([exact(parts, s) for parts, s in zip(rows.T, scales, strict=True)]
                   for rows in (self.kernel.present[:2], self.kernel.present[2:]))  # fmt: skip
        y[:j] = [mpq(1), *(1 - self.columns[m][j] for m in range(1, j))]
        assert self.least <= mpq(self.kernel.error) * min(y[max(1, j - self.kept + 1) : j], default=1)
        for i in range(j, self.n + 1):
            assert most[i] >= max(self.powers[i - h] * y[h] for h in range(i + 1))
            r, x = mpq(self.kernel.error) * (i + j), self.columns[j][i]
            k, l = int(self.moves[j - 1, i]), int(self.leads[j - 1, i - 1])
            for found, wanted in zip((x, y[i]), self.step(k, l, i, j, y), strict=True):
                assert abs(found / wanted - 1) <= 55 * U * U  # 52u² for a step, 3u² for a difference from 1
            assert bounds[i] >= x - y[i] + r * (x + y[i]) + 6 * U * x
            if (i, j) in self.undecided:  # by the guess, no other number gains as much as the best candidate, or nearly
                guess, candidates = self.undecided[i, j]
                for gains, coins in zip(self.gains(i, j, *self.step(*guess, i, j, y), y, r), candidates, strict=True):
                    best = max(gains, key=lambda t: gains[t][0])
                    assert all(is_more(gains[best], gains[t]) for t in gains.keys() - set(coins or gains))
            elif j > 1:
                if all_in := self.powers[j] > HALF:  # best for both by itself, not only if values are as stated
                    assert (k, l) == (i, j)
                both = self.gains(i, j, x, y[i], y, 0 if all_in else r)
                for gains, best in zip(both, (k, l)[: 1 + (i > j)], strict=False):
                    gain, off = gains.pop(best)
                    assert all(is_more((gain, off), other) for other in gains.values())
                    if self.kernel.error >= 2.0**-60:  # not in floats
                        assert all(gain - 2 * off > other for other, _ in gains.values())
                self.checked += not all_in

    def step(self, k, l, i, j, y):
        """Return X and Y at a pair from the values after the moves."""
        p, q, lead = self.powers[k], self.powers[l], self.columns[j - l][i] if l < j else 0
        step = p / (p + q * (1 - p)) * (y[i - k] - lead)
        return lead + step, lead + (1 - q) * step

    def gains(self, i, j, x, here, y, r):
        """Yield, for both players, the gain p^t (larger - smaller) of each number of coins t, and how far it is off."""
        mine = {t: (y[i - t], here) for t in range(1, i + 1)}
        theirs = {t: (x, self.columns[j - t][i] if t < j else 0) for t in range(1, j + 1)}
        for values in (mine, theirs):
            yield {t: (self.powers[t] * (a - b), self.powers[t] * 2 * r * max(a, b)) for t, (a, b) in values.items()}


def is_more(one, other):
    """Return whether a gain is larger than another one, however far both are off."""
    return one[0] - one[1] > other[0] + other[1]


def exact(parts, s):
    """Return the number that the parts add to, on scale s."""
    return sum(map(mpq, parts.tolist())) / mpq(2) ** (512 * s)


@pytest.mark.parametrize(
    ("n", "heads", "error", "kept"),
    [
        *((n, heads, None, None) for n, heads in ((30, "1/2"), (25, "4/5"), (20, "9/10"), (25, mpq(1, 2**20)))),
        # coins beside one that has ties
        *((16, mpq(1, 3) + mpq(sign, 2**k), None, None) for sign, k in ((1, 57), (-1, 58), (1, 112), (-1, 114))),
        (16, mpq(2, 3) + mpq(1, 2**60), None, None),
        # large errors, so that many pairs are near ties; few stored columns, so that some moves are not tried
        *((10, mpq(k, 41), 2.0**-bits, None) for k in range(1, 38, 2) for bits in (10, 14)),
        *((10, mpq(k, 101), 2.0**-10, 3) for k in range(3, 43, 4)),
    ],
)
def test_what_is_decided_stays_so_if_all_values_are_off_by_the_stated_error(n, heads, error, kept):
    coins = None if n < 25 else np.array(proved_moves(n, heads=heads).coins)
    sweep = Verified(n, heads, coins, kept=kept, **({"error": error} if error else {}))
    assert sweep.run(sweep.verify) == DONE
    assert sweep.checked > 0


@pytest.mark.parametrize("heads", ["3/5", "7/10"])
def test_upper_bounds_of_gains_include_those_of_the_row_before(heads):
    """Set R to 1 in the row before one that needs a decision; R must then be large enough from that row on."""
    n, p, seen = 40, mpq(heads), 0
    sweep = Sweep(n, heads, np.array(proved_moves(n, heads=heads).coins))
    kernel = sweep.kernel
    for j in range(1, n + 1):
        raised = None
        while kernel.run(sweep.moves, sweep.leads, 1, j + 1) == UNDECIDED:
            raised = kernel.row
            kernel.present[2, raised - 1] = 1.0
            kernel.decide(int(sweep.coins[raised - 1, j - 1]), int(sweep.coins[j - 1, raised - 1]))
        for i in range(raised, n + 1) if raised else ():
            assert exact(kernel.present[2:, i], int(kernel.present_scales[i])) >= p ** (i - raised + 1)
            seen += 1
    assert seen > 30


def test_upper_bounds_of_gains_across_scales():
    """With one coin at a time, R exceeds Y: from row to row, R halves and Y falls to a third."""
    sweep = Verified(220, "1/2", np.ones((220, 220), dtype=np.uint16))
    assert sweep.kernel.run(sweep.moves, sweep.leads, 1, 2) == DONE
    assert sweep.kernel.present_scales.max() == 1
    sweep.verify(sweep, 1)


@pytest.mark.parametrize("when", [0, 19])  # before the first column, and halfway
@pytest.mark.parametrize("table", [0, 3])  # p^k, 1 - p^k; their low parts follow
@pytest.mark.parametrize("at", [1, 20, 40])
@pytest.mark.parametrize(
    ("low", "share"), [*((0, share) for share in (2**-52, -(2**-40), 1, -1, -2)), (1, 2**-95), (1, -(2**-95))]
)
def test_a_wrong_constant_is_detected(when, table, at, low, share):
    def change(sweep, done):
        if done == when:
            sweep.tables[table + low][at] += sweep.tables[table][at] * share

    sweep = Sweep(40, "1/2")
    change(sweep, 0)
    assert sweep.run(change) == FAULT


def beside(numerator, bits, off):
    """Return a coin near another one."""
    return mpq(numerator, 2**bits) + off * mpq(1, 2**55)


FOR_30 = {"2/5": (399, 36, 0), "9/10": (194, 93, 13), "1/3": (371, 32, 32), "1/10": (378, 57, 0), "3/5": (419, 14, 2)}


@pytest.mark.parametrize(
    ("n", "heads", "error", "kept", "wanted"),
    [
        (40, "1/2", None, None, (750, 30, 0)),
        *((30, heads, None, None, wanted) for heads, wanted in FOR_30.items()),
        (20, "1/2", 2.0**-68, None, (173, 17, 0)),  # 2 n of it is allowed for float64
        (20, "1/2", 2.0**-66, None, (0, 190, 0)),  # and this is not
        (40, "2/5", 2.0**-30, None, (0, 774, 6)),
        (30, "1/2", 2.0**-14, None, (0, 185, 250)),
        (20, "2/5", 2.0**-13, None, (0, 90, 100)),  # ten of these without the error of the bound of those not tried
        (30, "2/5", None, 6, (399, 36, 0)),
        (30, "3/5", None, 3, (418, 14, 3)),
        # The leading player tosses more where the trailing one needs more, so the guess from the row before is wrong.
        (12, "3/4", None, None, (32, 22, 1)),
        (12, "7/10", None, None, (40, 23, 3)),
        # Coins for which two gaps come within 2^-50 of each other, so that the margin decides: a pair's gap for the
        # trailing player against the smallest so far
        (10, beside(306810313089706136516, 70, -15), None, None, (22, 23, 0)),
        (10, beside(444809868060016176512, 70, -10), None, None, (34, 11, 0)),
        (10, beside(512005843259864959119, 70, 20), None, None, (32, 13, 0)),
        # for the leading one
        (10, beside(525874862787977224777, 70, -12), None, None, (36, 9, 0)),
        (10, beside(562516041094110069236, 70, 7), None, None, (31, 13, 1)),
        (10, beside(673699543798511326318, 70, -12), None, None, (32, 11, 2)),
    ],
)
def test_pairs_by_precision(n, heads, error, kept, wanted):
    sweep = Sweep(n, heads, kept=kept, **({"error": error} if error else {}))
    assert sweep.run() == DONE
    assert (*sweep.kernel.decided[:2], len(sweep.undecided)) == wanted


def test_moves_to_missing_positions_are_refused():
    n, kept = 12, 3
    sweep, refused = Sweep(n, "1/2", kept=kept, error=2.0**-14), 0
    kernel, coins = sweep.kernel, sweep.coins
    while kernel.run(sweep.moves, sweep.leads, 1, n + 1) == UNDECIDED:
        i, j = kernel.row, kernel.column
        if j > kept:
            for k, l in ((1, kept), (i - 1, 1), (0, 1), (1, 0), (i + 1, 1), (1, j + 1)):
                with pytest.raises(ValueError, match=r"needs \d+ against \d+: values after .* coins are not stored"):
                    kernel.decide(k, l)
            refused += 1
        kernel.decide(int(coins[i - 1, j - 1]), int(coins[j - 1, i - 1]))
    assert refused > 5


# Rows side by side agree with each pair alone, with and without fused operations.


@pytest.mark.skipif(not FUSED, reason="this processor has no fused operations that the kernel knows of")
@pytest.mark.parametrize(
    ("n", "heads"), [*((60, h) for h in ("1/2", "2/5", "9/10", "1/3", "3/5", "1/10", "99/100")), (400, "1/2")]
)
def test_fused_operations_change_nothing(n, heads):
    """From needs of 270 on, some probabilities are below 2^-256 and have another scale."""
    coins = np.array(proved_moves(n, heads=heads).coins)
    found = []
    for fused in (True, False):
        sweep = Sweep(n, heads, coins, fused=fused)
        assert sweep.run() == DONE
        found.append(sweep.stored())
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("n", "heads", "wanted"),
    [
        (400, "1/2", (79585, 215, 400)),
        (400, "9/10", (77312, 154, 2734)),
        (400, "3/5", (79765, 33, 402)),
        (1500, "1/2", (1123475, 775, 1500)),  # chances below all floats
        # pairs in a row that the margin decides
        (60, beside(2139107573517829181, 62, 9), (1720, 49, 61)),
        (60, beside(2427154524810365868, 62, -9), (1755, 15, 60)),
        (60, beside(2783538346160509505, 62, 12), (1746, 21, 63)),
        (60, beside(2932830503413385151, 62, -6), (1741, 22, 67)),
    ],
)
def test_pairs_by_precision_where_rows_are_many(n, heads, wanted):
    """The counts come from a version that decided each pair alone, without blocks of rows."""
    found = proved_moves(n, heads=heads)
    assert (found.by_float64, found.by_double_word, found.by_exact) == wanted
    assert found.coins.all()


@pytest.mark.parametrize(
    ("heads", "j", "row", "t"),
    [("4/5", 30, 90, 1), ("4/5", 30, 90, 2), ("9/10", 30, 70, 1), ("9/10", 30, 70, 6), ("9/10", 50, 97, 3)],
)
def test_columns_with_different_scales_are_distinguished(heads, j, row, t):
    """From `row` on, X is 2^512 times smaller in the column that t heads lead to, which the leader prefers."""
    n = 120
    sweep = Sweep(n, heads, np.array(proved_moves(n, heads=heads).coins))

    def shift(sweep, done):
        if done == j - 1:
            sweep.kernel.scales[j - t, row:] += 1
        elif done == j:
            raise StopIteration

    with pytest.raises(StopIteration):
        sweep.run(shift)
    assert (sweep.leads[j - 1, row - 1 :] == t).all()
