"""Pages of every kind in Firefox show what they show in Chromium."""

import shutil
import warnings

import pytest

from .conftest import KINDS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # warnings about Mozilla's own packages
    reason = "no driver of Firefox: pip install trueodds[browser]"
    marionette = pytest.importorskip("marionette_driver.marionette", reason=reason)
    from marionette_driver import Wait

PLACE = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)

pytestmark = [
    pytest.mark.skipif(PLACE is None, reason="no Firefox: install firefox-esr or firefox"),
    pytest.mark.filterwarnings("ignore"),
]

# What a page shows: moves, values, outcomes, and the numbers on the map.
TEXT = "return [...document.querySelectorAll('td, th, #note, #move, #map text')].map((one) => one.textContent)"


@pytest.fixture(scope="module")
def firefox():
    """Firefox, without a window."""
    found = marionette.Marionette(bin=PLACE, headless=True, gecko_log="-")
    found.start_session()
    found.timeout.script = 20
    yield found
    found.quit()
    found.cleanup()


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_fits_asks_for_nothing_and_shows_what_chromium_shows(firefox, open_page, kind, tmp_path):
    """The other tests compare the page in Chromium with exact values."""
    file, text = tmp_path / "page.html", KINDS[kind]()
    file.write_text(text, encoding="utf-8")
    firefox.navigate(file.as_uri())
    wait = Wait(firefox, timeout=20)
    wait.until(lambda one: one.execute_script("return !!document.querySelector('body[data-ready=true]')"))
    for width in (1280, 500):  # Firefox makes no window narrower than about 450 pixels
        firefox.set_window_rect(width=width, height=900)
        # The map is resized a moment after the window.
        wait.until(lambda one: one.execute_script("return document.documentElement.scrollWidth - innerWidth") <= 0)
    assert firefox.execute_script("return performance.getEntriesByType('resource').map((one) => one.name)") == []
    size = firefox.execute_script("return [innerWidth, innerHeight]")
    same = open_page(text, viewport={"width": size[0], "height": size[1]}).page.evaluate(f"() => {{ {TEXT} }}")
    assert firefox.execute_script(TEXT) == same
    assert len(same) > 30
