"""Risk or Safety as people play it: toss or bank, coin by coin, instead of a number of heads told beforehand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ..game import Game, Move, Outcome, Rational
from ..games.risk_or_safety import RiskOrSafety, Toss
from ..runtime.executors import Progress
from ..solution import Solution, Table

TOSS, BANK = "toss", "bank"


@dataclass(frozen=True)
class CoinByCoin(Game):
    """Risk or Safety with the moves toss and bank; positions and odds are those of the game told by heads to go for.

    Parameters
    ----------
    told : RiskOrSafety
        The rules.

    Examples
    --------
    >>> game = CoinByCoin(RiskOrSafety(target=3))
    >>> game.moves(game.start), game.moves((1, 0, 0))
    (('toss',), ('bank', 'toss'))
    >>> game.outcomes((1, 0, 0), "toss")[0]
    Outcome(probability=mpq(1,2), position=Toss(open=2, saved=0, opponent_saved=0, seat=0), payoff=None)
    """

    told: RiskOrSafety

    name: ClassVar[str] = "risk-or-safety"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Those of the game."""
        return self.told.parameters

    @property
    def start(self) -> Toss:
        """Nobody has a point; seat 0 tosses."""
        return self.told.start

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        return self.told.seat(position)

    def moves(self, position: Any) -> tuple[str, ...]:
        """Toss; or, with open points, bank them first of all."""
        self.told.needs(position)
        return (BANK, TOSS) if position[0] else (TOSS,)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Banked; or heads, then tails.

        Raises
        ------
        ValueError
            The move is not legal here.
        """
        legal = self.moves(position)
        if move not in legal:
            raise ValueError(f"move {move!r} at {tuple(position)}: allowed are {' and '.join(legal)}")
        here = Toss(*position)
        if move == BANK:
            return self.told.outcomes(here, here.open)
        needed, _ = self.told.needs(here)
        if here.open + 1 == needed:
            return self.told.outcomes(here, needed)
        tails = Toss(0, here.opponent_saved, here.saved, 1 - here.seat)
        return [Outcome(self.told.heads, here._replace(open=here.open + 1)), Outcome(1 - self.told.heads, tails)]


@dataclass(frozen=True, eq=False)
class CoinByCoinSolution(Solution):
    """The answer to `CoinByCoin`, read off the answer to Risk or Safety.

    Attributes
    ----------
    told : Solution
        The answer by heads to go for. To toss again is worth what the best larger number of heads is worth.

    Examples
    --------
    >>> import trueodds
    >>> solution = coin_by_coin(trueodds.solve(trueodds.RiskOrSafety(target=3)))
    >>> solution.value, solution.move_values((1, 0, 0))
    (mpq(6,11), {'bank': mpq(7,11), 'toss': mpq(61,99)})
    """

    told: Solution

    def value_at(self, position: Any, progress: Progress | None = None) -> Rational:
        """Exact probability that the player to toss wins."""
        return self.told.value_at(position, progress)

    def move_values(self, position: Any, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """What it is worth to bank, if points are open, and to toss."""
        values: Mapping[Any, Rational] = self.told.move_values(position, progress)
        found: dict[Move, Rational] = {BANK: values[position[0]]} if position[0] else {}
        return found | {TOSS: max(value for heads, value in values.items() if heads > position[0])}

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """All best moves: both if they are exactly worth the same."""
        best = self.told.best_moves_at(position)
        return frozenset(TOSS if heads != position[0] else BANK for heads in best)

    def tables(self) -> Sequence[Table]:
        """Those of the game."""
        return self.told.tables()


def coin_by_coin(solution: Solution) -> CoinByCoinSolution:
    """The answer to Risk or Safety for those who toss coin by coin."""
    game: Any = solution.game
    return CoinByCoinSolution(CoinByCoin(game), solution.method, solution.proof, solution)
