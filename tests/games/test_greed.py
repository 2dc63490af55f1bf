"""The rules of Greed, and what they refuse."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz

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


def test_moves_end_where_more_dice_are_sure_to_go_over_the_limit():
    game = Greed(10, 3)
    assert list(game.moves((7, 2))) == [0, 1, 2, 3]
    assert list(game.moves((10, 0, True, 1))) == [0]
    assert list(game.moves(game.start)) == list(range(11))


def test_the_defaults_are_the_classic_game():
    assert Greed() == Greed(100, 6)
    assert Greed().parameters == {"limit": 100}
    assert Greed(20, 3).parameters == {"limit": 20, "sides": 3}


def test_last_and_seat_can_be_left_out():
    game = Greed(10, 3)
    assert game.position((3, 4)) == Roll(3, 4, False, 0) == game.position([3, 4, 0, 0])
    assert game.seat(Roll(3, 4, True, 1)) == 1


@pytest.mark.parametrize("dice", [-1, 4, 1.0, "1", None, True])
def test_an_illegal_number_of_dice_is_named(dice):
    with pytest.raises(ValueError, match=r"move .* at \(7, 2\): allowed are whole numbers from 0 to 3") as refused:
        Greed(10, 3).outcomes((7, 2), dice)
    assert repr(dice) in str(refused.value)


@pytest.mark.parametrize(
    "position",
    [(11, 0), (0, 11), (-1, 0), (0, -1), (0, 0, 2), (0, 0, 0, 2), (0,), (0, 0, 0, 0, 0), (0.0, 0), "00", 7, None],
)
def test_what_is_no_position_is_refused(position):
    with pytest.raises(ValueError, match="position") as refused:
        Greed(10, 3).moves(position)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["limit", "sides"])
@pytest.mark.parametrize("value", [2.0, "3", None, True, Fraction(3), mpq(3)])
def test_parameters_are_whole_numbers(name, value):
    with pytest.raises(TypeError, match=f"{name} must be a whole number from 1"):
        Greed(**{name: value})


@pytest.mark.parametrize("name", ["limit", "sides"])
@pytest.mark.parametrize("value", [0, -1, pytest.param(-(10**5000), id="huge")])
def test_parameters_are_positive(name, value):
    with pytest.raises(ValueError, match=f"{name} must be a whole number from 1"):
        Greed(**{name: value})


@pytest.mark.parametrize("limit", [7, np.int32(7), np.uint8(7), mpz(7)])
def test_any_kind_of_whole_number_will_do(limit):
    assert Greed(limit) == Greed(7)
    assert hash(Greed(limit)) == hash(Greed(7))


def test_the_rules_are_frozen():
    with pytest.raises(AttributeError):
        Greed(3).limit = 4
