"""The rules of Super Six (R. Jehn, 2021; OEIS A349697)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Game, Outcome
from ..parameters import whole_number

_HOLES = 5  # that hold a stick; the sixth goes through


class Sticks(NamedTuple):
    """A position.

    Attributes
    ----------
    mine, other : int
        Sticks of the player to move and of the opponent.
    filled : int
        Shallow holes of the lid that hold a stick, 0 to 5.
    rolled : bool
        Whether the player to move has rolled in this turn already, and so may stop.
    seat : int
        Whose turn it is.
    """

    mine: int
    other: int
    filled: int
    rolled: bool
    seat: int


@dataclass(frozen=True, init=False)
class SuperSix(Game):
    """Super Six: roll a die to get rid of your sticks; a lid has five shallow holes, and a sixth that goes through.

    A six: one of your sticks is gone for good. The number of an empty hole: it takes a stick of yours. The number of a
    filled hole: you get that stick, and your turn is over. As long as your turn is not over you roll again or stop, but
    each turn begins with a roll. Who has no stick left has won.

    Parameters
    ----------
    sticks : int
        Sticks of each player at the start, at least 1.
    lid : int
        Holes that are filled at the start, 0 to 5; 3 if left out.

    Raises
    ------
    TypeError, ValueError
        With the value that was wrong and what is allowed.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.solve(SuperSix(sticks=1)).value.numerator
    mpz(78307)
    """

    sticks: int
    lid: int

    name: ClassVar[str] = "super-six"

    def __init__(self, sticks: int, lid: int = 3) -> None:
        object.__setattr__(self, "sticks", whole_number("sticks", sticks))
        if whole_number("lid", lid, minimum=0) > _HOLES:
            raise ValueError(f"lid must be a whole number from 0 to {_HOLES}, not {lid}")
        object.__setattr__(self, "lid", int(lid))

    @property
    def parameters(self) -> Mapping[str, object]:
        """The sticks, and the lid if it is not 3."""
        return {"sticks": self.sticks} | ({"lid": self.lid} if self.lid != 3 else {})

    @property
    def start(self) -> Sticks:
        """Equal sticks; seat 0 has to roll."""
        return Sticks(self.sticks, self.sticks, self.lid, False, 0)

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        return self._checked(position).seat

    def moves(self, position: Any) -> tuple[str, ...]:
        """Roll, or stop if you have rolled in this turn."""
        return ("roll", "stop") if self._checked(position).rolled else ("roll",)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """A six, an empty hole, a filled hole; or the turn passes."""
        here = self._checked(position)
        if move not in self.moves(here):
            raise ValueError(f"move {move!r} at {tuple(here)}: allowed are {' and '.join(self.moves(here))}")
        mine, other, filled, _, seat = here
        if move == "stop":
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

    def _checked(self, position: Any) -> Sticks:
        mine, other, filled, rolled, seat = position
        if not (mine >= 1 and other >= 1 and 0 <= filled <= _HOLES and rolled in (0, 1) and seat in (0, 1)):
            raise ValueError(
                f"{tuple(position)} is no position: sticks must be at least 1, filled 0 to {_HOLES}, rolled and "
                f"seat 0 or 1"
            )
        return Sticks(mine, other, filled, bool(rolled), seat)
