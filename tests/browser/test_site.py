"""The docs as a reader sees them: at three widths, in light and dark, with search and live pages."""

import functools
import http.server
import threading

import pytest

from .conftest import LOOK

STILL = "*, *::before, *::after { transition: none !important; animation: none !important }"
WIDTHS = (390, 768, 1280)
SCHEMES = ("default", "slate")  # what the theme calls light and dark


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def address(site):
    """Where the site is served; its search reads its index from there."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def page(browser, address):
    """Open a page that may request only the site and may not have errors."""
    # The system's colours: otherwise live pages could not follow the site's choice.
    context = browser.new_context(color_scheme="null")
    page, complaints, asked = context.new_page(), [], []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()
    assert complaints == []
    assert [one for one in asked if not one.removeprefix("blob:").startswith(address)] == []


def look(page):
    """Return what is wrong on the open page, at all widths, in light and dark."""
    found = []
    page.add_style_tag(content=STILL)
    page.add_script_tag(path=LOOK)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        broken = page.evaluate("broken('td:first-child code')")
        found += [f"{width}: broken in a first column: {word}" for word in broken]
        for scheme in SCHEMES:
            page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
            seen = page.evaluate("look()")
            found += [f"{width} {scheme}: {what}: {text}" for what, text in seen["faint"].items()]
            found += [f"{width}: {seen['wide']} pixels too wide"] if seen["wide"] > 0 else []
    return found


def test_all_pages_contrast_fit_and_are_accessible(page, address, site):
    """`look` checks contrast in both colour schemes, and axe-core everything else."""
    axe = pytest.importorskip("axe_playwright_python.base", reason="no axe-core: pip install trueodds[browser]")
    run = "() => axe.run().then((found) => found.violations.map((one) => `${one.id}: ${one.nodes[0].html}`))"
    places = [one.relative_to(site).as_posix().removesuffix("index.html") for one in site.rglob("index.html")]
    assert len(places) > 45
    page.route("**/live/*", lambda route: route.fulfill(body="<title>live</title>"))  # which have their own tests
    found = {}
    for place in sorted(places):
        page.goto(address + place)
        amiss = look(page)
        page.add_script_tag(content=axe.AXE_SCRIPT)
        amiss += page.evaluate(run)
        found |= {place: amiss} if amiss else {}
    assert found == {}


@pytest.mark.parametrize(
    ("word", "place"), [("pandas", "save-and-load/"), ("Windows", "install/"), ("infinite play", "own-game/")]
)
def test_the_search_finds(page, address, word, place):
    page.goto(address)
    page.click(".md-search__input")
    page.keyboard.type(word)
    page.wait_for_selector(f'.md-search-result__link[href*="{place}"]', timeout=20_000)


def test_the_front_page_has_live_pages_that_answer(page, address):
    page.goto(address)
    for frame in page.locator("iframe.live").all():
        frame.scroll_into_view_if_needed()
        inside = frame.content_frame
        inside.locator("body[data-ready=true]").wait_for(timeout=20_000)
        assert inside.locator("#move").inner_text() != ""
        # The site's choice decides, whatever the system prefers.
        for scheme, dark in (("slate", True), ("default", False)):
            page.evaluate("scheme => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
            inside.locator(f":root[data-theme={'dark' if dark else 'light'}]").wait_for(timeout=20_000)
            paper = inside.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
            assert (paper != "rgb(255, 255, 255)") is dark


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_the_front_page_shows_install_and_a_live_page_on_the_first_screen(page, address, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    assert page.locator("article code", has_text="pip install").first.bounding_box()["y"] < height / 2
    assert page.locator("iframe.live").first.bounding_box()["y"] < height / 2
