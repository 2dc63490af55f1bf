"""Compute the results of a turn of Pig under a fixed strategy: the probabilities of failing, saving and winning."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from gmpy2 import mpz


class Distribution(NamedTuple):
    """The results of a turn: the weights of failing, of winning, and of holding at each of `totals`, over `scale`.

    The weights are integers that add up to the scale, which divides a power of the number of sides.
    """

    scale: Any
    fail: Any
    win: Any
    totals: tuple[int, ...]
    weights: tuple[Any, ...]


def find_distribution(rolls: bytes, sides: int, begin: int = 0) -> Distribution:
    """Return, in lowest terms, the results of a turn that continues with a roll at the total `begin`.

    ``rolls[t]`` is 1 to roll at turn total t, or 0 to hold. `rolls` covers all t too small to win, or the part that
    `cut_unreached` keeps.

    Each roll adds the same share to all totals that are 2 to `sides` higher. Only the changes from one total to the
    next are stored. Whatever the number of sides, each total therefore costs a few operations with integers of at most
    about ``len(rolls)``/2 digits in base `sides`.
    """
    need = len(rolls)
    steps = [mpz(0)] * (need - begin)  # change of the arriving mass from one turn total to the next
    mass = mpz(sides) ** ((need - begin + 1) // 2)  # each roll but the last adds at least 2
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
        share = mass // sides  # exact: the mass has a factor `sides` for each roll that is still possible
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


def cut_unreached(rolls: bytes, sides: int) -> bytes:
    """Return the part of `rolls` that a turn can reach: no roll jumps over `sides` holds in a row.

    Without the rest, many turns far from winning are identical.
    """
    if sides >= len(rolls):
        return rolls
    end = rolls.find(bytes(sides))
    return rolls if end < 0 else rolls[: end + sides]
