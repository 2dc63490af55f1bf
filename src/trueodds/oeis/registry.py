"""The sequences by number: those of the OEIS, and new ones that have no number yet."""

from __future__ import annotations

import re
from difflib import get_close_matches

from .known import KNOWN
from .new import NEW
from .sequence import Sequence

#: By number, or by name where there is none yet.
SEQUENCES = {sequence.number: sequence for sequence in (*KNOWN, *NEW)}

#: Of drafts of new entries, as the command line's help shows them.
DRAFT_EXAMPLES = ("pig --number A390001 --number A390002", "risk-or-safety-against-two --fields")


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
        meant = _suggest(wanted[:40].lower())
        hint = f", did you mean {meant}?" if meant else ";"
        raise ValueError(
            f"unknown sequence {number[:40]!r}{hint} known are {known} and {len(NEW)} new ones (oeis list)"
        )
    return sequence


def both_halves(name: str) -> tuple[Sequence, ...]:
    """The numerators and the denominators of a game's values, by the game's name; else the one sequence.

    Raises
    ------
    ValueError
        As for `find`.

    Examples
    --------
    >>> [sequence.number for sequence in both_halves("pig")]
    ['pig-numerators', 'pig-denominators']
    >>> [sequence.number for sequence in both_halves("greed-dice")]
    ['greed-dice']
    """
    wanted = name.strip().lower()
    halves = [SEQUENCES.get(f"{wanted}-{part}") for part in ("numerators", "denominators")]
    return tuple(half for half in halves if half) or (find(name),)


def _suggest(wanted: str) -> str:
    """What may have been meant; nothing if that is not clear."""
    if f"{wanted}-numerators" in SEQUENCES:
        return f"{wanted}-numerators or {wanted}-denominators"
    by_digits = f"A{wanted.lstrip('ab')}"
    if by_digits in SEQUENCES:
        return by_digits
    known = {number.lower(): number for number in SEQUENCES}
    return next((known[near] for near in get_close_matches(wanted, known, 1, 0.8)), "")


def a_number(text: str) -> str | None:
    """The first A-number, or name of a b-file, in a text.

    Examples
    --------
    >>> a_number("# A387261 (b-file)"), a_number("b387262.txt"), a_number("terms.txt")
    ('A387261', 'A387262', None)
    """
    match = re.search(r"(?<![A-Za-z0-9])[AaBb]([0-9]{6,7})(?![0-9])", text)
    return f"A{match[1]}" if match else None
