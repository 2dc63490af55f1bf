"""The rules of The Race (Project Euler, problem 232)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Game, Outcome, whole_number

_HALF = mpq(1, 2)


class Standing(NamedTuple):
    """A position.

    Attributes
    ----------
    first, second : int
        Points of the two players.
    seat : int
        0: the first player is to toss; 1: the second is to name a number.
    """

    first: int
    second: int
    seat: int


@dataclass(frozen=True, init=False)
class TheRace(Game):
    """The Race: the first player tosses a coin once a turn, heads is a point; the second names how many tosses to risk.

    The second player names T, tosses T times, and gets 2^(T-1) points if all are heads, else none. Who first has
    `target` points wins; the first player begins. The odds asked for are the second player's, who alone has a choice.
    The legal T are 1 up to the smallest that is enough to win: more tosses would win no more and succeed less often.

    Parameters
    ----------
    target : int
        Points to win, at least 1.

    Raises
    ------
    TypeError, ValueError
        With the value that was wrong and what is allowed.

    Examples
    --------
    >>> import trueodds
    >>> trueodds.solve(TheRace(target=2)).value
    mpq(71,135)
    """

    target: int

    name: ClassVar[str] = "the-race"

    def __init__(self, target: int = 100) -> None:
        object.__setattr__(self, "target", whole_number("target", target))

    @property
    def parameters(self) -> Mapping[str, object]:
        """The target."""
        return {"target": self.target}

    @property
    def start(self) -> Standing:
        """Nobody has a point; the first player tosses."""
        return Standing(0, 0, 0)

    @property
    def value_seat(self) -> int:
        """The second player's odds."""
        return 1

    def seat(self, position: Any) -> int:
        """Whose turn it is."""
        return self._checked(position).seat

    def moves(self, position: Any) -> range:
        """How many tosses: 1 for the first player; 1 up to enough to win for the second."""
        here = self._checked(position)
        return range(1, 2 if here.seat == 0 else (self.target - here.second - 1).bit_length() + 2)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """All heads: the points count; else the turn passes without."""
        here = self._checked(position)
        if move not in self.moves(here):
            raise ValueError(f"move {move!r} at {tuple(here)}: allowed are 1 to {self.moves(here)[-1]} tosses")
        chance = _HALF**move
        missed = Outcome(1 - chance, here._replace(seat=1 - here.seat))
        first, second = (here.first + 1, here.second) if here.seat == 0 else (here.first, here.second + 2 ** (move - 1))
        if max(first, second) >= self.target:
            return [Outcome(chance, payoff=mpq(1 - here.seat)), missed]
        return [Outcome(chance, Standing(first, second, 1 - here.seat)), missed]

    def _checked(self, position: Any) -> Standing:
        first, second, seat = position
        if not (0 <= first < self.target and 0 <= second < self.target and seat in (0, 1)):
            raise ValueError(
                f"{tuple(position)} is no position: both scores must be from 0 to {self.target - 1}, the seat 0 or 1"
            )
        return Standing(first, second, seat)
