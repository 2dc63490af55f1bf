"""Sums of many outcomes in floats, each step rounded the same way: bounds must cover all of them."""

from fractions import Fraction

import numpy as np
import pytest

from trueodds.solver.bounds import bound
from trueodds.solver.model import Model

HALF = Fraction(1, 2)


def drift(count):
    """By how many roundings a sum of so many equal floats is off."""
    total = 0.0
    for _ in range(count):
        total += 0.5 * (1 / count)
    return (total - 0.5) * 2.0**53


@pytest.mark.parametrize("count", [1488, 1492])
def test_a_move_of_many_outcomes(count):
    assert abs(drift(count)) > 40  # far more than the seven roundings that every sum is given
    targets = [*range(1, count + 1), *[count + 1] * count]
    model = Model.from_arrays(
        [0] * (count + 1),
        list(range(count + 2)),
        [0, *range(count, 2 * count + 1)],
        targets,
        [Fraction(1, count), Fraction(1)],
        np.array([0] * count + [1] * count),
        [HALF, Fraction(1), Fraction(0)],
    )
    found = bound(model)
    assert found.low[0] <= HALF <= found.high[0]
    assert found.high[0] - found.low[0] < 1e-12
