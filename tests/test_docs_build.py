"""The docs are built without a warning, links lead somewhere, and names, games, commands and figures are there."""

import html.parser
import importlib.util
import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

import trueodds
from trueodds.catalog.registry import names
from trueodds.cli import trueodds as program

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


class Parts(html.parser.HTMLParser):
    """What a page leads to, loads, and can be led to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names |= {given[key] for key in ("id", "name") if given.get(key)}
        self.links += [(tag, given[key]) for key in ("href", "src") if given.get(key)]


def read_parts(site):
    """The parts of all pages, by path; the live pages are whole by themselves."""
    pages = [page for page in site.rglob("*.html") if "live" not in page.relative_to(site).parts]
    return {page: Parts(page.read_text(encoding="utf-8")) for page in pages}


def dead_links(parts):
    """Links to files or places that are not there, and what is loaded from elsewhere."""
    found = []
    for page, part in parts.items():
        for tag, link in part.links:
            path, place = urldefrag(unquote(link))
            if re.match(r"[a-z]+:", link):
                if tag not in ("a", "link") or not link.startswith(("https:", "http:", "mailto:")):
                    found.append((page.parent.name, link))
                continue
            if path.startswith("/"):
                continue  # of the page for what is not found, which can stand anywhere
            target = (page.parent / path).resolve() if path else page
            target = target / "index.html" if target.is_dir() else target
            known = parts.get(target)
            if not target.exists() or (place and known and not place.startswith("__") and place not in known.names):
                found.append((page.parent.name, link))
    return found


def test_built_and_the_reference_has_all_names(site):
    reference = (site / "reference" / "index.html").read_text(encoding="utf-8")
    listed = reference[: reference.index('id="solving"')]
    for name in trueodds.__all__:
        if name != "__version__":
            assert f'id="trueodds.{name}"' in reference, name
            assert f'href="#trueodds.{name}"' in listed, name
    assert "Fraction" in reference  # signatures and text, not headings alone


def test_links_lead_somewhere_and_nothing_is_loaded_from_elsewhere(site):
    parts = read_parts(site)
    assert len(parts) > 50
    assert dead_links(parts) == []


def test_dead_links_are_found(tmp_path):
    page = tmp_path.resolve() / "index.html"
    page.write_text('<a href="#here" id="there">x</a><a href="gone/">x</a><script src="https://a.b/c.js"></script>')
    assert [link for _, link in dead_links(read_parts(page.parent))] == ["#here", "gone/", "https://a.b/c.js"]


def test_every_game_and_command_has_its_page(site):
    for name in names():
        page = (site / "games" / name / "index.html").read_text(encoding="utf-8")
        assert 'id="an-answer"' in page
        assert f'src="../../live/{name}.html"' in page
        assert (site / "live" / f"{name}.html").stat().st_size > 20_000
    for name, command in program.commands.items():
        page = (site / "commands" / name / "index.html").read_text(encoding="utf-8")
        for one in command.params:
            if not getattr(one, "hidden", True):  # arguments have no such thing
                assert one.opts[0] in page, (name, one.opts)
    assert "--turn-total" in (site / "commands" / "advise" / "index.html").read_text(encoding="utf-8")


def test_formulas_are_typeset_without_a_program(site):
    for name in ("mathematics", "proved", "draw-a-figure"):
        page = (site / name / "index.html").read_text(encoding="utf-8")
        assert "arithmatex" not in page
        assert ("<math" in page) == (name != "draw-a-figure")


@pytest.mark.parametrize(("word", "place"), [("pandas", "tables/"), ("windows", "install/"), ("parquet", "tables/")])
def test_the_search_knows(site, word, place):
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert place in {one["location"].partition("#")[0] for one in index["docs"] if word in one["text"].lower()}


def test_the_reference_names_all_that_is_public():
    named = re.findall(r"^::: trueodds\.(\w+)$", (DOCS / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted([*named, "__version__"]) == sorted(trueodds.__all__)


def test_every_page_has_its_place():
    places = re.findall(r"(?<![/\w-])[\w-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert sorted(places) == sorted(path.name for path in DOCS.glob("*.md"))


def test_figures_are_small_and_those_that_the_script_draws(tmp_path):
    pytest.importorskip("matplotlib")
    specification = importlib.util.spec_from_file_location("figures", DOCS / "figures.py")
    figures = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(figures)
    figures.draw(tmp_path)
    drawn = {path.name for path in tmp_path.iterdir()}
    kept = {path.name for path in (DOCS / "figures").iterdir()}
    assert kept == drawn | {"explore.png"}  # docs/photograph.py makes it, in a browser
    assert all((DOCS / "figures" / name).stat().st_size < 100_000 for name in kept)
    shown = {name for page in DOCS.glob("*.md") for name in re.findall(r"\(figures/([^)]+)\)", page.read_text("utf-8"))}
    assert shown == kept
