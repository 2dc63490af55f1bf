"""A page that looks at a game that was played: the chance as a curve, the mistakes, luck apart from skill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .one_file import fill


def page(found: Mapping[str, Any]) -> str:
    """The page: one HTML file that asks nothing of a network.

    Parameters
    ----------
    found : mapping
        A review as plain data, `trueodds.match.review.Review.to_json`.

    Returns
    -------
    str
        HTML with its style, its programs and its data.

    Examples
    --------
    >>> page({"title": "the-race, target 2", "players": ["me", "you"]})[:15]
    '<!DOCTYPE html>'
    """
    players = " moved first, ".join(found["players"])
    words = {"title": f"{found['title']}: a game reviewed", "rules": f"{players} second."}
    return fill(
        "review.html", ("explore.css", "explore_any.css"), ("exact.js", "page_common.js", "review.js"), words, found
    )
