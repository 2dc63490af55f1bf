"""A sequence: its number, offset, published terms, computation and entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..parameters import check_whole_number, format_number
from ..runtime.run import Run
from .layouts import TableLayout
from .programs import Program

#: The number in the draft of a sequence that has no number yet.
NO_NUMBER = "A000000"

#: The default number of terms if no published terms and no limit are known: ten antidiagonals of a table.
TABLE_TERMS = 55


@dataclass(frozen=True)
class Sequence:
    """A sequence of the OEIS, or a candidate for inclusion.

    `number` is the A-number or, if there is none, a name such as hog-moves; `offset` is the index of the first term.
    `published` has the terms that the entry shows, if known. `source` is a remark on the origin of the terms. `related`
    lists the numbers of related sequences. `compute` receives a count, a layout (None unless `table` is true) and a
    run, and returns the first terms. Unless `table` is true, at most `max_terms` terms can be computed; None means no
    limit. `bfile_terms` is the usual number of terms of a b-file, or None if the entry links to none. For numerators
    that are not in the OEIS, `other_half` names the denominators, and vice versa. If the terms come from a certificate,
    `checks` describes how they are checked, and `error_probability` bounds the probability of an error.
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
    def numbered(self) -> bool:
        """Whether the OEIS has the sequence, in which case its number is an A-number."""
        return self.number[1:].isdigit()

    @property
    def unknown(self) -> str:
        """A clause that states which part of the OEIS entry the package does not know, or an empty string."""
        if self.published or not self.numbered:
            return ""
        return "this package does not know the published terms" + " or their layout" * self.table

    def length(self, layout: TableLayout | None = None) -> int | None:
        """Return the number of terms that can be computed, or None if there is no limit."""
        return layout.length if layout else self.max_terms

    def usual_count(self, layout: TableLayout | None = None) -> int:
        """Return the default number of terms: that of the published terms, or else `length`, or else `TABLE_TERMS`."""
        return len(self.published) or self.length(layout) or TABLE_TERMS

    def terms(self, count: int | None = None, layout: TableLayout | None = None, run: Run = Run()) -> list[Any]:
        """Compute the first terms, `usual_count` by default, as a list of mpz.

        Raise ValueError for an impossible count or layout, and MemoryError if there is too little memory.
        """
        layout = self.layout(layout)
        count = self.usual_count(layout) if count is None else count
        self.check(count, layout)
        return self.compute(count, layout, run)

    def layout(self, layout: TableLayout | None) -> TableLayout | None:
        """Return a table's layout, by default downward antidiagonals from (1,1); other sequences allow only None."""
        if self.table:
            return layout or TableLayout("antidiagonals-down")
        if layout is not None:
            raise ValueError(f"{self.number} is not a table, so it has no layout")
        return None

    def check(self, count: int, layout: TableLayout | None = None) -> None:
        """Raise ValueError if this number of terms cannot be computed."""
        count = check_whole_number("the number of terms", count)
        length = self.length(layout)
        if length is not None and count > length:
            terms = f"only {length:,} term{'s' * (length != 1)}"
            have = f"{layout} have {terms}" if layout else f"{terms} can be computed here"
            raise ValueError(f"{self.number}: {have}, not {format_number(count)}")
