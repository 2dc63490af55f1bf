"""Sums of dice: of how many rolls each sum comes, as whole numbers."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gmpy2 import mpz


def add_die(below: Sequence[Any], sides: int) -> list[Any]:
    """Of how many rolls each sum comes with one die more.

    `below[t]`, for t = 0 … max_sum + 1, is the number of rolls without the die whose sum is less than t. The result has
    the number for each sum t = 0 … max_sum, which comes of the sums t - sides … t - 1.

    Examples
    --------
    >>> [int(ways) for ways in add_die([0, 0, 1, 2, 2], 2)]  # after one die with the faces 1 and 2
    [0, 0, 1, 2]
    """
    none = [below[0]] * min(sides, len(below) - 1)
    return [more - less for more, less in zip(below[:-1], itertools.chain(none, below), strict=False)]


@lru_cache(maxsize=512)
def count_sums(dice: int, sides: int, max_sum: int) -> tuple[Any, ...]:
    """Of how many of the sides^dice rolls each sum comes.

    The result is for the sums 0 … max_sum; faces are numbered from 1.

    Cost: about 2 · dice · max_sum additions of whole numbers of up to dice · log2(sides) bits.

    Examples
    --------
    >>> [int(ways) for ways in count_sums(2, 6, 8)]
    [0, 0, 1, 2, 3, 4, 5, 6, 5]
    """
    ways = [mpz(1)] + [mpz(0)] * max_sum
    for _ in range(dice):
        ways = add_die(list(itertools.accumulate(ways, initial=mpz(0))), sides)
    return tuple(ways)
