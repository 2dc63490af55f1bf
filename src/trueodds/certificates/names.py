"""Names of positions, moves and parameters in a certificate: printable, on one line, all different."""

from __future__ import annotations

import hashlib
import json
import re

from ..game import Game, json_parameters
from .check_odds import JSON, UNPRINTABLE

_LONGEST = 400


def line_of_name(text: str) -> str:
    """Return a printable name on one line: unprintable characters are escaped, long text is cut and its hash added.

    Empty text becomes ``?``.
    """
    text = UNPRINTABLE.sub(_escape, text)
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} {hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return text if text.strip(" ") else "?"


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 1 << 8 else f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}"


def position_name(thing: object) -> str:
    """Return the name of a position or a move: text as it is, any tuple as a plain one, anything else as its repr."""
    if isinstance(thing, str):
        return line_of_name(thing)
    return line_of_name(repr(tuple(thing)) if isinstance(thing, tuple) else repr(thing))


def parameter_texts(game: Game) -> dict[str, str]:
    """Return the parameters of a game, each key as one word and each value as JSON; long values are cut."""
    found = {}
    for name, value in json_parameters(game).items():
        text = UNPRINTABLE.sub(_escape_in_json, json.dumps(value, ensure_ascii=False))
        if not JSON.fullmatch(text):
            text = json.dumps(line_of_name(str(value)), ensure_ascii=False)
        found[line_of_name(name).replace(" ", "_")] = text
    return found


def _escape_in_json(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


class NameBook:
    """Make names unique: a name that was used before gets a number."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._seen: dict[str, int] = {}

    def unique(self, name: str) -> str:
        """Return the name, with ``#2``, ``#3``, … appended if it was used before."""
        chosen = name
        while chosen in self._given:
            self._seen[name] = self._seen.get(name, 1) + 1
            chosen = f"{name} #{self._seen[name]}"
        self._given.add(chosen)
        return chosen
