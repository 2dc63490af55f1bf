"""Prepare the explore pages of games with too many positions to list; moves are stored as bits, values as decimals."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..exact.decimals import format_decimal
from ..game import Game, Rational

_FRACTION = 61  # characters of the longest fraction that is written out
_DIGITS = 15
_NEAR_ONE = 10_000  # a value within 1/_NEAR_ONE of 1 is written as 1 minus a small decimal


def make_needs_data(
    game: Game,
    targets: Sequence[int],
    opened: str,
    values: Iterable[tuple[Rational, Rational]],
    exact: Iterable[Rational | None],
    states: Sequence[NDArray[Any]],
    again: int,
    tie: int,
) -> dict[str, Any]:
    """Return the data that the pages of Pig and of Risk or Safety for large targets have in common.

    `opened` names the field that holds the turn's points. `values` are bounds on the value at the start of a turn,
    ordered by the player's needs and then by the opponent's, each from 1; `exact` holds the exact values, or None where
    omitted. For each number a = 1, 2, … of points in the turn, `states` has an array ordered by the player's needs,
    from a + 1, and then by the opponent's, from 1. State `again` means that only continuing is best, and `tie` that
    both moves are best.
    """
    size = max(targets)
    every = np.concatenate([rows.ravel() for rows in states]) if states else np.zeros(0, dtype=np.int8)
    texts = ("" if value is None else str(value) for value in exact)
    needed = [str(number) for number in range(1, size + 1)]
    fields = [opened, "needs", "opponent_needs", "seat"]
    return {
        "game": game.name,
        "target": size,
        "targets": list(targets),
        "fields": fields,
        "labels": [name.replace("_", " ") for name in fields],
        "levels": [["0", *needed[:-1]], needed, needed, ["0", "1"]],
        "values": " ".join(format_value(low, high) for low, high in values),
        "fractions": " ".join(text if len(text) <= _FRACTION else "" for text in texts),
        "stops": base64.b64encode(np.packbits(every != again).tobytes()).decode("ascii"),
        "ties": np.flatnonzero(every == tie).tolist(),
        "chances_only": True,
    }


def format_value(low: Rational, high: Rational) -> str:
    """Return a value as a decimal, or 1 minus a decimal, with as many digits as its bounds determine, from 1 to 15."""
    if 0 < (1 - low) * _NEAR_ONE < 1:
        return f"1-{format_value(1 - high, 1 - low)}"
    for digits in range(_DIGITS, 0, -1):
        text = _pad_decimal(low, digits)
        if text == _pad_decimal(high, digits):
            return text
    return format_decimal((low + high) / 2, 1)


def _pad_decimal(value: Rational, digits: int) -> str:
    mantissa, e, power = format_decimal(value, digits).partition("e")
    missing = digits - len(mantissa.replace(".", "").lstrip("0"))
    return f"{mantissa}{'' if '.' in mantissa or not missing else '.'}{'0' * missing}{e}{power}"
