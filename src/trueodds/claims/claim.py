"""What a claim is: where it stands, what it says, and how it is recomputed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

HOLDS, CORRECTED, FALSE = "holds", "holds with a correction", "false"


class Finding(NamedTuple):
    """What a check found.

    Attributes
    ----------
    verdict : {"holds", "holds with a correction", "false"}
    true : str
        What is true, exactly; with the smallest counterexample where the claim is false.
    """

    verdict: str
    true: str


@dataclass(frozen=True)
class Claim:
    """A statement of a paper that a computer can check.

    Attributes
    ----------
    place : str
        Where it stands.
    says : str
        What it says.
    check : callable
        Computes both sides; returns a Finding.
    slow : bool
        Whether that takes more than seconds.
    """

    place: str
    says: str
    check: Callable[[], Finding]
    slow: bool = False


def number(place: str, says: str, claimed: Any, compute: Callable[[], Any], slow: bool = False) -> Claim:
    """A claim that something has a value: it holds if what is computed is equal.

    Examples
    --------
    >>> number("section 1", "two and two are four", 4, lambda: 2 + 2).check()
    Finding(verdict='holds', true='4')
    """

    def check() -> Finding:
        found = compute()
        return Finding(HOLDS if found == claimed else FALSE, show_value(found))

    return Claim(place, says, check, slow)


def show_value(value: Any) -> str:
    """A computed value in words: fractions as people write them, sets sorted.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> show_value((mpq(2, 5), [3])), show_value(frozenset({2, 1}))
    ('2/5, (3)', '1 or 2')
    """
    if isinstance(value, frozenset):
        return " or ".join(show_value(part) for part in sorted(value))
    if isinstance(value, (list, tuple)):
        parts = ((show_value(part), isinstance(part, (list, tuple))) for part in value)
        return ", ".join(f"({text})" if several else text for text, several in parts)
    return str(value)


def statement(place: str, says: str, counterexample: Callable[[], Any], true: str, slow: bool = False) -> Claim:
    """A claim that something is always so: it holds if no counterexample is found.

    Parameters
    ----------
    place, says, slow
        As for `Claim`.
    counterexample : callable
        Returns the smallest one, or None.
    true : str
        What is then true; it says how far that was checked.

    Examples
    --------
    >>> squares = statement("here", "squares are even", lambda: next(n for n in range(9) if n * n % 2), "n < 9")
    >>> squares.check()
    Finding(verdict='false', true='counterexample: 1')
    """

    def check() -> Finding:
        found = counterexample()
        return Finding(HOLDS, true) if found is None else Finding(FALSE, f"counterexample: {found}")

    return Claim(place, says, check, slow)


def rounding(place: str, says: str, claimed: str, compute: Callable[[], Any], slow: bool = False) -> Claim:
    """A claim that a number has a decimal of so many digits: it holds if the exact number rounds to it.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> rounding("here", "two thirds in per cent", "66.66", lambda: 100 * mpq(2, 3)).check()
    Finding(verdict='holds with a correction', true='rounds to 66.67, cut off after the digits that are shown: 66.66…')
    """

    def check() -> Finding:
        from ..exact.decimals import decimal

        exact = compute()
        places = len(claimed.partition(".")[2])
        nearest, cut = round(exact * 10**places), exact * 10**places // 1
        shown = int(claimed.replace(".", ""))
        if shown == nearest:
            return Finding(HOLDS, f"{decimal(exact, places + 6)}…")
        right = f"{nearest // 10**places}.{nearest % 10**places:0{places}d}"
        if shown == cut:
            return Finding(CORRECTED, f"rounds to {right}, cut off after the digits that are shown: {claimed}…")
        return Finding(FALSE, f"rounds to {right}")

    return Claim(place, says, check, slow)
