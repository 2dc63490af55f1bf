"""The rules of Two coins (a Riddler puzzle): one player, two coins, a score to reach in so many flips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Game, Outcome
from ..parameters import probability, readable_number, whole_number


class Flip(NamedTuple):
    """A position: the player is to choose a coin and flip it.

    Attributes
    ----------
    flips : int
        Flips done.
    score : int
        The score so far.
    """

    flips: int
    score: int


@dataclass(frozen=True, init=False)
class TwoCoins(Game):
    """Two coins: before each flip choose coin A or B; heads wins its value, tails loses it; the final score decides.

    There is one player, seat 0, who wins if the final score is at least the threshold.

    Parameters
    ----------
    flips : int
        Flips in a game, from 1.
    heads_a, heads_b : rational
        Probabilities of heads: Fraction, mpq or text such as ``"2/5"``.
    value_a, value_b : int
        What the coins are worth, from 1.
    threshold : int
        The least final score that wins, from -flips × the larger value (always won) to flips × the larger value.

    Raises
    ------
    TypeError, ValueError
        With the value that was wrong and what is allowed.

    Examples
    --------
    >>> game = TwoCoins(flips=2)
    >>> game.outcomes(game.start, "B")[0]
    Outcome(probability=mpq(1,2), position=Flip(flips=1, score=2), payoff=None)
    """

    flips: int
    heads_a: Any
    heads_b: Any
    value_a: int
    value_b: int
    threshold: int

    name: ClassVar[str] = "two-coins"

    def __init__(
        self,
        flips: int = 100,
        heads_a: object = "1/2",
        heads_b: object = "1/2",
        value_a: int = 1,
        value_b: int = 2,
        threshold: int = 1,
    ) -> None:
        object.__setattr__(self, "flips", whole_number("flips", flips))
        object.__setattr__(self, "heads_a", probability("heads_a", heads_a))
        object.__setattr__(self, "heads_b", probability("heads_b", heads_b))
        object.__setattr__(self, "value_a", whole_number("value_a", value_a))
        object.__setattr__(self, "value_b", whole_number("value_b", value_b))
        most = self.flips * max(self.value_a, self.value_b)
        threshold = whole_number("threshold", threshold, -most)
        if threshold > most:
            raise ValueError(
                f"threshold must be a whole number from {readable_number(-most)} to {readable_number(most)}, "
                f"not {readable_number(threshold)}"
            )
        object.__setattr__(self, "threshold", threshold)

    @property
    def parameters(self) -> Mapping[str, object]:
        """The number of flips, and what differs from fair coins worth 1 and 2 and a positive score."""
        known: dict[str, object] = {"flips": self.flips}
        if self.heads_a != mpq(1, 2):
            known["heads_a"] = str(self.heads_a)
        if self.heads_b != mpq(1, 2):
            known["heads_b"] = str(self.heads_b)
        known |= {
            name: getattr(self, name)
            for name, usual in (("value_a", 1), ("value_b", 2), ("threshold", 1))
            if getattr(self, name) != usual
        }
        return known

    @property
    def start(self) -> Flip:
        """No flip is done."""
        return Flip(0, 0)

    def seat(self, position: Any) -> int:
        """Seat 0, always: there is nobody else."""
        return 0

    def position(self, position: Any) -> Flip:
        """Check a position.

        The score may be any that is not too large for the flips done, whether or not the coins can reach it.

        Raises
        ------
        ValueError
            Not a position of this game.
        """
        if not (isinstance(position, tuple) and len(position) == 2 and all(type(part) is int for part in position)):
            raise ValueError(f"a position is (flips done, score) in whole numbers, not {position!r}")
        flips, score = position
        most = flips * max(self.value_a, self.value_b)
        if not (0 <= flips < self.flips and -most <= score <= most):
            raise ValueError(
                f"{tuple(position)} is no position: it needs 0 <= flips done < {self.flips}, "
                f"|score| <= {max(self.value_a, self.value_b)} x flips done"
            )
        return Flip(flips, score)

    def moves(self, position: Any) -> tuple[str, ...]:
        """Coin A or coin B."""
        self.position(position)
        return ("A", "B")

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Heads, then tails.

        Raises
        ------
        ValueError
            The move is not legal here.
        """
        at = self.position(position)
        if move not in ("A", "B"):
            raise ValueError(f"move {move!r} at {tuple(position)}: allowed are A and B")
        heads, value = (self.heads_a, self.value_a) if move == "A" else (self.heads_b, self.value_b)
        return [self._after(heads, at, at.score + value), self._after(1 - heads, at, at.score - value)]

    def _after(self, chance: Any, at: Flip, score: int) -> Outcome:
        """What follows a flip that brings the score."""
        if at.flips + 1 < self.flips:
            return Outcome(chance, Flip(at.flips + 1, score))
        return Outcome(chance, payoff=mpq(score >= self.threshold))
