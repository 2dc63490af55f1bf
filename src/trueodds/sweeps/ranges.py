"""Ranges of a parameter as users type them: ``1/10..9/10:1/10``, ``1..50``, ``first,second``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

_NUMBER = r"[+-]?[0-9]{1,300}(?:/0*[1-9][0-9]{0,299}|\.[0-9]{1,300})?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?::({_NUMBER}))?")

#: The most values of one parameter.
MAX_VALUES = 1_000_000

#: A value of a parameter: whole numbers as such, other exact numbers as fractions, all else as text.
Value = int | Fraction | str


def read_values(text: str) -> list[Value]:
    """Return the values in a text: single values and ranges, separated by commas, without duplicates.

    A range is ``FIRST..LAST`` or ``FIRST..LAST:STEP`` in integers, fractions or decimals, all exact; it includes LAST
    if steps lead there. The step is 1 by default.
    """
    found: dict[Value, None] = {}
    for part in text.split(","):
        part = part.strip()
        if not part:
            raise ValueError(f"a value is missing in {text[:40]!r}")
        if ".." in part:
            found.update(dict.fromkeys(_range(part)))
        else:
            found[_plain(Fraction(part)) if re.fullmatch(_NUMBER, part) else part] = None
    return list(found)


def _range(part: str) -> Iterator[Value]:
    read = _RANGE.fullmatch(part)
    if not read:
        raise ValueError(f"a range is FIRST..LAST or FIRST..LAST:STEP in exact numbers, not {part[:40]!r}")
    first, last, step = (Fraction(number or 1) for number in read.groups())
    if step <= 0 or last < first:
        raise ValueError(f"a range goes up from FIRST to LAST by a STEP above 0: {part[:40]!r} is empty")
    count = (last - first) // step + 1
    if count > MAX_VALUES:
        raise ValueError(f"{part[:40]!r} has {count} values; at most {MAX_VALUES} are allowed")
    return (_plain(first + step * number) for number in range(count))


def _plain(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value
