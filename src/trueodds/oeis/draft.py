"""Drafts of entries in the OEIS's internal format, with a program that prints the terms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .layouts import TableLayout
from .sequence import Sequence

#: An entry shows about 260 characters of terms, on three lines of about 80.
_DATA_LINES = "STU"
_DATA_LENGTH = 260
_DATA_WIDTH = 80


def draft(sequence: Sequence, count: int | None = None, layout: TableLayout | None = None) -> str:
    """An entry in internal format, to be looked over, signed and submitted.

    Parameters
    ----------
    sequence : Sequence
        What it is about.
    count : int, optional
        The most terms that it shows; as many as an entry has room for if left out.
    layout : TableLayout, optional
        How a table is read.

    Returns
    -------
    str
        Lines that end in LF.

    Examples
    --------
    >>> from .registry import find
    >>> draft(find("A387262"), 5).splitlines()[:2]
    ['%I A387262', '%S A387262 3,7,11,4165,1925']
    """
    layout = sequence.layout(layout)
    terms = _shown(sequence, count, layout)
    lines = [("I", ""), *zip(_DATA_LINES, data_lines(terms), strict=False)]
    lines += [("N", sequence.name + "."), *(("C", comment) for comment in sequence.entry.comments(layout))]
    lines += [("H", sequence.entry.link)]
    lines += [("F", formula) for formula in sequence.entry.formulas(layout)]
    lines += [("e", example) for example in sequence.entry.examples(layout)]
    program = program_lines(sequence, len(terms), layout)
    if program:
        lines += [("o", "(Python)"), *(("o", code) for code in program)]
    large = next((place for place, term in enumerate(terms, 1) if abs(term) > 1), 1)
    lines += [
        *([("Y", f"Cf. {', '.join(sequence.related)}.")] if sequence.related else []),
        ("K", ",".join(sequence.keywords) + (",fini" if layout and layout.length else "")),
        ("O", f"{sequence.offset},{large}"),
        ("A", "_Your Name_"),
    ]
    number = sequence.number if sequence.number[0] == "A" else "A000000"  # the OEIS gives a new one its number
    return "".join(f"%{letter} {number} {text}".rstrip() + "\n" for letter, text in lines)


def data_lines(terms: Iterable[Any]) -> list[str]:
    """The terms on at most three lines, as many as there is room for, and at least one.

    Examples
    --------
    >>> from gmpy2 import mpz
    >>> data_lines([mpz(10) ** 50, mpz(7), mpz(10) ** 40])[1]
    '10000000000000000000000000000000000000000'
    """
    texts: list[str] = []
    length = 0
    for term in terms:
        text = term.digits()
        length += len(text) + 1
        if texts and length > _DATA_LENGTH:
            break
        texts.append(text)
    width = _DATA_WIDTH
    while len(lines := _wrapped(texts, width)) > len(_DATA_LINES):
        width += 1
    return [line + "," for line in lines[:-1]] + lines[-1:]


def _wrapped(texts: list[str], width: int) -> list[str]:
    """Terms separated by commas, on lines that have room for one more."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) + 2 <= width:
            lines[-1] += "," + text
        else:
            lines.append(text)
    return lines


def program_lines(sequence: Sequence, count: int, layout: TableLayout | None = None) -> list[str]:
    r"""A Python program that prints the first terms as a list, from the rules and in plain fractions.

    Examples
    --------
    >>> from .registry import find
    >>> exec("\n".join(program_lines(find("A387261"), 4)))
    [2, 4, 6, 2236]
    """
    return sequence.entry.program(count, layout)


def _shown(sequence: Sequence, count: int | None, layout: TableLayout | None) -> list[Any]:
    """The terms that an entry has room for, at most `count`."""
    if count is not None:
        sequence.check(count, layout)
    batch = 8
    while True:
        most = min(limit for limit in (batch, count, sequence.length(layout)) if limit is not None)
        terms = sequence.terms(most, layout)
        room = sum(line.rstrip(",").count(",") + 1 for line in data_lines(terms))
        if room < most or most < batch:
            return terms[:room]
        batch *= 2
