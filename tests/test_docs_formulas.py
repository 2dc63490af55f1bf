"""Formulas in the running text of the docs are typeset: no caret and no subscript stands as a program writes them."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
#: Made by a command, a map of files, and a format that others read as plain text.
OTHERS = {"claims.md", "ARCHITECTURE.md", "certificates.md", "testing.md"}
PAGES = sorted(path for path in DOCS.glob("*.md") if path.name not in OTHERS)


def running_text(page):
    """The text without code, formulas and addresses; lines stay lines."""
    for known in (r"```.*?```", r"\$\$.*?\$\$", r"`[^`]*`", r"\$[^$\n]+\$", r"\]\([^)]*\)"):
        page = re.sub(known, lambda found: re.sub(r"[^\n]", " ", found[0]), page, flags=re.DOTALL)
    return page.splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_typeset(page):
    lines = enumerate(running_text(page.read_text(encoding="utf-8")), 1)
    assert [(number, line) for number, line in lines if re.search(r"\^|\b[A-Za-zσμ]_[A-Za-z0-9]", line)] == []
