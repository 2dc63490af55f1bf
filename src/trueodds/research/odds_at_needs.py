"""The odds of Risk or Safety at all needs in floats, from proved numbers of coins: for pictures, not for claims."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..game import headline
from ..pictures import Grid


def odds_at_needs(
    first: NDArray[np.integer], second: NDArray[np.integer], heads: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The chances of the player to toss, at the start of a turn.

    With k coins for who needs i and is to toss, l for the other who needs j, p = heads^k and q = heads^l:
    V(i, j) = p (1 - W(j, i - k)) + (1 - p) (1 - W(j, i)) and W(j, i) = q (1 - V(i, j - l)) + (1 - q) (1 - V(i, j)).

    Parameters
    ----------
    first, second : int arrays
        Numbers of coins of both players: [own need - 1, the other's need - 1].
    heads : float
        Probability of heads.

    Returns
    -------
    (V, W) : float arrays of the same shapes
        Of the player who moves first, and of the other. Cost: a few operations on arrays a sum of needs.

    Examples
    --------
    >>> coins = np.array([[1, 1], [2, 2]])
    >>> odds_at_needs(coins, coins, 0.5)[0].round(4).tolist()
    [[0.6667, 0.8], [0.4, 0.5714]]
    """
    rows, columns = first.shape
    # Index 0: nothing is needed any more. Who is to toss then has lost, or has won.
    tossing, waiting = np.ones((rows + 1, columns + 1)), np.ones((columns + 1, rows + 1))
    tossing[:, 0] = waiting[:, 0] = 0.0
    for total in range(2, rows + columns + 1):
        i = np.arange(max(1, total - columns), min(rows, total - 1) + 1)
        j = total - i
        k, l = first[i - 1, j - 1].astype(np.int64), second[j - 1, i - 1].astype(np.int64)
        p, q = heads**k, heads**l
        banked, answered = 1 - waiting[j, i - k], 1 - tossing[i, j - l]
        here = (p * banked + (1 - p) * q * (1 - answered)) / (1 - (1 - p) * (1 - q))
        tossing[i, j] = here
        waiting[j, i] = q * answered + (1 - q) * (1 - here)
    return tossing[1:, 1:], waiting[1:, 1:]


def picture(solution: Any) -> list[Grid]:
    """The odds of the player to toss at all needs, also far beyond the targets that are solved at all positions."""
    game = solution.game
    mine, _ = odds_at_needs(solution.coins(0), solution.coins(1), float(game.heads))
    rows, columns = range(1, game.target + 1), range(1, game.opponent_target + 1)
    title = f"{headline(game)}: odds of the player to toss"
    return [Grid(title, "the opponent needs", "I need", "chance to win", columns, rows, mine, even=True)]
