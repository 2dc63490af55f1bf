"""What a sequence is: number, offset, published terms, how terms are computed, and what its entry says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..parameters import readable_number, whole_number
from ..runtime.run import Run
from .layouts import TableLayout
from .programs import Program

#: The number in a draft of a sequence that has none yet.
NO_NUMBER = "A000000"

#: Terms shown of a table whose entry's length is not known: ten antidiagonals.
TABLE_TERMS = 55


@dataclass(frozen=True)
class Sequence:
    """A sequence of the OEIS, or one that it may take.

    Attributes
    ----------
    number : str
        Its A-number, or its name here if it has none yet.
    offset : int
        The index of its first term.
    published : tuple of int
        The terms that its entry shows, if they are known here.
    source : str
        Where they were published, and where the terms computed here come from.
    related : tuple of str
        Numbers to refer to.
    compute : callable
        Gets a count, a layout (None unless `table`) and a run; returns that many terms from the first.
    links, comments, formulas, references : tuple of str
        What its entry says; references are sources that must not be linked to.
    examples, program : callable
        From a layout to the examples, which may need values; from a count and a layout to the lines of a Python program
        that prints the first terms from the rules.
    table : bool
        Whether it is a table, read by some `TableLayout`.
    max_terms : int or None
        How many terms can be computed in a minute or so; None if there is no limit.
    bfile_terms : int or None
        How many terms a b-file has by default; None if the entry itself has room for all.
    other_half : str or None
        For numerators the name of the denominators, and the other way round, if they have no numbers yet.
    checks : tuple of str
        How its terms are proved, if they are taken from a certificate.
    error_probability : str or None
        A bound for the probability that such a certificate is wrong.

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
    compute: Callable[[int, TableLayout | None, Run], list[Any]]
    links: tuple[str, ...]
    comments: tuple[str, ...]
    formulas: tuple[str, ...]
    examples: Callable[[TableLayout | None], Iterable[str]]
    program: Program
    references: tuple[str, ...] = ()
    table: bool = False
    max_terms: int | None = None
    bfile_terms: int | None = None
    other_half: str | None = None
    checks: tuple[str, ...] = ()
    error_probability: str | None = None

    @property
    def unknown(self) -> str:
        """What is not known here of its entry in the OEIS, as the end of a sentence; empty if nothing is."""
        missing = self.number.startswith("A") and not self.published
        return "the published terms and their layout are not known here" if missing else ""

    def length(self, layout: TableLayout | None = None) -> int | None:
        """Return how many terms can be computed; None if there is no limit."""
        return layout.length if layout else self.max_terms

    def usual_count(self, layout: TableLayout | None = None) -> int:
        """Return how many terms to show by default: those published, or a handy part of a table."""
        return len(self.published) or self.length(layout) or TABLE_TERMS

    def terms(self, count: int | None = None, layout: TableLayout | None = None, run: Run = Run()) -> list[Any]:
        """Compute the first terms, `usual_count` by default, as a list of mpz.

        Raises ValueError if there are fewer terms or the layout does not fit, MemoryError if they do not fit into this
        machine.
        """
        layout = self.layout(layout)
        count = self.usual_count(layout) if count is None else count
        self.check(count, layout)
        return self.compute(count, layout, run)

    def layout(self, layout: TableLayout | None) -> TableLayout | None:
        """Return the layout to use: the one given, or for a table downward antidiagonals from (1,1)."""
        if self.table:
            return layout or TableLayout("antidiagonals-down")
        if layout is not None:
            raise ValueError(f"{self.number} is not a table, so it has no layout")
        return None

    def check(self, count: int, layout: TableLayout | None = None) -> None:
        """Refuse a number of terms that cannot be computed."""
        whole_number("the number of terms", count)
        length = self.length(layout)
        if length is not None and count > length:
            have = f"are in {layout}" if layout else "can be computed here"
            raise ValueError(f"{self.number}: only {length} terms {have}, not {readable_number(count)}")
