"""Pages in a real browser: they show what node shows, are legible at every width and on paper, and follow pointers."""

import random
import re
import time
from itertools import product

import pytest

import trueodds
from trueodds.drawing import make_page

from ..small import GAMES
from ..test_scripts import ROOT, load
from ..views.test_page_sessions import PAGES, replay_on
from ..views.test_pages import OWN, by_needs, check
from .conftest import KINDS, LOOK

# The surroundings that node has; other tests use those of the browser.
AS_IN_NODE = """<script>
  Object.defineProperty(Element.prototype, "clientWidth", { get: () => 900 });
  SVGGraphicsElement.prototype.getScreenCTM = () => new DOMMatrix([2, 0, 0, 2, 0, 0]);
  ResizeObserver = class { constructor(act) { this.observe = (part) => part.addEventListener("resize", act); } };
  delete globalThis.Worker;
</script>"""


@pytest.mark.parametrize("session", PAGES)
def test_pages_show_what_is_recorded(session, open_page, tmp_path):
    text = PAGES[session]().replace("<body>", f"<body>{AS_IN_NODE}")
    replay_on(open_page(text, viewport={"width": 1280, "height": 1200}).page, session, tmp_path)


LARGE = [trueodds.RiskOrSafety(24, heads="2/5"), trueodds.RiskOrSafety(14, 22), trueodds.Pig(26, sides=3)]


@pytest.fixture(scope="module", params=[*GAMES, OWN, *LARGE], ids=lambda game: re.sub(r"\W+", "-", str(game)))
def page(request, open_page):
    return open_page(make_page(request.param), viewport={"width": 1280, "height": 900}).page


def test_text_contrasts_no_word_breaks_and_nothing_scrolls_sideways(page):
    page.evaluate(LOOK.read_text(encoding="utf-8"))
    colours = ("move", "value", page.input_value("#colour"))
    for width, theme in product((320, 390, 1280), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.select_option("#theme", theme)
        page.click("#again")
        for colour in colours:
            page.select_option("#colour", colour)
            assert page.evaluate("[look(), broken()]") == [{"faint": {}, "wide": 0}, []], (width, theme, colour)
            if page.is_enabled("#step"):
                page.click("#step")
    page.select_option("#theme", "")


def test_one_light_sheet_on_paper(page):
    page.click("#again")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#legend").is_visible()
    assert not page.locator("#step").is_visible()
    data = page.pdf(format="A4", prefer_css_page_size=True)
    page.emulate_media(media="screen", color_scheme="light")
    assert len(re.findall(rb"/Type ?/Page\b", data)) == 1


def test_long_tables_are_cut(open_page):
    page = open_page(make_page(trueodds.RiskOrSafety(30))).page
    shown = "[...document.querySelectorAll('#moves tbody tr')].filter((row) => row.checkVisibility()).length"
    assert page.evaluate(shown) < 12
    page.click("#moves-rest")
    assert page.evaluate(shown) == 30


@pytest.mark.parametrize("largest", [trueodds.RiskOrSafety(250), trueodds.Pig(200)], ids=str)
def test_the_largest(open_page, largest):
    """The page is written in 20 seconds, opens in two, is smaller than 5 MB, and is right."""
    began, text = time.process_time(), make_page(largest)
    assert time.process_time() - began < 20
    assert len(text.encode()) < 5_000_000
    opened = open_page(text)
    session = opened.context.new_cdp_session(opened.page)
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    assert {one["name"]: one["value"] for one in metrics}["ProcessTime"] < 2
    if largest.name == "pig":
        case = by_needs(largest)
        case.asked = random.Random(200).sample(case.asked, 20)
        check(opened.page, case)


def test_a_click_on_the_map_goes_to_the_cell_below_it(open_page):
    """The mark, placed by the position's fields, is at the click; pointing describes the cell."""
    page = open_page(make_page(trueodds.Coinball(60)), viewport={"width": 1280, "height": 1200}).page
    page.locator("#map").scroll_into_view_if_needed()
    for down in (0.3, 0.5, 0.8):
        box = page.locator("#map").bounding_box()
        x, y = round(box["x"] + 0.52 * box["width"]), round(box["y"] + down * box["height"])
        page.mouse.move(x, y)
        pointed = page.inner_text("#cell")
        page.mouse.click(x, y)
        assert page.inner_text("#cell") == pointed
        mark = page.locator("#mark").bounding_box()
        assert mark["x"] - 2 <= x <= mark["x"] + mark["width"] + 2
        assert mark["y"] - 2 <= y <= mark["y"] + mark["height"] + 2


def test_the_map_by_keyboard_and_by_touch_on_a_phone(open_page):
    text = make_page(trueodds.RiskOrSafety(22))
    page = open_page(text).page
    page.focus("#map")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("location.hash") == "#open=0&needs=21&opponent_needs=22&seat=0"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "map"
    page = open_page(text, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).page
    page.locator("#map").tap(position={"x": 150, "y": 150})
    page.wait_for_function("() => !location.hash.includes('needs=22')")


# Axe cannot judge the numbers on maps; `views/test_page_programs.py` computes their contrast.
RUN = "() => axe.run().then((found) => found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"


@pytest.mark.parametrize("kind", KINDS)
def test_no_violations(open_page, kind):
    axe = pytest.importorskip("axe_playwright_python.base", reason="no axe-core: pip install trueodds[browser]")
    # The page's policy blocks all scripts, so axe-core is injected in spite of it.
    page = open_page(KINDS[kind](), bypass_csp=True).page
    page.add_script_tag(content=axe.AXE_SCRIPT)
    page.add_script_tag(path=LOOK)
    for scheme, width in product(("light", "dark"), (1280, 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(RUN) == []
        assert page.evaluate("[look(), broken()]") == [{"faint": {}, "wide": 0}, []]
    if kind == "small":  # these checks can fail
        style = "td { word-break: break-all; display: block; width: 2rem; } h1 { color: #999; background: #fff; }"
        page.add_style_tag(content=style + " footer { width: 1500px; }")
        assert all(page.evaluate("[...Object.values(look()), broken().length]"))


def test_the_picture_in_the_readme_is_of_todays_page(browser, tmp_path):
    """Letters look different on each system, but the colours and places of their cells do not."""
    image = pytest.importorskip("PIL.Image", reason="no Pillow: pip install trueodds[plot]")
    script = load(ROOT / "docs" / "photograph.py")
    with browser.new_context(**script.HOW) as context:
        script.photograph(context, tmp_path / "now.png")
    now, kept = (image.open(path) for path in (tmp_path / "now.png", script.PICTURE))
    assert now.size == kept.size
    rough = [picture.convert("RGB").resize((26, 16)).tobytes() for picture in (now, kept)]
    differences = [abs(a - b) for a, b in zip(*rough, strict=True)]
    assert sum(differences) / len(differences) < 8  # of 255
