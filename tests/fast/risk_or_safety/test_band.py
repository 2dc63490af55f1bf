"""The 192-bit step: its values against exact ones, what it decides, and that nothing is decided that is too near."""

from functools import cache, partial

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, proved_moves, solve
from trueodds.fast.risk_or_safety.large import prove
from trueodds.fast.risk_or_safety.large.columns import DONE, FAULT, UNDECIDED, WIDE_FLOATS, Columns
from trueodds.fast.risk_or_safety.large.prove import power_tables

from .band_reference import Reference

HALF = mpq(1, 2)
WIDE = np.dtype([("words", "<u4", 6), ("e", "<i4"), ("error", "f8")], align=True)
ROUGH = 2.0**-20  # an error of double words with which they leave pairs open at small needs, too
SLOPE = 3.43


@cache
def solved(n):
    return solve(RiskOrSafety(n), "pairs")


def exact(number):
    """A wide number, without its error."""
    mantissa = 0
    for word in number["words"].tolist():
        mantissa = mantissa << 32 | word
    return mpq(mantissa) * mpq(2) ** (int(number["e"]) - 192)


class Sweep:
    """The kernel alone, with a band of so many rows on each side of the line."""

    def __init__(self, n, rows, error=ROUGH, kept=8):
        self.n, self.kept, self.coins = n, kept, solved(n).coins()
        column = np.arange(n + 1)
        middle = (SLOPE * column).astype(np.int64)
        self.first, self.last = np.maximum(column, middle - rows), np.minimum(n, middle + rows)
        self.space = np.zeros((kept + 1, n, WIDE_FLOATS))
        self.band = self.space.view(WIDE)[..., 0]
        self.ring, scales = np.zeros((3, n + 1, n + 1)), np.zeros((n + 1, n + 1), dtype=np.int32)
        self.kernel = Columns(
            n, n, True, *power_tables(n, HALF), self.ring, scales, np.zeros((3, n + 1)),
            np.zeros(n + 1, dtype=np.int32), np.zeros(n + 1, dtype=np.intp), np.ones(n + 1, dtype=np.uint8),
            np.zeros((2, n + 1)), self.space, self.first, self.last, error,
        )  # fmt: skip
        self.moves, self.leads = np.zeros((n, n + 1), dtype=np.uint16), np.zeros((n, n), dtype=np.uint16)
        self.moves[0, 1:] = self.coins[:, 0]
        self.told = []

    def run(self, after=lambda sweep, j: None):
        for j in range(1, self.n + 1):
            while (status := self.kernel.run(self.moves, self.leads, 1, j + 1)) == UNDECIDED:
                i = self.kernel.row
                self.told.append((i, j))
                self.kernel.decide(int(self.coins[i - 1, j - 1]), int(self.coins[j - 1, i - 1]))
            if status != DONE:
                return status
            after(self, j)
        assert np.array_equal(np.tril(self.moves.T[1:]) + np.triu(self.leads, 1), self.coins)
        return status

    def rows(self, j):
        """Needs of the trailing player, and X and Y, of a column that was done last."""
        for i in range(self.first[j], self.last[j] + 1):
            at = i - self.first[j]
            yield i, self.band[j % self.kept, at], self.band[self.kept, at]


@pytest.mark.parametrize("error", [64 * 2.0**-106, ROUGH])
@pytest.mark.parametrize(("rows", "kept"), [(1000, 8), (12, 8), (3, 8), (1000, 3), (3, 2), (12, 1)])
def test_values_are_within_their_errors(rows, kept, error):
    values, worst = solved(40).values, []

    def hold(sweep, j):
        for i, x, y in sweep.rows(j):
            for number, value in ((x, values[0, i, j]), (y, 1 - values[0, j, i])):
                off = abs(exact(number) / value - 1)
                assert off <= mpq(float(number["error"])) * (1 - mpq(1, 2**30))
                worst.append(float(off / mpq(float(number["error"]))))
                assert rows < 1000 or kept < 8 or number["error"] <= (i + j) * 2.0**-189

    assert Sweep(40, rows, error, kept).run(hold) == DONE
    assert max(worst) > 0.25


@pytest.mark.parametrize(("rows", "decided"), [(1000, (0, 1662, 15)), (10, (0, 1662, 6)), (3, (0, 1662, 4))])
def test_it_decides_what_double_words_leave_open(rows, decided):
    """The counts are those of exact arithmetic and of floats with given roundings: the same on all machines."""
    sweep = Sweep(60, rows)
    assert sweep.run() == DONE
    assert sweep.kernel.decided == decided
    assert sum(decided) + len(sweep.told) + 60 == 60 * 61 // 2


def test_it_decides_nothing_if_values_are_not_known():
    def forget(sweep, j):
        sweep.band["error"][:] = 2.0**-10

    sweep = Sweep(60, 1000)
    assert sweep.run(forget) == DONE
    assert sweep.kernel.decided[2] == 0


@pytest.mark.parametrize(("error", "decided"), [(12, (0, 1044, 289)), (10, (0, 1044, 246))])
def test_all_candidates_must_be_surely_beaten(error, decided):
    """With numbers known so badly the next of several candidates is open, and those that are further off are not."""

    def forget(sweep, j):
        sweep.band["error"][:] = 2.0**-error

    sweep = Sweep(60, 1000, 2.0**-16)
    assert sweep.run(forget) == DONE
    assert sweep.kernel.decided == decided


def test_a_gap_is_told_as_it_is():
    """The smallest one at needs to 60 of pairs that only the band decides, at (37, 11)."""
    values, found = solved(60).values, Sweep(60, 1000)
    assert found.run() == DONE
    size, i, j = found.kernel.gaps[0]
    gains = sorted(HALF**k * (values[0, j, i] - values[0, j, i - k]) for k in range(1, i + 1))
    assert (i, j) == (37, 11)
    assert abs(size / float((gains[-1] - gains[-2]) / values[0, i, j]) - 1) < 2.0**-50


def move(number, factor):
    """Put down `factor` times a wide number, if it keeps its exponent."""
    mantissa = int(exact(number) * mpq(2) ** (192 - int(number["e"])) * factor)
    if 2**191 <= mantissa < 2**192:
        number["words"] = [mantissa >> 32 * (5 - t) & 0xFFFFFFFF for t in range(6)]


@pytest.mark.parametrize("which", ["wide", "double"])
@pytest.mark.parametrize(("off", "status"), [(2.0**-60, FAULT), (-(2.0**-60), FAULT), (2.0**-120, DONE)])
def test_numbers_that_contradict_double_words_are_no_proof(off, status, which):
    """They are known within some 2^-94 of themselves here. What is less than that nothing can see."""

    def change(sweep, j):
        if j == 11 and which == "wide":  # row 37 of column 12 comes from it
            move(sweep.band[j % sweep.kept, 37 - sweep.first[j]], 1 + mpq(off))
        elif j == 11:
            sweep.ring[1, j, 37] += off * sweep.ring[0, j, 37]

    assert Sweep(60, 1000, 64 * 2.0**-106).run(change) == status


@pytest.mark.parametrize("seed", range(3))
def test_numbers_off_by_as_much_as_is_stated_change_no_decision(seed):
    """After each column every X of a narrow band is moved to an end of what its error allows."""
    rng = np.random.default_rng(seed)

    def unkind(sweep, j):
        for _i, x, _y in sweep.rows(j):
            move(x, 1 + int(rng.choice((-1, 1))) * mpq(float(x["error"])) * mpq(9, 10))

    sweep = Sweep(60, 4, ROUGH)
    assert sweep.run(unkind) == DONE
    assert sweep.kernel.decided[2] > 0


@pytest.mark.parametrize("seed", range(2))
def test_double_words_that_guess_wrong_are_set_right(seed):
    """They are moved by less than the error that is stated, against the band's numbers: other moves look best then."""
    rng = np.random.default_rng(seed)

    def unkind(sweep, j):
        row = j % (sweep.n + 1)
        sweep.ring[1, row, j:] += rng.choice((-1, 1), sweep.n + 1 - j) * 2.0**-17 * sweep.ring[0, row, j:]

    sweep = Sweep(60, 1000, 2.0**-16)
    assert sweep.run(unkind) == DONE
    assert sweep.kernel.decided[2] > 100


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        (2, 2, "column 5: no band can be from 2 to 2"),
        (5, 21, "column 5: no band can be from 5 to 21"),
        (5, 15, "column 5: no band can be from 5 to 15"),
        (4, 9, "column 5: no band can be from 4 to 9"),
        (14, 21, "column 5: no band can be from 14 to 21"),
    ],
)
def test_bands_that_cannot_be_are_refused(first, last, message):
    low, high = np.full(21, 21), np.zeros(21, dtype=np.int64)
    low[5], high[5] = first, last
    with pytest.raises(ValueError, match=message):
        make(20, np.zeros((3, 10, WIDE_FLOATS)), low, high)


@pytest.mark.parametrize(("shape", "heads"), [((1, 9, WIDE_FLOATS), HALF), ((3, 9, 4), HALF), ((3, 9, 5), mpq(2, 5))])
def test_space_that_cannot_be_is_refused(shape, heads):
    with pytest.raises(ValueError, match="a band is for a fair coin, and needs room for a column and for Y"):
        make(20, np.zeros(shape), np.full(21, 21), np.zeros(21, dtype=np.int64), heads)


def make(n, space, first, last, heads=HALF):
    return Columns(
        n, n, heads == HALF, *power_tables(n, heads), np.zeros((3, n + 1, n + 1)),
        np.zeros((n + 1, n + 1), dtype=np.int32), np.zeros((3, n + 1)), np.zeros(n + 1, dtype=np.int32),
        np.zeros(n + 1, dtype=np.intp), np.ones(n + 1, dtype=np.uint8), np.zeros((2, n + 1)), space, first, last,
    )  # fmt: skip


# --- as proved_moves uses it ----------------------------------------------------------------------------------------


def moved_by(found, i, j):
    k, l = int(found.coins[i - 1, j - 1]), int(found.other_coins[j - 1, i - 1])
    return k, l if i > j else k


@pytest.mark.parametrize(("m", "wider"), [(300, 10**6), (300, 1), (41, 10**6), (41, 1)])
def test_a_band_changes_nothing_where_double_words_are_enough(m, wider, monkeypatch):
    without = proved_moves(300, m)
    monkeypatch.setattr(prove, "_BAND_FROM", (1, wider))
    found = proved_moves(300, m)
    assert found.seal == without.seal
    assert found == without
    assert found.by_wide == 0
    assert str(found.proof) == str(without.proof)


def test_a_band_of_chances_below_all_floats(monkeypatch):
    """Rows from 100 to 900 against one to nine points, where X falls to 2^-800; the rest is from double words."""
    without = proved_moves(950, 9)
    monkeypatch.setattr(prove, "_BAND_FROM", (1, 10**6))
    monkeypatch.setattr(prove, "_BAND_SLOPES", (100, 100))
    monkeypatch.setattr(prove, "_BAND_ROWS", (3, 1))
    assert proved_moves(950, 9) == without


def test_a_band_is_for_a_fair_coin(monkeypatch):
    monkeypatch.setattr(prove, "_BAND_FROM", (1, 10**6))
    assert proved_moves(40, heads="2/5").ties


@pytest.fixture
def rough(monkeypatch):
    """Moves to needs of 200 if double words were less exact."""
    with monkeypatch.context() as patch:
        patch.setattr(prove, "_BAND_FROM", (1, 10**6))
        patch.setattr(prove, "Columns", partial(Columns, error=2.0**-34))
        return proved_moves(200)


def test_moves_by_192_bits_are_counted_and_told(rough):
    without = proved_moves(200)
    assert without.by_wide == 0
    assert np.array_equal(rough.coins, without.coins)
    assert rough.by_wide == 1
    assert f"{rough.by_double_word} by double-word floats, 1 by 192-bit numbers, 200 exactly" in str(rough.proof)
    assert rough.by_float64 + rough.by_double_word + rough.by_wide + rough.by_exact == rough.pairs


def test_a_gap_at_some_distance_is_that_of_long_floats(rough):
    """Needing 171 against 50, from the first column on, without any number of the kernel."""
    i, j = rough.trailing_gap[1:]
    assert (i, j, rough.coins[i - 1, j - 1]) == (171, 50, 2)

    def last(column):
        return i - 1 if column == j else min(200, int(SLOPE * column) + 300)

    reference = Reference(partial(moved_by, rough), lambda column: int(SLOPE * column) - 300, last, j + 1)
    low, high = reference.gap(i, j, 1, 2, 3)
    assert low <= high
    assert abs(low / rough.trailing_gap.size - 1) < 1e-12
    assert abs(high / rough.trailing_gap.size - 1) < 1e-12


@pytest.mark.long
def test_the_first_pairs_that_double_words_leave_open():
    """All columns to 8,900 are proved, and the smallest gap in them is that of floats of 300 bits."""
    found = proved_moves(30_500, 8_900)
    assert found.ties == found.undecided == ()
    assert found.by_wide > 0
    size, i, j = found.trailing_gap
    assert size < 2.2e-25
    best = int(found.coins[i - 1, j - 1])

    def last(column):
        return i - 1 if column == j else int(SLOPE * column) + 1300

    reference = Reference(partial(moved_by, found), lambda column: int(SLOPE * column) - 1300, last, j + 1)
    low, high = reference.gap(i, j, 1, best, 5 - best)
    assert 0 < low <= high
    assert abs(low / size - 1) < 1e-6
    assert abs(high / size - 1) < 1e-6
