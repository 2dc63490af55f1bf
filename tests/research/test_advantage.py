"""The first player's advantage: certified bounds contain the exact values; the extrapolation is near the limit."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.fast.risk_or_safety.large import bound_odds_error
from trueodds.research.advantage import LIMIT, Advantages, compute_advantages, draw_advantage, extrapolate


@pytest.fixture(scope="module")
def found():
    return compute_advantages(1024)


def test_bounds_contain_the_exact_values(found):
    for n, value in enumerate(trueodds.risk_or_safety.start_values(100), 1):
        low, high = found.bounds(n)
        assert mpq(low) < mpq(value.numerator, value.denominator) < mpq(high)


def test_a_head_start_of_a_point_has_the_exact_value_and_is_less_fair_than_equal_needs(found):
    for n in (2, 3, 8):
        exact = trueodds.solve(trueodds.RiskOrSafety(n, n - 1)).value
        assert abs(mpq(float(found.head_start[n])) - exact) < mpq(1, 10**12)
    assert found._head_start_error == bound_odds_error(found.moves.coins, found.moves.coins, 0.5)
    assert {found.fairest(n) for n in range(2, 1025)} == {"equal"}


@pytest.mark.parametrize(
    ("error", "difference", "fairest"),
    [
        *((4e-14, difference, None) for difference in (0, 3e-14, -3e-14)),
        *((4e-14, 5e-14, "head start"), (0, 2.0**-51, None), (0, 3 * 2.0**-52, "head start")),
    ],
)
def test_starts_within_the_error_are_not_compared(found, error, difference, fairest):
    """`error` is that of a head start alone; the odds of equal needs are farther from even by `difference`."""
    made = Advantages(2, np.array([0, 0, 0.5625 + difference]), found.moves)
    made.__dict__.update(head_start=np.array([0, 0, 0.4375]), _head_start_error=error)
    assert made.fairest(2) == fairest


def test_the_limit(found):
    end = extrapolate(found)
    assert abs(end.limit - LIMIT) <= end.error < 1e-7
    assert math.isclose(LIMIT, 0.0705236979, rel_tol=1e-9)
    low, high = end.certified
    assert low < math.sqrt(1024) * (found.equal[1024] - 0.5) < high
    assert len(end.levels) == 4
    rounding = end.error - abs(end.levels[-1] - end.levels[-2])
    assert rounding < 5 * (high - low)
    halves = np.sqrt(n := np.arange(1.0, 1025))
    series = np.append(0, 0.5 + (0.25 + 3 / n - 5 / n**2 + 7 / n**3) / halves)  # extrapolated exactly, also from 1023
    for most in (1023, 1024):
        assert math.isclose(extrapolate(replace(found, max_need=most, equal=series)).limit, 0.25, rel_tol=1e-9)
    for signs in itertools.product((-1, 1), repeat=4):  # values as far off as they may be
        other = found.equal.copy()
        other[[1024, 512, 256, 128]] += np.array(signs) * 2.0**-52
        assert abs(extrapolate(replace(found, equal=other)).limit - end.limit) <= rounding


def test_the_picture_has_logarithmic_axes_and_names_the_limit():
    [panel] = draw_advantage(trueodds.RiskOrSafety(4))
    ends = [("V(n, n) - 1/2", [1, 2, 3, 4], 2236 / 4165 - 0.5, True), ("1/(8 √(πn))", [1, 2, 3, 4], LIMIT / 2, True)]
    assert [(name, n, pytest.approx(y[-1]), panel.logarithmic) for name, n, y in panel.curves] == ends


def test_other_games_and_needs_out_of_range_are_refused(found):
    assert math.isfinite(extrapolate(compute_advantages(16)).limit)
    assert {compute_advantages(16), compute_advantages(16)} == {compute_advantages(16)}
    with pytest.raises(ValueError, match="max_need must be at least 16 to extrapolate, not 15"):
        extrapolate(compute_advantages(15))
    for other in (trueodds.RiskOrSafety(4, 3), trueodds.RiskOrSafety(4, heads="1/3")):
        with pytest.raises(ValueError, match="requires equal targets and a fair coin"):
            draw_advantage(other)
    for ask, least, n in ((found.bounds, 1, 0), (found.bounds, 1, 1025), (found.fairest, 2, 1), (found.fairest, 2, -3)):
        with pytest.raises(ValueError, match=f"from {least} to 1,024, not {n:,}"):
            ask(n)
