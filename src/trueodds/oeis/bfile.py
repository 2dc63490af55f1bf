"""Writing b-files: ``n a(n)`` lines, as the OEIS asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from ..runtime.executors import Progress
    from .layouts import TableLayout
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


def cut(terms: list[Any], max_digits: int = MAX_DIGITS) -> list[Any]:
    """The terms before the first that has more than `max_digits` digits; all of them if that is 0.

    Examples
    --------
    >>> from gmpy2 import mpz
    >>> cut([mpz(7), mpz(100), mpz(8)], 2)
    [mpz(7)]
    """
    if max_digits == 0:
        return terms
    for position, term in enumerate(terms):
        # 10 in base 2 takes over three bits: most terms need not be written out to be known as short
        if term.bit_length() > 3 * max_digits and digits(term) > max_digits:
            return terms[:position]
    return terms


class Cut(NamedTuple):
    """The terms of a b-file that ends by itself, and why it ends there.

    Attributes
    ----------
    terms : list of mpz
        From the first.
    why : str or None
        One sentence about the next term; None if all that were asked for are there.
    """

    terms: list[Any]
    why: str | None


def terms_that_fit(
    sequence: Sequence,
    count: int | None,
    max_digits: int,
    layout: TableLayout | None = None,
    progress: Progress | None = None,
) -> Cut:
    """The terms before the first that has too many digits: `count` of them, or as many as there are.

    Parameters
    ----------
    sequence : Sequence
        Any.
    count : int or None
        The terms wanted; if None, of a sequence all that can be computed, of a table a hundred
        antidiagonals.
    max_digits : int
        The digits that a term may have; 0 for any number of them.
    layout : TableLayout, optional
        How a table is read.
    progress : callable, optional
        As for `trueodds.solve`.

    Raises
    ------
    ValueError
        Nothing says where to stop.

    Examples
    --------
    >>> from .registry import find
    >>> terms_that_fit(find("A387261"), None, 4)
    Cut(terms=[mpz(2), mpz(4), mpz(6), mpz(2236), mpz(1026)], why='a(6) has more than 4 digits')
    >>> terms_that_fit(find("A387260"), 2, 4).why is None
    True
    """
    if sequence.table and count is None:
        length = sequence.length(sequence.layout(layout))
        count = min(size for size in (length, sequence.bfile_terms or sequence.usual_count(layout)) if size is not None)
    if count is not None:
        wanted = sequence.terms(count, layout, progress)
        found, ends = cut(wanted, max_digits), False
        complete = len(found) == len(wanted)
    else:
        found = as_many_as_fit(sequence, max_digits, progress)
        complete = ends = len(found) == sequence.length()
    after = f"a({sequence.offset + len(found)})"
    if not complete:
        return Cut(found, f"{after} has more than {max_digits} digit{'s' * (max_digits != 1)}")
    return Cut(found, f"{after} and beyond cannot be computed here" if ends else None)


def as_many_as_fit(sequence: Sequence, max_digits: int, progress: Progress | None = None) -> list[Any]:
    """All terms before the first that has more than `max_digits` digits, or that can be computed.

    Parameters
    ----------
    sequence : Sequence
        Not a table: its terms stay small.
    max_digits : int
        From 1; 0 for no limit, if only so many terms can be computed.
    progress : callable, optional
        As for `trueodds.solve`.

    Examples
    --------
    >>> from .registry import find
    >>> as_many_as_fit(find("A387261"), 4)
    [mpz(2), mpz(4), mpz(6), mpz(2236), mpz(1026)]
    """
    length = sequence.length()
    if sequence.table or (max_digits < 1 and length is None):
        raise ValueError(f"{sequence.number}: nothing says where to stop; say how many terms")
    count = 32 if max_digits else length or 0
    while length is None or count < length:
        terms = sequence.terms(count, progress=progress)
        fit = cut(terms, max_digits)
        if len(fit) < count:
            return fit
        # The digits grow like n²: the estimate and a tenth, so that the next batch is likely the last.
        count = max(count + 8, isqrt(count**2 * max_digits // digits(terms[-1])) * 11 // 10)
    return cut(sequence.terms(length, progress=progress), max_digits)
