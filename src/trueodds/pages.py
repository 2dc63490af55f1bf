"""What a page to explore knows of a game: its words, and the solution in a form that a browser reads."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .exact.decimals import decimal

_FRACTION_SHOWN = 60  # digits of numerator and denominator together; longer ones are told by their size

#: A value nearer to 1 than 1/this is told by its distance from 1, lest its digits be lost.
NEAR_ONE = 10_000

_COLOURS = 10


@dataclass(frozen=True)
class Explorable:
    """What a page knows.

    Attributes
    ----------
    words : mapping
        What the page says in this game: ``title``, ``rules``, ``choice``, ``numbers``, ``open``.
    numbers : int array, shape (target, target)
        The numbers that the map shows: [i-1, j-1] if I need i and the opponent needs j.
    edges : sequence of int
        The least number of each colour.
    program : str
        JavaScript: a function ``rules`` that says what is known of a position, in words and odds.
    data : mapping
        For JSON. Lists by needs go by rows of `numbers`. ``values``: decimals joined by spaces, ``1-…`` for what is
        nearly 1; ``fractions``: the exact ones where they are short, else empty; ``digits``: of the denominators, if
        they are told; ``bank``: bits, for a = 1, 2, … open points, for my needs from a+1, for the opponent's needs
        from 1, set where to bank or hold is best; ``ties``: the indices of those where to go on is exactly as good.
    """

    words: Mapping[str, str]
    numbers: NDArray[Any]
    edges: Sequence[int]
    program: str
    data: dict[str, Any]


def unpack(text: str, count: int) -> NDArray[np.uint8]:
    """The first so many bits of packed ones, as the page reads them.

    Examples
    --------
    >>> unpack("oA==", 4).tolist()
    [1, 0, 1, 0]
    """
    return np.unpackbits(np.frombuffer(base64.b64decode(text), dtype=np.uint8))[:count]


def frequent_edges(numbers: NDArray[Any]) -> list[int]:
    """The least number of each colour: a colour for each number if there are few, else for the frequent ones.

    Examples
    --------
    >>> frequent_edges(np.array([[1, 3], [7, 1]]))
    [1, 3, 7]
    """
    found, counts = np.unique(numbers, return_counts=True)
    frequent = found[np.argsort(-counts, kind="stable")[:_COLOURS]]
    return [int(found[0]), *sorted(int(number) for number in frequent if number != found[0])][:_COLOURS]


def even_edges(numbers: NDArray[Any]) -> list[int]:
    """The least number of each colour, so that each has about as many cells.

    Examples
    --------
    >>> even_edges(np.arange(100))
    [0, 9, 19, 29, 39, 49, 59, 69, 79, 89]
    """
    shares = np.arange(_COLOURS) / _COLOURS
    return [int(edge) for edge in np.unique(np.quantile(numbers, shares, method="lower"))]


def agree_digits(low: float, high: float) -> str:
    """A number between two bounds: the digits in which both, rounded, are the same, at most 15.

    Examples
    --------
    >>> agree_digits(0.530592733, 0.530592734), agree_digits(0.25, 0.25)
    ('0.53059273', '0.25')
    """
    for digits in range(15, 0, -1):
        if f"{low:.{digits}g}" == f"{high:.{digits}g}":
            return f"{low:.{digits}g}"
    return f"{(low + high) / 2:.1g}"


def needs(target: int) -> Iterable[tuple[int, int]]:
    """My needs and the opponent's up to a target, by rows.

    Examples
    --------
    >>> list(needs(2))
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    """
    return ((i, j) for i in range(1, target + 1) for j in range(1, target + 1))


def pack(rows: Sequence[NDArray[Any]]) -> str:
    """Booleans of arrays, one after the other, as bits in text.

    Examples
    --------
    >>> pack([np.array([True, False]), np.array([True, False])])
    'oA=='
    """
    return in_base64(np.packbits(np.concatenate([row.ravel() for row in rows]) if rows else np.zeros(0, dtype=bool)))


def decimal_or_rest(value: Any) -> str:
    """A chance as a decimal, and what is nearly 1 by its distance from 1.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> decimal_or_rest(mpq(1, 4)), decimal_or_rest(1 - mpq(1, 2**20))
    ('0.25', '1-9.5367431640625e-07')
    """
    rest = 1 - value
    return f"1-{decimal(rest)}" if 0 < rest * NEAR_ONE < 1 else decimal(value)


def short_fractions(values: Iterable[Any]) -> str:
    """Fractions where they are known and short, joined by spaces.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> short_fractions([mpq(2, 3), None, mpq(1, 3)])
    '2/3  1/3'
    """
    texts = ("" if value is None else str(value) for value in values)
    return " ".join(text if len(text) <= _FRACTION_SHOWN + 1 else "" for text in texts)


def in_base64(array: NDArray[Any]) -> str:
    """The bytes of an array as text.

    Examples
    --------
    >>> in_base64(np.array([1], dtype="<u4"))
    'AQAAAA=='
    """
    return base64.b64encode(array.tobytes()).decode("ascii")
