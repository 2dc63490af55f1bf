"""A solution as LaTeX."""

import re
from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.pictures import Grid
from trueodds.solution import Table
from trueodds.views.latex import _table, render_solution
from trueodds.views.parts import shorten

from .test_whole_texts import RARE, SMALL, worth


def test_a_whole_solution():
    head = (
        "risk-or-safety, target 2, heads 2/5; the player who moves first:\n"
        "$$\\frac{135}{248} \\approx 0.544354838709677$$\nbest move: 1\n\n"
    )
    assert render_solution(SMALL) == (
        head + "Coins to toss (I need: rows; the opponent needs: columns)\n"
        "$$\\begin{array}{r|rr}\n & 1 & 2 \\\\ \\hline\n1 & 1 & 1 \\\\\n2 & 2 & 1\n\\end{array}$$"
    )
    cells, tied = np.array([[1, 2], [np.nan, 2]]), np.array([[False, True], [False, False]])
    grid = Grid("a_b", "x", "y", "u", range(2), range(2), cells, ("hold_20", "50%"), tied=tied)
    assert render_solution(SMALL, grid) == (
        head + "a\\_b (y: rows; x: columns)\n$$\\begin{array}{r|rr}\n & 0 & 1 \\\\ \\hline\n"
        "0 & \\text{hold\\_20} & \\text{50\\%}^* \\\\\n1 &  & \\text{50\\%}\n\\end{array}$$"
        "\n\n* several moves are exactly equal"
    )


def test_values():
    for value, shown in {3: "$$3$$", 0: "$$0$$", mpq(1, 2): "= 0.5$$"}.items():
        assert render_solution(worth(value, value)).splitlines()[1].endswith(shown)
    assert render_solution(RARE).splitlines()[1].endswith("\\approx 1.57064631394884 \\cdot 10^{-34}$$")
    long = render_solution(worth(mpq(10**200 + 1, 3))).splitlines()[1]
    assert rf"{{1{'0' * 19}\ldots {'0' * 19}1\ (\text{{201 digits}})}}{{3}} \approx" in long
    assert long.endswith(r"3.33333333333333 \cdot 10^{199}$$")


def test_names_of_users_are_escaped():
    game = trueodds.Rules(0, lambda position: ["go_on"], lambda position, move: [(1, None, 1)], name="50% {a}^b~\\")
    first, _, moves = render_solution(trueodds.solve(game)).splitlines()
    assert first == r"50\% \{a\}\textasciicircum{}b\textasciitilde{}\textbackslash{}; the only player to move:"
    assert moves == r"best move: go\_on"
    table = Table("T", "a_b", "c", range(1), range(1), np.ones((1, 1), int), ((0, 0, (1, 2)),))
    assert _table(table).endswith("\n\n* tie: a\\_b 0, c 0: 1 or 2 are exactly equal")


def arrays(text):
    """Return the caption, the labels of the columns, and the rows with their labels of every table."""
    found = re.findall(r"([^\n]*)\n\$\$\\begin\{array\}\{r\|(r+)\}\n(.*?)\n\\end\{array\}", text, re.DOTALL)
    rows = [[[cell.strip() for cell in row.split("&")] for row in body.split("\\\\")] for _, _, body in found]
    for (_, columns, _), (head, *body) in zip(found, rows, strict=True):
        body[0][0] = body[0][0].removeprefix("\\hline").strip()
        assert {len(row) for row in (head, *body)} == {len(columns) + 1}
    return [(caption, head[1:], body) for (caption, *_), (head, *body) in zip(found, rows, strict=True)]


def check(found, rows, columns, cells, tied):
    """Compare the labels and cells of a table with those expected."""
    _, head, body = found
    assert head == list(map(str, columns))
    assert body == [
        [str(label), *(f"{cell}^*" if tie else str(cell) for cell, tie in zip(own, ties, strict=True))]
        for label, own, ties in zip(rows, cells, tied, strict=True)
    ]


@pytest.mark.parametrize("game", [trueodds.RiskOrSafety(5, 1, "2/5"), trueodds.TwoCoins(50)], ids=str)
def test_tables_are_read_back(game):
    solution = trueodds.solve(game)
    for found, table in zip(arrays(render_solution(solution)), map(shorten, solution.tables()), strict=True):
        check(found, table.rows, table.columns, table.cells, table.tied)


@pytest.mark.parametrize("seed", range(4))
def test_maps_are_read_back(seed):
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(2, 60, 2).tolist())
    cells = random.integers(1, 4, shape).astype(float)
    cells[random.random(shape) < 0.2] = np.nan
    tied, classes = np.zeros(shape, dtype=bool), ("stop", "go", "7") if seed % 2 else ()
    tied.flat[random.integers(cells.size)] = True
    grid = Grid("t", "across", "down", "", range(-3, shape[1] - 3), range(5, shape[0] + 5), cells, classes, tied=tied)
    grid = grid if classes else replace(grid, cells=-1234567 * cells)
    text = render_solution(SMALL, grid)
    assert ("* several moves are exactly equal" in text) == tied[:40, :40].any()
    [found] = arrays(text)
    assert found[0] == "t (down: rows; across: columns)"
    names = (r"\text{stop}", r"\text{go}", "7") if classes else ("-1234567", "-2469134", "-3703701")
    shown = [["" if np.isnan(value) else names[int(value) - 1] for value in row] for row in cells[:40, :40]]
    check(found, grid.y[:40], grid.x[:40], shown, tied[:40, :40])
