"""--method for users' own games and models, as the docs show it."""

import csv
import io
import json

import pytest

from trueodds.cli import run

from ..extras import need

OWN = """
from fractions import Fraction
import trueodds

class Own(trueodds.Game):
    name = "own"

    def __init__(self, goal=3):
        self.goal = goal

    start = (0, 0, 0)

    def seat(self, position):
        return position[2]

    def moves(self, position):
        return ["one", "two"]

    def outcomes(self, position, move):
        mine, its, seat = position
        step, chance = (1, Fraction(1, 2)) if move == "one" else (2, Fraction(1, 3))
        won = mine + step >= self.goal
        after = (None, 1 - seat) if won else ((its, mine + step, 1 - seat),)
        return [trueodds.Outcome(chance, *after), trueodds.Outcome(1 - chance, (its, mine, 1 - seat))]
"""
MODEL = """
smg
player p1 [a], [b] endplayer
player p2 [c], [d] endplayer
module m
  s : [0..4];
  [a] s=0 -> 1/2:(s'=1) + 1/2:(s'=3);
  [b] s=0 -> 1/3:(s'=1) + 2/3:(s'=4);
  [c] s=1 -> 1/2:(s'=3) + 1/2:(s'=4);
  [d] s=1 -> 1/5:(s'=3) + 4/5:(s'=0);
endmodule
rewards true : 1; endrewards
"""
ASKED = ("--property", "<<p1>> Pmax=? [ F s=3 ]")


@pytest.fixture
def out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "model.prism").write_text(MODEL)

    def say(*words, status=0):
        if "model.prism" in words:
            need("stormpy")
        assert run(words) == status
        told = capsys.readouterr()
        return told.err if status else told.out

    return say


@pytest.mark.parametrize(
    "words", [("own.py:Own", "--goal", "2"), ("own.py:Own", "--goal", "4"), ("model.prism", *ASKED)]
)
def test_both_methods_give_one_answer(out, words):
    usual, general, start = (
        json.loads(out("solve", *words, *more, "--json"))
        for more in ((), ("--method", "general"), ("--method", "start"))
    )
    assert usual == general
    assert (start["value"], start["best_moves"]) == (general["value"], general["best_moves"])
    assert start["method"] != general["method"]
    assert start["proved"]


def test_a_sweep_takes_a_method(out):
    tables = [
        list(csv.DictReader(io.StringIO(out("sweep", "own.py:Own", "--over", "goal=1,2,4", *more))))
        for more in ((), ("--method", "start"))
    ]
    assert tables[0] == tables[1]
    wrong = out("sweep", "own.py:Own", "--over", "goal=1..3", "--method", "none", status=2)
    assert "method must be one of general, start, not 'none'" in wrong


def test_a_tie_that_bounds_cannot_see_is_refused(out):
    told = out("solve", "own.py:Own", "--goal", "3", "--method", "start", status=1)
    assert "bounds cannot tell 'one', 'two' apart; method general compares all moves exactly" in told


def test_methods_of_an_own_entry(out, tmp_path):
    more = (
        "ENTRY = trueodds.Entry(Own, 'Own.', methods={'mine': trueodds.catalog.entry.Method("
        "'trueodds.solver.general:solve', 'my own')})\n"
    )
    (tmp_path / "own.py").write_text("import trueodds.catalog.entry\n" + OWN + more)
    assert out("solve", "own.py:Own", "--method", "mine") == out("solve", "own.py:Own")
    wrong = out("solve", "own.py:Own", "--method", "none", status=2)
    assert "method must be one of mine, general, start, not 'none'" in wrong


@pytest.mark.parametrize(
    ("more", "part"),
    [
        ((*ASKED, "--method", "none"), "'none' is not one of 'general', 'start'"),
        ((*ASKED, "--method", "start", "--bounds"), "--bounds and --method exclude each other"),
        ((*ASKED, "--method", "start", "--strategy", "x.csv"), "it goes with --method general, not with 'start'"),
        (
            ("--property", "<<p1>> Rmax=? [ F s>=3 ]", "--method", "start"),
            "method start takes no game whose moves gain",
        ),
    ],
)
def test_refusals_of_a_model(out, tmp_path, more, part):
    assert part in out("solve", "model.prism", *more, status=2)
    assert not (tmp_path / "x.csv").exists()


def test_a_listing_of_a_model_says_what_it_shows(out):
    lines = out("strategy", "model.prism", *ASKED).splitlines()
    assert lines == ["model.prism", "<<p1>> Pmax=? [ F s=3 ]:", "s=0: p1: a  = 0.75", "s=1: p2: c  = 0.5"]
