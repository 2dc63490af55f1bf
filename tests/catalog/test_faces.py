"""Faces and sums put together are the outcomes of the rules."""

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.match.match import narrator_for
from trueodds.solver.general import solve


def together(outcomes):
    chances = {}
    for chance, position, payoff in outcomes:
        chances[position, payoff] = chances.get((position, payoff), 0) + chance
    return chances


@pytest.mark.parametrize(
    "game",
    [
        trueodds.Pig(9),
        trueodds.Pig(7, sides=2, opponent_target=4),
        trueodds.Greed(8, sides=3),
        trueodds.Greed(7),
        trueodds.Greed(5, sides=1),
        trueodds.SuperSix(1),
        trueodds.Coinball(4),
    ],
    ids=repr,
)
def test_put_together_they_are_the_rules(game):
    for position in solve(game).model.positions:
        for move in game.moves(position):
            assert together(narrator_for(game).faces(position, move)) == together(game.outcomes(position, move))


def test_faces_and_sums_by_their_place():
    assert [one.probability for one in narrator_for(trueodds.Pig(9)).faces((0, 0, 0), "roll")] == [mpq(1, 6)] * 6
    two = narrator_for(trueodds.Greed(20)).faces((0, 0), 2)
    assert [36 * one.probability for one in two] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert [one.position.opponent_score for one in two] == list(range(2, 13))
