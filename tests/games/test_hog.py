"""The rules of Hog: dice, a 1, no dice, the end; a reference of a few lines gives the same odds."""

import itertools
from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.games.hog import Hog, Roll


def points_by_rolling(dice):
    """What so many dice are worth, roll by roll."""
    found = {}
    for faces in itertools.product(range(1, 7), repeat=dice):
        points = 1 if 1 in faces else sum(faces)
        found[points] = found.get(points, 0) + Fraction(1, 6**dice)
    return found


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
def test_dice_are_worth_what_rolling_them_shows(dice):
    outcomes = Hog(10**6).outcomes((7, 3, 1), dice)
    expected = points_by_rolling(dice)
    assert {outcome.position.opponent_score - 7: outcome.probability for outcome in outcomes} == expected
    assert all(outcome.position[::2] == (3, 0) for outcome in outcomes)
    assert outcomes[0].position == Roll(3, 8, 0)  # any 1 comes first


@pytest.mark.parametrize(("score", "points"), [(0, 1), (7, 8), (10, 2), (47, 8), (74, 8), (90, 10), (123, 4)])
def test_no_dice_are_worth_one_more_than_the_largest_digit(score, points):
    assert Hog(1000).outcomes((5, score, 0), 0) == [(1, Roll(score, 5 + points, 1), None)]


@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_reaches_the_target_has_won(seat):
    [goes_on, won] = Hog(10).outcomes((8, 0, seat), 1)
    assert goes_on == (mpq(1, 6), Roll(0, 9, 1 - seat), None)
    assert won == (mpq(5, 6), None, 1 - seat)


def reference(target):
    """The odds of the player to move, by scores, in plain fractions from the rules; shares no code with the package."""
    worth = {dice: points_by_rolling(dice) for dice in range(1, 5)}
    value = {}
    for total in range(2 * target - 2, -1, -1):
        for mine in range(max(0, total - target + 1), min(target, total + 1)):
            other = total - mine
            found = []
            for dice in range(5):
                gains = worth[dice] if dice else {1 + max(map(int, str(other))): 1}
                wins = (1 if mine + g >= target else 1 - value[other, mine + g] for g in gains)
                found.append(sum(p * w for p, w in zip(gains.values(), wins, strict=True)))
            value[mine, other] = max(found)
    return value


def test_the_odds_of_a_small_game_are_those_of_the_reference():
    solution = trueodds.solve(Hog(12))
    expected = reference(12)
    # More than four dice are never better here, which the solution says; so the reference leaves them out.
    assert all(solution.value_at(position) == expected[position[:2]] for position in solution.model.positions)
    assert any(min(solution.best_moves_at(position)) == 0 for position in solution.model.positions)
