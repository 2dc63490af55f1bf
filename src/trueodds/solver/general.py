"""Solve any two-player game of chance exactly: explore it, split it into components, and solve each component.

If play may never end, ranks are part of the proof, and the game must define the value of infinite play unless moves
have rewards. With rewards, seat 0 gets an infinite amount from a play that never ends. Positions where seat 1 cannot be
certain to end the game then have an infinite value (`find_traps`), and the game is solved without them. If play may
still last forever, ranks for seat 1 at all other positions prove that seat 1 can certainly end the game from there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from ..game import Game, Move, Position, Rational
from ..records import check_array
from ..runtime.executors import Progress
from ..runtime.run import Run
from ..solution import BellmanProof, NotProved, Solution, pluralize
from .bellman import find_best_moves
from .bounds import Candidates, bound, find_ending_moves, guess, unpack_moves
from .exact_values import find_values
from .graph import check_ends, find_first_moves, find_ranks, find_trap_moves, find_traps, mark_moves
from .model import MAX_POSITIONS, Model, explore, explore_again
from .submodel import Restricted, restrict

METHOD = "component by component: moves found in floats, then exact rational elimination"


@dataclass(frozen=True)
class ComponentsProof(BellmanProof):
    """The proof by Bellman equality, component by component.

    `components` is the number of components of the positions with finite values, `largest` the size of the largest.
    `infinite_play` is the value of infinite play to seat 0; None if play must end or moves have rewards. `ranked`
    counts the positions whose values need ranks, `infinite` those with infinite values.
    """

    components: int
    largest: int
    infinite_play: Rational | None = None
    ranked: int = 0
    infinite: int = 0

    def __str__(self) -> str:
        text = super().__str__()
        if self.components:
            size = pluralize(self.largest, "position")
            text += f"; {pluralize(self.components, 'component')} of {'at most ' if self.components > 1 else ''}{size}"
        if self.infinite:
            text += f"; infinite at {pluralize(self.infinite, 'position')}"
        if self.infinite_play is None:
            return f"{text}; ranks at all {'other ' if self.infinite else ''}positions" if self.ranked else text
        return f"{text}; ranks at {self.ranked}, infinite play {self.infinite_play}"


@dataclass(frozen=True, eq=False)
class GeneralSolution(Solution):
    """A game solved exactly at every position reachable from its start or, if given as arrays, at every position.

    Attributes
    ----------
    model : Model
        The positions and moves as arrays.
    values : list of mpq
        The value of each position for seat 0.
    best : list of lists of int
        All best moves at each position, as indices into its legal moves.
    ranks : int64 array, shape (2, positions), or None
        For a game that need not end, the proof that play ends where it must. If position x has a rank for a seat, some
        best move at x (every move if the other seat moves) leads with positive probability to an end or to a position
        of lower rank. Ranks start at 1; 0 means no rank. Every position worth more than infinite play has a rank for
        seat 0, and every position worth less has one for seat 1. There is one exception: with rewards, all ranks are 0
        if play cannot stay forever among the positions with finite values. `ranks` and `followed` are None if the game
        must end.
    followed : int64 array, length positions, or None
        For each position, a best move that the ranks prove to attain the value, as an index into its legal moves.
    """

    model: Model
    values: list[Rational]
    best: list[list[int]]
    ranks: NDArray[np.int64] | None = None
    followed: NDArray[np.int64] | None = None

    proof_type = ComponentsProof

    def to_parts(self) -> dict[str, Any]:
        """Return the values, `ranks`, `followed`, and a bit for each move, set if the move is best."""
        infinite = np.array([value == math.inf for value in self.values])
        return {
            "positions": len(self.values),
            "values": [value for value in self.values if value != math.inf],
            "infinite": np.flatnonzero(infinite) if infinite.any() else None,
            "best": np.packbits(mark_moves(self.model, self.best)),
            "ranks": self.ranks,
            "followed": self.followed,
        }

    @classmethod
    def from_parts(cls, game: Game, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts; the positions are derived from the rules."""
        values = list(parts["values"])
        infinite = () if parts["infinite"] is None else parts["infinite"].tolist()
        count = len(values) + len(infinite)
        model = explore_again(game, count)
        if count != parts["positions"] or (cls is RewardSolution) != (model.gains is not None):
            raise ValueError(
                f"the number of values ({count}) must equal the stated number of positions ({parts['positions']}), "
                "and the kind of solution must fit the game"
            )
        for x in infinite:
            values.insert(x, math.inf)
        best = unpack_moves(model, parts["best"])
        ranks, followed = parts["ranks"], parts["followed"]
        if (ranks is None) != (followed is None):
            raise ValueError("there must be both ranks and followed moves, or neither")
        if ranks is not None:
            check_array("ranks", ranks, np.int64, (2, count))
            check_array("followed", followed, np.int64, (count,))
            if (followed < 0).any() or (followed >= np.diff(model.first_move)).any():
                raise ValueError("a followed move does not exist")
        return cls(game, method, proof, model, values, Candidates(model.first_move, best).tolist(), ranks, followed)

    @property
    def one_player(self) -> bool:
        """Whether only seat 0 ever moves."""
        return not self.model.seats.any()

    def value_at(self, position: Position, progress: Progress | None = None) -> Rational:
        """Return the exact value of a position for the player to move."""
        at = self.model.find(position)
        return self._for_mover(at, self.values[at])

    def move_values(self, position: Position, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the exact value, for the player to move, of every legal move."""
        at, model, values = self.model.find(position), self.model, {}
        for y in range(model.first_move[at], model.first_move[at + 1]):
            value = model.constants[y]
            for z in range(model.first_outcome[y], model.first_outcome[y + 1]):
                after = self.values[model.targets[z]]  # a fraction times a float would be a float
                value = math.inf if math.inf in (value, after) else value + model.probabilities[z] * after
            values[model.moves[y]] = self._for_mover(at, value)
        return values

    def best_moves_at(self, position: Position) -> frozenset[Move]:
        """Return all best moves at a position: those that attain the value in Bellman's equation.

        If play may never end, an arbitrary choice among them may keep play going forever without attaining the value.
        The moves that `move_at` returns attain the value if they are made at every position.
        """
        at = self.model.find(position)
        return frozenset(self.model.moves[self.model.first_move[at] + y] for y in self.best[at])

    def move_at(self, position: Position) -> Move:
        """Return the move in `followed` or, if that is None, the first best move.

        The moves returned attain the value if they are made at every position.
        """
        at = self.model.find(position)
        number = self.best[at][0] if self.followed is None else int(self.followed[at])
        move: Move = self.model.moves[self.model.first_move[at] + number]
        return move

    def _for_mover(self, at: int, value: Rational) -> Rational:
        return value if self.model.seats[at] == 0 else 1 - value


class RewardSolution(GeneralSolution):
    """An exact solution of a game whose moves have rewards: a value is the total amount that seat 0 can expect.

    Seat 1 pays this amount, so its own values are the negatives. If seat 0 can ensure that play has a positive
    probability of never ending, the value is infinite, ``math.inf``.
    """

    @property
    def value(self) -> Rational:
        """The value of the start: the total amount that seat 0 can expect."""
        return self.values[self.model.start]

    def _for_mover(self, at: int, value: Rational) -> Rational:
        return value if self.model.seats[at] == 0 else -value

    def _of_seat(self, value: Rational, position: Position) -> Rational:
        return self._for_mover(self.model.find(position), value)


def solve(game: Game, run: Run = Run()) -> GeneralSolution:
    """Solve a game exactly at every position.

    Seat 1 gets 1 minus the payoff of seat 0 or, if moves have rewards, the negative of seat 0's total.

    >>> import trueodds
    >>> solve(trueodds.RiskOrSafety(target=3)).value
    mpq(6,11)
    """
    return prove(explore(game, run.progress, run.max_positions or MAX_POSITIONS), progress=run.progress)


def prove(model: Model, values: list[Any] | None = None, progress: Progress | None = None) -> GeneralSolution:
    """Find the values unless they are given, prove them, and return the solution."""
    if model.gains is None and model.infinite_play is None:
        check_ends(model)
    if model.gains is None or not (traps := find_traps(model)).any():
        return _solve(model, progress) if values is None else _prove(model, values, progress)
    part, solution = restrict(model, traps == 0), None
    if len(part.positions):
        part_values = None if values is None else [values[x] for x in part.positions.tolist()]
        solution = prove(part.model, part_values, progress)
    return _add_infinity(model, traps, part, solution)


def _solve(model: Model, progress: Progress | None) -> GeneralSolution:
    """Solve a model all of whose values are finite."""
    try:
        if model.endless.any() or model.gains is not None:
            choice, candidates = guess(model, progress)
        else:
            candidates = bound(model, progress).candidates
            choice = candidates.first()
        return _prove(model, find_values(model, choice, candidates, progress), progress)
    except NotProved:  # floats cannot bound some component, or have excluded a best move
        return _prove(model, find_values(model, find_ending_moves(model), None, progress), progress)


def _prove(model: Model, values: list[Any], progress: Progress | None) -> GeneralSolution:
    """Prove that these values are right, and return the solution."""
    if math.inf in values:
        raise NotProved(f"{model.game.name}: the value at {model.positions[values.index(math.inf)]!r} is not infinity")
    best = find_best_moves(model, values, progress)
    infinite_play, rewards = model.infinite_play, model.gains is not None
    sizes = np.diff(model.graph.components.first)
    ties = sum(len(moves) > 1 for moves in best)
    proof = ComponentsProof(
        "exact Bellman equality", len(model.positions), (), ties, len(model.moves), len(sizes), int(sizes.max())
    )
    kind = RewardSolution if rewards else GeneralSolution
    if not model.endless.any():
        return kind(model.game, METHOD, proof, model, values, best)
    ranks, followed = find_ranks(model, mark_moves(model, best))
    limit = math.inf if rewards else infinite_play
    differs = np.array([[value > limit for value in values], [value < limit for value in values]])
    if (unranked := differs & (ranks == 0)).any():
        raise NotProved(
            f"{model.game.name}: no rank proves the value at {model.positions[np.argwhere(unranked)[0, 1]]!r}"
        )
    proof = replace(proof, infinite_play=infinite_play, ranked=int(differs.sum()))
    return kind(model.game, METHOD, proof, model, values, best, ranks, followed - model.first_move[:-1])


def _add_infinity(
    model: Model, traps: NDArray[np.int64], part: Restricted, finite: GeneralSolution | None
) -> RewardSolution:
    """Extend the solution of the positions with finite values to the whole model."""
    count = len(traps)
    leads, made = find_trap_moves(model, traps)
    best = leads & (traps > 0)[model.graph.owners]
    values: list[Any] = [math.inf] * count
    ranks: NDArray[np.int64] = np.zeros((2, count), dtype=np.int64)
    proof = ComponentsProof("exact Bellman equality", count, (), 0, len(model.moves), 0, 0)
    if finite is not None:
        for at, x in enumerate(part.positions.tolist()):
            values[x] = finite.values[at]
        marks = mark_moves(part.model, finite.best)
        best[part.moves[marks]] = True
        first = part.model.first_move
        followed = find_first_moves(first, marks) if finite.followed is None else first[:-1] + finite.followed
        made[part.moves[followed]] = True
        if finite.ranks is not None:
            ranks[:, part.positions] = finite.ranks
        proof = replace(cast(ComponentsProof, finite.proof), positions=count, moves=len(model.moves))
    candidates = Candidates(model.first_move, best)
    ties, infinite = int((candidates.count() > 1).sum()), int((traps > 0).sum())
    proof = replace(proof, ties=ties, infinite=infinite)
    followed = find_first_moves(model.first_move, made) - model.first_move[:-1]
    return RewardSolution(model.game, METHOD, proof, model, values, candidates.tolist(), ranks, followed)
