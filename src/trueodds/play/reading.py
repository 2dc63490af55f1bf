"""Interpret the text that a player types."""

from __future__ import annotations

from collections.abc import Sequence


def interpret(
    typed: str, names: Sequence[str], commands: Sequence[str] = (), printed: Sequence[str] = ()
) -> str | None:
    """Return the move or command that the text identifies by a name, a prefix or a move's number; otherwise, None.

    A full name takes precedence over a prefix, and a move over a command. `printed` holds each move's form in
    sentences, in the order of `names`. Moves are numbered from 1 in that order, unless some move is itself a number.
    """
    word = " ".join(typed.split()).casefold()
    maps = [dict(zip(printed, names, strict=False)), {name: name for name in names}, {name: name for name in commands}]
    for fits in (str.__eq__, str.startswith):
        for meanings in maps:
            matches = {meaning for text, meaning in meanings.items() if fits(text.casefold(), word)}
            if matches:
                return matches.pop() if len(matches) == 1 else None
        if not word:
            return None
        if word.isascii() and word.isdigit():
            counts = not any(name.lstrip("-").isdigit() for name in names)
            numbers = [str(number) for number in range(1, len(names) + 1)]
            return names[numbers.index(word)] if counts and word in numbers else None
    return None
