"""The rules of Coinball (a Riddler puzzle): call a toss, for a rush's points or a pass's; the higher score wins."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Game, Outcome
from ..parameters import whole_number

OPPONENTS = ("optimal", "always-rush", "always-pass")


class Call(NamedTuple):
    """A position: somebody is to call a toss.

    Attributes
    ----------
    tosses : int
        Tosses done by both players together.
    lead : int
        Points of the player to call less points of the opponent; only this difference matters.
    seat : int
        Who calls: 0, the player who went first, after an even number of tosses, else 1.
    """

    tosses: int
    lead: int
    seat: int


@dataclass(frozen=True, init=False)
class Coinball(Game):
    """Coinball: players take turns to call a fair coin; after all tosses the higher score wins, a draw counts one half.

    The player to call says "rush" or "pass" and heads or tails. A right call wins the points of a rush or of a pass, a
    wrong one gives them to the opponent.

    Parameters
    ----------
    tosses : int
        Tosses of both players together, from 1; if odd, the player who goes first calls once more than the other.
    rush, pass_points : int
        The points, from 1.
    opponent : {"optimal", "always-rush", "always-pass"}
        How the opponent of the player whose odds are asked plays. A fixed opponent has one legal move everywhere.
    value_seat : int
        Whose odds: 0, the player who moves first, or 1.

    Raises
    ------
    TypeError, ValueError
        With the value that was wrong and what is allowed.

    Examples
    --------
    >>> game = Coinball(tosses=2, opponent="always-rush")
    >>> game.moves(game.start)
    ('rush', 'pass')
    >>> game.outcomes(game.start, "pass")[0]
    Outcome(probability=mpq(1,2), position=Call(tosses=1, lead=-2, seat=1), payoff=None)
    >>> game.moves((1, -2, 1))
    ('rush',)
    """

    tosses: int
    rush: int
    pass_points: int
    opponent: str
    value_seat: int = 0

    name: ClassVar[str] = "coinball"

    def __init__(
        self, tosses: int = 100, rush: int = 1, pass_points: int = 2, opponent: str = "optimal", value_seat: int = 0
    ) -> None:
        object.__setattr__(self, "tosses", whole_number("tosses", tosses))
        object.__setattr__(self, "rush", whole_number("rush", rush))
        object.__setattr__(self, "pass_points", whole_number("pass_points", pass_points))
        object.__setattr__(self, "opponent", _one_of("opponent", opponent, OPPONENTS))
        if whole_number("value_seat", value_seat, minimum=0) > 1:
            raise ValueError(f"value_seat must be 0 or 1, not {value_seat}")
        object.__setattr__(self, "value_seat", operator.index(value_seat))

    @property
    def parameters(self) -> Mapping[str, object]:
        """The number of tosses, and what differs from the usual points, an optimal opponent and the first seat."""
        known: dict[str, object] = {"tosses": self.tosses}
        if self.rush != 1:
            known["rush"] = self.rush
        if self.pass_points != 2:
            known["pass_points"] = self.pass_points
        if self.opponent != "optimal":
            known["opponent"] = self.opponent
        if self.value_seat != 0:
            known["value_seat"] = self.value_seat
        return known

    @property
    def start(self) -> Call:
        """No toss is done; seat 0 calls."""
        return Call(0, 0, 0)

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        return int(Call(*position).seat)

    def position(self, position: Any) -> Call:
        """Check a position.

        The lead may be any that is not too large for the tosses done, whether or not these players could reach it.

        Raises
        ------
        ValueError
            Not a position of this game.
        """
        if not (isinstance(position, tuple) and len(position) == 3 and all(type(part) is int for part in position)):
            raise ValueError(f"a position is (tosses done, lead, seat) in whole numbers, not {position!r}")
        tosses, lead, seat = position
        most = tosses * max(self.rush, self.pass_points)
        if not (0 <= tosses < self.tosses and -most <= lead <= most and seat == tosses % 2):
            raise ValueError(
                f"{tuple(position)} is no position: it needs 0 <= tosses done < {self.tosses}, "
                f"|lead| <= {max(self.rush, self.pass_points)} x tosses done, seat 0 if these are even, else 1"
            )
        return Call(tosses, lead, seat)

    def moves(self, position: Any) -> tuple[str, ...]:
        """Rush and pass, or what a fixed opponent always says."""
        return self._moves(self.position(position))

    def _moves(self, call: Call) -> tuple[str, ...]:
        if self.opponent == "optimal" or call.seat == self.value_seat:
            return ("rush", "pass")
        return (self.opponent.removeprefix("always-"),)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """A right call, then a wrong one; each has probability one half.

        Raises
        ------
        ValueError
            The move is not legal here.
        """
        call = self.position(position)
        if move not in self._moves(call):
            raise ValueError(f"move {move!r} at {tuple(position)}: allowed are {' and '.join(self._moves(call))}")
        points = self.rush if move == "rush" else self.pass_points
        return [self._after(call, call.lead + points), self._after(call, call.lead - points)]

    def _after(self, call: Call, lead: int) -> Outcome:
        """What follows when the player who called leads by `lead` after the toss."""
        if call.tosses + 1 < self.tosses:
            return Outcome(mpq(1, 2), Call(call.tosses + 1, -lead, 1 - call.seat))
        if lead == 0:
            return Outcome(mpq(1, 2), payoff=mpq(1, 2))
        return Outcome(mpq(1, 2), payoff=mpq((lead > 0) == (call.seat == 0)))


def _one_of(name: str, value: object, allowed: tuple[str, ...]) -> str:
    """Check an option that has a few values."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one of {', '.join(allowed)}, not {value!r} ({type(value).__name__})")
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value[:60]!r}")
    return value
