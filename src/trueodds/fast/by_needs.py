"""What the page to explore gets of a game whose positions are too many to list: moves as bits, values as decimals."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..exact.decimals import decimal
from ..game import Game, Rational

_FRACTION = 61  # characters of the longest fraction that is written out
_DIGITS = 15
_NEAR_ONE = 10_000  # values nearer to 1 than 1/this are written by their distance from 1


def needs_data(
    game: Game,
    targets: Sequence[int],
    opened: str,
    values: Iterable[tuple[Rational, Rational]],
    exact: Iterable[Rational | None],
    states: Sequence[NDArray[Any]],
    go_on: int,
    tie: int,
) -> dict[str, Any]:
    """Return the part of a page's data that games of two players have in common who need points.

    The game has equal targets: all needs up to there are on the page; `targets` are those at the start, `opened` is the
    name of the points of the turn. `values` are bounds of the value at the start of a turn, by my needs and then the
    opponent's, from 1; `exact` the values themselves, None where unknown. `states` has the state of each position with
    a = 1, 2, … points in the turn: my needs from a+1 in rows, the opponent's from 1 in columns. In the states `go_on`
    and `tie` going on is best, or as good as stopping; in all others stopping is best.

    Examples
    --------
    >>> import trueodds
    >>> from gmpy2 import mpq
    >>> game, half = trueodds.Pig(1), [mpq(1, 2)]
    >>> data = needs_data(game, (1, 1), "turn_total", [(half[0], half[0])], half, [], 1, 3)
    >>> data["values"], data["fractions"], data["fields"]
    ('0.500000000000000', '1/2', ['turn_total', 'needs', 'opponent_needs', 'seat'])
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
        "values": " ".join(value_text(low, high) for low, high in values),
        "fractions": " ".join(text if len(text) <= _FRACTION else "" for text in texts),
        "stops": base64.b64encode(np.packbits(every != go_on).tobytes()).decode("ascii"),
        "ties": np.flatnonzero(every == tie).tolist(),
        "chances_only": True,
    }


def value_text(low: Rational, high: Rational) -> str:
    """Return a value between two bounds as a decimal, all of whose digits are right once the value is rounded.

    Zeros at the end are kept. Of a value nearly 1 the decimal is that of its distance from 1.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> value_text(mpq(1, 2), mpq(1, 2)), value_text(mpq("0.530592733"), mpq("0.530592734"))
    ('0.500000000000000', '0.53059273')
    >>> value_text(1 - mpq(1, 3**20), 1 - mpq(1, 3**20))
    '1-2.86797199079244e-10'
    """
    if 0 < (1 - low) * _NEAR_ONE < 1:
        return f"1-{value_text(1 - high, 1 - low)}"
    for digits in range(_DIGITS, 0, -1):
        text = _padded(low, digits)
        if text == _padded(high, digits):
            return text
    return decimal((low + high) / 2, 1)


def _padded(value: Rational, digits: int) -> str:
    mantissa, e, power = decimal(value, digits).partition("e")
    missing = digits - len(mantissa.replace(".", "").lstrip("0"))
    return f"{mantissa}{'' if '.' in mantissa or not missing else '.'}{'0' * missing}{e}{power}"
