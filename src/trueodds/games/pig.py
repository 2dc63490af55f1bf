"""The rules of Pig (J. Scarne, 1945), in the form that T. Neller and C. Presser solved in floats (2004)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Outcome, check_move
from ..parameters import whole
from .two_targets import PAYOFFS, TwoTargets


class Turn(NamedTuple):
    """A position: the player to move rolls, or holds."""

    turn_total: int  # points that the player to move has rolled in this turn and not yet saved
    saved: int  # saved points of the player to move
    opponent_saved: int  # saved points of the opponent
    # 0 if the first player is to move, otherwise 1. With equal targets, the mover's odds are the same for both seats.
    seat: int = 0


_SURE = mpq(1)


@lru_cache(maxsize=1024)
def _share(faces: int, sides: int) -> Any:
    """Return the probability that a die with `sides` sides shows one of `faces` particular faces."""
    return mpq(faces, sides)


@dataclass(frozen=True)
class Pig(TwoTargets):
    """Pig: roll a die as long as you dare, and hold to save your points; the first to `target` points wins.

    A 1 loses the turn total and the turn. Any other face is added to the turn total, after which the player holds
    (saves the turn total and passes the turn) or rolls again. Each turn begins with a roll. A player whose saved points
    and turn total add up to at least their target wins at once, because holding would win.

    Every position in which nobody has won is valid, even one that no play reaches, such as one with a turn total of 1.

    Parameters
    ----------
    target : int, optional
        Points that the player who moves first needs, at least 1; 100 by default.
    sides : int, optional
        Sides of the die, all equally likely, at least 2; 6 by default.
    opponent_target : int, optional
        Points that the other player needs; `target` by default.

    See Also
    --------
    TwoDicePig : A similar game with two dice.
    RiskOrSafety : A similar game with a coin; heads is worth one point.

    References
    ----------
    T. W. Neller and C. G. M. Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 25, 2004, pages 25-47.

    Examples
    --------
    >>> game = Pig(target=10, sides=4)
    >>> game.moves(game.start), game.moves((2, 0, 0))
    (('roll',), ('roll', 'hold'))
    >>> game.outcomes((7, 1, 5), "roll")[-1]
    Outcome(probability=mpq(3,4), position=None, payoff=mpq(1,1))
    """

    target: int = whole("Points to win", 100, always=True)
    sides: int = whole("Sides of the die", 6, minimum=2)
    opponent_target: int = whole("Points that the player who moves second needs", same_as="target")

    name: ClassVar[str] = "pig"
    position_type: ClassVar[type[Any]] = Turn

    @property
    def min_positions(self) -> int:
        """A lower bound: with at least 3 sides, all saved scores from 2 up occur with all turn totals except 1."""
        if self.sides < 3:
            return 0
        scores, others = max(self.target - 3, 0), max(self.opponent_target - 3, 0)  # saved points: 2 to target - 2
        return scores * (scores + 1) // 2 * others + others * (others + 1) // 2 * scores

    def moves(self, position: Any) -> tuple[str, ...]:
        """Return ``"roll"`` and, if there are points to save, ``"hold"``."""
        return self._moves(self.position(position))

    def _moves(self, here: Turn) -> tuple[str, ...]:
        return ("roll", "hold") if here.turn_total else ("roll",)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcomes: holding or a 1 passes the turn; any other face adds points or wins."""
        here: Turn = self.position(position)
        total, saved, opponent_saved, seat = here
        if check_move(move, self._moves(here), position) == "hold":
            return [Outcome(_SURE, Turn(0, opponent_saved, saved + total, 1 - seat))]
        chance = _share(1, self.sides)
        outcomes = [Outcome(chance, Turn(0, opponent_saved, saved, 1 - seat))]
        left = self.targets(seat)[0] - saved - total
        for face in range(2, min(self.sides, left - 1) + 1):
            outcomes.append(Outcome(chance, Turn(total + face, saved, opponent_saved, seat)))
        winning = self.sides + 1 - max(2, left)
        if winning > 0:
            outcomes.append(Outcome(_share(winning, self.sides), None, PAYOFFS[seat]))
        return outcomes
