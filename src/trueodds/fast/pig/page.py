"""What the page to explore Pig knows."""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from ...pages import NEAR_ONE, Explorable, agree_digits, even_edges, needs, pack, short_fractions
from .bounds import ROLL, TIE
from .solution import PigSolution

_EXACT = 24  # both needs together, up to which exact values are asked for; beyond few are short


def explorable(solution: PigSolution) -> Explorable:
    """What the page of this solution knows; the targets must be equal.

    Examples
    --------
    >>> import trueodds
    >>> explorable(trueodds.solve(trueodds.Pig(target=2))).data["fractions"]
    '6/7 6/7 6/7 6/7'
    """
    game, target = solution.game, solution.game.target
    bounds = solution.bounds
    states = []
    for total in range(1, target):
        own = np.arange(total + 1, target + 1)
        states.append(bounds.states[1:, own * (own - 1) // 2 + total].T)
    decimals = []
    for i, j in needs(target):
        low, low_lose, high, high_lose = bounds.values[i, j].tolist()
        decimals.append(
            f"1-{agree_digits(low_lose, high_lose)}" if 0 < high_lose * NEAR_ONE < 1 else agree_digits(low, high)
        )
    exact = [solution.value_at((0, target - i, target - j)) if i + j <= _EXACT else None for i, j in needs(target)]
    words = {
        "title": "Pig",
        "rules": f"Roll a die with {game.sides} sides as long as you dare. A 1 loses the turn total and passes the "
        "turn; any other face is added to it. Hold, and it is saved and the turn passes. The first to have all their "
        "points wins.",
        "choice": "Roll or hold?",
        "numbers": "Hold at this turn total",
        "open": "Turn total",
    }
    data = {
        "target": target,
        "sides": game.sides,
        "proof": str(solution.proof),
        "values": " ".join(decimals),
        "fractions": short_fractions(exact),
        "bank": pack([rows != ROLL for rows in states]),
        "ties": np.flatnonzero(np.concatenate([rows.ravel() for rows in states]) == TIE).tolist() if states else [],
    }
    totals = solution.hold_at()[::-1, ::-1]  # by needs
    program = (files(__package__) / "page.js").read_text(encoding="utf-8")
    return Explorable(words, totals, even_edges(totals), program, data)
