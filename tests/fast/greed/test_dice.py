"""Check sums of dice against counts of all rolls, their floats, and the bound on useful dice."""

from fractions import Fraction
from itertools import product

import pytest

from trueodds.fast.greed.dice import Dice, max_useful_dice


@pytest.mark.parametrize(("sides", "most"), [(1, 4), (6, 40), (2, 60), (10**200, 3)])
def test_floats_are_rounded_to_nearest(sides, most):
    dice, few = Dice(sides, most), max_useful_dice(most, sides)
    chances, floors, at_most = dice.chances(few), dice.floors(few), dice.at_most(few)
    assert chances.shape == floors.shape == at_most.shape == (few + 1, most + 1)
    for n, t in product(range(few + 1), range(most + 1)):
        below, at = (Fraction(int(x), sides**n) for x in (dice.below(n)[t], dice.below(n)[t + 1] - dice.below(n)[t]))
        assert chances[n, most - t] == float(at)
        assert floors[n, t] == float(below + at / 2)
        assert at_most[n, t] == float(below + at)


@pytest.mark.parametrize("sides", [1, 2, 3, 4, 5, 6, 7, 10, 30])
def test_beyond_the_useful_dice_every_sum_is_less_probable_with_a_die_more(sides):
    for need in range(1, 25):
        dice = Dice(sides, need)
        for n in range(max_useful_dice(need, sides), need + 1):
            now, more = dice.below(n), dice.below(n + 1)
            assert all(more[t + 1] - more[t] < sides * (now[t + 1] - now[t]) for t in range(n, need + 1))
