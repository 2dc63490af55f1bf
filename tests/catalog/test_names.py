"""A game is named in its own files alone: what serves all of them names none, in code or prose."""

import re
from pathlib import Path

import pytest

import trueodds
from trueodds.catalog.registry import GAMES

ROOT = Path(trueodds.__file__).parent
# About games, papers, sequences and findings; the root's names are for editors.
OWN = ("games/", "catalog/", "fast/", "research/", "claims/", "oeis/", "__init__.py", "__init__.pyi")
NAMED = re.compile(
    rf"\b({'|'.join(name + '|' + file.replace('_', '[-_ ]') for name, file in GAMES.items())})\b", re.IGNORECASE
)
EXAMPLE = re.compile(r"(e\.g\.|such as) (``)?(RiskOrSafety\(target=20\)|risk-or-safety)")


def served():
    known = {str(path.relative_to(ROOT)): path for path in ROOT.rglob("*") if path.suffix in (".py", ".pyx", ".js")}
    return [path for name, path in sorted(known.items()) if not name.startswith(OWN)]


def prose(path):
    """A file without the examples in its docstrings, which are of some game."""
    text = path.read_text(encoding="utf-8")
    return EXAMPLE.sub("", re.sub(r"^ *>>> (.*\n)+?(?= *\n| *\"\"\")", "", text, flags=re.MULTILINE))


@pytest.mark.parametrize("path", served(), ids=lambda path: str(path.relative_to(ROOT)))
def test_it_names_no_game(path):
    assert NAMED.findall(prose(path)) == []


def test_a_name_would_be_found():
    for text in ("from ..games.pig import Pig", "# as in Two coins", '{"the-race": 3}'):
        assert NAMED.search(text)
    assert len(served()) > 50
