"""The rules of Greed (C. Addis, 2023): roll any number of dice; the higher score that is not over the limit wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from gmpy2 import mpq, mpz

from ..exact.distributions import count_sums
from ..game import Outcome, SeatedGame, check_move
from ..parameters import show, whole


class GreedRoll(NamedTuple):
    """A position: the player to move chooses how many dice to roll."""

    score: int  # the score of the player to roll, from 0 to the limit
    opponent_score: int  # the score of the other player, from 0 to the limit
    last: bool = False  # whether this is the last turn of the game: the other player has rolled 0 dice
    # 0 if the player who moved first is to roll, 1 if the other is. A position has the same value for both.
    seat: int = 0


@dataclass(frozen=True)
class Greed(SeatedGame):
    """Greed: players take turns to roll dice and add them up; the higher score within the limit wins.

    Both players begin with 0 points. The player to roll chooses a number of dice, rolls them all at once and adds the
    sum to their score. A score over the limit loses. Rolling 0 dice calls the last turn: the other player rolls once
    more, any number of dice including 0, and the game is over. The higher score wins, and a draw counts as one half. A
    score over the limit also loses in the last turn.

    A move is the number of dice. The paper allows any number; here it is at most the points left, the limit minus the
    score. Rolling more always exceeds the limit and is worth nothing, while every position is worth more: with one die
    for each point left, the score reaches the limit if all dice show 1, and the other player can then at best draw.
    Therefore no move that could be best is excluded. A player at the limit can only roll 0 dice.

    Parameters
    ----------
    limit : int
        The score above which a player loses at once, at least 1; 100 by default.
    sides : int
        Sides of a die, numbered from 1 and all equally likely, at least 1; 6 by default.

    See Also
    --------
    Hog : Another game whose moves are numbers of dice.

    References
    ----------
    C. Addis, A Guide to Optimal Play in Greed, 2023.

    Examples
    --------
    >>> game = Greed(limit=10, sides=3)
    >>> game.moves((8, 9))
    range(0, 3)
    >>> game.outcomes((8, 9), 0)
    [Outcome(probability=mpq(1,1), position=GreedRoll(score=9, opponent_score=8, last=True, seat=1), payoff=None)]
    >>> game.outcomes((8, 9), 1)[1:]  # 10 points, or a score over the limit
    [Outcome(probability=mpq(1,3), position=GreedRoll(score=9, opponent_score=10, last=False, seat=1), payoff=None), \
Outcome(probability=mpq(1,3), position=None, payoff=mpq(0,1))]
    """

    limit: int = whole("The score above which a player loses at once", 100, always=True)
    sides: int = whole("Sides of a die", 6)

    name: ClassVar[str] = "greed"
    position_type: ClassVar[type[Any]] = GreedRoll

    @property
    def min_positions(self) -> int:
        """A lower bound that covers nearly all positions if the limit is large.

        If the first player has at least 2 points and the other at least 1, either may be about to roll, in a normal
        turn or in the last turn. A score grows by k if k dice are rolled and all show 1, so each score can be reached
        in one turn and, if it is at least 2, also in two turns.
        """
        return 4 * self.limit * max(self.limit - 1, 0)

    def impossible(self, position: GreedRoll) -> str:
        """Return why a position is impossible, or an empty string if it is possible."""
        score, other, _, seat = position
        if 0 <= score <= self.limit and 0 <= other <= self.limit and seat in (0, 1):
            return ""
        return f"scores must be from 0 to {show(self.limit)}, last False or True, and the seat 0 or 1"

    def moves(self, position: Any) -> range:
        """Return the legal numbers of dice: 0 to the limit minus the score."""
        here: GreedRoll = self.position(position)
        return range(self.limit - here.score + 1)

    def dice(self, position: Any, move: object) -> int:
        """Check a move and return it as an int."""
        dice: int = check_move(move, self.moves(position), position)
        return dice

    def outcomes(self, position: Any, move: Any) -> list[Outcome]:
        """Return the outcomes in increasing order of the new score; all scores over the limit form the last outcome.

        In the last turn, return the outcomes of a win, a draw and a loss, in this order. Omit impossible outcomes.
        """
        here: GreedRoll = self.position(position)
        dice = self.dice(position, move)
        score, other, last, seat = here
        if dice == 0 and not last:
            return [Outcome(mpq(1), GreedRoll(other, score, True, 1 - seat))]
        points_left = self.limit - score
        all_rolls = mpz(self.sides) ** dice
        counts = count_sums(dice, self.sides, self.limit)[: points_left + 1]
        ways = [(score + total, count) for total, count in enumerate(counts) if count]
        if not last:
            outcomes = [Outcome(mpq(count, all_rolls), GreedRoll(other, new, False, 1 - seat)) for new, count in ways]
            over = all_rolls - sum(count for _, count in ways)
            return outcomes + ([Outcome(mpq(over, all_rolls), payoff=mpq(seat))] if over else [])
        won = sum(count for new, count in ways if new > other)
        drawn = sum(count for new, count in ways if new == other)
        ends = ((won, mpq(1 - seat)), (drawn, mpq(1, 2)), (all_rolls - won - drawn, mpq(seat)))
        return [Outcome(mpq(count, all_rolls), payoff=payoff) for count, payoff in ends if count]
