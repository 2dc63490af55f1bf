"""Write certificates of bounds for any game, even if play may never end or moves have rewards.

Float bounds become integer multiples of a unit, rounded outward. The moves that may be best are derived exactly from
these integers.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ..solution import NotProved, Solution, SolutionOfStart
from ..solver.bounds import Candidates
from ..solver.model import Model
from ..solver.submodel import follow_moves
from .lines import format_model_certificate
from .ranks import find_infinite_value

_BITS = (64, 96, 192, 1100)  # log2(scale / unit); at 1100 and scale 1, all finite floats are multiples of the unit
_COMMON = 500  # maximum size in bits of a common denominator of all probabilities and constants
_BLOCK = 1 << 16  # moves whose outcomes are multiplied at once


def format_bounds_certificate(
    model: Model, low: NDArray[np.float64], high: NDArray[np.float64], solution: Solution | None = None
) -> Iterator[str]:
    """Return the lines of a certificate of bounds at all positions, without the checksum.

    `low` and `high` bound the values for seat 0; both may be infinite if moves have rewards. The certificate claims the
    exact value of the start if `solution` is given, if the game must end, and if the bounds leave only one move
    wherever best play leads. Otherwise, it claims bounds on that value.
    """
    if model.gains is None and not (np.isfinite(low).all() and np.isfinite(high).all()):
        raise NotProved("a certificate of bounds cannot have payoffs beyond the range of floats; use method general")
    scale = _scale(model, low, high)
    for bits in _BITS:
        unit = scale / mpz(2) ** bits
        lows, highs = _round(model, low, high, unit)
        judged = judge_moves(model, unit, lows, highs)
        if judged.holds.all():
            break
    else:
        x = int(judged.holds.argmin())
        raise NotProved(f"the bounds at {model.positions[x]!r} are not valid after rounding outward")
    if solution is not None and find_infinite_value(model) is None and _leave_one_move(model, judged.left):
        if isinstance(solution, SolutionOfStart) and solution.start_value is None:
            solution = solution.with_value()  # only the moves are known so far
        claim = [1 - solution.value if model.game.value_seat else solution.value]
    else:
        ends = (columns[model.start] for columns in (lows, highs))
        claim = [end if end == math.inf else end * unit for end in ends]
    return format_model_certificate(model, unit, judged.left, judged.keeps, [lows, highs], claim)


def _scale(model: Model, low: NDArray[np.float64], high: NDArray[np.float64]) -> Any:
    """Return the payoff unit or, if a finite bound is larger in absolute value, a power of two above the largest."""
    largest = float(max(abs(bounds[np.isfinite(bounds)]).max(initial=0.0) for bounds in (low, high)))
    scale, _ = model.payoff_scale()
    return scale if largest <= scale else mpq(2) ** math.frexp(largest)[1]


def _round(model: Model, low: NDArray[np.float64], high: NDArray[np.float64], unit: Any) -> tuple[list[Any], list[Any]]:
    """Return bounds in units, rounded outward; with rewards, the least payoff replaces a missing lower bound."""
    least_payoff = model.payoffs[0] // unit if model.gains is not None and model.payoffs else None
    lows, highs = [], []
    for below, above in zip(low.tolist(), high.tolist(), strict=True):
        if below != math.inf:
            below = least_payoff if below == -math.inf else mpq(below) // unit
        lows.append(below)
        highs.append(above if above == math.inf else -(-mpq(above) // unit))
    return lows, highs


class Judged(NamedTuple):
    """The exact consequences of bounds.

    `holds[x]`: the value of the best move at position x certainly lies within the bounds. `left[m]`: no other move is
    certainly better than m. `keeps[m]`: if seat 0 moves, the lower bounds make m worth at least the lower bound of its
    position; if seat 1 moves, the upper bounds make m worth at most the upper bound of its position.
    """

    holds: NDArray[np.bool_]
    left: NDArray[np.bool_]
    keeps: NDArray[np.bool_]


def judge_moves(model: Model, unit: Any, low: list[Any], high: list[Any]) -> Judged:
    """Derive the consequences of bounds in whole units; with rewards, bounds may be ``math.inf``."""
    constants = [constant / unit for constant in model.constants.table]
    common = mpz(1)
    for number in itertools.chain(model.probability_table, constants):
        common = gmpy2.lcm(common, number.denominator)
        if common.bit_length() > _COMMON:
            common = mpz(1)
            break
    weights, ends = ([_whole(number * common) for number in table] for table in (model.probability_table, constants))
    below, lows = _evaluate_moves(model, common, weights, ends, low)
    above, highs = _evaluate_moves(model, common, weights, ends, high)
    first, minimizes, owner = model.first_move[:-1], model.seats != 0, model.graph.owners
    best_lows, best_highs = (  # the least and the greatest possible value of the best move
        np.where(minimizes, np.minimum.reduceat(row, first), np.maximum.reduceat(row, first)) for row in (lows, highs)
    )
    holds = (below <= best_lows) & (best_highs <= above)
    to_minimize = minimizes[owner]
    left = np.where(to_minimize, lows <= best_highs[owner], best_lows[owner] <= highs)
    keeps = np.where(to_minimize, highs <= above[owner], below[owner] <= lows)
    return Judged(holds.astype(np.bool_), left.astype(np.bool_), keeps.astype(np.bool_))


def _whole(number: Any) -> Any:
    """Convert a rational to an integer if it is whole, because integers are faster."""
    return number.numerator if number.denominator == 1 else number


def _evaluate_moves(
    model: Model, common: Any, weights: list[Any], ends: list[Any], bounds: list[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the bounds at positions, and the values of moves under these bounds, both multiplied by `common`."""
    values = np.array(bounds, dtype=object)
    endless = values == math.inf
    values[endless] = mpz(0)
    move_values = np.array(ends, dtype=object)[model.constants.numbers]
    factors, first = np.array(weights, dtype=object), model.first_outcome
    continuing = np.flatnonzero(first[1:] > first[:-1])  # moves that may continue the game
    for begin in range(0, len(continuing), _BLOCK):
        moves = continuing[begin : begin + _BLOCK]
        a, b = first[moves[0]], first[moves[-1] + 1]
        terms = factors[model.probability_numbers[a:b]] * values[model.targets[a:b]]
        move_values[moves] += np.add.reduceat(terms, first[moves] - a)
    values *= common
    values[endless] = move_values[model.graph.may_lead(endless[model.targets])] = math.inf
    return values, move_values


def _leave_one_move(model: Model, left: NDArray[np.bool_]) -> bool:
    """Return whether only one move is left at each position that best play reaches from the start."""
    candidates = Candidates(model.first_move, left)
    _, reached = follow_moves(model, candidates.first(), model.start)
    return bool((candidates.count()[reached] == 1).all())
