"""All sequences by number: those of the OEIS, and new ones that have no number yet."""

from __future__ import annotations

import re
from difflib import get_close_matches

from .known import KNOWN
from .new import NEW
from .sequence import Sequence

#: By number, or by name where there is none yet.
SEQUENCES = {sequence.number: sequence for sequence in (*KNOWN, *NEW)}

#: Examples of drafts for the command line's help.
DRAFT_EXAMPLES = ("pig --number A390001 --number A390002", "risk-or-safety-against-two --fields")


def find(number: str) -> Sequence:
    """Return a sequence by its A-number or name, in upper or lower case; a ValueError lists the known ones."""
    wanted = number.strip()
    sequence = SEQUENCES.get(wanted.upper()) or SEQUENCES.get(wanted.lower())
    if sequence is None:
        known = ", ".join(sequence.number for sequence in KNOWN)
        meant = _suggest(wanted[:40].lower())
        hint = f", did you mean {meant}?" if meant else ";"
        raise ValueError(
            f"unknown sequence {number[:40]!r}{hint} known are {known} and {len(NEW)} new ones (see oeis list)"
        )
    return sequence


def both_halves(name: str) -> tuple[Sequence, ...]:
    """Return the numerators and denominators of a game's values, by the game's name; otherwise the one sequence."""
    wanted = name.strip().lower()
    halves = [SEQUENCES.get(f"{wanted}-{part}") for part in ("numerators", "denominators")]
    return tuple(half for half in halves if half) or (find(name),)


def _suggest(wanted: str) -> str:
    """Return the likeliest correction of a name; empty if there is none."""
    if f"{wanted}-numerators" in SEQUENCES:
        return f"{wanted}-numerators or {wanted}-denominators"
    by_digits = f"A{wanted.lstrip('ab')}"
    if by_digits in SEQUENCES:
        return by_digits
    known = {number.lower(): number for number in SEQUENCES}
    return next((known[near] for near in get_close_matches(wanted, known, 1, 0.8)), "")


def named_sequence(text: str) -> str | None:
    """Return the first sequence that a text names, by its A-number, its b-file or its name here; None without one.

    >>> named_sequence("b387262.txt"), named_sequence("pig-numerators (1).txt"), named_sequence("terms.txt")
    ('A387262', 'pig-numerators', None)
    """
    names = "|".join(sequence.number for sequence in NEW)
    match = re.search(rf"(?<![A-Za-z0-9-])(?:[ab]([0-9]{{6,7}})(?![0-9])|({names})(?![a-z0-9]))", text, re.IGNORECASE)
    if match is None:
        return None
    return f"A{match[1]}" if match[1] else match[2].lower()
