"""The map marks numbers beside which others are exactly as good, and its legend says so; elsewhere it says nothing."""

import pytest

import trueodds
from trueodds.drawing import explorable

page = pytest.importorskip("trueodds.views.explore").page

SHOWN = """() => [
  Bokeh.documents[0].get_model_by_name("numbers").data_source.data.text,
  [...document.querySelectorAll("#legend li")].map((item) => item.textContent).at(-1),
]"""


@pytest.mark.parametrize(("heads", "tied"), [("2/5", True), ("1/2", False)])
def test_ties_on_the_map(browser, open_page, tmp_path, heads, tied):
    solution = trueodds.solve(trueodds.RiskOrSafety(6, heads=heads))
    file = tmp_path / "page.html"
    file.write_text(page(explorable(solution.game, solution)), encoding="utf-8")
    opened = open_page(file)
    texts, last = opened.page.evaluate(SHOWN)
    expected = [f"{min(best)}{'*' * (len(best) > 1)}" for best in turns(solution)]
    assert texts == expected
    assert ("5,1" in positions(solution)) is tied
    assert (last == "*: others are exactly as good") is tied
    assert not opened.complaints


def turns(solution):
    return [solution.best_moves_at((0, 6 - i, 6 - j)) for i in range(1, 7) for j in range(1, 7)]


def positions(solution):
    return [f"{i},{j}" for i, j, _ in solution.tied_turns()]
