"""Apply Jehn's analytic method (arXiv:2603.01002, section 3): solve a system for each strategy and compare results.

A strategy chooses to continue or to stop at each position with open points that is reachable if both players follow
the strategy. `counting.yield_strategies` describes strategies by numbers of coins: to go for k heads is to continue
with 1 … k-1 open points and to stop with k.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from gmpy2 import mpq

from ..exact.elimination import solve_block
from ..fast.risk_or_safety.exact import make_turn_equations
from ..fast.risk_or_safety.reference import compute_turn_values
from ..parameters import check_whole_number
from ..runtime.run import Run
from ..runtime.store import Codec, compute_chunks, open_store
from .counting import yield_strategies

#: A strategy: the number of coins by (needs of the player to toss, needs of the opponent).
Coins = Mapping[tuple[int, int], int]

_HALF = mpq(1, 2)
_turn = cache(make_turn_equations)  # the same turns occur in many strategies
TOGETHER = 100  # number of strategies in a chunk, which takes a few hundredths of a second

_Group = tuple[int, list[dict[tuple[int, int], int]]]  # the number of a chunk and its strategies

#: A position: the open points, and the needs of the player to toss and of the opponent.
_Position = tuple[int, int, int]


def compute_values(coins: Coins, known: Mapping[_Position, Any] | None = None) -> dict[_Position, Any]:
    """Return the winning probabilities if both players follow a strategy; solve its equations by elimination.

    `coins` holds the strategy at all pairs of needs that it reaches, except those whose values are in `known`.
    """
    equations = {place: row for (i, j), k in coins.items() for place, row in _turn(i, j, k, _HALF).items()}
    return solve_block(equations, known or {})


class SystemComparison(NamedTuple):
    """The result of comparing strategies."""

    systems: int  # number of linear systems that were solved
    # the strategies whose values are those of optimal play at every position that they reach, so no deviation is better
    optimal: list[dict[tuple[int, int], int]]
    # the strategies that, followed by both players, give the first player the largest probability of winning
    largest: list[dict[tuple[int, int], int]]
    value: Any  # the first player's probability of winning in optimal play


def compare_all(target: int, run: Run = Run(1)) -> SystemComparison:
    """Solve the system of every strategy of Risk or Safety and find the optimum, as in section 3 of Jehn's paper.

    Parameters
    ----------
    target : int
        At least 1; the 5,755,251 systems for 5 take half an hour, and more points are out of reach.
    run : Run
        The workers and the checkpoint to use; by default, one worker and no checkpoint.

    Returns
    -------
    SystemComparison

    Examples
    --------
    >>> found = compare_all(3)
    >>> found.systems, len(found.optimal), found.value
    (31, 1, mpq(6,11))
    """
    target = check_whole_number("target", target)
    return _compare(target, yield_strategies(target), {}, run)


def compare_reduced(target: int) -> SystemComparison:
    """Compare the strategies of Risk or Safety that are optimal except, perhaps, where a player needs all points.

    There are (n+1)^(n-1) of these strategies for n points: 16, 125, 1,296 and 16,807 for n = 3, 4, 5 and 6.

    Parameters
    ----------
    target : int
        At least 1; 6 takes a few seconds, and 7 a minute.

    Returns
    -------
    SystemComparison

    Examples
    --------
    >>> found = compare_reduced(4)
    >>> found.systems, len(found.optimal), found.value
    (125, 1, mpq(2236,4165))
    """
    target = check_whole_number("target", target)
    return _compare(target, yield_reduced_strategies(target), compute_optimal_values(target - 1))


def yield_reduced_strategies(target: int) -> Iterator[dict[tuple[int, int], int]]:
    """Yield the (n+1)^(n-1) strategies of `compare_reduced` for n = `target` points."""
    n = target

    def extend(j: int, coins: dict[tuple[int, int], int]) -> Iterator[dict[tuple[int, int], int]]:
        if j == 0:
            yield coins
            return
        for k, l in itertools.product(range(1, n + 1), range(1, j + 1)):
            yield from extend(j - l, coins | {(n, j): k, (j, n): l})

    for k in range(1, n + 1):
        yield from extend(n - k, {(n, n): k})


def compute_optimal_values(target: int) -> dict[_Position, Any]:
    """Return the values of optimal play at all (0, i, j), 1 ≤ i, j ≤ target."""
    turns = compute_turn_values(target, target, Fraction(1, 2))
    return {(0, i, j): mpq(value) for (i, j), value in turns.items() if j}


def _compare(
    target: int,
    systems: Iterator[dict[tuple[int, int], int]],
    known: Mapping[_Position, Any],
    run: Run = Run(1),
) -> SystemComparison:
    best = compute_optimal_values(target)
    groups = enumerate(iter(lambda: list(itertools.islice(systems, TOGETHER)), []))
    compare_group = partial(compare_some, target, best, known)
    count = 0
    parts: list[tuple[int, Any, list[Any], list[Any]]] = []

    def take(group: _Group, result: Any) -> None:
        nonlocal count
        number, strategies = group
        best_in_group, *places = result
        count += len(strategies)
        largest, optimal = ([strategies[at] for at in indices] for indices in places)
        parts.append((number, best_in_group, largest, optimal))

    about = {"game": "risk-or-safety", "target": target, "method": "linear systems of all strategies"}
    with open_store(run.checkpoint, about) as store:
        compute_chunks(compare_group, groups, take, run.workers, _check_found, store, _GROUPS)
    parts.sort(key=lambda part: part[0])
    best_start = max(best_in_group for _, best_in_group, _, _ in parts)
    return SystemComparison(
        count,
        [coins for _, _, _, optimal in parts for coins in optimal],
        [coins for _, best_in_group, largest, _ in parts if best_in_group == best_start for coins in largest],
        best[0, target, target],
    )


def compare_some(
    target: int,
    best: Mapping[_Position, Any],
    known: Mapping[_Position, Any],
    group: _Group,
) -> tuple[Any, list[int], list[int]]:
    """Return a group's largest winning probability, the strategies that attain it, and the optimal ones, by index."""
    solved = [compute_values(coins, known) for coins in group[1]]
    starts = [results[0, target, target] for results in solved]
    best_start = max(starts)
    optimal = [
        at
        for at, (coins, results) in enumerate(zip(group[1], solved, strict=True))
        if all(results[0, i, j] == best[0, i, j] for i, j in coins)
    ]
    return best_start, [at for at, start in enumerate(starts) if start == best_start], optimal


def _unpack(group: _Group, data: bytes) -> Any:
    best_start, *places = json.loads(data)
    return mpq(best_start), *places


_GROUPS = Codec(
    lambda group: str(group[0]), lambda group, found: json.dumps([str(found[0]), *found[1:]]).encode(), _unpack
)


def _check_found(group: _Group, result: Any) -> None:
    """Raise ValueError for a result that `compare_some` cannot have returned for a group."""
    if type(result) is not tuple or len(result) != 3:
        raise ValueError(f"the result of group {group[0]} is not a tuple of three elements")
    best_start, *lists = result
    if type(best_start) is not type(_HALF) or not 0 < best_start < 1:
        raise ValueError(f"the result of group {group[0]} has no valid probability of winning")
    count = len(group[1])
    if not all(type(places) is list and all(at in range(count) for at in places) for places in lists) or not lists[0]:
        raise ValueError(f"the result of group {group[0]} has invalid indices of strategies")
