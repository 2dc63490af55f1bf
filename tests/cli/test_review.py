"""`trueodds play --record` and `trueodds review`: games are kept and looked at again, own ones and two people's too."""

import io
import json
import shlex
import sys
from fractions import Fraction

import pytest

from trueodds.cli import run

from ..extras import need

OWN = """
import trueodds

half = trueodds.Outcome(1).probability


class Steps(trueodds.Game):
    name = "steps"

    def __init__(self, steps=3, colour="red"):
        self.steps, self.colour = steps, colour

    @property
    def parameters(self):
        return {"steps": self.steps, "colour": self.colour}

    start = (0, 0)

    def seat(self, position):
        return position[1]

    def moves(self, position):
        return ["stop", "go"]

    def outcomes(self, position, move):
        made, seat = position
        if move == "stop" or made == self.steps:
            return [trueodds.Outcome(1, None, made)]
        return [trueodds.Outcome(1, (made + 1, 1 - seat))]
"""


@pytest.fixture
def out(monkeypatch, capsys):
    def say(*arguments, typed="", status=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert run(list(arguments)) == status
        captured = capsys.readouterr()
        return captured.err if status else captured.out

    return say


def test_a_game_is_kept_and_reviewed(out, tmp_path):
    record, page = tmp_path / "game.json", tmp_path / "game.html"
    out("play", "risk-or-safety", "--target", "5", "--seed", "5", "--record", str(record), typed="t\n" * 40)
    text = out("review", str(record))
    assert text.startswith("risk-or-safety, target 5: You moved first, optimal second.\n")
    assert "Mistakes, the worst first:" in text
    data = json.loads(out("review", str(record), "--json"))
    assert Fraction(data["start"]) + Fraction(data["skill"]) + Fraction(data["luck"]) == Fraction(data["result"])
    assert data["over"] is True
    assert out("review", str(record), "-o", str(page)) == ""
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_two_people_at_one_board(out, tmp_path):
    record = tmp_path / "game.json"
    typed = "r\nh\n" * 40
    text = out(
        "play", "pig", "--target", "12", "--opponent", "human", "--seed", "2", "--record", str(record), typed=typed
    )
    assert "pig, target 12. Two people play.\n" in text
    assert "First player: You have" in text
    assert "Second player: You have" in text
    assert "player has won.\nFirst player: " in text
    assert out("review", str(record)).startswith("pig, target 12: First player moved first, Second player second.")


def test_a_game_that_was_left(out, tmp_path):
    record = tmp_path / "game.json"
    out("play", "risk-or-safety", "--target", "20", "--seed", "2", "--record", str(record), typed="")
    assert "where it stopped." in out("review", str(record))


def test_a_game_of_ones_own_with_parameters(out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(OWN, encoding="utf-8")
    out("play", "steps.py:Steps", "--steps", "2", "--opponent", "human", "--record", "game.json", typed="go\nstop\n")
    kept = json.loads((tmp_path / "game.json").read_text())
    assert (kept["game"], kept["parameters"]) == ("steps.py:Steps", {"steps": "2"})
    assert "--game steps.py:Steps" in out("review", "game.json", status=2)  # no file is run unasked
    text = out("review", "game.json", "--game", "steps.py:Steps")
    assert "second player: stop" in text.lower()
    assert "1 at the end." in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("steps.py:Steps", "--steps", "__import__('os')"), "--steps must be a number, such as 3"),
        (("steps.py:Steps(steps=4)",), "your own game is FILE.py:NAME"),
        (("steps.py:Steps", "--size", "4"), "No such option"),
        (("steps.py:game",), "has no 'game'"),
        (("steps.py:a.b",), "your own game is FILE.py:NAME"),
    ],
)
def test_parameters_that_are_refused(out, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(OWN, encoding="utf-8")
    error = out("solve", *arguments, status=2)
    assert message in error
    assert error.count("\n") == 1


def test_parameters_as_options(out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(OWN, encoding="utf-8")
    arguments = ("steps.py:Steps", "--steps", "5", "--colour", "blue")
    assert json.loads(out("solve", *arguments, "--json"))["parameters"] == {"steps": 5, "colour": "blue"}


def test_advice_by_fields(out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(OWN, encoding="utf-8")
    assert out("advise", "steps.py:Steps", "--position", "part_1=2, part_2=0") == out(
        "advise", "steps.py:Steps", "--position", "(2, 0)"
    )
    assert out("advise", "steps.py:Steps", "--position", "part_1=2") == out(
        "advise", "steps.py:Steps", "--position", "part_1=2, part_2=0"
    )  # as at the start, where it is 0
    wrong = out("advise", "steps.py:Steps", "--position", "steps=2", status=2)
    assert "the fields of a position are part_1, part_2, not steps" in wrong


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("steps.py:Steps", ()),
        ("steps.py:Steps", ("--steps", "2", "--colour", "dark blue")),
        ("steps.py:Steps", ("--steps", "2", "--colour", '$5 "x"')),
        ("steps.py:Steps", ("--max-positions", "50", "--infinite-play", "1/2")),
        ("openspiel:tic_tac_toe", ()),
    ],
)
@pytest.mark.parametrize("record", ["game.json", "my $game.json"])
def test_the_command_that_play_prints_reviews_the_game(out, tmp_path, monkeypatch, name, words, record):
    if name.startswith("openspiel"):
        need("pyspiel")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(OWN, encoding="utf-8")
    told = out("play", name, *words, "--seed", "5", "--record", record, typed="1\n" * 40)
    command = shlex.split(told.splitlines()[-1].partition("trueodds ")[2])
    assert command[:2] == ["review", record]
    assert "moved first" in out(*command)
    for option in words[:1]:
        if option == "--max-positions":
            assert command[-4:] == ["--infinite-play", "1/2", "--max-positions", "50"]


def test_a_game_of_openspiel_is_reviewed_without_its_name(out, tmp_path):
    need("pyspiel")
    record = str(tmp_path / "game.json")
    out("play", "openspiel:tic_tac_toe", "--seed", "5", "--record", record, typed="1\n" * 40)
    assert "moved first" in out("review", record)


def test_what_is_to_be_typed_next_can_be_pasted(out, tmp_path):
    record, page = tmp_path / "my game.json", tmp_path / "page.html"
    told = out("play", "pig", "--target", "5", "--seed", "5", "--record", str(record), typed="h\n" * 40)
    assert told.endswith(f'look at it again:  trueodds review "{record}"\n')
    assert out("review", str(record), "-o", str(page)) == ""
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
