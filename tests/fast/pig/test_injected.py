"""The stated errors of Pig's boxes injected: what the kernel reads and keeps is moved, against the best moves."""

import random
from functools import cache

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.fast.pig import boxes
from trueodds.fast.pig.bounds import HOLD, ROLL, UNKNOWN, bounds
from trueodds.fast.pig.values import Strategy, value_of

UNIT = mpq(1, 2**53)
OFF = mpq(1, 2**45)  # how near exact values are found here


@cache
def exact_values(most, sides):
    """All values, by the moves that bounds decide (which `test_bounds.py` holds against exact differences)."""
    found = bounds(most, most, sides)
    assert found.unknown == 0
    needs = list(found.needs())
    return dict(zip(needs, Strategy(found.rolls, sides).evaluate([value_of(*pair) for pair in needs]), strict=True))


def solve_rows(most, sides, change):
    """The kernel row by row; `change` gets the bounds after each."""
    values = np.zeros((most + 1, most + 1, 4))
    states = np.zeros((most + 1, most * (most + 1) // 2), dtype=np.uint8)
    for i in range(1, most + 1):
        boxes.row(i, most, sides, values, values, states, states, np.empty((6, 4 * (most + 1))), True)
        for j in range(1, i + 1):
            for at in {(i, j), (j, i)}:
                values[at] = change(values[at], min(sides, at[0]))
    return values, states


def inward(bounds_found, n, times):
    """Bounds moved toward each other by so many times the stated error: n + 2 factors 1 + 2^-53."""
    share = times * (n + 2) * UNIT
    moved = [mpq(x) * (1 + share) for x in bounds_found[:2].tolist()]
    moved += [mpq(x) / (1 + share) for x in bounds_found[2:].tolist()]
    return [float(x) for x in moved]


@pytest.mark.parametrize(("most", "sides"), [(24, 6), (20, 3), (16, 10)])
def test_values_off_by_the_stated_error_lose_nothing(most, sides):
    """Every value that is kept is off by all that its last sum may be off, to the wrong side at both ends."""
    values, states = solve_rows(most, sides, lambda found, n: inward(found, n, 1))
    assert np.array_equal(states, bounds(most, most, sides).states)
    for (i, j), value in exact_values(most, sides).items():
        low_win, low_lose, high_win, high_lose = map(mpq, values[i, j].tolist())
        assert low_win <= value <= high_win
        assert low_lose <= 1 - value <= high_lose


@pytest.mark.parametrize(("most", "sides"), [(24, 6), (20, 3), (16, 10)])
def test_values_off_by_four_times_the_stated_error_are_seen(most, sides):
    """The push is (n + 6) 2^-52, twice the stated error and a little: twice is not seen, four times is."""
    values, _ = solve_rows(most, sides, lambda found, n: inward(found, n, 4))
    wrong = 0
    for (i, j), value in exact_values(most, sides).items():
        low_win, _, high_win, _ = map(mpq, values[i, j].tolist())
        wrong += not low_win <= value <= high_win
    assert wrong > 0


def turn(hold, need, sides, passed):
    """What a turn is worth in exact numbers if one that brings nothing is worth `passed`, and rolling at each total."""
    best, roll = [mpq(0)] * need, [mpq(0)] * need
    for t in range(need - 1, -1, -1):
        ends = sum((best[t + d] if t + d < need else mpq(1)) for d in range(2, sides + 1))
        roll[t] = (passed + ends) / sides
        best[t] = max(roll[t], hold[t]) if t else roll[t]
    return best[0], roll


def pair(mine, theirs, i, j, sides):
    """Both values of a pair of needs from below, to 2^-60; what rolling is worth then."""
    x = y = mpq(0)
    while True:
        new_x, rolls_x = turn(mine, i, sides, 1 - y)
        new_y, rolls_y = turn(theirs, j, sides, 1 - new_x)
        new_x, new_y = (mpq(round(value * 2**70), 2**70) for value in (new_x, new_y))
        if abs(new_x - x) + abs(new_y - y) < mpq(1, 2**60):
            return new_x, new_y, rolls_x, rolls_y
        x, y = new_x, new_y


@pytest.mark.parametrize("seed", [*range(40), 607, *range(1000, 1060)])
def test_whatever_the_values_before_are_within_their_bounds_the_next_are_within_theirs(seed):
    """Bounds that are wide, and truths at their ends: all steps of the proof matter, which narrow bounds hide.

    With 607 the first box does not map into itself, and what it maps to does not hold the truth (found by search).
    """
    rng = random.Random(seed)
    i, sides = rng.randrange(2, 9), rng.randrange(2, 7)
    width = 10.0 ** rng.uniform(-4 if seed < 1000 else -9, -0.5)
    truth, values = {}, np.zeros((i + 1, i + 1, 4))
    for a in range(1, i + 1):
        for b in range(1, i + 1):
            if max(a, b) < i:  # the row before is known
                value = mpq(rng.random()) if rng.random() < 0.5 else mpq(i - a + 1, 2 * i - a - b + 2)
                low = max(value - mpq(width * rng.random() * rng.choice((0, 1))), 0)
                high = min(value + mpq(width * rng.random() * rng.choice((0, 1))), 1)
                values[a, b] = outward(low, high)
                truth[a, b] = value
    states = np.zeros((i + 1, i * (i + 1) // 2), dtype=np.uint8)
    boxes.row(i, i, sides, values, values, states, states, np.empty((6, 4 * (i + 1))), True)
    for j in range(1, i + 1):
        mine = [mpq(0)] + [1 - truth[j, i - t] for t in range(1, i)]
        theirs = [mpq(0)] + [1 - truth[i, j - t] for t in range(1, j)]
        x, y, rolls_x, rolls_y = pair(mine, theirs, i, j, sides)
        for need, other, value, hold, roll in ((i, j, x, mine, rolls_x), (j, i, y, theirs, rolls_y)):
            low_win, low_lose, high_win, high_lose = map(mpq, values[need, other].tolist())
            assert low_win - OFF <= value <= high_win + OFF
            assert low_lose - OFF <= 1 - value <= high_lose + OFF
            for t in range(1, need):
                state = states[other, need * (need - 1) // 2 + t]
                assert state in (HOLD, ROLL, UNKNOWN)
                if abs(hold[t] - roll[t]) > OFF and state != UNKNOWN:
                    assert (state == HOLD) == (hold[t] > roll[t])
        truth[i, j], truth[j, i] = x, y  # what the next pairs of the row read, is within what was found


@pytest.mark.parametrize("seed", [*range(30), 56, 145, 148, 800, 1121, 1731, 2172])
def test_bounds_of_winning_and_of_losing_that_say_different_things(seed):
    """Each of the four is as wide as chance will have it, so that each condition on a box decides somewhere alone.

    In the seeds from 56 on a box seems to map into itself if one of them is left out (found by search).
    """
    rng = random.Random(seed)
    i, sides = rng.randrange(2, 7), rng.randrange(2, 6)
    width = 10.0 ** rng.uniform(-4, -0.3)
    truth, values = {}, np.zeros((i + 1, i + 1, 4))
    for a in range(1, i + 1):
        for b in range(1, i + 1):
            if max(a, b) < i:
                value = rng.random() if rng.random() < 0.5 else (i - a + 1) / (2 * i - a - b + 2)
                off = [width * rng.random() * rng.choice((0, 0, 1, 1, 100)) for _ in range(4)]
                low = max(value - off[0], 0) * (1 - 1e-15), max(1 - value - off[1], 0) * (1 - 1e-15)
                high = min((value + off[2]) * (1 + 1e-15), 1), min((1 - value + off[3]) * (1 + 1e-15), 1)
                values[a, b] = [*low, *high]
                truth[a, b] = mpq(value)
    states = np.zeros((i + 1, i * (i + 1) // 2), dtype=np.uint8)
    boxes.row(i, i, sides, values, values, states, states, np.empty((6, 4 * (i + 1))), True)
    for j in range(1, i + 1):
        mine = [mpq(0)] + [1 - truth[j, i - t] for t in range(1, i)]
        theirs = [mpq(0)] + [1 - truth[i, j - t] for t in range(1, j)]
        truth[i, j], truth[j, i], *_ = pair(mine, theirs, i, j, sides)
        for need, other in ((i, j), (j, i)):
            low_win, low_lose, high_win, high_lose = map(mpq, values[need, other].tolist())
            assert low_win - OFF <= truth[need, other] <= high_win + OFF
            assert low_lose - OFF <= 1 - truth[need, other] <= high_lose + OFF


def outward(low, high):
    """Bounds of winning and of losing as floats that hold both ends."""
    down = [float(max(mpq(float(x)) * (1 - 4 * UNIT), 0)) for x in (low, 1 - high)]
    return [*down, *(float(min(mpq(float(x)) * (1 + 4 * UNIT), 1)) for x in (high, 1 - low))]


def test_values_below_all_normal_floats_are_within_their_bounds():
    """Far behind one who needs a point: probabilities that underflow, where a push by a part of them is none."""
    most = 2130
    found = bounds(most, 1, 2)
    strategy = Strategy(found.rolls, 2)
    needs = [(i, 1) for i in range(most - 130, most + 1)]
    for (i, j), value in zip(needs, strategy.evaluate([value_of(*pair) for pair in needs]), strict=True):
        low, high = found.value(i, j)
        assert mpq(low) <= value <= mpq(high)
    assert value < mpq(1, 2**1040)
