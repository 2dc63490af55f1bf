"""Any game whose exact values would not fit: all moves by rigorous bounds, the values that are asked for exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np
from gmpy2 import mpq

from ..game import Game, Move, Position, Rational
from ..parameters import whole_number
from ..records import check_array
from ..runtime.executors import Progress
from ..runtime.run import Run
from ..solution import NotProved, Proof, SolutionOfStart, Table
from .bounds import Bounds, Candidates, bound, unpack_moves
from .graph import check_ends
from .model import MAX_POSITIONS, Model, explore, explore_again
from .start_value import chain_value
from .submodel import follow_moves

METHOD = "moves by rigorous bounds in floats; values that are asked for exactly, modulo a prime power"


@dataclass(frozen=True)
class BoundsProof(Proof):
    """Moves by bounds in floats: `bounds` has the width within which all values are known.

    Attributes
    ----------
    on_path : bool
        Whether all positions on the best path from the start are among those decided. The others are `undecided`.
    """

    on_path: bool = False

    @property
    def proved(self) -> bool:
        """Whether the moves on the best path are, and with them the value of the start."""
        return self.on_path

    def __str__(self) -> str:
        decided, width = dict(self.decided), dict(self.bounds)["width"]
        path = ", all on the best path among them" if self.on_path else ""
        return (
            f"best moves by bounds at {decided['bounds']} of {self.positions} positions{path}; "
            f"values known within {width:.1e}"
        )


@dataclass(frozen=True, eq=False)
class BoundedSolution(SolutionOfStart):
    """A game solved by bounds everywhere, and exactly at its start; other exact values by a call, and kept.

    Attributes
    ----------
    model : Model
        The positions and moves as arrays.
    bounds : Bounds
        Of the value of each position, and the moves that they leave.
    """

    proof: BoundsProof
    model: Model = field(repr=False)
    bounds: Bounds = field(repr=False)
    max_positions: int = field(default=MAX_POSITIONS, repr=False, compare=False)

    proof_type = BoundsProof

    def to_parts(self) -> dict[str, Any]:
        """Return the value of the start, the bounds, and a bit for each move that they leave."""
        return {
            "start_value": [] if self.start_value is None else [self.start_value],
            "low": self.bounds.low,
            "high": self.bounds.high,
            "moves": np.packbits(self.bounds.candidates.left),
            "max_positions": self.max_positions,
        }

    @classmethod
    def from_parts(cls, game: Game, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts; the positions follow from the rules."""
        low, high, start_value = parts["low"], parts["high"], parts["start_value"]
        model = explore_again(game, low.size)
        for name, given in (("low", low), ("high", high)):
            check_array(name, given, np.float64, (len(model.positions),))
        bounds = Bounds(low, high, Candidates(model.first_move, unpack_moves(model, parts["moves"])))
        most = whole_number("max_positions", parts["max_positions"])
        return cls(game, method, proof, model, bounds, most, start_value=start_value[0] if start_value else None)

    @property
    def one_player(self) -> bool:
        """Whether only the player who moves first ever moves."""
        return not self.model.seats.any()

    def with_value(self, run: Run = Run()) -> Self:
        """Return a copy with the value of the start.

        Raises
        ------
        NotProved
            Bounds leave several moves somewhere on the best path.
        """
        found = super().with_value(run)
        return replace(found, proof=replace(found.proof, on_path=True))

    def value_at(self, position: Position, progress: Progress | None = None) -> Rational:
        """The exact value of a position for the player to move there, by following the best moves from there.

        Raises
        ------
        NotProved
            Bounds leave several moves somewhere further on, on the best path.
        """
        at = self.model.find(position)
        left = self.bounds.candidates[at]
        return max(self._value(at, None if len(left) == 1 else y, progress) for y in left)

    def move_values(self, position: Position, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """The exact value of every legal move, for the player to move."""
        at = self.model.find(position)
        return {move: self._value(at, y, progress) for y, move in enumerate(self._legal(at))}

    def best_moves_at(self, position: Position) -> frozenset[Move]:
        """The best move; all best moves by their exact values where bounds leave several.

        Raises
        ------
        NotProved
            Bounds leave several moves here and somewhere further on.
        """
        at = self.model.find(position)
        left = self.bounds.candidates[at]
        return super().best_moves_at(position) if len(left) > 1 else frozenset([self._legal(at)[left[0]]])

    def tables(self) -> Sequence[Table]:
        """None: only a game's own method knows how to lay its positions out."""
        return []

    def _legal(self, at: int) -> Sequence[Move]:
        moves: Sequence[Move] = self.model.moves[self.model.first_move[at] : self.model.first_move[at + 1]]
        return moves

    def _value(self, at: int, number: int | None, progress: Progress | None) -> Rational:
        """The value of a position for the player to move there, by making the move of this number if one is given."""
        if (at, number) not in self._kept:
            move = None if number is None else self.model.first_move.item(at) + number
            value = chain_value(self._chain(at, move), progress)
            self._check_value(at, move, value)
            self._kept[at, number] = value if self.model.seats[at] == 0 else 1 - value
        return self._kept[at, number]

    def _check_value(self, at: int, move: int | None, value: Rational) -> None:
        """Compare seat 0's value with the bounds, which were made without it: they show wrong moves."""
        model, low, high = self.model, mpq(0), mpq(0)
        reached, weights = [at], [mpq(1)]
        if move is not None:
            outcomes = slice(model.first_outcome[move], model.first_outcome[move + 1])
            reached, weights = model.targets[outcomes].tolist(), model.probabilities[outcomes]
            low = high = model.constants[move]
        for x, weight in zip(reached, weights, strict=True):
            if not (math.isfinite(self.bounds.low[x]) and math.isfinite(self.bounds.high[x])):
                return  # payoffs beyond floats: nothing to compare with
            low += weight * mpq(float(self.bounds.low[x]))
            high += weight * mpq(float(self.bounds.high[x]))
        if not low <= value <= high:
            raise NotProved(
                f"check of the value at {model.positions[at]!r}: it is outside of the bounds that proved the moves; a "
                f"fault of this machine or of the program, nothing is proved"
            )

    def _chain(self, at: int, move: int | None) -> Model:
        """The chain of best moves from a position, or from a move there."""
        candidates = self.bounds.candidates
        chain, reached = follow_moves(self.model, candidates.first(), at, move)
        several = np.append(candidates.count() > 1, False)[reached]  # the place before has but one
        if several.any():
            x = int(reached[several.argmax()])
            moves = ", ".join(repr(self._legal(x)[y]) for y in candidates[x])
            raise NotProved(
                f"at {self.model.positions[x]!r} bounds cannot tell {moves} apart; method general compares all moves "
                f"exactly"
            )
        return chain


def solve(game: Game, run: Run = Run()) -> BoundedSolution:
    """Solve a game by bounds: the best moves everywhere that floats can tell, the value of the start exactly.

    For games with so many positions, or such long fractions, that exact values everywhere would not fit. Where two
    moves on the best path are worth exactly the same, or nearly so, it is refused.

    Parameters
    ----------
    game, run
        As for `general.solve`.

    Returns
    -------
    BoundedSolution

    Raises
    ------
    NotProved
        The game can go on for ever, or bounds cannot tell two moves on the best path apart.
    ValueError, TypeError, MemoryError
        As for `explore`.

    Examples
    --------
    >>> import trueodds
    >>> solve(trueodds.Pig(target=20)).value
    mpq(15116544,24557443)
    """
    return solve_moves(game, run).with_value(run)


def solve_moves(game: Game, run: Run = Run()) -> BoundedSolution:
    """Solve a game by bounds, without the value of the start: moves that bounds cannot tell apart are not refused."""
    limit = run.max_positions or MAX_POSITIONS
    return bound_moves(explore(game, run.progress, limit), run.progress, limit)


def bound_moves(model: Model, progress: Progress | None = None, max_positions: int = MAX_POSITIONS) -> BoundedSolution:
    """The same of a game that has been explored."""
    if model.gains is not None:
        raise ValueError(f"{model.game.name}: method start takes no game whose moves gain something; general does")
    check_ends(model, "cannot be solved by method start; method general can")
    bounds = bound(model, progress)
    several = int((bounds.candidates.count() > 1).sum())
    width = float((bounds.high - bounds.low).max())
    decided = (("bounds", len(model.positions) - several),)
    proof = BoundsProof("bounds", len(model.positions), decided, 0, bounds=(("width", width),), undecided=several)
    return BoundedSolution(model.game, METHOD, proof, model, bounds, max_positions)
