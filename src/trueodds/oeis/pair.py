"""Verify a file of numerators and a file of denominators together, term by term, without computing the terms.

Residues (`fingerprints`) check the values V(n, n) of Risk or Safety in a fraction of the time that computing them
takes. For n above `SMALL`, a correct fraction is computed only to find which file is at fault.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from ..fast.risk_or_safety.prove import MAX_TARGET
from ..runtime.run import Run
from ..solution import NotProved
from .fingerprints import HALVES, SMALL, Fingerprints, compute_small_values, describe_checks, find_wrong_fractions
from .reading import Term, TermError, TermReader, format_path
from .registry import find
from .verification import Verdict, find_name, verify

_MAX_WRONG = 4  # after this many wrong fractions, a file not yet known to be wrong is checked alone
_FIRST_BATCH = 256  # terms in the first batch, which finds an early error quickly; later batches are larger


def find_pair(paths: Iterable[str]) -> tuple[str, str, int] | None:
    """Return the first file of numerators, the first of denominators, and their number of terms.

    Return None if either is missing, if the numbers of terms differ, or if they exceed `MAX_TARGET`.
    """
    first: dict[str, tuple[str, int]] = {}
    for path in paths:
        number, count = _summary(path)
        if number in HALVES and number not in first:
            first[number] = path, count
    if len(first) < 2:
        return None
    (numerators, count), (denominators, other) = (first[number] for number in HALVES)
    return (numerators, denominators, count) if count == other <= MAX_TARGET else None


def _summary(path: str) -> tuple[str | None, int]:
    """Return the sequence of a file and its number of terms, or (None, 0) if the file cannot be part of a pair."""
    if path == "-" or not os.path.isfile(path):  # a pipe can be read only once
        return None, 0
    try:
        with open(path, "rb") as file:
            reader = TermReader(file)
            start, count = next(reader).index, 1
            number = find_name(reader, path)
            if number not in HALVES or start not in (None, 1):
                return None, 0
            count += sum(1 for _ in reader)
            return (number, count) if reader.offset in (None, 1) and not reader.faults else (None, 0)
    except (OSError, TermError):
        return None, 0


def verify_pair(numerators: str, denominators: str, count: int, run: Run = Run()) -> dict[str, Verdict]:
    """Return, by path, the verdicts on the two files that `find_pair` found."""
    files = (numerators, denominators)
    wrong_numbers, error_bits = _find_wrong(files, count, run)
    verdicts: dict[str, Verdict] = {}
    for n in wrong_numbers:
        fraction = compute_small_values()[n] if n <= SMALL else _compute(n, run)
        terms = [_term(path, n) for path in files]
        expected = (fraction.numerator, fraction.denominator)
        differ = [term.value != half for term, half in zip(terms, expected, strict=True)]
        if not any(differ):
            raise NotProved(f"V({n}, {n}): the computed value fails its check; please report this")
        for path, number, term, half, wrong_here in zip(files, HALVES, terms, expected, differ, strict=True):
            if wrong_here and path not in verdicts:
                verdicts[path] = Verdict.of_wrong_term(format_path(path), term, n - 1, find(number), half)
        if len(verdicts) == len(files):
            break
    (first, *others), error = describe_checks(count, error_bits)
    for path, other, number in zip(files, files[::-1], HALVES, strict=True):
        if path not in verdicts and len(wrong_numbers) >= _MAX_WRONG:
            verdicts[path] = verify(path, find(number), run)
        elif path not in verdicts:
            checks = (f"with {format_path(other)}: {first}", *others)
            verdicts[path] = Verdict.of_right_file(format_path(path), count, number, None, checks, error)
    return verdicts


def _find_wrong(files: tuple[str, str], count: int, run: Run) -> tuple[list[int], int]:
    """Return the n of the first few wrong fractions, and e such that a wrong one passes with probability below 2^-e."""
    wrong_numbers: list[int] = []
    error_bits, done, stop = 1 << 30, 0, _FIRST_BATCH
    fractions = _fractions(files)
    while done < count and len(wrong_numbers) < _MAX_WRONG:
        stop = count if 2 * stop >= count else stop
        prints = Fingerprints(stop, run.progress)
        more, bits = find_wrong_fractions(prints, islice(fractions, stop - done), _MAX_WRONG, run)
        wrong_numbers += more
        error_bits = min(error_bits, prints.error_bits(bits))
        done, stop = stop, 4 * stop
    return wrong_numbers, error_bits


def _fractions(files: tuple[str, str]) -> Iterator[tuple[int, Any, Any]]:
    with open(files[0], "rb") as first, open(files[1], "rb") as second:
        for n, (top, bottom) in enumerate(zip(TermReader(first), TermReader(second), strict=True), 1):
            yield n, top.value, bottom.value


def _compute(n: int, run: Run) -> Any:
    from ..dispatch import solve
    from ..games.risk_or_safety import RiskOrSafety

    return solve(RiskOrSafety(n), "start", progress=run.progress).value


def _term(path: str, n: int) -> Term:
    with open(path, "rb") as file:
        return next(islice(TermReader(file), n - 1, None))
