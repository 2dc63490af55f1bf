"""Write single-file HTML pages that work offline, to explore a solved game or to review a played game."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

_PLAIN = 300_000  # maximum number of characters of data that are not compressed


def make_explore_page(words: Mapping[str, str], data: Mapping[str, Any], program: str = "") -> str:
    """Return a page to explore a game.

    `words` has the keys ``title`` and ``rules``. `data` is the data that `drawing.make_page_data` returns or, for a
    game with too many positions to list, the data that ``needed.js`` reads. In the second case, `program` must be
    JavaScript that defines the function ``rules``.
    """
    programs = [_read(f"{name}.js") for name in ("exact", "common", "listed", "needed", "map")]
    return _page("explore.html", words, data, [*programs, program, _read("explore.js")])


def make_review_page(review: Mapping[str, Any]) -> str:
    """Return a page that reviews a played game.

    `review` is the result of `trueodds.play.review.Review.to_json`.
    """
    first, other = (review["players"][seat] for seat in (review["first"], 1 - review["first"]))
    whose = "you" if review["players"][0] == "You" else review["players"][0]
    rules = f"{first} moved first, {other} second."
    words = {"title": f"{review['title']}: a game reviewed", "rules": rules, "whose": whose}
    return _page("review.html", words, review, [_read(f"{name}.js") for name in ("exact", "common", "review")])


def _page(body: str, words: Mapping[str, str], data: Mapping[str, Any], programs: Sequence[str]) -> str:
    text = _read("frame.html").replace("/* body */\n", _read(body))
    for name, value in words.items():
        text = text.replace(f"{{{{ {name} }}}}", escape(value))
    text = text.replace("/* style */", _read("page.css"), 1)
    scripts = f"{_pack(data)}\n<script>{''.join(programs)}</script>\n"
    return scripts.join(text.rsplit("/* scripts */\n", 1))


def _pack(data: Mapping[str, Any]) -> str:
    """Return an HTML element that contains the data as JSON, escaped or, if long, compressed."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if len(text) <= _PLAIN:
        safe = text.replace("<", "\\u003c")
        return f'<script type="application/json" id="data">{safe}</script>'
    packed = base64.b64encode(gzip.compress(text.encode("utf-8"), mtime=0)).decode("ascii")
    return f'<script type="application/gzip" id="data">{packed}</script>'


def _read(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
