"""Count the rolls of several dice by their sum."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gmpy2 import mpz


def add_die(below: Sequence[Any], sides: int) -> list[Any]:
    """Return the number of rolls with each of the sums 0 … max_sum after one more die is added.

    `below[t]`, for t = 0 … max_sum + 1, is the number of rolls of the other dice whose sum is less than t. Entry t of
    the result is the number of those rolls whose sum is from t - sides to t - 1.
    """
    none = [below[0]] * min(sides, len(below) - 1)
    return [upper - lower for upper, lower in zip(below[:-1], itertools.chain(none, below), strict=False)]


@lru_cache(maxsize=512)
def count_sums(dice: int, sides: int, max_sum: int) -> tuple[Any, ...]:
    """Return the number of rolls with each of the sums 0 … max_sum; the faces of the dice are numbered from 1.

    Cost: about 2 · dice · max_sum additions of integers of up to dice · log2(sides) bits.
    """
    ways = [mpz(1)] + [mpz(0)] * max_sum
    for _ in range(dice):
        ways = add_die(list(itertools.accumulate(ways, initial=mpz(0))), sides)
    return tuple(ways)
