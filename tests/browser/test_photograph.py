"""The picture of a page in the README is what its script produces from the current page."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


def test_the_picture_is_of_todays_page(browser, tmp_path):
    """Letters look different on each system, but the colours and places of their cells do not."""
    image = pytest.importorskip("PIL.Image", reason="no Pillow: pip install trueodds[plot]")
    specification = importlib.util.spec_from_file_location("photograph", DOCS / "photograph.py")
    script = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(script)
    with browser.new_context(**script.HOW) as context:
        script.photograph(context, tmp_path / "now.png")
    now, kept = (image.open(path) for path in (tmp_path / "now.png", script.PICTURE))
    assert now.size == kept.size
    rough = [picture.convert("RGB").resize((26, 16)).tobytes() for picture in (now, kept)]
    differences = [abs(a - b) for a, b in zip(*rough, strict=True)]
    assert sum(differences) / len(differences) < 8  # of 255
