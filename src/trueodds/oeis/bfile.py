"""Writing b-files: ``n a(n)`` lines, as the OEIS asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..runtime.executors import Progress
    from .sequence import Sequence

#: The OEIS wants no terms of 1,000 digits or more.
MAX_DIGITS = 999


def bfile_lines(terms: Iterable[Any], offset: int) -> Iterator[str]:
    r"""The lines of a b-file.

    Examples
    --------
    >>> from gmpy2 import mpz
    >>> list(bfile_lines([mpz(2), mpz(4)], 1))
    ['1 2\n', '2 4\n']
    """
    return (f"{index} {term.digits()}\n" for index, term in enumerate(terms, offset))


def digits(term: Any) -> int:
    """How many decimal digits an mpz has.

    Examples
    --------
    >>> from gmpy2 import mpz
    >>> digits(mpz(10) ** 5000), digits(mpz(-7))
    (5001, 1)
    """
    return len(abs(term).digits())


def cut(terms: list[Any], most_digits: int = MAX_DIGITS) -> list[Any]:
    """The terms before the first that has more than `most_digits` digits; all of them if that is 0.

    Examples
    --------
    >>> from gmpy2 import mpz
    >>> cut([mpz(7), mpz(100), mpz(8)], 2)
    [mpz(7)]
    """
    if most_digits == 0:
        return terms
    for position, term in enumerate(terms):
        # 10 in base 2 takes over three bits: most terms need not be written out to be known as short
        if term.bit_length() > 3 * most_digits and digits(term) > most_digits:
            return terms[:position]
    return terms


def as_many_as_fit(sequence: Sequence, most_digits: int, progress: Progress | None = None) -> list[Any]:
    """All terms before the first that has more than `most_digits` digits, of a sequence whose terms grow.

    Parameters
    ----------
    sequence : Sequence
        Not a table: its terms stay small.
    most_digits : int
        From 1.
    progress : callable, optional
        As for `trueodds.solve`.

    Examples
    --------
    >>> from .registry import find
    >>> as_many_as_fit(find("A387261"), 4)
    [mpz(2), mpz(4), mpz(6), mpz(2236), mpz(1026)]
    """
    if most_digits < 1 or sequence.table:
        raise ValueError(f"{sequence.number}: nothing says where to stop; say how many terms")
    length = sequence.length()
    count = 32
    while length is None or count < length:
        terms = sequence.terms(count, progress=progress)
        fit = cut(terms, most_digits)
        if len(fit) < count:
            return fit
        # The digits grow like n²: the estimate and a tenth, so that the next batch is likely the last.
        count = max(count + 8, isqrt(count**2 * most_digits // digits(terms[-1])) * 11 // 10)
    return cut(sequence.terms(length, progress=progress), most_digits)
