"""Any two-player game of chance, solved exactly: explore, split, solve component by component.

Where play can go on for ever, the game must say what that is worth, and ranks are part of the proof. Where moves gain
something on the way, seat 0 gets infinitely much from a play that never ends: what is taken for that is raised until
all values are below it, and ranks of seat 1 at every position, who can have the game end, are part of the proof. Where
seat 1 cannot, the value is infinite (`find_traps`), and the rest is solved without these positions.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from ..game import Game, Move, Position, Rational
from ..records import check_array
from ..runtime.executors import Progress
from ..runtime.run import Run
from ..solution import BellmanProof, NotProved, Solution, Table, count_of
from .bellman import find_best_moves
from .bounds import Candidates, bound, unpack_moves
from .exact_values import find_values
from .graph import check_ends, find_ranks, find_traps, holding_moves, mark_moves
from .model import MAX_POSITIONS, Model, explore, explore_again
from .submodel import Restricted, restrict

METHOD = "component by component: moves found in floats, then exact rational elimination"


@dataclass(frozen=True)
class ComponentsProof(BellmanProof):
    """Bellman equality, component by component.

    Attributes
    ----------
    components, largest : int
        How many strongly connected components there are, and the positions of the largest.
    infinite_play : mpq or None
        What infinite play is worth to seat 0; None if the game must end.
    ranked : int
        Positions whose values are above or below that, all of which have ranks; 0 if the game must end.
    infinite : int
        Positions where seat 0 gets infinitely much, since it can keep the play from ending.
    """

    components: int
    largest: int
    infinite_play: Rational | None = field(default=None, kw_only=True)
    ranked: int = field(default=0, kw_only=True)
    infinite: int = field(default=0, kw_only=True)

    def __str__(self) -> str:
        text = super().__str__()
        if self.components:
            text += f"; components: {self.components}, positions in the largest: {self.largest}"
        if self.infinite:
            text += f"; infinite at {count_of(self.infinite, 'position')}, from which the end can be missed"
        if self.infinite_play is None:
            return f"{text}; play need not end: ranks at all positions" if self.ranked else text
        return (
            f"{text}; play need not end, infinite play is worth {self.infinite_play}: "
            f"ranks at the {self.ranked} positions worth more or less"
        )


@dataclass(frozen=True, eq=False)
class GeneralSolution(Solution):
    """A game solved exactly at every position that can be reached from its start.

    Attributes
    ----------
    model : Model
        The positions and moves as arrays.
    values : list of mpq
        The value of each position for seat 0.
    best : list of lists of int
        At each position all best moves, as numbers within its legal moves.
    ranks : int64 array, shape (2, positions), or None
        [seat, x]: the proof that play ends where it must, for a game that need not end: from x some best move of the
        seat, and every move of the other, leads with positive probability to an end or to a position of lower rank,
        from 1; 0 where there is no rank. All positions with values above `Game.infinite_play` have one for seat 0, all
        below one for seat 1. None if the game must end.
    followed : int64 array, length positions, or None
        At each position the best move that the ranks prove, counted as in `best`.
    """

    model: Model = field(repr=False)
    values: list[Rational] = field(repr=False)
    best: list[list[int]] = field(repr=False)
    ranks: NDArray[np.int64] | None = field(default=None, repr=False)
    followed: NDArray[np.int64] | None = field(default=None, repr=False)

    proof_type = ComponentsProof

    def to_parts(self) -> dict[str, Any]:
        """Return the values, a bit for each move that is best, and the ranks."""
        first = self.model.first_move.tolist()
        best = np.zeros(len(self.model.moves), dtype=bool)
        best[[first[x] + y for x, own in enumerate(self.best) for y in own]] = True
        infinite = np.array([value == math.inf for value in self.values])
        return {
            "positions": len(self.values),
            "values": [value for value in self.values if value != math.inf],
            "infinite": np.flatnonzero(infinite) if infinite.any() else None,
            "best": np.packbits(best),
            "ranks": self.ranks,
            "followed": self.followed,
        }

    @classmethod
    def from_parts(cls, game: Game, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts; the positions follow from the rules."""
        values = list(parts["values"])
        infinite = () if parts["infinite"] is None else parts["infinite"].tolist()
        count = len(values) + len(infinite)
        model = explore_again(game, count)
        if count != parts["positions"] or (cls is RewardSolution) != (model.gains is not None):
            raise ValueError(f"{count} values for {parts['positions']} positions")
        for x in infinite:
            values.insert(x, math.inf)
        best = unpack_moves(model, parts["best"])
        ranks, followed = parts["ranks"], parts["followed"]
        if (ranks is None) != (followed is None):
            raise ValueError("ranks without moves")
        if ranks is not None:
            check_array("ranks", ranks, np.int64, (2, count))
            check_array("followed", followed, np.int64, (count,))
            if (followed < 0).any() or (followed >= np.diff(model.first_move)).any():
                raise ValueError("a move that there is not")
        return cls(game, method, proof, model, values, list(Candidates(model.first_move, best)), ranks, followed)

    @property
    def one_player(self) -> bool:
        """Whether only the player who moves first ever moves."""
        return not self.model.seats.any()

    def value_at(self, position: Position, progress: Progress | None = None) -> Rational:
        """The exact value of a position for the player to move there."""
        at = self.model.find(position)
        return self._mine(at, self.values[at])

    def move_values(self, position: Position, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """The exact value of every legal move, for the player to move."""
        at, model, found = self.model.find(position), self.model, {}
        for y in range(model.first_move[at], model.first_move[at + 1]):
            worth = model.constants[y]
            for z in range(model.first_outcome[y], model.first_outcome[y + 1]):
                after = self.values[model.targets[z]]  # a fraction times a float would be a float
                worth = math.inf if math.inf in (worth, after) else worth + model.probabilities[z] * after
            found[model.moves[y]] = self._mine(at, worth)
        return found

    def best_moves_at(self, position: Position) -> frozenset[Move]:
        """All best moves at a position: those that attain Bellman's equation.

        Where play need not end, to make one of them again and again may keep the play for ever and so never get what
        it promises; `move_at` names one that, made always, gets it.
        """
        at = self.model.find(position)
        return frozenset(self.model.moves[self.model.first_move[at] + y] for y in self.best[at])

    def move_at(self, position: Position) -> Move:
        """One best move at a position; who makes it always, gets the value: it is the one that the ranks prove."""
        at = self.model.find(position)
        number = self.best[at][0] if self.followed is None else int(self.followed[at])
        move: Move = self.model.moves[self.model.first_move[at] + number]
        return move

    def tables(self) -> Sequence[Table]:
        """None: only a game's own method knows how to lay its positions out."""
        return []

    def _mine(self, at: int, value: Rational) -> Rational:
        return value if self.model.seats[at] == 0 else 1 - value


class RewardSolution(GeneralSolution):
    """The same where moves gain something on the way: values are what seat 0 gets until the game ends.

    Seat 1 pays it: for that seat a value is the same, below zero. Where seat 0 can keep the play from ending it is
    infinite, ``math.inf``.
    """

    @property
    def value(self) -> Rational:
        """What seat 0 gets from the start."""
        return self.values[self.model.start]

    def _mine(self, at: int, value: Rational) -> Rational:
        return value if self.model.seats[at] == 0 else -value

    def _of_seat(self, value: Rational, position: Position) -> Rational:
        return self._mine(self.model.find(position), value)


def solve(game: Game, run: Run = Run()) -> GeneralSolution:
    """Solve a game exactly at every position.

    Parameters
    ----------
    game : Game
        The rules: any finite turn-based game of two players with exact probabilities. Payoffs are any rationals; what
        seat 0 gets, seat 1 gets 1 less it. If play need not end, `Game.infinite_play` says what that is worth.
    run : Run
        Its progress and its limit of positions; a million by default.

    Returns
    -------
    GeneralSolution

    Raises
    ------
    ValueError, TypeError, MemoryError
        As for `explore`.
    NotProved
        The game can go on for ever, and does not say what that is worth.

    Examples
    --------
    >>> import trueodds
    >>> solve(trueodds.RiskOrSafety(target=3)).value
    mpq(6,11)
    """
    progress = run.progress
    model = explore(game, progress, run.max_positions or MAX_POSITIONS)
    if model.gains is None or not (traps := find_traps(model)).any():
        return _solve(model, progress)
    part = restrict(model, traps == 0)
    return _with_infinity(model, traps, part, _solve(part.model, progress) if len(part.positions) else None)


def _solve(model: Model, progress: Progress | None) -> GeneralSolution:
    """Solve a model all of whose values are finite."""
    worth, rewards, endless = model.infinite_play, model.gains is not None, model.endless.any()
    if worth is None and not rewards:
        check_ends(model)
    candidates = None
    if not endless and not rewards:
        with contextlib.suppress(NotProved):  # floats cannot bound some component
            candidates = bound(model, progress).candidates
    values = find_values(model, candidates, progress)
    best = find_best_moves(model, values, progress)
    sizes = np.diff(model.graph.components.first)
    ties = sum(len(own) > 1 for own in best)
    proof = ComponentsProof(
        "exact Bellman equality", len(model.positions), (), ties, len(model.moves), len(sizes), int(sizes.max())
    )
    kind = RewardSolution if rewards else GeneralSolution
    if not endless:
        return kind(model.game, METHOD, proof, model, values, best)
    ranks, followed = find_ranks(model, mark_moves(model, best))
    limit = math.inf if rewards else worth
    differs = np.array([[value > limit for value in values], [value < limit for value in values]])
    if (unranked := differs & (ranks == 0)).any():
        raise NotProved(f"{model.game.name}: no ranks at {model.positions[np.argwhere(unranked)[0, 1]]!r}")
    proof = replace(proof, infinite_play=worth, ranked=int(differs.sum()))
    return kind(model.game, METHOD, proof, model, values, best, ranks, followed - model.first_move[:-1])


def _with_infinity(
    model: Model, traps: NDArray[np.int64], part: Restricted, found: GeneralSolution | None
) -> RewardSolution:
    """The solution of a model, from that of its positions with finite values, if it has any."""
    count = len(traps)
    values: list[Any] = [math.inf] * count
    endless, holds = holding_moves(model, traps)
    ranks, followed = np.zeros((2, count), dtype=np.int64), np.zeros(count, dtype=np.int64)
    best: list[list[int]] = [[]] * count
    for x in np.flatnonzero(traps).tolist():
        own = slice(model.first_move.item(x), model.first_move.item(x + 1))
        best[x], followed[x] = np.flatnonzero(endless[own]).tolist(), holds[own].argmax()
    proof = ComponentsProof("exact Bellman equality", count, (), 0, len(model.moves), 0, 0)
    if found is not None:
        numbers = part.moves - model.first_move[model.owners[part.moves]]  # within the moves of their positions
        first = part.model.first_move.tolist()
        for at, x in enumerate(part.positions.tolist()):
            values[x] = found.values[at]
            best[x] = [numbers.item(first[at] + y) for y in found.best[at]]
            followed[x] = best[x][0] if found.followed is None else numbers.item(first[at] + found.followed.item(at))
        if found.ranks is not None:
            ranks[:, part.positions] = found.ranks
        proof = replace(cast(ComponentsProof, found.proof), positions=count, moves=len(model.moves))
    ties = sum(len(own) > 1 for own in best)
    proof = replace(proof, ties=ties, infinite=int((traps > 0).sum()))
    return RewardSolution(model.game, METHOD, proof, model, values, best, ranks, followed)
