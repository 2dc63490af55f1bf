"""The paper's analytic method (section 3): a linear system for each strategy, and the comparison of all of them.

A strategy chooses to continue or to stop at each position (a, b, c) with open points that it can itself reach, and both
players follow it. Its equations are the paper's: with tails the turn passes, with heads the player continues, stops, or
has won. `strategies` of `counting` identifies the strategies by numbers of coins: to go for k heads is to continue at 1
… k-1 open points and to stop at k.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from gmpy2 import mpq

from ..exact.elimination import Equation, solve_block
from ..parameters import whole_number
from ..runtime.run import Run
from ..runtime.store import Codec, compute_chunks, open_store
from .counting import strategies

#: From (own needs, opponent's needs) to the number of coins to go for.
Coins = Mapping[tuple[int, int], int]

_HALF = mpq(1, 2)
TOGETHER = 100  # strategies in a chunk of work: some hundredths of a second

_Group = tuple[int, list[dict[tuple[int, int], int]]]  # strategies together, and their number

#: Positions: open points, own needs, opponent's needs.
_Position = tuple[int, int, int]


def equations(coins: Coins) -> dict[_Position, Equation]:
    """Return the transition equations of a strategy at all positions that it reaches.

    A pair of needs without coins, whose value is known from a smaller game, remains a symbol (0, i, j).
    """
    rows: dict[_Position, Equation] = {}
    for (i, j), k in coins.items():
        for a in range(k):
            constant, terms = _HALF, {(0, j, i): -_HALF}  # tails: 1/2 (1 - P(opponent))
            if a + 1 == i:
                constant += _HALF
            elif a + 1 < k:
                terms[a + 1, i, j] = _HALF
            else:
                constant += _HALF
                after = (0, j, i - k)
                terms[after] = terms.get(after, mpq(0)) - _HALF
            rows[a, i, j] = Equation(constant, terms)
    return rows


def values(coins: Coins, known: Mapping[_Position, Any] | None = None) -> dict[_Position, Any]:
    """Return the winning probabilities of a strategy that both players follow, by elimination of its equations.

    `coins` has the strategy at all pairs of needs that it reaches and that are not known; `known` has values of smaller
    games, at (0, i, j). The keys of the result are (open points, own needs, opponent's needs).
    """
    return solve_block(equations(coins), known or {})


class Comparison(NamedTuple):
    """The result of comparing strategies."""

    systems: int  # linear systems that were solved
    # the strategies that have the values of optimal play wherever they lead: no deviation betters them
    optimal: list[dict[tuple[int, int], int]]
    # the strategies with the largest winning chance of the player who begins, if both follow them
    largest: list[dict[tuple[int, int], int]]
    value: Any  # the winning chance of the player who begins in optimal play


def compare_all(target: int, run: Run = Run(1)) -> Comparison:
    """Solve the system of every strategy and find the optimum, as in section 3 of the paper.

    Parameters
    ----------
    target : int
        1 to 4; 5 has 5,755,251 systems, which take half an hour.
    run : Run
        Its workers, and a checkpoint.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> found = compare_all(3)
    >>> found.systems, len(found.optimal), found.value
    (31, 1, mpq(6,11))
    """
    target = whole_number("target", target)
    return _compare(target, strategies(target), {}, run)


def compare_reduced(target: int) -> Comparison:
    """Compare strategies given the results for one point less: only pairs in which somebody needs all points are open.

    There are (n+1)^(n-1) such strategies for n points: 16, 125, 1,296, 16,807 for n = 3 … 6.

    Parameters
    ----------
    target : int
        1 to 6; 6 takes a minute.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> found = compare_reduced(4)
    >>> found.systems, len(found.optimal), found.value
    (125, 1, mpq(2236,4165))
    """
    target = whole_number("target", target)
    return _compare(target, reduced_strategies(target), optimal_values(target - 1))


def reduced_strategies(target: int) -> Iterator[dict[tuple[int, int], int]]:
    """Yield the (n+1)^(n-1) strategies of `compare_reduced`."""
    n = target

    def extend(j: int, coins: dict[tuple[int, int], int]) -> Iterator[dict[tuple[int, int], int]]:
        if j == 0:
            yield coins
            return
        for k, l in itertools.product(range(1, n + 1), range(1, j + 1)):
            yield from extend(j - l, coins | {(n, j): k, (j, n): l})

    for k in range(1, n + 1):
        yield from extend(n - k, {(n, n): k})


def optimal_values(target: int) -> dict[_Position, Any]:
    """Return the values of optimal play at all (0, i, j), i, j ≤ target, pair by pair as in section 2.

    At each pair all choices of both players are tried; the solution is the two that neither player improves alone.
    """
    found: dict[_Position, Any] = {}
    for i in range(1, target + 1):
        for j in range(1, i + 1):
            found |= _pair_values(i, j, found)
    return found


def _pair_values(i: int, j: int, known: Mapping[_Position, Any]) -> dict[_Position, Any]:
    for k, l in itertools.product(range(1, i + 1), range(1, j + 1)):
        if i == j and k != l:
            continue
        solved = values({(i, j): k, (j, i): l}, known)
        trial = {(0, i, j): solved[0, i, j], (0, j, i): solved[0, j, i]}
        if all(_best(known, trial, *place[1:]) == value for place, value in trial.items()):
            return trial
    raise AssertionError("a finite game has an optimal pair of choices")


def _best(known: Mapping[_Position, Any], here: Mapping[_Position, Any], i: int, j: int) -> Any:
    """Return the largest value of a player who needs i against j, if all that follows has these values."""
    passed = 1 - here[0, j, i]
    return max(passed + ((1 - known[0, j, i - k] if k < i else 1) - passed) / 2**k for k in range(1, i + 1))


def _compare(
    target: int,
    systems: Iterator[dict[tuple[int, int], int]],
    known: Mapping[_Position, Any],
    run: Run = Run(1),
) -> Comparison:
    best = optimal_values(target)
    groups = enumerate(iter(lambda: list(itertools.islice(systems, TOGETHER)), []))
    each = partial(compare_some, target, best, known)
    count, most = 0, mpq(-1)
    optimal: list[tuple[int, list[dict[tuple[int, int], int]]]] = []
    largest: list[tuple[int, list[dict[tuple[int, int], int]]]] = []

    def take(group: _Group, found: Any) -> None:
        nonlocal count, most, largest
        own, reach_it, right = found
        count += len(group[1])
        if own > most:
            largest, most = [], own
        if own == most:
            largest.append((group[0], reach_it))
        optimal.append((group[0], right))

    about = {"game": "risk-or-safety", "target": target, "method": "linear systems of all strategies"}
    with open_store(run.checkpoint, about) as store:
        compute_chunks(each, groups, take, run.workers, _check_found, store, _GROUPS)
    return Comparison(count, _in_order(optimal), _in_order(largest), best[0, target, target])


def compare_some(
    target: int,
    best: Mapping[_Position, Any],
    known: Mapping[_Position, Any],
    group: _Group,
) -> tuple[Any, list[dict[tuple[int, int], int]], list[dict[tuple[int, int], int]]]:
    """Return the largest winning probability of some strategies, those that have it, and those that are optimal."""
    most = mpq(-1)
    largest: list[dict[tuple[int, int], int]] = []
    optimal: list[dict[tuple[int, int], int]] = []
    for coins in group[1]:
        solved = values(coins, known)
        start = solved[0, target, target]
        if start > most:
            largest, most = [], start
        if start == most:
            largest.append(coins)
        if all(solved[0, i, j] == best[0, i, j] for i, j in coins):
            optimal.append(coins)
    return most, largest, optimal


def _pack(group: _Group, found: Any) -> bytes:
    """Pack the largest probability, and the strategies by their places in the group."""
    most, *some = found
    return json.dumps([str(most), *([group[1].index(one) for one in ones] for ones in some)]).encode()


def _unpack(group: _Group, data: bytes) -> Any:
    most, *places = json.loads(data)
    return mpq(most), *([group[1][at] for at in ones] for ones in places)


_GROUPS = Codec(lambda group: str(group[0]), _pack, _unpack)


def _check_found(group: _Group, found: Any) -> None:
    """Refuse a result that `compare_some` cannot have found for a group."""
    if type(found) is not tuple or len(found) != 3:
        raise ValueError(f"not what was found about group {group[0]}")
    most, *some = found
    if type(most) is not type(_HALF) or not 0 < most < 1:
        raise ValueError(f"no winning chance of the strategies of group {group[0]}")
    if not all(type(ones) is list and all(one in group[1] for one in ones) for ones in some) or not some[0]:
        raise ValueError(f"not some of the strategies of group {group[0]}")


def _in_order(parts: list[tuple[int, list[dict[tuple[int, int], int]]]]) -> list[dict[tuple[int, int], int]]:
    return [coins for _, some in sorted(parts, key=lambda part: part[0]) for coins in some]
