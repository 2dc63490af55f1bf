"""Certificates of bounds of any game, where play can go on for ever and where moves gain rewards included.

Bounds in floats become whole numbers of a unit, rounded outward. What they say of the moves is computed exactly, and
ranks are found for them. If the unit is too coarse for small numbers, a finer one is taken.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ..exact.elimination import Equation, eliminate
from ..solution import NotProved, Solution, SolutionOfStart
from ..solver.bounds import Candidates
from ..solver.checked_rules import worth_of_infinite_play
from ..solver.model import Model
from ..solver.submodel import follow_moves
from .lines import model_certificate
from .ranks import position_ranks

_BITS = (64, 96, 192, 1100)  # of the unit, below the largest number; with the last, floats are whole numbers
_COMMON = 500  # bits up to which all probabilities are brought to one denominator
_HALF = 32  # bits of the lower half of a bound
_SHORT, _LONG = 28, 92  # bits of a denominator, and with those of a bound: then all sums of halves take less than 63


def bounds_certificate(
    model: Model, low: NDArray[np.float64], high: NDArray[np.float64], solution: Solution | None = None
) -> Iterator[str]:
    """The lines of a certificate of bounds at all positions.

    Parameters
    ----------
    model : Model
        The game, a model's property for example; `formats.enclose.Enclosure` has one.
    low, high : float64 arrays, length positions
        Lower and upper bounds of the value for seat 0, infinite ones too where moves gain rewards.
    solution : Solution, optional
        Its value of the start is claimed if the game must end and the bounds leave one move wherever best play comes.
        Otherwise the bounds of the start are claimed.

    Raises
    ------
    NotProved
        The numbers are not shown to be bounds.
    """
    worth = math.inf if model.gains is not None else worth_of_infinite_play(model.game)
    if model.gains is None and not (np.isfinite(low).all() and np.isfinite(high).all()):
        raise NotProved("a certificate of bounds has none for payoffs beyond floats; method general has exact values")
    scale = _scale(model, low, high)
    for bits in _BITS:
        unit = scale / mpz(2) ** bits
        lows, highs = _round(model, low, high, unit)
        found = judge_moves(model, unit, lows, highs)
        if found.holds.all():
            break
    else:
        x = int(found.holds.argmin())
        raise NotProved(f"the bounds at {model.positions[x]!r} do not hold when they are rounded outward")
    limit = worth if worth in (None, math.inf) else worth / unit
    ranks = position_ranks(model, lows, highs, found.keeps, limit)
    left = Candidates(model.first_move, found.left)
    chain = _only_moves(model, left) if solution is not None and worth is None else None
    order = model.graph.components.members if chain is None else _elimination_order(model, left, chain)
    if chain is not None and isinstance(solution, SolutionOfStart) and solution.start_value is None:
        solution = solution.with_value()  # only moves were asked for so far
    if chain is not None and solution is not None:
        value = solution.value
        exact = mpq(value.numerator, value.denominator)
        claim = [1 - exact if model.game.value_seat else exact]
    else:
        ends = (columns[model.start] for columns in (lows, highs))
        claim = [one if one == math.inf else one * unit for one in ends]
    texts, start = left_moves(left), model.start
    return model_certificate(model, worth, unit, order, ranks, texts, [lows, highs], start, claim)


def _scale(model: Model, low: NDArray[np.float64], high: NDArray[np.float64]) -> Any:
    """The unit of payoffs, or a power of two near the largest number that is not infinite, if that is larger."""
    largest = float(max((abs(one[np.isfinite(one)]).max(initial=0.0) for one in (low, high)), default=0.0))
    scale, _ = model.payoff_scale()
    return scale if largest <= scale else mpq(2) ** math.frexp(largest)[1]


def _round(model: Model, low: NDArray[np.float64], high: NDArray[np.float64], unit: Any) -> tuple[list[Any], list[Any]]:
    """Bounds in units, rounded outward; with rewards the least payoff where there is no lower bound."""
    least = _floor(model.payoffs[0] / unit) if model.gains is not None and model.payoffs else None
    lows, highs = [], []
    for below, above in zip(low.tolist(), high.tolist(), strict=True):
        if below != math.inf:
            below = least if below == -math.inf else _floor(mpq(below) / unit)
        lows.append(below)
        highs.append(above if above == math.inf else -_floor(-mpq(above) / unit))
    return lows, highs


def left_moves(best: Candidates) -> list[str]:
    """The moves that are left at each position, as text."""
    counts = best.count()
    left = np.flatnonzero(best.left) - np.repeat(best.first_move[:-1], counts)
    words, ends = list(map(str, left.tolist())), np.cumsum(counts)
    return [",".join(words[a:b]) for a, b in zip((ends - counts).tolist(), ends.tolist(), strict=True)]


class Judged(NamedTuple):
    """What bounds say, exactly.

    Attributes
    ----------
    holds : bool array, length positions
        Whether the best move is worth no less than the lower and no more than the upper bound.
    left : bool array, length moves
        Moves that no other surely beats.
    keeps : bool array, length moves
        Moves of seat 0 worth no less than the lower bound of their position by lower bounds, of seat 1 no more than
        the upper one by upper ones: ranks are shown by such a move.
    """

    holds: NDArray[np.bool_]
    left: NDArray[np.bool_]
    keeps: NDArray[np.bool_]


def judge_moves(model: Model, unit: Any, low: list[Any], high: list[Any]) -> Judged:
    """Compute what bounds say of moves: in arrays where the numbers are short enough, else one by one.

    Parameters
    ----------
    model : Model
        The positions.
    unit : mpq
        What bounds count in.
    low, high : lists
        For each position a whole number, or ``math.inf`` where moves gain rewards.
    """
    common = mpz(1)
    for one in [*model.probability_table, *(constant / unit for constant in model.constants.table)]:
        common = math.lcm(common, int(one.denominator))
        if common.bit_length() > _COMMON:
            return judge_one_by_one(model, unit, low, high)
    weights = [(p * common).numerator for p in model.probability_table]
    ends = [(constant * common / unit).numerator for constant in model.constants.table]
    if model.gains is not None or common.bit_length() > _SHORT:
        return judge_one_by_one(model, unit, low, high)
    longest = max(abs(one).bit_length() for one in itertools.chain(low, high, (end // common for end in ends)))
    if common.bit_length() + longest > _LONG:
        return judge_one_by_one(model, unit, low, high)
    lows = _worths(model, weights, ends, low)
    highs = _worths(model, weights, ends, high)
    first, minimizes = model.first_move[:-1], model.seats != 0
    owner = np.repeat(np.arange(len(model.positions), dtype=np.int32), np.diff(model.first_move))
    sides = []
    for worths in (lows, highs):
        sides.append(_select(minimizes, _largest(-1, worths, first, owner), _largest(1, worths, first, owner)))
    below, above = (_carried(*(half * int(common) for half in _halves(bounds))) for bounds in (low, high))
    holds = _less_equal(below, sides[0]) & _less_equal(sides[1], above)
    surely, low_here, high_here = ((one[0][owner], one[1][owner]) for one in (sides[0], below, above))
    surely = _select(minimizes[owner], (sides[1][0][owner], sides[1][1][owner]), surely)
    left = np.where(minimizes[owner], _less_equal(lows, surely), _less_equal(surely, highs))
    keeps = np.where(minimizes[owner], _less_equal(highs, high_here), _less_equal(low_here, lows))
    return Judged(holds, left, keeps)


#: Whole numbers of up to 95 bits: their upper part, and their lowest 32 bits.
_Parts = tuple[NDArray[np.int64], NDArray[np.int64]]


def _halves(numbers: list[Any]) -> _Parts:
    upper = np.array([int(one >> _HALF) for one in numbers], dtype=np.int64)
    return upper, np.array([int(one & (1 << _HALF) - 1) for one in numbers], dtype=np.int64)


def _carried(upper: NDArray[np.int64], lower: NDArray[np.int64]) -> _Parts:
    return upper + (lower >> _HALF), lower & (1 << _HALF) - 1


def _worths(model: Model, weights: list[Any], ends: list[Any], bounds: list[Any]) -> _Parts:
    """The worths of the moves by bounds of the positions that follow."""
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


def judge_one_by_one(model: Model, unit: Any, low: list[Any], high: list[Any]) -> Judged:
    """The same as `judge_moves` for numbers of any length, infinite ones included."""
    first_move, first, targets = model.first_move.tolist(), model.first_outcome.tolist(), model.targets.tolist()
    constants = [constant / unit for constant in model.constants.table]
    numbers, chances = model.constants.numbers.tolist(), model.probability_numbers.tolist()

    def worth(y: int, known: list[Any]) -> Any:
        after = [known[target] for target in targets[first[y] : first[y + 1]]]
        if math.inf in after:
            return math.inf
        own = chances[first[y] : first[y + 1]]
        sums = (model.probability_table[chance] * value for chance, value in zip(own, after, strict=True))
        return sum(sums, constants[numbers[y]])

    holds = np.zeros(len(low), dtype=np.bool_)
    left, keeps = np.zeros((2, len(model.moves)), dtype=np.bool_)
    for x, seat in enumerate(model.seats.tolist()):
        moves = range(first_move[x], first_move[x + 1])
        lows, highs = ([worth(y, known) for y in moves] for known in (low, high))
        choose = max if seat == 0 else min
        holds[x] = choose(lows) >= low[x] and choose(highs) <= high[x]
        for y, below, above in zip(moves, lows, highs, strict=True):
            left[y] = above >= max(lows) if seat == 0 else below <= min(highs)
            keeps[y] = below >= low[x] if seat == 0 else above <= high[x]
    return Judged(holds, left, keeps)


def _only_moves(model: Model, best: Candidates) -> NDArray[np.bool_] | None:
    """The positions to which best play comes; None where bounds leave several moves at one of them."""
    _, reached = follow_moves(model, best.first(), model.start)
    if (best.count()[reached] > 1).any():
        return None
    found = np.zeros(len(model.positions), dtype=np.bool_)
    found[reached] = True
    return found


def _elimination_order(model: Model, best: Candidates, chain: NDArray[np.bool_]) -> NDArray[np.int64]:
    """All positions: components in order of dependency, those of best play in each by least fill."""
    components = model.graph.components
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
