"""Write b-files, text files of the OEIS with a line ``n a(n)`` for each term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ..runtime.run import Run

if TYPE_CHECKING:
    from .layouts import TableLayout
    from .sequence import Sequence

#: The OEIS recommends terms of fewer than 1,000 digits.
MAX_DIGITS = 999

_MAX_TERMS = 10_000  # maximum number of terms of an endless sequence if no number of terms is given


def format_bfile(terms: Iterable[Any], offset: int) -> Iterator[str]:
    """Return the lines of a b-file, each with its line feed."""
    return (f"{index} {term.digits()}\n" for index, term in enumerate(terms, offset))


def count_digits(term: Any) -> int:
    """Return the number of decimal digits of an mpz."""
    return len(abs(term).digits())


def truncate(terms: list[Any], max_digits: int = MAX_DIGITS) -> list[Any]:
    """Return the terms before the first with more than `max_digits` digits; 0 means no limit."""
    if max_digits == 0:
        return terms
    for position, term in enumerate(terms):
        # A digit takes more than three bits, so for most terms the size in bits is enough to show that they are short.
        if term.bit_length() > 3 * max_digits and count_digits(term) > max_digits:
            return terms[:position]
    return terms


class Truncated(NamedTuple):
    """The terms of a b-file, and the reason why there are no more, or None if all requested terms are there."""

    terms: list[Any]
    why: str | None


def fit_terms(
    sequence: Sequence,
    count: int | None,
    max_digits: int = MAX_DIGITS,
    layout: TableLayout | None = None,
    run: Run = Run(),
) -> Truncated:
    """Compute the terms of a b-file.

    If `count` is None, the b-file of a table has at most the usual number of terms, and that of any other sequence as
    many as the limits allow. A b-file ends before the first term with more than `max_digits` digits; 0 means no limit.
    """
    length = sequence.length(sequence.layout(layout))
    ends = count is None and not sequence.table
    if sequence.table and count is None:
        count = min(size for size in (length, sequence.bfile_terms or sequence.usual_count(layout)) if size is not None)
    if count is None and length is None and max_digits < 1:
        raise ValueError(f"{sequence.number}: the sequence is endless; give a number of terms or of digits")
    number = (32 if max_digits else length or 0) if count is None else count
    while True:
        number = min(number, length or _MAX_TERMS) if ends else number
        terms = sequence.terms(number, layout, run)
        fitting = truncate(terms, max_digits)
        if not ends or len(fitting) < number or number == (length or _MAX_TERMS):
            break
        # If the number of digits grows like n², as for some games, a tenth more terms than estimated should suffice.
        number = isqrt(number**2 * max_digits // count_digits(terms[-1])) * 11 // 10
    after = f"a({sequence.offset + len(fitting)})"
    if len(fitting) < number:
        return Truncated(fitting, f"{after} has more than {max_digits} digit{'s' * (max_digits != 1)}")
    more = "cannot be computed here" if length else "are written only if a number of terms is given"
    return Truncated(fitting, f"{after} and beyond {more}" if ends else None)
