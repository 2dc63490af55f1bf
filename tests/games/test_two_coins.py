"""The rules of Two coins, and what they refuse."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq, mpz

from trueodds.games.two_coins import Flip, TwoCoins


@pytest.mark.parametrize("game", [TwoCoins(5), TwoCoins(4, "2/5", "0.7", 3, 1, -2)], ids=str)
def test_probabilities_add_to_one_and_the_last_score_decides(game):
    most = max(game.value_a, game.value_b)
    for done in range(game.flips):
        for score in range(-done * most, done * most + 1):
            assert game.seat(Flip(done, score)) == 0
            for move, heads, value in (("A", game.heads_a, game.value_a), ("B", game.heads_b, game.value_b)):
                outcomes = game.outcomes(Flip(done, score), move)
                assert [outcome.probability for outcome in outcomes] == [heads, 1 - heads]
                for outcome, after in zip(outcomes, (score + value, score - value), strict=True):
                    if done + 1 < game.flips:
                        assert outcome[1:] == (Flip(done + 1, after), None)
                        assert game.moves(outcome.position) == ("A", "B")
                    else:
                        assert outcome[1:] == (None, int(after >= game.threshold))


@pytest.mark.parametrize("move", ["C", "a", 0, None])
def test_an_illegal_move_is_named(move):
    with pytest.raises(ValueError, match=rf"^move {move!r} at \(1, -2\): allowed are A and B$"):
        TwoCoins(3).outcomes((1, -2), move)


@pytest.mark.parametrize("position", [(3, 0), (-1, 0), (1, 3), (1, -3), (0, 0, 0), (0, 0.0), (True, 0), "ab", None])
def test_what_is_no_position_is_refused(position):
    game = TwoCoins(3)
    for asked in (game.moves, lambda what: game.outcomes(what, "A")):
        with pytest.raises(ValueError, match=r"\A[^\n]*position[^\n]*\Z"):
            asked(position)


@pytest.mark.parametrize("name", ["flips", "value_a", "value_b"])
@pytest.mark.parametrize(("value", "error"), [(0, ValueError), (-3, ValueError), (2.0, TypeError), ("2", TypeError)])
def test_counts_are_positive_whole_numbers(name, value, error):
    with pytest.raises(error, match=f"^{name} must be a whole number from 1, not {value!r}"):
        TwoCoins(**{name: value})


@pytest.mark.parametrize("name", ["heads_a", "heads_b"])
@pytest.mark.parametrize(
    ("value", "error"), [("0", ValueError), ("1", ValueError), ("3/2", ValueError), (0.5, TypeError), (None, TypeError)]
)
def test_probabilities_are_exact_and_inside_of_the_interval(name, value, error):
    with pytest.raises(error, match=f"^{name} must be an exact rational between 0 and 1"):
        TwoCoins(**{name: value})


@pytest.mark.parametrize("threshold", [-7, 7, 10**40])
def test_a_threshold_out_of_reach_is_refused(threshold):
    with pytest.raises(ValueError, match=r"^threshold must be a whole number from -6\b"):
        TwoCoins(3, threshold=threshold)
    assert TwoCoins(3, threshold=6).threshold == 6
    assert TwoCoins(3, threshold=-6).threshold == -6


def test_any_kind_of_number_will_do():
    game = TwoCoins(np.int32(7), Fraction(2, 5), mpq(1, 3), mpz(1), 2, np.int64(-1))
    assert game == TwoCoins(7, "0.4", "1/3", threshold=-1)
    assert hash(game) == hash(TwoCoins(7, "0.4", "1/3", threshold=-1))


def test_parameters_name_what_differs_from_the_defaults():
    assert TwoCoins().parameters == {"flips": 100}
    assert TwoCoins(9, "2/5", "1/3", 2, 3, 0).parameters == {
        "flips": 9,
        "heads_a": "2/5",
        "heads_b": "1/3",
        "value_a": 2,
        "value_b": 3,
        "threshold": 0,
    }


def test_the_rules_are_frozen():
    with pytest.raises(AttributeError):
        TwoCoins(3).flips = 4
