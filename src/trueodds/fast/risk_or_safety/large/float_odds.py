"""The odds of Risk or Safety at all needs in floats, from proved numbers of coins, and how wrong they may be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_ROUNDING = 2.0**-53  # the largest relative error of one operation


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


def error_of_odds(first: NDArray[np.integer], second: NDArray[np.integer], heads: float) -> float:
    """How far any of the odds of `odds_at_needs` may be from the true ones.

    A step takes a mean of odds found before, with weights that are powers of `heads`: their errors are carried on, not
    enlarged. A power h^k is wrong by at most (k + 2) roundings, so numerator and denominator D of a step by at most
    (3k + 2l + 24) roundings together, and their quotient by that over D. Twice this is taken, for products of errors;
    the worst step of each sum of needs is added up.

    Parameters
    ----------
    first, second, heads
        As for `odds_at_needs`.

    Returns
    -------
    float

    Examples
    --------
    >>> coins = np.array([[1, 1], [2, 2]])
    >>> 0 < error_of_odds(coins, coins, 0.5) < 1e-13
    True
    """
    k, l = first.astype(np.float64), second.T.astype(np.float64)
    p, q = heads**k, heads**l
    step = 2 * (3 * k + 3 * l + 32) * _ROUNDING / (1 - (1 - p) * (1 - q))
    worst = np.zeros(sum(first.shape) + 1)
    np.maximum.at(worst, np.add.outer(np.arange(1, first.shape[0] + 1), np.arange(1, first.shape[1] + 1)), step)
    return float(worst.sum())
