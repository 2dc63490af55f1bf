"""The first player's advantage: certified bounds contain the exact values; the extrapolation is near the limit."""

import math

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.research.advantage import LIMIT, advantages, extrapolate


@pytest.fixture(scope="module")
def found():
    return advantages(1024)


def test_bounds_contain_the_exact_values(found):
    for n, value in enumerate(trueodds.risk_or_safety.start_values(200), 1):
        low, high = found.bounds(n)
        exact = mpq(value.numerator, value.denominator)
        assert mpq(low) < exact < mpq(high)


def test_a_head_start_has_the_exact_value(found):
    for n in (2, 3, 7, 20):
        exact = trueodds.solve(trueodds.RiskOrSafety(n, n - 1)).value
        assert abs(mpq(float(found.head_start[n])) - exact) < mpq(1, 10**12)


def test_equal_needs_are_the_fairest_of_all_starts_in_small_games():
    for n in range(2, 13):
        by_needs = {m: abs(trueodds.solve(trueodds.RiskOrSafety(n, m)).value - mpq(1, 2)) for m in range(1, n + 3)}
        assert min(by_needs, key=by_needs.get) == n


def test_equal_needs_are_fairer_than_a_head_start_of_a_point(found):
    assert {found.fairest(n) for n in range(2, 1025)} == {"equal"}


def test_the_limit(found):
    end = extrapolate(found)
    assert abs(end.limit - LIMIT) <= end.error < 1e-7
    assert math.isclose(LIMIT, 0.0705236979, rel_tol=1e-9)
    low, high = end.certified
    assert low < math.sqrt(1024) * (found.equal[1024] - 0.5) < high
    assert len(end.levels) == 4


@pytest.mark.parametrize(("ask", "n"), [("bounds", 0), ("bounds", 1025), ("fairest", 1), ("fairest", -3)])
def test_needs_out_of_range_are_refused(found, ask, n):
    with pytest.raises(ValueError, match=f"to 1024, not {n}"):
        getattr(found, ask)(n)
