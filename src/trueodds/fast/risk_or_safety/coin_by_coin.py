"""Solve Risk or Safety with the moves toss and bank, from the solution of `RiskOrSafety`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from ...game import Move, Rational
from ...games.risk_or_safety import BANK, TOSS, CoinByCoin, RiskOrSafety
from ...runtime.executors import Progress
from ...runtime.run import Run
from ...solution import Proof, Solution, Table
from .large import LargeTargetSolution, bound_odds_error, compute_odds_at_needs, solve_moves
from .prove import PairsProof
from .solution import DecidedProof, HeadsToGoFor, solve

#: Beyond this target, comparing all moves everywhere would keep players waiting too long for a game to begin.
MAX_ALL = 50


@dataclass(frozen=True, eq=False)
class CoinByCoinSolution(Solution):
    """The solution of `CoinByCoin`, derived from `by_heads`, the solution of `RiskOrSafety`.

    The value of tossing is that of the best number of heads above the number of open points.
    """

    by_heads: HeadsToGoFor

    proof_type: ClassVar[type[Proof]] = DecidedProof

    def to_parts(self) -> dict[str, Any]:
        """Return the solution of `RiskOrSafety`."""
        return {"by_heads": self.by_heads}

    @classmethod
    def from_parts(cls, game: CoinByCoin, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts."""
        solution = convert_solution(parts["by_heads"])
        if type(solution) is not cls or (solution.game, solution.method, solution.proof) != (game, method, proof):
            raise ValueError("the game, the method or the proof does not match the contained solution of RiskOrSafety")
        return solution

    def value_at(self, position: Any, progress: Progress | None = None) -> Rational:
        """Return the exact probability that the player to toss wins."""
        return self.by_heads.value_at(position, progress)

    def move_values(self, position: Any, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the exact values of tossing and, with open points, of banking."""
        position = self.game.position(position)
        a = position[0]
        larger_heads = self._list_useful_heads(position)
        values = self.by_heads.values_of(position, [*([a] if a else []), *larger_heads], progress)
        by_move: dict[Move, Rational] = {TOSS: max(values[heads] for heads in larger_heads)}
        return by_move | ({BANK: values[a]} if a else {})

    def _list_useful_heads(self, position: Any) -> Sequence[int]:
        """Return numbers of heads above the number of open points, including a best one."""
        return range(position[0] + 1, self.by_heads.game.needs(position)[0] + 1)

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """Return all best moves: both if their values are exactly equal."""
        position = self.game.position(position)
        best = self.by_heads.best_moves_at(position)
        return frozenset(TOSS if heads != position[0] else BANK for heads in best)

    def tables(self) -> Sequence[Table]:
        """Return the tables of the solution of `RiskOrSafety`."""
        return self.by_heads.tables()


@dataclass(frozen=True, eq=False)
class LargeCoinByCoinSolution(CoinByCoinSolution):
    """The solution of `CoinByCoin` for large targets, at all positions; values are computed on request.

    `by_heads` has proved moves only on the best path. Off this path, that is, with more open points than any best
    number of heads, floats with an error bound exclude all but a few numbers of heads, which are compared exactly.
    """

    by_heads: LargeTargetSolution

    proof_type = PairsProof

    def value_at(self, position: Any, progress: Progress | None = None) -> Rational:
        """Return the exact probability that the player to toss wins."""
        if self._on_path(position):
            return self.by_heads.value_at(position, progress)
        return max(self.move_values(position, progress).values())

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """Return all best moves: both if their values are exactly equal."""
        if self._on_path(position):
            return super().best_moves_at(position)
        values = self.move_values(position)
        best = max(values.values())
        return frozenset(move for move, value in values.items() if value == best)

    def _on_path(self, position: Any) -> bool:
        return bool(self.game.position(position)[0] <= max(self._best_heads(position)))

    def _best_heads(self, position: Any) -> frozenset[Any]:
        """Return the best numbers of heads at the start of the turn."""
        return self.by_heads.best_moves_at(self.game.position(position)._replace(open=0))

    def _list_useful_heads(self, position: Any) -> Sequence[int]:
        a, game = position.open, self.by_heads.game
        best_heads = [heads for heads in self._best_heads(position) if heads > a]
        if best_heads:  # p^(k-a) times the gain from k heads is largest for the same k at every a < k
            return best_heads[:1]
        i, j = game.needs(position)
        turns, error = self._floats[1 - position.seat], self._error
        heads = np.arange(a + 1, i + 1)
        banked = np.append(1 - turns[j - 1, i - 1 - heads[:-1]], 1.0)  # i heads win the game
        share = float(game.heads) ** (heads - a)
        gain = share * (banked - (1 - turns[j - 1, i - 1]))
        wrong = share * (2 * error + 2 * (heads + 8) * 2.0**-53) + np.finfo(float).tiny
        left: list[int] = heads[gain + wrong >= (gain - wrong).max()].tolist()
        return left

    @cached_property
    def _floats(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The float64 odds of the player to toss at the start of a turn: a table by needs for each seat."""
        return compute_odds_at_needs(self.by_heads.coins(0), self.by_heads.coins(1), float(self.by_heads.game.heads))

    @cached_property
    def _error(self) -> float:
        return bound_odds_error(self.by_heads.coins(0), self.by_heads.coins(1), float(self.by_heads.game.heads))


def solve_coin_by_coin(game: RiskOrSafety, run: Run = Run()) -> CoinByCoinSolution:
    """Solve Risk or Safety with the moves toss and bank."""
    large = max(game.target, game.opponent_target) > MAX_ALL
    return convert_solution(solve_moves(game, run) if large else solve(game, run))


def convert_solution(solution: Any) -> CoinByCoinSolution:
    """Return the solution with the moves toss and bank that corresponds to a solution of `RiskOrSafety`."""
    kind = LargeCoinByCoinSolution if isinstance(solution, LargeTargetSolution) else CoinByCoinSolution
    return kind(CoinByCoin(solution.game), solution.method, solution.proof, solution)
