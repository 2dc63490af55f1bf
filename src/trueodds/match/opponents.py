"""Opponents who play by a rule of thumb, such as "hold at 20"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ..game import Game
from ..games.coinball import Coinball
from ..games.greed import Greed
from ..games.pig import Pig
from ..games.super_six import SuperSix
from ..games.the_race import TheRace
from .coin_by_coin import BANK, TOSS, CoinByCoin

#: The opponent who makes the best moves.
PERFECT = "perfect"


class Rule(NamedTuple):
    """A rule of thumb.

    Attributes
    ----------
    name : str
        What users type; N stands for a whole number from 1.
    move : callable
        From the game, a position and N to a move.
    """

    name: str
    move: Callable[[Any, Any, int], Any]


def _pig(game: Any, position: Any, number: int) -> Any:
    return "hold" if position[0] >= number else "roll"


def _risk_or_safety(game: Any, position: Any, number: int) -> Any:
    return BANK if position[0] >= number else TOSS


def _greed(game: Any, position: Any, number: int) -> Any:
    """As many dice as come nearest to N on average; in the last turn to just more than the other player has."""
    score, other, last, _ = position
    aim = other + 1 if last else number
    if score >= aim:
        return 0
    average_twice = game.sides + 1
    return min(max(1, (4 * (aim - score) + average_twice) // (2 * average_twice)), game.limit - score)


def _race(game: Any, position: Any, number: int) -> Any:
    return min(number, game.moves(position)[-1])


def _super_six(game: Any, position: Any, number: int) -> Any:
    return "stop" if position[2] >= number else "roll"


_RULES: dict[type[Game], tuple[Rule, ...]] = {
    CoinByCoin: (Rule("hold at N", _risk_or_safety), Rule("always N", _risk_or_safety)),
    Pig: (Rule("hold at N", _pig),),
    Greed: (Rule("stop at N", _greed),),
    TheRace: (Rule("always N", _race),),
    SuperSix: (Rule("stop at N", _super_six),),
    Coinball: (
        Rule("always rush", lambda game, position, number: "rush"),
        Rule("always pass", lambda game, position, number: "pass"),
    ),
}


def names(game: Game) -> tuple[str, ...]:
    """What an opponent can be told to be: perfect, or a rule; N stands for a whole number.

    Examples
    --------
    >>> names(Pig())
    ('perfect', 'hold at N')
    """
    return (PERFECT, *(rule.name for rule in _RULES.get(type(game), ())))


def opponent(game: Game, name: str) -> Callable[[Any], Any] | None:
    """The opponent of a name.

    Parameters
    ----------
    game : Game
        As it is played.
    name : str
        Such as ``"hold at 20"``, in capitals or not.

    Returns
    -------
    callable or None
        From a position to a move; None for the perfect player.

    Raises
    ------
    ValueError
        There is no such rule for this game; the message has those that there are.

    Examples
    --------
    >>> hold = opponent(Pig(), "hold at 20")
    >>> hold((19, 0, 0)), hold((21, 0, 0))
    ('roll', 'hold')
    """
    words = " ".join(name.lower().split())
    if words == PERFECT:
        return None
    for rule in _RULES.get(type(game), ()):
        found = re.fullmatch(re.escape(rule.name).replace("N", "([1-9][0-9]{0,8})"), words, re.ASCII)
        if found:
            number, move = int((*found.groups(), 1)[0]), rule.move
            return lambda position: move(game, position, number)
    known = ", ".join(names(game))
    where = " (N: a whole number from 1)" if "N" in known else ""
    raise ValueError(f"the opponent must be one of: {known}{where}; not {name[:60]!r}")
