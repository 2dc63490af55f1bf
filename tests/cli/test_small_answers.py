"""Small things that users tripped over: each is answered in a line that helps."""

import io

import pytest

import trueodds
from trueodds.cli import run

OWN = """
import trueodds

class Climb(trueodds.Game):
    start = (0, 0)

    def __init__(self, top=3, pay=0, name="climb"):
        self.top, self.pay, self.name = top, pay, name

    def seat(self, at):
        return at[1]

    def moves(self, at):
        return ["up", "stop"]

    def outcomes(self, at, move):
        if move == "stop" or at[0] == self.top:
            return [(1, None, self.pay if move == "stop" else 3 - 4 * at[1])]
        return [(1, (at[0] + 1, 1 - at[1]))]
"""


@pytest.fixture
def place(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN, encoding="utf-8")
    return f"{path}:Climb"


def test_the_matrix_of_a_game_without_a_table_is_refused(capsys):
    assert run(["strategy", "super-six", "--matrix"]) == 2
    error = capsys.readouterr().err
    assert error == (
        "trueodds: --matrix: this game has no table; --output FILE.csv writes a row for every position and move\n"
    )


def test_a_payoff_of_0_alone_is_no_loss(place, capsys):
    """Best play of a game with payoffs 3, 0 and -1 may come to 0 only."""
    assert run(["solve", place, "--statistics"]) == 0
    out = capsys.readouterr().out
    assert "  payoff 0 1/1" in out
    assert "loss" not in out
    assert run(["simulate", place, "--games", "100", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "payoff 0" in out
    assert "loss" not in out


def test_a_word_where_a_number_is_usual(place, capsys):
    assert run(["solve", place, "--top", "high"]) == 2
    assert capsys.readouterr().err == "trueodds: --top must be a number, such as 3, not 'high'\n"
    assert run(["solve", place, "--name", "stairs", "--top", "2"]) == 0
    assert capsys.readouterr().out.startswith("stairs")


def test_progress_is_a_function():
    for solve in (trueodds.solve, trueodds.dispatch.solve_moves):
        with pytest.raises(TypeError, match=r"progress must be a function of stage, done and total, .* not True"):
            solve(trueodds.Pig(3), progress=True)


def test_a_page_that_is_too_large_names_a_size(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("trueodds.answers.graph.MAX_POSITIONS", 100)
    assert run(["explore", "hog", "--target", "100"]) == 2
    said = "hog is too large: a page holds at most 100 positions, and 2000 moves and outcomes; --target 40 makes one"
    assert capsys.readouterr().err == f"trueodds: {said}\n"


@pytest.mark.parametrize(
    ("game", "usual", "smaller"), [("hog", "target 100", "--target 40"), ("greed", "limit 100", "--limit 30")]
)
def test_a_game_whose_usual_size_makes_no_page_gets_a_smaller_one(game, usual, smaller, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("trueodds.drawing.page", lambda game, progress: f"{game!r}")
    assert run(["explore", game]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"trueodds: note: {game}, {usual} is too large for a page; this is {smaller}\n"
    assert captured.out.startswith(f"{game}-{smaller.split()[1]}.html")


NAMED = """
from fractions import Fraction
from typing import NamedTuple

import trueodds

class At(NamedTuple):
    points: int
    throws_left: int
    seat: int = 0

def outcomes(at, move):
    half = Fraction(1, 2)
    if move == "cash" or at.throws_left == 1:
        return [(1, None, at.points)]
    return [(half, At(at.points + 2, at.throws_left - 1)), (half, None, -1)]

game = trueodds.Rules(At(0, 3), lambda at: ["throw", "cash"], outcomes)
"""


def test_fields_of_own_positions_are_told_by_their_names(capsys, monkeypatch, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(NAMED, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("throw\n"))
    assert run(["play", f"{path}:game", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "\npoints 0, throws left 3\nthrow or cash? throw\n" in out
    assert "Payoff -1 (chance 1/2)." in out or "Then points 2, throws left 2 (chance 1/2)." in out


def test_a_game_for_one_has_one_player_in_simulations(capsys, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(NAMED, encoding="utf-8")
    assert run(["simulate", f"{path}:game", "--games", "100", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "\nplayer: optimal\n" in out
    assert "\nvalue for the one player:\n" in out
    assert "second" not in out
