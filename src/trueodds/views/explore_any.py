"""A page to explore any solved game: one HTML file that holds everything and asks nothing of a network."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

_PLAIN = 300_000  # characters of data that stay readable in the file; more are compressed

_STYLES = ("explore.css", "explore_any.css")
_PROGRAMS = ("exact.js", "page_common.js", "explore_graph.js", "explore_map.js", "explore_any.js")


def page(words: Mapping[str, str], data: Mapping[str, Any]) -> str:
    """The page: any position by its fields, every move with its exact value and cost, chance, a map.

    Parameters
    ----------
    words : mapping
        ``title`` and ``rules``.
    data : mapping
        For JSON, as `trueodds.drawing.page_data` makes it.

    Returns
    -------
    str
        HTML with its style, its programs and its data.

    Examples
    --------
    >>> text = page({"title": "a game", "rules": ""}, {"values": ["6/11"]})
    >>> text[:15], "6/11" in text
    ('<!DOCTYPE html>', True)
    """
    return fill("explore_any.html", _STYLES, _PROGRAMS, words, data)


def fill(
    frame: str, styles: Sequence[str], programs: Sequence[str], words: Mapping[str, str], data: Mapping[str, Any]
) -> str:
    """A page of a frame, its style sheets, its programs, its words and its data.

    Examples
    --------
    >>> "default-src 'none'" in fill("explore_any.html", (), (), {"title": "", "rules": ""}, {})
    True
    """
    kind, packed = _packed(data)
    text = read_file(frame).replace("{{ kind }}", kind)
    for name, said in words.items():
        text = text.replace(f"{{{{ {name} }}}}", escape(said))
    parts = {"style": "\n".join(map(read_file, styles)), "data": packed, "program": "\n".join(map(read_file, programs))}
    for name, part in parts.items():
        text = text.replace(f"/* {name} */", part, 1)
    return text


def _packed(data: Mapping[str, Any]) -> tuple[str, str]:
    """The kind of script that the data are, and their text; the same bytes every time."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if len(text) <= _PLAIN:
        return "application/json", text.replace("<", "\\u003c")
    return "application/gzip", base64.b64encode(gzip.compress(text.encode("utf-8"), mtime=0)).decode("ascii")


def read_file(name: str) -> str:
    """A file beside this one.

    Examples
    --------
    >>> read_file("exact.js")[:8]
    '// Exact'
    """
    return (files(__package__) / name).read_text(encoding="utf-8")
