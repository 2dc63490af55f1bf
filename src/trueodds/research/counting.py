"""Count the strategies of Risk or Safety (OEIS A387260) without listing them.

A strategy fixes the number of coins only at the pairs of needs that can be reached if both players follow it. A pair
{i, j} with i > j offers i·j choices: the trailing player goes for k ≤ i heads, which leads to {i-k, j}, and the leader
for l ≤ j, which leads to {i, j-l}. A pair {i, i} offers i choices. A win leads to no pair.

Let line i consist of all pairs that contain i. The choices at a pair pick, on each of its lines, a pair further down or
the end of the line, which is a win. It does not matter which pair made a pick. So it suffices to walk down all lines at
once, pair by pair, and to store only how many picks on each line are still open. At a pair, each open pick on its
lines either lands there or stays open. If at least one pick lands, the pair is reached, and makes one new pick on each
of its lines. Picks that are open at the end of a line are wins.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..exact.modular import find_primes_beyond, reconstruct_integer
from ..parameters import check_whole_number, format_number
from ..runtime.memory import require_memory

_SURELY_TOO_LARGE = 300  # points; counting for this many would take over 10^400 YiB


def _list_pairs(target: int) -> Iterator[tuple[int, int]]:
    """Yield all pairs in an order in which picks lead to later pairs."""
    return ((i, j) for i in range(target, 0, -1) for j in range(i, 0, -1))


def count_strategies(target: int) -> int:
    """Return the number of strategies of Risk or Safety for a target, OEIS A387260.

    The state, the number of open picks on each line (see the module's docstring), is an index into a dense array of
    counts with one axis per line; landing is a binomial transform along the axes of a pair's lines. The counts are
    computed modulo primes below 2^31 and combined by the Chinese remainder theorem; the product of the numbers of
    choices at all pairs bounds the result and thus determines the number of primes.

    Cost: 0.3 s for 10 points, and at least five times as much for each further point. Memory for n points: a few
    arrays of 8-byte numbers, at most (n-i+2)^(i-1)·(n+1) in each while the pairs {i, j} with j ≤ i are handled: 8 MB
    for 10 points, 41 MB for 11, 1.3 GB for 13.

    Parameters
    ----------
    target : int
        Points to win, at least 1.

    Returns
    -------
    int

    Raises
    ------
    MemoryError
        The arrays would not fit in memory.

    See Also
    --------
    trueodds.research.counting.yield_strategies : Yield the strategies one by one, for few points.
    trueodds.research.linear_systems : Solve the paper's linear system for each strategy.

    References
    ----------
    R. Jehn, Optimal strategy in the game Risk or Safety, arXiv:2603.01002, 2026, section 3.
    OEIS Foundation, A387260, https://oeis.org/A387260

    Examples
    --------
    >>> [count_strategies(n) for n in range(1, 6)]
    [1, 3, 31, 3011, 5755251]
    """
    target = check_whole_number("target", target)
    check_count(target)
    bound = math.prod(i * j if i > j else i for i, j in _list_pairs(target))
    primes = find_primes_beyond(2 * bound)
    residues = [_count_modulo(target, prime) for prime in primes]
    return int(reconstruct_integer(residues, primes, bound))


def check_count(target: int) -> None:
    """Raise MemoryError if counting the strategies would need too much memory."""

    def needed(n: int) -> int:
        largest: int = max((n - i + 2) ** (i - 1) for i in range(1, n + 1))
        return 48 * (n + 1) * largest

    def fits(available: int) -> str:
        return f"up to {next(n for n in itertools.count(1) if needed(n + 1) > available)} points"

    what = f"counting the strategies for {format_number(target)} points"
    require_memory(needed(min(target, _SURELY_TOO_LARGE)), what, fits)


def _count_modulo(target: int, prime: int) -> int:
    # Axis j-1: open picks on line j; counts have been summed over the axes of finished lines.
    state = np.ones((1,) * target, dtype=np.uint64)
    start = True
    for i, j in _list_pairs(target):
        lines = (i, j) if i > j else (i,)
        if start:  # the game begins at this pair, so it is reached and makes a pick on its line
            state = _shift(state, lines)
            start = False
        else:
            landed = state
            for line in lines:
                landed = _land(landed, line - 1, prime)
            reached = _shift((landed + (np.uint64(prime) - state)) % np.uint64(prime), lines)
            grown = np.zeros_like(reached)
            grown[tuple(slice(0, size) for size in state.shape)] = state
            state = (grown + reached) % np.uint64(prime)
        if j == 1:
            state = state.sum(axis=i - 1) % np.uint64(prime)
    return int(state)


def _land(state: Any, axis: int, prime: int) -> Any:
    """Return the counts after any number of a line's picks land: for m still open, Σ C(m', m) count[m'] over m' ≥ m."""
    result = state.copy()
    target = np.moveaxis(result, axis, 0)
    for before in range(len(target)):
        for after in reversed(range(before, len(target) - 1)):
            target[after] += target[after + 1]  # at the end, at most 2^len times the prime
    result %= np.uint64(prime)
    return result


def _shift(state: Any, lines: tuple[int, ...]) -> Any:
    """Return the counts with one more open pick on each of these lines."""
    return np.pad(state, [(int(axis + 1 in lines), 0) for axis in range(state.ndim)])


def yield_strategies(target: int) -> Iterator[dict[tuple[int, int], int]]:
    """Yield every strategy of Risk or Safety: the number of coins at each pair of needs that it reaches.

    Parameters
    ----------
    target : int
        Points to win, at least 1. There are 3,011 strategies for 4 points and 5,755,251 for 5.

    Yields
    ------
    dict
        The number of coins by (needs of the player to toss, needs of the opponent).

    Examples
    --------
    >>> for strategy in yield_strategies(2): print(strategy)
    {(2, 2): 1, (2, 1): 1, (1, 2): 1, (1, 1): 1}
    {(2, 2): 1, (2, 1): 2, (1, 2): 1}
    {(2, 2): 2}
    """
    target = check_whole_number("target", target)
    yield from _extend({}, {(target, target)})


def _extend(chosen: dict[tuple[int, int], int], waiting: set[tuple[int, int]]) -> Iterator[dict[tuple[int, int], int]]:
    if not waiting:
        yield dict(chosen)
        return
    i, j = max(waiting)
    rest = waiting - {(i, j)}
    for k, l in itertools.product(range(1, i + 1), range(1, j + 1) if i > j else (0,)):
        pair_coins = {(i, j): k} | ({(j, i): l} if i > j else {})
        led = {tuple(sorted((i - k, j), reverse=True))} if k < i else set()
        if 0 < l < j:
            led.add((i, j - l))
        yield from _extend(chosen | pair_coins, rest | led)  # type: ignore[operator]
