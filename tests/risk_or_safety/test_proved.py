"""Moves proved by floats of one and two words are those of the exact proof; what was observed before is reproduced."""

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from trueodds import RiskOrSafety, proved_moves, solve

COINS = ["1/2", "2/5", "3/5", "1/3", "2/3", "9/10", "1/10", "7/16", "99/100", "123456789/987654321"]


@given(st.integers(1, 40), st.integers(1, 24), st.sampled_from(COINS))
@settings(deadline=None, max_examples=40)
@example(30, 24, "1/2")
@example(14, 9, "2/5")  # ties
@example(40, 1, "2/5")  # ties in every row
@example(24, 24, "1/3")
@example(1, 1, "1/2")
def test_the_same_as_the_exact_proof(first, second, heads):
    n, m = max(first, second), min(first, second)
    found = proved_moves(n, m, mpq(heads))
    exact = solve(RiskOrSafety(n, m, heads), "pairs")
    assert found.undecided == ()
    assert np.array_equal(found.coins, exact.coins(0))
    assert np.array_equal(found.other_coins, exact.coins(1))
    tied = {turn for seat in (0, 1) for turn in exact.tied_turns(seat)}
    assert set(found.ties) == tied
    assert found.by_float64 + found.by_twofold + found.by_exact == found.pairs


def test_the_observations_to_a_thousand_are_theorems():
    # Observed in an unproved computation before this package: the exceptions, and the gap at (171, 50).
    found = proved_moves(1000)
    statements = found.statements()
    assert "The leading player tosses exactly 1 coin, except needing 2 against 3 (2)." in statements
    assert "There are no exact ties between two numbers of coins." in statements
    assert (found.trailing_gap.i, found.trailing_gap.j) == (171, 50)
    assert 1e-8 < found.trailing_gap.size < 3e-8
    assert found.coins[95, 251] == 1  # the leader's choice at (96, 252), which plain floats get wrong


@pytest.mark.long
def test_the_observations_to_ten_thousand_are_theorems():
    # Smallest gaps and thresholds observed in an unproved computation before this package.
    found = proved_moves(10_000)
    assert found.undecided == found.ties == ()
    assert (found.trailing_gap.i, found.trailing_gap.j) == (9319, 2717)
    assert 3e-15 < found.trailing_gap.size < 5e-15
    thresholds = ((2, 12), (3, 11), (4, 10), (7, 9), (13, 8), (26, 7), (53, 6), (112, 5), (245, 4), (571, 3), (1493, 2))
    assert found.thresholds(5120)[1:] == thresholds
    assert "The leading player tosses exactly 1 coin, except needing 2 against 3 (2)." in found.statements()


@pytest.mark.parametrize("n", [0, -1, 65536, 10**9])
def test_needs_that_do_not_fit_are_refused(n):
    with pytest.raises((ValueError, MemoryError), match=r"must be|would fit"):
        proved_moves(n)


@pytest.mark.parametrize(("n", "m"), [(2.5, None), ("3", None), (3, 1.0)])
def test_needs_are_whole_numbers(n, m):
    with pytest.raises(TypeError, match="whole number"):
        proved_moves(n, m)


def test_the_result_is_frozen():
    found = proved_moves(5)
    with pytest.raises(ValueError, match="read-only"):
        found.coins[0, 0] = 7
    with pytest.raises(AttributeError):
        found.n = 6
