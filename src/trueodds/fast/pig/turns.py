"""A turn of Pig under a fixed strategy as one distribution in integers: nothing gained, so much saved, or won."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from gmpy2 import mpz


class Distribution(NamedTuple):
    """What a turn brings, as whole numbers over `scale`: weights to fail, to win the game, and to hold at each total.

    They add up to the scale, a divisor of a power of the number of sides; the weights of `totals` are above 0.
    """

    scale: Any
    fail: Any
    win: Any
    totals: tuple[int, ...]
    weights: tuple[Any, ...]


def distribution(rolls: bytes, sides: int, begin: int = 0) -> Distribution:
    """Return what a turn brings that goes on with a roll at the total `begin`, in lowest terms.

    `rolls` has for each turn total 0, 1, … short of winning 1 to roll, 0 to hold there.

    Mass moves up the turn totals; each roll gives the same share to the totals 2 to `sides` above, kept as differences,
    so that a total costs a few operations with integers of need/2 digits in base `sides`, however many sides there are.

    Examples
    --------
    A player who needs 5, with a four-sided die, holds at 3 or more:

    >>> distribution(bytes([1, 1, 1, 0, 0]), 4)
    Distribution(scale=mpz(16), fail=mpz(5), win=mpz(2), totals=(3, 4), weights=(mpz(4), mpz(5)))
    """
    need = len(rolls)
    steps = [mpz(0)] * (need - begin + 1)  # of the mass that arrives, from one turn total to the next
    mass = mpz(sides) ** ((need - begin + 1) // 2)  # each roll but the last adds 2 or more
    whole, arriving, fail, win = mass, mpz(0), mpz(0), mpz(0)
    totals, weights = [], []
    for total in range(begin, need):
        arriving += steps[total - begin]
        if total > begin:
            mass = arriving
            if not mass:
                continue
            if not rolls[total]:
                totals.append(total)
                weights.append(mass)
                continue
        share = mass // sides  # exact: the power of `sides` in the mass lasts for all rolls there can be
        fail += share
        left = need - total
        if left > 2:
            steps[total + 2 - begin] += share
        if sides + 1 < left:
            steps[total + sides + 1 - begin] -= share
        win += share * max(0, sides + 1 - max(2, left))
    divisor = math.gcd(int(whole), int(fail), int(win), *map(int, weights))
    return Distribution(
        whole // divisor, fail // divisor, win // divisor, tuple(totals), tuple(weight // divisor for weight in weights)
    )


def mark_reached(rolls: bytes, sides: int) -> bytes:
    r"""What of `rolls` a turn can reach: up to the first so many totals in a row to hold at, or all.

    Far from winning most turns are alike then, whatever the need.

    Examples
    --------
    >>> mark_reached(bytes([1, 1, 1, 0, 0, 0, 1, 1]), 3)
    b'\x01\x01\x01\x00\x00\x00'
    """
    if sides >= len(rolls):
        return rolls
    end = rolls.find(bytes(sides))
    return rolls if end < 0 else rolls[: end + sides]
