"""The numbers on the map contrast with every colour behind them, as the page's own program chooses them."""

import json
import re
import shutil
import subprocess
from importlib.resources import files

import pytest

pytest.importorskip("bokeh", reason="no Bokeh: pip install trueodds[plot]")

from trueodds.views.explore import _palette

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
    program = (files("trueodds.views") / "explore.js").read_text(encoding="utf-8")
    functions = re.findall(r"^  function (?:luminance|label)\(.*?^  }$", program, re.DOTALL | re.MULTILINE)
    assert len(functions) == 2
    colours = sorted({colour for count in range(1, 60) for colour in _palette(count)} | {"#38b976", "#1e9e88"})
    ask = "\n".join([*functions, f"console.log(JSON.stringify({json.dumps(colours)}.map(label)))"])
    assert NODE is not None
    done = subprocess.run([NODE, "-e", ask], capture_output=True, text=True, check=True)
    labels = json.loads(done.stdout)
    for colour, label in zip(colours, labels, strict=True):
        shades = {"black": "#000000", "white": "#ffffff"}
        chosen = contrast(colour, shades.pop(label))
        assert chosen >= 4.5, (colour, label)
        assert chosen >= contrast(colour, *shades.values())
    assert {"black", "white"} == set(labels)
