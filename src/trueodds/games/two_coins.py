"""The rules of Two coins (a Riddler puzzle): choose one of two coins for each flip; reach a minimum final score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq

from ..game import Game, Outcome, check_move
from ..parameters import chance, check_whole_number, show, whole


class Flip(NamedTuple):
    """A position: the player chooses a coin and flips it."""

    flips: int  # number of flips done
    score: int  # the score so far


@dataclass(frozen=True)
class TwoCoins(Game):
    """Two coins: choose A or B for each flip; heads wins the coin's value, tails loses it; the final score decides.

    There is one player, seat 0, who wins if the final score is at least the threshold.

    Parameters
    ----------
    flips : int
        The number of flips, at least 1; 100 by default.
    heads_a, heads_b : rational
        Probabilities of heads, strictly between 0 and 1: Fraction, mpq or text such as ``"2/5"``; 1/2 by default.
    value_a, value_b : int
        The values of the coins, at least 1; 1 and 2 by default.
    threshold : int
        The least final score that wins; 1 by default. Its absolute value must be at most `flips` times the value of
        the more valuable coin.

    See Also
    --------
    trueodds.two_coins.compute_curve : The value as a function of p, the probability of heads of coin A.
    Coinball : Two players who call tosses.

    References
    ----------
    Z. Wissner-Gross, Can You Flip Your Way To Victory?, The Riddler, FiveThirtyEight, 21 February 2020.
    L. Lessard, Flipping your way to victory, 2020,
    https://laurentlessard.com/bookproofs/flipping-your-way-to-victory/.

    Examples
    --------
    >>> game = TwoCoins(flips=2)
    >>> game.outcomes(game.start, "B")[0]
    Outcome(probability=mpq(1,2), position=Flip(flips=1, score=2), payoff=None)
    """

    flips: int = whole("Flips in a game", 100, always=True)
    heads_a: Any = chance("Probability of heads of coin A, e.g. 2/5", "1/2", option="heads")
    heads_b: Any = chance("Probability of heads of coin B", "1/2")
    value_a: int = whole("Value of coin A", 1)
    value_b: int = whole("Value of coin B", 2)
    threshold: int = whole("The least final score that wins", 1, minimum=None)

    name: ClassVar[str] = "two-coins"
    position_type: ClassVar[type[Any]] = Flip

    def __post_init__(self) -> None:
        """Check the parameters; the bounds on the threshold depend on other parameters."""
        super().__post_init__()
        largest = self.flips * max(self.value_a, self.value_b)
        check_whole_number("threshold", self.threshold, -largest, largest)

    @property
    def start(self) -> Flip:
        """The start, before any flip."""
        return Flip(0, 0)

    @property
    def min_positions(self) -> int:
        """A lower bound: t flips lead to at least 3 t + 1 scores, as in Coinball, or t + 1 for coins of equal value."""
        steps = 3 if self.value_a != self.value_b else 1
        return self.flips + steps * self.flips * (self.flips - 1) // 2

    def impossible(self, position: Flip) -> str:
        """Return why a position is impossible, or an empty string if it is possible."""
        flips, score = position
        points = max(self.value_a, self.value_b)
        if 0 <= flips < self.flips and abs(score) <= flips * points:
            return ""
        limit, last = show(points), show(self.flips - 1)
        return f"flips done must be from 0 to {last}, and the score from -{limit} to {limit} times the flips done"

    def seat(self, position: Any) -> int:
        """Return 0, the seat of the only player."""
        self.position(position)
        return 0

    def moves(self, position: Any) -> tuple[str, ...]:
        """Return the coins, A and B."""
        self.position(position)
        return ("A", "B")

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcome of heads, then that of tails."""
        at: Flip = self.position(position)
        coin = check_move(move, ("A", "B"), position)
        heads, value = (self.heads_a, self.value_a) if coin == "A" else (self.heads_b, self.value_b)
        return [self._after(heads, at, at.score + value), self._after(1 - heads, at, at.score - value)]

    def _after(self, chance: Any, at: Flip, score: int) -> Outcome:
        """Return the outcome of a flip that leads to a score."""
        if at.flips + 1 < self.flips:
            return Outcome(chance, Flip(at.flips + 1, score))
        return Outcome(chance, payoff=mpq(score >= self.threshold))
