"""Values of the start for all sizes 1, 2, … of a game at once, as sequences want them.

One table serves every size: of Coinball and Two coins, the layers of positions with so many tosses left, in whole
numbers of 2^-t; of Greed and Pig, the one that solving the largest game makes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

if TYPE_CHECKING:
    from ..runtime.executors import Progress


def _layers(
    count: int, end: Callable[[int], int], step: Callable[[list[int], int], list[int]], progress: Progress | None
) -> Iterator[int]:
    """What the middle of each layer is worth, 1 … count tosses before the end.

    A move changes the score by 2 at most, so that each layer is 2 shorter on either side than the one before.
    """
    row = [end(score) for score in range(-2 * count, 2 * count + 1)]
    for tosses in range(1, count + 1):
        if progress:
            progress("tosses", tosses - 1, count)
        row = step(row, tosses)
        yield row[len(row) // 2]


def _coinball(count: int, progress: Progress | None) -> list[Any]:
    """For the caller, who is d ahead, e(t, d) = 2^(t+1) - min over x = 1, 2 of e(t-1, -d-x) + e(t-1, -d+x)."""

    def step(row: list[int], tosses: int) -> list[int]:
        whole = 1 << (tosses + 1)
        row = row[::-1]
        sums = zip(row, row[1:], row[3:], row[4:], strict=False)
        return [whole - min(b + c, a + d) for a, b, c, d in sums]

    layers = _layers(count, lambda ahead: (ahead > 0) + (ahead >= 0), step, progress)
    return [mpq(value, 1 << (n + 1)) for n, value in enumerate(layers, 1)]


def _two_coins(count: int, progress: Progress | None) -> list[Any]:
    """With a score s, e(t, s) = max over x = 1, 2 of e(t-1, s-x) + e(t-1, s+x), in 2^-t."""

    def step(row: list[int], tosses: int) -> list[int]:
        return [max(b + c, a + d) for a, b, c, d in zip(row, row[1:], row[3:], row[4:], strict=False)]

    layers = _layers(count, lambda score: int(score > 0), step, progress)
    return [mpq(value, 1 << n) for n, value in enumerate(layers, 1)]


def _greed(count: int, progress: Progress | None) -> list[Any]:
    from ..fast.greed.solve import start_values

    return list(start_values(count, 6, progress=progress))


def _pig(count: int, progress: Progress | None) -> list[Any]:
    from ..dispatch import solve
    from ..games.pig import Pig

    solution: Any = solve(Pig(count), progress=progress)
    return [solution.value_at((0, count - n, count - n)) for n in range(1, count + 1)]


_GAMES = {"coinball": _coinball, "two-coins": _two_coins, "greed": _greed, "pig": _pig}


@lru_cache(maxsize=8)  # numerators and denominators are often wanted together
def values(game: str, count: int, progress: Progress | None = None) -> tuple[Any, ...]:
    """The values of a game's start, for sizes 1 … count, as mpq.

    Examples
    --------
    >>> values("two-coins", 4)
    (mpq(1,2), mpq(1,2), mpq(1,2), mpq(9,16))
    """
    return tuple(_GAMES[game](count, progress))
