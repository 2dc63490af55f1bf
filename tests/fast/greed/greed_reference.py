"""The reference implementation of Greed: plain fractions, every number of dice tried; shares no code with the rest."""

from __future__ import annotations

from fractions import Fraction


def move_values(limit: int, sides: int) -> dict[tuple[int, int, bool], list[Fraction]]:
    """Return, for every position (score of the player to roll, the other's, last turn), the worth of 0, 1, … dice.

    The first number of dice that surely exceeds the limit is also tried. Cost: about limit^4 steps; practical for
    limits up to about 20.

    Examples
    --------
    >>> move_values(1, 2)[0, 0, False]
    [Fraction(1, 2), Fraction(3, 8), Fraction(0, 1)]
    """
    sums = [{0: Fraction(1)}]
    for _ in range(limit + 1):
        one_more: dict[int, Fraction] = {}
        for total, chance in sums[-1].items():
            for shown in range(1, sides + 1):
                if total + shown <= limit:
                    one_more[total + shown] = one_more.get(total + shown, Fraction(0)) + chance / sides
        sums.append(one_more)

    worth: dict[tuple[int, int, bool], list[Fraction]] = {}
    scores = range(limit, -1, -1)
    for mine in scores:
        for other in scores:
            payoffs = {
                score: Fraction(1) if score > other else Fraction(1, 2) if score == other else Fraction(0)
                for score in range(mine, limit + 1)
            }
            worth[mine, other, True] = [
                sum((chance * payoffs.get(mine + total, 0) for total, chance in sums[dice].items()), Fraction(0))
                for dice in range(limit - mine + 2)
            ]
    for both in range(2 * limit, -1, -1):
        for mine in range(max(0, both - limit), min(limit, both) + 1):
            other = both - mine
            values = [1 - max(worth[other, mine, True])]
            for dice in range(1, limit - mine + 2):
                value = Fraction(0)
                for total, chance in sums[dice].items():
                    if mine + total <= limit:
                        value += chance * (1 - max(worth[other, mine + total, False]))
                values.append(value)
            worth[mine, other, False] = values
    return worth
