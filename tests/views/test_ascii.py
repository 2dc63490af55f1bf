"""Pictures in plain characters."""

import numpy as np
import pytest

import trueodds
from trueodds.drawing import pictures
from trueodds.pictures import Curves, Grid
from trueodds.views.ascii import text


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


def test_letters_stand_for_words():
    assert "\nA: A" not in text(pictures(trueodds.TwoCoins(4)))
    assert "\n=: ties, both exactly as good\n" in text(pictures(trueodds.TwoCoins(4)))
    assert "\nr: rush, p: pass, =: ties, both exactly as good\n" in text(pictures(trueodds.Coinball(4)))
    assert "=" not in text(pictures(trueodds.SuperSix(2)))  # has no ties, and tells of none


def test_curves_are_for_files():
    with pytest.raises(ValueError, match="write them to a file"):
        text([Curves("title", "x", "y", [("line", [0, 1], [5, 6])])])
