"""Pages of every kind in Firefox: ready, closed, and what they say is exact."""

import random
import re
import shutil
import warnings

import pytest

import trueodds
from trueodds.answers.rows import field_names, field_values

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what Mozilla's own packages are warned of is theirs
    marionette = pytest.importorskip(
        "marionette_driver.marionette", reason="no driver of Firefox: pip install trueodds[browser]"
    )
    from marionette_driver import Wait

PLACE = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PLACE is None, reason="no Firefox: install firefox-esr or firefox"),
    pytest.mark.filterwarnings("ignore"),
]

# What the page for any game shows at an address: the moves and their fractions in full.
MOVES = """
    const [address, tell] = arguments;
    location.hash = address;
    setTimeout(() => tell([...document.querySelectorAll("#moves tbody tr")].map((row) =>
      [row.querySelector("button.link").textContent, row.querySelector("code").textContent])), 50);
"""


@pytest.fixture(scope="module")
def firefox():
    """Firefox, without a window."""
    found = marionette.Marionette(bin=PLACE, headless=True, gecko_log="-")
    found.start_session()
    found.timeout.script = 20
    yield found
    found.quit()
    found.cleanup()


def opens(firefox, file):
    firefox.navigate(file.as_uri())
    Wait(firefox, timeout=20).until(
        lambda one: one.execute_script("return !!document.querySelector('body[data-ready=true]')")
    )
    return firefox


def test_a_page_is_ready_fits_and_asks_for_nothing(firefox, kind):
    _, file = kind
    opens(firefox, file)
    for width in (1280, 500):  # Firefox makes no window narrower than some 450
        firefox.set_window_rect(width=width, height=900)
        # The map takes its new size a moment after the window has it.
        Wait(firefox, timeout=10).until(
            lambda one: one.execute_script("return document.documentElement.scrollWidth - innerWidth") <= 0
        )
    assert firefox.execute_script("return performance.getEntriesByType('resource').map((one) => one.name)") == []
    assert len(firefox.execute_script("return document.body.innerText")) > 300


def test_every_move_at_an_address_is_exact(firefox, kind):
    name, file = kind
    games = {"small": trueodds.TwoCoins(8), "ties": trueodds.Hog(12)}
    if name not in games:
        return  # other pages are addressed in other ways
    opens(firefox, file)
    solution = trueodds.solve(games[name])
    names = field_names(solution.positions)
    for position in random.Random(1).sample(solution.positions, 12):
        address = "&".join(f"{key}={value}" for key, value in zip(names, field_values(names, position), strict=True))
        shown = firefox.execute_async_script(MOVES, script_args=[address])
        left = [str(value) for value in solution.move_values(position).values()]
        for _, text in shown:  # long numbers keep both ends, and have their digits counted behind the fraction
            fraction, _, counts = text.partition(" (")
            pattern = re.escape(fraction).replace("…", r"\d+")
            digits = [int(count) for count in re.findall(r"\d+", counts)]
            fits = [
                one
                for one in left
                if re.fullmatch(pattern, one) and digits in ([], [len(part) for part in one.split("/")])
            ]
            assert fits, (address, text)
            left.remove(fits[0])
        assert left == [], address
