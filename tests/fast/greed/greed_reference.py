"""The reference implementation of Greed: plain fractions, every number of dice tried; shares no code with the rest."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product


def move_values(limit: int, sides: int) -> dict[tuple[int, int, bool], list[Fraction]]:
    """Return, for every position (score of the player to roll, the other's, last turn), the worth of 0, 1, … dice.

    The first number of dice that surely exceeds the limit is also tried. Cost: about limit^4 steps; practical for
    limits up to about 20.
    """
    sums: list[Counter[int]] = [Counter({0: Fraction(1)})]
    for _ in range(limit + 1):
        sums.append(Counter())
        for total, shown in product(sums[-2], range(1, sides + 1)):
            if total + shown <= limit:
                sums[-1][total + shown] += sums[-2][total] / sides

    @cache
    def worth(mine: int, other: int, last: bool) -> list[Fraction]:
        found = []
        for dice in range(limit - mine + 2):
            value = Fraction(0)
            for total, chance in sums[dice].items():
                score = mine + total
                if score <= limit:
                    value += chance * (payoff(score, other) if last else 1 - max(worth(other, score, not dice)))
            found.append(value)
        return found

    return {at: worth(*at) for at in product(range(limit, -1, -1), range(limit, -1, -1), (True, False))}


def payoff(score: int, other: int) -> Fraction:
    """Return the payoff of a player at the end."""
    return Fraction(1 + (score > other) - (score < other), 2)
