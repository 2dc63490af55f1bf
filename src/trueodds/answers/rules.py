"""The rules of a game of one's own as data, position by position: a file cannot keep its functions."""

from __future__ import annotations

import numbers
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..game import Game, Move, Outcome, Position, json_parameters
from ..records import Record
from ..solver.infinite_play import worth_of_infinite_play
from ..solver.model import Model
from ..solver.numbered import Interned, Numbered


@dataclass(frozen=True, eq=False)
class Rulebook(Record):
    """All positions, moves and outcomes of a game.

    Attributes
    ----------
    name : str
        Of the game.
    parameters : mapping
        As JSON has them.
    value_seat : int
        The seat whose odds the value tells.
    positions, moves : list
        All of them, the start first; the moves position by position.
    seats, first_move, first_outcome, targets, probabilities, ends
        As in `solver.model.Model`.
    start : int
        The number of the position in which the game begins.
    infinite_play : mpq or None
        What seat 0 gets from a play that never ends; None if the game must end.
    gains : list of mpq or None
        What seat 0 gets for each move on the way; None if nothing.
    """

    name: str
    parameters: Mapping[str, object]
    value_seat: int
    positions: list[Position]
    seats: NDArray[np.int8]
    first_move: NDArray[np.int64]
    moves: list[Move]
    first_outcome: NDArray[np.int64]
    targets: NDArray[np.int64]
    probabilities: list[Any]
    ends: list[tuple[tuple[Any, Any], ...]]
    start: int = 0
    infinite_play: Any = None
    gains: list[Any] | None = None


class StoredRules(Game):
    """A game that knows its positions one by one, as they were when its answer was saved.

    Positions and moves that are numbers, text or tuples of such are as they were (a named tuple is a tuple); any other
    is the text that it is printed as.

    Parameters
    ----------
    book : Rulebook
        What it knows.
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.name = book.name  # type: ignore[misc]  # each has its own

    def __eq__(self, other: object) -> bool:
        return self.book == other.book if isinstance(other, StoredRules) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.book)

    def __repr__(self) -> str:
        return f"<the rules of {self.name} as stored: {len(self.book.positions)} positions>"

    def __getstate__(self) -> dict[str, Any]:
        return {"book": self.book}

    def __setstate__(self, state: dict[str, Any]) -> None:
        StoredRules.__init__(self, state["book"])

    @property
    def parameters(self) -> Mapping[str, object]:
        """As JSON has them."""
        return self.book.parameters

    @property
    def start(self) -> Position:
        """Where the game begins."""
        return self.book.positions[self.book.start]

    @property
    def infinite_play(self) -> Any:
        """What seat 0 gets from a play that never ends; None if the game must end."""
        return self.book.infinite_play

    @cached_property
    def model(self) -> Model:
        """The arrays in the order in which they were saved, checked as rules are."""
        book, count = self.book, len(self.book.positions)
        payoffs = sorted({payoff for over in book.ends for payoff, _ in over})
        chances, which, targets, first = Interned(), list[int](), list[int](), [0]
        for y, over in enumerate(book.ends):
            for z in range(book.first_outcome[y], book.first_outcome[y + 1]):
                targets.append(int(book.targets[z]))
                which.append(chances.number(book.probabilities[z]))
            for payoff, chance in over:
                targets.append(count + payoffs.index(payoff))
                which.append(chances.number(chance))
            first.append(len(targets))
        found = Model.from_arrays(
            book.seats,
            book.first_move,
            first,
            targets,
            chances.table,
            which,
            payoffs,
            start=book.start,
            name=book.name,
            positions=book.positions,
            moves=book.moves,
        )
        if book.gains is None:
            return replace(found, game=self)
        table = Interned()
        numbers = np.array([table.number(gain) for gain in book.gains], dtype=np.int32)
        return replace(found, game=self, gains=Numbered(table.table, numbers))

    @property
    def value_seat(self) -> int:
        """The seat whose odds the value tells."""
        return self.book.value_seat

    def seat(self, position: Position) -> int:
        """Whose turn it was."""
        return int(self.book.seats[self._index[position]])

    def moves(self, position: Position) -> Sequence[Move]:
        """All moves that were legal."""
        at, book = self._index[position], self.book
        return book.moves[book.first_move[at] : book.first_move[at + 1]]

    def outcomes(self, position: Position, move: Move) -> Sequence[Outcome]:
        """What could follow.

        Raises
        ------
        ValueError
            Moves gain rewards, which outcomes do not tell.
        """
        book = self.book
        if book.gains is not None:
            raise ValueError(f"{self.name}: only trueodds.solve takes expected rewards")
        y = int(book.first_move[self._index[position]]) + self.moves(position).index(move)
        goes_on = range(book.first_outcome[y], book.first_outcome[y + 1])
        return [
            *(Outcome(book.probabilities[z], book.positions[book.targets[z]]) for z in goes_on),
            *(Outcome(chance, None, payoff) for payoff, chance in book.ends[y]),
        ]

    @cached_property
    def _index(self) -> dict[Position, int]:
        return {position: at for at, position in enumerate(self.book.positions)}


def store_rules(game: Game, model: Model) -> StoredRules:
    """The rules of a game that a model has the positions of.

    Raises
    ------
    ValueError
        Different positions, or moves, are printed alike.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> game = trueodds.TheRace(2)
    >>> stored = store_rules(game, explore(game))
    >>> trueodds.solve(stored, "general").value == trueodds.solve(game).value
    True
    """
    positions = [plain(position) for position in model.positions]
    if len(set(positions)) < len(positions):
        raise ValueError(f"{game.name}: different positions are printed alike, so that its answer cannot be saved")
    moves = [plain(move) for move in model.moves]
    for first, end in zip(model.first_move[:-1].tolist(), model.first_move[1:].tolist(), strict=True):
        if len(set(moves[first:end])) < end - first:
            raise ValueError(f"{game.name}: different moves are printed alike, so that its answer cannot be saved")
    return StoredRules(
        Rulebook(
            game.name,
            json_parameters(game),
            game.value_seat,
            positions,
            model.seats,
            model.first_move,
            moves,
            model.first_outcome,
            model.targets.astype(np.int64),
            list(model.probabilities),
            list(model.ends),
            model.start,
            worth_of_infinite_play(game),
            None if model.gains is None else list(model.gains),
        )
    )


def plain(value: Any) -> Any:
    """A position or a move as data: numbers, text and tuples of such; all else as it is printed.

    Examples
    --------
    >>> plain((1, ("a", None))), plain({1})
    ((1, ('a', None)), '{1}')
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, numbers.Rational):
        whole = value.denominator == 1
        return int(value.numerator) if whole else mpq(int(value.numerator), int(value.denominator))
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return repr(value)
