"""The game that a model's arrays are: its positions and moves are called by number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..game import Game, Outcome
from ..parameters import as_index, show


class ArrayGame(Game):
    """A game whose positions are the numbers 0, 1, 2, … of a model's arrays, and its moves the numbers of each.

    Parameters
    ----------
    start : int
        The position in which the game begins.
    name : str
        For messages.
    """

    model: Any  # given as soon as there is one

    def __init__(self, start: int, name: str) -> None:
        self._start, self.name = start, name  # type: ignore[misc]  # each has its own name

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self.model.positions)} positions, start {self._start}>"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ArrayGame):
            return NotImplemented
        mine, its = self.model, other.model
        return (
            (self._start, self.name) == (other._start, other.name)
            and all(
                np.array_equal(getattr(mine, name), getattr(its, name))
                for name in ("seats", "first_move", "first_outcome", "targets", "probability_numbers", "end_numbers")
            )
            and (mine.probability_table, mine.end_table) == (its.probability_table, its.end_table)
        )

    def __hash__(self) -> int:
        return hash((self._start, self.name, len(self.model.positions), len(self.model.targets)))

    @property
    def parameters(self) -> Mapping[str, object]:
        """How large it is."""
        return {"positions": len(self.model.positions), "moves": len(self.model.moves)}

    @property
    def start(self) -> int:
        """The position in which the game begins."""
        return self._start

    def position(self, given: Any) -> int:
        """A position's number.

        Raises
        ------
        ValueError
            There is no such position.
        """
        number = as_index(given)
        if number is None or not 0 <= number < len(self.model.positions):
            raise ValueError(f"a position is a number from 0 to {len(self.model.positions) - 1}, not {show(given)}")
        return number

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        return int(self.model.seats[self.position(position)])

    def moves(self, position: Any) -> range:
        """The numbers of the legal moves, from 0."""
        at, first = self.position(position), self.model.first_move
        return range(first.item(at + 1) - first.item(at))

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """What can follow.

        Raises
        ------
        ValueError
            No position, or no move there.
        """
        model, legal = self.model, self.moves(position)
        if as_index(move) not in legal:
            raise ValueError(f"move {show(move)} at {position}: allowed are 0 to {len(legal) - 1}")
        y = model.first_move.item(self.position(position)) + int(move)
        reach = range(model.first_outcome.item(y), model.first_outcome.item(y + 1))
        found = [Outcome(model.probabilities[z], model.targets.item(z)) for z in reach]
        return found + [Outcome(chance, None, payoff) for payoff, chance in model.ends[y]]
