"""The rules of Pig."""

from gmpy2 import mpq

from trueodds.games.pig import Pig, Turn


def test_one_roll_and_one_hold():
    game = Pig(10, 4)
    sixth = mpq(1, 4)
    assert game.outcomes((5, 2, 7, 1), "roll") == [
        (sixth, Turn(0, 7, 2, 0), None),
        (sixth, Turn(7, 2, 7, 1), None),
        (mpq(1, 2), None, 0),
    ]
    assert game.outcomes((5, 2, 7, 1), "hold") == [(1, Turn(0, 7, 7, 0), None)]
    assert game.outcomes((9, 0, 0), "roll") == [(sixth, Turn(0, 0, 0, 1), None), (mpq(3, 4), None, 1)]


def test_a_die_with_a_billion_sides_has_few_outcomes():
    assert len(Pig(5, 10**9).outcomes((0, 0, 0), "roll")) == 5
