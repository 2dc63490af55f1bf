"""A real headless browser: Chromium from the system, or the one that Playwright brings."""

import re
import shutil
from functools import cache
from pathlib import Path

import pytest
from gmpy2 import mpq

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


def played(*names):
    """Return a reviewed game of two people who always bank."""
    match = Match(solve_for_play(trueodds.RiskOrSafety(5)), seed=3, both=True)
    while True:
        list(match.advance())
        if match.over:
            return review(match.solution, match.narrator, match.events, names)
        match.decide("bank")


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
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector(f"{ready}[data-ready=true]")

    def _said(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def text(self, place):
        return " ".join(self.page.inner_text(place).split())

    def close(self, file):
        """Close the page; it may have no errors, and may request only itself and its blobs."""
        self.context.close()
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith("blob:")] == [file.as_uri()]

    def answers(self, addresses):
        """Return what the page shows at each address: moves with values, costs and verdicts, and outcomes."""
        return self.page.evaluate(ASK, addresses)


ASK = """async addresses => {
  const text = (place) => document.querySelector(place).textContent;
  const found = [];
  for (const address of addresses) {
    location.hash = address;
    await new Promise((done) => setTimeout(done, 0));
    window.dispatchEvent(new HashChangeEvent("hashchange"));
    const rows = [...document.querySelectorAll("#moves tbody tr")].map((row) => ({
      name: row.querySelector("button.link").textContent,
      value: row.children[1].firstChild.textContent,
      fraction: row.querySelector("code")?.textContent,
      cost: row.children[2].textContent,
      verdict: row.children[3].textContent,
    }));
    const chances = [...document.querySelectorAll("#chance tbody tr")].map((row) => ({
      chance: (row.querySelector("code") ?? row.children[0]).textContent,
      then: row.querySelector("button").textContent,
      value: row.children[2].textContent,
    }));
    found.push({ address: location.hash, rows, chances, note: text("#note"), move: text("#move") });
  }
  return found;
}"""


def number(text):
    """Return the exact value of a decimal as pages write it."""
    text = text.replace("\u00a0", " ").removeprefix("≈ ").removeprefix("= ").replace(" × 10", "e").replace("−", "-")
    text = text.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    parts = re.split(r" (?=[-+] )", text)
    return sum((mpq(part.replace(" ", "").removeprefix("+")) for part in parts), mpq(0))


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
