"""Test how notebooks show solutions."""

import dataclasses
import re

import numpy as np
from gmpy2 import mpq

import trueodds
from trueodds.solution import Table
from trueodds.views.html import _table, render_comparison, render_solution

from .test_page_programs import contrast, luminance
from .test_whole_texts import RARE, SMALL, worth

NAMED = trueodds.Rules(0, lambda position: ["<go>"], lambda position, move: [(1, None, 1)], name="<b>&")


def test_a_whole_solution():
    style, *parts = render_solution(SMALL).splitlines()
    rows = "".join(
        f'<tr><th scope="row">{row}</th>' + "".join(f'<td class="s{9 * (one - 1)}">{one}</td>' for one in own) + "</tr>"
        for row, own in enumerate([[1, 1], [2, 1]], 1)
    )
    assert style.startswith("<style>table.trueodds{")
    assert parts == [
        "<p><b>risk-or-safety, target 2, heads 2/5</b></p>",
        "<p>the player who moves first: 135/248 &asymp; 0.544354838709677; best move: 1</p>",
        '<div style="overflow-x: auto"><table class="trueodds">'
        "<caption>Coins to toss (I need: rows; the opponent needs: columns)</caption>"
        f'<tr><td></td><th scope="col">1</th><th scope="col">2</th></tr>{rows}</table></div>',
        f"<p><small>proved: {SMALL.proof}</small></p>",
        f"<p><small>method: {SMALL.method}</small></p>",
    ]
    assert '<td class="s0">1</td>' in render_solution(trueodds.solve(trueodds.RiskOrSafety(1)))  # a single cell
    same = Table("T", "down", "across", range(2), range(3), np.ones((2, 3), int))
    assert _table(same) == "<p>T (down: rows; across: columns): 1 everywhere</p>"
    assert '<td class="s0">1*</td>' in _table(dataclasses.replace(same, ties=((1, 2, frozenset({1, 2})),)))
    assert "<style>" not in render_solution(RARE)
    assert "</small>" in render_solution(worth(mpq(10**80 + 1, 3**200))).splitlines()[1]
    assert render_solution(trueodds.solve(NAMED)).splitlines()[:2] == [
        "<p><b>&lt;b&gt;&amp;</b></p>",
        "<p>the only player to move: 1/1 = 1; best move: &lt;go&gt;</p>",
    ]


def test_numbers_are_shaded_and_legible():
    """Equal numbers have one colour, larger ones a darker one; the contrast of letters is at least 4.5:1."""
    text = render_solution(trueodds.solve(trueodds.RiskOrSafety(9)))
    lights = []
    for *parts, letters in re.findall(r"background:rgb\((\d+),(\d+),(\d+)\);color:(\w+)}", text):
        colour = "#" + "".join(f"{int(part):02x}" for part in parts)
        lights.append(luminance(colour))
        assert contrast(colour, {"black": "#000000", "white": "#ffffff"}[letters]) > 4.5
    assert lights == sorted(set(lights), reverse=True)
    cells = [(int(number), int(level)) for level, number in re.findall(r'<td class="s(\d)">(\d+)<', text)]
    levels = dict(cells)
    assert len(cells) == 81
    assert set(cells) == levels.items()
    assert [levels[number] for number in sorted(levels)] == sorted(set(levels.values()))
    assert (min(levels.values()), max(levels.values())) == (0, len(lights) - 1)


def test_a_whole_comparison():
    values = {"optimal": (mpq(1, 10**58), mpq(1, 10**57), mpq(1, 3)), "<i>": (mpq(1, 2), mpq(1), mpq(2, 3))}
    _, table = render_comparison(trueodds.Pig(3), values).splitlines()
    assert table == (
        '<div style="overflow-x: auto"><table class="trueodds"><caption>pig, target 3: value for the player who moves '
        "first (rows) against the opponent (columns)</caption>"
        '<tr><td></td><th scope="col">optimal</th><th scope="col">&lt;i&gt;</th><th scope="col">in both seats</th></tr>'
        '<tr><th scope="row">optimal</th><td class="s0">1e-58</td>'
        f'<td class="s0" title="1/{10**57}">1e-57</td><td class="s3" title="1/3">0.333333</td></tr>'
        '<tr><th scope="row">&lt;i&gt;</th><td class="s4" title="1/2">0.5</td>'
        '<td class="s9" title="1">1</td><td class="s6" title="2/3">0.666667</td></tr></table></div>'
    )
    _, table = render_comparison(NAMED, {"always <go>": (mpq(3),), "": (mpq(-1),)}, one_player=True).splitlines()
    assert table.endswith(
        "<caption>&lt;b&gt;&amp;: value of each strategy</caption>"
        '<tr><td></td><th scope="col">value</th></tr>'
        '<tr><th scope="row">always &lt;go&gt;</th><td class="s9" title="3">3</td></tr>'
        '<tr><th scope="row"></th><td class="s0" title="-1">-1</td></tr></table></div>'
    )
