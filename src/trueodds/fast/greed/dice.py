"""Count the rolls of n dice by their sum, and compute the probabilities as floats."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

from ...exact.distributions import add_die


def find_max_useful_dice(need: int, sides: int) -> int:
    """Return ceil(2 need / (sides + 1)), the smallest number of dice whose mean sum is at least the need.

    More dice are never best. Let p(n, t) be the probability that n dice with s sides have the sum t. For each n, this
    distribution is symmetric about the mean n (s + 1) / 2 and, as a convolution of log-concave distributions,
    log-concave. Hence p(n, t - j) ≤ p(n, t) for t up to the mean and j ≥ 0, and

        p(n + 1, t) = (p(n, t - 1) + … + p(n, t - s)) / s ≤ p(n, t)    for all t ≤ n (s + 1) / 2.

    If the mean is at least the need a, this inequality holds for every sum t ≤ a. It is strict where p(n, t) > 0:
    otherwise p(n, t - s) = … = p(n, t) would be s + 1 equal values. By log-concavity, equal positive neighbours are the
    largest values; one die has only s of these, and more dice have one or two. The sum a reaches the limit and leads to
    a positive value; the other sums lead to values of at least 0. So each die beyond the returned number makes a move
    strictly worse, until the move is certain to lose.
    """
    return -(-2 * need // (sides + 1))


class Dice:
    """The numbers of rolls of n dice by their sum, up to the sum `max_need`, computed on request.

    The n-th die costs 2·max_need additions of numbers of up to n·log2(sides) bits, and the memory for their results.
    """

    def __init__(self, sides: int, max_need: int) -> None:
        self.sides, self.max_need = sides, max_need
        self._ways: list[Any] = [mpz(1)] + [mpz(0)] * max_need  # numbers of rolls of len(_below) dice, by sum
        self._below: list[list[Any]] = []
        self._falling: list[list[Any]] = []
        self._powers = [mpz(1)]

    def __getstate__(self) -> dict[str, int]:
        return {"sides": self.sides, "max_need": self.max_need}

    def __setstate__(self, state: dict[str, int]) -> None:
        self.__init__(**state)  # type: ignore[misc]  # the tables are computed again when used

    def power(self, dice: int) -> Any:
        """Return sides^dice, the number of possible rolls."""
        while len(self._powers) <= dice:
            self._powers.append(self._powers[-1] * self.sides)
        return self._powers[dice]

    def count_below(self, dice: int) -> list[Any]:
        """Return the numbers of rolls of `dice` dice with a sum less than t, for t = 0 … max_need + 1."""
        self._make(dice)
        return self._below[dice]

    def count_downwards(self, dice: int) -> list[Any]:
        """Return the numbers of rolls of `dice` dice for each sum, from min(sides · dice, max_need) down to `dice`."""
        self._make(dice)
        return self._falling[dice]

    def _make(self, dice: int) -> None:
        while len(self._below) <= dice:
            n, last = len(self._below), self._ways
            below = list(itertools.accumulate(last, initial=mpz(0)))
            self._below.append(below)
            self._falling.append(last[n : self.sides * n + 1][::-1])
            self._ways = add_die(below, self.sides)

    def compute_probabilities(self, dice: int) -> NDArray[np.float64]:
        """Return an array whose entry [n, max_need - t] is the probability that n dice sum to t, for n = 0 … dice.

        Entries are rounded to the nearest float.
        """
        table = np.zeros((dice + 1, self.max_need + 1))
        for n in range(dice + 1):
            falling, all_rolls = self.count_downwards(n), int(self.power(n))
            end = self.max_need + 1 - n
            # int / int is rounded to nearest, however large the integers.
            table[n, end - len(falling) : end] = [int(ways) / all_rolls for ways in falling]
        return table

    def compute_mid_probabilities(self, dice: int) -> NDArray[np.float64]:
        """Return an array whose entry [n, t] is P(sum < t) + P(sum = t)/2 for n dice, where n = 0 … `dice`.

        Entries are rounded to the nearest float.
        """
        table = np.zeros((dice + 1, self.max_need + 1))
        for n in range(dice + 1):
            below, twice = self.count_below(n), 2 * int(self.power(n))
            table[n] = [int(x + y) / twice for x, y in itertools.pairwise(below)]
        return table

    def compute_cumulative_probabilities(self, dice: int) -> NDArray[np.float64]:
        """Return an array whose entry [n, t] is P(sum ≤ t) for n dice, rounded as in `compute_mid_probabilities`."""
        table = np.zeros((dice + 1, self.max_need + 1))
        for n in range(dice + 1):
            all_rolls = int(self.power(n))
            table[n] = [int(x) / all_rolls for x in self.count_below(n)[1:]]
        return table
