"""The rules of Hog, a dice game used in programming courses: choose how many dice to roll; first to the target wins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq, mpz

from ..exact.distributions import count_sums
from ..game import Outcome, SeatedGame, check_move
from ..parameters import show, whole

_MAX_DICE = 10


class Roll(NamedTuple):
    """A position: the player to move chooses a number of dice."""

    score: int  # points of the player to move
    opponent_score: int  # points of the opponent
    seat: int = 0  # 0 if the player who moved first is to move, 1 if the other is


@dataclass(frozen=True)
class Hog(SeatedGame):
    """Hog: choose how many dice to roll, from 0 to 10, and roll them together; the first to `target` points wins.

    The turn is worth the sum of the dice, or 1 if any die shows a 1. A turn without dice is worth one more than the
    largest digit of the opponent's score. Every turn gains at least one point, so no position repeats.

    Parameters
    ----------
    target : int
        Points to win, at least 1; 100 by default.

    See Also
    --------
    Greed : Another game whose moves are numbers of dice.

    References
    ----------
    J. DeNero and others, "The Game of Hog" (with more rules), a project of the course CS 61A, Berkeley.

    Examples
    --------
    >>> game = Hog()
    >>> game.outcomes((20, 47, 0), 0)
    [Outcome(probability=mpq(1,1), position=Roll(score=47, opponent_score=28, seat=1), payoff=None)]
    >>> [str(outcome.probability) for outcome in game.outcomes(game.start, 1)]
    ['1/6', '1/6', '1/6', '1/6', '1/6', '1/6']
    """

    target: int = whole("Points to win, from 1", 100, always=True)

    name: ClassVar[str] = "hog"
    position_type: ClassVar[type[Any]] = Roll

    def impossible(self, position: Roll) -> str:
        """Return why a position is impossible, or an empty string if it is possible."""
        score, opponent_score, seat = position
        if 0 <= score < self.target and 0 <= opponent_score < self.target and seat in (0, 1):
            return ""
        return f"both scores must be from 0 to {show(self.target - 1)}, and the seat 0 or 1"

    def moves(self, position: Any) -> range:
        """Return the numbers of dice: 0 to 10."""
        self.position(position)
        return range(_MAX_DICE + 1)

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcomes in increasing order of the points gained; all wins together form the last outcome."""
        here: Roll = self.position(position)
        dice = check_move(move, range(_MAX_DICE + 1), position)
        outcomes, won = [], mpq(0)
        for points, chance in _list_points(dice) if dice else ((count_free_points(here.opponent_score), mpq(1)),):
            if here.score + points >= self.target:
                won += chance
            else:
                outcomes.append(Outcome(chance, Roll(here.opponent_score, here.score + points, 1 - here.seat)))
        return outcomes if won == 0 else [*outcomes, Outcome(won, payoff=mpq(1 - here.seat))]

    @property
    def min_positions(self) -> int:
        """A lower bound: all pairs of scores of at least target // 60 + 2, with either player to move.

        In k turns, a player can gain any number of points from k to 60 k.
        """
        return 2 * max(self.target - self.target // 60 - 2, 0) ** 2


def count_free_points(opponent_score: int) -> int:
    """Return the points of a turn without dice: one more than the largest digit of the opponent's score.

    Examples
    --------
    >>> count_free_points(0), count_free_points(47), count_free_points(91)
    (1, 8, 10)
    """
    return 1 + max(map(int, str(opponent_score)))


@lru_cache(maxsize=_MAX_DICE)
def _list_points(dice: int) -> tuple[tuple[int, Any], ...]:
    """Return the pairs (points, probability) for a roll: 1 point if any die shows 1, then the sums of faces 2 to 6."""
    rolls = mpz(6) ** dice
    sums = count_sums(dice, 5, 5 * dice)  # sums of faces 1 to 5; each die shows one more
    sums_without_ones = ((dice + total, mpq(count, rolls)) for total, count in enumerate(sums) if count)
    return ((1, 1 - mpq(5, 6) ** dice), *sums_without_ones)
