"""The exact check of Bellman's equation accepts only the true values."""

import math
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import bellman
from trueodds.solver.bellman import Weights, find_best_moves, scale_values, share_denominator
from trueodds.solver.model import explore

PAYOFFS = [Fraction(0), Fraction(1, 2), Fraction(1)]
TINY = mpq(1, 2**400)  # far below the resolution of floats near 1


def test_long_probabilities_and_unrelated_denominators(monkeypatch):
    """Without common denominators the answers and the refusals are the same."""
    solution = trueodds.solve(trueodds.RiskOrSafety(6, heads="2/5"), "general")
    assert any(len(own) > 1 for own in solution.best)  # ties
    for name in ("_WEIGHT_BITS", "_GROWTH", "_ROOM"):
        monkeypatch.setattr(bellman, name, 0)
        assert find_best_moves(solution.model, solution.values) == solution.best
        with pytest.raises(trueodds.NotProved, match="does not hold"):
            find_best_moves(solution.model, [*solution.values[:-1], solution.values[-1] + TINY])
    assert Weights(solution.model, solution.model.constants.table).denominator == 1
    assert share_denominator([mpq(1, 6), mpq(3, 4)]) == 1


@pytest.mark.parametrize("factor", [1, 10**20])
def test_float_errors_of_many_outcomes_are_covered(factor):
    """Thousands of roundings in the same direction add up to more than one rounding."""
    count = 3001
    chances = [mpq(1, count)] * count
    after = {0: [(chance, x) for x, chance in enumerate(chances, 1)]}

    def outcomes(x, move):
        return after[0] if x == 0 else [(mpq(1, 3), None, factor), (mpq(2, 3), None, mpq(x % 2, 10**9) * factor)]

    model = explore(trueodds.Rules(0, lambda x: [0], outcomes))
    odd = (count + 1) // 2
    values = [mpq(factor, 3) * (1 + mpq(2 * (x % 2), 10**9)) for x in range(1, count + 1)]
    start = mpq(factor, 3) * (1 + mpq(2 * odd, count * 10**9))
    assert find_best_moves(model, [start, *values]) == [[0]] * (count + 1)


@given(st.lists(st.fractions(0, 1, max_denominator=10**6), min_size=1), st.integers(0, 2), st.integers(0, 40))
def test_values_over_a_common_denominator(values, growth, room):
    values = list(map(mpq, values))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bellman, "_GROWTH", growth)
        patch.setattr(bellman, "_ROOM", room)
        shared = share_denominator(values)
    common = math.lcm(*(int(value.denominator) for value in values))
    longest = max(value.denominator.bit_length() for value in values)
    assert shared == (common if common.bit_length() <= growth * longest + room else 1)
    assert scale_values(enumerate(values), shared) == {at: value * shared for at, value in enumerate(values)}
