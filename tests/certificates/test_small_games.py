"""What the checkers accept is true: all values and bounds on a grid, and all ranks, for tiny games."""

import itertools
import math
from fractions import Fraction

import pytest

from .conftest import GRID, in_python, judge, read_game, seal_lines, solve_by_force, tiny_game, tiny_lines, worths_of


def text_of(value):
    return "infinity" if value == math.inf else str(value)


def best_of(seat, lows, highs):
    """The moves that bounds leave, as the file lists them."""
    left = [low <= min(highs) if seat else high >= max(lows) for low, high in zip(lows, highs, strict=True)]
    return ",".join(str(y) for y, keep in enumerate(left) if keep)


def files_of(numbers, game, infinite, bounds, unit, ranks):
    """Certificates of bounds (pairs for all positions) with several ranks; values if there is no unit."""
    rules = read_game(list(tiny_lines(numbers, game, infinite, ["- 0 0"] * len(game), 0)))
    lows, highs = ([one[side] for one in bounds] for side in (0, 1))
    best = [best_of(seat, worths_of(moves, lows), worths_of(moves, highs)) for seat, moves in rules]
    scale = unit or 1
    said = [[text_of(one / scale) for one in (pair if unit else pair[:1])] for pair in bounds]
    claim = " ".join(map(text_of, bounds[0] if unit else bounds[0][:1]))
    for own in ranks:
        fields = [f"{rank} {left} {' '.join(own)}" for rank, left, own in zip(own, best, said, strict=True)]
        yield list(tiny_lines(numbers, game, infinite, fields, claim, unit))


def holds(rules, bounds):
    """Whether the best moves are worth no less than the lower and no more than the upper bounds."""
    lows, highs = ([one[side] for one in bounds] for side in (0, 1))
    for (seat, moves), low, high in zip(rules, lows, highs, strict=True):
        choose = min if seat else max
        if choose(worths_of(moves, lows)) < low or choose(worths_of(moves, highs)) > high:
            return False
    return True


def ranks_for(count):
    return itertools.product(range(count), repeat=count)


@pytest.mark.parametrize("infinite", ["never", "0", "1/2", "1", "infinity"])
def test_all_values_and_all_ranks(infinite, luck, both_all):
    rewards = infinite == "infinity"
    grid = [*GRID, *((Fraction(3, 2), Fraction(2), Fraction(3), math.inf) if rewards else ())]
    found, tried, proved, false = [], 0, 0, 0
    for turn in range(30):
        count = 2 + turn % 2
        numbers, game = tiny_game(luck, count, rewards)
        rules = read_game(list(tiny_lines(numbers, game, infinite, ["- 0 0"] * count, 0)))
        true = solve_by_force(rules, 0 if infinite == "never" else math.inf if rewards else Fraction(infinite))
        accepted = False
        for vector in itertools.chain([true], itertools.product(grid, repeat=count)):
            if not holds(rules, [(one, one) for one in vector]):
                continue
            false += list(vector) != true
            for lines in files_of(numbers, game, infinite, [(one, one) for one in vector], None, ranks_for(count)):
                data = seal_lines(lines)
                good, _ = in_python(data)
                tried += 1
                if good:
                    assert list(vector) == true, lines
                    judge(lines)
                    accepted = True
                if good or tried % 10 == 0:
                    found.append(data)
        proved += accepted
        assert accepted or infinite == "never"
    both_all(found)
    assert tried > 500
    assert proved > 8
    assert false > 50 or infinite == "never"


@pytest.mark.parametrize("infinite", ["never", "1/4", "3/4", "infinity"])
def test_all_bounds_and_all_ranks(infinite, luck, both_all):
    rewards = infinite == "infinity"
    grid = [*GRID[::2], *((Fraction(2), math.inf) if rewards else GRID[1::2])]
    pairs = [(low, high) for low in grid for high in grid if low <= high]
    found, tried, proved = [], 0, 0
    for _ in range(30):
        numbers, game = tiny_game(luck, 2, rewards)
        rules = read_game(list(tiny_lines(numbers, game, infinite, ["- 0 0"] * 2, 0)))
        true = solve_by_force(rules, 0 if infinite == "never" else math.inf if rewards else Fraction(infinite))
        for bounds in itertools.product(pairs, repeat=2):
            if not holds(rules, bounds):
                continue
            for lines in files_of(numbers, game, infinite, bounds, Fraction(1, 4), ranks_for(2)):
                data = seal_lines(lines)
                good, _ = in_python(data)
                tried += 1
                if good:
                    assert all(low <= value <= high for (low, high), value in zip(bounds, true, strict=True)), lines
                    proved += 1
                if tried % 20 == 0:
                    found.append(data)
                    if good:
                        judge(lines)
    both_all(found)
    assert tried > 1500
    assert proved > 250
