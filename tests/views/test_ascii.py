"""Pictures in plain characters."""

import itertools

import numpy as np
import pytest

import trueodds
from trueodds.drawing import kinds, pictures
from trueodds.pictures import Curves, Grid
from trueodds.views.ascii import text

GAMES = [
    trueodds.RiskOrSafety(75, 60),
    trueodds.Coinball(100),
    trueodds.TwoCoins(100),
    trueodds.Greed(30, 3),
    trueodds.Pig(60),
    trueodds.TheRace(30),
    trueodds.SuperSix(3),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("line", [80, 40])
def test_everything_fits(game, line):
    for kind in kinds(game):
        if kind in ("advantage", "curve"):
            continue
        lines = text(pictures(game, kind), line).splitlines()
        assert max(map(len, lines)) <= line
        assert all(line == line.rstrip() for line in lines)


def test_numbers_stand_in_the_cells():
    [panel] = pictures(trueodds.Greed(3, 2), "last")
    lines = text([panel]).splitlines()
    assert lines[2] == "    0     3  score of the player to roll"
    assert lines[7] == "3 | " + " ".join(map(str, panel.labels[3]))
    assert lines[9].startswith("ties, several moves exactly as good, at ")


def test_shades_are_tenths():
    cells = np.array([[0.0, 0.099, 0.1, 0.55], [0.999, 1.0, np.nan, 0.5]])
    grid = Grid("title", "x", "y", "chance", range(4), range(2), cells, even=True, blank="none")
    assert text([grid]).splitlines() == [
        "title",
        "y",
        "    0     3  x",
        "  +---------",
        "0 | 0 0 1 5",
        "1 | 9 9   5",
        "chance: 0 is 0 to 0.1, …, 9 is 0.9 to 1",
        "blank: none",
    ]


def test_what_does_not_fit_is_thinned_and_says_so():
    lines = text(pictures(trueodds.RiskOrSafety(90))).splitlines()
    assert lines[-1] == "every 3rd row, every 2nd column"
    assert lines[4].startswith(" 1 |")
    assert lines[33].startswith("88 |")


def test_letters_stand_for_words():
    assert "\nA: A" not in text(pictures(trueodds.TwoCoins(4)))
    assert "\n=: ties, both exactly as good\n" in text(pictures(trueodds.TwoCoins(4)))
    assert "\nr: rush, p: pass, =: ties, both exactly as good\n" in text(pictures(trueodds.Coinball(4)))
    assert "=" not in text(pictures(trueodds.SuperSix(2)))  # has no ties, and tells of none


def test_curves():
    lines = text([Curves("title", "x", "y", [("line", [0, 1, 2], [5, 6, 7])], marks=[1.0], marks_title="here")]).split(
        "\n"
    )
    assert lines[0] == "title"
    assert lines[2].startswith("7 |")
    assert lines[2].endswith("*")
    assert lines[21].startswith("5 |*")
    assert sum(":" in line for line in lines[2:22]) >= 19
    assert lines[-1] == ": here at 1"


def test_curves_are_as_wide_as_the_line():
    curves = Curves("a long title of a picture", "x", "y", [("line", [0, 1], [5, 6])], marks=[1.0], marks_title="here")
    lines = text([curves], 24).splitlines()
    assert max(map(len, lines)) == 24
    assert lines[:2] == ["a long title of a", "picture"]


def test_logarithmic_axes_straighten_a_power():
    n = [1, 2, 4, 8, 16]
    rows = text([Curves("t", "n", "v", [("1/n", n, [1 / k for k in n])], logarithmic=True)]).splitlines()[2:22]
    places = [(at, row.index("*")) for at, row in enumerate(rows) if "*" in row]
    slopes = {round((b[1] - a[1]) / (b[0] - a[0])) for a, b in itertools.pairwise(places)}
    assert len(places) == 5
    assert slopes <= {3, 4}


def test_one_cell():
    assert text(pictures(trueodds.RiskOrSafety(1))).splitlines()[2:] == ["    1  the opponent needs", "  +---", "1 | 1"]
