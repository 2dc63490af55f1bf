"""Names of positions, moves and parameters in a certificate: printable, on one line, no two alike."""

from __future__ import annotations

import hashlib
import json
import re

from .check_odds import UNPRINTABLE

_LONGEST = 400


def line_of_name(text: str) -> str:
    r"""Return text as a name on one line: escape characters that cannot be printed, cut and hash what is long.

    Examples
    --------
    >>> line_of_name("two\nlines\u2028"), line_of_name(""), len(line_of_name("x" * 10**6))
    ('two\\x0alines\\u2028', '?', 417)
    """
    text = text.encode("utf-8", "backslashreplace").decode()  # lone surrogates
    text = UNPRINTABLE.sub(_escape, text)
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]} {hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return text if text.strip(" ") else "?"


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 1 << 8 else f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}"


def position_name(thing: object) -> str:
    """What a position or a move is called.

    Examples
    --------
    >>> import trueodds
    >>> position_name(trueodds.RiskOrSafety(3).start), position_name("roll"), position_name(2)
    ('(0, 0, 0, 0)', 'roll', '2')
    """
    if isinstance(thing, str):
        return line_of_name(thing)
    return line_of_name(repr(tuple(thing)) if isinstance(thing, tuple) else repr(thing))


def parameter_text(value: object) -> str:
    """A parameter's value, as JSON.

    Examples
    --------
    >>> parameter_text(20), parameter_text("2/5")
    ('20', '"2/5"')
    """
    return line_of_name(json.dumps(value, ensure_ascii=False, default=str))


def parameter_key(key: object) -> str:
    """What a parameter is called: one word.

    Examples
    --------
    >>> parameter_key("target"), parameter_key("two words")
    ('target', 'two_words')
    """
    return line_of_name(str(key)).replace(" ", "_")


class NameBook:
    """Names given so far; a second one that is the same gets a number."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._seen: dict[str, int] = {}

    def unique(self, name: str) -> str:
        """The name, or the name with a number.

        Examples
        --------
        >>> book = NameBook()
        >>> [book.unique(name) for name in ("a", "b", "a")]
        ['a', 'b', 'a #2']
        """
        chosen = name
        while chosen in self._given:
            self._seen[name] = self._seen.get(name, 1) + 1
            chosen = f"{name} #{self._seen[name]}"
        self._given.add(chosen)
        return chosen
