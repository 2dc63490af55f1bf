"""Find sequences by number or name: the listed sequences, and the sequences of any built-in game."""

from __future__ import annotations

import re
from difflib import get_close_matches

from ..catalog.registry import list_games
from .entries import KNOWN, NEW
from .games import QUANTITIES, find_family, make_sequence
from .sequence import Sequence

#: The listed sequences, by number, or by name if they have no number yet.
SEQUENCES = {sequence.number: sequence for sequence in (*KNOWN, *NEW)}

#: The OEIS numbers of sequences of games, by name.
_NUMBERS = {
    "risk-or-safety-numerators": "A387261",
    "risk-or-safety-denominators": "A387262",
    "super-six-numerators": "A349697",
    "super-six-denominators": "A349698",
}


def find(number: str) -> Sequence:
    """Return a sequence by its A-number or name, such as hog-moves, in upper or lower case.

    Parameters
    ----------
    number : str
        An A-number or name that `trueodds oeis list` shows. For a built-in game GAME, also GAME-numerators and
        GAME-denominators (of its values) and GAME-moves (its best first moves, the smallest if several are best); the
        index is the game's first whole-number parameter.

    Returns
    -------
    Sequence

    Raises
    ------
    TypeError, ValueError
        The number is not text, the sequence is unknown, or the game's moves are not whole numbers.

    Examples
    --------
    >>> find("A387262").terms(4), find("hog-moves").terms(4)
    ([mpz(3), mpz(7), mpz(11), mpz(4165)], [mpz(0), mpz(1), mpz(2), mpz(2)])
    """
    if not isinstance(number, str):
        raise TypeError(f"a sequence's number or name must be text, not {number!r}")
    key = number.strip().lower()
    key = _NUMBERS.get(key, key)
    sequence = SEQUENCES.get(key.upper()) or SEQUENCES.get(key)
    game, _, quantity = key.rpartition("-")
    if sequence is None and game in list_games() and quantity in QUANTITIES:
        return make_sequence(find_family(game), quantity)
    if sequence is None:
        suggestion = _suggest(key)
        hint = f" (did you mean {suggestion}?)" if suggestion else "; `trueodds oeis list` lists the known sequences"
        raise ValueError(f"unknown sequence {number[:40]!r}{hint}")
    return sequence


def find_halves(name: str) -> tuple[Sequence, ...]:
    """Return the sequence with this name or, for the name of a game, the numerators and denominators of its values."""
    game = name.strip().lower()
    if game not in list_games():
        return (find(name),)
    halves = tuple(find(f"{game}-{part}") for part in ("numerators", "denominators"))
    if halves[0].numbered:
        numbers = " and ".join(half.number for half in halves)
        raise ValueError(f"{game}: its numerators and denominators are in the OEIS, as {numbers}; name one of them")
    return halves


def _suggest(key: str) -> str:
    """Return the most likely correction or corrections of a name as text, or an empty string."""
    if key in list_games():
        names = (f"{key}-{quantity}" for quantity in find_family(key).quantities)
        return " or ".join(", ".join(_NUMBERS.get(name, name) for name in names).rsplit(", ", 1))
    numbers = {number.lower(): number for number in (*SEQUENCES, *(f"{game}-moves" for game in list_games()))}
    return next((numbers[near] for near in get_close_matches(key, numbers, 1, 0.8)), "")


def find_named_sequence(text: str) -> str | None:
    """Return the first A-number or sequence name in a string, or None.

    >>> find_named_sequence("b387262.txt"), find_named_sequence("hog-moves (1).txt"), find_named_sequence("terms.txt")
    ('A387262', 'hog-moves', None)
    """
    listed = "|".join(sequence.number for sequence in NEW)
    pattern = rf"{listed}|(?:{'|'.join(list_games())})-(?:{'|'.join(QUANTITIES)})"
    match = re.search(rf"(?<![A-Za-z0-9-])(?:[ab]([0-9]{{6,7}})(?![0-9])|({pattern})(?![a-z0-9]))", text, re.IGNORECASE)
    if match is None:
        return None
    return f"A{match[1]}" if match[1] else match[2].lower()
