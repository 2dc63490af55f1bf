"""Checking a file of terms against freshly computed ones, term by term.

A file is held against every sequence, and every layout of a table, that it may be (the *readings*); those that do not
fit drop out, and what is left at the end is what the file is. If nothing is left, the reading that lasted longest tells
which line is wrong. What numerators and denominators were computed to say so is itself checked by another method
(`fingerprints`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, BinaryIO

from ..solution import NotProved
from .fingerprints import HALVES, PRIMES, SMALL, Fingerprints, wrong_fractions
from .known import KNOWN, coin_table, start_fractions
from .layouts import TableLayout, all_layouts
from .reading import Malformed, Reader, Term, describe_faults, short
from .registry import a_number, find
from .sequence import NO_NUMBER, Sequence

if TYPE_CHECKING:
    from ..runtime.executors import Progress

#: Terms of the first batch: a fault among them is found without computing more.
_FIRST_BATCH = 32

#: Terms counted before they are checked, so that no more are computed than there are.
_COUNTED = 1 << 17


@dataclass(frozen=True)
class Verdict:
    """What is to be said of a file.

    Attributes
    ----------
    file : str
        Its name.
    sequence : str or None
        The sequence it was checked against; if it does not say, those that it matches, separated by commas.
    layout : str or None
        The layouts of a table that it matches, separated by semicolons.
    terms : int
        How many terms are right, from the first.
    ok : bool
        Whether all of them are, and the OEIS would take the file as it stands.
    line, index : int or None
        Where the first wrong term stands.
    found, expected : str or None
        What stands there, and what is right.
    message : str
        All that in a line.
    checks : tuple of str
        By which ways the terms were checked, where there is more than one.
    error_probability : str or None
        ``"2^-166"``: a wrong file is called right with a probability below that; None if the check is exact, or by one
        way only.
    faults : tuple of str
        What the OEIS would refuse or cut in the file's format, whatever its terms are.
    """

    file: str
    sequence: str | None
    layout: str | None
    terms: int
    ok: bool
    line: int | None
    index: int | None
    found: str | None
    expected: str | None
    message: str
    checks: tuple[str, ...] = ()
    error_probability: str | None = None
    faults: tuple[str, ...] = ()

    @classmethod
    def right(
        cls, file: str, count: int, of: str, layout: str | None, checks: tuple[str, ...] = (), error: str | None = None
    ) -> Verdict:
        """A file whose terms are all right; `of` are the sequences that it may be."""
        text = f"{file}: OK: {count} term{'s' if count > 1 else ''} of {of.replace(', ', ' or ')}"
        text += f", by {layout.replace('; ', ' or by ')}" if layout else ""
        text += f" ({'; '.join(checks)}{f'; error probability below {error}' if error else ''})" if checks else ""
        return cls(file, of, layout, count, True, None, None, None, None, text, checks, error)

    def with_faults(self, faults: tuple[str, ...]) -> Verdict:
        """The same of a file whose format is not that of the OEIS."""
        if not faults:
            return self
        message = self.message.replace(f"{self.file}: OK: ", f"{self.file}: terms OK: ", 1)
        return replace(self, ok=False, faults=faults, message=f"{message}; format: {'; '.join(faults)}")

    @classmethod
    def failed(cls, file: str, what: str, sequence: str | None = None, line: int | None = None) -> Verdict:
        """A file of which nothing can be checked."""
        return cls(file, sequence, None, 0, False, line, None, None, None, f"{file}: {what}")


@dataclass
class _Reading:
    """One thing that a file may be: a sequence, and a layout if it is a table."""

    sequence: Sequence
    layout: TableLayout | None
    total: int | None  # terms in the file, if they have been counted
    progress: Progress | None
    terms: list[Any] = field(default_factory=list)

    @property
    def starts(self) -> set[int]:
        """Where the indices may begin. A table from (2,2) may be counted from 2."""
        return {self.sequence.offset} | ({self.layout.corner} if self.layout else set())

    @property
    def endless_row(self) -> bool:
        """A first row of a table whose width is not known yet."""
        return self.layout is not None and self.layout.kind == "rows" and self.layout.width is None

    def expected(self, position: int) -> Any:
        """The right term at a position, which are asked for in order; None if it is not known."""
        if position >= len(self.terms):
            count = max(_FIRST_BATCH, 2 * len(self.terms), position + 1)
            for end in (self.total, self.sequence.length(self.layout)):
                if end is not None and 2 * count > end:
                    count = end  # the last batch, if not more than twice as much
            if count <= position:
                return None
            try:
                self.terms = self.sequence.terms(count, self.layout, self.progress)
            except MemoryError:  # one at a time, where terms are so costly
                least = max(position + 1, min(count, len(self.sequence.published)))
                self.terms = self.sequence.terms(least, self.layout, self.progress)
        return self.terms[position]

    def turn(self, position: int, value: Any) -> _Reading | None:
        """The same table with its second row beginning at this position, if this term can begin it."""
        if not self.endless_row or position == 0:
            return None
        assert self.layout is not None
        corner = self.layout.corner
        if value != coin_table(corner + 1, corner)[corner, corner - 1]:
            return None
        return _Reading(self.sequence, TableLayout("rows", corner, position), self.total, self.progress)


def verify(path: str | os.PathLike[str], sequence: Sequence | None = None, progress: Progress | None = None) -> Verdict:
    r"""Check every term of a file.

    Parameters
    ----------
    path : path
        A b-file, a list, an entry in internal format, or a line of the OEIS file ``stripped``; ``-`` is standard input.
    sequence : Sequence, optional
        What it should be. If left out, the file says it, else its name; else all known sequences are tried.
    progress : callable, optional
        As for `trueodds.solve`.

    Returns
    -------
    Verdict
        For a malformed file too.

    Raises
    ------
    OSError
        The file cannot be read.
    ValueError
        The file says that it is a sequence not known here.
    MemoryError
        Its terms are more than can be computed on this machine.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "b387261.txt")
    ...     _ = file.write_text("1 2\n2 4\n3 7\n")
    ...     verdict = verify(file)
    >>> verdict.ok, verdict.line, verdict.found, verdict.expected
    (False, 3, '7', '6')
    """
    name = printable_name(path)
    with open_input(path) as file:
        total = _count(file) if file.seekable() else None
        reader = Reader(file)
        try:
            first = next(reader)
            number = reader.sequence or a_number(os.path.basename(name))
            if sequence is None and number == NO_NUMBER:
                raise ValueError(
                    f"{name}: {NO_NUMBER} stands for a number not given yet: say with --sequence which it is"
                )
            if sequence is None and number is not None:
                sequence = _find(number)
            asked = (sequence,) if sequence else KNOWN
            verdict = _check(name, reader, first, _readings(asked, total, progress), sequence)
        except Malformed as error:
            verdict = Verdict.failed(name, str(error), sequence.number if sequence else None, error.line)
        with suppress(Malformed):
            for _ in reader:  # to its end, for what is wrong with its format
                pass
        return verdict.with_faults(describe_faults(reader.faults))


def _find(number: str) -> Sequence:
    """The sequence that a file says it is; the refusal says what helps if it is a new one."""
    try:
        return find(number)
    except ValueError as error:
        raise ValueError(f"{error}; if it is one of these, say so with --sequence") from None


def open_input(path: str | os.PathLike[str]) -> AbstractContextManager[BinaryIO]:
    """A file to read, or standard input, which stays open."""
    return nullcontext(sys.stdin.buffer) if os.fspath(path) == "-" else open(path, "rb")


def printable_name(path: str | os.PathLike[str]) -> str:
    """A file's name as it can be printed."""
    return "standard input" if os.fspath(path) == "-" else os.fspath(path).encode("utf-8", "replace").decode()


def _count(file: BinaryIO) -> int | None:
    """How many terms there are, up to what is wrong; None if very many. The file is wound back."""
    count = 0
    try:
        for _ in Reader(file):
            count += 1
            if count > _COUNTED:
                return None
    except Malformed:
        pass  # found again, after the terms before it have been checked
    finally:
        file.seek(0)
    return count


def _readings(sequences: Iterable[Sequence], total: int | None, progress: Progress | None) -> list[_Reading]:
    return [
        _Reading(sequence, layout, total, progress)
        for sequence in sequences
        for layout in (all_layouts() if sequence.table else (None,))
    ]


def _check(name: str, reader: Reader, first: Term, readings: list[_Reading], sequence: Sequence | None) -> Verdict:
    start = first.index
    if start is not None:
        wanted = sorted(set().union(*(reading.starts for reading in readings)))
        readings = [reading for reading in readings if start in reading.starts]
        if not readings:
            raise Malformed(f"the first index is {start}, should be the offset, {_either(wanted)}", first.line)
    position, term = 0, first
    while True:
        value = term.value
        turned = [reading.turn(position, value) for reading in readings]
        alive = [reading for reading in readings if reading.expected(position) == value]
        alive += [new for new in turned if new is not None and new.expected(position) == value]
        if not alive:
            return _wrong(name, term, position, readings, sequence)
        readings = alive
        position += 1
        following = next(reader, None)
        if following is None:
            break
        term = following
    if reader.offset is not None:
        wanted = sorted(set().union(*(reading.starts for reading in readings)))
        readings = [reading for reading in readings if reader.offset in reading.starts]
        if not readings:
            raise Malformed(f"%O gives the offset {reader.offset}, should be {_either(wanted)}", reader.offset_line)
    return _right(name, position, readings)


def _right(name: str, count: int, readings: list[_Reading]) -> Verdict:
    numbers = ", ".join(dict.fromkeys(reading.sequence.number for reading in readings))
    layouts = "; ".join(_describe(reading, count) for reading in readings if reading.layout)
    return Verdict.right(name, count, numbers, layouts or None, *_other_ways(readings, count))


def _other_ways(readings: list[_Reading], count: int) -> tuple[tuple[str, ...], str | None]:
    """The ways by which the first terms are checked, and the error probability; what was computed is checked here.

    Raises
    ------
    NotProved
        Two ways disagree: this package is wrong.
    """
    reading = readings[0]
    if reading.sequence.checks:
        return reading.sequence.checks, reading.sequence.error_probability
    if len(readings) > 1 or reading.sequence.number not in HALVES:
        return (), None
    checks = ["computed anew", f"plain fractions, every move tried, to n = {min(count, SMALL)}"]
    fractions = start_fractions(max(count, len(reading.terms)), reading.progress)[:count]
    prints = Fingerprints(count, reading.progress)
    terms = ((n, value.numerator, value.denominator) for n, value in enumerate(fractions, 1))
    wrong, bits = wrong_fractions(prints, terms, 1, reading.progress)
    if wrong:
        raise NotProved(f"V({wrong[0]}, {wrong[0]}): what was computed fails its check; please report this")
    if count <= SMALL:
        return tuple(checks), None
    checks.append(f"beyond, residues modulo {PRIMES} random primes, and greatest common divisors")
    return tuple(checks), f"2^-{prints.error_bits(bits)}"


def _describe(reading: _Reading, count: int) -> str:
    assert reading.layout is not None
    if reading.endless_row:
        corner = reading.layout.corner
        return f"rows of a square of any width from {count} on, from ({corner},{corner})"
    return str(reading.layout)


def _wrong(name: str, term: Term, position: int, readings: list[_Reading], sequence: Sequence | None) -> Verdict:
    """No reading is left; these were the last."""
    reading = next((reading for reading in readings if reading.expected(position) is not None), readings[0])
    nearest, layout = reading.sequence, reading.layout
    index = nearest.offset + position if term.index is None else term.index
    right = reading.expected(position)
    expected = None if right is None else right.digits()
    of = nearest.number + (f" by {layout}" if layout else "")
    if expected is None and not layout and nearest.max_terms is not None:
        where = "are in the certificate" if nearest.checks else "can be computed here"
        text = f"a({index}) cannot be checked: only {nearest.max_terms} terms of {of} {where}"
    elif expected is None:
        text = f"a({index}) should not be there: {of} has only {nearest.length(layout)} terms"
    elif sequence and not layout:
        checks, error = _other_ways([reading], position + 1)
        return replace(wrong_term(name, term, position, sequence, right), checks=checks, error_probability=error)
    else:
        other = "layout" if sequence else "sequence"
        text = f"a({index}) is {short(term.text)}, where {of} has {short(expected)}; no other known {other} fits so far"
    return Verdict(
        file=name,
        sequence=nearest.number,
        layout=str(layout) if layout else None,
        terms=position,
        ok=False,
        line=term.line,
        index=index,
        found=term.value.digits(),
        expected=expected,
        message=f"{name}: line {term.line}: {text}",
    )


def wrong_term(name: str, term: Term, position: int, sequence: Sequence, right: Any) -> Verdict:
    """A file of a known sequence whose term at this position is wrong."""
    index, expected = sequence.offset + position, right.digits()
    return Verdict(
        file=name,
        sequence=sequence.number,
        layout=None,
        terms=position,
        ok=False,
        line=term.line,
        index=index,
        found=term.value.digits(),
        expected=expected,
        message=f"{name}: line {term.line}: a({index}) is {short(term.text)}, should be {short(expected)} "
        f"({sequence.number})",
    )


def _either(numbers: list[int]) -> str:
    return " or ".join(map(str, numbers))
