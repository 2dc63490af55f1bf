"""Verify a file of terms by comparing it with computed terms, one by one.

A file is compared with every sequence, and every layout of a table, that it may contain (the *readings*). Readings that
do not fit are dropped; the readings left at the end identify the file. If all are dropped, the reading that fits best
shows which line is wrong. Computed values of Risk or Safety are checked by another method (`fingerprints`).
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, BinaryIO

from ..runtime.run import Run
from ..solution import NotProved
from .fingerprints import HALVES, Fingerprints, describe_checks, find_wrong_fractions
from .games import find_family
from .layouts import TableLayout, list_layouts
from .reading import (
    Term,
    TermError,
    TermReader,
    describe_difference,
    describe_faults,
    find_difference,
    format_path,
)
from .registry import SEQUENCES, find, find_named_sequence
from .sequence import NO_NUMBER, Sequence

if TYPE_CHECKING:
    from .certificate import CertifiedValues

#: The number of terms of the first batch; an error among them is found without computing more terms.
_FIRST_BATCH = 32

#: The number of terms of the first batch for a file of an unknown sequence; these terms are cheap for all sequences.
_FIRST_OF_MANY = 4

#: The number of terms by which the nearest sequence is chosen for a file that fits no sequence.
_COMPARED = 64
_COMPARED_DIGITS = 10_000  # maximum number of digits of each of these terms

#: Terms are counted before the check, up to this number, so that no more terms are computed than the file has.
_COUNTED = 1 << 17


@dataclass(frozen=True)
class Verdict:
    """The result of verifying a file.

    `sequence` is the sequence that the file was compared with; if none was named, it lists the sequences that match,
    separated by commas. `layout` likewise names the layout or layouts of a table, separated by semicolons. `terms` is
    the number of correct terms (before the first wrong one, if any), or 0 if another error ended the check; `ok` is
    true if all terms are correct and the OEIS would accept the format. `line` is the line of the error; `index`,
    `found`, `expected` and `difference` (the place of the first wrong digit, from 1) describe the first wrong term.
    `message` is the result in one line. `checks` lists the methods by which the terms were checked, or is empty if they
    were only compared with computed terms. A wrong file passes with a probability below `error_probability`, such as
    ``"2^-166"``; None means that no check was random. `faults` lists format errors, such as wrong line endings, for
    which the OEIS would reject or truncate the file.
    """

    file: str
    sequence: str | None = None
    layout: str | None = None
    terms: int = 0
    ok: bool = False
    line: int | None = None
    index: int | None = None
    found: str | None = None
    expected: str | None = None
    message: str = ""
    checks: tuple[str, ...] = ()
    error_probability: str | None = None
    faults: tuple[str, ...] = ()
    difference: int | None = None

    @classmethod
    def of_right_file(
        cls, file: str, count: int, of: str, layout: str | None, checks: tuple[str, ...] = (), error: str | None = None
    ) -> Verdict:
        """Return the verdict on a file whose terms are all correct; `of` lists the sequences that it may contain."""
        text = f"{file}: OK: {count:,} term{'s' if count > 1 else ''} of {of.replace(', ', ' or ')}"
        text += f", by {layout.replace('; ', ' or by ')}" if layout else ""
        text += "; use --sequence to compare with only one of them" if ", " in of else ""
        text += f" ({'; '.join(checks)}{f'; error probability below {error}' if error else ''})" if checks else ""
        return cls(file, of, layout, count, True, message=text, checks=checks, error_probability=error)

    @classmethod
    def of_wrong_term(
        cls, file: str, term: Term, position: int, sequence: Sequence, right: Any, layout: TableLayout | None = None
    ) -> Verdict:
        """Return the verdict on a file with a term that is wrong or cannot be checked.

        `right` is None if no term belongs at the position or none is available.
        """
        index = sequence.offset + position if term.index is None else term.index
        found, expected = term.value.digits(), None if right is None else right.digits()
        of = sequence.number + (f" by {layout}" if layout else "")
        if expected is not None:
            text = f"a({index}) is {describe_difference(found, expected)} ({of})"
        elif not layout and sequence.max_terms is not None:
            terms = f"only {sequence.max_terms:,} term{'s' * (sequence.max_terms != 1)} of {of}"
            reason = f"the certificate has {terms}" if sequence.checks else f"{terms} can be computed here"
            text = f"a({index}) cannot be checked: {reason}"
        else:
            length = sequence.length(layout)
            text = f"a({index}) does not exist: {of} has only {length:,} term{'s' * (length != 1)}"
        return cls(
            file,
            sequence.number,
            str(layout) if layout else None,
            position,
            line=term.line,
            index=index,
            found=found,
            expected=expected,
            message=f"{file}: line {term.line}: {text}",
            difference=None if expected is None else find_difference(found, expected),
        )

    @classmethod
    def failed(cls, file: str, what: str, sequence: str | None = None, line: int | None = None) -> Verdict:
        """Return the verdict on a file that cannot be read, checked or identified; `what` is the reason."""
        return cls(file, sequence, line=line, message=f"{file}: {what}")

    def with_faults(self, faults: tuple[str, ...]) -> Verdict:
        """Return this verdict extended by the format errors, if any, that the OEIS would not accept."""
        if not faults:
            return self
        message = self.message.replace(f"{self.file}: OK: ", f"{self.file}: terms OK: ", 1)
        return replace(self, ok=False, faults=faults, message=f"{message}; format: {'; '.join(faults)}")


@dataclass
class _Reading:
    """One possible meaning of a file: a sequence and, if the sequence is a table, a layout."""

    sequence: Sequence
    layout: TableLayout | None
    total: int | None  # terms in the file, if they have been counted
    run: Run
    first_batch: int = _FIRST_BATCH
    terms: list[Any] = field(default_factory=list)
    second_row: Any = None  # the first term of the second row, once it is needed

    @property
    def starts(self) -> set[int]:
        """The indices that the first term may have: the offset and, for a table, also its corner."""
        return {self.sequence.offset} | ({self.layout.corner} if self.layout else set())

    @property
    def endless_row(self) -> bool:
        """Whether this is the first row of a table of unknown width."""
        return self.layout is not None and self.layout.kind == "rows" and self.layout.width is None

    def expected(self, position: int) -> Any:
        """Return the correct term at a position, or None if no term belongs there or none is available."""
        if position >= len(self.terms):
            count = max(self.first_batch, 2 * len(self.terms), position + 1)
            is_known = self.terms or self.first_batch == _FIRST_BATCH  # else most readings drop out in the first batch
            if self.total is not None:
                count = self.total if is_known and 2 * count > self.total else min(count, self.total)  # the last batch
            length = self.sequence.length(self.layout)
            count = count if length is None else min(count, length)
            if count <= position:
                return None
            self.terms = self.sequence.terms(count, self.layout, self.run)
        return self.terms[position]

    def complete_row(self, position: int, value: Any) -> _Reading | None:
        """Return the reading whose second row begins at a position, or None if the second row cannot begin there."""
        if not self.endless_row or position == 0:
            return None
        assert self.layout is not None
        corner = self.layout.corner
        if self.second_row is None:
            self.second_row = self.sequence.terms(2, TableLayout("antidiagonals-up", corner))[1]
        if value != self.second_row:
            return None
        return _Reading(self.sequence, TableLayout("rows", corner, position), self.total, self.run, self.first_batch)

    def squares(self, count: int) -> Iterator[_Reading]:
        """Yield a reading of the table by rows for each width from 2 to `count` - 1."""
        assert self.layout is not None
        corner, rows = self.layout.corner, -(-count // 2)
        table = self.sequence.terms(count * rows, TableLayout("rows", corner, count), self.run)
        for width in range(2, count):
            terms = [table[at // width * count + at % width] for at in range(min(count, width**2))]
            yield replace(self, layout=TableLayout("rows", corner, width), terms=terms)


def verify(
    path: str | os.PathLike[str],
    sequence: Sequence | None = None,
    run: Run = Run(),
    certificate: CertifiedValues | None = None,
) -> Verdict:
    """Verify every term of a file: a b-file, a list, an entry, or a line of the OEIS file ``stripped``.

    Parameters
    ----------
    path : str or os.PathLike
        The file; ``-`` is standard input.
    sequence : Sequence, optional
        By default, the sequence that the file or its name gives, or else any that fits: a listed sequence or, with
        `certificate`, one that the certificate can prove.
    run : Run
        Workers and progress.
    certificate : CertifiedValues, optional
        Values with which the terms are compared; by default, these values are computed.

    Returns
    -------
    Verdict
        `ok` is true if all terms are correct and the OEIS would accept the format; `message` describes the result.

    Raises
    ------
    ValueError
        The sequence is unknown, or the certificate does not prove it.
    OSError
        The file cannot be read.
    MemoryError
        There are more terms than this machine can compute.
    NotProved
        Computed terms fail their check by another method, which means that this package has an error.
    """
    name = format_path(path)
    with open_input(path) as file:
        total = _count(file) if file.seekable() else None
        reader = TermReader(file)
        try:
            first = next(reader)
            sequence = sequence or _find(find_name(reader, name))
            possible = (sequence,) if sequence else tuple(SEQUENCES.values())
            if certificate is not None:
                possible = tuple(certificate.sequence(one) for one in ((sequence,) if sequence else map(find, HALVES)))
            verdict = _check(name, reader, first, _readings(possible, total, run), sequence)
        except TermError as error:
            verdict = Verdict.failed(name, str(error), sequence.number if sequence else None, error.line)
        with suppress(TermError):
            for _ in reader:  # read to the end, to find all format errors
                pass
        return verdict.with_faults(describe_faults(reader.faults))


def find_name(reader: TermReader, path: str) -> str | None:
    """Return the A-number or sequence name in a file, or else in its name, or None; a term must have been read."""
    numbers = reader.sequence, find_named_sequence(os.path.basename(path))
    return next((number for number in numbers if number not in (None, NO_NUMBER)), None)


def _find(number: str | None) -> Sequence | None:
    try:
        return find(number) if number else None
    except ValueError as error:
        raise ValueError(f"{error}; if the file contains a known sequence, name it with --sequence") from None


def open_input(path: str | os.PathLike[str]) -> AbstractContextManager[BinaryIO]:
    """Open a file for reading, or return standard input, which stays open."""
    return nullcontext(sys.stdin.buffer) if os.fspath(path) == "-" else open(path, "rb")


def _count(file: BinaryIO) -> int | None:
    """Return the number of terms before the first error, or None if there are very many; rewind the file."""
    count = 0
    try:
        for count, _ in enumerate(TermReader(file), 1):
            if count > _COUNTED:
                return None
    except TermError:
        pass  # the error is found again after the terms before it have been checked
    finally:
        file.seek(0)
    return count


def _readings(sequences: Iterable[Sequence], total: int | None, run: Run) -> list[_Reading]:
    sequences = tuple(sequences)
    first_batch = _FIRST_BATCH if len(sequences) == 1 else _FIRST_OF_MANY
    return [
        _Reading(sequence, layout, total, run, first_batch)
        for sequence in sequences
        for layout in (list_layouts() if sequence.table else (None,))
    ]


def _check(name: str, reader: TermReader, first: Term, readings: list[_Reading], sequence: Sequence | None) -> Verdict:
    if first.index is not None:
        message = f"the first index is {first.index} but should be the offset, "
        readings = _select_starting_at(first.index, readings, message, first.line)
    position, term = 0, first
    read: list[Term] = []
    tried = [*readings]
    while True:
        value = term.value
        if position < _COMPARED:
            read.append(term)
        completed = [reading.complete_row(position, value) for reading in readings]
        alive = [reading for reading in readings if reading.expected(position) == value]
        new = [reading for reading in completed if reading is not None and reading.expected(position) == value]
        alive, tried = alive + new, tried + new
        if not alive:
            if len(tried) > 1 and position < _COMPARED:
                with suppress(TermError) if sequence else nullcontext():
                    more = itertools.takewhile(lambda item: len(item.text) <= _COMPARED_DIGITS, reader)
                    read += itertools.islice(more, _COMPARED - len(read))
                return _reject_ambiguous(name, read, tried, sequence)
            return _reject(name, term, position, readings[0])
        readings = alive
        position += 1
        following = next(reader, None)
        if following is None:
            break
        term = following
    if reader.offset is not None:
        message = f"%O gives the offset {reader.offset}, which should be "
        readings = _select_starting_at(reader.offset, readings, message, reader.offset_line)
    return _confirm(name, position, readings)


def _select_starting_at(index: int, readings: list[_Reading], message: str, line: int | None) -> list[_Reading]:
    """Return the readings whose indices may begin at `index`; raise TermError if there are none."""
    starts = sorted(set().union(*(reading.starts for reading in readings)))
    readings = [reading for reading in readings if index in reading.starts]
    if not readings:
        raise TermError(message + _either(starts), line)
    return readings


def _confirm(name: str, count: int, readings: list[_Reading]) -> Verdict:
    numbers = ", ".join(dict.fromkeys(reading.sequence.number for reading in readings))
    layouts = "; ".join(_describe(reading, count) for reading in readings if reading.layout)
    return Verdict.of_right_file(name, count, numbers, layouts or None, *_check_again(readings, count))


def _check_again(readings: list[_Reading], count: int) -> tuple[tuple[str, ...], str | None]:
    """Check the computed terms by another method, if any; return the methods used and the error probability."""
    reading = readings[0]
    if reading.sequence.checks:
        return reading.sequence.checks, reading.sequence.error_probability
    if len(readings) > 1 or reading.sequence.number not in HALVES:
        return (), None
    prints = Fingerprints(count, reading.run.progress)
    fractions = enumerate(find_family("risk-or-safety").values(count, reading.run), 1)
    terms = ((n, value.numerator, value.denominator) for n, value in fractions)
    numbers, bits = find_wrong_fractions(prints, terms, 1, reading.run)
    if numbers:
        raise NotProved(f"V({numbers[0]}, {numbers[0]}): the computed value fails its check; please report this")
    checks, error = describe_checks(count, prints.error_bits(bits))
    return ("recomputed", *checks), error


def _describe(reading: _Reading, count: int) -> str:
    assert reading.layout is not None
    if reading.endless_row:
        corner = reading.layout.corner
        return f"rows of a square of width {count} or more from ({corner},{corner})"
    return str(reading.layout)


def _reject_ambiguous(name: str, read: list[Term], tried: list[_Reading], sequence: Sequence | None) -> Verdict:
    """Return the verdict on a file that fits none of several readings, based on the one that fits the most terms."""
    values = [term.value for term in read]

    def compare(reading: _Reading, count: int) -> list[bool]:
        return [reading.expected(at) == value for at, value in enumerate(values[:count])]

    sample = min(_FIRST_OF_MANY, len(values))
    likely = [reading for reading in tried if 2 * sum(compare(reading, sample)) >= sample]
    count = len(values) if likely else sample
    likely += [square for reading in likely if reading.endless_row for square in reading.squares(count)]
    fits = [(reading, compare(reading, count)) for reading in likely or tried]
    highest = max(sum(fit) for _, fit in fits)
    nearest = [(reading, fit) for reading, fit in fits if sum(fit) == highest]
    reading, fit = max(nearest, key=lambda pair: pair[1].index(False))
    position = fit.index(False)
    names = list(dict.fromkeys(reading.sequence.number for reading, _ in nearest))
    if sequence is not None:
        return _reject(name, read[position], position, reading)
    close = 2 * highest >= count
    near = f"; {_either(names)} comes nearest, with {highest} of the first {count} terms" if close else ""
    line = read[position if close else 0].line
    return Verdict.failed(
        name, f"line {line}: no listed sequence fits{near}; name the sequence with --sequence", line=line
    )


def _reject(name: str, term: Term, position: int, reading: _Reading) -> Verdict:
    """Return the verdict on a file that does not fit a reading; `term` is the first that differs."""
    expected = reading.expected(position)
    verdict = Verdict.of_wrong_term(name, term, position, reading.sequence, expected, reading.layout)
    if expected is None:
        return verdict
    checks, error = _check_again([reading], position + 1)
    return replace(verdict, checks=checks, error_probability=error)


def _either(numbers: Iterable[object]) -> str:
    return " or ".join(map(str, numbers))
