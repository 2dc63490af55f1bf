"""What chance does after a move, drawn from the exact probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from ..game import Outcome


def draw(outcomes: Sequence[Outcome], random: Random) -> int:
    """Draw one of the things that can follow a move, each with exactly its probability.

    Parameters
    ----------
    outcomes : sequence of Outcome
        Their probabilities add to 1.
    random : random.Random
        Where whole numbers come from.

    Returns
    -------
    int
        Which one, from 0.

    Examples
    --------
    >>> from gmpy2 import mpq
    >>> coin = [Outcome(mpq(2, 5), "heads"), Outcome(mpq(3, 5), "tails")]
    >>> random = Random(1)
    >>> [draw(coin, random) for _ in range(10)]
    [0, 1, 0, 1, 0, 1, 1, 1, 1, 0]
    """
    bottom = math.lcm(*(int(outcome.probability.denominator) for outcome in outcomes))
    left = random.randrange(bottom)
    for number, outcome in enumerate(outcomes):
        left -= int(outcome.probability * bottom)
        if left < 0:
            return number
    raise ValueError(f"the probabilities of {list(outcomes)!r} do not add to 1")
