"""The rules of The Race (Project Euler, problem 232)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Outcome, SeatedGame, check_move
from ..parameters import show, whole
from .two_targets import PAYOFFS, compute_all_heads_probability

_HALF = mpq(1, 2)


class Standing(NamedTuple):
    """A position: the player to move tosses, or chooses a number of tosses."""

    first: int  # points of the player who moves first
    second: int  # points of the other player
    seat: int  # 0 if the first player is to toss, 1 if the second is to choose a number


@dataclass(frozen=True)
class TheRace(SeatedGame):
    """The Race: the first player tosses a coin once per turn for a point; the second chooses how many tosses to risk.

    The first player gets a point for heads. The second player chooses T, tosses T times, and gets 2^(T-1) points if all
    tosses are heads, otherwise none. Whoever reaches `target` points first wins; the first player begins. The value is
    the odds of the second player, the only one with a choice. T may be from 1 to the smallest number that is enough to
    win, because more tosses succeed less often and gain nothing.

    Parameters
    ----------
    target : int
        Points to win, at least 1; 100 by default.

    See Also
    --------
    RiskOrSafety : Another race to a target with a coin.

    References
    ----------
    Project Euler, problem 232, The Race, https://projecteuler.net/problem=232.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.solve(trueodds.TheRace(target=2)).value
    mpq(71,135)
    """

    target: int = whole("Points to win, from 1", 100, always=True)

    name: ClassVar[str] = "the-race"
    position_type: ClassVar[type[Any]] = Standing

    @property
    def value_seat(self) -> int:
        """The seat of the second player, whose odds are computed."""
        return 1

    @property
    def min_positions(self) -> int:
        """A lower bound: all pairs of scores, with either player to move, because a turn may gain one point or none."""
        return 2 * self.target**2

    def impossible(self, position: Standing) -> str:
        """Return why a position is impossible, or an empty string if it is possible."""
        first, second, seat = position
        if 0 <= first < self.target and 0 <= second < self.target and seat in (0, 1):
            return ""
        return f"both scores must be from 0 to {show(self.target - 1)}, and the seat 0 or 1"

    def moves(self, position: Any) -> range:
        """Return the legal numbers of tosses: 1 for the first player; for the second, 1 to the least that can win."""
        return self._moves(self.position(position))

    def _moves(self, here: Standing) -> range:
        return range(1, 2 + ((self.target - here.second - 1).bit_length() if here.seat else 0))

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcomes of all heads, which scores, and of a tail, which only passes the turn."""
        here: Standing = self.position(position)
        first, second, seat = here
        tosses = check_move(move, self._moves(here), position)
        success, failure = compute_all_heads_probability(_HALF, tosses)
        missed = Outcome(failure, Standing(first, second, 1 - seat))
        if seat:
            points = second = second + 2 ** (tosses - 1)
        else:
            points = first = first + 1
        if points >= self.target:
            return [Outcome(success, None, PAYOFFS[seat]), missed]
        return [Outcome(success, Standing(first, second, 1 - seat)), missed]
