"""Hooks of MkDocs: add pages generated from the package, live pages, lists and formulas."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))  # other hooks are in this folder

import claims_formulas
import command_pages
import formulas
import game_pages
import lists
from mkdocs.structure.files import File

_LOG = logging.getLogger("mkdocs.hooks")


def _made() -> tuple[dict[str, str], dict[str, str]]:
    """Return the text of the generated pages about games and about commands, by path."""
    return game_pages.pages(), command_pages.pages()


def on_config(config: Any) -> Any:
    """Put the generated pages into the navigation in place of their first page."""
    config["made"] = _made()
    for made in config["made"]:
        first = next(iter(made))
        section = next(one for one in config["nav"] if first in one.values())
        title = next(iter(section))
        section[title] = list(made)
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages and, for each game, the page that `trueodds explore` writes."""
    for made in config["made"]:
        for place, text in made.items():
            files.append(File.generated(config, place, content=text))
    for place, text in game_pages.live_pages():
        _LOG.info("%s: %.1f MB", place, len(text.encode()) / 1e6)
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Insert the lists of names and files, and typeset the claims of the papers."""
    if page.file.src_uri == "claims.md":
        return claims_formulas.typeset(markdown)
    return lists.with_lists(markdown)


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Convert formulas to MathML, which browsers display without a script."""
    return formulas.to_mathml(html)
