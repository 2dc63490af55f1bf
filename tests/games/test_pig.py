"""The rules of Pig: outcomes add to one, every position follows from another, what is not allowed is refused."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz

from trueodds.games.pig import Pig, Turn


@pytest.mark.parametrize(("target", "sides", "opponent"), [(1, 6, 1), (1, 2, 9), (9, 6, 4), (12, 3, 12), (3, 40, 5)])
def test_outcomes_add_to_one_and_lead_to_positions(target, sides, opponent):
    game = Pig(target, sides, opponent)
    waiting, seen = [game.start], {game.start}
    while waiting:
        position = waiting.pop()
        seat = game.seat(position)
        assert game.moves(position) == (("roll",) if position.turn_total == 0 else ("roll", "hold"))
        for move in game.moves(position):
            outcomes = game.outcomes(position, move)
            assert sum(outcome.probability for outcome in outcomes) == 1
            for outcome in outcomes:
                assert outcome.probability > 0
                if outcome.position is None:
                    assert outcome.payoff == 1 - seat
                    continue
                assert outcome.payoff is None
                game.needs(outcome.position)
                assert (game.seat(outcome.position) == seat) == (outcome.position.turn_total > 0)
                if outcome.position not in seen:
                    seen.add(outcome.position)
                    waiting.append(outcome.position)
    assert not any(position.turn_total == 1 for position in seen)


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


def test_an_illegal_move_is_named():
    with pytest.raises(ValueError, match=r"move 'hold' at \(0, 2, 3\): allowed: roll$"):
        Pig(5).outcomes((0, 2, 3), "hold")
    with pytest.raises(ValueError, match=r"move 2 at \(1, 2, 3\): allowed: roll or hold$"):
        Pig(5).outcomes((1, 2, 3), 2)


@pytest.mark.parametrize(
    "position",
    [
        (0, 5, 0),
        (5, 0, 0),
        (-1, 0, 0),
        (0, 0, 5),
        (0, 0, 0, 2),
        (0, 0),
        (0.0, 0, 0),
        (2, 3, 0),
        (True, 0, 0),
        7,
        None,
        "000",
    ],
)
@pytest.mark.parametrize("ask", ["moves", "seat", "needs"])
def test_what_is_no_position_is_refused(ask, position):
    with pytest.raises(ValueError, match="position") as error:
        getattr(Pig(5), ask)(position)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["target", "sides", "opponent_target"])
@pytest.mark.parametrize("value", [2.0, "3", True, Fraction(3), mpq(3)])
def test_parameters_are_whole_numbers(name, value):
    with pytest.raises(TypeError, match=f"{name} must be a whole number from"):
        Pig(**{name: value})


@pytest.mark.parametrize("value", [0, -1, pytest.param(-(10**5000), id="huge")])
@pytest.mark.parametrize("name", ["target", "opponent_target"])
def test_targets_are_positive(name, value):
    with pytest.raises(ValueError, match=f"{name} must be a whole number from 1"):
        Pig(**{name: value})


def test_a_die_has_two_sides_at_least():
    with pytest.raises(ValueError, match="sides must be a whole number from 2, not 1"):
        Pig(5, 1)


@pytest.mark.parametrize("target", [7, np.int32(7), np.uint8(7), mpz(7)])
def test_any_kind_of_whole_number_will_do(target):
    assert Pig(target) == Pig(7)
    assert hash(Pig(target)) == hash(Pig(7))


def test_parameters_name_what_differs_from_the_defaults():
    assert Pig().parameters == {"target": 100}
    assert Pig(3, 4, 5).parameters == {"target": 3, "sides": 4, "opponent_target": 5}
    assert Pig(3, opponent_target=3).parameters == {"target": 3}


def test_the_rules_are_frozen():
    with pytest.raises(AttributeError):
        Pig(3).target = 4
