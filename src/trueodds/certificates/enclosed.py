"""Certificates of bounds of any game: where play can go on for ever and where moves gain something, too.

Bounds in floats become whole numbers of a unit, rounded outward; what a certificate of bounds says of them is computed
exactly here, and ranks are found for it. Where the unit was too coarse for small numbers a finer one is taken.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ..solution import NotProved
from ..solver.bounds import Candidates
from ..solver.components import find_components
from ..solver.infinite_play import worth_of_infinite_play
from ..solver.model import Model
from ..solver.traps import find_traps
from .lines import claim_of_bounds, header, moves_told, position_lines, position_ranks, told
from .write import write_lines

_BITS = (64, 96, 192, 1100)  # of the unit, below the largest number; with the last, floats are whole numbers


def write_enclosure(
    model: Model, low: NDArray[np.float64], high: NDArray[np.float64], path: str | os.PathLike[str]
) -> None:
    """Write bounds of all positions as a certificate; what is claimed are those of the start.

    Parameters
    ----------
    model : Model
        The game, a model's property for example; `formats.enclose.Enclosure` has one.
    low, high : float64 arrays, length positions
        Lower and upper bounds of the value for seat 0, infinite ones too where moves gain something.
    path : path
        Where to, as for `write_certificate`.

    Raises
    ------
    NotProved
        The numbers are not shown to be bounds; nothing is written.
    """
    write_lines(enclosure_certificate(model, low, high), path)


def enclosure_certificate(model: Model, low: NDArray[np.float64], high: NDArray[np.float64]) -> Iterator[str]:
    """The lines of such a certificate."""
    worth = math.inf if model.gains is not None else worth_of_infinite_play(model.game)
    scale = _scale(model, low, high)
    for bits in _BITS:
        unit = scale / mpz(2) ** bits
        lows, highs = _whole(model, low, high, unit)
        found = judge_moves(model, unit, lows, highs)
        if found.holds.all():
            break
    else:
        raise NotProved(f"the bounds at {model.positions[int(found.holds.argmin())]!r} do not hold together")
    limit = worth if worth in (None, math.inf) else worth / unit
    ranks = position_ranks(model, lows, highs, found.keeps, limit)
    if ranks is not None and worth == math.inf:
        traps = find_traps(model)
        if [one == math.inf for one in lows] != (traps > 0).tolist():
            raise NotProved("bounds are infinite elsewhere than where play can be kept from ending")
        ranks += traps  # of other positions than those that have a rank
    order = find_components(model).members  # those to which a position leads before it, but for loops
    yield from header(model.game, "bounds", worth, unit)
    left = moves_told(Candidates(model.first_move, found.left))
    said = (
        f"{'-' if ranks is None else ranks.item(x)} {left[x]} {told(lows[x])} {told(highs[x])}" for x in order.tolist()
    )
    yield from position_lines(model, order, said)
    yield f"start {np.flatnonzero(order == model.start).item()}"
    ends = (one if one == math.inf else one * unit for one in (lows[model.start], highs[model.start]))
    yield claim_of_bounds(model.game, *ends)


def _scale(model: Model, low: NDArray[np.float64], high: NDArray[np.float64]) -> Any:
    """A power of two near the largest number that is not infinite, or the unit of payoffs if that is larger."""
    largest = max((abs(one) for one in (*low.tolist(), *high.tolist()) if math.isfinite(one)), default=0.0)
    return max(mpq(2) ** math.frexp(largest)[1], model.payoff_scale()[0])


def _whole(model: Model, low: NDArray[np.float64], high: NDArray[np.float64], unit: Any) -> tuple[list[Any], list[Any]]:
    """Bounds in units, rounded outward; where moves gain something, the least payoff where there is no lower bound."""
    least = _floor(model.payoffs[0] / unit) if model.gains is not None and model.payoffs else None
    lows, highs = [], []
    for below, above in zip(low.tolist(), high.tolist(), strict=True):
        if below != math.inf:
            below = least if below == -math.inf else _floor(mpq(below) / unit)
        lows.append(below)
        highs.append(above if above == math.inf else -_floor(-mpq(above) / unit))
    return lows, highs


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
    """Compute what bounds say of moves.

    Parameters
    ----------
    model : Model
        The positions.
    unit : mpq
        What bounds count in.
    low, high : lists
        Of each position a whole number, or ``math.inf`` where moves gain something.
    """
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


def _floor(number: Any) -> Any:
    return number.numerator // number.denominator
