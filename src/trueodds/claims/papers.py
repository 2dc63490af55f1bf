"""The papers whose claims are checked, and the way through them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass

from .claim import Claim, Finding

#: What a paper is called on the command line; the file of the same name holds its claims.
PAPERS = ("risk-or-safety", "coinball", "two-coins", "greed")


@dataclass(frozen=True)
class Checked:
    """A claim, and what was found.

    Attributes
    ----------
    seed : str
        The paper.
    claim : Claim
    finding : Finding
    """

    seed: str
    claim: Claim
    finding: Finding

    def to_json(self) -> dict[str, str]:
        """The same as plain data: seed, place, says, true, verdict."""
        return {
            "seed": self.seed,
            "place": self.claim.place,
            "says": self.claim.says,
            "true": self.finding.true,
            "verdict": self.finding.verdict,
        }


def check_claims(seed: str | None = None, slow: bool = False) -> Iterator[Checked]:
    """Recompute the claims of a paper, or of all.

    Parameters
    ----------
    seed : str, optional
        One of `PAPERS`; all if left out.
    slow : bool
        Also those that take long.

    Yields
    ------
    Checked
        One after the other, as they are computed.

    Raises
    ------
    ValueError
        No such paper.

    Examples
    --------
    >>> next(check_claims("risk-or-safety")).finding.verdict
    'holds with a correction'
    """
    if seed is not None and seed not in PAPERS:
        raise ValueError(f"seed must be one of {', '.join(PAPERS)}, not {seed!r}")
    for paper in PAPERS if seed is None else (seed,):
        module = importlib.import_module(f"{__package__}.{paper.replace('-', '_')}")
        for claim in module.claims():
            if slow or not claim.slow:
                yield Checked(paper, claim, claim.check())
