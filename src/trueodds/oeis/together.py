"""Checking a file of numerators and one of denominators together, term by term, without computing either.

Both halves of V(n, n) at hand, residues modulo random primes (`fingerprints`) check thousands of large terms in a
fraction of the time that it takes to compute them. Only where a fraction is wrong is the right one computed, to tell
which of the files is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..solution import NotProved
from .fingerprints import HALVES, PRIMES, SMALL, Fingerprints, small_values, wrong_fractions
from .reading import Malformed, Reader, Term
from .registry import a_number, find
from .sequence import Sequence
from .verify import Verdict, printable_name, verify, wrong_term

if TYPE_CHECKING:
    from ..runtime.executors import Progress

_MAX_WRONG = 4  # fractions looked into; then what is still not known to be wrong is checked by itself
_FIRST_BATCH = 256  # terms, then four times as many; a fault among the first is found without looking at the rest
_MAX_TERMS = 65535  # for which moves are proved


def halves_of_fractions(paths: Iterable[str]) -> tuple[str, str] | None:
    """Of these files the first of numerators and the first of denominators, if they have the same number of terms.

    Both must say by themselves what they are, and be well-formed; what is wrong with others, `verify` says.
    """
    first: dict[str, tuple[str, int]] = {}
    for path in paths:
        number, count = _summary(path)
        if number in HALVES and number not in first:
            first[number] = path, count
    if len(first) < 2:
        return None
    (numerators, count), (denominators, other) = (first[number] for number in HALVES)
    return (numerators, denominators) if count == other <= _MAX_TERMS else None


def _summary(path: str) -> tuple[str | None, int]:
    """The sequence of a file and how many terms it has; None if it is not one that can be checked with another."""
    if path == "-" or not os.path.isfile(path):  # a pipe can be read only once
        return None, 0
    try:
        with open(path, "rb") as file:
            reader = Reader(file)
            start, count = next(reader).index, 1
            number = reader.sequence or a_number(os.path.basename(path))
            if number not in HALVES or start not in (None, find(number).offset):
                return None, 0
            count += sum(1 for _ in reader)
            fits = reader.offset in (None, find(number).offset) and not reader.faults
            return (number, count) if fits else (None, 0)
    except (OSError, Malformed):
        return None, 0


def verify_together(numerators: str, denominators: str, progress: Progress | None = None) -> dict[str, Verdict]:
    r"""Check every term of both files, as `halves_of_fractions` gave them.

    Parameters
    ----------
    numerators, denominators : str
        Files of A387261 and A387262 with the same number of terms.
    progress : callable, optional
        As for `trueodds.solve`.

    Returns
    -------
    dict of Verdict
        By file.

    Raises
    ------
    NotProved
        Two ways disagree: this package is wrong.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = [str(pathlib.Path(folder, name)) for name in ("b387261.txt", "b387262.txt")]
    ...     _ = pathlib.Path(files[0]).write_text("1 2\n2 4\n"), pathlib.Path(files[1]).write_text("1 3\n2 7\n")
    ...     verdicts = verify_together(*files)
    >>> [verdict.ok for verdict in verdicts.values()]
    [True, True]
    """
    files = (numerators, denominators)
    _, count = _summary(numerators)
    wrong, error_bits = _wrong(files, count, progress)
    verdicts: dict[str, Verdict] = {}
    for n in wrong:
        right = small_values()[n] if n <= SMALL else _compute(n, progress)
        terms = [_term(path, n) for path in files]
        expected = (right.numerator, right.denominator)
        differ = [term.value != half for term, half in zip(terms, expected, strict=True)]
        if not any(differ):
            raise NotProved(f"V({n}, {n}): what was computed fails its check; please report this")
        for path, number, term, half, wrong_here in zip(files, HALVES, terms, expected, differ, strict=True):
            if wrong_here and path not in verdicts:
                verdicts[path] = wrong_term(printable_name(path), term, n - 1, find(number), half)
        if len(verdicts) == len(files):
            break
    for path, other, number in zip(files, files[::-1], HALVES, strict=True):
        if path not in verdicts and len(wrong) >= _MAX_WRONG:
            verdicts[path] = verify(path, find(number), progress)
        elif path not in verdicts:
            verdicts[path] = _right(printable_name(path), printable_name(other), count, find(number), error_bits)
    return verdicts


def _wrong(files: tuple[str, str], count: int, progress: Progress | None) -> tuple[list[int], int]:
    """Where the fractions are wrong, as far as `_MAX_WRONG`, and e: one passes with a probability below 2^-e."""
    wrong: list[int] = []
    error_bits, done, stop = 1 << 30, 0, _FIRST_BATCH
    fractions = _fractions(files)
    while done < count and len(wrong) < _MAX_WRONG:
        stop = count if 2 * stop >= count else stop
        prints = Fingerprints(stop, progress)
        found, bits = wrong_fractions(prints, islice(fractions, stop - done), _MAX_WRONG, progress)
        wrong += found
        error_bits = min(error_bits, prints.error_bits(bits))
        done, stop = stop, 4 * stop
    return wrong, error_bits


def _fractions(files: tuple[str, str]) -> Iterator[tuple[int, Any, Any]]:
    with open(files[0], "rb") as first, open(files[1], "rb") as second:
        for n, (top, bottom) in enumerate(zip(Reader(first), Reader(second), strict=True), 1):
            yield n, top.value, bottom.value


def _compute(n: int, progress: Progress | None) -> Any:
    from ..dispatch import solve
    from ..games.risk_or_safety import RiskOrSafety

    return solve(RiskOrSafety(n), "start", progress).fraction


def _term(path: str, n: int) -> Term:
    with open(path, "rb") as file:
        return next(islice(Reader(file), n - 1, None))


def _right(path: str, other: str, count: int, sequence: Sequence, error_bits: int) -> Verdict:
    checks = [f"with {other}: plain fractions, every move tried, to n = {min(count, SMALL)}"]
    error = None
    if count > SMALL:
        error = f"2^-{error_bits}"
        checks.append(f"beyond, residues modulo {PRIMES} random primes, and greatest common divisors")
    return Verdict.right(path, count, sequence.number, None, tuple(checks), error)
