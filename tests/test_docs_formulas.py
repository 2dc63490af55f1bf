"""Formulas in the running text of the docs are typeset: no caret and no subscript stands as a program writes them."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
#: Made by a command and typeset while the site is built, a map of files, a list of faults.
OTHERS = {"claims.md", "ARCHITECTURE.md", "testing.md"}
#: Powers, roots, Greek letters and comparisons as characters; a letter with an index.
PLAIN = re.compile(r"\^|\b[A-Za-zσμ]_[A-Za-z0-9]|[⁰¹²³⁴⁵⁶⁷⁸⁹⁻√≤≥]|(?<![0-9] )[α-ω](?![a-z])")
PAGES = sorted(path for path in DOCS.glob("*.md") if path.name not in OTHERS)


def running_text(page):
    """The text without code, formulas and addresses; lines stay lines."""
    for known in (r"```.*?```", r"\$\$.*?\$\$", r"`[^`]*`", r"\$[^$\n]+\$", r"\]\([^)]*\)"):
        page = re.sub(known, lambda found: re.sub(r"[^\n]", " ", found[0]), page, flags=re.DOTALL)
    return page.splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_typeset(page):
    assert left_plain(page.read_text(encoding="utf-8")) == []


def left_plain(page):
    """Lines with plain formulas; those that four blanks make code are left as they are."""
    lines = enumerate(running_text(page), 1)
    return [(number, line) for number, line in lines if PLAIN.search(line) and not line.startswith("    ")]


def test_what_the_papers_say_is_typeset(monkeypatch):
    pytest.importorskip("latex2mathml", reason="no latex2mathml: pip install trueodds[docs]")
    monkeypatch.syspath_prepend(DOCS)
    from claims_formulas import FORMULAS, typeset
    from formulas import to_mathml

    page = (DOCS / "claims.md").read_text(encoding="utf-8")
    assert [plain for plain in FORMULAS if plain not in page] == []
    done = typeset(page)
    assert left_plain(done.replace("max_useful_dice", "")) == []
    # A dollar sign begins or ends a formula, and none is lost in a cell.
    cells = [cell for line in done.splitlines() for cell in re.split(r"(?<!\\)\|", line)]
    assert [cell for cell in cells if cell.count("$") % 2] == []
    for latex in "$ $".join(FORMULAS.values()).split("$ $"):
        html = to_mathml(rf'<span class="arithmatex">\({latex}\)</span>')
        assert html.startswith("<math")
        assert "\\" not in html


def test_a_maximum_has_its_index_below(monkeypatch):
    pytest.importorskip("latex2mathml", reason="no latex2mathml: pip install trueodds[docs]")
    monkeypatch.syspath_prepend(DOCS)
    from formulas import to_mathml

    page = to_mathml(r'<div class="arithmatex">\[w = \max_{m} x\]</div>')
    assert "<munder><mo>max</mo>" in page
