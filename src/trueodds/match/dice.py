"""What dice show: outcomes face by face and sum by sum, where the rules put those together that lead to the same."""

from __future__ import annotations

from typing import Any

from gmpy2 import mpq, mpz

from ..exact.distributions import count_sums
from ..game import Game, Outcome
from ..games.greed import Greed, Roll
from ..games.pig import Pig


def faces(game: Game, position: Any, move: Any) -> list[Outcome]:
    """What can follow a move, as people see it.

    Parameters
    ----------
    game : Game
        In Pig a roll has one outcome a face, from 1; in Greed dice have one a sum, from all ones. Else they are
        the game's own.
    position, move
        Where, and what.

    Returns
    -------
    list of Outcome
        Put together where they lead to the same, they are the game's own.

    Examples
    --------
    >>> [int(outcome.payoff) for outcome in faces(Pig(target=20), (14, 0, 0), "roll") if outcome.payoff is not None]
    [1]
    >>> len(faces(Greed(limit=20), (19, 19, True), 1))
    6
    """
    if isinstance(game, Pig) and move == "roll":
        # A 1, faces that are not enough, then all that are enough together.
        found = game.outcomes(position, move)
        return [Outcome(mpq(1, game.sides), *found[min(face, len(found)) - 1][1:]) for face in range(1, game.sides + 1)]
    if isinstance(game, Greed) and move:
        here, rolls = game.position(position), mpz(game.sides) ** game.dice(position, move)
        return [
            Outcome(mpq(count, rolls), *_scored(game, here, here.score + move + extra))
            for extra, count in enumerate(count_sums(move, game.sides, move * game.sides)[move:])
        ]
    return [Outcome(*one) for one in game.outcomes(position, move)]


def _scored(game: Greed, here: Roll, mine: int) -> tuple[Any, Any]:
    """Where Greed goes on with a score, and the payoff."""
    if mine > game.limit:
        return None, mpq(here.seat)
    if not here.last:
        return Roll(here.opponent_score, mine, False, 1 - here.seat), None
    if mine == here.opponent_score:
        return None, mpq(1, 2)
    return None, mpq((mine > here.opponent_score) == (here.seat == 0))
