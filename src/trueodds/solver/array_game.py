"""Define a game by the arrays of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..game import Game, Outcome
from ..parameters import as_index, show
from ..solution import pluralize


class ArrayGame(Game):
    """A game defined by a model's arrays; for the arguments, see `Model.from_arrays`."""

    model: Any  # set by `Model.from_arrays`
    infinite_play: Any = None
    value_seat: int = 0

    def __init__(
        self,
        start: int,
        name: str,
        infinite_play: Any = None,
        parameters: Mapping[str, object] | None = None,
        value_seat: int = 0,
    ) -> None:
        self._start, self.name = start, name  # type: ignore[misc]  # each game has its own name
        self.infinite_play, self.value_seat = infinite_play, value_seat
        self._parameters = parameters

    def __repr__(self) -> str:
        return f"<{self.name}: {pluralize(len(self.model.positions), 'position')}, start {self.start!r}>"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ArrayGame):
            return NotImplemented
        this, that = self.model, other.model
        return (
            (self._start, self.name, self.infinite_play) == (other._start, other.name, other.infinite_play)
            and (self.parameters, self.value_seat) == (other.parameters, other.value_seat)
            and all(
                np.array_equal(getattr(this, name), getattr(that, name))
                for name in ("seats", "first_move", "first_outcome", "targets", "probability_numbers", "end_numbers")
            )
            and (this.probability_table, this.end_table) == (that.probability_table, that.end_table)
            and (this.positions, this.moves, this.gains) == (that.positions, that.moves, that.gains)
        )

    def __hash__(self) -> int:
        return hash((self._start, self.name, len(self.model.positions), len(self.model.targets)))

    @property
    def parameters(self) -> Mapping[str, object]:
        """The given parameters; by default, the counts of positions and moves."""
        if self._parameters is not None:
            return self._parameters
        return {"positions": len(self.model.positions), "moves": len(self.model.moves)}

    @property
    def start(self) -> Any:
        """The position in which the game begins."""
        return self.model.positions[self._start]

    def position(self, given: Any) -> Any:
        """Return the position with a given name or number, as the game stores it."""
        positions = self.model.positions
        try:
            return positions[self.model.index[given]]
        except (KeyError, TypeError):
            number = as_index(given)
        if number is None or not 0 <= number < len(positions):
            names = "" if isinstance(positions, range) else f", or a name such as {positions[0]!r}"
            raise ValueError(f"a position must be a number from 0 to {len(positions) - 1:,}{names}, not {show(given)}")
        return positions[number]

    def seat(self, position: Any) -> int:
        """Return the seat whose turn it is."""
        return int(self.model.seats[self._number(position)])

    def moves(self, position: Any) -> Sequence[Any]:
        """Return the legal moves: their names or, if they have none, their numbers from 0."""
        at, first = self._number(position), self.model.first_move
        begin, end = first.item(at), first.item(at + 1)
        if isinstance(getattr(self.model.moves, "table", None), range):
            return range(end - begin)
        return list(self.model.moves[begin:end])

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcomes of a move; raise ValueError if moves have rewards, which outcomes cannot express."""
        model, legal = self.model, self.moves(position)
        if model.gains is not None:
            raise ValueError(f"{self.name}: expected rewards are not supported here; use trueodds.solve")
        if move not in legal or (isinstance(move, bool) and isinstance(legal, range)):
            several = isinstance(legal, range) and len(legal) > 1
            named = f"a whole number from 0 to {len(legal) - 1}" if several else " or ".join(map(str, legal))
            raise ValueError(f"the move at {position} must be {named}, not {show(move)}")
        y = model.first_move.item(self._number(position)) + legal.index(move)
        reach = range(model.first_outcome.item(y), model.first_outcome.item(y + 1))
        continuing = [Outcome(model.probabilities[z], model.positions[model.targets.item(z)]) for z in reach]
        return continuing + [Outcome(chance, None, payoff) for payoff, chance in model.ends[y]]

    def _number(self, position: Any) -> int:
        return int(self.model.index[self.position(position)])
