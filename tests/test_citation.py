"""CITATION.cff tells the version that is installed, and all that its format asks for."""

import re
from pathlib import Path

import trueodds

TEXT = (Path(__file__).parents[1] / "CITATION.cff").read_text(encoding="utf-8")


def test_the_version():
    assert re.search(r"^version: (.*)$", TEXT, re.MULTILINE)[1] == trueodds.__version__


def test_what_the_format_asks_for():
    keys = set(re.findall(r"^([a-z-]+):", TEXT, re.MULTILINE))
    assert keys >= {"cff-version", "message", "title", "authors"}
