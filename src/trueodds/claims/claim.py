"""Describe the claims of papers: the place and text of a statement, and how to check it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

HOLDS, CORRECTED, OPEN, FALSE = "holds", "holds with a correction", "open", "false"


class Finding(NamedTuple):
    """The result of a check."""

    verdict: str
    result: str  # what is exactly true, or a counterexample
    # the counterexample as data: names and their numbers (fractions as text)
    counterexample: Mapping[str, int | str] | None = None


def judge(text: str, counterexample: Mapping[str, int | str] | None) -> Finding:
    """Return the finding "holds" or, with a counterexample, "false"."""
    if counterexample is None:
        return Finding(HOLDS, text)
    where = ", ".join(f"{name} = {value}" for name, value in counterexample.items())
    return Finding(FALSE, f"{text}. Counterexample: {where}", counterexample)


@dataclass(frozen=True)
class Claim:
    """A statement of a paper that a computer can check."""

    place: str
    statement: str
    # checks the statement by computation; a slow check takes a `trueodds.runtime.run.Run`
    check: Callable[..., Finding]
    slow: bool = False  # whether the check takes more than a few seconds


def number(place: str, statement: str, claimed: Any, compute: Callable[..., Any], slow: bool = False) -> Claim:
    """Return a claim that a quantity has a given value."""

    def check(*run: Any) -> Finding:
        found = compute(*run)
        return Finding(HOLDS if found == claimed else FALSE, show_value(found))

    return Claim(place, statement, check, slow)


def show_value(value: Any) -> str:
    """Return a computed value as text."""
    if isinstance(value, frozenset):
        return " or ".join(show_value(part) for part in sorted(value))
    if isinstance(value, (list, tuple)):
        parts = ((show_value(part), isinstance(part, (list, tuple))) for part in value)
        return ", ".join(f"({text})" if several else text for text, several in parts)
    return str(value)


def universal(place: str, statement: str, counterexample: Callable[[], Any], result: str) -> Claim:
    """Return a claim that a statement is always true.

    `counterexample` returns a counterexample, or None. `result` is the text of the finding if there is none.
    """

    def check() -> Finding:
        found = counterexample()
        return Finding(HOLDS, result) if found is None else Finding(FALSE, f"counterexample: {found}")

    return Claim(place, statement, check)


def rounding(place: str, statement: str, claimed: str, compute: Callable[[], Any]) -> Claim:
    """Return a claim that an exact number rounds to a decimal; a unit may follow the decimal, after a space."""

    def check() -> Finding:
        from ..exact.decimals import describe_value

        exact, (decimal, space, unit) = compute(), claimed.partition(" ")
        places = len(decimal.partition(".")[2])
        nearest, cut = round(exact * 10**places), exact * 10**places // 1
        shown = int(decimal.replace(".", ""))
        if shown == nearest:
            return Finding(HOLDS, describe_value(exact, places + 6) + space + unit)
        right = f"{nearest // 10**places}.{nearest % 10**places:0{places}d}"
        if shown == cut:
            return Finding(CORRECTED, f"the number rounds to {right}{space}{unit}; {claimed} is truncated")
        return Finding(FALSE, f"the number rounds to {right}{space}{unit}")

    return Claim(place, statement, check)
