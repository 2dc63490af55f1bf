"""The rules of Risk or Safety, and what they refuse."""

from gmpy2 import mpq

from trueodds import RiskOrSafety, Toss


def test_moves_are_heads_to_go_for():
    game = RiskOrSafety(5)
    assert list(game.moves((0, 0, 0))) == [1, 2, 3, 4, 5]
    assert list(game.moves((2, 1, 3))) == [2, 3, 4]
    assert game.outcomes((2, 1, 3), 2) == [(1, Toss(0, 3, 3, 1), None)]
    assert game.outcomes((2, 1, 3), 4)[0] == (mpq(1, 4), None, 1)
