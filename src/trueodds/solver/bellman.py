"""Verify Bellman's equation exactly at every position, over all legal moves, whatever method found the values.

A move whose value in floats differs from the position's value by more than the error bound does not attain the
position's value. If such a move is better, the values are wrong. All other moves are compared exactly. All values
involved in a component are scaled to integers by one common denominator, unless it is too long. A comparison then takes
a few products of a short and a long integer, and no greatest common divisor.

Cost: a pass over all outcomes in floats, and an exact comparison for each move that is best or nearly best. Memory: two
floats per outcome, a few hundred bytes per compared move, and the integers of one component.

Error bound: the value of a move with k outcomes takes k products of two numbers, and k additions. Each number is
converted to a float with a relative error of at most 2^-52, and each product is rounded once. So the error of the
move's value is below (k + 8)·2^-52·(largest absolute value). The code doubles this bound. Values must be far from the
limits of floats, so they are divided by the unit of `Model.payoff_scale`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import mul
from typing import Any

import gmpy2
import numpy as np
from gmpy2 import mpz

from ..runtime.executors import Progress
from ..runtime.run import track
from ..solution import NotProved
from .model import Model

_WEIGHT_BITS = 256  # maximum bits of the common denominator of probabilities and constants; otherwise, use fractions
_GROWTH, _ROOM = 2, 4096  # maximum bits of a common denominator: _GROWTH * (bits of the longest denominator) + _ROOM


class Weights:
    """The probabilities of a model, and `Model.constants` in some unit, as integers over one denominator.

    If the common denominator would be too long, `denominator` is 1, and `chances` and `constants` are fractions.
    """

    def __init__(self, model: Model, constants: Sequence[Any]) -> None:
        self._model, self.denominator = model, mpz(1)
        for number in (*model.probability_table, *constants):
            self.denominator = gmpy2.lcm(self.denominator, number.denominator)
            if self.denominator.bit_length() > _WEIGHT_BITS:
                self.denominator = mpz(1)
                self.chances, self.constants = list(model.probability_table), list(constants)
                return
        self.chances = [self._times(chance) for chance in model.probability_table]
        self.constants = [self._times(constant) for constant in constants]

    def row(self, y: int) -> tuple[Any, list[int], Iterable[Any]]:
        """Return the constant of move `y`, and the targets and chances of its outcomes that continue the game."""
        model = self._model
        outcomes = slice(model.first_outcome.item(y), model.first_outcome.item(y + 1))
        chances = map(self.chances.__getitem__, model.probability_numbers.data[outcomes])
        return self.constants[model.constants.numbers.item(y)], model.targets.data[outcomes].tolist(), chances

    def _times(self, number: Any) -> Any:
        return number.numerator * (self.denominator // number.denominator)


def share_denominator(values: Iterable[Any]) -> Any:
    """Return a common multiple of the denominators, or 1 if it would be much longer than the longest of them."""
    common, longest = mpz(1), 0
    for value in values:
        denominator = value.denominator
        longest = max(longest, denominator.bit_length())
        if common % denominator:
            common = gmpy2.lcm(common, denominator)
    return common if common.bit_length() <= _GROWTH * longest + _ROOM else mpz(1)


def scale_value(value: Any, denominator: Any) -> Any:
    """Return a value times `denominator` (a multiple of its own) as an integer, or the value if `denominator` is 1."""
    return value if denominator == 1 else value.numerator * gmpy2.divexact(denominator, value.denominator)


def scale_values(values: Iterable[tuple[int, Any]], denominator: Any) -> dict[int, Any]:
    """Return a mapping from each position's number to its value, scaled by `scale_value`."""
    return {x: scale_value(value, denominator) for x, value in values}


def find_best_moves(model: Model, values: Sequence[Any], progress: Progress | None = None) -> list[list[int]]:
    """Return, for each position, all moves that attain its value in Bellman's equation, numbered from its first move.

    Raise NotProved unless the equation holds: every position has such a move, and no move is better.
    """
    unit, largest = model.payoff_scale()
    constants = [constant / unit for constant in model.constants.table]
    if unit != 1:
        values = [value / unit for value in values]
    weights = Weights(model, constants)
    moves = _find_near_moves(model, values, constants, float(largest))
    owners, components = model.graph.owners, model.graph.components  # the proof does not depend on their order
    places = np.empty(len(values), dtype=np.int64)  # the index of each position in the order of components
    places[components.members] = np.arange(len(values))
    moves = moves[np.argsort(places[owners[moves]], kind="stable")]
    ends = np.searchsorted(places[owners[moves]], components.first[1:]).tolist()
    of_moves, numbers = owners[moves].tolist(), (moves - model.first_move[owners[moves]]).tolist()
    first, last = model.first_outcome[moves].tolist(), model.first_outcome[moves + 1].tolist()
    constant_of = model.constants.numbers[moves].tolist()
    targets, chance_of = model.targets.data, model.probability_numbers.data
    seats = model.seats.data
    best: list[list[int]] = [[] for _ in values]
    chances, constants, divisor = weights.chances, weights.constants, weights.denominator
    begin = 0
    for end in track("Bellman's equation", ends, progress):
        move_targets = [targets[first[at] : last[at]].tolist() for at in range(begin, end)]
        reached = {*of_moves[begin:end], *(target for after in move_targets for target in after)}
        shared = share_denominator(values[x] for x in reached)
        scaled = scale_values([(x, values[x]) for x in reached], shared)
        for at, after in zip(range(begin, end), move_targets, strict=True):
            x = of_moves[at]
            parts = map(mul, map(chances.__getitem__, chance_of[first[at] : last[at]]), map(scaled.__getitem__, after))
            excess = sum(parts, constants[constant_of[at]] * shared) - divisor * scaled[x]
            if excess == 0:
                best[x].append(numbers[at])
            elif (excess > 0) == (seats[x] == 0):
                raise _make_error(model, x)
        begin = end
    for x, best_here in enumerate(best):
        if not best_here:
            raise _make_error(model, x)
    return best


def _find_near_moves(model: Model, values: Sequence[Any], constants: Sequence[Any], largest: float) -> Any:
    """Return the moves that may attain their positions' values; all others are certainly worse."""
    try:
        floats = np.array([float(value) for value in values])
    except OverflowError:  # a total of many rewards, or a wrong value, may be larger than any float
        return np.arange(len(model.moves))
    bases = np.array([float(constant) for constant in constants])
    chances = np.array([float(chance) for chance in model.probability_table])
    outcomes = np.diff(model.first_outcome)
    parts = chances[model.probability_numbers] * floats[model.targets]
    move_values = bases[model.constants.numbers] + np.bincount(model.graph.movers, parts, len(outcomes))
    magnitude = max(largest, float(np.abs(floats).max()), float(np.abs(bases).max()), float(np.abs(move_values).max()))
    slack = (int(outcomes.max()) + 8) * 2.0**-51 * magnitude
    moves = np.diff(model.first_move)
    excess = (move_values - np.repeat(floats, moves)) * np.repeat(np.where(model.seats == 0, 1.0, -1.0), moves)
    wrong = np.flatnonzero(~(excess <= slack))  # also true of NaN
    if len(wrong):
        raise _make_error(model, int(np.searchsorted(model.first_move, wrong[0], side="right")) - 1)
    return np.flatnonzero(excess >= -slack)


def _make_error(model: Model, x: int) -> NotProved:
    return NotProved(f"Bellman's equation does not hold at {model.positions[x]!r}")
