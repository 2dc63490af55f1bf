"""The solution of Pig: proved moves at every position, the value of the start, other values on request, and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ...exact.pipeline import verify_enclosed
from ...game import Move, Rational
from ...games.pig import Pig
from ...records import check_array
from ...runtime.executors import Progress
from ...runtime.run import Run
from ...solution import Proof, SolutionOfStart, Table, pluralize
from .bounds import HOLD, ROLL, TIE, PigBounds
from .values import LinearForm, Strategy, enclose, make_value_form


@dataclass(frozen=True)
class PigProof(Proof):
    """The comparison of hold and roll at every position.

    `bounds`, unless empty, has one entry: a lower bound on the difference between hold and roll, valid at all positions
    that floats decided. `closest` is the position that gives it: the needs of the player to move and of the opponent,
    and the turn total.
    """

    closest: tuple[int, int, int]

    def __str__(self) -> str:
        ways = ("by float bounds", "by 256-bit bounds", "exactly")
        parts = [f"{count:,} {way}" for (_, count), way in zip(self.decided, ways, strict=True) if count]
        text = ", ".join([f"{pluralize(self.positions, 'position')} compared", *parts, pluralize(self.ties, "tie")])
        for name, gap in self.bounds:
            i, j, total = self.closest
            text += f"; {name} {gap:.3g} at needs {i} against {j}, turn total {total}"
        return text


@dataclass(frozen=True, eq=False)
class PigSolution(SolutionOfStart):
    """A solution of Pig: all best moves and the value of the start; other values are computed on request and cached.

    A position is (turn total, saved, opponent's saved[, seat]); the moves are ``"roll"`` and ``"hold"``.

    Attributes
    ----------
    bounds : PigBounds
        Bounds on all values at the start of a turn, and the best moves at all positions.

    Examples
    --------
    >>> import trueodds
    >>> solution = trueodds.solve(trueodds.Pig(target=4, sides=3))
    >>> solution.value, solution.best_moves_at((2, 0, 0))
    (mpq(9,14), frozenset({'roll'}))
    >>> solution.move_values((3, 0, 0))
    {'roll': mpq(11,14), 'hold': mpq(5,11)}
    """

    values_everywhere = False

    game: Pig
    bounds: PigBounds

    proof_type = PigProof

    def to_parts(self) -> dict[str, Any]:
        """Return the value of the start, the bounds and the best moves."""
        bounds = self.bounds
        same = bounds.other_states is bounds.states
        return {
            "start_value": [] if self.start_value is None else [self.start_value],
            "values": bounds.values,
            "other_values": None if same else bounds.other_values,
            "states": bounds.states,
            "other_states": None if same else bounds.other_states,
            "unknown": bounds.unknown,
            "gap": bounds.gap,
            "closest": bounds.closest,
        }

    @classmethod
    def from_parts(cls, game: Pig, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts."""
        n, m = max(game.target, game.opponent_target), min(game.target, game.opponent_target)
        start_value = parts["start_value"]
        values, states = parts["values"], parts["states"]
        others = (values, states) if n == m else (parts["other_values"], parts["other_states"])
        for bounds, moves, i, j in ((values, states, n, m), (*others, m, n)):
            check_array("values", bounds, np.float64, (i + 1, j + 1, 4))
            check_array("states", moves, np.uint8, (j + 1, i * (i + 1) // 2))
            if not np.isin(moves, (HOLD, ROLL, TIE)).all():
                raise ValueError("each state must be hold, roll or tie")
        fields = parts["unknown"], parts["gap"], parts["closest"]
        pig_bounds = PigBounds(n, m, game.sides, values, others[0], states, others[1], *fields)
        return cls(game, method, proof, pig_bounds, start_value=start_value[0] if start_value else None)

    def _freeze(self) -> None:
        self.bounds._freeze()

    def with_value(self, run: Run = Run()) -> Self:
        """Return a copy with the value of the start, computed by `values.Strategy.evaluate`."""
        i, j = self.game.needs(self.game.start)
        value = self._values(("roll",), 0, i, j, run)[0]
        solution = replace(self, start_value=value)
        solution._cache.update(self._cache)
        return solution

    def value_at(self, position: Any, progress: Progress | None = None) -> Rational:
        """Return the exact value, for the player to move, of (turn total, saved, opponent's saved[, seat])."""
        position = self.game.position(position)
        i, j = self.game.needs(position)
        rolls = self.bounds.row(i, j)[position[0]] == ROLL
        return self._values(("roll" if rolls else "hold",), position[0], i, j, Run(progress=progress))[0]

    def move_values(self, position: Any, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the exact value, for the player to move, of every legal move at a position."""
        position = self.game.position(position)
        i, j = self.game.needs(position)
        moves = self.game.moves(position)
        return dict(zip(moves, self._values(moves, position[0], i, j, Run(progress=progress)), strict=True))

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """Return all best moves at (turn total, saved, opponent's saved[, seat]): both if they tie."""
        position = self.game.position(position)
        i, j = self.game.needs(position)
        return _BEST[int(self.bounds.row(i, j)[position[0]])]

    def hold_totals(self, saved: int, opponent_saved: int, seat: int = 0) -> list[range]:
        """Return the turn totals at which holding is a best move, as ranges in increasing order.

        Turn totals that cannot occur (1 and, with two sides, all odd totals) are not excluded.

        Examples
        --------
        >>> import trueodds
        >>> trueodds.solve(trueodds.Pig(100)).hold_totals(8, 83)
        [range(45, 52)]
        """
        i, j = self.game.needs((0, saved, opponent_saved, seat))
        holds = np.concatenate(([False], self.bounds.row(i, j) != ROLL, [False]))
        edges = np.flatnonzero(holds[1:] != holds[:-1])
        return [range(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]

    def hold_at(self, seat: int = 0) -> NDArray[np.int64]:
        """Return the smallest attainable turn total at which holding is a best move; if none, the points still needed.

        Returns
        -------
        int64 array, shape (own target, other target)
            Indexed [saved, opponent's saved].
        """
        return self._thresholds(seat)[0]

    def roll_again_at(self, seat: int = 0) -> NDArray[np.int64]:
        """Return the first attainable total above `hold_at` at which only rolling is best, or 0 if there is none."""
        return self._thresholds(seat)[1]

    def tables(self) -> Sequence[Table]:
        """Return the tables of turn totals at which to hold and to roll again."""
        names: tuple[str, ...] = ("",)
        if self.game.target != self.game.opponent_target:
            names = ("First player: ", "Second player: ")
        tables = []
        for seat, name in enumerate(names):
            hold, roll_again = self._thresholds(seat)
            ties = self._ties(seat) if self.proof.ties else ()
            for title, cells, tied in (("hold at", hold, ties), ("roll again from (0: never)", roll_again, ())):
                title = name + title if name else title.capitalize()
                rows, columns = (range(length) for length in cells.shape)
                tables.append(Table(title, "I have saved", "the opponent has saved", rows, columns, cells, tied))
        return tables

    def _ties(self, seat: int) -> tuple[tuple[int, int, tuple[str, ...]], ...]:
        """Return the ties as (saved, opponent's saved, the two moves with their turn total)."""
        target, other = self.game.targets(seat)
        return tuple(
            (saved, opponent_saved, (f"roll at {total}", f"hold at {total}"))
            for saved in range(target)
            for opponent_saved in range(other)
            for total in np.flatnonzero(self.bounds.row(target - saved, other - opponent_saved) == TIE).tolist()
        )

    def _thresholds(self, seat: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        target, other = self.game.targets_of(seat)
        step = 2 if self.game.sides == 2 else 1
        hold, roll_again = np.zeros((target, other), dtype=np.int64), np.zeros((target, other), dtype=np.int64)
        for saved in range(target):
            for opponent_saved in range(other):
                i = target - saved
                rolls = self.bounds.row(i, other - opponent_saved)[2::step] == ROLL
                first = int(rolls.argmin()) if len(rolls) and not rolls.all() else -1
                hold[saved, opponent_saved] = i if first < 0 else 2 + step * first
                if first >= 0 and rolls[first:].any():
                    roll_again[saved, opponent_saved] = 2 + step * (first + int(rolls[first:].argmax()))
        return hold, roll_again

    def _values(self, moves: Sequence[str], total: int, i: int, j: int, run: Run) -> list[Rational]:
        missing = [move for move in moves if (move, total, i, j) not in self._cache]
        if missing:
            strategy = Strategy(self.bounds.rolls, self.bounds.sides)
            forms = [_make_form(strategy, move, total, i, j) for move in missing]
            values = strategy.evaluate(forms, run)
            for move, form, value in zip(missing, forms, values, strict=True):
                low, high = enclose(form, 1, lambda a, b: tuple(map(mpq, self.bounds.value(a, b))))
                name = f"the value of {move!r} at needs {i} against {j} and turn total {total}"
                verify_enclosed(value * form.scale, low, high, name)
                self._cache[move, total, i, j] = value
        return [self._cache[move, total, i, j] for move in moves]


def _make_form(strategy: Strategy, move: str, total: int, i: int, j: int) -> LinearForm:
    if move == "hold":
        return strategy.hold(total, i, j)
    return strategy.roll(total, i, j) if total else make_value_form(i, j)


_BEST: dict[int, frozenset[Move]] = {
    HOLD: frozenset({"hold"}),
    ROLL: frozenset({"roll"}),
    TIE: frozenset({"roll", "hold"}),
}
