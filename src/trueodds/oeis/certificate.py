"""Write certificates of the values V(n, n) of Risk or Safety for n points, and use them to verify files of terms."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from typing import Any

from ..runtime.run import Run
from ..solution import NotProved
from .fingerprints import HALVES
from .games import find_family
from .reading import format_path
from .sequence import Sequence


def check_certifiable(sequence: Sequence) -> None:
    """Raise ValueError if no certificate can prove the terms of a sequence."""
    if sequence.number not in HALVES:
        raise ValueError(f"{sequence.number}: only {' and '.join(HALVES)} have certificates")


def certify(sequence: Sequence, count: int, path: str | os.PathLike[str], run: Run = Run()) -> None:
    """Write a certificate that proves the first `count` values V(n, n)."""
    from ..certificates.heads import check_game, format_heads_certificate
    from ..certificates.write import write_lines
    from ..dispatch import solve_moves
    from ..games.risk_or_safety import RiskOrSafety

    check_certifiable(sequence)
    if count < 1:
        raise ValueError(f"{sequence.number}: the number of terms to certify must be at least 1, not {count}")
    game = RiskOrSafety(count)
    check_game(game)
    moves = solve_moves(game, "start", progress=run.progress).moves
    claims = {(n, n): value for n, value in enumerate(find_family("risk-or-safety").values(count, run), 1)}
    write_lines(format_heads_certificate(game, (moves.coins, moves.other_coins), moves.ties, claims), path)


@dataclass(frozen=True)
class CertifiedValues:
    """Values V(1, 1), V(2, 2), … from a certificate that has been checked.

    A false certificate passes with a probability below `error_probability`, such as ``"2^-192"``.
    """

    file: str
    values: tuple[Any, ...]
    error_probability: str

    def sequence(self, sequence: Sequence) -> Sequence:
        """Return a copy of `sequence` that takes its terms from these values."""
        check_certifiable(sequence)
        half = "numerator" if sequence.number == HALVES[0] else "denominator"
        terms = [getattr(value, half) for value in self.values]
        return replace(
            sequence,
            compute=lambda count, layout, run: terms[:count],
            max_terms=len(terms),
            checks=(f"compared with the certificate {self.file}, which was checked",),
            error_probability=self.error_probability,
        )


def read_certificate(path: str | os.PathLike[str]) -> CertifiedValues:
    """Check a fair-coin certificate, and return its values V(1, 1), V(2, 2), … up to the first gap."""
    from gmpy2 import mpq

    from ..certificates.check import Certificate, check_file
    from ..certificates.check_odds import Refused

    name = format_path(path)
    try:
        report = check_file(path)
    except Refused as refused:
        raise NotProved(f"{name}: not proved: {refused}") from None
    certificate = Certificate(path)
    values: dict[int, Any] = {}
    if mpq(certificate.fields.get("heads", 0)) == mpq(1, 2):
        claims = (claim.split(" ") for claim in certificate.claims)
        values = {int(i): mpq(value) for i, j, value in claims if i == j}
    if 1 not in values:
        raise ValueError(f"{name} does not prove the values of Risk or Safety for 1, 2, … points with a fair coin")
    count = next(n for n in range(1, len(values) + 2) if n not in values) - 1
    error = re.search(r"chance of an error below (2\^-[0-9]+)", report)
    assert error is not None  # the report on a certificate of kind heads always gives the chance of an error
    return CertifiedValues(name, tuple(values[n] for n in range(1, count + 1)), error[1])
