"""Prepare the explore page of Pig for targets with too many positions to list."""

from __future__ import annotations

from typing import Any

import numpy as np
from gmpy2 import mpq

from ...games.pig import Pig
from ..by_needs import make_needs_data
from .bounds import ROLL, TIE
from .solution import PigSolution

_EXACT = 24  # largest sum of needs with exact values; beyond it, few fractions are short


def make_page_data(game: Pig, solution: PigSolution) -> dict[str, Any]:
    """Return the data of a game's page, from the solution of the game in which both players have the larger target.

    >>> import trueodds
    >>> make_page_data(trueodds.Pig(2), trueodds.solve(trueodds.Pig(2)))["fractions"]
    '6/7 6/7 6/7 6/7'
    """
    bounds, target = solution.bounds, solution.game.target
    needs = [(i, j) for i in range(1, target + 1) for j in range(1, target + 1)]
    states = []
    for total in range(1, target):
        own_needs = np.arange(total + 1, target + 1)
        states.append(bounds.states[1:, own_needs * (own_needs - 1) // 2 + total].T)

    def enclosed(i: int, j: int) -> tuple[Any, Any]:
        low, low_lose, high, high_lose = (mpq(bound) for bound in bounds.values[i, j].tolist())
        return (low, high) if high < mpq(1, 2) else (1 - high_lose, 1 - low_lose)

    exact = (solution.value_at((0, target - i, target - j)) if i + j <= _EXACT else None for i, j in needs)
    targets = game.target, game.opponent_target
    values = (enclosed(i, j) for i, j in needs)
    return make_needs_data(solution.game, targets, "turn_total", values, exact, states, ROLL, TIE) | {
        "names": ["roll", "hold"],
        "brief": ["roll", "hold"],
        "numbers": None,
        "map": [1, 2, 0],
        "sides": game.sides,
        "options": "" if game.sides == 6 else f" --sides {game.sides}",
        "proof": str(solution.proof),
    }
