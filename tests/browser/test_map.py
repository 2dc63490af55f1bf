"""The map of a page: what it shows first, its colours and legend, pointer, keyboard and touch."""

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.drawing import make_page

from ..small import GAMES

# Of the cells on the map: what colours they have, and what colours the legend names.
COLOURS = """() => {
  const part = (one) => Number(one).toString(16).padStart(2, "0");
  const hex = (one) => "#" + one.match(/\\d+/g).slice(0, 3).map(part).join("");
  const cells = [...document.querySelectorAll("#map g rect[data-cell], #map g path:not([fill^=url])")];
  return [
    [...new Set(cells.map((cell) => cell.getAttribute("fill")))].sort(),
    [...document.querySelectorAll("#legend span")].map((one) => hex(getComputedStyle(one).backgroundColor)).sort(),
  ];
}"""


def made(open_page, game, **how):
    return open_page(make_page(game), **({"viewport": {"width": 1280, "height": 1200}} | how))


@pytest.mark.parametrize("game", [*GAMES, trueodds.Pig(20), trueodds.Pig(30), trueodds.RiskOrSafety(22)], ids=str)
def test_the_first_map_has_structure_and_the_legend_names_its_colours_alone(open_page, game):
    """Every colour of the legend is on the map, which has several: the moves if they vary, otherwise the values."""
    opened = made(open_page, game)
    for colour in (None, "move", "value"):
        if colour:
            opened.page.select_option("#colour", colour)
        cells, legend = opened.page.evaluate(COLOURS)
        assert cells == legend
        assert len(cells) > 1 or colour == "move"


def test_maps_name_fixed_fields(open_page):
    """At the start of The Race the first player has only one move, so the map shows the second player's turns."""
    opened = made(open_page, trueodds.TheRace(20))
    assert opened.page.input_value("#pin-2") == "1"
    assert not opened.page.locator("#mark").is_visible()
    opened.page.select_option("#pin-2", "")
    assert opened.page.locator("#mark").is_visible()
    assert len(opened.page.evaluate(COLOURS)[0]) == 1


def test_where_to_hold(open_page):
    """The colours along the turn total are the solution's table of where to hold."""
    game = trueodds.Pig(26, sides=3)
    opened = made(open_page, game)
    opened.page.fill("#zoom", "20")
    assert "from roll to hold" in opened.text("#meaning")
    shown = opened.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#map g rect")].map((one) =>
          [one.dataset.cell, one.nextElementSibling?.tagName === "text" ? one.nextElementSibling.textContent : ""]))"""
    )
    hold = trueodds.solve(game).hold_at()
    assert len(shown) == 400
    for i in range(1, 21):
        for j in range(1, 21):
            at = int(hold[26 - i, 26 - j])
            assert shown[f"{j - 1} {i - 1}"] == ("" if at == i else str(at)), (i, j)


@pytest.fixture(scope="module")
def coinball(open_page):
    return made(open_page, trueodds.Coinball(60))


def test_cells_of_one_colour_are_one_shape(coinball):
    assert coinball.page.locator("#map rect[data-cell]").count() == 0
    fillings = [one.get_attribute("fill") for one in coinball.page.locator("#map g path").all()]
    assert len(fillings) == len(set(fillings)) == 3  # rush, pass, and ties above them
    assert fillings[-1] == "url(#hatched)"
    assert "hatched" in coinball.text("#legend")
    assert "no colour: play cannot reach it" in coinball.text("#legend")
    assert coinball.page.evaluate("document.getElementById('map').querySelectorAll('*').length") < 300


def test_a_click_goes_to_the_cell_below_it(coinball):
    """The mark, placed by the position's fields, is at the click; pointing describes the cell."""
    coinball.page.locator("#map").scroll_into_view_if_needed()
    for down in (0.3, 0.5, 0.8):
        box = coinball.page.locator("#map").bounding_box()
        x, y = round(box["x"] + 0.52 * box["width"]), round(box["y"] + down * box["height"])
        coinball.page.mouse.move(x, y)
        pointed = coinball.text("#cell")
        coinball.page.mouse.click(x, y)
        assert coinball.text("#cell") == pointed
        mark = coinball.page.locator("#mark").bounding_box()
        assert mark["x"] - 2 <= x <= mark["x"] + mark["width"] + 2
        assert mark["y"] - 2 <= y <= mark["y"] + mark["height"] + 2


def test_shapes_cover_each_cell_once(coinball):
    """The areas add up to the number of cells."""
    areas = coinball.page.evaluate(
        """() => [...document.querySelectorAll("#map g path:not([fill^=url])")].map((path) =>
          [...path.getAttribute("d").matchAll(/h([\\d.]+)v([\\d.]+)h-/g)].reduce((sum, [, w, h]) => sum + w * h, 0))"""
    )
    box = coinball.page.locator("#mark").evaluate("(mark) => mark.width.baseVal.value * mark.height.baseVal.value")
    assert round(sum(areas) / box) == len(trueodds.solve(trueodds.Coinball(60)).positions)


def test_ties_have_a_star(open_page):
    game = trueodds.RiskOrSafety(6, heads="2/5")
    opened = made(open_page, game)
    shown = opened.page.locator("#map text.in-cell").all_text_contents()
    solution = trueodds.solve(game)
    best = [solution.best_moves_at((0, i, j)) for i in range(6) for j in range(6)]
    assert shown == [f"{min(moves)}{'*' * (len(moves) > 1)}" for moves in best]
    assert any("*" in one for one in shown)
    assert "*" in opened.text("#legend")
    assert "no colour" not in opened.text("#legend")


def test_by_keyboard(open_page):
    opened = made(open_page, trueodds.RiskOrSafety(22))
    opened.page.focus("#map")
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp"):
        opened.page.keyboard.press(key)
    assert opened.page.evaluate("location.hash") == "#open=0&needs=21&opponent_needs=21&seat=0"
    opened.page.keyboard.press("Home")
    assert opened.page.evaluate("location.hash") == "#open=0&needs=1&opponent_needs=1&seat=0"
    opened.page.keyboard.press("End")
    assert opened.page.evaluate("location.hash") == "#open=0&needs=22&opponent_needs=22&seat=0"
    assert opened.page.get_attribute("#cell", "aria-live") == "polite"
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("document.activeElement.id") != "map"


def test_one_field_makes_one_row(open_page):
    opened = made(open_page, trueodds.Rules(5, lambda at: range(1, min(at, 2) + 1), take))
    assert opened.page.locator("#map g rect[data-cell]").count() == 5
    assert opened.page.locator("#map text.row").count() == 0
    opened.page.focus("#map")
    for key, at in (("ArrowLeft", 4), ("ArrowUp", 4), ("Home", 1), ("ArrowRight", 2)):
        opened.page.keyboard.press(key)
        assert opened.page.evaluate("location.hash") == f"#position={at}"
    boxes = [opened.page.locator(place).bounding_box() for place in ("#mark", "[data-cell='1 0']")]
    assert boxes[0]["y"] == pytest.approx(boxes[1]["y"], abs=3)


def take(at, number):
    """Toss a coin for each of these sticks: heads takes one more; the last stick wins."""
    return [(1, None, 1)] if at == number else [(mpq(1, 2), at - number), (mpq(1, 2), None, 0)]


def test_touch_on_a_phone(open_page):
    how = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    opened = made(open_page, trueodds.RiskOrSafety(22), **how)
    opened.page.locator("#map").tap(position={"x": 150, "y": 150})
    opened.page.wait_for_function("() => !location.hash.includes('needs=22')")
