"""In a review, luck and skill add up exactly to the result; records are read as written, or refused."""

import json
from unittest.mock import Mock, call

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.cli.play import _name, _summarize
from trueodds.game import make_json_parameters
from trueodds.play.match import Match, make_narrator_of_solution, solve_for_play
from trueodds.play.record import GameRecord, make_recorded_game, read_record, replay, write_record
from trueodds.play.review import format_review, review

from ..small import GAMES
from .test_match import play_at_random

OWN = trueodds.Rules(
    (0, 0),
    lambda at: [("stop",), ("go",)] if at[0] else [("go",)],
    lambda at, move: [(1, None, 3 * at[0] - 1)] if move == ("stop",) or at[0] == 3 else [(1, (at[0] + 1, 1 - at[1]))],
    lambda at: at[1],
)
PLAYERS = ("Ann", "Ben")


def played(solution, seed, both=True):
    """Return a game of which each decision was drawn at random."""
    match = Match(solution, seed % 2, seed=seed, both=both)
    play_at_random(match, seed)
    return match


@pytest.mark.parametrize("game", [*GAMES, OWN], ids=lambda game: game.name)
def test_luck_and_skill_add_up_to_the_result_exactly(game):
    solution = solve_for_play(game)
    mistakes = 0
    for seed in range(5):
        match = played(solution, seed)
        found = review(solution, match.narrator, match.events, PLAYERS)
        assert found.start + found.skill + found.luck == found.result == match.payoff
        assert found.skill == sum(found.costs(1)) - sum(found.costs(0))
        assert all({*move.best} == solution.best_moves_at(move.event.position) for move in found.moves)
        assert all(move.luck == 0 for move in found.moves if move.event.chance == 1)
        for before, after in zip(found.moves, found.moves[1:], strict=False):
            assert before.after == after.before
        made = [(number, event) for number, event in enumerate(match.events, 1)]
        values = {number: solution.move_values(event.position) for number, event in made}
        cost = {number: max(values[number].values()) - values[number][event.move] for number, event in made}
        for seat in (0, 1):
            score, costs = match.score(seat), found.costs(seat)
            assert (score.given_away, score.worst) == (sum(costs), max(costs, default=0))
            assert (score.decisions, score.best) == (len(costs), costs.count(0))
            chosen = [number for number, event in made if event.seat == seat and len(values[number]) > 1]
            assert costs == [cost[number] for number in chosen]
        assert [move.cost for move in found.moves] == list(cost.values())
        listed = {number: move.cost for number, move in found.mistakes()}
        assert listed == {number: lost for number, lost in cost.items() if lost}
        assert list(listed) == sorted(listed, key=lambda number: (-listed[number], number))
        mistakes += len(listed)
        tell = Mock()
        part = review(solution, match.narrator, match.events[:-1], PLAYERS, tell)
        assert tell.call_args_list == [call("moves", number, len(made) - 1) for number in range(len(made) - 1)]
        assert (part.to_json()["over"], part.result) == (False, found.moves[-1].before)
        text = format_review(found)
        assert len(text) > len(found.moves)
        for player, costs in zip(PLAYERS, map(found.costs, (0, 1)), strict=True):
            count = f"{player}: {len(costs)} decision{'s' * (len(costs) != 1)}, {costs.count(0)} best, "
            assert any(line.startswith(count) for line in text) == (len(costs) > 0)
        assert ("No mistakes: every decision was best." in text) == (not found.mistakes())
        data = json.loads(json.dumps(found.to_json()))
        assert (data["over"], data["chances"]) == (True, game != OWN)
        said = [[match.narrator.say(move) for move in one.best] for one in found.moves]
        assert [one["best_said"] for one in data["moves"]] == said
        assert data["decisions"] == [len(found.costs(seat)) for seat in (0, 1)]
        assert data["best"] == [found.costs(seat).count(0) for seat in (0, 1)]
    assert mistakes or game.name in ("super-six", "two-coins", "coinball")


@pytest.mark.parametrize("game", [*GAMES, OWN], ids=lambda game: game.name)
def test_records_survive_a_round_trip(game, tmp_path):
    solution = solve_for_play(game)
    match = played(solution, 3, both=False)
    path = tmp_path / "game.json"
    write_record(path, match.game.name, make_json_parameters(match.game), PLAYERS, match.events)
    record = read_record(path)
    assert game is OWN or make_recorded_game(record) == game
    assert record.players == PLAYERS
    assert replay(solution.game, make_narrator_of_solution(solution), record) == match.events


def test_long_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("trueodds.play.record._MAX_BYTES", 5000)
    path = tmp_path / "game.json"
    for size, message in ((5000, "not a record of a game"), (5001, "must have at most 5,000 bytes")):
        path.write_text("{}".ljust(size))
        with pytest.raises(ValueError, match=message):
            read_record(path)


@pytest.mark.parametrize(("payoff", "says"), [(1, "has won."), (mpq(3), "gets 3.")])
def test_the_player_of_seat_1_may_move_first(payoff, says):
    game = trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(1, None, payoff)], lambda at: np.int64(1))
    narrator = make_narrator_of_solution(solution := trueodds.solve(game))
    found = review(solution, narrator, [], PLAYERS)
    assert json.loads(json.dumps(found.to_json()))["first"] == 1
    text = format_review(found)
    assert text[0].endswith("Ben moved first, Ann second.")
    assert text[-2].startswith("The value for the player who moved second: ")
    match = Match(solution, 0, both=True)
    [event] = match.advance()
    [again] = replay(game, narrator, GameRecord("own game", {}, PLAYERS, [("go", 0, "0")]))
    assert type(event.seat) is type(again.seat) is int
    assert narrator.say_outcome(event) == ""
    assert _summarize(match)[0] == f"The second player {says}"
    assert [_name(match, seat) for seat in (0, 1)] == ["Second player", "First player"]
