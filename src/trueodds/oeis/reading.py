"""Read the terms of a sequence from a b-file, a list, an entry in the internal format, or a line of ``stripped``.

``stripped`` is the OEIS file that holds the initial terms of all sequences. Files are read line by line, so they can be
of any size.
"""

from __future__ import annotations

import codecs
import itertools
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from .registry import find_named_sequence

#: The maximum length of a line in bytes.
LONGEST_LINE = 16 * 1024 * 1024


class TermError(ValueError):
    """An error in a file of terms; `line` is None if the error concerns the whole file."""

    def __init__(self, what: str, line: int | None = None) -> None:
        super().__init__(what if line is None else f"line {line}: {what}")
        self.line = line


def format_path(path: str | os.PathLike[str]) -> str:
    """Return a path for messages, with ``?`` for each byte that is not text."""
    return "standard input" if os.fspath(path) == "-" else os.fspath(path).encode("utf-8", "replace").decode()


@dataclass(frozen=True, slots=True)
class Term:
    """A term in a file: its index if the file gives one, its digits with the sign, and its line, counted from 1."""

    index: int | None
    text: str
    line: int

    @property
    def value(self) -> Any:
        """The number as an mpz."""
        from gmpy2 import mpz  # reads any number of digits

        return mpz(self.text)


_PLAIN_PAIR = re.compile("-?[0-9]+ -?[0-9]+")
_PAIR = re.compile(r"[ \t]*(-?[0-9]+)[ \t]+(-?[0-9]+)[ \t]*")
_STRIPPED = re.compile(r"(A[0-9]{6,7})[ \t]*,")
_INTERNAL = re.compile(r"%([A-Za-z])(?:[ \t]+(A[0-9]{6,7}))?(?:[ \t]+|$)")
_ITEM = re.compile(r"[,\[\]{}()]|[^ \t,\[\]{}()]+")
_NUMBER = re.compile(r"-?[0-9]+")
_ONE, _DRAFT = "a file may contain only one", " (to draft only one, use `trueodds oeis draft GAME-numerators`)"
_HEADING = ("Search: ", "Showing ")  # how the first lines of the OEIS's search results in text form begin
_BRACKETS = {"[": "]", "{": "}", "(": ")"}
_INDEX_DIGITS = 18
_LONG = 60  # digits; longer numbers are shortened in messages
_CONTEXT = 10  # digits shown on either side of the first difference


class TermReader:
    """An iterator over the terms of a file; errors raise TermError.

    `sequence`, known after the first term, is the sequence that the file names, or None. At the end, `offset` and
    `offset_line` are the value and line of ``%O``, or None, and `faults` is complete. Its keys are the format errors
    for which the OEIS would reject or truncate the file; its values are the first affected line and the number of
    affected lines.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.sequence: str | None = None
        self.offset: int | None = None
        self.offset_line: int | None = None
        self.faults: dict[str, tuple[int, int]] = {}
        self._unended: int | None = None  # the last line, if it has no line break
        self._lines = self._read_lines(file)
        self._terms = self._read()

    def __iter__(self) -> Iterator[Term]:
        return self._terms

    def __next__(self) -> Term:
        return next(self._terms)

    def _read(self) -> Iterator[Term]:
        has_terms = False
        for line, text in self._lines:
            if text.startswith("#"):
                self.sequence = self.sequence or find_named_sequence(text)
            elif text.strip() and not text.startswith(_HEADING):
                for term in self._terms_from(line, text):
                    has_terms = True
                    yield term
                break
        if not has_terms:
            raise TermError("the file has no terms")

    def _terms_from(self, line: int, text: str) -> Iterator[Term]:
        """Return all terms, read in the format that the first line shows."""
        if text.startswith("%"):
            return self._internal(line, text)
        stripped = _STRIPPED.match(text)
        if stripped:
            self.sequence = stripped[1]
            return self._list(line, text[stripped.end() :])
        return self._pairs(line, text) if _PAIR.fullmatch(text) else self._list(line, text)

    def _pairs(self, line: int, text: str) -> Iterator[Term]:
        """Yield the terms of a b-file."""
        first = last = None
        while True:
            pair = _PAIR.fullmatch(text)
            if not pair:
                raise TermError(f"expected an index and a term, not {_quote(text.strip())}", line)
            if len(pair[1]) > _INDEX_DIGITS:
                raise TermError(f"the index {shorten(pair[1])} is too long", line)
            index = int(pair[1])
            if first is None or last is None:
                first = index
            elif first <= index <= last:
                raise TermError(f"the index {index} is repeated", line)
            elif index != last + 1:
                gap = "the indices have a gap" if index > last else "the indices go down"
                raise TermError(f"{gap}: {index} follows {last}", line)
            last = index
            if not _PLAIN_PAIR.fullmatch(text):
                self._fault("index and term must be separated by one space", line)
            yield Term(index, pair[2], line)
            following = self._next_line()
            if following is None:
                if self._unended:
                    self._fault("the last line has no line break", self._unended)
                return
            line, text = following

    def _list(self, line: int, text: str) -> Iterator[Term]:
        """Yield the terms of a list, with or without brackets."""
        opened = closed = comma = has_terms = False
        closing = ""
        while True:
            if _STRIPPED.match(text):
                raise TermError(f"a second sequence begins here; {_ONE}", line)
            for item in _ITEM.finditer(text):
                word = item[0]
                if closed:
                    raise TermError(f"{_quote(word)} follows the end of the list", line)
                if word == ",":
                    if comma:
                        raise TermError("there is no term between two commas", line)
                    comma = True
                elif word in _BRACKETS and not opened and not has_terms:
                    opened, closing = True, _BRACKETS[word]
                elif opened and word == closing:
                    closed = True
                else:
                    yield Term(None, _number(word, line), line)
                    comma, has_terms = False, True
            following = self._next_line()
            if following is None:
                break
            line, text = following
        if opened and not closed:
            raise TermError(f"the list ends without {closing!r}", line)

    def _internal(self, line: int, text: str) -> Iterator[Term]:
        """Yield the terms of an entry in the internal format."""
        data: dict[str, tuple[int, str]] = {}
        data_read = False
        while True:
            match = _INTERNAL.match(text)
            if not match:
                raise TermError(f"a line of an entry must begin with %, a letter and a space, not {_quote(text)}", line)
            letter, number = match[1], match[2]
            if number and self.sequence and number != self.sequence:
                raise TermError(f"a second sequence, {number}, begins here; {_ONE}{_DRAFT}", line)
            self.sequence = number or self.sequence
            if letter == "I" and data:
                raise TermError(f"a second sequence begins here; {_ONE}{_DRAFT}", line)
            if letter in "STUVWX":
                if letter in data or data_read:
                    raise TermError(f"%{letter} is repeated or out of order", line)
                data[letter] = line, text[match.end() :]
            elif data and not data_read:  # the lines of terms come together, before the comments
                data_read = True
                yield from _data_terms(data)
            if letter == "O":
                offset = re.match(r"-?[0-9]{1,18}(?![0-9])", text[match.end() :])
                if not offset:
                    raise TermError(f"%O gives no offset: {_quote(text)}", line)
                self.offset, self.offset_line = int(offset[0]), line
            following = self._next_line()
            if following is None:
                break
            line, text = following
        if not data_read:
            yield from _data_terms(data)

    def _next_line(self) -> tuple[int, str] | None:
        """Return the next line that is neither blank nor a comment, with its number, or None at the end."""
        return next(((line, text) for line, text in self._lines if text.strip() and not text.startswith("#")), None)

    def _fault(self, what: str, line: int) -> None:
        first, lines = self.faults.get(what, (line, 0))
        self.faults[what] = first, lines + 1

    def _read_lines(self, file: BinaryIO) -> Iterator[tuple[int, str]]:
        """Yield the lines with their numbers and without their line breaks."""
        line = 0
        while raw := file.readline(LONGEST_LINE + 1):
            line += 1
            if len(raw) > LONGEST_LINE:
                raise TermError(f"the line is longer than {LONGEST_LINE:,} bytes", line)
            if line == 1 and raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                raise TermError("the file is in UTF-16; save it as UTF-8", line)
            if b"\0" in raw:
                raise TermError("the line contains a NUL byte", line)
            if not raw.endswith(b"\n"):
                self._unended = line
            if raw.endswith(b"\r\n"):
                self._fault("the line ends in CRLF, not in LF as in the OEIS", line)
                raw = raw.removesuffix(b"\r\n")
            if b"\r" in raw:
                raise TermError("the line contains a CR; lines in the OEIS end in LF", line)
            try:
                text = raw.removesuffix(b"\n").decode()
            except UnicodeDecodeError as error:
                raise TermError(f"byte {raw[error.start]:#04x} is not valid UTF-8", line) from None
            if text.startswith("\ufeff"):
                self._fault("the line begins with a byte-order mark", line)
                text = text.removeprefix("\ufeff")
            yield line, text


def _data_terms(data: dict[str, tuple[int, str]]) -> Iterator[Term]:
    """Yield the terms of an entry, from the lines of signed terms (%V, %W, %X) if there are any."""
    letters = [letter for letter in "VWX" if letter in data] or [letter for letter in "STU" if letter in data]
    for letter in letters:
        line, text = data[letter]
        yield from (Term(None, _number(item[0], line), line) for item in _ITEM.finditer(text) if item[0] != ",")


def _number(word: str, line: int) -> str:
    if not _NUMBER.fullmatch(word):
        raise TermError(f"a term must be a whole number such as 12 or -12, not {_quote(word)}", line)
    return word


def _quote(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


def describe_faults(faults: dict[str, tuple[int, int]]) -> tuple[str, ...]:
    """Return a message for each kind of format error in a file."""
    return tuple(
        f"line {line}: {what}" + (f" ({lines} lines)" if lines > 1 else "") for what, (line, lines) in faults.items()
    )


def shorten(number: str) -> str:
    """Return a number for a message, shortened if it is long."""
    digits = len(number.lstrip("-"))
    return number if digits <= _LONG else f"{number[:20]}…{number[-20:]} ({digits:,} digits)"


def find_difference(found: str, expected: str) -> int | None:
    """Return the place, counted from 1, of the first digit in which two numbers differ, or None if all digits agree."""
    pairs = itertools.zip_longest(found.lstrip("-"), expected.lstrip("-"))
    return next((number for number, (one, other) in enumerate(pairs, 1) if one != other), None)


def describe_difference(found: str, expected: str) -> str:
    """Return a message that compares a wrong number with the right one."""
    sizes = [len(number.lstrip("-")) for number in (found, expected)]
    digit = find_difference(found, expected)
    if max(sizes) <= _LONG or min(sizes) <= _CONTEXT or digit is None:
        only = ": only the sign differs" if digit is None and max(sizes) > _LONG else ""
        return f"{shorten(found)} but should be {shorten(expected)}{only}"
    text = f"{_around(found, digit - 1)} but should be {_around(expected, digit - 1)}"
    if sizes[0] != sizes[1]:
        return f"{text}; {sizes[0]:,} digits instead of {sizes[1]:,}, with the first difference at digit {digit:,}"
    return f"{text}; the first difference is at digit {digit:,} of {sizes[0]:,}"


def _around(number: str, at: int) -> str:
    """Return the digits around an offset in a number, with the digit at the offset in brackets."""
    sign, digits = "-" * number.startswith("-"), number.lstrip("-")
    begin, end = max(0, at - _CONTEXT), at + _CONTEXT + 1
    differs = f"[{digits[at]}]" if at < len(digits) else ""
    return f"{sign}{'…' * (begin > 0)}{digits[begin:at]}{differs}{digits[at + 1 : end]}{'…' * (end < len(digits))}"
