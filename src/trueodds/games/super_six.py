"""The rules of Super Six (R. Jehn, 2021; OEIS A349697)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Outcome, SeatedGame, check_move
from ..parameters import whole

_HOLES = 5  # holes that keep a stick; the sixth goes through


class Sticks(NamedTuple):
    """A position: the player to move rolls, or stops."""

    mine: int  # sticks of the player to move
    other: int  # sticks of the opponent
    filled: int  # shallow holes of the lid that hold a stick, 0 to 5
    rolled: bool  # whether the player to move has already rolled in this turn and may therefore stop
    seat: int  # the seat of the player to move


@dataclass(frozen=True)
class SuperSix(SeatedGame):
    """Super Six: roll a die to get rid of your sticks; a lid has five shallow holes, and a sixth that goes through.

    A six removes one of your sticks for good. The number of an empty hole puts one of your sticks into it. The number
    of a filled hole gives you its stick and ends your turn. Otherwise you roll again or stop. Each turn begins with a
    roll. The first player without sticks wins.

    Parameters
    ----------
    sticks : int
        Sticks of each player at the start, at least 1.
    lid : int
        Holes that are filled at the start, 0 to 5; 3 by default.

    See Also
    --------
    solve : Solve the game.

    References
    ----------
    OEIS Foundation, A349697, https://oeis.org/A349697 (R. Jehn, 2021).

    Examples
    --------
    >>> import trueodds
    >>> trueodds.solve(trueodds.SuperSix(sticks=1)).value.numerator
    mpz(78307)
    """

    sticks: int = whole("Sticks of each player, from 1", always=True)
    lid: int = whole("Holes filled at the start, 0 to 5", 3, minimum=0, maximum=_HOLES)

    name: ClassVar[str] = "super-six"
    position_type: ClassVar[type[Any]] = Sticks

    @property
    def start(self) -> Sticks:
        """The start: both players have the same number of sticks, and seat 0 has to roll."""
        return Sticks(self.sticks, self.sticks, self.lid, False, 0)

    @property
    def min_positions(self) -> int:
        """A lower bound: about half of all positions if there are many sticks.

        Let n be `sticks`. Because sticks move between the players, nearly all pairs of stick counts up to a sum of 2 n
        occur: about 2 n² pairs. Each occurs with 0 to 5 filled holes, before and after a roll, and with either player
        to move. The total is about 48 n².
        """
        return 24 * self.sticks * max(self.sticks - 2, 0)

    def impossible(self, position: Sticks) -> str:
        """Return why a position is impossible, or an empty string if it is possible."""
        mine, other, filled, _, seat = position
        if mine >= 1 and other >= 1 and 0 <= filled <= _HOLES and seat in (0, 1):
            return ""
        return f"sticks must be at least 1, filled from 0 to {_HOLES}, rolled False or True, and the seat 0 or 1"

    def moves(self, position: Any) -> tuple[str, ...]:
        """Return ``"roll"`` and, after a roll in this turn, ``"stop"``."""
        return self._moves(self.position(position))

    def _moves(self, here: Sticks) -> tuple[str, ...]:
        return ("roll", "stop") if here.rolled else ("roll",)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcome of stopping, or those of a roll: a six, an empty hole, a filled hole; wins are merged."""
        here: Sticks = self.position(position)
        mine, other, filled, _, seat = here
        if check_move(move, self._moves(here), position) == "stop":
            return [Outcome(mpq(1), Sticks(other, mine, filled, False, 1 - seat))]
        if mine == 1:
            left = [Outcome(mpq(1 + _HOLES - filled, 6), payoff=mpq(1 - seat))]
        else:
            left = [Outcome(mpq(1, 6), Sticks(mine - 1, other, filled, True, seat))]
            if filled < _HOLES:
                left.append(Outcome(mpq(_HOLES - filled, 6), Sticks(mine - 1, other, filled + 1, True, seat)))
        if filled:
            left.append(Outcome(mpq(filled, 6), Sticks(other, mine + 1, filled - 1, False, 1 - seat)))
        return left
