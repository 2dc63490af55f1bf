"""The answer to Risk or Safety as people play it, toss or bank, read off the answer by heads to go for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...game import Move, Rational
from ...games.risk_or_safety import BANK, TOSS, CoinByCoin
from ...runtime.executors import Progress
from ...solution import Solution, Table


@dataclass(frozen=True, eq=False)
class CoinByCoinSolution(Solution):
    """The answer to `CoinByCoin`, read off the answer to Risk or Safety.

    Attributes
    ----------
    by_heads : Solution
        The answer by heads to go for. To toss again is worth what the best larger number of heads is worth.

    Examples
    --------
    >>> import trueodds
    >>> solution = coin_by_coin(trueodds.solve(trueodds.RiskOrSafety(target=3)))
    >>> solution.value, solution.move_values((1, 0, 0))
    (mpq(6,11), {'bank': mpq(7,11), 'toss': mpq(61,99)})
    """

    by_heads: Solution

    def value_at(self, position: Any, progress: Progress | None = None) -> Rational:
        """Exact probability that the player to toss wins."""
        return self.by_heads.value_at(position, progress)

    def move_values(self, position: Any, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """What it is worth to bank, if points are open, and to toss."""
        position = self.game.position(position)
        values: Mapping[Any, Rational] = self.by_heads.move_values(position, progress)
        found: dict[Move, Rational] = {BANK: values[position[0]]} if position[0] else {}
        return found | {TOSS: max(value for heads, value in values.items() if heads > position[0])}

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """All best moves: both if they are exactly worth the same."""
        position = self.game.position(position)
        best = self.by_heads.best_moves_at(position)
        return frozenset(TOSS if heads != position[0] else BANK for heads in best)

    def tables(self) -> Sequence[Table]:
        """Those of the game."""
        return self.by_heads.tables()


def coin_by_coin(solution: Solution) -> CoinByCoinSolution:
    """The answer to Risk or Safety for those who toss coin by coin."""
    game: Any = solution.game
    return CoinByCoinSolution(CoinByCoin(game), solution.method, solution.proof, solution)
