"""Verify Bellman's equation exactly from a game's rules alone, without relying on any other part of the package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..game import Game, Move, Position
from ..solution import NotProved


def verify_best_moves(game: Game, position: Position, value_at: Callable[[Any], Any]) -> frozenset[Move]:
    """Return all best moves at a position, and verify that they attain its claimed value.

    `value_at` returns the claimed exact value of any position for the player to move there.
    """
    seat = game.seat(position)
    claimed = value_at(position)
    values = {}
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
        values[move] = total
    if max(values.values()) != claimed:
        raise NotProved(f"{position!r}: the value {claimed} is not that of the best move")
    return frozenset(move for move, value in values.items() if value == claimed)
