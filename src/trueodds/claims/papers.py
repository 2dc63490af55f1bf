"""Check the claims of the papers by computation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..catalog.entry import load
from ..catalog.registry import list_papers
from ..runtime.run import Run


class Checked(NamedTuple):
    """A statement of a paper, and the result of checking it."""

    paper: str
    place: str  # in the paper
    statement: str
    result: str  # what is exactly true, or a counterexample
    verdict: str  # holds, holds with a correction, open, or false


def check_claims(
    paper: str | None = None,
    slow: bool = False,
    run: Run = Run(1),
) -> Iterator[Checked]:
    """Check the claims of one paper or of all papers by computation.

    Parameters
    ----------
    paper : str, optional
        A key of ``trueodds.catalog.registry.list_papers()``; by default all papers.
    slow : bool
        Whether to include claims that take more than a few seconds to check; only some papers have such claims.
    run : Run
        Workers, a checkpoint and progress reports, for slow claims.

    Yields
    ------
    Checked
        Each claim, as soon as it is checked.

    Raises
    ------
    ValueError
        The paper is unknown, or `slow` is true but the paper has no slow claims.

    See Also
    --------
    solve : Solve the games that the claims are about.

    Examples
    --------
    >>> next(check_claims("risk-or-safety")).verdict
    'holds with a correction'
    """
    known = list_papers()
    if paper is not None and paper not in known:
        raise ValueError(f"paper must be one of {', '.join(known)}, not {paper!r}")
    claims = {name: load(known[name].claims)() for name in (known if paper is None else (paper,))}
    if slow and not any(claim.slow for of_paper in claims.values() for claim in of_paper):
        raise ValueError(f"the paper {paper} has no slow statements")
    for name, of_paper in claims.items():
        for claim in of_paper:
            if slow or not claim.slow:
                finding = claim.check(run) if claim.slow else claim.check()
                yield Checked(name, claim.place, claim.statement, finding.result, finding.verdict)
