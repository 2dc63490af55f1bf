"""Interpret what a player types."""

from __future__ import annotations

from collections.abc import Sequence


def interpret(typed: str, names: Sequence[str], commands: Sequence[str] = ()) -> str | None:
    """Return the move or command that a text means by its name, a prefix, or the number of a move in the list.

    Moves precede commands. Numbers count the moves from 1 unless some moves are numbers themselves. The result is None
    if nothing matches, or more than one does.
    """
    word = " ".join(typed.split()).casefold()
    for known in (names, commands):
        exact = [name for name in known if name.casefold() == word]
        if exact:
            return exact[0] if len(exact) == 1 else None
    if not word:
        return None
    if word.isascii() and word.isdigit():
        counts = not any(name.lstrip("-").isdigit() for name in names)
        number = int(word[:9])
        return names[number - 1] if counts and 1 <= number <= len(names) else None
    for known in (names, commands):
        begun = [name for name in known if name.casefold().startswith(word)]
        if begun:
            return begun[0] if len(begun) == 1 else None
    return None
