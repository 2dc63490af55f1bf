"""Answer a property of a model: exactly, by bounds, or from the graph alone where that decides it."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..dispatch import solve
from .enclose import MAX_BOUNDED, Enclosure, enclose
from .model_game import ModelGame

if TYPE_CHECKING:
    from ..runtime.executors import Progress


@dataclass(frozen=True)
class Answer:
    """The answer to a property: `data` as plain data, and the exact solution or the bounds behind it."""

    game: ModelGame
    data: dict[str, Any]
    holds: bool | None
    solution: Any = None
    bounds: Enclosure | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain data, with ``holds`` if the property is a comparison."""
        return self.data if self.holds is None else self.data | {"holds": self.holds}

    def certificate(self, path: str | os.PathLike[str]) -> None:
        """Write a certificate of the exact value, or of the bounds."""
        if self.bounds is None:
            self.solution.certificate(path)
            return
        from ..certificates.bounds import bounds_certificate
        from ..certificates.write import write_lines

        write_lines(bounds_certificate(self.bounds.model, self.bounds.low, self.bounds.high), path)


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
    """Return the answer to the property of a model.

    An infinite reward, and a probability that is surely 1, need no arithmetic unless `all_states` requests the values
    of all states, as tables and certificates do. `bounds` requests bounds instead of an exact value.
    """
    holds = game.question.holds
    if game.infinite and not all_states:
        return Answer(game, game.infinite_answer(), holds(math.inf))
    if game.sure and not all_states:
        return Answer(game, game.sure_answer(), True)
    if bounds:
        if method is not None:
            raise ValueError("bounds and a method exclude each other")
        found = enclose(game, progress, max_positions or MAX_BOUNDED)
        return Answer(game, found.to_json(), found.holds(), bounds=found)
    solution = solve(game, method, workers=workers, max_positions=max_positions, progress=progress)
    return Answer(game, solution.to_json(), holds(solution.value), solution)
