"""Test the tables of Greed: errors of their floats, and whole numbers over one growing denominator."""

from fractions import Fraction

import pytest

from trueodds.fast.greed import tables as module
from trueodds.fast.greed.dice import max_useful_dice
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
            for n in range(1, min(max_useful_dice(min(total, most), sides), a) + 1):
                exact = Fraction(int((x := tables.move(a, b, n)).numerator), int(x.denominator))
                assert abs(Fraction(float(kept[key][n - 1, column])) - exact) <= bound * exact
