"""The game that is left at a position, where there is no smaller one of the same rules."""

from __future__ import annotations

from typing import Any

from ..game import Game
from ..games.rules import Rules


def game_from(game: Game, position: Any) -> tuple[Game, Any]:
    """The game that begins at a position, and the position.

    Raises
    ------
    ValueError
        Not a position of this game.

    Examples
    --------
    >>> import trueodds
    >>> game_from(trueodds.TheRace(3), (2, 1, 1))[0]
    Rules('the-race', start=Standing(first=2, second=1, seat=1))
    """
    start = game.position(position)
    return Rules(start, game.moves, game.outcomes, game.seat, game.name), start
