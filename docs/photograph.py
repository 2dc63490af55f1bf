"""Take the README's screenshot of a page to explore: `python docs/photograph.py` (needs the extra `browser`)."""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path
from typing import Any

import trueodds
from trueodds.drawing import make_page

PICTURE = Path(__file__).parent / "figures" / "explore.png"
HOW: dict[str, Any] = {"viewport": {"width": 1040, "height": 660}, "color_scheme": "light"}
_ADDRESS = "open=0&saved=4&opponent_saved=9&seat=0"  # a position at which a mistake is easy
_COLOURS = 48  # few colours keep the file small
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def photograph(context: Any, place: Path) -> None:
    """Write the screenshot as PNG, with a browser context created with the options `HOW`."""
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(make_page(trueodds.RiskOrSafety(target=12)), encoding="utf-8")
        tab = context.new_page()
        tab.goto(f"{file.as_uri()}#{_ADDRESS}")
        tab.wait_for_selector("#map rect[data-cell]")
        picture = Image.open(io.BytesIO(tab.screenshot()))
    picture.convert("RGB").quantize(_COLOURS).save(place, optimize=True)


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, _BROWSERS)), None)  # otherwise, the browser of Playwright
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        photograph(browser.new_context(**HOW), PICTURE)
        browser.close()
