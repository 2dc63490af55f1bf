"""`solve … --statistics` refuses a game with too many positions before it is solved."""

import pytest

import trueodds
from trueodds.cli import run
from trueodds.solver import given_strategies
from trueodds.solver.model import explore


def count_reached(solution):
    return len(explore(given_strategies.Followed(solution.game, {0: solution, 1: solution})).positions)


@pytest.mark.parametrize(
    ("words", "positions"),
    [(["pig", "--target", "2000"], "at least 7"), (["risk-or-safety", "--target", "5000"], "at least 50000000")],
)
def test_too_large_a_game_is_refused_before_it_is_solved(words, positions, capsys, monkeypatch):
    monkeypatch.setattr("trueodds.dispatch.solve", lambda *_, **__: pytest.fail("it was solved"))
    assert run(["solve", *words, "--statistics"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert positions in captured.err
    assert "estimate them with `trueodds simulate`" in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    "game", [trueodds.RiskOrSafety(30), trueodds.Greed(20), trueodds.Coinball(30)], ids=lambda game: game.name
)
def test_what_is_refused_before_it_is_solved_would_be_refused_after(game):
    solution = trueodds.solve(game)
    reached = count_reached(solution)
    given_strategies.check_statistics(game, reached)
    trueodds.play_statistics(solution, reached)
    with pytest.raises(MemoryError, match="positions"):
        trueodds.play_statistics(solution, reached - 1)


def test_progress_has_totals():
    calls = []
    solution = trueodds.solve(trueodds.RiskOrSafety(10))
    trueodds.play_statistics(solution, progress=lambda *call: calls.append(call))
    done = [(number, total) for stage, number, total in calls if stage == "statistics"]
    assert done == sorted(done)
    assert {total for _, total in done} == {count_reached(solution)}
