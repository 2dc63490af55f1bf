"""Any game whose exact values would not fit: all moves by rigorous bounds, the values that are asked for exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from gmpy2 import mpq

from ..game import Game, Move, Position
from ..runtime.executors import Progress
from ..solution import NotProved, Solution, Table
from .bounds import Bounds, bound_positions
from .components import check_ends, find_components
from .given_strategies import Followed
from .model import MAX_POSITIONS, Model, explore
from .start_value import start_value

METHOD = "moves by rigorous bounds in floats; values that are asked for exactly, modulo a prime power"


@dataclass(frozen=True)
class BoundedSolution(Solution):
    """A game solved by bounds everywhere, and exactly where one asks.

    Attributes
    ----------
    model : Model
        The positions and moves as arrays.
    bounds : Bounds
        Of the value of each position, and the moves that they leave.
    """

    model: Model = field(repr=False)
    bounds: Bounds = field(repr=False)
    max_positions: int = field(default=MAX_POSITIONS, repr=False)
    progress: Progress | None = field(default=None, repr=False)

    @cached_property
    def value(self) -> mpq:
        """The exact value of the start for the seat asked for."""
        value = start_value(self.game, self._move, self.progress, self.max_positions)
        return value if self.game.value_seat == 0 else 1 - value

    def value_at(self, position: Position) -> mpq:
        """The exact value of a position for the player to move there, by following the best moves from there."""
        position = self._own(position)
        value = start_value(_From(self.game, position), self._move, self.progress, self.max_positions)
        return value if self.game.seat(position) == 0 else 1 - value

    def move_values(self, position: Position) -> Mapping[Move, mpq]:
        """The exact value of every legal move, for the player to move."""
        position = self._own(position)
        seat, found = self.game.seat(position), {}
        for move in self.game.moves(position):
            begun = _From(self.game, position, move)
            value = start_value(begun, begun.guided(self._move), self.progress, self.max_positions)
            found[move] = value if seat == 0 else 1 - value
        return found

    def best_moves_at(self, position: Position) -> frozenset[Move]:
        """The best move; all best moves by their exact values where bounds leave several.

        Raises
        ------
        NotProved
            Bounds leave several moves here and somewhere further on.
        """
        at = self.model.find(position)
        left = self.bounds.candidates[at]
        if len(left) > 1:
            return super().best_moves_at(position)
        return frozenset([self.model.moves[self.model.first_move[at] + left[0]]])

    def tables(self) -> Sequence[Table]:
        """None: only a game's own road knows how to lay its positions out."""
        return []

    def _own(self, position: Position) -> Position:
        """The game's own position that is equal to this one."""
        return self.model.positions[self.model.find(position)]

    def _move(self, position: Position) -> Move:
        at = self.model.find(position)
        left = self.bounds.candidates[at]
        if len(left) > 1:
            moves = ", ".join(repr(self.model.moves[self.model.first_move[at] + y]) for y in left)
            raise NotProved(
                f"at {position!r} bounds cannot tell {moves} apart; method general compares all moves exactly"
            )
        move: Move = self.model.moves[self.model.first_move[at] + left[0]]
        return move


class _From(Followed):
    """A game that begins at another position; with a move given, that move is made there, once."""

    def __init__(self, game: Game, position: Position, *move: Move) -> None:
        super().__init__(game, {})
        self._position, self._first = position, move  # none or one; a move may be None

    @property
    def start(self) -> Position:
        """Where it begins: the position, or a place before it where only the move can be made."""
        return (_BEFORE, self._position) if self._first else self._position

    def seat(self, position: Position) -> int:
        """Whose turn it is."""
        return super().seat(self._inner(position))

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves; at the place before, the move."""
        return self._first if self._is_before(position) else super().moves(position)

    def outcomes(self, position: Position, move: Move) -> Sequence[Any]:
        """What can follow."""
        return super().outcomes(self._inner(position), move)

    def guided(self, choose: Callable[[Any], Move]) -> Callable[[Any], Move]:
        """The same strategy, with the move at the place before."""
        return lambda position: self._first[0] if self._is_before(position) else choose(position)

    def _is_before(self, position: Any) -> bool:
        return isinstance(position, tuple) and len(position) == 2 and position[0] is _BEFORE

    def _inner(self, position: Any) -> Position:
        inner: Position = position[1] if self._is_before(position) else position
        return inner


_BEFORE = object()


def solve(game: Game, progress: Progress | None = None, max_positions: int = MAX_POSITIONS) -> BoundedSolution:
    """Solve a game by bounds: the best moves everywhere that floats can tell, the value of the start exactly.

    For games with so many positions, or such long fractions, that exact values everywhere would not fit. Where two
    moves on the best path are worth exactly the same, or nearly so, it is refused.

    Parameters
    ----------
    game, progress, max_positions
        As for `general.solve`.

    Returns
    -------
    BoundedSolution

    Raises
    ------
    NotProved
        The game can go on for ever, or bounds cannot tell two moves on the best path apart (when the value is asked).
    ValueError, TypeError, MemoryError
        As for `explore`.

    Examples
    --------
    >>> import trueodds
    >>> solve(trueodds.Pig(target=20)).value
    mpq(15116544,24557443)
    """
    model = explore(game, progress, max_positions)
    components = find_components(model)
    check_ends(model, components)
    bounds = bound_positions(model, components, progress)
    several = sum(len(left) > 1 for left in bounds.candidates)
    width = max(high - low for low, high in zip(bounds.low, bounds.high, strict=True))
    proof = (
        f"best moves by bounds at {len(model.positions) - several} of {len(model.positions)} positions, all on the "
        f"best path among them; values known within {width:.1e}"
    )
    return BoundedSolution(game, METHOD, proof, model, bounds, max_positions, progress)
