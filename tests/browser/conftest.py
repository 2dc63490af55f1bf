"""A real headless browser: Chromium from the system, or the one that Playwright brings."""

import shutil

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.drawing import page
from trueodds.match.match import Match, solve_for_play
from trueodds.match.review import review
from trueodds.views.review import page as review_page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(scope="session")
def browser():
    """The browser; where none is found the tests are skipped and say so."""
    api = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install trueodds[browser]")
    pytest.importorskip("bokeh", reason="no Bokeh: pip install trueodds[plot]")
    place = next(filter(None, map(shutil.which, NAMES)), None)
    with api.sync_playwright() as playwright:
        try:
            # Without a sandbox: in containers everything runs as root, and the page is our own.
            found = playwright.chromium.launch(executable_path=place, args=["--no-sandbox"])
        except api.Error as error:
            pytest.skip(f"no browser: install chromium, or  playwright install chromium ({str(error).splitlines()[0]})")
        yield found
        found.close()


def _played():
    match = Match(solve_for_play(trueodds.RiskOrSafety(5)), seed=3, both=True)
    while True:
        list(match.go_on())
        if match.over:
            return review_page(review(match.solution, match.narrator, match.events, ("Ann", "Ben")).to_json())
        match.decide("bank")


#: Pages of every kind by name: what makes one, and what is there when it is ready.
KINDS = {
    "small": (lambda: page(trueodds.TwoCoins(8)), "#map #mark"),
    "ties": (lambda: page(trueodds.Hog(12)), "#map #mark"),
    "large": (lambda: page(trueodds.RiskOrSafety(30)), "#map[data-ready=true]"),
    "unequal": (lambda: page(trueodds.RiskOrSafety(24, 22)), "#map[data-ready=true]"),
    "played": (_played, "body[data-ready=true]"),
}


@pytest.fixture(scope="session", params=KINDS)
def kind(request, tmp_path_factory):
    """A page of each kind: its name, its file, and what is there when it is ready."""
    pytest.importorskip("bokeh", reason="no Bokeh: pip install trueodds[plot]")
    make, ready = KINDS[request.param]
    place = tmp_path_factory.mktemp(request.param) / "page.html"
    place.write_text(make(), encoding="utf-8")
    return request.param, place, ready


class Opened:
    """A page in the browser, and all that it complained of or asked for."""

    def __init__(self, browser, file, ready="#map[data-ready=true]", **how):
        self.context = browser.new_context(**how)
        self.page = self.context.new_page()
        self.complaints, self.requests = [], []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector(ready)

    def _said(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def text(self, place):
        return " ".join(self.page.inner_text(place).split())

    def set(self, **values):
        """Type numbers into the fields."""
        for name, value in values.items():
            self.page.fill(f"#{name}", str(value))

    @staticmethod
    def number(text):
        """Odds as the page writes them, exactly."""
        text = text.replace(" × 10", "e").translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
        return 1 - mpq(text[4:]) if text.startswith("1 − ") else mpq(text)

    def answers(self, positions):
        """What the page says at each (open points, my needs, the opponent's): the move, the odds, the cell."""
        return self.page.evaluate(
            """positions => positions.map(([open, me, opponent]) => {
              for (const [name, value] of Object.entries({open: 0, me, opponent, open_: open})) {
                const field = document.getElementById(name.replace("_", ""));
                field.value = value;
                field.dispatchEvent(new Event("input"));
              }
              const text = (place) => document.querySelector(place).textContent;
              const odds = [...document.querySelectorAll("#odds td")].map((cell) => cell.textContent);
              return [text("#move"), odds, text("#cell")];
            })""",
            positions,
        )


@pytest.fixture(scope="module")
def open_page(browser):
    """Opens files; at the end no page may have complained or asked for anything but itself."""
    opened = []

    def opens(file, **how):
        opened.append((Opened(browser, file, **how), file))
        return opened[-1][0]

    yield opens
    for one, file in opened:
        one.context.close()
        assert one.complaints == []
        assert [url for url in one.requests if not url.startswith("blob:")] == [file.as_uri()]  # a blob is its own
