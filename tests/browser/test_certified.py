"""A page checks its certificate in the reader's browser and shows the verdict; a changed one is not proved."""

import base64
import gzip
import re

import pytest

import trueodds
from trueodds.certificates.lines import add_checksum
from trueodds.drawing import make_page

from .conftest import Opened


def changed(page, change):
    """Return the page with its certificate unpacked, changed and packed again."""
    before, packed, after = re.fullmatch(r'(.*id="certificate">)([^<]*)(</script>.*)', page, re.DOTALL).groups()
    text = change(gzip.decompress(base64.b64decode(packed)).decode())
    return before + base64.b64encode(gzip.compress(text.encode())).decode() + after


def reseal(text):
    """Change the claim, and make the seal valid; the mathematics must refuse it."""
    return "".join(add_checksum(text.replace("claim 0 2236", "claim 0 2237").splitlines()[:-1]))


GAME = trueodds.RiskOrSafety(4)
PROVED = r"risk-or-safety target=4: seat 0 gets exactly 2236/4165 = .*; proved at [0-9]+ positions, [0-9]+ moves"


@pytest.mark.parametrize(
    ("game", "change", "verdict"),
    [
        (GAME, str, f"checked in your browser: {PROVED}"),
        (trueodds.Pig(6), str, "checked in your browser: pig target=6: seat 0 gets exactly .*"),
        (GAME, lambda text: text.replace("2236/4165", "2237/4165", 1), r"not proved: line [0-9]+: .*"),
        (GAME, reseal, "not proved: line .*: the claim differs from the value of the start.*"),
    ],
)
def test_the_page_shows_the_verdict_on_its_certificate(game, change, verdict, browser, tmp_path):
    place = tmp_path / "page.html"
    place.write_text(changed(make_page(game), change), encoding="utf-8")
    opened = Opened(browser, place, "#certified")
    said = opened.page.text_content("#certified")
    opened.close(place)
    assert re.fullmatch(verdict, said)
