"""Best responses, duels and play statistics agree with enumeration."""

import copy
import random
from dataclasses import replace

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.solver import given_strategies
from trueodds.solver.given_strategies import Followed, WithInfinitePlay, is_one_player, play_statistics
from trueodds.solver.model import explore
from trueodds.strategies import best_response, duel

from ..small import GAMES
from .oracle import ENDING, REWARDS, against_all, draw, game_of, solve, values_of

HALF = mpq(1, 2)


def always(move):
    return lambda position: move


def test_games_with_given_strategies():
    """They are equal if all their parts are; everything else about them is the game's."""
    game, other = trueodds.Coinball(3, value_seat=1), trueodds.RiskOrSafety(4)
    one, two = always("rush"), always("pass")
    made = Followed(game, {1: one})
    for different in ((other, {1: one}), (game, {1: two}), (game, {0: one}), (game, {0: one, 1: one})):
        assert made == Followed(game, {1: one}) != Followed(*different)
    assert hash(made) == hash(Followed(game, {1: one}))
    assert (made.name, made.parameters, made.value_seat) == ("coinball, strategy given", game.parameters, 1)
    assert repr(Followed(game, {1: one, 0: two})) == f"<{game!r} with the strategies of both seats given>"
    assert Followed(game, {1: one, 0: two}).given_seats == (0, 1)
    assert made.position(list(game.start)) == made.start == game.start
    endless = WithInfinitePlay(game, HALF)
    for different in ((game, 0), (other, HALF)):
        assert endless == WithInfinitePlay(game, HALF) != WithInfinitePlay(*different)
    assert hash(endless) == hash(WithInfinitePlay(game, HALF))
    model = trueodds.Model.from_arrays([0, 0], [0, 2, 3], [0, 1, 2, 3], [1, 2, 1], [1], [0, 0, 0], [1])
    assert [trueodds.solve(WithInfinitePlay(model.game, worth)).value for worth in (0, 2)] == [1, 2]
    assert endless != Followed(game, {})
    assert Followed(endless, {1: one}).infinite_play == HALF
    assert (endless.name, endless.value_seat, endless.words_of) == ("coinball", 1, game)
    assert repr(endless) == f"<{game!r} with infinite play worth 1/2>"


def test_whether_only_one_player_moves():
    """A strategy of the first player may end the game before the second one moves."""

    def outcomes(x, move):
        return [(1, None, 1)] if x or move == "stop" else [(1, 1)]

    game = trueodds.Rules(0, lambda x: ["stop", "go"], outcomes, lambda x: x)
    alone = trueodds.Rules(0, lambda x: ["stop"], outcomes)
    stops, goes = (explore(Followed(game, {0: always(move)})) for move in ("stop", "go"))
    assert not is_one_player(game, stops)
    assert not is_one_player(game, goes)
    assert is_one_player(alone, explore(alone))
    assert is_one_player(game, stops, max_positions=1)  # too large to decide


def test_games_too_large_for_statistics_are_refused():
    class Large(trueodds.Pig):
        min_positions = 200

    for most in (10, 199):
        given_strategies.check_statistics(Large(5), most)
    with pytest.raises(MemoryError, match="pig has at least 200 positions, too many for exact play statistics"):
        given_strategies.check_statistics(Large(5), 9)
    solution, reports = trueodds.solve(trueodds.Pig(6)), []
    with pytest.raises(MemoryError, match="more than 5 positions"):
        play_statistics(solution, 5)
    play_statistics(solution, progress=lambda *report: reports.append(report))
    done = [(done, total) for stage, done, total in reports if stage == "statistics"]
    assert done == sorted(done)
    assert 0 <= done[-1][0] < done[-1][1]
    assert {total for _, total in done} == {len(explore(Followed(solution.game, {0: solution, 1: solution})).positions)}
    with pytest.raises(TypeError, match="takes a solution, such as the result of solve"):
        play_statistics(solution.game)


def test_duels_and_best_responses_by_enumeration():
    """The given strategies are solutions or random; all replies are tried."""
    luck = random.Random(1)
    for seed in range(10):
        drawn = draw(seed, ENDING)
        game = game_of(drawn)
        solution, values = trueodds.solve(game), solve(drawn)
        some = [luck.randrange(len(own)) for own in drawn.rules]
        assert duel(game, solution, solution).value == values[0]
        assert duel(game, some.__getitem__, dict(enumerate(some))).value == values_of(drawn, some)[0]
        for seat in (0, 1):  # the seat whose strategy is given
            assert best_response(game, some.__getitem__, seat=seat).value == against_all(drawn, seat, some)[0]
            assert best_response(game, solution, seat=seat).value == values[0]


@pytest.mark.parametrize(
    ("strategy", "seat", "error", "message"),
    [
        (always(9), 0, ValueError, "the strategy gives 9 at Toss(open=0, saved=0, opponent_saved=0, seat=0); legal"),
        ({}, 1, ValueError, "the strategy has no move at Toss(open=0, saved=0, opponent_saved=1, seat=1)"),
        *((always(1), seat, ValueError, "seat must be 0") for seat in (2, -1, "first")),
    ],
)
def test_invalid_strategies_and_seats_are_refused(strategy, seat, error, message):
    with pytest.raises(error) as caught:
        best_response(trueodds.RiskOrSafety(2), strategy, seat=seat)
    assert message in str(caught.value)


def test_of_several_best_moves_the_first_one_listed_is_made():
    game = trueodds.Rules(0, lambda x: [4, 3, 9, 1], lambda x, move: [(1, None, int(move != 4))])
    assert given_strategies.choose_move(game, 0, trueodds.solve(game)) == 3


def test_equal_moves_are_replaced_by_those_of_the_game():
    """A strategy that returns 1.0 or True makes move 1."""

    def outcomes(position, move):
        return [(HALF**move, None, 1), (1 - HALF**move, None, 0)] if type(move) is int else [(1, None, 0)]

    game = trueodds.Rules(0, lambda position: [1, 2], outcomes)
    for move in (1, 1.0, True):
        assert duel(game, always(move), always(move)).value == HALF


def reward_of(drawn, strategy, gain, payoff=lambda end: 0):
    """Return the expected total of a gain per outcome and of a function of the payoff at the end."""

    def rewarded(x, move):
        outcomes = [(p, y, None if end is None else payoff(end)) for p, y, end in move]
        return sum(p * gain(x, after) for p, after, _ in move), outcomes

    rules = [[rewarded(x, move) for _, move in own] for x, own in enumerate(drawn.rules)]
    return values_of(replace(drawn, kind=REWARDS, rules=rules), strategy)[0]


def test_statistics_by_linear_equations():
    """Compare results, moves and turns with expected rewards, and count ties on the way."""
    tied = 0
    for seed in range(40):
        drawn = draw(seed, ENDING)
        solution = trueodds.solve(game_of(drawn))
        position = dict(zip(solution.model.positions, range(len(drawn.seats)), strict=False))
        best = [sorted(solution.best_moves_at(x)) if x in position else [0] for x in range(len(drawn.seats))]
        first, reached = [own[0] for own in best], [0]
        for x in reached:  # grows while it is read
            reached += {y for _, y, _ in drawn.rules[x][first[x]][1] if y is not None} - set(reached)
        seen = play_statistics(solution)
        for result, chance in seen.results.items():
            assert chance == reward_of(drawn, first, lambda x, y: 0, lambda end, result=result: int(end == result))
        assert sum(seen.results.values()) == 1
        assert seen.moves == reward_of(drawn, first, lambda x, y: 1)
        passes = [[seat != own for seat in drawn.seats] for own in drawn.seats]
        assert seen.turns == reward_of(drawn, first, lambda x, y, passes=passes: 1 if y is None else int(passes[x][y]))
        assert seen.ties == sum(len(best[x]) > 1 for x in reached)
        tied += seen.ties > 0
    assert tied > 5
    reports = []
    play_statistics(solution, progress=lambda stage, *numbers: reports.append(numbers))
    assert {type(number) for numbers in reports for number in numbers} <= {int, type(None)}


def test_another_worth_of_infinite_play():
    game = trueodds.Rules(0, lambda x: ["wait", "stop"], lambda x, move: [(1, 0)] if move == "wait" else [(1, None, 0)])
    for worth in (0, HALF, 3):
        changed = WithInfinitePlay(game, worth)
        assert trueodds.solve(changed).value == trueodds.solve(copy.deepcopy(changed)).value == worth
        assert (changed.infinite_play, changed.parameters) == (worth, {"infinite_play": str(worth)})
    for game in GAMES:  # texts read the game's own parameters
        assert all(getattr(WithInfinitePlay(game, 1), name) == getattr(game, name) for name in game.parameters)
    with pytest.raises(AttributeError, match="_sides"):
        _ = WithInfinitePlay(trueodds.Pig(7), 1)._sides
