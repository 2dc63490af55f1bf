"""Evaluate a property of a model: exactly, by rigorous bounds, or from the graph alone if the graph decides it.

Bounds are for models whose exact values would not fit in memory.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dispatch import solve
from ..exact.decimals import number_to_json
from ..game import make_json_parameters
from ..runtime.executors import Progress
from ..solution import pluralize
from ..solver.bounds import ENDING, ENDLESS, REWARDS, bound, find_widest
from ..solver.model import MAX_POSITIONS, Model, explore
from .model_game import ModelGame

_AGAINST = "a strategy of each player against every reply, with every rounding outward"
_METHODS = {
    ENDING: "sweeps of Bellman's equation from both sides, with every rounding outward",
    ENDLESS: _AGAINST,
    REWARDS: f"{_AGAINST}; infinite rewards by graph search",
}
#: Maximum number of positions; larger than for exact values because bounds take less time and memory.
MAX_BOUNDED = 10 * MAX_POSITIONS

_APART = 2.0**-30  # minimum gap between bounds that the answer explains, times the lower bound if that exceeds 1
_DIGITS = 18


@dataclass(frozen=True)
class Enclosure:
    """Rigorous bounds on the value of a property of a model.

    The value lies between `lower` and `upper`, inclusive. Both are ``math.inf`` for an infinite expected reward;
    `upper` alone is infinite if no upper bound was found. `low` and `high` are bounds at all positions of `model`.
    `stalled` describes what keeps the bounds on the value of the start apart, or is empty if they are close.
    """

    game: ModelGame
    lower: Fraction | float
    upper: Fraction | float
    model: Model = field(repr=False, compare=False)
    low: NDArray[np.float64] = field(repr=False, compare=False)
    high: NDArray[np.float64] = field(repr=False, compare=False)
    method: str
    stalled: str

    def holds(self) -> bool | None:
        """Return whether the comparison is true, or None if there is no comparison or the bounds do not decide it."""
        verdicts = {self.game.question.holds(end) for end in (self.lower, self.upper)}
        return verdicts.pop() if len(verdicts) == 1 else None

    def to_json(self) -> dict[str, Any]:
        """Return the bounds as plain data."""
        question = self.game.question
        return {
            "game": self.game.name,
            "parameters": make_json_parameters(self.game),
            "lower": number_to_json(self.lower, _decimal(self.lower, math.floor)),
            "upper": number_to_json(self.upper, _decimal(self.upper, math.ceil)),
            "proved": True,
            "method": self.method,
            **({"stalled": self.stalled} if self.stalled else {}),
            **({"holds": self.holds()} if question.comparison else {}),
        }


def enclose(game: ModelGame, progress: Progress | None = None, max_positions: int = MAX_BOUNDED) -> Enclosure:
    """Bound the value of a property: a probability or an expected reward."""
    model = explore(game, progress, max_positions)
    bounds = bound(model, progress)
    low, high = bounds.low, bounds.high
    lower, upper = (
        Fraction(end) if math.isfinite(end) else end for end in (low.item(model.start), high.item(model.start))
    )
    return Enclosure(game, lower, upper, model, low, high, _METHODS[bounds.kind], _explain_gap(model, low, high))


def _explain_gap(model: Model, low: NDArray[np.float64], high: NDArray[np.float64]) -> str:
    """Describe what keeps the bounds on the start's value apart, or return "" if they are close."""
    low, high = np.where(low == math.inf, 0.0, low), np.where(low == math.inf, 0.0, high)  # infinite values are exact
    if high[model.start] - low[model.start] < _APART * max(1.0, low[model.start]):
        return ""
    x, size = find_widest(model, low, high)
    gap = f"known within {high[x] - low[x]:.1e}" if math.isfinite(high[x]) else "with no upper bound"
    return (
        f"the bounds do not close at the component of {model.positions[x]!r} ({pluralize(size, 'position')}, {gap}): "
        f"floats find no better strategies there, or play there lasts too long for floats"
    )


def _decimal(value: Fraction | float, rounded: Any) -> str:
    """Return a nonnegative value as a decimal, rounded by `rounded` to 18 places, or "infinity"."""
    if value == math.inf:
        return "infinity"
    scaled = rounded(value * 10**_DIGITS)
    return f"{scaled // 10**_DIGITS}.{scaled % 10**_DIGITS:0{_DIGITS}d}"


@dataclass(frozen=True)
class Answer:
    """The answer to a property: `data` is its plain form; `solution` or `bounds` proves it, unless ranks do."""

    game: ModelGame
    data: dict[str, Any]
    holds: bool | None
    solution: Any = None
    bounds: Enclosure | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain data, with ``holds`` if the property is a comparison."""
        return self.data if self.holds is None else self.data | {"holds": self.holds}

    def certificate(self, path: str | os.PathLike[str]) -> None:
        """Write a certificate of the exact value, or of the bounds; an answer proved by ranks has none."""
        if self.bounds is None:
            if self.solution is None:
                raise ValueError("this answer is proved by ranks and has no certificate; use all_states=True")
            self.solution.certificate(path)
            return
        from ..certificates.bounds import format_bounds_certificate
        from ..certificates.write import write_lines

        write_lines(format_bounds_certificate(self.bounds.model, self.bounds.low, self.bounds.high), path)


def answer_property(
    game: ModelGame,
    *,
    bounds: bool = False,
    all_states: bool = False,
    method: str | None = None,
    max_positions: int | None = None,
    progress: Progress | None = None,
    workers: int | str | None = None,
) -> Answer:
    """Return the answer to a property of a model.

    An infinite reward, and P>=1 if ranks prove it, need no arithmetic, unless `all_states` requests the values of all
    states.
    """
    holds = game.question.holds
    if (game.infinite or game.sure) and not all_states:
        return Answer(game, game.answer_by_ranks(), game.sure or holds(math.inf))
    if bounds:
        if method is not None:
            raise ValueError(f"bounds cannot be used with method {method!r}")
        enclosure = enclose(game, progress, max_positions or MAX_BOUNDED)
        return Answer(game, enclosure.to_json(), enclosure.holds(), bounds=enclosure)
    solution = solve(game, method, workers=workers, max_positions=max_positions, progress=progress)
    return Answer(game, solution.to_json(), holds(solution.value), solution)
