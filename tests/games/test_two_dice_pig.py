"""The rules of Two-dice Pig: rolls, losing all, the end; its positions are one component; large targets are refused."""

import itertools
from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.games.two_dice_pig import Turn, TwoDicePig


def rolled(target, total, saved, other, seat):
    """What a roll leads to, from the 36 rolls one by one."""
    found = {}
    for a, b in itertools.product(range(1, 7), repeat=2):
        if a == b == 1:
            after = Turn(0, other, 0, 1 - seat)
        elif 1 in (a, b):
            after = Turn(0, other, saved, 1 - seat)
        else:
            after = "won" if saved + total + a + b >= target else Turn(total + a + b, saved, other, seat)
        found[after] = found.get(after, 0) + Fraction(1, 36)
    return found


@pytest.mark.parametrize("position", [(0, 0, 0, 0), (7, 10, 20, 1), (5, 13, 29, 0), (1, 28, 3, 1), (12, 0, 0, 0)])
def test_a_roll_leads_where_two_dice_lead(position):
    outcomes = TwoDicePig(30).outcomes(position, "roll")
    found = {}
    for outcome in outcomes:  # with nothing saved, one 1 and two 1s lead to the same
        after = outcome.position or "won"
        found[after] = found.get(after, 0) + outcome.probability
    assert found == rolled(30, *position)
    assert all(outcome.payoff in (None, 1 - position[3]) for outcome in outcomes)


def test_to_hold_saves_the_turn_total():
    assert TwoDicePig(30).outcomes((9, 10, 20, 1), "hold") == [(1, Turn(0, 20, 19, 0), None)]


def test_a_turn_begins_with_a_roll():
    game = TwoDicePig(30)
    assert (game.moves((0, 1, 2)), game.moves((4, 1, 2))) == (("roll",), ("hold", "roll"))
    with pytest.raises(ValueError, match=r"allowed: roll$"):
        game.outcomes((0, 1, 2), "hold")


def test_who_needs_one_roll_that_is_no_1_wins_25_times_in_36():
    # Any roll without a 1 is at least 4: v = 25/36 + 11/36 (1 - v), for nothing is saved that could be lost.
    assert trueodds.solve(TwoDicePig(4)).value == mpq(25, 36) / (1 - mpq(11, 36) ** 2) == mpq(36, 47)
