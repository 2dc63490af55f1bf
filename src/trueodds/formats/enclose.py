"""Rigorous bounds of a property's value, for models whose exact values would not fit.

A game that must end is bounded as any other (`solver.bounds`); where play can go on for ever, by each player's strategy
held against everything (`solver.endless_bounds`). Where they stay apart, it is said where.
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
from ..solver.bounds import bound_positions
from ..solver.components import Components, find_components, find_endless
from ..solver.endless_bounds import bound_endless, widest_component
from ..solver.infinite_play import worth_of_infinite_play
from ..solver.model import MAX_POSITIONS, Model, explore
from .model_game import ModelGame

METHOD = "bounds: sweeps of Bellman's equation from both sides, every rounding outward"
METHOD_OF_ENDLESS = (
    "bounds: each player's strategy, found in floats, against all of the other's, every rounding outward"
)
_APART = 2.0**-30  # from then on it is said why
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
    method : str
        How they were found.
    stalled : str
        Where and why they are apart; empty if they are near each other.
    """

    game: ModelGame
    lower: Fraction
    upper: Fraction
    method: str = METHOD
    stalled: str = ""

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
            "method": self.method,
            **({"stalled": self.stalled} if self.stalled else {}),
            **({"holds": self.holds()} if question.comparison else {}),
        }


def enclose(game: ModelGame, progress: Progress | None = None, max_positions: int = MAX_POSITIONS) -> Enclosure:
    """Bound the value of a property.

    Parameters
    ----------
    game : ModelGame
        A probability; expected rewards are refused.
    progress : callable, optional
        Told how far it is.
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
    endless = bool(find_endless(model, components).any())
    if endless:
        low, high = bound_endless(model, components, worth_of_infinite_play(game), progress)
    else:
        found = bound_positions(model, components, progress)
        low, high = found.low, found.high
    lower, upper = (Fraction(float(bounds[model.start])) for bounds in (low, high))
    method = METHOD_OF_ENDLESS if endless else METHOD
    stalled = _stalled(model, components, low, high)
    return Enclosure(game, max(Fraction(0), lower), min(Fraction(1), upper), method, stalled)


def _stalled(model: Model, components: Components, low: NDArray[np.float64], high: NDArray[np.float64]) -> str:
    """Where bounds of the start are apart, if they are, and why."""
    if high[model.start] - low[model.start] < _APART:
        return ""
    x, size = widest_component(components, low, high)
    return (
        f"bounds are apart from the component of {model.positions[x]!r} on, {size} positions, known within "
        f"{float(high[x] - low[x]):.1e}: floats find no better strategies there, or play there is too long for them"
    )


def _decimal(value: Fraction, rounded: Any) -> str:
    """A decimal that is rounded to the safe side."""
    scaled = rounded(value * 10**_DIGITS)
    return f"{scaled // 10**_DIGITS}.{scaled % 10**_DIGITS:0{_DIGITS}d}"
