"""The fast road from the rules to a `RiskOrSafetySolution`: bounds, exact values, proof."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from gmpy2 import mpq

from ..games.risk_or_safety import RiskOrSafety
from .bounds import UNKNOWN, Bounds, Progress, by_pairs, by_sweeps
from .exact import Proof, Values, boundary, pair_values, prove
from .layout import Layout, check_size
from .solution import RiskOrSafetySolution
from .twin import turn_values

#: How to find the strategy and the values. All give the same answer; the first is used if nothing is said.
METHODS = {
    "pairs": "rigorous bounds pair by pair, then rational elimination",
    "sweeps": "the paper's bound-tightening sweeps, then rational elimination",
    "twin": "plain fractions from the rules, every move of both players tried",
}


def solve(game: RiskOrSafety, method: str = "pairs", progress: Progress | None = None) -> RiskOrSafetySolution:
    """Solve Risk or Safety exactly, with a proof at every position.

    Parameters
    ----------
    game : RiskOrSafety
        The rules.
    method : {"pairs", "sweeps", "twin"}
        See `METHODS`.
    progress : callable, optional
        Called with a stage's name, how far it is and how far it goes.

    Raises
    ------
    MemoryError
        The targets are too large for this machine; the message has the estimate and what would fit.
    """
    layout = Layout(max(game.target, game.opponent_target), min(game.target, game.opponent_target))
    check_size(layout)
    if method == "twin":
        found = turn_values(
            game.target, game.opponent_target, Fraction(int(game.heads.numerator), int(game.heads.denominator))
        )
        values: Values = boundary(layout) | {(0, i, j): mpq(value) for (i, j), value in found.items()}
        how = "all moves compared in exact arithmetic"
        proof = prove(layout, game.heads, values, progress)
    else:
        bounds = (by_sweeps if method == "sweeps" else by_pairs)(layout, game.heads, progress)
        values = pair_values(bounds, game.heads, progress=progress)
        proof = prove(layout, game.heads, values, progress)
        _agree(bounds, proof)
        how = f"{bounds.layout.size - bounds.unknown} positions decided by bounds, {bounds.unknown} exactly"
        if method == "sweeps":
            how = f"{bounds.sweeps} sweeps, " + how
    ties = proof.ties
    tied = "no ties" if not ties else f"{ties} tie{'s' if ties > 1 else ''}"
    sentence = f"exact Bellman equality at {proof.positions} positions over {proof.moves} moves, {tied}; {how}"
    return RiskOrSafetySolution(game, METHODS[method], sentence, MappingProxyType(values), proof.S, layout)


def _agree(bounds: Bounds, proof: Proof) -> None:
    """Bounds and exact proof reached the same moves by separate ways; a difference would be a fault of this package."""
    decided = bounds.S != UNKNOWN
    if (bounds.S[decided] != proof.S[decided]).any():
        raise AssertionError("a position decided by bounds is refuted exactly: please report this")


def start_values(count: int, heads: Any = None, progress: Progress | None = None) -> Iterator[mpq]:
    """The exact values V(n, n) of the start for targets n = 1 … count, from one strategy.

    Parameters
    ----------
    count : int
        The largest target.
    heads : mpq, optional
        Probability of heads, 1/2 if left out.
    progress : callable, optional
        As for `solve`.

    Yields
    ------
    mpq
        OEIS A387261(n) / A387262(n).

    Examples
    --------
    >>> list(start_values(4))
    [mpq(2,3), mpq(4,7), mpq(6,11), mpq(2236,4165)]
    """
    heads = mpq(1, 2) if heads is None else heads
    layout = Layout(count, count)
    check_size(layout)
    values = pair_values(by_pairs(layout, heads, progress), heads, progress=progress)
    for n in range(1, count + 1):
        yield values[0, n, n]
