"""Compare sums of dice with counts of every roll."""

from collections import Counter
from itertools import product

import pytest

from trueodds.exact.distributions import count_sums


@pytest.mark.parametrize("sides", [1, 2, 3, 6])
@pytest.mark.parametrize("dice", [0, 1, 2, 5])
@pytest.mark.parametrize("max_sum", [0, 1, 4, 6, 7, 30])
def test_every_roll_is_counted_once(dice, sides, max_sum):
    rolls = Counter(sum(roll) for roll in product(range(1, sides + 1), repeat=dice))
    assert count_sums(dice, sides, max_sum) == tuple(rolls[total] for total in range(max_sum + 1))


@pytest.mark.parametrize("sides", [2**31, 2**64, 10**300])
def test_more_faces_than_the_largest_sum(sides):
    assert count_sums(3, sides, 5) == (0, 0, 0, 1, 3, 6)
