"""The answer for targets too large to compare all moves everywhere exactly: proved moves, one value at a time."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ....game import Move, Rational
from ....games.risk_or_safety import RiskOrSafety
from ....runtime.executors import Progress
from ....solution import SolutionOfStart, Table
from ..all.solution import coin_tables
from .denominators import Plan
from .held import hold_moves
from .moves import ProvedMoves
from .start_value import start_value


@dataclass(frozen=True, eq=False)
class LargeTargetSolution(SolutionOfStart):
    """Risk or Safety for large targets: the moves at all needs, and the value of the start; others by a call, and kept.

    Positions and moves are told as in `RiskOrSafetySolution`. Best moves, and values with open points, are known on the
    best path only: at any needs, with at most as many open points as it is best to go for. With more, which no best
    play comes to, `best_moves_at` and `value_at` raise ValueError; ``method="pairs"`` solves those too. What a given
    move is worth, `move_values` tells everywhere: banks lead to turns that begin without open points.

    Attributes
    ----------
    moves : ProvedMoves
        The best numbers of coins, and how they are proved.

    Examples
    --------
    >>> import trueodds
    >>> solution = trueodds.solve(trueodds.RiskOrSafety(target=200), "start")
    >>> solution.best_moves, solution.value.denominator.bit_length()
    (frozenset({2}), 17814)
    """

    values_everywhere = False

    game: RiskOrSafety
    moves: ProvedMoves = field(repr=False)
    plan: Plan = field(repr=False, compare=False)  # the moves once more, for arithmetic modulo primes

    def with_value(
        self,
        progress: Progress | None = None,
        executor: str | Executor = "threads",
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> Self:
        """The same with the value of the start; `executor` and `checkpoint` as for `start_value.start_value`."""
        game = self.game
        value = start_value(self.plan, game.target, game.opponent_target, executor, progress, checkpoint)
        hold_moves(self.moves, {(game.target, game.opponent_target): value})
        found = replace(self, start_value=value)
        found._kept.update(self._kept | {(game.target, game.opponent_target): value})
        return found

    def value_at(self, position: Any, progress: Progress | None = None) -> Rational:
        """Exact probability that the player to toss at (a, b, c[, seat]) wins; on the best path only."""
        position = self.game.position(position)
        i, j = self.game.needs(position)
        if position[0] == 0:
            return self._turn_value(i, j, progress)
        best = min(self.best_moves_at(position), key=str)
        return self._move_values(position[0], i, j, [best], progress)[best]

    def move_values(self, position: Any, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """The exact value of every legal move at (a, b, c[, seat]); one computation for each."""
        return self.values_of(position, list(self.game.moves(position)), progress)

    def values_of(self, position: Any, moves: Sequence[Move], progress: Progress | None = None) -> dict[Move, Rational]:
        """The exact values of some legal moves at (a, b, c[, seat]); one computation for each."""
        position = self.game.position(position)
        i, j = self.game.needs(position)
        return self._move_values(position[0], i, j, moves, progress)

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """All best moves at (a, b, c[, seat]).

        Raises
        ------
        ValueError
            More points are open than it is best to go for: best moves there are not known here.
        """
        position = self.game.position(position)
        i, j = self.game.needs(position)
        coins = self.coins(int(self.game.seat(position)))[i - 1, j - 1]
        best = self._tied.get((i, j), frozenset((int(coins),)))
        left = frozenset(k for k in best if k >= position[0])
        if not left:
            raise ValueError(
                f"{tuple(position)} has more open points than the {max(best)} that are best to go for; "
                f"off the best path only method='pairs' knows the best moves"
            )
        return left

    def certificate(self, path: str | os.PathLike[str]) -> None:
        """Write the answer as a file that proves itself, by needs and numbers of heads.

        Parameters
        ----------
        path : path
            Where to (`.odds`, `.odds.gz`); `check_odds_large.py` and ``trueodds check`` check it.
        """
        from ....certificates.heads import heads_certificate  # asked to certify itself
        from ....certificates.write import write_lines

        found = self if self.start_value is not None else self.with_value()
        game = self.game
        claims = {(game.target, game.opponent_target): found.value}
        tables = (self.moves.coins, self.moves.other_coins)
        write_lines(heads_certificate(game, tables, self.moves.ties, claims), path)

    def coins(self, seat: int = 0) -> NDArray[np.uint16]:
        """The optimal number of coins by needs, the fewest where several are best; [i-1, j-1] as for small targets."""
        if seat not in (0, 1):
            raise ValueError(f"seat must be 0 (moves first) or 1, not {seat!r}")
        trailing_target = self.game.target >= self.game.opponent_target
        return self.moves.coins if (seat == 0) == trailing_target else self.moves.other_coins

    def tied_turns(self, seat: int = 0) -> list[tuple[int, int, frozenset[int]]]:
        """Needs (i, j) at the start of a turn where several numbers of coins are exactly equally good, and these."""
        rows, columns = self.coins(seat).shape
        return [(i, j, best) for (i, j), best in sorted(self._tied.items()) if i <= rows and j <= columns]

    def tables(self) -> Sequence[Table]:
        """The optimal numbers of coins, for each seat if the targets differ."""
        return coin_tables(self.game, self.coins, self.tied_turns)

    @cached_property
    def _tied(self) -> dict[tuple[int, int], frozenset[int]]:
        return {(i, j): best for i, j, best in self.moves.ties}

    def _turn_value(self, i: int, j: int, progress: Progress | None) -> Rational:
        if (i, j) not in self._kept:
            value = start_value(self.plan, i, j, progress=progress)
            hold_moves(self.moves, {(i, j): value})
            self._kept[i, j] = value
        return self._kept[i, j]

    def _move_values(
        self, a: int, i: int, j: int, moves: Sequence[Any], progress: Progress | None
    ) -> dict[Any, Rational]:
        passed = 1 - self._turn_value(j, i, progress)
        found = {}
        for k in moves:
            banked = mpq(1) if k == i else 1 - self._turn_value(j, i - k, progress)
            found[k] = passed + self.game.heads ** (k - a) * (banked - passed)
        return found
