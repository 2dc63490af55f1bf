"""The numbers on the map contrast with every colour behind them, as the page's own program chooses them."""

import json
import shutil
import subprocess
from importlib.resources import files

import pytest

NODE = shutil.which("node") or shutil.which("nodejs")


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return sum(
        weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True)
    )


def contrast(one, other):
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_the_formula_is_that_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#38b976", "#ffffff") == pytest.approx(2.51, abs=0.01)  # what the page once showed
    assert contrast("#38b976", "#000000") == pytest.approx(8.4, abs=0.1)


@pytest.mark.skipif(NODE is None, reason="no node to run the page's program")
def test_every_label_contrasts_with_its_colour():
    program = (files("trueodds.views") / "common.js").read_text(encoding="utf-8")
    ask = "Array.from({ length: 59 }, (_, n) => palette(n + 1)).flat().map((colour) => [colour, label(colour)])"
    assert NODE is not None
    script = f"{program}\nconsole.log(JSON.stringify({ask}));"
    done = subprocess.run([NODE], input=script, capture_output=True, text=True, check=True)
    shades = {"#000000", "#ffffff"}
    found = json.loads(done.stdout)
    assert len({colour for colour, _ in found}) > 300
    for colour, label in found:
        [other] = shades - {label}
        assert contrast(colour, label) >= max(4.5, contrast(colour, other)), (colour, label)
    assert {label for _, label in found} == shades
