"""A page to explore any solved game: one HTML file that holds everything and asks nothing of a network."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .one_file import fill

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
