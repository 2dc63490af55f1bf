"""Draft new entries and changes to entries, in the OEIS's internal format or as the fields of its web form.

An entry is a list of lines; each line is a pair of a letter of the internal format and a text.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from ..runtime.run import Run
from .layouts import TableLayout
from .sequence import NO_NUMBER, Sequence

#: An entry shows about 260 characters of terms, on three lines of about 80.
_DATA_LINES = "STU"
_DATA_LENGTH = 260
_DATA_WIDTH = 80
_DATA_TERMS = _DATA_LENGTH // 2 + 1  # more than fit, because a term and its comma take at least two characters

#: The fields of the OEIS's form for entries, in the order of the form.
_FIELDS = {
    "N": "Name",
    "STU": "Data",
    "O": "Offset",
    "C": "Comments",
    "D": "References",
    "H": "Links",
    "F": "Formula",
    "e": "Examples",
    "o": "Programs",
    "Y": "Crossrefs",
    "K": "Keywords",
    "A": "Author",
    "E": "Extensions",
}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

Lines = list[tuple[str, str]]


class Signer(NamedTuple):
    """The author of an entry or of changes to it, and the date."""

    name: str = "Your Name"
    day: datetime.date | None = None

    @property
    def signature(self) -> str:
        """The signature in the OEIS's format."""
        day = f"{_MONTHS[self.day.month - 1]} {self.day:%d %Y}" if self.day else "Mmm DD YYYY"
        return f"_{self.name}_, {day}"


def make_signer(name: str | None, day: datetime.date | None = None) -> Signer:
    """Return a signer, with placeholders if there is no name."""
    if name is None:
        return Signer()
    if not name.strip() or not name.isprintable() or "_" in name:
        raise ValueError(f"the author's name must be non-blank printable text without underscores, not {name[:40]!r}")
    return Signer(" ".join(name.split()), day or datetime.date.today())


def check_numbers(sequence: Sequence, numbers: Iterable[str]) -> tuple[str, ...]:
    """Check and return the numbers that the OEIS has assigned to a new sequence and to its other half."""
    assigned = tuple(number.strip().upper() for number in numbers)
    if assigned == (sequence.number,):
        return ()  # the sequence's own number
    for number in assigned:
        if not re.fullmatch("A[0-9]{6,7}", number):
            raise ValueError(f"an A-number must be A followed by six or seven digits, not {number[:40]!r}")
    allowed = 0 if sequence.numbered else 2 if sequence.other_half else 1
    if len(assigned) > allowed:
        limit = f"takes at most {allowed} number{'s' * (allowed > 1)}, not" if allowed else "cannot be renumbered as"
        raise ValueError(f"{sequence.number} {limit} {', '.join(assigned)[:60]}")
    if len(set(assigned)) < len(assigned):
        raise ValueError(f"numerators and denominators must have different numbers; both are {assigned[0]}")
    return assigned


def get_number(sequence: Sequence, numbers: tuple[str, ...] = ()) -> str:
    """Return the number for an entry: that of the sequence, or else the first of `numbers`, or else a placeholder."""
    return sequence.number if sequence.numbered else (*numbers, NO_NUMBER)[0]


def draft_entry(
    sequence: Sequence,
    count: int | None = None,
    layout: TableLayout | None = None,
    by: Signer | None = None,
    numbers: tuple[str, ...] = (),
    run: Run = Run(),
) -> Lines:
    """Return the lines of an entry."""
    by, layout = by or Signer(), sequence.layout(layout)
    number, other = get_number(sequence, numbers), (*numbers, NO_NUMBER, NO_NUMBER)[1]
    terms = _choose_terms(sequence, count, layout, run)
    lines = [("I", ""), *zip(_DATA_LINES, format_data(terms), strict=False)]
    name = f"Table read by {layout}: {sequence.name}" if layout else sequence.name
    lines += [("N", name + "."), *(("C", comment) for comment in sequence.comments)]
    lines += [("D", reference) for reference in sequence.references]
    lines += [*_bfile_link(sequence, number, count, layout, by), *(("H", link) for link in sequence.links)]
    lines += [("F", formula) for formula in sequence.formulas]
    lines += [("e", example) for example in sequence.examples(layout)]
    lines += [("o", "(Python)"), *(("o", code) for code in sequence.program(len(terms), layout))]
    if sequence.other_half:
        related = [f"{other} ({sequence.other_half.rpartition('-')[2]})", *sequence.related]
    else:
        related = [*sequence.related]
    large = next((position for position, term in enumerate(terms, 1) if abs(term) > 1), 1)
    lines += [
        *([("Y", f"Cf. {', '.join(related)}.")] if related else []),
        ("K", ",".join(sequence.keywords) + (",fini" if layout and layout.length else "")),
        ("O", f"{sequence.offset},{large}"),
    ]
    return [*lines, *_credit_terms(sequence, terms, by)] if sequence.numbered else [*lines, ("A", by.signature)]


def draft_edit(
    sequence: Sequence,
    count: int | None = None,
    layout: TableLayout | None = None,
    by: Signer | None = None,
    run: Run = Run(),
) -> Lines:
    """Return the new or changed lines of an entry that is in the OEIS."""
    if not sequence.numbered:
        raise ValueError(f"no OEIS entry for {sequence.number} is known, so there is none to edit")
    if sequence.table and sequence.unknown and layout is None:
        raise ValueError(f"{sequence.number}: {sequence.unknown}; give the layout of the entry with --layout")
    by, layout = by or Signer(), sequence.layout(layout)
    terms = _choose_terms(sequence, count, layout, run)
    more = not sequence.unknown and len(terms) > len(sequence.published)
    return [
        *(zip(_DATA_LINES, format_data(terms), strict=False) if more else ()),
        *_bfile_link(sequence, sequence.number, count, layout, by),
        ("o", "(Python)"),
        *(("o", code) for code in sequence.program(len(terms), layout)),
        ("o", f"# {by.signature}"),
        *_credit_terms(sequence, terms, by),
    ]


def _bfile_link(sequence: Sequence, number: str, count: int | None, layout: TableLayout | None, by: Signer) -> Lines:
    """Return the link, if any, to a b-file of at most `count` terms."""
    if sequence.bfile_terms is None:
        return []
    usual = None if count and sequence.table else sequence.bfile_terms
    limits = count, usual, sequence.length(layout)
    last = sequence.offset + min(limit for limit in limits if limit is not None) - 1
    table = f"Table of n, a(n) for n = {sequence.offset}..{last}"
    return [("H", f'_{by.name}_, <a href="/b{number[1:]}.txt">{table}</a>')]


def _credit_terms(sequence: Sequence, terms: list[Any], by: Signer) -> Lines:
    """Return the line that credits the new terms, if there are any."""
    first, last = sequence.offset + len(sequence.published), sequence.offset + len(terms) - 1
    if not sequence.published or last < first:
        return []
    which = f"a({first})" if first == last else f"a({first})-a({last})"
    return [("E", f"{which} from {by.signature}")]


def format_entry(number: str, lines: Lines) -> str:
    """Return an entry in the OEIS's internal format."""
    return "".join(f"%{letter} {number} {text}".rstrip() + "\n" for letter, text in lines)


def format_fields(lines: Lines) -> str:
    """Return an entry as the fields of the OEIS's web form."""
    fields = []
    for letters, name in _FIELDS.items():
        texts = [text for letter, text in lines if letter in letters]
        if letters == "STU":
            texts = ["".join(texts)] if texts else []
        if letters == "O":
            texts = [text.split(",")[0] for text in texts]  # the OEIS adds the position of the first |a(n)| > 1
        if texts:
            fields.append(f"{name}:\n" + "".join(text + "\n" for text in texts))
    return "\n".join(fields)


def format_data(terms: Iterable[Any]) -> list[str]:
    """Return at most three lines with as many terms as fit, but at least one term."""
    texts: list[str] = []
    length = 0
    for term in terms:
        text = term.digits()
        length += len(text) + 1
        if texts and length > _DATA_LENGTH:
            break
        texts.append(text)
    width = _DATA_WIDTH
    while len(lines := _wrap(texts, width)) > len(_DATA_LINES):
        width += 1
    return [line + "," for line in lines[:-1]] + lines[-1:]


def _wrap(texts: list[str], width: int) -> list[str]:
    """Wrap terms, separated by commas, into lines."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) + 2 <= width:
            lines[-1] += "," + text
        else:
            lines.append(text)
    return lines


def _choose_terms(sequence: Sequence, count: int | None, layout: TableLayout | None, run: Run) -> list[Any]:
    """Compute the terms that fit in an entry, but at most `count` of them."""
    if count is not None:
        sequence.check(count, layout)
    batch = 8
    while True:
        limits = (batch, count, sequence.length(layout), _DATA_TERMS)
        number = min(limit for limit in limits if limit is not None)
        terms = sequence.terms(number, layout, run)
        room = sum(line.rstrip(",").count(",") + 1 for line in format_data(terms))
        if room < number or number < batch:
            return terms[:room]
        batch *= 2
