"""Compute, with certified bounds, what the first turn of Risk or Safety is worth, and whether a head start is fairer.

Let V(i, j) be the first player's winning probability if this player needs i points and the opponent needs j. V(n, n)
comes from the sweep in double words that proves the moves; rounded to float64, it is off by less than 2^-52. V(n, n-1)
is computed in float64 from the proved moves, with the error bound `bound_odds_error`.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..fast.risk_or_safety.large import bound_odds_error, compute_odds_at_needs
from ..fast.risk_or_safety.prove import ProvedMoves, proved_moves
from ..games.risk_or_safety import RiskOrSafety
from ..parameters import as_index, check_whole_number, show
from ..pictures import Curves
from ..runtime.executors import Progress

#: The apparent limit of √n·(V(n, n) - 1/2): 1/(8√π).
LIMIT = 1 / (8 * math.sqrt(math.pi))

_ERROR = 2.0**-52  # error bound on V(n, n)


@dataclass(frozen=True)
class Advantages:
    """The first player's winning probabilities at equal needs (n, n) and against a head start of one point (n, n-1)."""

    max_need: int  # the largest n
    equal: NDArray[np.float64] = field(compare=False)  # V(n, n) at index n; index 0 is not used
    moves: ProvedMoves = field(compare=False)  # the moves from which the probabilities are computed

    @cached_property
    def head_start(self) -> NDArray[np.float64]:
        """V(n, n-1) at index n; indices 0 and 1 are not used. The computation takes 16·max_need² bytes."""
        tossing, _ = compute_odds_at_needs(self.moves.coins, self.moves.coins, 0.5)
        return np.concatenate(([0.0, 0.0], tossing.diagonal(-1)))

    def bounds(self, n: int) -> tuple[float, float]:
        """Return certified bounds on V(n, n)."""
        self._check(n, 1)
        return float(self.equal[n]) - _ERROR, float(self.equal[n]) + _ERROR

    def fairest(self, n: int) -> str | None:
        """Return the fairer start, ``"equal"`` or ``"head start"``; None if the certified bounds do not decide this."""
        self._check(n, 2)
        equal, head_start = abs(self.equal[n] - 0.5), abs(self.head_start[n] - 0.5)
        if abs(equal - head_start) <= self._head_start_error + 2 * _ERROR:
            return None
        return "equal" if equal < head_start else "head start"

    @cached_property
    def _head_start_error(self) -> float:
        return bound_odds_error(self.moves.coins, self.moves.coins, 0.5)

    def _check(self, n: int, smallest: int) -> None:
        if as_index(n) is None or not smallest <= n <= self.max_need:
            raise ValueError(f"n must be a whole number from {smallest} to {self.max_need:,}, not {show(n)}")


@dataclass(frozen=True)
class Extrapolation:
    """The limit of √n·(V(n, n) - 1/2), extrapolated from values for n up to some bound; not proved."""

    limit: float  # the last of the extrapolated values
    # the difference of the last two values plus the effect of the certified error of V: an indication, not a bound
    error: float
    certified: tuple[float, float]  # bounds on √n·(V(n, n) - 1/2) at the largest n
    levels: tuple[float, ...]  # the value at each level, which eliminates one more power of 1/n than the one before


def compute_advantages(max_need: int, progress: Progress | None = None) -> Advantages:
    """Return the first player's odds at all equal needs up to `max_need`, and against a head start of one point.

    The game is Risk or Safety with a fair coin. Cost: that of `proved_moves`.

    Parameters
    ----------
    max_need : int
        From 1 to 29,199, as far as the machine's memory allows.
    progress : callable, optional
        See `proved_moves`.

    Returns
    -------
    Advantages

    Examples
    --------
    >>> found = compute_advantages(1000)
    >>> low, high = found.bounds(1000)
    >>> low < 0.5022302417665237 < high, high - low < 1e-15
    (True, True)
    """
    n = check_whole_number("max_need", max_need)
    moves = proved_moves(n, progress=progress)
    return Advantages(n, moves.equal[0], moves)


def extrapolate(found: Advantages) -> Extrapolation:
    """Extrapolate √n·(V(n, n) - 1/2) to n → ∞, assuming that it has an expansion in powers of 1/n.

    Richardson's scheme uses the values at max_need, max_need/2, max_need/4 and max_need/8 (rounded down); each level
    eliminates one more power.

    Parameters
    ----------
    found : Advantages
        The first player's odds V(n, n) for n from 1 to ``max_need``, which must be at least 16.

    Returns
    -------
    Extrapolation

    Raises
    ------
    ValueError
        ``found.max_need`` is less than 16.

    Examples
    --------
    >>> found = extrapolate(compute_advantages(1024))
    >>> abs(found.limit - LIMIT) < 2 * found.error < 1e-6
    True
    """
    if found.max_need < 16:
        raise ValueError(f"max_need must be at least 16 to extrapolate, not {found.max_need}")
    sizes = [found.max_need >> step for step in range(4)]
    row: list[Any] = [math.sqrt(n) * (float(found.equal[n]) - 0.5) for n in sizes]
    certified = tuple(math.sqrt(found.max_need) * (bound - 0.5) for bound in found.bounds(found.max_need))
    levels = [row[0]]
    for power in range(1, len(sizes)):
        row = [
            large + (large - small) / ((sizes[at] / sizes[at + power]) - 1)
            for at, (large, small) in enumerate(itertools.pairwise(row))
        ]
        levels.append(row[0])
    rounding = 4 * (certified[1] - certified[0])
    error = abs(levels[-1] - levels[-2]) + rounding
    return Extrapolation(levels[-1], error, (certified[0], certified[1]), tuple(levels))


def draw_advantage(game: RiskOrSafety, progress: Progress | None = None) -> list[Curves]:
    """Draw the first player's advantage at all equal targets up to the game's target, and its apparent asymptote."""
    if game.parameters.keys() != {"target"}:
        raise ValueError("the picture of the first player's advantage requires equal targets and a fair coin")
    odds = compute_advantages(game.target, progress)
    n = np.arange(1, game.target + 1)
    curves = [
        ("V(n, n) - 1/2", n.tolist(), (odds.equal[1:] - 0.5).tolist()),
        ("1/(8 √(πn))", n.tolist(), (LIMIT / np.sqrt(n)).tolist()),
    ]
    title = f"{game.name}: advantage of the player who moves first"
    return [Curves(title, "points to win, n", "chance to win, less 1/2", curves, logarithmic=True)]
