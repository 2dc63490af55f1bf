"""Best responses, duels, and how a game goes, against plain recursions."""

import random

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.exact.decimals import number_to_json
from trueodds.solver.given_strategies import Followed, WithInfinitePlay, play_statistics
from trueodds.strategies import best_response, duel

from .oracle import ENDING, against_all, draw, game_of, solve, values_of

HALF = mpq(1, 2)


def always(move):
    return lambda position: move


def test_games_with_given_strategies_are_equal_if_both_are():
    game, other = trueodds.RiskOrSafety(3), trueodds.RiskOrSafety(4)
    one, two = always(1), always(2)
    assert Followed(game, {0: one}) == Followed(game, {0: one})
    for different in ((other, {0: one}), (game, {0: two}), (game, {1: one}), (game, {0: one, 1: one})):
        assert Followed(game, {0: one}) != Followed(*different)
    assert WithInfinitePlay(game, 1) == WithInfinitePlay(game, 1)
    assert hash(WithInfinitePlay(game, 1)) == hash(WithInfinitePlay(game, 1))
    for different in ((game, 0), (other, 1)):
        assert WithInfinitePlay(game, 1) != WithInfinitePlay(*different)
    assert WithInfinitePlay(game, 1) != Followed(game, {})


def test_duels_and_best_responses_are_those_of_all_answers():
    """The given strategies are solutions, and moves at random; every answer is tried."""
    luck = random.Random(1)
    for seed in range(60):
        drawn = draw(seed, ENDING)
        game = game_of(drawn)
        solution, values = trueodds.solve(game), solve(drawn)
        some = [luck.randrange(len(own)) for own in drawn.rules]
        assert duel(game, solution, solution).value == values[0]
        assert duel(game, some.__getitem__, dict(enumerate(some))).value == values_of(drawn, some)[0]
        for seat in (0, 1):  # the seat whose strategy is given
            assert best_response(game, some.__getitem__, seat=seat).value == against_all(drawn, seat, some)[0]
            assert best_response(game, solution, seat=seat).value == values[0]


def test_a_mapping_is_a_strategy():
    game = trueodds.RiskOrSafety(1)
    assert duel(game, {(0, 0, 0, 0): 1}, {(0, 0, 0, 1): 1}).value == mpq(2, 3)


@pytest.mark.parametrize(
    ("strategy", "error", "message"),
    [
        (
            always(9),
            ValueError,
            "the strategy names move 9 at Toss(open=0, saved=0, opponent_saved=1, seat=1); legal are 1, 2",
        ),
        ({}, ValueError, "the strategy has no move at Toss(open=0"),
        (3, TypeError, "a strategy must be a name, a function, a mapping or a solution, not 3"),
    ],
)
def test_strategies_that_are_none(strategy, error, message):
    with pytest.raises(error) as caught:
        best_response(trueodds.RiskOrSafety(2), strategy)
    assert message in str(caught.value)


@pytest.mark.parametrize("seat", [2, -1, "first"])
def test_a_seat_is_0_or_1(seat):
    with pytest.raises(ValueError, match="seat must be 0"):
        best_response(trueodds.RiskOrSafety(2), always(1), seat=seat)


def test_course_of_a_geometric_game():
    # Each toss ends the game with 1/2: two moves on the average; the turn passes each time.
    seen = play_statistics(trueodds.solve(trueodds.RiskOrSafety(1)))
    assert seen.results == {1: mpq(2, 3), 0: mpq(1, 3)}
    assert (seen.moves, seen.turns, seen.ties) == (2, 2, 0)


def test_course_with_draws_adds_up_to_the_value():
    # One toss each: the payoffs 1, 1/2, 0 with 1/4, 1/2, 1/4.
    def outcomes(position, move):
        if position == "first":
            return [(HALF, "won"), (HALF, "lost")]
        return [(HALF, None, 1 if position == "won" else HALF), (HALF, None, HALF if position == "won" else 0)]

    game = trueodds.Rules("first", always(["toss"]), outcomes, lambda position: int(position != "first"))
    seen = play_statistics(trueodds.solve(game))
    assert seen.results == {1: mpq(1, 4), HALF: HALF, 0: mpq(1, 4)}
    assert (seen.moves, seen.turns) == (2, 2)


def test_turns_are_not_moves_where_a_player_moves_twice():
    seen = play_statistics(trueodds.solve(trueodds.SuperSix(1)))
    assert seen.turns < seen.moves
    assert seen.results[mpq(1)] == mpq(78307, 127838)


def test_ties_on_the_way_are_counted():
    seen = play_statistics(trueodds.solve(trueodds.RiskOrSafety(5, 1, "2/5")))
    assert seen.ties > 0


@pytest.mark.parametrize("method", [None, "general"])
def test_results_add_to_one_and_to_the_value(method):
    solution = trueodds.solve(trueodds.RiskOrSafety(10), method)
    seen = play_statistics(solution)
    assert sum(seen.results.values()) == 1
    assert seen.results[mpq(1)] == solution.value


def test_a_course_as_plain_data():
    assert play_statistics(trueodds.solve(trueodds.RiskOrSafety(1))).to_json() == {
        "results": {"1": number_to_json(mpq(2, 3)), "0": number_to_json(mpq(1, 3))},
        "moves": number_to_json(2),
        "turns": number_to_json(2),
        "ties": 0,
    }


def test_the_rules_get_their_own_moves_not_what_is_equal_to_them():
    """A strategy that names 1.0 or True plays 1."""

    def outcomes(position, move):
        return [(HALF**move, None, 1), (1 - HALF**move, None, 0)] if type(move) is int else [(1, None, 0)]

    game = trueodds.Rules(0, lambda position: [1, 2], outcomes)
    for move in (1, 1.0, True):
        assert duel(game, always(move), always(move)).value == HALF
