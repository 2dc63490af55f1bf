"""Rigorous bounds of a property's value, for models whose exact values would not fit.

A game that must end is bounded as any other (`solver.bounds`). Where play can go on for ever the value V is still a
fixed point of Bellman's operator T, which is monotone, and lies between the payoffs: so sweeps T, T², … from below
never pass it, nor those from above. The lower ones come up to it where infinite play is worth the least; the upper ones
may stay above it, in loops that promise and never pay, and then say less, but nothing wrong.

Error bounds: a move with k outcomes is off by less than (k + 4)·2^-52 of its own worth, for all terms are positive;
each sweep moves its results outward by twice that, and by 2^-1000 more where products could be too small for floats.
Memory: a few floats an outcome.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import json_parameters
from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from ..solver.bounds import bound_positions
from ..solver.components import find_components, find_endless
from ..solver.model import MAX_POSITIONS, Model, explore
from .model_game import ModelGame

METHOD = "bounds: sweeps of Bellman's equation from both sides, every rounding outward"
_SWEEPS = 200_000
_WIDTH = 2.0**-44
_OFTEN = 64
_TINY = 2.0**-1000
_DIGITS = 18


@dataclass(frozen=True)
class Enclosure:
    """What is known of a value.

    Attributes
    ----------
    game : ModelGame
        The property of a model.
    lower, upper : Fraction
        The value is between them, these included.
    """

    game: ModelGame
    lower: Fraction
    upper: Fraction

    def holds(self) -> bool | None:
        """Whether a comparison holds; None if there is none, or the bounds do not tell."""
        found = {self.game.question.holds(end) for end in (self.lower, self.upper)}
        return found.pop() if len(found) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """The answer as plain data."""
        question = self.game.question
        return {
            "game": self.game.name,
            "parameters": json_parameters(self.game),
            "lower": _decimal(self.lower, math.floor),
            "upper": _decimal(self.upper, math.ceil),
            "proved": True,
            "method": METHOD,
            **({"holds": self.holds()} if question.comparison else {}),
        }


def enclose(game: ModelGame, progress: Progress | None = None, max_positions: int = MAX_POSITIONS) -> Enclosure:
    """Bound the value of a property.

    Parameters
    ----------
    game : ModelGame
        A probability; expected rewards are refused.
    progress : callable, optional
        Told of the sweeps.
    max_positions : int
        Refuse models of more states.

    Raises
    ------
    ValueError
        An expected reward is asked for.
    NotProved
        Floats cannot bound some component.
    """
    if game.question.reward is not None:
        raise ValueError(f"{game.name}: bounds are of probabilities; expected rewards are solved exactly")
    model = explore(game, progress, max_positions)
    components = find_components(model)
    if find_endless(model, components).any():
        low, high = _sweep(model, progress)
    else:
        found = bound_positions(model, components, progress)
        low, high = found.low, found.high
    start = model.start
    return Enclosure(
        game, max(Fraction(0), Fraction(float(low[start]))), min(Fraction(1), Fraction(float(high[start])))
    )


def _sweep(model: Model, progress: Progress | None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    count = len(model.positions)
    chances = np.array([float(chance) for chance in model.probability_table])[model.probability_numbers]
    ends = np.array([float(constant) for constant in model.constants.table])[model.constants.numbers]
    empty = np.diff(model.first_outcome) == 0
    first = np.minimum(model.first_outcome[:-1], max(0, len(model.targets) - 1))
    margin = (int(np.diff(model.first_outcome).max()) + 8) * 2.0**-51
    smaller = model.seats == 1

    def step(values: NDArray[np.float64]) -> NDArray[np.float64]:
        moves = np.add.reduceat(chances * values[model.targets], first)
        moves[empty] = 0
        moves += ends
        return np.where(
            smaller,
            np.minimum.reduceat(moves, model.first_move[:-1]),
            np.maximum.reduceat(moves, model.first_move[:-1]),
        )

    low, high = np.zeros(count), np.where(_can_win(model), 1.0, 0.0)
    for done in range(_SWEEPS):
        if done % _OFTEN == 0:
            check_interrupt()
            if progress:
                progress("bounds", done, None)
        new_low = np.maximum(low, step(low) * (1 - margin))
        new_high = np.minimum(high, step(high) * (1 + margin) + _TINY)
        moved = max(float((new_low - low).max()), float((high - new_high).max()))
        low, high = new_low, new_high
        if moved < 2.0**-56 or high[model.start] - low[model.start] < _WIDTH:
            break
    return low, high


def _can_win(model: Model) -> NDArray[np.bool_]:
    """Where seat 0 can get something with positive probability, or from infinite play: elsewhere the value is 0."""
    if model.game.infinite_play != 0:
        return np.ones(len(model.positions), dtype=bool)
    pays = np.array([constant > 0 for constant in model.constants.table])[model.constants.numbers]
    found = np.zeros(len(model.positions), dtype=bool)
    first = np.minimum(model.first_outcome[:-1], max(0, len(model.targets) - 1))
    empty = np.diff(model.first_outcome) == 0
    while True:
        able = np.logical_or.reduceat(found[model.targets], first)
        able[empty] = False
        able |= pays
        every = np.logical_and.reduceat(able, model.first_move[:-1])
        some = np.logical_or.reduceat(able, model.first_move[:-1])
        now = found | np.where(model.seats == 0, some, every)
        if np.array_equal(now, found):
            return found
        found = now


def _decimal(value: Fraction, rounded: Any) -> str:
    """A decimal that is rounded to the safe side."""
    scaled = rounded(value * 10**_DIGITS)
    return f"{scaled // 10**_DIGITS}.{scaled % 10**_DIGITS:0{_DIGITS}d}"
