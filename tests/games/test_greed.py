"""The rules of Greed, and what they refuse."""

import itertools
from fractions import Fraction

import pytest

from trueodds.games.greed import Greed, Roll


def positions(game):
    scores = range(game.limit + 1)
    return itertools.starmap(Roll, itertools.product(scores, scores, (False, True), (0, 1)))


@pytest.mark.parametrize("game", [Greed(1, 1), Greed(4, 1), Greed(5, 2), Greed(6, 3), Greed(3, 6)], ids=str)
def test_outcomes_are_what_all_rolls_give(game):
    for position in positions(game):
        mine, other, last, seat = position
        for dice in game.moves(position):
            outcomes = game.outcomes(position, dice)
            assert sum(outcome.probability for outcome in outcomes) == 1
            found = {(outcome.position, outcome.payoff): outcome.probability for outcome in outcomes}
            assert len(found) == len(outcomes)
            expected = {}
            for roll in itertools.product(range(1, game.sides + 1), repeat=dice):
                score = mine + sum(roll)
                if score > game.limit:
                    end = (None, seat)
                elif last:
                    mean = Fraction(1, 2) if score == other else int(score > other)
                    end = (None, mean if seat == 0 else 1 - mean)
                else:
                    end = (Roll(other, score, dice == 0, 1 - seat), None)
                expected[end] = expected.get(end, 0) + Fraction(1, game.sides**dice)
            assert found == expected
