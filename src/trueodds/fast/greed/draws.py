"""The probability of a draw in Greed if both players make best moves, the fewest dice where several are best."""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq, mpz

from .tables import GreedTables, Rows


def draw_chance(tables: GreedTables, limit: int) -> mpq:
    """Return the exact probability that a game with this limit, at most that of the tables, ends in a draw.

    It descends through the needs that can occur, then ascends with their probabilities; the cost is at most that of the
    tables.

    >>> from .tables import make_tables
    >>> draw_chance(make_tables(1, 1), 1)
    mpq(1,1)
    """
    dice, roll, sides = tables.dice, tables.dice_to_roll, tables.sides
    met = np.zeros((limit + 1, limit + 1), dtype=np.bool_)
    met[limit, limit] = True
    for total in range(2 * limit, -1, -1):
        for a, b in _needs(total, limit):
            n = int(roll[a, b])
            if met[a, b] and n:
                met[b, a - min(sides * n, a) : a - n + 1] = True
    draws = Rows(dice, limit + 1)
    for total in range(2 * limit + 1):
        for a, b in _needs(total, limit):
            n = int(roll[a, b])
            if not met[a, b]:
                here = mpz(0)
            elif n:
                here = draws.divide(draws.expectation(n, a, b), n)
            else:  # the other player has the last turn, and draws by rolling b - a
                last = int(tables.last_dice[b, a])
                below = dice.below(last)
                level = below[b - a + 1] - below[b - a] if b >= a else mpz(0)
                here = draws.divide(2 * level * dice.power(draws.exponent), last)
            draws.rows[a].append(here)
    return draws[limit, limit]


def _needs(total: int, limit: int) -> list[tuple[int, int]]:
    return [(total - b, b) for b in range(max(0, total - limit), min(total, limit) + 1)]
