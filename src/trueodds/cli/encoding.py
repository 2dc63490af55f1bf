"""Plain characters where the output cannot show others: ``~`` for ``≈`` on a terminal or in a pipe that is not UTF-8.

What is written is changed as a whole: a handler of encoding errors would see only the raised digits that an encoding
lacks, and make ``10¹^4`` of 10¹⁴ in Latin-1.
"""

from __future__ import annotations

import codecs
import io
import re
import sys
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

_PLAIN = {
    **dict.fromkeys("≈∼", "~"),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("·•×⋅∙", "*"),
    **dict.fromkeys("‘’“”„‚«»", "'"),  # no double quotation marks: JSON has its own use for them
    **dict.fromkeys("\u00a0\u2009\u202f", " "),
    "…": "...",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "±": "+-",
    "→": "->",
    "←": "<-",
    "∞": "infinity",
    "√": "sqrt",
    "½": "1/2",
    "µ": "u",
    "π": "pi",
    "Π": "product",
    "Σ": "sum",
    "ε": "epsilon",
    "δ": "delta",
}
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n")
_POWER = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+")


def plain(text: str, encoding: str) -> str:
    """The text with plain characters for those that the encoding does not have; nothing else is changed.

    Examples
    --------
    >>> plain("n² ≤ 10⁻¹² ≈ 0…", "ascii"), plain("n² ≤ 10⁻¹² ≈ 0…", "cp1252")
    ('n^2 <= 10^-12 ~ 0...', 'n² <= 10^-12 ~ 0…')
    """

    def known(part: str) -> bool:
        try:
            part.encode(encoding)
        except UnicodeEncodeError:
            return False
        return True

    def shown(letter: str) -> str:
        if known(letter):
            return letter
        stripped = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()  # accents go
        return _PLAIN.get(letter) or stripped or "?"

    if known(text):
        return text
    raised = _POWER.sub(lambda power: power[0] if known(power[0]) else "^" + power[0].translate(_RAISED), text)
    return "".join(map(shown, raised))


def output_plainly() -> None:
    """From now on standard output and standard error show plain characters for what their encoding does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not _is_utf(stream.encoding):
            replaced: Any = stream  # one of its methods is replaced
            replaced.write = partial(_write, stream.write, stream.encoding)
            if codecs.lookup(stream.encoding).name == "ascii":
                stream.reconfigure(encoding="latin-1")  # click takes ASCII for a mistake, and would write UTF-8


def _write(write: Callable[[str], int], encoding: str, text: str) -> int:
    return write(plain(text, encoding))


def output_utf8() -> None:
    """From now on standard output is UTF-8, whatever the terminal has: for a page that itself says that it is."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        vars(sys.stdout).pop("write", None)
        sys.stdout.reconfigure(encoding="utf-8")


def shows_all() -> bool:
    """Whether standard output can show every character."""
    return _is_utf(getattr(sys.stdout, "encoding", None) or "utf-8")


def _is_utf(encoding: str) -> bool:
    return encoding.lower().startswith("utf")
