"""Replace characters that the encoding of the output lacks, for example ``≈`` with ``~``.

Text is converted before it is written. A handler of encoding errors would see only the missing characters and turn
10¹⁴ into ``10¹^4`` in Latin-1.
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
    **dict.fromkeys("‘’“”„‚«»", "'"),  # not double quotation marks, which would break JSON
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


def to_encodable(text: str, encoding: str) -> str:
    """Return the text with plain characters in place of the characters that the encoding lacks."""

    def known(part: str) -> bool:
        try:
            part.encode(encoding)
        except UnicodeEncodeError:
            return False
        return True

    def shown(letter: str) -> str:
        if known(letter):
            return letter
        stripped = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()  # without accents
        return _PLAIN.get(letter) or stripped or "?"

    if known(text):
        return text
    raised = _POWER.sub(lambda power: power[0] if known(power[0]) else "^" + power[0].translate(_RAISED), text)
    return "".join(map(shown, raised))


def replace_unencodable() -> None:
    """Make standard output and standard error replace the characters that their encodings lack."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not _is_utf(stream.encoding):
            replaced: Any = stream  # mypy does not allow assignment to a method
            replaced.write = partial(_write, stream.write, stream.encoding)
            if codecs.lookup(stream.encoding).name == "ascii":
                stream.reconfigure(encoding="latin-1")  # click mistrusts ASCII and would write UTF-8


def _write(write: Callable[[str], int], encoding: str, text: str) -> int:
    return write(to_encodable(text, encoding))


def output_utf8() -> None:
    """Switch standard output to UTF-8, for a page that declares this encoding."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        vars(sys.stdout).pop("write", None)
        sys.stdout.reconfigure(encoding="utf-8")


def shows_all() -> bool:
    """Return whether standard output can show every character."""
    return _is_utf(getattr(sys.stdout, "encoding", None) or "utf-8")


def _is_utf(encoding: str) -> bool:
    return encoding.lower().startswith("utf")
