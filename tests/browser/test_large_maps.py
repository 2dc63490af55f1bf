"""Maps of many cells: one shape a colour, so that they are quick; a click goes to the cell below it."""

import pytest

import trueodds
from trueodds.drawing import page


@pytest.fixture(scope="module")
def opened(browser, open_page, tmp_path_factory):
    place = tmp_path_factory.mktemp("large") / "page.html"
    place.write_text(page(trueodds.Coinball(60)), encoding="utf-8")
    return open_page(place, ready="body[data-ready=true]", viewport={"width": 1280, "height": 1200})


def test_one_shape_a_colour(opened):
    assert opened.page.locator("#map rect[data-cell]").count() == 0
    fillings = [one.get_attribute("fill") for one in opened.page.locator("#map g path").all()]
    assert len(fillings) == len(set(fillings)) == 3  # rush, pass, and ties above them
    assert fillings[-1] == "url(#hatched)"
    assert "hatched: others are exactly as good" in opened.text("#legend")
    assert opened.page.evaluate("document.getElementById('map').querySelectorAll('*').length") < 300


def test_a_click_goes_to_the_cell_below_it(opened):
    """The mark, which is put by the position's fields, comes to where the click was."""
    box = opened.page.locator("#map").bounding_box()
    for down in (0.3, 0.5, 0.8):
        x, y = box["x"] + 0.52 * box["width"], box["y"] + down * box["height"]
        opened.page.mouse.click(x, y)
        mark = opened.page.locator("#mark").bounding_box()
        assert mark["x"] - 2 <= x <= mark["x"] + mark["width"] + 2
        assert mark["y"] - 2 <= y <= mark["y"] + mark["height"] + 2
        assert "tosses=" in opened.page.evaluate("location.hash")


def test_shapes_cover_each_cell_once(opened):
    """Areas add up to the cells that there are."""
    areas = opened.page.evaluate(
        """() => [...document.querySelectorAll("#map g path:not([fill^=url])")].map((path) =>
          [...path.getAttribute("d").matchAll(/h([\\d.]+)v([\\d.]+)h-/g)].reduce((sum, [, w, h]) => sum + w * h, 0))"""
    )
    box = opened.page.locator("#mark").evaluate("(mark) => mark.width.baseVal.value * mark.height.baseVal.value")
    solution = trueodds.solve(trueodds.Coinball(60))
    assert round(sum(areas) / box) == len(solution.positions)
