"""The rules of Coinball (a Riddler puzzle): call a toss for the points of a rush or a pass; the higher score wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Outcome, SeatedGame, check_move
from ..parameters import choice, seat, show, whole

OPPONENTS = ("optimal", "always-rush", "always-pass")


class Call(NamedTuple):
    """A position: the player to move calls a toss."""

    tosses: int  # tosses done by both players together
    lead: int  # points of the player to call minus those of the opponent; only this difference matters
    seat: int  # the seat of the player to call: 0 (the first player) after an even number of tosses, otherwise 1


@dataclass(frozen=True)
class Coinball(SeatedGame):
    """Coinball: players take turns to call a fair coin toss. The higher final score wins; a draw counts as one half.

    The player to call chooses "rush" or "pass", and calls heads or tails. A right call wins the points of that rush or
    pass; a wrong call gives them to the opponent.

    Parameters
    ----------
    tosses : int
        Number of tosses of both players together, at least 1; 100 by default. If it is odd, the first player has one
        more.
    rush, pass_points : int
        The points of a rush and of a pass, at least 1; 1 and 2 by default.
    opponent : {"optimal", "always-rush", "always-pass"}
        The strategy of the opponent of `value_seat`, by default "optimal". A fixed opponent has only one legal move.
    value_seat : int
        The seat whose odds are computed: 0 (default) for the player who moves first, or 1.

    See Also
    --------
    TwoCoins : One player who chooses between two coins.

    References
    ----------
    Coinball, a puzzle in the column The Riddler, FiveThirtyEight.

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

    tosses: int = whole("Tosses of both players together", 100, always=True)
    rush: int = whole("Points of a rush", 1)
    pass_points: int = whole("Points of a pass", 2)
    opponent: str = choice("Strategy of the opponent", OPPONENTS)
    value_seat: int = seat("Your seat, whose odds are computed", option="seat")

    name: ClassVar[str] = "coinball"
    position_type: ClassVar[type[Any]] = Call

    @property
    def min_positions(self) -> int:
        """A lower bound; with the default points, it covers most positions.

        A toss can change the lead in four ways if both moves are legal and differ in points, otherwise in two. If k
        sets contain m numbers in all, then adding one number from each set gives at least m - k + 1 different sums. If
        each set contains the changes that one toss makes, this is a lower bound on the number of leads after k tosses.
        """
        first, second = (
            3 if len(self._moves(Call(0, 0, seat))) == 2 and self.rush != self.pass_points else 1 for seat in (0, 1)
        )
        return self.tosses + first * (self.tosses**2 // 4) + second * ((self.tosses - 1) ** 2 // 4)

    def impossible(self, position: Call) -> str:
        """Return why a position is impossible, or an empty string if it is possible."""
        tosses, lead, seat = position
        points = max(self.rush, self.pass_points)
        if 0 <= tosses < self.tosses and abs(lead) <= tosses * points and seat == tosses % 2:
            return ""
        return (
            f"tosses done must be from 0 to {show(self.tosses - 1)}, the lead from -{show(points)} to {show(points)} "
            "times the tosses done, and the seat 0 after an even number of tosses, otherwise 1"
        )

    def moves(self, position: Any) -> tuple[str, ...]:
        """Return ``"rush"`` and ``"pass"``, or the only move of a fixed opponent."""
        return self._moves(self.position(position))

    def _moves(self, call: Call) -> tuple[str, ...]:
        if self.opponent == "optimal" or call.seat == self.value_seat:
            return ("rush", "pass")
        return (self.opponent.removeprefix("always-"),)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcomes of a right call and of a wrong call, each with probability 1/2."""
        call: Call = self.position(position)
        points = self.rush if check_move(move, self._moves(call), position) == "rush" else self.pass_points
        return [self._after(call, call.lead + points), self._after(call, call.lead - points)]

    def _after(self, call: Call, lead: int) -> Outcome:
        """Return the outcome if the player who called leads by `lead` after the toss."""
        if call.tosses + 1 < self.tosses:
            return Outcome(mpq(1, 2), Call(call.tosses + 1, -lead, 1 - call.seat))
        if lead == 0:
            return Outcome(mpq(1, 2), payoff=mpq(1, 2))
        return Outcome(mpq(1, 2), payoff=mpq((lead > 0) == (call.seat == 0)))
