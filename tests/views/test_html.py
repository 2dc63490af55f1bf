"""Test how notebooks show solutions."""

import re

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.views.html import render_comparison, render_solution

GAME, ALONE = trueodds.RiskOrSafety(4), trueodds.TwoCoins(5)


def test_numbers_are_shaded_and_legible():
    """Equal numbers have one colour, larger ones a darker one; the contrast of letters is at least 4.5:1."""
    text = render_solution(trueodds.solve(trueodds.RiskOrSafety(9)))
    lights = []
    for *parts, letters in re.findall(r"background:rgb\((\d+),(\d+),(\d+)\);color:(\w+)}", text):
        lights.append(luminance(*(int(part) / 255 for part in parts)))
        contrast = (lights[-1] + 0.05) / 0.05 if letters == "black" else 1.05 / (lights[-1] + 0.05)
        assert contrast > 4.5
    assert lights == sorted(set(lights), reverse=True)
    levels = {}
    cells = re.findall(r'<td class="s(\d)">(\d+)<', text)
    assert len(cells) == 81
    for level, number in cells:
        assert levels.setdefault(int(number), int(level)) == int(level)
    assert [levels[number] for number in sorted(levels)] == sorted(set(levels.values()))
    assert (min(levels.values()), max(levels.values())) == (0, len(lights) - 1)


@pytest.mark.parametrize(("game", "rule"), [(GAME, "all in"), (trueodds.TheRace(5), "always 1"), (ALONE, "always A")])
def test_comparisons_are_read_back(game, rule):
    names = ["optimal", rule]
    found = trueodds.compare(game, names)
    text = found._repr_html_()
    rows = [
        (name, re.findall(r'<td class="s(\d)" title="(.*?)">(.*?)</td>', row))
        for name, row in re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', text)
    ]
    assert re.findall(r'scope="col">(.*?)<', text) == (["value"] if found.one_player else [*names, "in both seats"])
    assert [name for name, _ in rows] == names
    for (name, cells), values in zip(rows, found.values, strict=True):
        expected = [*values] if found.one_player else [*values, found.average(name)]
        assert [mpq(exact) for _, exact, _ in cells] == expected
        for level, exact, shown in cells:
            assert abs(mpq(shown.rpartition(" ")[2]) - mpq(exact)) < mpq(1, 10**5)
            assert abs(int(level) - 9 * mpq(exact)) <= mpq(1, 2)


def luminance(*parts):
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_names_of_users_are_escaped():
    game = trueodds.Rules(0, lambda position: ["<go>"], lambda position, move: [(1, None, 1)], name="<b>&")
    text = render_solution(trueodds.solve(game))
    assert "<b>&lt;b&gt;&amp;</b>" in text
    assert "best move: &lt;go&gt;" in text
    assert "1/1 = 1" in text
    for names in (["<i>"], ["<i>", "<u>"]):
        text = render_comparison(game, dict.fromkeys(names, [mpq(1)] * len(names)), one_player=len(names) == 1)
        assert not re.search("<[biu]>", text)
        assert all(text.count(f"&lt;{name[1]}&gt;") == len(names) for name in names)


def test_pages_of_large_tables_stay_small():
    for game in (trueodds.Coinball(), trueodds.Greed(limit=60)):
        assert len(render_solution(trueodds.solve(game))) < 150_000, game.name
