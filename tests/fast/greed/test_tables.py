"""Check the floats of dice and tables against exact numbers, and the bound on useful dice."""

from fractions import Fraction
from itertools import product

import pytest

from trueodds.fast.greed import tables as module
from trueodds.fast.greed.dice import Dice, find_max_useful_dice
from trueodds.fast.greed.tables import make_tables


@pytest.mark.parametrize(("most", "sides"), [(40, 6), (30, 2), (25, 30)])
def test_floats_are_within_the_stated_error(most, sides, monkeypatch):
    kept = {}
    real = module.np.matmul

    def matmul(chances, losses, out):
        real(chances, losses, out=out)
        kept[len(kept) + 1] = out.copy()  # by a + b
        return out

    monkeypatch.setattr(module.np, "matmul", matmul)
    tables = make_tables(most, sides)
    bound = Fraction(most + 2, 2**53) / (1 - Fraction(most + 2, 2**53))
    totals = sorted(kept, key=lambda key: -kept[key].size)[:6]  # the limits with the most positions
    assert len(kept) == 2 * most + 1
    for key in totals:
        total = key - 1
        for column, b in enumerate(range(max(0, total - most), min(total, most) + 1)):
            a = total - b
            for n in range(1, min(find_max_useful_dice(min(total, most), sides), a) + 1):
                exact = Fraction(int((x := tables.evaluate_move(a, b, n)).numerator), int(x.denominator))
                assert abs(Fraction(float(kept[key][n - 1, column])) - exact) <= bound * exact


@pytest.mark.parametrize(("sides", "most"), [(1, 4), (6, 100), (2, 60), (10**200, 3)])
def test_floats_are_rounded_to_nearest(sides, most):
    dice, few = Dice(sides, most), find_max_useful_dice(most, sides)
    chances, floors = dice.compute_probabilities(few), dice.compute_mid_probabilities(few)
    at_most = dice.compute_cumulative_probabilities(few)
    assert chances.shape == floors.shape == at_most.shape == (few + 1, most + 1)
    for n, t in product(range(few + 1), range(most + 1)):
        below, up_to = (Fraction(int(count), sides**n) for count in dice.count_below(n)[t : t + 2])
        assert chances[n, most - t] == float(up_to - below)
        assert floors[n, t] == float((below + up_to) / 2)
        assert at_most[n, t] == float(up_to)


@pytest.mark.parametrize("sides", [1, 2, 3, 4, 5, 6, 7, 10, 30])
def test_beyond_the_useful_dice_every_sum_is_less_probable_with_a_die_more(sides):
    for need in range(1, 25):
        dice = Dice(sides, need)
        for n in range(find_max_useful_dice(need, sides), need + 1):
            now, more = dice.count_below(n), dice.count_below(n + 1)
            assert all(more[t + 1] - more[t] < sides * (now[t + 1] - now[t]) for t in range(n, need + 1))
