"""The tests of pages in a browser, run by node in a document with as little of a browser as the pages need."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import trueodds
from trueodds.drawing import make_page, make_page_data

from ..browser import test_explore as explore
from ..browser import test_map as maps
from ..browser.conftest import ASK
from ..browser.test_explore import (  # noqa: F401
    test_a_game_is_stepped_through_and_back,
    test_draws_and_differences_from_a_round_number_are_shown,
    test_fewer_needs_take_points_of_the_turn_away,
    test_positions_have_their_exact_values,
    test_whole_fractions_are_copied,
)
from ..browser.test_map import (  # noqa: F401
    coinball,
    test_a_click_goes_to_the_cell_below_it,
    test_by_keyboard,
    test_cells_of_one_colour_are_one_shape,
    test_maps_name_fixed_fields,
    test_one_field_makes_one_row,
    test_shapes_cover_each_cell_once,
    test_ties_have_a_star,
    test_where_to_hold,
)
from ..browser.test_review import (  # noqa: F401
    found,
    reviewed,
    test_a_mistake_is_shown_where_it_was_made,
    test_every_move_has_a_row_below_the_headings,
    test_the_numbers_add_up,
)

NODE = shutil.which("node") or shutil.which("nodejs")
pytestmark = pytest.mark.skipif(NODE is None, reason="no node to run the page's program")


class Found:
    """The elements that a selector finds, with the interface of Playwright's locators."""

    def __init__(self, page, place, at=0):
        self.page, self.place, self.at = page, place, at

    def ask(self, code, argument=None):
        one = f"document.querySelectorAll({json.dumps(self.place)})[{self.at}]"
        return self.page.evaluate(f"(argument) => (({code})({one}, argument))", argument)

    def all(self):
        return [Found(self.page, self.place, at) for at in range(self.count())]

    def count(self):
        return self.page.evaluate(f"document.querySelectorAll({json.dumps(self.place)}).length")

    def inner_text(self):
        return self.ask("(one) => one.textContent")

    def all_inner_texts(self):
        return [one.inner_text() for one in self.all()]

    all_text_contents = all_inner_texts

    def get_attribute(self, name):
        return self.ask("(one, name) => one.getAttribute(name)", name)

    def is_visible(self):
        return self.ask("(one) => one.visible()")

    def evaluate(self, code):
        return self.ask(code)

    def scroll_into_view_if_needed(self):
        """Do nothing; nothing scrolls."""

    def bounding_box(self):
        box = self.get_attribute("viewBox")
        sides = box.split() if box else [self.get_attribute(name) for name in ("x", "y", "width", "height")]
        return dict(zip(("x", "y", "width", "height"), map(float, sides), strict=True))

    def click(self):
        self.fire("click")

    def fire(self, event, **more):
        self.ask(f"(one, more) => one.fire({json.dumps(event)}, more)", more)


class Page:
    """A page that node runs, with the interface of Playwright's pages."""

    def __init__(self, text, hash=""):
        words = [NODE, str(Path(__file__).with_name("document.js"))]
        self.node = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.keyboard = self.mouse = self
        self.tell(page=text, hash=hash)

    def tell(self, **given):
        self.node.stdin.write(json.dumps(given) + "\n")
        self.node.stdin.flush()
        return json.loads(self.node.stdout.readline())

    def close(self):
        self.node.communicate()

    def evaluate(self, code, argument=None):
        return self.tell(code=code, argument=argument)

    def locator(self, place):
        return Found(self, place)

    def inner_text(self, place):
        return self.locator(place).inner_text()

    def get_attribute(self, place, name):
        return self.locator(place).get_attribute(name)

    def input_value(self, place):
        return self.locator(place).ask("(one) => one.value")

    def is_disabled(self, place):
        return self.locator(place).ask("(one) => one.disabled")

    def is_enabled(self, place):
        return not self.is_disabled(place)

    def select_option(self, place, value=None, label=None):
        code = "(one, label) => one.children.find((option) => option.textContent === label).getAttribute('value')"
        self.fill(place, value if label is None else self.locator(place).ask(code, label), "change")

    def fill(self, place, value, event="input"):
        self.locator(place).ask("(one, value) => (one.value = value)", value)
        self.locator(place).fire(event)

    def focus(self, place):
        self.focused = self.locator(place)
        self.focused.ask("(one) => (document.activeElement = one).fire('focus')")

    def press(self, key):
        self.focused.fire("keydown", key=key)
        if key == "Tab":
            self.focused.ask("(one) => (document.activeElement = document.body, one.fire('blur'))")

    def move(self, x, y):
        self.locator("#map").fire("pointermove", clientX=x, clientY=y)

    def click(self, place, y=None):
        self.locator("#map" if y else place).fire("click", **({"clientX": place, "clientY": y} if y else {}))


class Opened:
    """An open page, as the tests of a browser use it."""

    def __init__(self, text):
        self.page = Page(text)

    def text(self, place):
        return " ".join(self.page.inner_text(place).split())

    def answers(self, addresses):
        return self.page.evaluate(ASK, addresses)


@pytest.fixture(scope="module")
def open_page():
    opened = []

    def opens(text, **how):
        opened.append(Opened(text))
        return opened[-1]

    yield opens
    for one in opened:
        one.page.close()


CASES = [(explore.listed, game) for game in (*explore.GAMES, explore.OWN)]
CASES += [(explore.certified, trueodds.SuperSix(2)), (explore.certified, explore.OWN)]
CASES += [(explore.by_needs, game) for game in (trueodds.RiskOrSafety(14, 22), trueodds.Pig(22, opponent_target=14))]


@pytest.fixture(scope="module", params=CASES, ids=lambda one: f"{one[0].__name__}-{one[1].name}")
def case(request, open_page):
    """The positions of a small game that a browser opens, or a few of those of a large one."""
    opened = explore.opened_case(*request.param, open_page)
    opened.asked = opened.asked[:: 1 if opened.digits == 10 else 5]
    return opened


@pytest.mark.parametrize("game", explore.GAMES, ids=str)
def test_the_legend_of_the_map_names_its_colours(open_page, game):
    maps.test_the_first_map_has_structure_and_the_legend_names_its_colours_alone(open_page, game)


@pytest.mark.parametrize("game", [trueodds.SuperSix(2), trueodds.TwoCoins(4)], ids=str)
def test_another_level_of_a_field_leads_to_the_nearest_position(open_page, game):
    """It has the level that was chosen; its other levels differ by as few steps and fields as possible."""
    solution = trueodds.solve(game)
    opened, data = open_page(make_page(game, solution)), make_page_data(solution)[1]
    names, places = data["fields"], list(zip(*data["at"], strict=True))
    shown, messages = "[...document.querySelectorAll('#fields select')].map((one) => Number(one.value))", set()
    for step in range(40):
        before, field = tuple(opened.page.evaluate(shown)), step % len(names)
        level = step // len(names) % len(data["levels"][field])

        def far(place, before=before, field=field):
            others = [(a, b) for at, (a, b) in enumerate(zip(place, before, strict=True)) if at != field]
            return sum(abs(a - b) + (a != b) for a, b in others)

        opened.page.select_option(f"#field-{names[field]}", str(level))
        after, message = tuple(opened.page.evaluate(shown)), opened.text("#message")
        assert after in places
        assert after[field] == level
        assert far(after) == min(far(place) for place in places if place[field] == level)
        assert bool(message) == (far(after) > 0)
        messages.add(message)
    assert len(messages) == 2
