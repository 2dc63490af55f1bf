"""Best responses, duels and play statistics agree with enumeration."""

import copy
import random
from dataclasses import replace

from gmpy2 import mpq

import trueodds
from trueodds.solver.given_strategies import Followed, WithInfinitePlay, is_one_player, play_statistics
from trueodds.solver.model import explore
from trueodds.strategies import best_response, duel

from ..small import GAMES
from .oracle import ENDING, REWARDS, against_all, draw, game_of, solve, values_of

HALF = mpq(1, 2)


def always(move):
    return lambda position: move


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
    assert not is_one_player(game, goes, max_positions=1)


def test_statistics_report_their_progress():
    solution, reports = trueodds.solve(trueodds.Pig(6)), []
    play_statistics(solution, progress=lambda *report: reports.append(report))
    assert {type(number) for _, *numbers in reports for number in numbers} <= {int, type(None)}
    done = [(done, total) for stage, done, total in reports if stage == "statistics"]
    assert done == sorted(done)
    assert 0 <= done[-1][0] < done[-1][1]
    assert {total for _, total in done} == {len(explore(Followed(solution.game, {0: solution, 1: solution})).positions)}


def test_duels_and_best_responses_by_enumeration():
    """The given strategies are solutions or random; all replies are tried."""
    luck = random.Random(1)
    for seed in range(10):
        drawn = draw(seed, ENDING)
        game = game_of(drawn, x := luck.randrange(len(drawn.seats)))
        solution, values = trueodds.solve(game), solve(drawn)
        some = [luck.randrange(len(own)) for own in drawn.rules]
        assert duel(game, solution, solution).value == values[x]
        assert duel(game, some.__getitem__, dict(enumerate(some))).value == values_of(drawn, some)[x]
        for seat in (0, 1):  # the seat whose strategy is given
            assert best_response(game, some.__getitem__, seat=seat).value == against_all(drawn, seat, some)[x]
            assert best_response(game, solution, seat=seat).value == values[x]


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
        drawn = draw(seed, ENDING, payoffs=None if seed % 4 else (1,))
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


def test_another_worth_of_infinite_play():
    game = trueodds.Rules(0, lambda x: ["wait", "stop"], lambda x, move: [(1, 0)] if move == "wait" else [(1, None, 0)])
    for worth in (0, HALF, 3):
        changed = WithInfinitePlay(game, worth)
        assert trueodds.solve(changed).value == trueodds.solve(copy.deepcopy(changed)).value == worth
        assert (changed.infinite_play, changed.parameters) == (worth, {"infinite_play": str(worth)})
    for game in GAMES:  # texts read the game's own parameters
        assert all(getattr(WithInfinitePlay(game, 1), name) == getattr(game, name) for name in game.parameters)
