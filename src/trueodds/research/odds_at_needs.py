"""A picture of the odds of Risk or Safety at all needs, far beyond the targets solved exactly at all positions."""

from __future__ import annotations

from typing import Any

from ..fast.risk_or_safety.large import odds_at_needs
from ..game import headline
from ..pictures import Grid


def picture(solution: Any) -> list[Grid]:
    """Draw the odds of the player to toss at all needs, also far beyond the targets solved at all positions."""
    game = solution.game
    mine, _ = odds_at_needs(solution.coins(0), solution.coins(1), float(game.heads))
    rows, columns = range(1, game.target + 1), range(1, game.opponent_target + 1)
    title = f"{headline(game)}: odds of the player to toss"
    return [Grid(title, "the opponent needs", "I need", "chance to win", columns, rows, mine, even=True)]
