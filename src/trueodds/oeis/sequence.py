"""What a sequence is: number, offset, published terms, how terms are computed, and what its entry says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .layouts import TableLayout

if TYPE_CHECKING:
    from ..runtime.executors import Progress

#: What an entry has in place of a number that the OEIS has not given yet.
NO_NUMBER = "A000000"

#: Terms shown of a table whose entry's length is not known: ten antidiagonals.
TABLE_TERMS = 55


def write_term(value: Any) -> str:
    """A fraction as an entry shows it, a whole number without its denominator.

    Examples
    --------
    >>> from fractions import Fraction
    >>> write_term(Fraction(6, 11)), write_term(Fraction(1))
    ('6/11', '1')
    """
    numerator, denominator = int(value.numerator), int(value.denominator)
    return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"


class Entry(NamedTuple):
    """What the draft of an entry says beside its terms.

    Attributes
    ----------
    links : tuple of str
        Where the game comes from, as the OEIS writes links.
    comments, formulas : callables
        From a layout (None unless it is a table) to lines.
    examples : callable
        The same.
    program : callable
        From a number of terms and a layout to the lines of a Python program that prints them from the rules, in plain
        fractions where that takes seconds.
    references : tuple of str
        Where it comes from and is not to be linked to.
    """

    links: tuple[str, ...]
    comments: Callable[[TableLayout | None], Iterable[str]]
    formulas: Callable[[TableLayout | None], Iterable[str]]
    examples: Callable[[TableLayout | None], Iterable[str]]
    program: Callable[[int, TableLayout | None], list[str]]
    references: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sequence:
    """A sequence of the OEIS.

    Attributes
    ----------
    number : str
        Its A-number.
    name : str
        What it is, in our words.
    offset : int
        The index of its first term.
    published : tuple of int
        The terms that its entry shows.
    source : str
        Where they were published, and where the terms computed here come from.
    keywords, related : tuples of str
        OEIS keywords, and numbers to refer to.
    compute : callable
        Gets a count, a layout (None unless `table`) and a progress callable; returns that many terms from the first.
    entry : Entry
        What a draft of its entry says.
    table : bool
        Whether it is a table, read by some `TableLayout`.
    max_terms : int or None
        How many terms can be computed in a minute or so; None if that is no matter.
    bfile_terms : int or None
        How many terms a b-file has if nobody says how many; None if the entry itself has room for all.
    other_half : str or None
        Of numerators the name of the denominators, and the other way round, if they have no numbers yet.
    checks : tuple of str
        How its terms are proved, if they are not computed anew but taken from a certificate.
    error_probability : str or None
        A bound for the probability that such a certificate is wrong.
    estimate : str
        ``"module:function"``: from a number of terms to what computing them takes, if that is known.

    Examples
    --------
    >>> from .registry import find
    >>> find("a387261").terms(4)
    [mpz(2), mpz(4), mpz(6), mpz(2236)]
    """

    number: str
    name: str
    offset: int
    published: tuple[int, ...]
    source: str
    keywords: tuple[str, ...]
    related: tuple[str, ...]
    compute: Callable[[int, TableLayout | None, Progress | None], list[Any]]
    entry: Entry
    table: bool = False
    max_terms: int | None = None
    bfile_terms: int | None = None
    other_half: str | None = None
    checks: tuple[str, ...] = ()
    error_probability: str | None = None
    estimate: str = ""

    def length(self, layout: TableLayout | None = None) -> int | None:
        """How many terms can be had; None if there is no end."""
        return layout.length if layout else self.max_terms

    def usual_count(self, layout: TableLayout | None = None) -> int:
        """How many terms to show if nobody says: what is published, or a handy part of a table."""
        return len(self.published) or self.length(layout) or TABLE_TERMS

    def terms(
        self, count: int | None = None, layout: TableLayout | None = None, progress: Progress | None = None
    ) -> list[Any]:
        """The first terms, freshly computed.

        Parameters
        ----------
        count : int, optional
            How many; see `usual_count`.
        layout : TableLayout, optional
            How a table is read: by downward antidiagonals from (1,1) if nothing is said.
        progress : callable, optional
            As for `trueodds.solve`.

        Returns
        -------
        list of mpz

        Raises
        ------
        ValueError
            There are not so many terms, or the layout does not fit the sequence.
        MemoryError
            So many terms do not fit into this machine.
        """
        layout = self.layout(layout)
        count = self.usual_count(layout) if count is None else count
        self.check(count, layout)
        return self.compute(count, layout, progress)

    def layout(self, layout: TableLayout | None) -> TableLayout | None:
        """The layout to use when this one, or none, is asked for."""
        if self.table:
            return layout or TableLayout("antidiagonals-down")
        if layout is not None:
            raise ValueError(f"{self.number} is not a table, so it has no layout")
        return None

    def check(self, count: int, layout: TableLayout | None = None) -> None:
        """Refuse a number of terms that cannot be had."""
        from ..parameters import readable_number, whole_number

        whole_number("the number of terms", count)
        length = self.length(layout)
        if length is not None and count > length:
            have = f"are in {layout}" if layout else "can be computed here"
            raise ValueError(f"{self.number}: only {length} terms {have}, not {readable_number(count)}")
