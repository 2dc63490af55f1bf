"""The paper's analytic method (section 3): a linear system for each strategy, all of them compared.

A strategy says to continue or to stop at each position (a, b, c) with open points that it can itself reach, and both
players follow it. Its equations are the paper's: with tails the turn passes, with heads one continues, stops, or has
won. `strategies` of `counting` names the strategies by numbers of coins: to go for k heads is to continue at
1 … k-1 open points and to stop at k.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any, NamedTuple

from gmpy2 import mpq

from ..exact.elimination import Equation, solve_block
from ..parameters import whole_number
from ..runtime.checkpoint import Checkpoint
from ..runtime.executors import run_chunks, usual_executor
from .counting import strategies

#: From (own needs, opponent's needs) to the number of coins to go for.
Coins = Mapping[tuple[int, int], int]

_HALF = mpq(1, 2)
_SAVED = 50  # chunks that stand in one record of a checkpoint
TOGETHER = 100  # strategies in a chunk of work: some hundredths of a second

_Group = tuple[int, list[dict[tuple[int, int], int]]]  # strategies together, and their number

#: Positions: open points, own needs, opponent's needs.
_Position = tuple[int, int, int]


def equations(coins: Coins) -> dict[_Position, Equation]:
    """The transition equations of a strategy at all positions that it reaches.

    A pair of needs without coins, whose value is known from a smaller game, is left as a symbol (0, i, j).

    Examples
    --------
    The three positions for one point each are one: win with 1/2, or the opponent is to toss.

    >>> equations({(1, 1): 1})
    {(0, 1, 1): Equation(constant=mpq(1,1), terms={(0, 1, 1): mpq(-1,2)})}
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
    """The winning probabilities of a strategy that both players follow, by elimination of its equations.

    Parameters
    ----------
    coins : mapping
        The strategy, at all pairs of needs that it reaches and that are not known.
    known : mapping, optional
        Values of smaller games, at (0, i, j).

    Returns
    -------
    dict
        From (open points, own needs, opponent's needs) to mpq.

    Examples
    --------
    >>> values({(2, 2): 1, (2, 1): 2, (1, 2): 1})[0, 2, 2]  # the paper's strategy 2 for two points
    mpq(8,15)
    """
    return solve_block(equations(coins), known or {})


class Comparison(NamedTuple):
    """What comes out if strategies are compared.

    Attributes
    ----------
    systems : int
        Linear systems that were solved.
    optimal : list of dict
        The strategies that have the values of optimal play wherever they lead: no deviation betters them.
    largest : list of dict
        The strategies with the largest winning chance of the player who begins, if both follow them.
    value : mpq
        The winning chance of the player who begins in optimal play.
    """

    systems: int
    optimal: list[dict[tuple[int, int], int]]
    largest: list[dict[tuple[int, int], int]]
    value: Any


def compare_all(target: int, checkpoint: str | os.PathLike[str] | None = None) -> Comparison:
    """Solve the system of every strategy and find the optimum, as section 3 tells it.

    Parameters
    ----------
    target : int
        1 to 4; 5 has 5,755,251 systems, which takes half an hour.
    checkpoint : path, optional
        A file that keeps what is found, from which a killed run goes on; delete it afterwards.

    Examples
    --------
    >>> found = compare_all(3)
    >>> found.systems, len(found.optimal), found.value
    (31, 1, mpq(6,11))
    """
    target = whole_number("target", target)
    return _compare(target, strategies(target), {}, checkpoint)


def compare_reduced(target: int) -> Comparison:
    """The same with the results for one point less: only pairs in which somebody needs all points are open.

    There are (n+1)^(n-1) such strategies for n points: 16, 125, 1,296, 16,807 for n = 3 … 6.

    Parameters
    ----------
    target : int
        1 to 6; 6 takes a minute.

    Examples
    --------
    >>> found = compare_reduced(4)
    >>> found.systems, len(found.optimal), found.value
    (125, 1, mpq(2236,4165))
    """
    target = whole_number("target", target)
    return _compare(target, reduced_strategies(target), optimal_values(target - 1))


def reduced_strategies(target: int) -> Iterator[dict[tuple[int, int], int]]:
    """The strategies of `compare_reduced`.

    Examples
    --------
    >>> sum(1 for _ in reduced_strategies(5))
    1296
    """
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
    """Values of optimal play at all (0, i, j), i, j ≤ target, pair by pair as section 2 does it.

    At each pair both players' choices are tried, and the two that neither player betters are taken.

    Examples
    --------
    >>> found = optimal_values(3)  # the paper's P(0, 0, 0), P(0, 1, 0), P(0, 2, 0)
    >>> found[0, 3, 3], found[0, 2, 3], found[0, 1, 3]
    (mpq(6,11), mpq(8,11), mpq(8,9))
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
    """The most that a player who needs i can have against one who needs j, if all that follows has these values."""
    passed = 1 - here[0, j, i]
    return max(passed + ((1 - known[0, j, i - k] if k < i else 1) - passed) / 2**k for k in range(1, i + 1))


def _compare(
    target: int,
    systems: Iterator[dict[tuple[int, int], int]],
    known: Mapping[_Position, Any],
    checkpoint: str | os.PathLike[str] | None = None,
) -> Comparison:
    best = optimal_values(target)
    groups = enumerate(iter(lambda: list(itertools.islice(systems, TOGETHER)), []))
    each = partial(compare_some, target, best, known)
    with nullcontext() if checkpoint is None else Checkpoint(checkpoint, {"systems for points": target}) as kept:
        merged = _Merged(kept)
        for group, found in run_chunks(each, merged.missing(groups), usual_executor("serial"), _hold_found):
            merged.add(group, found, keep=True)
        merged.save()
    return Comparison(merged.count, _in_order(merged.optimal), _in_order(merged.largest), best[0, target, target])


class _Merged:
    """What is found about groups of strategies, put together, with records of it in a checkpoint if there is one."""

    def __init__(self, kept: Checkpoint | None) -> None:
        self.count, self._most = 0, mpq(-1)
        self.optimal: list[tuple[int, list[dict[tuple[int, int], int]]]] = []
        self.largest: list[tuple[int, list[dict[tuple[int, int], int]]]] = []
        self._kept = kept
        self._known = {row[0]: row[1:] for _, data in kept.pieces() for row in json.loads(data)} if kept else {}
        self._unsaved: list[Any] = []

    def missing(self, groups: Iterable[_Group]) -> Iterator[_Group]:
        """The groups of which nothing is known; the others are added as they come."""
        for group in groups:
            if group[0] in self._known:
                most, *places = self._known.pop(group[0])
                found = mpq(most), *([group[1][at] for at in some] for some in places)
                _hold_found(group, found)
                self.add(group, found)
            else:
                yield group

    def add(self, group: _Group, found: Any, keep: bool = False) -> None:
        """What was found about a group."""
        most, reach_it, right = found
        self.count += len(group[1])
        if most > self._most:
            self.largest, self._most = [], most
        if most == self._most:
            self.largest.append((group[0], reach_it))
        self.optimal.append((group[0], right))
        if keep and self._kept:
            places = ([group[1].index(one) for one in some] for some in (reach_it, right))
            self._unsaved.append([group[0], str(most), *places])
            if len(self._unsaved) >= _SAVED:
                self.save()

    def save(self) -> None:
        """Write down what is not yet in the checkpoint."""
        if self._kept and self._unsaved:
            self._kept.add(self._unsaved[0][0], json.dumps(self._unsaved).encode())
            self._unsaved = []


def compare_some(
    target: int,
    best: Mapping[_Position, Any],
    known: Mapping[_Position, Any],
    group: _Group,
) -> tuple[Any, list[dict[tuple[int, int], int]], list[dict[tuple[int, int], int]]]:
    """The largest winning chance of some strategies, those that have it, and those that are optimal."""
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


def _hold_found(group: _Group, found: Any) -> None:
    """Refuse what `compare_some` cannot have said of a group."""
    if type(found) is not tuple or len(found) != 3:
        raise ValueError(f"not what was found about group {group[0]}")
    most, *some = found
    if type(most) is not type(_HALF) or not 0 < most < 1:
        raise ValueError(f"no winning chance of the strategies of group {group[0]}")
    if not all(type(ones) is list and all(one in group[1] for one in ones) for ones in some) or not some[0]:
        raise ValueError(f"not some of the strategies of group {group[0]}")


def _in_order(parts: list[tuple[int, list[dict[tuple[int, int], int]]]]) -> list[dict[tuple[int, int], int]]:
    return [coins for _, some in sorted(parts, key=lambda part: part[0]) for coins in some]
