"""Risk or Safety as people play it: toss or bank, coin by coin, instead of a number of heads named beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ..game import Game, Outcome
from .risk_or_safety import RiskOrSafety, Toss

TOSS, BANK = "toss", "bank"


@dataclass(frozen=True)
class CoinByCoin(Game):
    """Risk or Safety with the moves toss and bank; positions and odds are those of the game by heads to go for.

    Parameters
    ----------
    by_heads : RiskOrSafety
        The rules.

    Examples
    --------
    >>> game = CoinByCoin(RiskOrSafety(target=3))
    >>> game.moves(game.start), game.moves((1, 0, 0))
    (('toss',), ('bank', 'toss'))
    >>> game.outcomes((1, 0, 0), "toss")[0]
    Outcome(probability=mpq(1,2), position=Toss(open=2, saved=0, opponent_saved=0, seat=0), payoff=None)
    """

    by_heads: RiskOrSafety

    name: ClassVar[str] = "risk-or-safety"

    @property
    def parameters(self) -> Mapping[str, object]:
        """Those of the game."""
        return self.by_heads.parameters

    @property
    def start(self) -> Toss:
        """Nobody has a point; seat 0 tosses."""
        return self.by_heads.start

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        return self.by_heads.seat(position)

    def moves(self, position: Any) -> tuple[str, ...]:
        """Toss; or, with open points, bank them first of all."""
        self.by_heads.needs(position)
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
            return self.by_heads.outcomes(here, here.open)
        needed, _ = self.by_heads.needs(here)
        if here.open + 1 == needed:
            return self.by_heads.outcomes(here, needed)
        tails = Toss(0, here.opponent_saved, here.saved, 1 - here.seat)
        return [
            Outcome(self.by_heads.heads, here._replace(open=here.open + 1)),
            Outcome(1 - self.by_heads.heads, tails),
        ]
