"""`trueodds play --record` and `trueodds review`: games are kept and looked at again, own ones and two people's too."""

import io
import json
import sys
from fractions import Fraction

import pytest

from trueodds.cli import run

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
    data = json.loads(out("review", str(record), "--json", "--page", str(page)))
    assert Fraction(data["start"]) + Fraction(data["skill"]) + Fraction(data["luck"]) == Fraction(data["result"])
    assert data["over"] is True
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_two_people_at_one_board(out, tmp_path):
    record = tmp_path / "game.json"
    typed = "r\nh\n" * 40
    text = out(
        "play", "pig", "--target", "12", "--against", "human", "--seed", "2", "--record", str(record), typed=typed
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
    out("play", "steps.py:Steps", "--steps", "2", "--against", "human", "--record", "game.json", typed="go\nstop\n")
    assert json.loads((tmp_path / "game.json").read_text())["game"] == "steps.py:Steps(steps=2)"
    assert '--game "steps.py:Steps(steps=2)"' in out("review", "game.json", status=2)  # no file is run unasked
    text = out("review", "game.json", "--game", "steps.py:Steps(steps=2)")
    assert "second player: stop" in text.lower()
    assert "1 at the end." in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("steps.py:Steps(steps=__import__('os'))",), "is not a plain value such as 50"),
        (("steps.py:Steps(4)",), "parameters are given by name"),
        (("steps.py:Steps(size=4)",), "no parameter 'size'; it takes steps, colour"),
        (("steps.py:Steps(steps=4", "--steps", "3"), "cannot be read"),
        (("steps.py:Steps(**{})",), "parameters are given by name"),
        (("steps.py:game(x=1)",), "has no 'game'"),
        (("steps.py:a.b",), "a game of your own is FILE.py:NAME"),
    ],
)
def test_parameters_that_are_refused(out, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(OWN, encoding="utf-8")
    error = out("solve", *arguments, status=2)
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "arguments", [("steps.py:Steps(steps=5, colour='blue')",), ("steps.py:Steps", "--steps", "5", "--colour", "blue")]
)
def test_parameters_in_brackets_and_as_options(out, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(OWN, encoding="utf-8")
    assert json.loads(out("solve", *arguments, "--json"))["parameters"] == {"steps": 5, "colour": "blue"}


def test_advice_by_fields(out, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(OWN, encoding="utf-8")
    assert out("advise", "steps.py:Steps", "--position", "part_1=2, part_2=0") == out(
        "advise", "steps.py:Steps", "--position", "(2, 0)"
    )
    wrong = out("advise", "steps.py:Steps", "--position", "steps=2", status=2)
    assert "the fields of a position are part_1, part_2, not steps" in wrong


def test_what_is_to_be_typed_next_can_be_pasted(out, tmp_path):
    record, page = tmp_path / "my game.json", tmp_path / "page.html"
    told = out("play", "pig", "--target", "5", "--seed", "5", "--record", str(record), typed="h\n" * 40)
    assert told.endswith(f'look at it again:  trueodds review "{record}"\n')
    assert f"{page}: the same as a page; open it in a browser" in out("review", str(record), "-o", str(page))
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
