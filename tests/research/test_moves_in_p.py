"""Compare the points p at which the best coins change with exact games at rational p, on both sides and at ties."""

import itertools
from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.research.moves_in_p import find_moves_in_p

pytest.importorskip("flint", reason="no flint: pip install trueodds[curves]")


@pytest.fixture(scope="module")
def found():
    return find_moves_in_p(5)


def test_the_same_as_an_exact_game_at_a_rational_p(found):
    for p in ("1/10", "3/10", "1/3", "2/5", "43/100", "1/2", "13/25", "3/5", "2/3", "7/10", "19/20"):
        solution = trueodds.solve(trueodds.RiskOrSafety(5, heads=p))
        for (i, j), ranges in found.items():
            here = next(one for one in ranges if not one.upper.less_than(mpq(Fraction(p))))
            assert here.coins == solution.best_moves_at((0, 5 - i, 5 - j)), (p, i, j)


def test_just_below_and_above_each_change(found):
    for (i, j), ranges in found.items():
        assert (ranges[0].lower.rational, ranges[-1].upper.rational) == (0, 1)
        assert all(one.lower is not one.upper for one in ranges)
        for below, above in itertools.pairwise(ranges):
            assert below.upper is above.lower
            assert below.coins != above.coins
            root = below.upper
            for _ in range(40):
                root.halve()
            for p, one in zip(root.interval, (below, above), strict=True):
                assert trueodds.solve(trueodds.RiskOrSafety(i, j, heads=p)).best_moves == one.coins


@pytest.mark.parametrize("target", [0, 7])
def test_targets_out_of_range_are_refused(target):
    with pytest.raises(ValueError, match=f"target must be from 1 to 6, not {target}"):
        find_moves_in_p(target)
