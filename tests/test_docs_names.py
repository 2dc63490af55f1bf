"""Files, make targets and links that the docs name are there, and every kernel has its paragraph."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "trueodds"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
#: Pages that are made when the docs are built; links to them are looked at there.
MADE = re.compile(r"(games|commands)/[\w-]+\.md|live/[\w-]+\.html")

sources = pytest.mark.skipif(not SOURCE.exists(), reason="tests of an installed package, without its sources")


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page):
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    links = [link for link in links if not MADE.fullmatch(link)]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_contributing_names_targets_that_the_makefile_has():
    targets = set(re.findall(r"^([a-z]+):", text("Makefile"), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)|^make ([a-z]+)", text("CONTRIBUTING.md"), re.MULTILINE))
    assert {one or other for one, other in named} - {"help"} <= targets
    assert targets <= {one or other for one, other in named} | {"browser"}
    phony = re.search(r"^\.PHONY: (.*)", text("Makefile"), re.MULTILINE).group(1).split()
    assert set(phony) == targets


def test_contributing_names_tests_that_are_there():
    for path, name in re.findall(r"(tests/[\w/]+(?:\.py)?)(?: -k (\w+))?", text("CONTRIBUTING.md")):
        assert (ROOT / path).exists(), path
        assert not name or name in text(path), name


@sources
def test_algorithms_names_files_that_are_there_and_every_kernel():
    page = text("docs/algorithms.md")
    there = [path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py*")]
    for named in re.findall(r"`([\w/]+\.pyx?)`", page):
        assert any(f"/{path}".endswith(f"/{named}") for path in there), named
    for path in there:
        assert not path.endswith(".pyx") or Path(path).name in page, path
