"""The rules of Two-dice Pig: a single 1 loses the turn, two 1s lose all points; the first to the target wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..exact.distributions import count_sums
from ..game import Outcome, SeatedGame, check_move
from ..parameters import show, whole

# Exact values at every position take 0.8 s for a target of 20, 15 s for 40 and 100 s for 50. From 40 on, the time grows
# with about the ninth power of the target, because all reachable positions form one component.
_MAX_TARGET = 50

_SNAKE_EYES, _ONE = mpq(1, 36), mpq(10, 36)
# Sums of two dice without a 1: those of two dice with faces 1 to 5, plus one for each die.
_SUMS = tuple((2 + total, mpq(count, 36)) for total, count in enumerate(count_sums(2, 5, 10)) if count)


class TwoDiceTurn(NamedTuple):
    """A position: the player to move rolls, or holds."""

    turn_total: int  # points that the player to move has rolled in this turn and not yet saved; 0 before the first roll
    saved: int  # saved points of the player to move
    opponent_saved: int  # saved points of the opponent
    # 0 if the player who moved first is to move, 1 if the other is. A position has the same value for both.
    seat: int = 0


@dataclass(frozen=True)
class TwoDicePig(SeatedGame):
    """Two-dice Pig: roll two dice as long as you dare, and hold to save your points; the first to `target` points wins.

    A single 1 loses the turn total and the turn; two 1s also lose the saved points. Any other roll adds to the turn
    total, after which the player holds (saves the turn total and passes the turn) or rolls again. Each turn begins with
    a roll. A player whose saved points and turn total add up to at least `target` wins at once.

    Because saved points can be lost, play can always return to the start: all reachable positions form one component.

    Parameters
    ----------
    target : int
        Points to win, from 1 to 50; exact values for larger targets would take minutes to hours.

    See Also
    --------
    Pig : A similar game with one die.

    References
    ----------
    J. Scarne, Scarne on Dice, 1945; T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25
    (2004), which lists Two-dice Pig among the variants of Pig.

    Examples
    --------
    >>> game = TwoDicePig(target=30)
    >>> game.outcomes((0, 10, 20, 0), "roll")[1]
    Outcome(probability=mpq(5,18), position=TwoDiceTurn(turn_total=0, saved=20, opponent_saved=10, seat=1), payoff=None)
    """

    target: int = whole("Points to win", maximum=_MAX_TARGET)

    name: ClassVar[str] = "two-dice-pig"
    position_type: ClassVar[type[Any]] = TwoDiceTurn

    def impossible(self, position: TwoDiceTurn) -> str:
        """Return why a position is impossible, or an empty string if it is possible."""
        total, saved, opponent_saved, seat = position
        if min(total, saved) >= 0 and total + saved < self.target > opponent_saved >= 0 and seat in (0, 1):
            return ""
        return (
            f"turn total and saved must be at least 0 and add up to less than {show(self.target)}, "
            f"the opponent's saved points must be from 0 to {show(self.target - 1)}, and the seat 0 or 1"
        )

    def moves(self, position: Any) -> tuple[str, ...]:
        """Return ``"roll"`` and, if there are points to save, ``"hold"``."""
        return self._moves(self.position(position))

    def _moves(self, here: TwoDiceTurn) -> tuple[str, ...]:
        return ("roll", "hold") if here.turn_total else ("roll",)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcome of holding, or those of a roll: two 1s, a single 1, and each sum; all wins are merged."""
        here: TwoDiceTurn = self.position(position)
        total, saved, other, seat = here
        if check_move(move, self._moves(here), position) == "hold":
            return [Outcome(mpq(1), TwoDiceTurn(0, other, saved + total, 1 - seat))]
        outcomes = [
            Outcome(_SNAKE_EYES, TwoDiceTurn(0, other, 0, 1 - seat)),
            Outcome(_ONE, TwoDiceTurn(0, other, saved, 1 - seat)),
        ]
        won = mpq(0)
        for points, chance in _SUMS:
            if saved + total + points >= self.target:
                won += chance
            else:
                outcomes.append(Outcome(chance, TwoDiceTurn(total + points, saved, other, seat)))
        return outcomes if won == 0 else [*outcomes, Outcome(won, payoff=mpq(1 - seat))]
