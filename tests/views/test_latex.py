"""A solution as LaTeX."""

import re
from html import unescape

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.pictures import Grid
from trueodds.solution import Table
from trueodds.views import html, parts
from trueodds.views.latex import _table, render_solution
from trueodds.views.text import format_table

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
    game = trueodds.Rules(0, lambda at: ["go_on"], lambda at, move: [(1, None, 1)], name="50% & #1 {a}^b~$\\")
    first, _, moves = render_solution(trueodds.solve(game)).splitlines()
    assert first == r"50\% \& \#1 \{a\}\textasciicircum{}b\textasciitilde{}\$\textbackslash{}; the only player to move:"
    assert moves == r"best move: go\_on"
    table = Table("T", "a_b", "c", range(1), range(1), np.ones((1, 1), int), ((0, 0, (1, 2)),))
    assert _table(table).endswith("\n\n* tie (exactly equal moves) at a\\_b 0, c 0: 1 or 2")


def arrays(text):
    """Return the caption, the labels of the columns, and the rows with their labels of every table."""
    found = re.findall(r"([^\n]*)\n\$\$\\begin\{array\}\{r\|(r+)\}\n(.*?)\n\\end\{array\}", text, re.DOTALL)
    rows = [[[cell.strip() for cell in row.split("&")] for row in body.split("\\\\")] for _, _, body in found]
    for (_, columns, _), (head, *body) in zip(found, rows, strict=True):
        body[0][0] = body[0][0].removeprefix("\\hline").strip()
        assert {len(row) for row in (head, *body)} == {len(columns) + 1}
    return [(caption, head[1:], body) for (caption, *_), (head, *body) in zip(found, rows, strict=True)]


TIES = trueodds.RiskOrSafety(5, 1, "2/5"), trueodds.RiskOrSafety(6, heads="2/5"), trueodds.RiskOrSafety(6)


@pytest.mark.parametrize("game", [*TIES, trueodds.Coinball(), trueodds.Greed(limit=45), trueodds.TwoCoins(50)], ids=str)
def test_tables_are_cut_and_read_back_with_their_ties(game):
    solution = trueodds.solve(game)
    page, formula, wanted, notes = unescape(html.render_solution(solution)), render_solution(solution), [], []
    for table in solution.tables():
        part, text = parts.shorten(table), " ".join(format_table(table).split())
        cells = np.char.add(part.cells.astype(str), np.where(part.tied, "*", "")).tolist()
        rows = [[str(label), *row] for label, row in zip(part.rows, cells, strict=True)]
        wanted.append([["", *map(str, part.columns)], *rows])
        notes += [parts.describe_ties(table)] if table.ties else []
        assert text.endswith(notes[-1]) if table.ties else "tie" not in text
    rows = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row) for row in re.findall(r"<tr>(.*?)</tr>", page)]
    varied = [table for table in wanted if len({cell for row in table[1:] for cell in row[1:]}) > 1]
    assert rows == [row for table in varied for row in table]
    assert str([[["", *head], *body] for _, head, body in arrays(formula)]).replace("^*", "*") == str(wanted)
    assert re.findall(r"\* (tie.*?)</small>", page) == re.findall(r"\n\* (tie.*)", formula) == notes


@pytest.mark.parametrize("seed", range(6))
def test_maps_are_read_back(seed):
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(2, 60, 2).tolist())
    cells = random.integers(1, 4, shape).astype(float)
    cells[random.random(shape) < 0.2] = np.nan
    tied, classes = np.zeros(shape, dtype=bool), ("stop", "go", "7") if seed % 2 else ()
    tied.flat[random.integers(cells.size)] = True
    moves = cells if classes else -1234567 * cells
    grid = Grid("t", "across", "down", "", range(-3, shape[1] - 3), range(5, shape[0] + 5), moves, classes, tied=tied)
    text = render_solution(SMALL, grid)
    assert ("* several moves are exactly equal" in text) == tied[:40, :40].any()
    names = (r"\text{stop}", r"\text{go}", "7") if classes else ("-1234567", "-2469134", "-3703701")
    shown = [["" if np.isnan(value) else names[int(value) - 1] for value in row] for row in cells[:40, :40]]
    marked = np.char.add(shown, np.where(tied, "^*", "")[:40, :40]).tolist()
    rows = [[str(label), *row] for label, row in zip(grid.y[:40], marked, strict=True)]
    down, across = (f", 40 of {count}" if count > 40 else "" for count in shape)
    title = f"t (down: rows{down}; across: columns{across})"
    assert arrays(text) == [(title, list(map(str, grid.x[:40])), rows)]
