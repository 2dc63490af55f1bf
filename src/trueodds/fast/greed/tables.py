"""All positions of Greed up to a limit, solved exactly: the last turn, then normal turns by the sum of both needs.

Only the needs matter, a = limit - own score and b = limit - the other's score, so one table serves every smaller
limit. With p(n, t) the chance that n dice have the sum t, and w = 1, 1/2, 0 for a win, a draw, a loss:

    last turn    L(a, b) = max over n ≥ 0 of  sum over t ≤ a of  p(n, t) · w(a - t against b)
    normal turn  V(a, b) = max of  1 - L(b, a)  (0 dice)  and  sum over t ≤ a of  p(n, t) · (1 - V(b, a - t)),  n ≥ 1

The numbers of dice are dealt with in three ways. More than `max_useful_dice` are worse by monotonicity (proved there).
For the rest float64 gives the values of all of them at once, for all positions with the same a + b by one matrix
product, with an error that is bounded below. Those that the bounds leave are compared in whole numbers, so that ties
are ties; the value of the best is always computed in whole numbers.

Errors. u = 2^-53. Each chance and each 1 - V is a quotient of whole numbers rounded to nearest: two factors 1 + e,
|e| ≤ u. All terms are at least 0, so a sum of T products, added in any order, fused or not, is within
(T + 2) u / (1 - (T + 2) u) of its true value, relatively, and where numbers underflow within 3 T · 2^-1022 more, even
if the processor flushes them to zero. A move is excluded if it is less than the best by more than four times
(max_need + 4) u, relatively, and 2^-1000. (A matrix product by Strassen's way would not keep this bound; no library
that numpy is built with uses it.)

The last turn's values are F - H with F, H ≤ 1 rounded to nearest: within 2^-52 absolutely; a move is excluded if it is
less than the best by more than 2^-50.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import mul
from typing import Any, Self

import numpy as np
from gmpy2 import f_divmod, mpq, mpz
from numpy.typing import NDArray

from ...records import Record, check_array
from ...runtime.executors import Progress
from ...runtime.interrupts import check_interrupt
from .dice import Dice, max_useful_dice


class Rows:
    """Numbers [a][b] as whole numbers over one denominator, 2 · sides^exponent, which grows when one does not fit.

    Numbers at needs a and b have denominators that divide 2 · sides^(a + b): by induction, since n dice leave at most
    a - n. Not much less would do: whoever rolls only ones rolls again and again.
    """

    def __init__(self, dice: Dice, count: int) -> None:
        self.dice = dice
        self.rows: list[list[Any]] = [[] for _ in range(count)]
        self.exponent = 0
        self.one = mpz(2)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows):
            return NotImplemented
        return (self.one, self.rows) == (other.one, other.rows)

    def __hash__(self) -> int:
        return hash((self.one, len(self.rows)))

    def __getitem__(self, needs: tuple[int, int]) -> mpq:
        """The number at needs a, b."""
        a, b = needs
        return mpq(self.rows[a][b], self.one)

    def expectation(self, dice: int, a: int, b: int) -> Any:
        """sides^dice times the sum of p(dice, t) · [b][a - t] over t ≤ a."""
        ways, least = self.dice.falling(dice), a - min(self.dice.sides * dice, a)
        row = self.rows[b][least : a - dice + 1]
        return sum(map(mul, ways[len(ways) - len(row) :], row), mpz(0))

    def divide(self, number: Any, dice: int) -> Any:
        """A whole number over the denominator, divided by sides^dice."""
        quotient, rest = f_divmod(number, self.dice.power(dice))
        if not rest:
            return quotient
        # By an eighth, so that the rows are seldom multiplied; 2 · max_need is always enough.
        more = min(max(dice, self.exponent // 8), 2 * self.dice.max_need - self.exponent)
        factor = self.dice.power(more)
        for row in self.rows:
            row[:] = [value * factor for value in row]
        self.one *= factor
        self.exponent += more
        return number * factor // self.dice.power(dice)


@dataclass(frozen=True, eq=False)
class GreedTables(Record):
    """The positions of Greed by needs a (the player to roll) and b (the other), 0 to `max_need`.

    Attributes
    ----------
    max_need, sides : int
        The largest need, and the sides of a die.
    dice : Dice
        The sums of dice.
    last_dice, dice_to_roll : int32 arrays, shape (max_need + 1, max_need + 1)
        [a, b]: the best number of dice, in the last turn and in normal turns; the fewest if several are.
    last_ties, ties : dict
        (a, b): all best numbers of dice as bits, where several are best; the last turn's sure wins are not in it.
    losses : Rows
        [a][b]: 1 - V(a, b).
    exactly : int
        How many moves were compared in whole numbers because bounds did not decide.
    """

    max_need: int
    sides: int
    dice: Dice = field(repr=False, compare=False)  # follows from the two above; filled when used
    last_dice: NDArray[np.int32] = field(repr=False)
    dice_to_roll: NDArray[np.int32] = field(repr=False)
    last_ties: dict[tuple[int, int], int] = field(repr=False)
    ties: dict[tuple[int, int], int] = field(repr=False)
    losses: Rows = field(repr=False)
    exactly: int

    def to_parts(self) -> dict[str, Any]:
        """Return what a file keeps of it."""
        return {
            "last_dice": self.last_dice,
            "dice_to_roll": self.dice_to_roll,
            "last_ties": tuple((*needs, *sorted(_set_of(bits))) for needs, bits in self.last_ties.items()),
            "ties": tuple((*needs, *sorted(_set_of(bits))) for needs, bits in self.ties.items()),
            "losses": [loss for row in self.losses.rows for loss in row],
            "exponent": self.losses.exponent,
            "exactly": self.exactly,
        }

    @classmethod
    def from_parts(cls, sides: int, parts: dict[str, Any]) -> Self:
        """Return the table that has these parts.

        Raises
        ------
        ValueError
            They do not fit together.
        """
        side, exponent = len(parts["last_dice"]), parts["exponent"]
        if side**2 != len(parts["losses"]) or not 0 <= exponent <= 2 * side:
            raise ValueError(f"{len(parts['losses'])} losses for {side} needs, over {sides} to the power of {exponent}")
        for name in ("last_dice", "dice_to_roll"):
            check_array(name, parts[name], np.int32, (side, side))
            if (parts[name] < 0).any() or (parts[name] > np.arange(side)[:, None]).any():
                raise ValueError("a number of dice that is never rolled")
        last_ties, ties = (
            {(a, b): sum(1 << min(n, side) for n in dice) for a, b, *dice in parts[name]}
            for name in ("last_ties", "ties")
        )
        dice = Dice(sides, side - 1)
        losses = Rows(dice, 0)
        losses.rows = [parts["losses"][at : at + side] for at in range(0, side**2, side)]
        losses.exponent, losses.one = exponent, 2 * mpz(sides) ** exponent
        tables = parts["last_dice"], parts["dice_to_roll"]
        return cls(side - 1, sides, dice, *tables, last_ties, ties, losses, parts["exactly"])

    def last_move(self, a: int, b: int, dice: int) -> mpq:
        """What some dice, 0 to a, are worth in the last turn."""
        return mpq(last_wins(self.dice, a, b, dice), 2 * self.dice.power(dice))

    def move(self, a: int, b: int, dice: int) -> mpq:
        """What some dice, 0 to a, are worth in a normal turn."""
        if dice == 0:
            return 1 - self.last_value(b, a)
        return mpq(self.losses.expectation(dice, a, b), self.losses.one * self.dice.power(dice))

    def last_value(self, a: int, b: int) -> mpq:
        """L(a, b)."""
        return self.last_move(a, b, int(self.last_dice[a, b]))

    def value(self, a: int, b: int) -> mpq:
        """V(a, b)."""
        return 1 - self.losses[a, b]

    def best_last(self, a: int, b: int) -> frozenset[int]:
        """All best numbers of dice in the last turn."""
        return (
            frozenset(sure_wins(a, b, self.sides))
            or _set_of(self.last_ties.get((a, b), 0))
            or frozenset((int(self.last_dice[a, b]),))
        )

    def best(self, a: int, b: int) -> frozenset[int]:
        """All best numbers of dice in a normal turn."""
        return _set_of(self.ties.get((a, b), 0)) or frozenset((int(self.dice_to_roll[a, b]),))


def sure_wins(a: int, b: int, sides: int) -> range:
    """Dice that win the last turn for sure: even all ones are more than a - b, and even all largest fit into a.

    Examples
    --------
    >>> sure_wins(12, 11, 6), list(sure_wins(3, 5, 6))
    (range(2, 3), [0])
    """
    return range(max(0, a - b + 1), a // sides + 1)


def make_tables(max_need: int, sides: int, progress: Progress | None = None) -> GreedTables:
    """Solve all positions with needs up to `max_need`.

    Cost: about 4 max_need^4 / (sides + 1) float operations in matrix products, at most max_need^3 / 2 products of whole
    numbers of up to 2 max_need log2(sides) bits. Memory: max_need^2 such numbers. 0.1 s for (100, 6), 0.6 s for
    (200, 6).

    Examples
    --------
    >>> tables = make_tables(10, 3)
    >>> tables.value(10, 10), tables.best(10, 10)
    (mpq(14352595,28697814), frozenset({1}))
    """
    dice = Dice(sides, max_need)
    last_dice, last_ties, last_exactly = _last_turns(dice, progress)
    sums = _Sums(dice, last_dice)
    for total in range(2 * max_need + 1):
        sums.solve(total)
        check_interrupt()
        if progress:
            progress("normal turns", total + 1, 2 * max_need + 1)
    exactly = last_exactly + sums.exactly
    return GreedTables(max_need, sides, dice, last_dice, sums.best, last_ties, sums.ties, sums.losses, exactly)


def last_wins(dice: Dice, a: int, b: int, n: int) -> Any:
    """Of twice all rolls of n dice, those that win in the last turn; a draw counts once."""
    below = dice.below(n)
    short = a - b
    return 2 * below[a + 1] - below[max(short + 1, 0)] - below[max(short, 0)]


def _last_turns(dice: Dice, progress: Progress | None) -> tuple[NDArray[np.int32], dict[tuple[int, int], int], int]:
    """Best numbers of dice in the last turn, ties among them, and how many moves were compared in whole numbers."""
    max_need, sides = dice.max_need, dice.sides
    best = np.zeros((max_need + 1, max_need + 1), dtype=np.int32)  # b > a: nothing to do, 0 dice
    ties: dict[tuple[int, int], int] = {}
    exactly = 0
    at_most, floors = dice.at_most(max_useful_dice(max_need, sides)), dice.floors(max_useful_dice(max_need, sides))
    for a in range(max_need + 1):
        rows = max_useful_dice(a, sides) + 1
        values = at_most[:rows, a, None] - floors[:rows, a::-1]  # [n, b] for b = 0 … a
        near = values >= values.max(axis=0) - 2.0**-50
        best[a, : a + 1] = values.argmax(axis=0)
        for b in np.flatnonzero(near.sum(axis=0) > 1).tolist():
            sure = sure_wins(a, b, sides)
            if sure:
                best[a, b] = sure[0]
                continue
            moves = np.flatnonzero(near[:, b]).tolist()
            exactly += len(moves)
            best[a, b], tied = _exact_best([(mpq(last_wins(dice, a, b, n), dice.power(n)), n) for n in moves])
            if tied:
                ties[a, b] = tied
        check_interrupt()
        if progress:
            progress("last turn", a + 1, max_need + 1)
    return best, ties, exactly


class _Sums:
    """The normal turns, one sum of needs after another."""

    def __init__(self, dice: Dice, last_dice: NDArray[np.int32]) -> None:
        max_need = dice.max_need
        self.dice, self.last_dice, self.exactly = dice, last_dice, 0
        self.best = np.zeros((max_need + 1, max_need + 1), dtype=np.int32)
        self.ties: dict[tuple[int, int], int] = {}
        self.losses = Rows(dice, max_need + 1)
        self._floats = np.zeros((2 * max_need + 1, max_need + 1))  # [a + b, a]: 1 - V(a, b)
        self._chances = dice.chances(max_useful_dice(max_need, dice.sides))
        self._slack = 4 * (max_need + 4) * 2.0**-53

    def solve(self, total: int) -> None:
        """All positions with a + b = total; those with less are done."""
        max_need, sides = self.dice.max_need, self.dice.sides
        low, high = max(0, total - max_need), min(total, max_need)  # of b, and of a
        needs = range(low, high + 1)
        dice = max_useful_dice(high, sides)
        sums = min(sides * dice, high)
        values = np.empty((dice + 1, high - low + 1))  # [n, b - low]
        last = [int(self.last_dice[b, total - b]) for b in needs]
        ends = [(last_wins(self.dice, b, total - b, n), n) for b, n in zip(needs, last, strict=True)]
        values[0] = [int(2 * self.dice.power(n) - wins) / int(2 * self.dice.power(n)) for wins, n in ends]
        np.matmul(
            self._chances[1:, max_need - sums : max_need][:dice],
            self._floats[total - sums : total, low : high + 1],
            out=values[1:],
        )
        near = values >= values.max(axis=0) * (1 - self._slack) - 2.0**-1000
        count, first = near.sum(axis=0).tolist(), values.argmax(axis=0).tolist()
        losses = self.losses
        for b, (wins, ended), alone, n in zip(needs, ends, count, first, strict=True):
            a = total - b
            if alone > 1:
                n = self._compare(a, b, np.flatnonzero(near[:, b - low]).tolist())
            self.best[a, b] = n
            if n:
                loss = -losses.divide(losses.expectation(n, a, b), n)
                loss += losses.one
            else:
                loss = losses.divide(wins * losses.dice.power(losses.exponent), ended)
            losses.rows[a].append(loss)
            self._floats[total, a] = int(loss) / int(losses.one)

    def _compare(self, a: int, b: int, moves: list[int]) -> int:
        """The fewest of the best of some moves; ties are noted."""
        self.exactly += len(moves)
        worth = []
        for n in moves:
            if n == 0:
                ended = int(self.last_dice[b, a])
                worth.append((1 - mpq(last_wins(self.dice, b, a, ended), 2 * self.dice.power(ended)), 0))
            else:
                worth.append((mpq(self.losses.expectation(n, a, b), self.losses.one * self.dice.power(n)), n))
        best, tied = _exact_best(worth)
        if tied:
            self.ties[a, b] = tied
        return best


def _exact_best(worth: list[tuple[mpq, int]]) -> tuple[int, int]:
    """The fewest dice that are best, and all that are as bits if there are several, else 0."""
    largest = max(value for value, _ in worth)
    best = [n for value, n in worth if value == largest]
    return best[0], sum(1 << n for n in best) if len(best) > 1 else 0


def _set_of(bits: int) -> frozenset[int]:
    return frozenset(n for n in range(bits.bit_length()) if bits >> n & 1)
