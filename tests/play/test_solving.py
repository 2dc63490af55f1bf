"""A game that begins before it is solved is the same game; errors are raised when the solution is needed."""

import contextlib
import threading
from unittest.mock import Mock

import pytest

import trueodds
from trueodds.play.match import Match, solve_for_play
from trueodds.play.solving import _POLL_SECONDS, Solving, _StoppedError

from .test_match import play_at_random

HALF = trueodds.RiskOrSafety(2).heads


class Waiting(trueodds.Game):
    """A game in which the rules wait for an event: toss for the point, or leave it to the other player."""

    name = "waiting"
    start = (0, 0)

    def __init__(self, moves=("toss", "pass")):
        self.let_go, self.legal = threading.Event(), moves

    def seat(self, position):
        return position[1]

    def moves(self, position):
        return self.legal

    def outcomes(self, position, move):
        if threading.current_thread() is not threading.main_thread():
            assert self.let_go.wait(30)
        if position[0] == 3:
            return [(1, None, position[1])]
        left = HALF if move == "toss" else 1
        ends = [(1 - left, None, 1 - position[1])] if left != 1 else []
        return [*ends, (left, (position[0] + 1, 1 - position[1]), None)]


def test_play_begins_before_the_game_is_solved():
    game, before = Waiting(), set(threading.enumerate())
    solving = Solving(game)
    assert all(thread.daemon for thread in set(threading.enumerate()) - before)  # a player who quits need not wait
    match = Match(solving, seed=1)
    assert list(match.advance()) == []  # the player is asked for the first decision
    assert not solving.wait(0.01)
    assert not solving.one_player()  # the rules show this
    assert match.score().decisions == 0
    game.let_go.set()
    match.decide("pass")
    assert match.cost(match.decisions[0]) == solve_for_play(game).move_values((0, 0))["toss"] - HALF


def test_whether_one_player_plays_alone_is_known_only_from_the_solution():
    game = type("Alone", (Waiting,), {"seat": lambda self, position: 0})()
    solving = Solving(game)
    threading.Timer(0.05, game.let_go.set).start()
    assert solving.one_player()


@pytest.mark.parametrize("game", [trueodds.RiskOrSafety(4), trueodds.Pig(12), trueodds.SuperSix(3)])
def test_it_is_the_same_game(game):
    solved, looked_for = Match(solve_for_play(game), seed=7), Match(Solving(game), seed=7)
    assert play_at_random(looked_for, 1) == play_at_random(solved, 1)
    assert looked_for.score() == solved.score()
    assert looked_for.narrator.chances == solved.narrator.chances
    solve_for_play(game, tell := Mock())
    assert tell.called


def test_errors_are_raised_when_the_solution_is_needed():
    game = Waiting(moves=("toss", "toss"))
    match = Match(Solving(game))
    assert list(match.advance()) == []
    game.let_go.set()
    for _ in range(2):  # every time
        with pytest.raises(ValueError, match="two equal moves"):
            match.decide("toss")


@pytest.mark.parametrize(
    ("here", "there"), [(None, SystemExit), (ValueError, ValueError), (KeyError, ZeroDivisionError)]
)
def test_the_search_for_a_second_player_is_brief_and_leaves_errors_to_the_solution(here, there, monkeypatch):
    monkeypatch.setattr("trueodds.play.solving._MAX_SEARCHED", 5)
    searched = threading.Event()

    def outcomes(at, move):
        if threading.current_thread() is not threading.main_thread():
            assert searched.wait(30)
            raise there("in the solution")
        if at == 3:
            searched.set()
            if here:
                raise here("in the search")
        return [(1, at + 1)] if at < 9 else pytest.fail("the search goes on")

    with pytest.raises(there, match="in the solution"):
        Solving(trueodds.Rules(0, lambda at: ["on"], outcomes)).one_player()


def test_progress_is_shown_while_the_solution_is_waited_for():
    shown, game = [], Waiting()

    @contextlib.contextmanager
    def showing():
        yield lambda *stage: (shown.append(stage), game.let_go.set())

    solving = Solving(game, showing)
    solving._progress("positions", 7, 9)
    assert solving.result().value
    assert ("positions", 7, 9) in shown
    quiet = Solving(Waiting())
    quiet._progress("positions", 7, 9)
    threading.Timer(3 * _POLL_SECONDS, quiet.game.let_go.set).start()
    assert quiet.result().value


def test_unwanted_work_stops():
    begun = threading.Event()

    def outcomes(at, move):
        begun.set()
        return [(1, at + 1, None)]  # endless: only `stop` or the limit ends it

    solving = Solving(trueodds.Rules(0, lambda at: ["on"], outcomes))
    assert begun.wait(10)
    solving.stop()
    assert solving.wait(30)
    with pytest.raises(_StoppedError):
        solving.result()
