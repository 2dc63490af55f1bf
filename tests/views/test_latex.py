"""A solution as LaTeX."""

import re

import numpy as np
import pytest

import trueodds
from trueodds.pictures import Grid
from trueodds.views.latex import render_solution
from trueodds.views.parts import shorten


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
    text = render_solution(solution)
    assert text.isascii()
    bare = text.replace("\\{", "").replace("\\}", "")
    assert bare.count("{") == bare.count("}")
    assert text.count("$$") == 2 * (1 + len(solution.tables()))
    found = arrays(text)
    assert len(found) == len(solution.tables())
    for (_, head, body), table in zip(found, map(shorten, solution.tables()), strict=True):
        assert head == list(map(str, table.columns))
        assert body == [
            [str(label), *(f"{cell}^*" if tie else str(cell) for cell, tie in zip(row, tied, strict=True))]
            for label, row, tied in zip(table.rows, table.cells, table.tied, strict=True)
        ]


def arrays(text):
    """Return the caption, the labels of the columns, and the rows with their labels of every table."""
    found = re.findall(r"([^\n]*)\n\$\$\\begin\{array\}\{r\|(r+)\}\n(.*?)\n\\end\{array\}", text, re.DOTALL)
    rows = [[[cell.strip() for cell in row.split("&")] for row in body.split("\\\\")] for _, _, body in found]
    for (_, columns, _), (head, *body) in zip(found, rows, strict=True):
        body[0][0] = body[0][0].removeprefix("\\hline").strip()
        assert {len(row) for row in (head, *body)} == {len(columns) + 1}
    return [(caption, head[1:], body) for (caption, *_), (head, *body) in zip(found, rows, strict=True)]


@pytest.mark.parametrize("seed", range(12))
def test_maps_are_read_back(seed):
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(2, 60, 2).tolist())
    cells = random.integers(1, 4, shape).astype(float)
    cells[random.random(shape) < 0.2] = np.nan
    tied, classes = np.zeros(shape, dtype=bool), ("stop", "go", "7") if seed % 2 else ()
    tied.flat[random.integers(cells.size)] = True
    grid = Grid("t", "across", "down", "", range(-3, shape[1] - 3), range(5, shape[0] + 5), cells, classes, tied=tied)
    text = render_solution(trueodds.solve(trueodds.RiskOrSafety(2)), grid)
    assert ("* several moves are exactly equal" in text) == tied[:40, :40].any()
    [(caption, head, body)] = arrays(text)
    assert caption == "t (down: rows; across: columns)"
    assert head == list(map(str, grid.x[:40]))
    assert [int(label) for label, *_ in body] == list(grid.y[:40])
    names = (r"\text{stop}", r"\text{go}", "7") if classes else ("1", "2", "3")
    for (_, *row), values, ties in zip(body, cells[:40, :40], tied[:40, :40], strict=True):
        shown = ["" if np.isnan(value) else names[int(value) - 1] for value in values]
        assert row == [text + "^*" * bool(tie) for text, tie in zip(shown, ties, strict=True)]


def test_long_numbers_and_small_ones():
    assert r"\ldots" in render_solution(trueodds.solve(trueodds.RiskOrSafety(50)))
    assert r"\approx 1.57772181044202 \cdot 10^{-30}" in render_solution(trueodds.solve(trueodds.RiskOrSafety(100, 1)))


def test_names_of_users_are_escaped():
    game = trueodds.Rules(0, lambda position: ["go_on"], lambda position, move: [(1, None, 1)], name="50% {a}^b~\\")
    text = render_solution(trueodds.solve(game))
    assert r"50\% \{a\}\textasciicircum{}b\textasciitilde{}\textbackslash{}; the only player to move" in text
    assert r"best move: go\_on" in text
    assert "$$1$$" in text
