"""How much the first turn is worth: V(n, n) - 1/2 for large n with certified bounds, and the fairest head start.

Values come from the proved moves by the recurrence of the pairs in float64, one sum of needs after the other. Each
value is a weighted mean of two earlier ones, with weights that are integers below 2^53 over their sum, or 1 minus
another value. With at most six roundings of numbers in [0, 1], the error of a value exceeds those of the values it
depends on by less than 6·2^-53. So at needs i, j it is less than 6·(i + j)·2^-53, or 1.4e-11 at 10,000 and 10,000, also
where it underflows.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..fast.risk_or_safety.prove import ProvedMoves, proved_moves
from ..games.risk_or_safety import RiskOrSafety
from ..parameters import whole_number
from ..pictures import Curves
from ..runtime.executors import Progress

#: The apparent limit of √n·(V(n, n) - 1/2): 1/(8√π).
LIMIT = 1 / (8 * math.sqrt(math.pi))

_ROUNDINGS = 6 * 2.0**-53


@dataclass(frozen=True)
class Advantages:
    """The first player's winning probabilities at needs n, n and against a head start, n, n-1.

    The error at needs i, j is less than 6·(i + j)·2^-53.
    """

    max_need: int  # for needs 1 … max_need
    equal: NDArray[np.float64]  # [n]: V(n, n). Index 0 is not used.
    # [n]: V(n, n-1), the opponent has a head start of a point. Indices 0 and 1 are not used.
    head_start: NDArray[np.float64]
    moves: ProvedMoves  # the moves that they come from

    def bounds(self, n: int) -> tuple[float, float]:
        """Return certified bounds of V(n, n)."""
        self._check(n, 1)
        error = 2 * n * _ROUNDINGS
        return float(self.equal[n]) - error, float(self.equal[n]) + error

    def fairest(self, n: int) -> str | None:
        """Return the fairer of two starts for n ≥ 2 points: equal needs, or one point less for the second player.

        None if the certified bounds do not decide.
        """
        self._check(n, 2)
        equal, head_start = abs(self.equal[n] - 0.5), abs(self.head_start[n] - 0.5)
        if abs(equal - head_start) <= 4 * n * _ROUNDINGS:
            return None
        return "equal" if equal < head_start else "head start"

    def _check(self, n: int, smallest: int) -> None:
        if not smallest <= n <= self.max_need:
            raise ValueError(f"n must be a whole number from {smallest} to {self.max_need}, not {n!r}")


@dataclass(frozen=True)
class Extrapolation:
    """The limit of √n·(V(n, n) - 1/2), as values for n up to some bound suggest. Not proved."""

    limit: float  # the last of the extrapolated values
    # how far the last two are apart, and what the certified error of V can add: not a bound, an indication
    error: float
    certified: tuple[float, float]  # bounds of √n·(V(n, n) - 1/2) at the largest n
    levels: tuple[float, ...]  # extrapolated values: one power of 1/n eliminated after the other


def advantages(max_need: int, progress: Progress | None = None) -> Advantages:
    """Return the first player's odds at all equal needs up to `max_need`, and against a head start of one point.

    Cost: that of `proved_moves`, and about as much again: 3 s at 4,000, growing with the square. Memory: the table of
    moves, 2·max_need² bytes.

    Parameters
    ----------
    max_need : int
        From 1 to 29199, as far as the machine's memory allows.
    progress : callable, optional
        As for `proved_moves`; also gets ``("values", sums done, sums)``.

    Returns
    -------
    Advantages

    Examples
    --------
    >>> found = advantages(1000)
    >>> low, high = found.bounds(1000)
    >>> low < 0.502230241766523 < high, high - low < 1e-11
    (True, True)
    """
    n = whole_number("max_need", max_need)
    moves = proved_moves(n, progress=progress)
    coins = moves.coins
    kept = int(coins[:, 1:].max(initial=1)) + 2  # sums that a move can lead back to; column 1 has a formula
    tossing, waiting = np.zeros((kept, n + 2)), np.zeros((kept, n + 2))  # of the trailing player who needs i
    equal, head_start = np.zeros(n + 1), np.zeros(n + 1)
    for total in range(2, 2 * n + 1):
        i = np.arange((total + 1) // 2, min(n, total - 1) + 1)
        j = total - i
        k, l = coins[i - 1, j - 1].astype(np.int64), coins[j - 1, i - 1].astype(np.int64)
        k[j == 1] = 1  # formula below
        after_leader = np.where(l == j, 0.0, tossing[(total - l) % kept, i])
        left, at = i - k, (total - k) % kept
        behind = waiting[at, np.maximum(left, 0)]
        ahead = 1.0 - tossing[at, j]
        after_trailing = np.where(left == 0, 1.0, np.where(left >= j, behind, ahead))
        p, q = np.ldexp(1.0, k), np.ldexp(1.0, l)
        x = ((p - 1) * after_leader + q * after_trailing) / (p + q - 1)
        y = (p * after_leader + (q - 1) * after_trailing) / (p + q - 1)
        if j[-1] == 1:  # all-in: V(i, 1) = 2/(2^i + 1), U(i, 1) = 1/(2^i + 1)
            y[-1] = 1 / (2.0**total / 2 + 1) if total < 1000 else 0.0
            x[-1] = 2 * y[-1]
        tossing[total % kept, i], waiting[total % kept, i] = x, y
        if total % 2 == 0:
            equal[total // 2] = x[0]
        else:
            head_start[total // 2 + 1] = x[0]
        if progress and total % 64 == 0:
            progress("values", total, 2 * n)
    return Advantages(n, equal, head_start, moves)


def extrapolate(found: Advantages) -> Extrapolation:
    """Extrapolate √n·(V(n, n) - 1/2) to n → ∞, assuming that it has an expansion in powers of 1/n.

    It uses Richardson's scheme over n = max_need, max_need/2, max_need/4, …: each level eliminates one more power.

    Parameters
    ----------
    found : Advantages
        For at least 16 points.

    Returns
    -------
    Extrapolation

    Raises
    ------
    ValueError
        There are fewer points.

    Examples
    --------
    >>> found = extrapolate(advantages(1024))
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


def picture(game: RiskOrSafety, progress: Progress | None = None) -> list[Curves]:
    """Draw the advantage for all equal targets up to the game's, with the limit law."""
    if game.parameters.keys() != {"target"}:
        raise ValueError("the advantage of the first player is drawn for equal targets and a fair coin")
    found = advantages(game.target, progress)
    n = np.arange(1, game.target + 1)
    curves = [
        ("V(n, n) - 1/2", n.tolist(), (found.equal[1:] - 0.5).tolist()),
        ("1/(8 √(πn))", n.tolist(), (LIMIT / np.sqrt(n)).tolist()),
    ]
    title = f"{game.name}: advantage of the player who moves first"
    return [Curves(title, "points to win, n", "chance to win, less 1/2", curves, logarithmic=True)]
