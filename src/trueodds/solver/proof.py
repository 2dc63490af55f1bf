"""Exact Bellman equality at a position, straight from a game's rules: the check that needs to trust nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Game, Move, Position
from ..solution import NotProved


def best_moves(game: Game, position: Position, value_at: Callable[[Any], Any]) -> frozenset[Move]:
    """Check that a claimed value is that of the best move, and name all best moves.

    Parameters
    ----------
    game : Game
        The rules.
    position : position
        Where to look.
    value_at : callable
        The claimed exact value of any position, for the player to move there.

    Returns
    -------
    frozenset
        The moves whose exact value is the claimed one.

    Raises
    ------
    NotProved
        Some move is better than claimed, or none is as good.

    Examples
    --------
    >>> import trueodds
    >>> game = trueodds.RiskOrSafety(target=3)
    >>> best_moves(game, game.start, trueodds.solve(game).value_at)
    frozenset({1})
    """
    seat = game.seat(position)
    claimed = value_at(position)
    found = {}
    for move in game.moves(position):
        total = 0
        for outcome in game.outcomes(position, move):
            if outcome.position is None:
                payoff: Any = outcome.payoff
                gain = payoff if seat == 0 else 1 - payoff
            else:
                after = value_at(outcome.position)
                gain = after if game.seat(outcome.position) == seat else 1 - after
            total += outcome.probability * gain
        found[move] = total
    if max(found.values()) != claimed:
        raise NotProved(f"{position!r}: the value {claimed} is not that of the best move")
    return frozenset(move for move, value in found.items() if value == claimed)
