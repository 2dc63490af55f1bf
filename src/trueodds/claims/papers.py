"""Recompute the claims of the papers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..catalog.entry import load
from ..catalog.registry import papers
from ..runtime.run import Run
from .claim import Claim, Finding


@dataclass(frozen=True)
class Checked:
    """A claim and its finding."""

    paper: str
    claim: Claim
    finding: Finding

    def to_json(self) -> dict[str, str]:
        """Return paper, place, says, true and verdict as plain data."""
        return {
            "paper": self.paper,
            "place": self.claim.place,
            "says": self.claim.says,
            "true": self.finding.true,
            "verdict": self.finding.verdict,
        }


def check_claims(
    paper: str | None = None,
    slow: bool = False,
    run: Run = Run(1),
) -> Iterator[Checked]:
    """Recompute the claims of one paper, or of all.

    Parameters
    ----------
    paper : str, optional
        A key of `trueodds.catalog.registry.papers`. By default all.
    slow : bool
        Whether to include claims that take long.
    run : Run
        Workers and a checkpoint for slow claims.

    Yields
    ------
    Checked
        Each claim as soon as it is computed.

    Raises
    ------
    ValueError
        There is no such paper.

    See Also
    --------
    solve : Solves the games that the claims are about.

    Examples
    --------
    >>> next(check_claims("risk-or-safety")).finding.verdict
    'holds with a correction'
    """
    known = papers()
    if paper is not None and paper not in known:
        raise ValueError(f"paper must be one of {', '.join(known)}, not {paper!r}")
    for name in known if paper is None else (paper,):
        for claim in load(known[name].claims)():
            if slow or not claim.slow:
                yield Checked(name, claim, claim.check(run) if claim.slow else claim.check())
