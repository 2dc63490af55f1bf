"""The rules of Coinball, and what they refuse."""

import numpy as np
import pytest
from gmpy2 import mpq, mpz

from trueodds.games.coinball import Call, Coinball

GAMES = [
    Coinball(6),
    Coinball(5, 3, 2),
    Coinball(5, opponent="always-rush"),
    Coinball(5, opponent="always-pass", value_seat=1),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_toss_is_fair_and_counts_for_somebody(game):
    most = max(game.rush, game.pass_points)
    for done in range(game.tosses):
        for lead in range(-done * most, done * most + 1):
            position = Call(done, lead, done % 2)
            for move in game.moves(position):
                points = game.rush if move == "rush" else game.pass_points
                right, wrong = game.outcomes(position, move)
                assert right.probability == wrong.probability == mpq(1, 2)
                for outcome, after in ((right, lead + points), (wrong, lead - points)):
                    if done + 1 < game.tosses:
                        assert outcome.position == (done + 1, -after, 1 - position.seat)
                        assert game.moves(outcome.position)
                    else:
                        mine = mpq(1, 2) if after == 0 else mpq(after > 0)
                        assert outcome == (mpq(1, 2), None, 1 - mine if position.seat else mine)


def test_a_fixed_opponent_has_one_call():
    first = Coinball(4, opponent="always-rush")
    second = Coinball(4, opponent="always-pass", value_seat=1)
    assert first.value_seat == 0
    assert second.value_seat == 1
    assert first.moves((0, 0, 0)) == second.moves((1, 0, 1)) == ("rush", "pass")
    assert first.moves((1, 0, 1)) == ("rush",)
    assert second.moves((0, 0, 0)) == ("pass",)


@pytest.mark.parametrize(("move", "allowed"), [("pass", "rush"), ("heads", "rush"), (1, "rush")])
def test_an_illegal_move_is_named(move, allowed):
    with pytest.raises(ValueError, match=rf"^move {move!r} at \(1, 0, 1\): allowed are {allowed}$"):
        Coinball(4, opponent="always-rush").outcomes((1, 0, 1), move)


@pytest.mark.parametrize(
    "position",
    [
        (4, 0, 0),
        (-1, 0, 1),
        (1, 3, 1),
        (1, -3, 1),
        (1, 0, 0),
        (0, 0, 2),
        (0, 0),
        (0, 0.0, 0),
        (True, 0, 1),
        "abc",
        None,
    ],
)
def test_what_is_no_position_is_refused(position):
    game = Coinball(4)
    for asked in (game.moves, lambda what: game.outcomes(what, "rush")):
        with pytest.raises(ValueError, match=r"\A[^\n]*position[^\n]*\Z"):
            asked(position)


@pytest.mark.parametrize("name", ["tosses", "rush", "pass_points"])
@pytest.mark.parametrize(("value", "error"), [(0, ValueError), (-3, ValueError), (2.0, TypeError), ("2", TypeError)])
def test_counts_are_positive_whole_numbers(name, value, error):
    with pytest.raises(error, match=f"^{name} must be a whole number from 1, not {value!r}"):
        Coinball(**{name: value})


@pytest.mark.parametrize(("value", "error"), [("never", ValueError), (0, TypeError), (None, TypeError)])
def test_opponents_are_a_few(value, error):
    with pytest.raises(error, match=r"^opponent must be one of optimal, always-rush, always-pass, not"):
        Coinball(opponent=value)


@pytest.mark.parametrize(
    ("value", "error"), [(2, ValueError), (-1, ValueError), ("first", TypeError), (None, TypeError)]
)
def test_the_value_is_of_one_of_two_seats(value, error):
    with pytest.raises(error, match=r"^value_seat must be "):
        Coinball(value_seat=value)


@pytest.mark.parametrize("tosses", [7, np.int32(7), mpz(7)])
def test_any_kind_of_whole_number_will_do(tosses):
    assert Coinball(tosses) == Coinball(7)
    assert hash(Coinball(tosses)) == hash(Coinball(7))


def test_parameters_name_what_differs_from_the_defaults():
    assert Coinball().parameters == {"tosses": 100}
    assert Coinball(9, 3, 1, "always-pass", 1).parameters == {
        "tosses": 9,
        "rush": 3,
        "pass_points": 1,
        "opponent": "always-pass",
        "value_seat": 1,
    }


def test_the_rules_are_frozen():
    with pytest.raises(AttributeError):
        Coinball(3).tosses = 4
