"""Solve games too large for exact values everywhere: find moves by rigorous bounds, and exact values on request."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from gmpy2 import mpq

from ..game import Game, Move, Position, Rational
from ..records import check_array
from ..runtime.executors import Progress
from ..runtime.run import Run
from ..solution import NotProved, Proof, SolutionOfStart, pluralize
from .bounds import Bounds, Candidates, bound, unpack_moves
from .graph import check_ends
from .model import MAX_POSITIONS, Model, explore, explore_again
from .start_value import solve_chain
from .submodel import follow_moves

METHOD = "moves by rigorous bounds in floats; requested values modulo a prime power"


@dataclass(frozen=True)
class BoundsProof(Proof):
    """The proof of best moves by bounds in floats.

    `bounds` holds the width of the widest bounds on a value. `on_path` is true once the value of the start is computed.
    `undecided` counts the positions where bounds do not decide the best move.
    """

    on_path: bool = False

    @property
    def proved(self) -> bool:
        """Whether the moves on the best path, and therefore the value of the start, are proved."""
        return self.on_path

    def __str__(self) -> str:
        decided, width = dict(self.decided), dict(self.bounds)["width"]
        path = ", including all on the best path" if self.on_path else ""
        return (
            f"best moves by bounds at {decided['bounds']:,} of {pluralize(self.positions, 'position')}{path}; "
            f"values known within {width:.1e}"
        )


@dataclass(frozen=True, eq=False)
class BoundedSolution(SolutionOfStart):
    """A game solved by bounds everywhere; exact values, such as that of the start, are computed on request and cached.

    Attributes
    ----------
    model : Model
        The positions and moves as arrays.
    bounds : Bounds
        Bounds on the value of each position, and the moves that they do not exclude.
    """

    proof: BoundsProof
    model: Model
    bounds: Bounds

    proof_type = BoundsProof

    def to_parts(self) -> dict[str, Any]:
        """Return the start's value (if known), the bounds, and a bit per move: 1 unless the bounds exclude the move."""
        return {
            "start_value": [] if self.start_value is None else [self.start_value],
            "low": self.bounds.low,
            "high": self.bounds.high,
            "moves": np.packbits(self.bounds.candidates.left),
        }

    @classmethod
    def from_parts(cls, game: Game, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts; the positions are derived from the rules."""
        low, high, start_value = parts["low"], parts["high"], parts["start_value"]
        model = explore_again(game, low.size)
        for name, array in (("low", low), ("high", high)):
            check_array(name, array, np.float64, (len(model.positions),))
        bounds = Bounds(low, high, Candidates(model.first_move, unpack_moves(model, parts["moves"])))
        return cls(game, method, proof, model, bounds, start_value=start_value[0] if start_value else None)

    @property
    def one_player(self) -> bool:
        """Whether only seat 0 ever moves."""
        return not self.model.seats.any()

    def with_value(self, run: Run = Run()) -> Self:
        """Return a copy with the value of the start.

        Raises
        ------
        NotProved
            The bounds leave several moves at some position after the start on a path that may be best.
        """
        solution = super().with_value(run)
        proved = replace(solution, proof=replace(solution.proof, on_path=True))
        proved._cache.update(solution._cache)
        return proved

    def value_at(self, position: Position, progress: Progress | None = None) -> Rational:
        """Return the exact value of a position for the player to move, by following the best moves from there.

        Raises
        ------
        NotProved
            The bounds leave several moves at some later position on a path that may be best.
        """
        at = self.model.find(position)
        left = self.bounds.candidates[at]
        return max(self._value(at, None if len(left) == 1 else y, progress) for y in left)

    def move_values(self, position: Position, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the exact value, for the player to move, of every legal move; raise NotProved if one is not proved."""
        at = self.model.find(position)
        return {move: self._value(at, y, progress) for y, move in enumerate(self._legal(at))}

    def best_moves_at(self, position: Position) -> frozenset[Move]:
        """Return the only move that the bounds leave or, if they leave several, all moves that are best by exact value.

        Raises
        ------
        NotProved
            The bounds leave several moves here, and also at a later position on the best path after some legal move.
        """
        at = self.model.find(position)
        left = self.bounds.candidates[at]
        return super().best_moves_at(position) if len(left) > 1 else frozenset([self._legal(at)[left[0]]])

    def _legal(self, at: int) -> Sequence[Move]:
        moves: Sequence[Move] = self.model.moves[self.model.first_move[at] : self.model.first_move[at + 1]]
        return moves

    def _value(self, at: int, number: int | None, progress: Progress | None) -> Rational:
        """Return the value of a position, or of its move `number` if one is given, for the player to move there."""
        if (at, number) not in self._cache:
            move = None if number is None else self.model.first_move.item(at) + number
            value = solve_chain(self._chain(at, move), progress)
            self._check_value(at, move, value)
            self._cache[at, number] = value if self.model.seats[at] == 0 else 1 - value
        return self._cache[at, number]

    def _check_value(self, at: int, move: int | None, value: Rational) -> None:
        """Verify that seat 0's value lies within the independently computed bounds."""
        model, low, high = self.model, mpq(0), mpq(0)
        reached, weights = [at], [mpq(1)]
        if move is not None:
            outcomes = slice(model.first_outcome[move], model.first_outcome[move + 1])
            reached, weights = model.targets[outcomes].tolist(), model.probabilities[outcomes]
            low = high = model.constants[move]
        for x, weight in zip(reached, weights, strict=True):
            if not (math.isfinite(self.bounds.low[x]) and math.isfinite(self.bounds.high[x])):
                return  # the payoffs are out of the range of floats, so no bounds can be compared
            low += weight * mpq(float(self.bounds.low[x]))
            high += weight * mpq(float(self.bounds.high[x]))
        if not low <= value <= high:
            raise NotProved(
                f"the value at {model.positions[at]!r} lies outside the bounds that proved the moves; "
                f"this machine or the program made an error, so nothing is proved"
            )

    def _chain(self, at: int, move: int | None) -> Model:
        """Return the chain of best moves that begins at a position or with a move at it."""
        candidates = self.bounds.candidates
        chain, reached = follow_moves(self.model, candidates.first(), at, move)
        several = np.append(candidates.count() > 1, False)[reached]  # the extra position has only one move
        if several.any():
            x = int(reached[several.argmax()])
            moves = ", ".join(repr(self._legal(x)[y]) for y in candidates[x])
            raise NotProved(
                f"at {self.model.positions[x]!r}, bounds cannot separate the moves {moves}; use method general, which "
                f"compares moves exactly"
            )
        return chain


def solve(game: Game, run: Run = Run()) -> BoundedSolution:
    """Solve a game by bounds, with the exact value of the start."""
    return solve_moves(game, run).with_value(run)


def solve_moves(game: Game, run: Run = Run()) -> BoundedSolution:
    """Solve a game by bounds, without the value of the start."""
    return bound_moves(explore(game, run.progress, run.max_positions or MAX_POSITIONS), run.progress)


def bound_moves(model: Model, progress: Progress | None = None) -> BoundedSolution:
    """Solve an explored game by bounds, without the value of the start."""
    if model.gains is not None:
        raise ValueError(f"{model.game.name}: method start does not support rewards of moves; use method general")
    check_ends(model, "cannot be solved by method start, only by method general")
    bounds = bound(model, progress)
    several = int((bounds.candidates.count() > 1).sum())
    width = float((bounds.high - bounds.low).max())
    decided = (("bounds", len(model.positions) - several),)
    proof = BoundsProof("bounds", len(model.positions), decided, 0, bounds=(("width", width),), undecided=several)
    return BoundedSolution(model.game, METHOD, proof, model, bounds)
