"""How many pairs each precision decides, as counted: a condition that is lost shows here before it shows elsewhere.

The counts follow from exact arithmetic and from floats with given roundings, so they are the same on all machines.
"""

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.large.columns import DONE, UNDECIDED, Columns
from trueodds.fast.risk_or_safety.large.prove import power_tables


def count(n, heads, error, kept):
    """Pairs by float64, by double words, and handed back."""
    coins, kept = solve(RiskOrSafety(n, heads=heads), "pairs").coins(), kept or n + 1
    more = {"error": error} if error else {}
    kernel = Columns(
        n, n, heads == mpq(1, 2), *power_tables(n, heads), np.zeros((3, kept, n + 1)),
        np.zeros((kept, n + 1), dtype=np.int32), np.zeros((3, n + 1)), np.zeros(n + 1, dtype=np.int32),
        np.zeros(kept, dtype=np.intp), np.ones(n + 1, dtype=np.uint8), np.zeros((2, n + 1)), **more,
    )  # fmt: skip
    moves, leads = np.zeros((n, n + 1), dtype=np.uint16), np.zeros((n, n), dtype=np.uint16)
    moves[0, 1:] = coins[:, 0]
    told = 0
    while (status := kernel.run(moves, leads, 1, n + 1)) == UNDECIDED:
        told += 1
        kernel.decide(int(coins[kernel.row - 1, kernel.column - 1]), int(coins[kernel.column - 1, kernel.row - 1]))
    assert status == DONE
    assert np.array_equal(np.tril(moves.T[1:]) + np.triu(leads, 1), coins)
    return *kernel.decided, told


@pytest.mark.parametrize(
    ("n", "heads", "error", "kept", "wanted"),
    [
        (40, "1/2", None, None, (750, 30, 0, 0)),
        (30, "2/5", None, None, (399, 36, 0, 0)),
        (30, "9/10", None, None, (199, 223, 0, 13)),
        (30, "1/3", None, None, (371, 32, 0, 32)),
        (30, "99/100", None, None, (29, 406, 0, 0)),
        (30, "1/10", None, None, (378, 57, 0, 0)),
        (30, "7/16", None, None, (401, 34, 0, 0)),
        (30, "3/5", None, None, (419, 14, 0, 2)),
        (30, "2/3", None, None, (390, 30, 0, 15)),
        (20, "1/2", 2.0**-68, None, (173, 17, 0, 0)),  # 2 n of it is allowed for float64
        (20, "1/2", 2.0**-66, None, (0, 190, 0, 0)),  # and this is not
        (40, "2/5", 2.0**-30, None, (0, 774, 0, 6)),
        (40, "1/2", 2.0**-20, None, (0, 749, 0, 31)),
        (30, "1/2", 2.0**-14, None, (0, 185, 0, 250)),
        (30, "2/5", None, 6, (399, 36, 0, 0)),
        (30, "3/5", None, 3, (418, 14, 0, 3)),
        # The leading player tosses more where the trailing one needs more: the guess, that of the row before, is wrong.
        (12, "3/4", None, None, (33, 32, 0, 1)),
        (12, "5/7", None, None, (38, 26, 0, 2)),
        (12, "7/10", None, None, (40, 23, 0, 3)),
        (12, "8/11", None, None, (35, 29, 0, 2)),
        (12, "10/13", None, None, (25, 39, 0, 2)),
    ],
)
def test_pairs_by_precision(n, heads, error, kept, wanted):
    assert count(n, mpq(heads), error, kept) == wanted


@pytest.mark.parametrize(
    ("at", "off", "wanted"),
    [
        # a pair's gap for the trailing player against the smallest so far
        (306810313089706136516, -15, (22, 23, 0, 0)),
        (444809868060016176512, -10, (34, 11, 0, 0)),
        (512005843259864959119, 20, (32, 13, 0, 0)),
        # for the leading one
        (525874862787977224777, -12, (36, 9, 0, 0)),
        (562516041094110069236, 7, (31, 13, 0, 1)),
        (673699543798511326318, -12, (32, 11, 0, 2)),
    ],
)
def test_the_margin_decides_where_a_gap_is_that_of_another_pair(at, off, wanted):
    """Coins for which two gaps come within 2^-50 of each other, so that one is not proved but for the margin."""
    assert count(10, mpq(at, 2**70) + off * mpq(1, 2**55), None, None) == wanted


def test_moves_to_a_column_that_is_not_kept_are_refused():
    n, heads, kept = 12, mpq(1, 2), 3
    kernel = Columns(
        n, n, True, *power_tables(n, heads), np.zeros((3, kept, n + 1)), np.zeros((kept, n + 1), dtype=np.int32),
        np.zeros((3, n + 1)), np.zeros(n + 1, dtype=np.int32), np.zeros(kept, dtype=np.intp),
        np.ones(n + 1, dtype=np.uint8), np.zeros((2, n + 1)), error=2.0**-14,
    )  # fmt: skip
    coins = solve(RiskOrSafety(n), "pairs").coins()
    moves, leads = np.zeros((n, n + 1), dtype=np.uint16), np.zeros((n, n), dtype=np.uint16)
    moves[0, 1:] = coins[:, 0]
    refused = 0
    while kernel.run(moves, leads, 1, n + 1) == UNDECIDED:
        i, j = kernel.row, kernel.column
        if j > kept:
            with pytest.raises(ValueError, match="lead to what is not kept"):
                kernel.decide(1, kept)
            refused += 1
        kernel.decide(int(coins[i - 1, j - 1]), int(coins[j - 1, i - 1]))
    assert refused > 5
