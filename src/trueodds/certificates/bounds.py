"""Certificates of bounds: of all positions, with the moves that they separate, and the start's value exactly."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ..exact.elimination import Equation, eliminate
from ..solution import NotProved, Solution, SolutionOfStart
from ..solver.bounded import BoundedSolution
from ..solver.bounds import Candidates
from ..solver.components import find_components
from ..solver.flat_chain import follow_moves
from ..solver.model import Model
from .lines import claim_of_bounds, header, moves_told, position_lines, position_ranks

_BITS = 64  # of the unit, below the largest payoff; the solver's bounds have room for one unit at each move
_COMMON = 500  # bits up to which all probabilities are brought to one denominator
_HALF = 32  # bits of the lower half of a bound
_SHORT, _LONG = 28, 92  # bits of a denominator, and with those of a bound: then all sums of halves take less than 63


def bounds_certificate(found: BoundedSolution, solution: Solution) -> Iterator[str]:
    """The lines of a certificate of bounds at all positions.

    Parameters
    ----------
    found : BoundedSolution
        The bounds.
    solution : Solution
        Whose value of the start is claimed; `found` itself or another method's.

    Raises
    ------
    NotProved
        The bounds, brought to whole numbers, do not hold together.
    """
    model, game, start = found.model, found.game, found.model.start
    scale, _ = model.payoff_scale()
    unit = scale / mpz(2) ** _BITS
    if not (np.isfinite(found.bounds.low).all() and np.isfinite(found.bounds.high).all()):
        raise NotProved("a certificate of bounds has none for payoffs beyond floats; method general has exact values")
    low = [_floor(mpq(bound) / unit) for bound in found.bounds.low.tolist()]
    high = [-_floor(mpq(-bound) / unit) for bound in found.bounds.high.tolist()]
    best = separated_moves(model, unit, low, high)
    chain = _only_moves(model, best)
    order = find_components(model).members if chain is None else _elimination_order(model, best, chain)
    ranks = position_ranks(model, low, high, best.left)
    yield from header(game, "bounds", None, unit)
    left = moves_told(best)
    said = (f"{'-' if ranks is None else ranks.item(x)} {left[x]} {low[x]} {high[x]}" for x in order.tolist())
    yield from position_lines(model, order, said)
    yield f"start {np.flatnonzero(order == start).item()}"
    if chain is not None:
        if isinstance(solution, SolutionOfStart) and solution.start_value is None:  # only moves were asked for so far
            solution = solution.with_value()
        value = solution.fraction
        yield f"claim {game.value_seat} {value.numerator}/{value.denominator}"
    else:
        yield claim_of_bounds(game, low[start] * unit, high[start] * unit)


def separated_moves(model: Model, unit: Any, low: list[Any], high: list[Any]) -> Candidates:
    """At each position the moves that bounds leave, computed exactly.

    Parameters
    ----------
    model : Model
        The positions.
    unit : mpq
        What bounds count in.
    low, high : lists of int
        Of each position.

    Raises
    ------
    NotProved
        The bounds are none.
    """
    common = mpz(1)
    for one in [*model.probability_table, *(constant / unit for constant in model.constants.table)]:
        common = math.lcm(common, int(one.denominator))
        if common.bit_length() > _COMMON:
            return separated_one_by_one(model, unit, low, high)
    weights = [(p * common).numerator for p in model.probability_table]
    ends = [(constant * common / unit).numerator for constant in model.constants.table]
    longest = max(abs(one).bit_length() for one in itertools.chain(low, high, (end // common for end in ends)))
    if common.bit_length() > _SHORT or common.bit_length() + longest > _LONG:
        return separated_one_by_one(model, unit, low, high)
    lows = _worths(model, weights, ends, low)
    highs = _worths(model, weights, ends, high)
    first, minimizes = model.first_move[:-1], model.seats != 0
    owner = np.repeat(np.arange(len(model.positions), dtype=np.int32), np.diff(model.first_move))
    sides = []
    for worths in (lows, highs):
        sides.append(_select(minimizes, _largest(-1, worths, first, owner), _largest(1, worths, first, owner)))
    holds = _less_equal(_carried(*(half * int(common) for half in _halves(low))), sides[0])
    holds &= _less_equal(sides[1], _carried(*(half * int(common) for half in _halves(high))))
    if not holds.all():
        _refuse(model, int(holds.argmin()))
    surely = _select(minimizes, sides[1], sides[0])
    surely = surely[0][owner], surely[1][owner]
    left = np.where(minimizes[owner], _less_equal(lows, surely), _less_equal(surely, highs))
    return Candidates(model.first_move, left)


#: Whole numbers of up to 95 bits: their upper part, and their lowest 32 bits.
_Parts = tuple[NDArray[np.int64], NDArray[np.int64]]


def _halves(numbers: list[Any]) -> _Parts:
    upper = np.array([int(one >> _HALF) for one in numbers], dtype=np.int64)
    return upper, np.array([int(one & (1 << _HALF) - 1) for one in numbers], dtype=np.int64)


def _carried(upper: NDArray[np.int64], lower: NDArray[np.int64]) -> _Parts:
    return upper + (lower >> _HALF), lower & (1 << _HALF) - 1


def _worths(model: Model, weights: list[Any], ends: list[Any], bounds: list[Any]) -> _Parts:
    """What each move is worth by bounds of the positions that follow."""
    factors = np.array([int(weight) for weight in weights], dtype=np.int64)[model.probability_numbers]
    parts = []
    for mine, over in zip(_halves(bounds), _halves(ends), strict=True):
        sums = np.concatenate([[0], np.cumsum(factors * mine[model.targets])])
        # Sums of all before may wrap around, their differences do not.
        parts.append(sums[model.first_outcome[1:]] - sums[model.first_outcome[:-1]] + over[model.end_numbers])
    return _carried(*parts)


def _largest(sign: int, worths: _Parts, first: NDArray[np.int64], owner: NDArray[np.int32]) -> _Parts:
    """The largest of each position's moves; with sign -1 the smallest."""
    upper = sign * np.maximum.reduceat(sign * worths[0], first)
    beaten = -(1 << 2 * _HALF - 2)
    lower = np.where(worths[0] == upper[owner], sign * worths[1], beaten)
    return upper, sign * np.maximum.reduceat(lower, first)


def _select(condition: NDArray[np.bool_], one: _Parts, other: _Parts) -> _Parts:
    return np.where(condition, one[0], other[0]), np.where(condition, one[1], other[1])


def _less_equal(one: _Parts, other: _Parts) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (one[0] < other[0]) | ((one[0] == other[0]) & (one[1] <= other[1]))
    return found


def separated_one_by_one(model: Model, unit: Any, low: list[Any], high: list[Any]) -> Candidates:
    """The same in numbers of any length: where those of `separated_moves` do not fit, and what it is held against."""
    seats, first_move, first = model.seats.tolist(), model.first_move.tolist(), model.first_outcome.tolist()
    targets = model.targets.tolist()
    ends = [constant / unit for constant in model.constants]
    left = np.zeros(len(model.moves), dtype=np.bool_)
    for x, seat in enumerate(seats):
        lows, highs = [], []
        for y in range(first_move[x], first_move[x + 1]):
            reach = range(first[y], first[y + 1])
            lows.append(ends[y] + sum(model.probabilities[z] * low[targets[z]] for z in reach))
            highs.append(ends[y] + sum(model.probabilities[z] * high[targets[z]] for z in reach))
        choose = max if seat == 0 else min
        if choose(lows) < low[x] or choose(highs) > high[x]:
            _refuse(model, x)
        for y, (below, above) in enumerate(zip(lows, highs, strict=True), first_move[x]):
            left[y] = above >= max(lows) if seat == 0 else below <= min(highs)
    return Candidates(model.first_move, left)


def _refuse(model: Model, x: int) -> None:
    raise NotProved(f"the bounds at {model.positions[x]!r} do not hold when they are rounded outward")


def _only_moves(model: Model, best: Candidates) -> NDArray[np.bool_] | None:
    """The positions to which best play comes; none where bounds leave several moves at one of them."""
    _, reached = follow_moves(model, best.first(), model.start)
    if (best.count()[reached] > 1).any():
        return None
    found = np.zeros(len(model.positions), dtype=np.bool_)
    found[reached] = True
    return found


def _elimination_order(model: Model, best: Candidates, chain: NDArray[np.bool_]) -> NDArray[np.int64]:
    """All positions: components in order of dependency, those of best play in each by least fill."""
    components = find_components(model)
    order, made = components.members.copy(), best.first().data
    for begin, end in itertools.pairwise(components.first.tolist()):
        if end - begin == 1:
            continue
        members = order[begin:end]
        rows = {}
        for x in members[chain[members]].tolist():
            y = made[x]
            reach = range(model.first_outcome.item(y), model.first_outcome.item(y + 1))
            terms = {model.targets.item(z): model.probabilities[z] for z in reach}
            rows[x] = Equation(model.constants[y], terms)
        inner = [node for node, _, _ in eliminate(rows)]
        order[begin:end] = [*inner, *members[~chain[members]].tolist()]
    return order


def _floor(number: Any) -> Any:
    return number.numerator // number.denominator
