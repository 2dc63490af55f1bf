"""The rules of Risk or Safety, and what they refuse."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz

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


def test_an_illegal_move_is_named():
    with pytest.raises(ValueError, match=r"move 1 at \(2, 1, 3\): allowed are 2 to 4"):
        RiskOrSafety(5).outcomes((2, 1, 3), 1)


@pytest.mark.parametrize(
    "position", [(0, 5, 0), (5, 0, 0), (-1, 0, 0), (0, 0, 5), (0, 0, 0, 2), (0, 0), (0.0, 0, 0), (2, 3, 0)]
)
def test_what_is_no_position_is_refused(position):
    with pytest.raises(ValueError, match="position"):
        RiskOrSafety(5).moves(position)


@pytest.mark.parametrize("target", [2.0, "3", None, True, Fraction(3), mpq(3)])
def test_targets_are_whole_numbers(target):
    with pytest.raises(TypeError, match="target must be a whole number from 1"):
        RiskOrSafety(target)


@pytest.mark.parametrize("target", [0, -1, pytest.param(-(10**5000), id="huge")])
def test_targets_are_positive(target):
    with pytest.raises(ValueError, match="target must be a whole number from 1"):
        RiskOrSafety(target)


@pytest.mark.parametrize("target", [7, np.int32(7), np.uint8(7), mpz(7)])
def test_any_kind_of_whole_number_will_do(target):
    assert RiskOrSafety(target) == RiskOrSafety(7)
    assert hash(RiskOrSafety(target)) == hash(RiskOrSafety(7))


@pytest.mark.parametrize("heads", ["2/5", "0.4", Fraction(2, 5), mpq(2, 5), " 4/10 "])
def test_heads_is_read_exactly(heads):
    assert RiskOrSafety(3, heads=heads).heads == mpq(2, 5)


@pytest.mark.parametrize(
    "heads", ["0", "1", "-1/2", "3/2", "1/0", "x", "1e-3", "", "0x1", "1/2/3", "１/2", "nan", 0, 1]
)
def test_heads_outside_of_the_open_interval_is_refused(heads):
    with pytest.raises(ValueError, match="heads must be an exact rational between 0 and 1"):
        RiskOrSafety(3, heads=heads)


@pytest.mark.parametrize("heads", [0.5, 0.4, np.float64(0.5), 1j, [1, 2], True])
def test_heads_is_no_float(heads):
    with pytest.raises(TypeError, match="heads must be an exact rational"):
        RiskOrSafety(3, heads=heads)


def test_parameters_name_what_differs_from_the_defaults():
    assert RiskOrSafety(3).parameters == {"target": 3}
    assert RiskOrSafety(3, 4, "2/5").parameters == {"target": 3, "opponent_target": 4, "heads": "2/5"}


def test_the_rules_are_frozen():
    with pytest.raises(AttributeError):
        RiskOrSafety(3).target = 4


@pytest.mark.parametrize("position", [None, 3, "123", {0, 1, 2}, (0, 0), (0.0, 0, 0)])
def test_what_is_no_position_at_all_is_told_what_one_is(position):
    with pytest.raises(ValueError, match=r"a position is \(open, saved, opponent_saved\[, seat\]\) in whole numbers"):
        RiskOrSafety(4).needs(position)
