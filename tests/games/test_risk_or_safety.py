"""The rules of Risk or Safety, and what they refuse."""

import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, Toss


@pytest.mark.parametrize("game", [RiskOrSafety(4), RiskOrSafety(3, 5, "2/5")], ids=str)
def test_probabilities_add_to_one_and_the_game_moves_on(game):
    for seat in (0, 1):
        mine, other = (game.target, game.opponent_target)[:: 1 - 2 * seat]
        for b in range(mine):
            for c in range(other):
                for a in range(mine - b):
                    position = Toss(a, b, c, seat)
                    for move in game.moves(position):
                        outcomes = game.outcomes(position, move)
                        assert sum(outcome.probability for outcome in outcomes) == 1
                        for outcome in outcomes:
                            if outcome.position is None:
                                assert move == mine - b
                                assert outcome.payoff == 1 - seat
                            else:
                                assert game.seat(outcome.position) == 1 - seat
                                assert game.needs(outcome.position)


def test_moves_are_heads_to_go_for():
    game = RiskOrSafety(5)
    assert list(game.moves((0, 0, 0))) == [1, 2, 3, 4, 5]
    assert list(game.moves((2, 1, 3))) == [2, 3, 4]
    assert game.outcomes((2, 1, 3), 2) == [(1, Toss(0, 3, 3, 1), None)]
    assert game.outcomes((2, 1, 3), 4)[0] == (mpq(1, 4), None, 1)
