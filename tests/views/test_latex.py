"""A solution as LaTeX."""

import re

import numpy as np
import pytest

import trueodds
from trueodds.pictures import Grid
from trueodds.views.latex import page


@pytest.mark.parametrize(
    "game",
    [
        trueodds.RiskOrSafety(5, 1, "2/5"),
        trueodds.RiskOrSafety(50),
        trueodds.Coinball(tosses=10, opponent="always-rush"),
        trueodds.SuperSix(sticks=1),
    ],
    ids=lambda game: f"{game.name}-{len(game.parameters)}",
)
def test_braces_match_and_rows_have_equal_length(game):
    solution = trueodds.solve(game)
    text = page(solution)
    assert text.isascii()
    bare = text.replace("\\{", "").replace("\\}", "")
    assert bare.count("{") == bare.count("}")
    assert text.count("$$") == 2 * (1 + len(solution.tables()))
    tables = re.findall(r"\\begin\{array\}\{r\|(r+)\}\n(.*?)\n\\end\{array\}", text, re.DOTALL)
    assert len(tables) == len(solution.tables())
    for columns, body in tables:
        for row in body.split("\\\\"):
            assert row.count("&") == len(columns)


def test_long_numbers_and_small_ones():
    assert r"\ldots" in page(trueodds.solve(trueodds.RiskOrSafety(50)))
    assert r"\approx 1.57772181044202 \cdot 10^{-30}" in page(trueodds.solve(trueodds.RiskOrSafety(100, 1)))


def test_names_of_users_are_escaped():
    game = trueodds.Rules(0, lambda position: ["go_on"], lambda position, move: [(1, None, 1)], name="50% {a}^b~\\")
    text = page(trueodds.solve(game))
    assert r"50\% \{a\}\textasciicircum{}b\textasciitilde{}\textbackslash{}; the only player to move" in text
    assert r"best move: go\_on" in text
    assert "$$1$$" in text


@pytest.mark.parametrize(("tie", "stars"), [((39, 39), 1), ((40, 0), 0), ((0, 40), 0)])
def test_the_note_on_ties_stands_below_maps_that_show_one(tie, stars):
    tied = np.zeros((41, 41), dtype=bool)
    tied[tie] = True
    grid = Grid("t", "x", "y", "", range(41), range(41), np.ones((41, 41)), tied=tied)
    text = page(trueodds.solve(trueodds.RiskOrSafety(2)), grid)
    assert (text.count("^*"), text.count("* several moves are exactly equal")) == (stars, stars)
