"""Bounds of Pig at sizes where single steps of the proof matter; every value exactly, in bulk."""

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.exact import pipeline
from trueodds.fast.pig.bounds import UNKNOWN, bounds
from trueodds.fast.pig.values import Strategy, value_of


@pytest.mark.parametrize(("most", "sides"), [(60, 1000), (40, 2), (30, 3), (9, 2_000_000_000)])
def test_every_value_is_within_bounds_of_winning_and_of_losing(most, sides):
    found = bounds(most, most, sides)
    strategy = Strategy(found.rolls, sides)
    needs = list(found.needs())[:: 1 if most < 50 else 7]
    for (i, j), value in zip(needs, strategy.evaluate([value_of(*pair) for pair in needs]), strict=True):
        low_win, low_lose, high_win, high_lose = map(mpq, found.values[i, j].tolist())
        assert low_win <= value <= high_win
        assert low_lose <= 1 - value <= high_lose
        assert low_win + low_lose <= 1 <= high_win + high_lose


def test_bounds_of_values_below_all_normal_floats_are_pushed_by_an_absolute_amount():
    """V(i, 1) is below 2^-1022 from i = 2,045 on, where a part of it is nothing; the width is that of all pushes.

    Pushes of 10^-300 come to 6.0e-299 there. Without those of upper bounds it would be 3.7e-299.
    """
    found = bounds(2100, 1, 2)
    for i in range(2050, 2101):
        low_win, low_lose, high_win, high_lose = found.values[i, 1].tolist()
        assert low_win == 0.0
        assert 5e-299 < high_win < 7e-299
        assert low_lose <= 1.0 - 2.0**-53 < high_lose == 1.0


def test_positions_that_bounds_leave_open_are_told():
    """With two sides many positions are ties, or nearly so: these must stay open, not be decided by a hair."""
    found = bounds(200, 60, 2)
    assert found.unknown == sum(int(np.count_nonzero(found.row(i, j) == UNKNOWN)) for i, j in found.needs())
    assert found.unknown > 900


def test_a_prime_that_divides_a_determinant_is_drawn_again(monkeypatch):
    strategy = Strategy(lambda i, j: bytes([1] * i), 3)
    pairs, _ = strategy._program(strategy.reachable([(3, 3)]))
    determinant = max(int(pair.determinant) for pair in pairs)
    prime = next(p for p in range(determinant, 1, -1) if determinant % p == 0 and all(p % q for q in range(2, p)))
    drawn = iter([prime, 2**61 - 1])
    monkeypatch.setattr(pipeline, "random_prime", lambda: next(drawn))
    assert strategy.evaluate([value_of(3, 3)]) == [mpq(9, 13)]
    assert list(drawn) == []
