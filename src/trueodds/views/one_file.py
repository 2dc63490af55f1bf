"""A page as one file that asks nothing of a network: frame, body, styles, programs, words and data put together."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

_PLAIN = 300_000  # characters of data that stay readable in the file; more are compressed


def fill(
    body: str, styles: Sequence[str], programs: Sequence[str], words: Mapping[str, str], data: Mapping[str, Any]
) -> str:
    """A page of a body, its style sheets, its programs, its words and its data.

    Examples
    --------
    >>> "default-src 'none'" in fill("review.html", (), (), {"title": "", "rules": ""}, {})
    True
    """
    kind, packed = _pack(data)
    scripts = (f'type="{kind}" id="data"', packed), ("", "\n".join(map(read_file, programs)))
    return put_together(body, styles, words, scripts)


def put_together(body: str, styles: Iterable[str], words: Mapping[str, str], scripts: Iterable[tuple[str, str]]) -> str:
    r"""The same with scripts of any kind.

    Parameters
    ----------
    body : str
        The name of a file beside this one, as are those of the styles.
    styles : iterable of str
    words : mapping
        ``title``, ``rules``, and what else stands in the body in double braces.
    scripts : iterable of (str, str)
        Attributes and text of each element at the end, data and programs.

    Examples
    --------
    >>> put_together("review.html", (), {"title": "1 < 2", "rules": ""}, [("", "go()")])[-38:]
    '<script>go()</script>\n</body>\n</html>\n'
    """
    text = read_file("frame.html").replace("/* body */\n", read_file(body))
    for name, said in words.items():
        text = text.replace(f"{{{{ {name} }}}}", escape(said))
    text = text.replace("/* style */", "\n".join(map(read_file, styles)), 1)
    begin, end = text.split("/* scripts */\n")
    elements = (f"<script{attributes and ' ' + attributes}>{script}</script>\n" for attributes, script in scripts)
    return "".join((begin, *elements, end))


def as_script(data: Any) -> str:
    r"""Data as JSON that may stand between the tags of a script.

    Examples
    --------
    >>> as_script({"end": "</script>"})
    '{"end":"\\u003c/script>"}'
    """
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def read_file(name: str) -> str:
    """A file beside this one.

    Examples
    --------
    >>> read_file("exact.js")[:8]
    '// Exact'
    """
    return (files(__package__) / name).read_text(encoding="utf-8")


def _pack(data: Mapping[str, Any]) -> tuple[str, str]:
    """The kind of script that the data are, and their text; the same bytes every time."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    if len(text) <= _PLAIN:
        return "application/json", as_script(data)
    return "application/gzip", base64.b64encode(gzip.compress(text.encode("utf-8"), mtime=0)).decode("ascii")
