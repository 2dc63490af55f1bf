"""Bounds hold the exact values, decide rightly, and stay narrow where values are tiny."""

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.fast.pig.bounds import HOLD, ROLL, UNKNOWN, bounds, bounds_bytes
from trueodds.fast.pig.values import Strategy, difference, value_of


@given(st.integers(1, 14), st.integers(1, 14), st.integers(2, 20))
@example(14, 14, 6)
@example(14, 1, 2)
@example(1, 1, 2)
def test_exact_values_lie_within_and_moves_are_right(larger, smaller, sides):
    larger, smaller = max(larger, smaller), min(larger, smaller)
    found = bounds(larger, smaller, sides)
    assert found.unknown == 0
    strategy = Strategy(found.rolls, sides)
    needs = list(found.needs())
    closest = 2
    for (i, j), exact in zip(needs, strategy.evaluate([value_of(*pair) for pair in needs]), strict=True):
        values = found.values if i <= larger and j <= smaller else found.other_values
        low_win, low_lose, high_win, high_lose = map(mpq, values[i, j])
        assert low_win <= exact <= high_win
        assert low_lose <= 1 - exact <= high_lose
        assert high_win - low_win <= 1e-12 * high_win
        assert high_lose - low_lose <= 1e-12 * high_lose
        row = found.row(i, j)
        assert row[0] == ROLL
        asks = [difference(strategy.hold(total, i, j), strategy.roll(total, i, j)) for total in range(1, i)]
        for state, better in zip(row[1:], strategy.evaluate(asks) if asks else [], strict=True):
            assert (state == HOLD) == (better > 0)
            assert better != 0
            closest = min(closest, abs(better))
    assert found.gap <= closest
    if larger > 1:
        assert found.gap > closest * (1 - 1e-9)
        i, j, total = found.closest
        move = difference(strategy.hold(total, i, j), strategy.roll(total, i, j))
        assert abs(strategy.evaluate([move])[0]) == pytest.approx(float(closest), rel=1e-9)
    assert found.compared == sum(i - 1 for i, _ in needs)


def test_unequal_targets_are_a_part_of_equal_ones():
    whole, part = bounds(30, 30, 6), bounds(30, 11, 6)
    for i, j in part.needs():
        assert np.array_equal(part.row(i, j), whole.row(i, j))
        assert part.value(i, j) == whole.value(i, j)


@pytest.mark.parametrize("sides", [2, 3, 6])
def test_bounds_stay_narrow_relative_to_tiny_values(sides):
    found = bounds(150, 150, sides)
    assert found.unknown == 0
    low, high = found.values[1:, 1:, :2], found.values[1:, 1:, 2:]
    assert ((high - low) <= 5e-12 * high).all()
    if sides == 2:
        assert high.min() < 1e-20


def test_all_is_decided_at_one_hundred():
    found = bounds(100, 100, 6)
    assert found.unknown == 0
    assert found.compared == 495_000
    assert not (found.states[1:] == UNKNOWN).any()
    assert found.closest == (99, 51, 28)
    assert found.gap == pytest.approx(2.734e-8, rel=1e-3)


def test_a_die_of_two_billion_sides():
    found = bounds(20, 20, 2**31 - 1)
    low, high = found.value(20, 20)
    assert low < 1 - 1 / (2**31 - 1) < high + 1e-8
    assert found.unknown == 0


def test_room_is_what_the_arrays_take():
    for larger, smaller in [(100, 100), (30, 7)]:
        found = bounds(larger, smaller, 6)
        arrays = {id(array): array for array in (found.values, found.other_values, found.states, found.other_states)}
        assert sum(array.nbytes for array in arrays.values()) == bounds_bytes(larger, smaller)
