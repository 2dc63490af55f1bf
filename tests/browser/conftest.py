"""A real headless browser: Chromium from the system, or the one that Playwright brings."""

import shutil
from functools import cache
from pathlib import Path

import pytest

import trueodds
from trueodds.drawing import make_page
from trueodds.play.match import Match, solve_for_play
from trueodds.play.review import review
from trueodds.views.page import make_review_page

LOOK = Path(__file__).with_name("look.js")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def browser():
    """The browser; without one, the tests are skipped with a reason."""
    api = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install trueodds[browser]")
    place = next(filter(None, map(shutil.which, NAMES)), None)
    with api.sync_playwright() as playwright:
        try:
            # Without a sandbox: everything in containers runs as root, and the pages are trusted.
            found = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"])
        except api.Error as error:
            pytest.skip(f"no browser: install chromium, or  playwright install chromium ({str(error).splitlines()[0]})")
        yield found
        found.close()


def played(*names, game=None, moves=("bank",) * 8):
    """Return a reviewed game of two people who make these moves."""
    match = Match(solve_for_play(game or trueodds.RiskOrSafety(5)), seed=3, both=True)
    list(match.advance())
    for move in moves:
        match.decide(move)
        list(match.advance())
    return review(match.solution, match.narrator, match.events, names)


#: Makers of pages of every kind, by name.
KINDS = {
    "small": cache(lambda: make_page(trueodds.TwoCoins(8))),
    "ties": cache(lambda: make_page(trueodds.Hog(12))),
    "large": cache(lambda: make_page(trueodds.RiskOrSafety(30))),
    "unequal": cache(lambda: make_page(trueodds.Pig(24, opponent_target=22))),
    "played": cache(lambda: make_review_page(played("Ann", "Ben").to_json())),
}


class Opened:
    """A page in the browser, with its errors and requests."""

    def __init__(self, browser, file, ready="body", **how):
        self.context = browser.new_context(**how)
        self.page = self.context.new_page()
        self.complaints, self.requests = [], []
        self.page.on("console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector(f"{ready}[data-ready=true]")

    def close(self, file):
        """Close the page; it must have no errors, and may request only itself and its blobs."""
        self.context.close()
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith("blob:")] == [file.as_uri()]


@pytest.fixture(scope="module")
def open_page(browser, tmp_path_factory):
    """Open pages; at the end, no page may have errors or may have requested anything but itself."""
    opened = []

    def opens(text, **how):
        file = tmp_path_factory.mktemp("opened") / "page.html"
        file.write_text(text, encoding="utf-8")
        opened.append((Opened(browser, file, **how), file))
        return opened[-1][0]

    yield opens
    for one, file in opened:
        one.close(file)
