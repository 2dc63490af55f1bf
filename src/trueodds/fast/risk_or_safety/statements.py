"""What is proved of the whole table of moves, in sentences that can be quoted."""

from __future__ import annotations

from ...games.risk_or_safety import RiskOrSafety
from ...runtime.executors import Progress
from .large.prove import proved_moves


def statements(game: RiskOrSafety, progress: Progress | None = None) -> list[str]:
    """Sentences on the best moves of both players at all needs, and how they are proved.

    Examples
    --------
    >>> statements(RiskOrSafety(target=3))[-1][:8]
    'Proved: '
    """
    larger, smaller = max(game.target, game.opponent_target), min(game.target, game.opponent_target)
    moves = proved_moves(larger, smaller, game.heads, progress)
    return [*moves.statements(), f"Proved: {moves.proof}."]
