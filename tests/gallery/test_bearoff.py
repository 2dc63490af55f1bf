"""Compare the bear-off program with the general solver, and with plays found by trying all orders of the dice."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import bearoff
import pytest

import trueodds

from ..command_line import exact
from .conftest import read_results

RESULTS = read_results(bearoff)
ROLLS_NEEDED = RESULTS["expected rolls, all on the six point"]
CHANCES = RESULTS["chance to win, all on the six point"]
ROLLS = list(product(range(1, 7), repeat=2))


def plays(checkers, dice):
    """Return the results of playing dice in all orders; `checkers` are the points of all checkers, in order."""
    found = set()
    for order in permutations(dice):
        ends = {checkers}
        for die in order:
            ends = {end for middle in ends for end in single(middle, die)}
        found |= ends
    return found


def single(checkers, die):
    """Move one checker by the die, or bear it off from the highest point if all are nearer than the die."""
    ends = set()
    for at, point in enumerate(checkers):
        if point >= die or point == max(checkers):
            left = (*checkers[:at], *checkers[at + 1 :], *([point - die] if point > die else []))
            ends.add(tuple(sorted(left)))
    return ends or {()}


def dice_of(roll):
    return roll if roll[0] != roll[1] else roll * 2


@cache
def rolls_needed(checkers):
    if not checkers:
        return Fraction(0)
    return 1 + sum(min(rolls_needed(end) for end in plays(checkers, dice_of(roll))) for roll in ROLLS) / Fraction(36)


def as_counts(checkers):
    return tuple(checkers.count(point) for point in range(1, 7))


def test_one_sided_values_are_those_of_all_orders_of_the_dice():
    values = bearoff.solve_one_sided(3)
    assert len(values) == 84
    for position, value in values.items():
        assert rolls_needed(tuple(point for point, count in enumerate(position, 1) for _ in range(count))) == value


def test_two_sided_values_are_those_of_the_general_solver():
    def moves(position):
        mine, _theirs, _, roll = position
        return sorted(plays(mine, dice_of(roll))) if roll else ["roll"]

    def outcomes(position, move):
        mine, theirs, seat, roll = position
        if not roll:
            return [(Fraction(2 - (a == b), 36), (mine, theirs, seat, (a, b))) for a, b in ROLLS if a <= b]
        return [(1, (theirs, move, 1 - seat, None)) if move else (1, None, 1 - seat)]

    start = (4, 6), (3, 5), 0, None
    solution = trueodds.solve(trueodds.Rules(start, moves, outcomes, lambda position: position[2]))
    positions, chances, scale = bearoff.solve_two_sided(2)
    number = {position: at for at, position in enumerate(positions)}
    for mine, theirs, seat, roll in solution.model.positions:
        if not roll:
            chance = Fraction(chances[number[as_counts(mine)], number[as_counts(theirs)]], scale)
            assert solution.value_at((mine, theirs, seat, roll)) == chance


def test_numbers_of_positions_run_from_0_without_gaps():
    positions = bearoff.all_positions(15)
    assert sorted(bearoff.gnubg_number(position, 15) for position in positions) == list(range(54264))
    assert bearoff.gnubg_number((1, 0, 0, 0, 0, 0), 15) == 1


@pytest.mark.slow
def test_results_agree_with_written_ones():
    assert bearoff.results.as_json(bearoff.solve_one_sided(5)[0, 0, 0, 0, 0, 5]) == ROLLS_NEEDED["5"]
    positions, chances, scale = bearoff.solve_two_sided(4)
    at = positions.index((0, 0, 0, 0, 0, 4))
    assert bearoff.results.as_json(bearoff.mpq(chances[at, at], scale)) == CHANCES["4"]


def test_results_name_the_values_that_were_asked_for():
    assert exact(CHANCES["3"]) == Fraction(162883719369521, 228509902503936)
    assert ROLLS_NEEDED["5"]["decimal"].startswith("4.518193738488")
