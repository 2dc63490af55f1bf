"""Terms of V(n, n) with a certificate: written beside a b-file, and read to verify one without computing a term."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..solution import NotProved
from .fingerprints import HALVES
from .reading import Reader
from .registry import a_number, find
from .sequence import NO_NUMBER, Sequence
from .verify import Verdict, printable_name, verify

if TYPE_CHECKING:
    from ..runtime.executors import Progress

_HALF = "1/2"


def check_certifiable(sequence: Sequence) -> None:
    """Refuse a sequence whose terms no single certificate proves.

    Raises
    ------
    ValueError
        With those that there are.
    """
    if sequence.number not in HALVES:
        raise ValueError(f"{sequence.number}: certificates are of {' and '.join(HALVES)} (V(n, n)) alone")


def certify(sequence: Sequence, count: int, path: str | os.PathLike[str], progress: Progress | None = None) -> None:
    """Write a certificate of the first terms: of all V(n, n) at once, by one table of needs.

    Parameters
    ----------
    sequence : Sequence
        Numerators or denominators of V(n, n); the certificate is the same.
    count : int
        Terms, at least one.
    path : path
        Where to (`.odds`, `.odds.gz`).
    progress : callable, optional
        As for `trueodds.solve`.

    Raises
    ------
    ValueError
        There is no certificate of this sequence, or no term.
    """
    from ..certificates.heads import heads_certificate
    from ..certificates.write import write_lines
    from ..dispatch import solve_moves
    from ..games.risk_or_safety import RiskOrSafety
    from .known import start_fractions

    check_certifiable(sequence)
    if count < 1:
        raise ValueError(f"{sequence.number}: there is no term to be certified")
    game = RiskOrSafety(count)
    moves = solve_moves(game, "start", progress).moves
    claims = {(n, n): value for n, value in enumerate(start_fractions(count, progress), 1)}
    write_lines(heads_certificate(game, (moves.coins, moves.other_coins), moves.ties, claims), path)


@dataclass(frozen=True)
class CertifiedValues:
    """Values V(1, 1), V(2, 2), … from a certificate that has been checked.

    Attributes
    ----------
    file : str
        The certificate's name.
    values : tuple of mpq
    error_probability : str
        A false certificate is taken for a true one with a probability below that, such as ``"2^-192"``.
    """

    file: str
    values: tuple[Any, ...]
    error_probability: str

    def sequence(self, sequence: Sequence) -> Sequence:
        """The sequence, its terms taken from here.

        Raises
        ------
        ValueError
            These are not its values.
        """
        check_certifiable(sequence)
        half = "numerator" if sequence.number == HALVES[0] else "denominator"
        terms = [getattr(value, half) for value in self.values]
        return replace(
            sequence,
            compute=lambda count, layout, progress: terms[:count],
            max_terms=len(terms),
            checks=(f"by the certificate {self.file}, checked",),
            error_probability=self.error_probability,
        )


def read_certificate(path: str | os.PathLike[str]) -> CertifiedValues:
    """Check a certificate and read the values V(n, n) that it proves.

    Parameters
    ----------
    path : path
        An ``.odds`` file of kind heads, of a fair coin.

    Raises
    ------
    NotProved
        It does not prove what it claims.
    ValueError
        It claims nothing of V(1, 1).
    OSError
        The file cannot be read.
    """
    from gmpy2 import mpq

    from ..certificates.checking import REFUSED, check_file
    from ..certificates.compare import certificate_lines

    name = printable_name(path)
    try:
        said = check_file(path)
    except REFUSED as refused:
        raise NotProved(f"{name}: not proved: {refused}") from None
    found: dict[int, Any] = {}
    heads = ""
    for line in certificate_lines(path):
        keyword, *words = line.split(" ")
        if keyword == "heads":
            heads = words[0]
        elif keyword == "claim" and heads == _HALF and words[0] == words[1]:
            found[int(words[0])] = mpq(words[2])
        elif keyword == "column":
            break
    if 1 not in found:
        raise ValueError(f"{name}: it proves no V(1, 1), V(2, 2), … for a fair coin")
    count = next(n for n in range(1, len(found) + 2) if n not in found) - 1
    error = re.search(r"chance of an error below (2\^-[0-9]+)", said)
    assert error is not None  # kind heads always says it
    return CertifiedValues(name, tuple(found[n] for n in range(1, count + 1)), error[1])


def verify_certified(
    path: str | os.PathLike[str],
    known: CertifiedValues,
    sequence: Sequence | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Check every term of a file against a certificate that has been checked, computing none.

    Parameters
    ----------
    path : path
        As for `verify`.
    known : CertifiedValues
        What the certificate proves.
    sequence : Sequence, optional
        What the file is, if it does not say so itself.
    progress : callable, optional
        As for `trueodds.solve`.

    Returns
    -------
    Verdict

    Raises
    ------
    OSError, ValueError
        As for `verify`; also if nothing says what the file is.
    """
    return verify(path, known.sequence(sequence or _said(path)), progress)


def _said(path: str | os.PathLike[str]) -> Sequence:
    """The sequence that a file says it is."""
    number = a_number(os.path.basename(os.fspath(path)))
    if os.fspath(path) != "-":  # a pipe can be read only once
        with open(path, "rb") as file:
            reader = Reader(file)
            for _ in reader:
                break
            number = reader.sequence or number
    if number is None or number == NO_NUMBER:
        raise ValueError(f"say with --sequence which it is, {' or '.join(HALVES)}")
    return find(number)
