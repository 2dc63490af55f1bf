"""The sequences by number: those of the OEIS, and new ones that have no number yet."""

from __future__ import annotations

import re

from .known import KNOWN
from .new import NEW
from .sequence import Sequence

#: By number, or by name where there is none yet.
SEQUENCES = {sequence.number: sequence for sequence in (*KNOWN, *NEW)}


def find(number: str) -> Sequence:
    """A sequence by its A-number or name, in capitals or not.

    Raises
    ------
    ValueError
        Not one of those known here.

    Examples
    --------
    >>> find("a387262").number
    'A387262'
    >>> find("A000045")
    Traceback (most recent call last):
    ValueError: unknown sequence 'A000045'; known are A387260, A387261, A387262, A394776 and 11 new ones (oeis list)
    """
    wanted = number.strip()
    sequence = SEQUENCES.get(wanted.upper()) or SEQUENCES.get(wanted.lower())
    if sequence is None:
        known = ", ".join(sequence.number for sequence in KNOWN)
        raise ValueError(f"unknown sequence {number[:40]!r}; known are {known} and {len(NEW)} new ones (oeis list)")
    return sequence


def a_number(text: str) -> str | None:
    """The first A-number, or name of a b-file, in a text.

    Examples
    --------
    >>> a_number("# A387261 (b-file)"), a_number("b387262.txt"), a_number("terms.txt")
    ('A387261', 'A387262', None)
    """
    match = re.search(r"(?<![A-Za-z0-9])[AaBb]([0-9]{6,7})(?![0-9])", text)
    return f"A{match[1]}" if match else None
