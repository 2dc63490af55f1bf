"""Solve Greed exactly at all positions: first the last turn, then normal turns in order of increasing sum of needs.

Only the needs a = limit - own score and b = limit - opponent's score matter, so one table serves every smaller limit.
Let p(n, t) be the probability that n dice have the sum t, and w = 1, 1/2 or 0 for a win, a draw or a loss. Then

    last turn    L(a, b) = max over n ≥ 0 of  sum over t ≤ a of  p(n, t) · w(a - t against b)
    normal turn  V(a, b) = max of  1 - L(b, a)  (0 dice)  and  sum over t ≤ a of  p(n, t) · (1 - V(b, a - t)),  n ≥ 1

More dice than `find_max_useful_dice(a)` are worse (see the proof there). For all numbers from 1 to this maximum, one
float64 matrix product gives the values in normal turns at all positions with the same a + b, with the error bound
derived below. Numbers of dice that the bounds do not exclude are compared in integers.

Errors. Let u = 2^-53. Each probability and each 1 - V is a quotient of integers rounded to nearest, so each product has
two factors 1 + e, |e| ≤ u. All terms are at least 0, so a sum of T products, added in any order, fused or not, has a
relative error of at most (T + 2) u / (1 - (T + 2) u). Underflow adds at most 3 T · 2^-1022, even if the processor
flushes small numbers to zero. A move is excluded if its value is below the best value v by more than
4 (max_need + 4) u v + 2^-1000. (A matrix product by Strassen's algorithm would not satisfy this bound; no library that
numpy is built with uses it.)

A value in the last turn is a difference of two numbers up to 1, each rounded to nearest, so its absolute error is at
most 2^-52. A move is excluded if its value is below the best value by more than 2^-50.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import mul
from typing import Any, Self

import numpy as np
from gmpy2 import f_divmod, mpq, mpz
from numpy.typing import NDArray

from ...game import Rational
from ...records import Record, check_array
from ...runtime.executors import Progress
from ...runtime.interrupts import check_interrupt
from .dice import Dice, find_max_useful_dice


class FractionRows:
    """Numbers at needs a, b as integers over one denominator, 2 · sides^exponent; the exponent grows as needed.

    By induction, the number at needs a and b has a denominator that divides 2 · sides^(a + b), because n dice leave a
    need of at most a - n.
    """

    def __init__(self, dice: Dice, count: int) -> None:
        self.dice = dice
        self.rows: list[list[Any]] = [[] for _ in range(count)]
        self.exponent = 0
        self.one = mpz(2)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FractionRows):
            return NotImplemented
        return (self.one, self.rows) == (other.one, other.rows)

    def __hash__(self) -> int:
        return hash((self.one, len(self.rows)))

    def __getitem__(self, needs: tuple[int, int]) -> mpq:
        """Return the number at needs a, b."""
        a, b = needs
        return mpq(self.rows[a][b], self.one)

    def sum_products(self, dice: int, a: int, b: int) -> Any:
        """Return sides^dice times the sum of p(dice, t) · rows[b][a - t] over t ≤ a."""
        ways, min_need = self.dice.count_downwards(dice), a - min(self.dice.sides * dice, a)
        row = self.rows[b][min_need : a - dice + 1]
        return sum(map(mul, ways[len(ways) - len(row) :], row), mpz(0))

    def divide(self, number: Any, dice: int) -> Any:
        """Divide a numerator by sides^dice and return the result; enlarge the common denominator if necessary."""
        quotient, rest = f_divmod(number, self.dice.power(dice))
        if not rest:
            return quotient
        # Grow by at least an eighth, so that rows are rarely rescaled; 2 · max_need is always enough.
        more = min(max(dice, self.exponent // 8), 2 * self.dice.max_need - self.exponent)
        factor = self.dice.power(more)
        for row in self.rows:
            row[:] = [value * factor for value in row]
        self.one *= factor
        self.exponent += more
        return number * factor // self.dice.power(dice)


@dataclass(frozen=True, eq=False)
class GreedTables(Record):
    """The best numbers of dice and the values at needs a (player to roll) and b (opponent), from 0 to `max_need`.

    `last_dice` and `dice_to_roll` have the smallest best number of dice at [a, b] in the last turn and in normal turns.
    `last_ties` and `ties` map (a, b) to all best numbers, as bits, if there are several; `last_ties` omits positions
    where a move wins with certainty. `losses` has 1 - V(a, b) at [a, b]. `exactly` is the number of moves that were
    compared in integers.
    """

    max_need: int
    sides: int
    dice: Dice = field(repr=False, compare=False)  # derived from the two fields above, computed on request
    last_dice: NDArray[np.int32] = field(repr=False)
    dice_to_roll: NDArray[np.int32] = field(repr=False)
    last_ties: dict[tuple[int, int], int] = field(repr=False)
    ties: dict[tuple[int, int], int] = field(repr=False)
    losses: FractionRows = field(repr=False)
    exactly: int

    def to_parts(self) -> dict[str, Any]:
        """Return the parts to be stored in a file."""
        return {
            "last_dice": self.last_dice,
            "dice_to_roll": self.dice_to_roll,
            "last_ties": tuple((*needs, *sorted(_unpack(bits))) for needs, bits in self.last_ties.items()),
            "ties": tuple((*needs, *sorted(_unpack(bits))) for needs, bits in self.ties.items()),
            "losses": [loss for row in self.losses.rows for loss in row],
            "exponent": self.losses.exponent,
            "exactly": self.exactly,
        }

    @classmethod
    def from_parts(cls, sides: int, parts: dict[str, Any]) -> Self:
        """Return the tables that have these parts."""
        side, exponent = len(parts["last_dice"]), parts["exponent"]
        if side**2 != len(parts["losses"]) or not 0 <= exponent <= 2 * side:
            raise ValueError(f"{len(parts['losses'])} losses with exponent {exponent} do not fit {side} needs")
        for name in ("last_dice", "dice_to_roll"):
            check_array(name, parts[name], np.int32, (side, side))
            if (parts[name] < 0).any() or (parts[name] > np.arange(side)[:, None]).any():
                raise ValueError("numbers of dice must be from 0 to the player's need")
        last_ties, ties = (
            {(a, b): sum(1 << min(n, side) for n in dice) for a, b, *dice in parts[name]}
            for name in ("last_ties", "ties")
        )
        dice = Dice(sides, side - 1)
        losses = FractionRows(dice, 0)
        losses.rows = [parts["losses"][at : at + side] for at in range(0, side**2, side)]
        losses.exponent, losses.one = exponent, 2 * mpz(sides) ** exponent
        tables = parts["last_dice"], parts["dice_to_roll"]
        return cls(side - 1, sides, dice, *tables, last_ties, ties, losses, parts["exactly"])

    def evaluate_last_move(self, a: int, b: int, dice: int) -> mpq:
        """Return the value, in the last turn, of rolling `dice` dice, where 0 ≤ `dice` ≤ a."""
        return mpq(count_last_wins(self.dice, a, b, dice), 2 * self.dice.power(dice))

    def evaluate_move(self, a: int, b: int, dice: int) -> mpq:
        """Return the value, in a normal turn, of rolling `dice` dice, where 0 ≤ `dice` ≤ a."""
        if dice == 0:
            return 1 - self.last_value(b, a)
        return mpq(self.losses.sum_products(dice, a, b), self.losses.one * self.dice.power(dice))

    def last_value(self, a: int, b: int) -> Rational:
        """Return L(a, b)."""
        value: Rational = self.evaluate_last_move(a, b, int(self.last_dice[a, b]))
        return value

    def value(self, a: int, b: int) -> Rational:
        """Return V(a, b)."""
        value: Rational = 1 - self.losses[a, b]
        return value

    def find_best_last(self, a: int, b: int) -> frozenset[int]:
        """Return all best numbers of dice in the last turn."""
        return (
            frozenset(list_sure_wins(a, b, self.sides))
            or _unpack(self.last_ties.get((a, b), 0))
            or frozenset((int(self.last_dice[a, b]),))
        )

    def find_best(self, a: int, b: int) -> frozenset[int]:
        """Return all best numbers of dice in a normal turn."""
        return _unpack(self.ties.get((a, b), 0)) or frozenset((int(self.dice_to_roll[a, b]),))


def list_sure_wins(a: int, b: int, sides: int) -> range:
    """Return the numbers of dice that win the last turn with certainty.

    The sum exceeds a - b even if all dice show 1, and is at most a even if all show `sides`.
    """
    return range(max(0, a - b + 1), a // sides + 1)


def make_tables(max_need: int, sides: int, progress: Progress | None = None) -> GreedTables:
    """Solve all positions with needs up to `max_need`.

    Cost: about 3 max_need^4 / (sides + 1) float operations in matrix products, and up to about max_need^3 / 2 products
    of integers of up to 2 max_need log2(sides) bits; 0.1 s for a limit of 100 with 6 sides. Memory: max_need^2 such
    integers.
    """
    dice = Dice(sides, max_need)
    last_dice, last_ties, last_exactly = _solve_last(dice, progress)
    sums = _Sums(dice, last_dice)
    for total in range(2 * max_need + 1):
        sums.solve(total)
        check_interrupt()
        if progress:
            progress("normal turns", total + 1, 2 * max_need + 1)
    exactly = last_exactly + sums.exactly
    return GreedTables(max_need, sides, dice, last_dice, sums.best, last_ties, sums.ties, sums.losses, exactly)


def count_last_wins(dice: Dice, a: int, b: int, n: int) -> Any:
    """Return twice the number of rolls of n dice that win the last turn, plus the number that draw."""
    below = dice.count_below(n)
    short = a - b
    return 2 * below[a + 1] - below[max(short + 1, 0)] - below[max(short, 0)]


def _solve_last(dice: Dice, progress: Progress | None) -> tuple[NDArray[np.int32], dict[tuple[int, int], int], int]:
    """Return the best numbers of dice in the last turn, the ties, and the number of moves compared in integers."""
    max_need, sides = dice.max_need, dice.sides
    best = np.zeros((max_need + 1, max_need + 1), dtype=np.int32)  # 0 dice where b > a, because the player is ahead
    ties: dict[tuple[int, int], int] = {}
    exactly = 0
    at_most, floors = (
        dice.compute_cumulative_probabilities(find_max_useful_dice(max_need, sides)),
        dice.compute_mid_probabilities(find_max_useful_dice(max_need, sides)),
    )
    for a in range(max_need + 1):
        rows = find_max_useful_dice(a, sides) + 1
        values = at_most[:rows, a, None] - floors[:rows, a::-1]  # [n, b] for b = 0 … a
        candidates = values >= values.max(axis=0) - 2.0**-50
        best[a, : a + 1] = values.argmax(axis=0)
        for b in np.flatnonzero(candidates.sum(axis=0) > 1).tolist():
            sure = list_sure_wins(a, b, sides)
            if sure:
                best[a, b] = sure[0]
                continue
            moves = np.flatnonzero(candidates[:, b]).tolist()
            exactly += len(moves)
            best[a, b], tied = _choose_best([(mpq(count_last_wins(dice, a, b, n), dice.power(n)), n) for n in moves])
            if tied:
                ties[a, b] = tied
        check_interrupt()
        if progress:
            progress("last turn", a + 1, max_need + 1)
    return best, ties, exactly


class _Sums:
    """The normal turns, solved in order of increasing sum of needs."""

    def __init__(self, dice: Dice, last_dice: NDArray[np.int32]) -> None:
        max_need = dice.max_need
        self.dice, self.last_dice, self.exactly = dice, last_dice, 0
        self.best = np.zeros((max_need + 1, max_need + 1), dtype=np.int32)
        self.ties: dict[tuple[int, int], int] = {}
        self.losses = FractionRows(dice, max_need + 1)
        self._floats = np.zeros((2 * max_need + 1, max_need + 1))  # [a + b, a]: 1 - V(a, b)
        self._chances = dice.compute_probabilities(find_max_useful_dice(max_need, dice.sides))
        self._slack = 4 * (max_need + 4) * 2.0**-53

    def solve(self, total: int) -> None:
        """Solve all positions with a + b = total, given the positions with smaller sums."""
        max_need, sides = self.dice.max_need, self.dice.sides
        low, high = max(0, total - max_need), min(total, max_need)  # the range of both b and a
        needs = range(low, high + 1)
        dice = find_max_useful_dice(high, sides)
        sums = min(sides * dice, high)
        values = np.empty((dice + 1, high - low + 1))  # [n, b - low]
        last = [int(self.last_dice[b, total - b]) for b in needs]
        ends = [(count_last_wins(self.dice, b, total - b, n), n) for b, n in zip(needs, last, strict=True)]
        values[0] = [int(2 * self.dice.power(n) - wins) / int(2 * self.dice.power(n)) for wins, n in ends]
        np.matmul(
            self._chances[1:, max_need - sums : max_need][:dice],
            self._floats[total - sums : total, low : high + 1],
            out=values[1:],
        )
        candidates = values >= values.max(axis=0) * (1 - self._slack) - 2.0**-1000
        count, first = candidates.sum(axis=0).tolist(), values.argmax(axis=0).tolist()
        losses = self.losses
        for b, (wins, ended), candidate_count, n in zip(needs, ends, count, first, strict=True):
            a = total - b
            if candidate_count > 1:
                n = self._compare(a, b, np.flatnonzero(candidates[:, b - low]).tolist())
            self.best[a, b] = n
            if n:
                loss = -losses.divide(losses.sum_products(n, a, b), n)
                loss += losses.one
            else:
                loss = losses.divide(wins * losses.dice.power(losses.exponent), ended)
            losses.rows[a].append(loss)
            self._floats[total, a] = int(loss) / int(losses.one)

    def _compare(self, a: int, b: int, moves: list[int]) -> int:
        """Return the best number of dice in `moves`, the smallest if several are best, and record ties."""
        self.exactly += len(moves)
        values = []
        for n in moves:
            if n == 0:
                ended = int(self.last_dice[b, a])
                values.append((1 - mpq(count_last_wins(self.dice, b, a, ended), 2 * self.dice.power(ended)), 0))
            else:
                values.append((mpq(self.losses.sum_products(n, a, b), self.losses.one * self.dice.power(n)), n))
        best, tied = _choose_best(values)
        if tied:
            self.ties[a, b] = tied
        return best


def _choose_best(values: list[tuple[mpq, int]]) -> tuple[int, int]:
    """Return the smallest best number of dice, and all best numbers as bits (0 if there is only one)."""
    largest = max(value for value, _ in values)
    best = [n for value, n in values if value == largest]
    return best[0], sum(1 << n for n in best) if len(best) > 1 else 0


def _unpack(bits: int) -> frozenset[int]:
    return frozenset(n for n in range(bits.bit_length()) if bits >> n & 1)
