"""Count the rolls of several dice by their sum."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gmpy2 import mpz


def add_die(below: Sequence[Any], sides: int) -> list[Any]:
    """Return the number of rolls with each sum after one more die.

    `below[t]`, for t = 0 … max_sum + 1, is the number of rolls without the die whose sum is less than t. Entry t = 0 …
    max_sum of the result counts the sums t - sides … t - 1 without the die.
    """
    none = [below[0]] * min(sides, len(below) - 1)
    return [more - less for more, less in zip(below[:-1], itertools.chain(none, below), strict=False)]


@lru_cache(maxsize=512)
def count_sums(dice: int, sides: int, max_sum: int) -> tuple[Any, ...]:
    """Return, for the sums 0 … max_sum, how many of the sides^dice rolls have that sum; faces are numbered from 1.

    Cost: about 2 · dice · max_sum additions of integers of up to dice · log2(sides) bits.
    """
    ways = [mpz(1)] + [mpz(0)] * max_sum
    for _ in range(dice):
        ways = add_die(list(itertools.accumulate(ways, initial=mpz(0))), sides)
    return tuple(ways)
