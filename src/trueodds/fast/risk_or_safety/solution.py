"""Solve Risk or Safety at all positions, in the paper's notation, by one of three methods.

Positions (a, b, c), S(a, b, c) and Table 1 are as in the paper (R. Jehn, arXiv:2603.01002). For large targets, see
`large`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ...game import Move, Rational
from ...games.risk_or_safety import RiskOrSafety
from ...records import check_array
from ...runtime.executors import Progress
from ...runtime.run import Run
from ...solution import BellmanProof, Solution, Table, pluralize
from .bounds import (
    STOP,
    UNKNOWN,
    Layout,
    PairBounds,
    bound_by_pairs,
    bound_by_sweeps,
    check_size,
    estimate_all_positions_bytes,
)
from .exact import TIE, CheckedValues, Node, Values, make_boundary, prove, solve_pairs
from .reference import compute_turn_values

#: Methods of finding the strategy and the values at all positions. All methods give the same answers.
METHODS = {
    "pairs": "rigorous bounds pair by pair, then rational elimination",
    "sweeps": "the paper's bound-tightening sweeps, then rational elimination",
    "reference": "plain fractions from the rules, trying every move of both players",
}

#: The largest number of positions with open points for which "pairs" is the default method (equal targets of 127).
MAX_ALL_POSITIONS = 1_024_000


@dataclass(frozen=True)
class DecidedProof(BellmanProof):
    """The proof by Bellman equality, with the number of positions that each technique decided.

    `sweeps` is the number of sweeps that the bounds took, or None if the method is not ``"sweeps"``.
    """

    sweeps: int | None = None

    def __str__(self) -> str:
        details = "all moves compared in exact arithmetic"
        if self.decided:
            decided = dict(self.decided)
            details = f"{pluralize(decided['bounds'], 'position')} decided by bounds, {decided['exactly']:,} exactly"
        sweeps = "" if self.sweeps is None else f"{pluralize(self.sweeps, 'sweep')}, "
        return f"{super().__str__()}; {sweeps}{details}"


class HeadsToGoFor(ABC):
    """The common part of solutions with numbers of heads as moves: values follow from those at the start of turns."""

    game: RiskOrSafety

    @abstractmethod
    def _turn_value(self, i: int, j: int, run: Run) -> Rational:
        """Return the exact winning probability of a player who starts a turn needing i against j; 0 if j = 0."""

    @abstractmethod
    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """Return all best moves at (a, b, c[, seat])."""

    @abstractmethod
    def coins(self, seat: int = 0) -> NDArray[Any]:
        """Return the best number of coins at each pair of needs, the smallest if several are best."""

    @abstractmethod
    def tied_turns(self, seat: int = 0) -> list[tuple[int, int, frozenset[int]]]:
        """Return (i, j, coins) for all needs i, j at which several numbers of coins are best at the start of a turn."""

    def value_at(self, position: Any, progress: Progress | None = None) -> Rational:
        """Return the exact probability that the player to toss at (a, b, c[, seat]) wins."""
        position = self.game.position(position)
        if position[0] == 0:
            return self._turn_value(*self.game.needs(position), Run(progress=progress))
        best = next(iter(self.best_moves_at(position)))
        return self.values_of(position, [best], progress)[best]

    def move_values(self, position: Any, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the exact value, for the player to toss, of every legal move at (a, b, c[, seat])."""
        return self.values_of(position, self.game.moves(position), progress)

    def values_of(self, position: Any, moves: Iterable[Any], progress: Progress | None = None) -> dict[Move, Rational]:
        """Return the exact values, for the player to toss, of the given legal moves at (a, b, c[, seat])."""
        position = self.game.position(position)
        i, j = self.game.needs(position)
        run = Run(progress=progress)
        passed = 1 - self._turn_value(j, i, run)
        values: dict[Move, Rational] = {}
        for k in moves:
            banked = 1 - self._turn_value(j, i - k, run)
            values[k] = passed + self.game.heads ** (k - position[0]) * (banked - passed)
        return values

    def tables(self) -> Sequence[Table]:
        """Return a table of the best numbers of coins, or one for each seat if the targets differ."""
        names: tuple[str, ...] = ("Coins to toss",)
        if self.game.target != self.game.opponent_target:
            names = ("First player: coins to toss", "Second player: coins to toss")
        tables = []
        for seat, name in enumerate(names):
            cells = self.coins(seat)
            rows, columns = (range(1, length + 1) for length in cells.shape)
            ties = tuple((i, j, tuple(sorted(best))) for i, j, best in self.tied_turns(seat))
            tables.append(Table(name, "I need", "the opponent needs", rows, columns, cells, ties))
        return tables


@dataclass(frozen=True, eq=False)
class RiskOrSafetySolution(HeadsToGoFor, Solution):
    """The exact values and best moves of Risk or Safety at every position.

    A position is (a, b, c): open points, saved points of the player to toss, saved points of the opponent. With unequal
    targets, a fourth number is the seat of the player to toss, 0 for the player who moved first. A move is the number
    of heads to go for in this turn, including the open points; if this number is `a`, the player banks now.

    Examples
    --------
    >>> import trueodds
    >>> solution = trueodds.solve(trueodds.RiskOrSafety(target=3))
    >>> solution.value, solution.best_moves
    (mpq(6,11), frozenset({1}))
    >>> solution.S(1, 0, 0), solution.S(1, 0, 1)
    ('stop', 'continue')
    >>> solution.move_values((0, 0, 0))
    {1: mpq(6,11), 2: mpq(53,99), 3: mpq(23,44)}
    """

    game: RiskOrSafety
    values: Mapping[Node, Rational]
    states: NDArray[np.int8]
    layout: Layout

    proof_type = DecidedProof

    def to_parts(self) -> dict[str, Any]:
        """Return the values by needs, in the order of `_needs_of`, and the states."""
        return {"values": [self.values[0, i, j] for i, j in _needs_of(self.layout)], "states": self.states}

    @classmethod
    def from_parts(cls, game: RiskOrSafety, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts."""
        layout = Layout.of(game)
        check_array("states", parts["states"], np.int8, (layout.size,))
        values = {(0, i, j): value for (i, j), value in zip(_needs_of(layout), parts["values"], strict=True)}
        return cls(game, method, proof, values | make_boundary(layout), parts["states"], layout)

    def _freeze(self) -> None:
        super()._freeze()
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))

    def _turn_value(self, i: int, j: int, run: Run = Run()) -> Rational:
        """Return the exact winning probability of a player who starts a turn needing i against j."""
        return self.values[0, i, j]

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """Return all best moves at (a, b, c[, seat])."""
        position = self.game.position(position)
        i, j = self.game.needs(position)
        return frozenset(self._best_moves(position[0], i, j))

    def S(self, a: int, b: int, c: int, seat: int = 0) -> str:
        """Return the best action with `a` open and `b` saved points against `c`, in the paper's words.

        Returns
        -------
        str
            ``"continue"``, ``"stop"``, or ``"tie"`` if both are equally good; always ``"continue"`` without open
            points.
        """
        i, j = self.game.needs((a, b, c, seat))
        if a == 0:
            return "continue"
        state = self.states[self.layout.index(a, i, j)]
        return "tie" if state == TIE else "stop" if state == STOP else "continue"

    def coins(self, seat: int = 0) -> NDArray[np.int64]:
        """Return the best number of coins at each pair of needs, the smallest if several are best.

        Parameters
        ----------
        seat : int
            0 (default) for the player who moves first, 1 for the opponent. With equal targets both tables are the same.

        Returns
        -------
        int64 array, shape (own target, other target)
            The number at [i-1, j-1] is for a player who needs i points, if the opponent needs j.
        """
        target, other = self.game.targets_of(seat)
        return np.array([[min(self._best_moves(0, i, j)) for j in range(1, other + 1)] for i in range(1, target + 1)])

    def table1(self, seat: int = 0) -> NDArray[np.int64]:
        """Return the best numbers of coins as in the paper's Table 1: needs 2, 3, … in rows and columns."""
        return self.coins(seat)[1:, 1:]

    def tied_turns(self, seat: int = 0) -> list[tuple[int, int, frozenset[int]]]:
        """Return (i, j, coins) for all needs i, j at which several numbers of coins are best at the start of a turn."""
        target, other = self.game.targets_of(seat)
        turns = ((i, j, self._best_moves(0, i, j)) for i in range(1, target + 1) for j in range(1, other + 1))
        return [turn for turn in turns if len(turn[2]) > 1]

    def _best_moves(self, a: int, i: int, j: int) -> frozenset[int]:
        best = []
        for k in range(max(a, 1), i):
            state = self.states[self.layout.index(k, i, j)]
            if state in (STOP, TIE):
                best.append(k)
            if state == STOP:
                return frozenset(best)
        return frozenset([*best, i])


def _needs_of(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield all needs (i, j) of the player to toss and of the opponent: each pair of the layout, in both orders."""
    for i, j in layout.pairs():
        yield i, j
        if i != j:
            yield j, i


def choose_default(game: RiskOrSafety) -> str:
    """Return the default method for a game."""
    return "pairs" if Layout.of(game).size <= MAX_ALL_POSITIONS else "start"


def solve(game: RiskOrSafety, run: Run = Run(), *, method: str = "pairs") -> RiskOrSafetySolution:
    """Solve Risk or Safety exactly at every position, by one of `METHODS`, with a proof."""
    layout = Layout.of(game)
    progress = run.progress
    check_size(layout.larger, layout.smaller, estimate_all_positions_bytes)
    decided: tuple[tuple[str, int], ...] = ()
    sweeps = None
    if method == "reference":
        plain = compute_turn_values(
            game.target, game.opponent_target, Fraction(int(game.heads.numerator), int(game.heads.denominator))
        )
        values: Values = make_boundary(layout) | {(0, i, j): mpq(value) for (i, j), value in plain.items()}
        checked = prove(layout, game.heads, values, progress)
    else:
        bounds = (bound_by_sweeps if method == "sweeps" else bound_by_pairs)(layout, game.heads, progress)
        values = solve_pairs(bounds, game.heads, progress=progress)
        checked = prove(layout, game.heads, values, progress)
        _agree(bounds, checked)
        decided = ("bounds", layout.size - bounds.unknown), ("exactly", bounds.unknown)
        sweeps = bounds.sweeps if method == "sweeps" else None
    proof = DecidedProof(
        "exact Bellman equality", checked.positions, decided, checked.ties, checked.moves, sweeps=sweeps
    )
    return RiskOrSafetySolution(game, METHODS[method], proof, values, checked.S, layout)


def _agree(bounds: PairBounds, proof: CheckedValues) -> None:
    """Raise AssertionError if the bounds and the proof decide a position differently, which only a bug can cause."""
    decided = bounds.S != UNKNOWN
    if (bounds.S[decided] != proof.S[decided]).any():
        raise AssertionError("the exact values contradict a move that the bounds decided; please report this")
