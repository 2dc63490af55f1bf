"""A game of one's own whose file has an entry: its words serve in play, advice and pages; units are right."""

import io
import json
import re
import sys

import pytest

from trueodds.cli import run

FILE = '''
from fractions import Fraction
from typing import NamedTuple

import trueodds
from trueodds.catalog.entry import Rule
from trueodds.catalog.narrator import Narrator

HALF = Fraction(1, 2)


class At(NamedTuple):
    steps: int
    luck: int


class Walk(trueodds.Game):
    """A walk."""

    name = "walk"
    parameters = {}
    start = At(0, 0)

    def __init__(self, prize=1):
        self.prize = prize

    def seat(self, position):
        return 0

    def moves(self, position):
        return ["rest", "walk"]

    def outcomes(self, position, move):
        steps, luck = position
        if steps == 3 or move == "rest":
            return [trueodds.Outcome(1, None, self.prize if luck > 0 else 0)]
        return [trueodds.Outcome(HALF, At(steps + 1, luck + way)) for way in (1, -1)]


class Words(Narrator):
    def standing(self, position):
        return f"{position.steps} steps made."

    def say(self, move):
        return f"have a {move}"


ENTRY = trueodds.Entry(
    Walk,
    "A walk in the park.",
    narrator=Words,
    rules=(Rule("rest at N", lambda game, position, number: "rest" if position.steps >= number else "walk"),),
    map=("luck", "steps"),
)
'''


@pytest.fixture
def out(monkeypatch, capsys, tmp_path):
    (tmp_path / "walk.py").write_text(FILE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def say(*arguments, typed=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert run(list(arguments)) == 0
        return capsys.readouterr().out

    return say


def test_words_in_play_and_advice(out):
    text = out("play", "walk.py:Walk", typed="r\n")
    assert "0 steps made.\n" in text
    assert "You: have a rest. The second player has won" not in text  # nothing is said of what was certain
    assert text.splitlines()[-2] == "You lost."
    assert (
        out("advise", "walk.py:Walk") == "have a walk: 62.5 %; have a rest: 0 %, that is 62.5 percentage points less\n"
    )


def test_payoffs_by_their_numbers(out):
    assert out("advise", "walk.py:Walk", "--prize", "7") == "have a walk: 4.375; have a rest: 0, that is 4.375 less\n"
    assert out("play", "walk.py:Walk", "--prize", "7", typed="r\n").splitlines()[-2] == "You get 0."
    statistics = out("solve", "walk.py:Walk", "--prize", "7", "--statistics")
    assert "payoff 0 " in statistics
    assert "loss" not in statistics


def test_words_on_the_page(out, tmp_path):
    out("explore", "walk.py:Walk", "-o", "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])
    assert data["standing"][0] == "0 steps made."
    assert data["names"] == ["have a rest", "have a walk"]
    assert data["map"] == [data["fields"].index("luck"), data["fields"].index("steps")]
    assert data["alone"] is True
    assert "A walk in the park." in text


def test_a_row_for_every_move(out, tmp_path):
    out("strategy", "walk.py:Walk", "--output", "walk.csv")
    lines = (tmp_path / "walk.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "steps,luck,seat,move,value,decimal,cost,best,tie"
    assert lines[2] == "0,0,0,walk,5/8,0.625,0.0,true,false"


def test_completion_opens_no_file(tmp_path, monkeypatch, capsys):
    (tmp_path / "loud.py").write_text("print('opened')\nimport trueodds\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    from click.shell_completion import ShellComplete

    from trueodds.cli import trueodds as program

    found = ShellComplete(program, {}, "trueodds", "_X").get_completions(["solve", "loud.py:game"], "--")
    assert "--json" in {one.value for one in found}
    assert "opened" not in capsys.readouterr().out


def test_another_worth_of_infinite_play_keeps_its_words(out):
    plain = ("--opponent", "rest at 1", "--seed", "1")
    told = out("play", "walk.py:Walk", *plain, typed="walk\nwalk\nrest\nrest\n")
    assert "1 steps made." in told
    again = out("play", "walk.py:Walk", "--infinite-play", "1/2", *plain, typed="walk\nwalk\nrest\nrest\n")
    assert again.replace("walk, infinite play 1/2.", "walk.") == told
    pages = [out("explore", "walk.py:Walk", *more, "-o", "-") for more in ((), ("--infinite-play", "1/2"))]
    assert all("A walk in the park." in page and "have a walk" in page for page in pages)


def test_a_game_for_one_is_called_so(out):
    assert "value of the start for the one player:" in out("solve", "walk.py:Walk")
    assert "if the player plays by the first best move:" in out("solve", "walk.py:Walk", "--statistics")
    assert "value of the start for the one player:" in out("solve", "two-coins", "--flips", "2")
    assert "value of the start for the player who moves first:" in out("solve", "pig", "--target", "3")
