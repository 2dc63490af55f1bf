"""The exact stage: from a strategy to exact values, and the proof that they are right, ties and all.

`pair_values` solves the transition equations of the paper (section 3), pair of needs by pair of needs, by rational
elimination. Where bounds left a choice open it tries the choices exactly (strategy iteration). `prove` then holds the
values against every legal move at every position, on and off the path, without looking at the strategy again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import gmpy2
import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ...exact.elimination import Equation, solve_block
from ...game import Integer, Rational
from ...runtime.executors import Progress
from ...solution import NotProved
from .bounds import CONTINUE, STOP, Bounds, Layout

#: In an exact S: to continue and to stop are worth the same.
TIE = 2

Node = tuple[int, int, int]  # open points, need of the player to toss, need of the opponent
Values = dict[Node, Rational]  # exact values of positions; without open points, for all that is solved

_ONE = mpq(1)


def turn(i: int, j: int, coins: int, heads: mpq) -> dict[Node, Equation]:
    """The paper's transition equations of a turn at needs i, j that goes for so many coins, 1 … i, and then stops.

    Examples
    --------
    One point each: win, or the opponent is to toss.

    >>> turn(1, 1, 1, mpq(1, 2))
    {(0, 1, 1): Equation(constant=mpq(1,1), terms={(0, 1, 1): mpq(-1,2)})}
    """
    tails = 1 - heads
    passed = -tails
    rows = {(a, i, j): Equation(tails, {(0, j, i): passed, (a + 1, i, j): heads}) for a in range(coins - 1)}
    last = {(0, j, i): passed}
    if coins < i:
        last[0, j, i - coins] = -heads
    return rows | {(coins - 1, i, j): Equation(_ONE, last)}


def choices(bounds: Bounds, i: int, j: int) -> list[int]:
    """The numbers of coins that bounds have left to choose from at needs i, j; one if they decided."""
    layout, s = bounds.layout, bounds.S
    left = []
    for a in range(1, i):
        state = s[layout.index(a, i, j)]
        if state != CONTINUE:
            left.append(a)
        if state == STOP:
            return left
    return [*left, i]


def boundary(layout: Layout) -> Values:
    """Whoever needs no more points has won: a player to toss against them has lost."""
    return {(0, j, 0): mpq(0) for j in range(1, layout.larger + 1)}


def pair_values(bounds: Bounds, heads: mpq, progress: Progress | None = None) -> Values:
    """Return exact values of the positions without open points, by increasing sum of needs: (0, i, j) to V(i, j).

    Choices that the bounds left open are decided here. Also has (0, j, 0) = 0.

    Examples
    --------
    >>> from .bounds import by_pairs
    >>> pair_values(by_pairs(Layout(3, 3), mpq(1, 2)), mpq(1, 2))[0, 3, 3]
    mpq(6,11)
    """
    order = list(bounds.layout.pairs())
    values = boundary(bounds.layout)
    for done, (i, j) in enumerate(order, 1):
        _solve_pair(bounds, i, j, heads, values)
        if progress:
            progress("exact values", done, len(order))
    return values


def _solve_pair(bounds: Bounds, i: int, j: int, heads: mpq, values: Values) -> None:
    """Add the values of (i, j) and (j, i): both players' best choices, by strategy iteration where several are left.

    Each step is exact. For i > j the opponent's best answer is found before the player changes their choice (Hoffman
    and Karp); for i = j both play alike, and a choice that gains raises the value of all (it is the root of a
    decreasing function). So no choice comes up twice and the last one is best.
    """
    mine, theirs = choices(bounds, i, j), choices(bounds, j, i)
    k, l = mine[-1], theirs[-1]
    open_choice = len(mine) + len(theirs) > 2
    while True:
        equations = turn(j, i, l, heads) | turn(i, j, k, heads)
        values |= solve_block(equations, values, ((0, i, j), (0, j, i)))
        if not open_choice:
            return
        answer = _gain(j, i, theirs, heads, values) if i != j else None
        if answer is not None:
            l = answer
            continue
        better = _gain(i, j, mine, heads, values)
        if better is None:
            return
        k = better


def _gain(i: int, j: int, coins: Iterable[int], heads: mpq, values: Mapping[Node, Rational]) -> int | None:
    """The best of the choices at (i, j) if it beats the present value strictly, else None."""
    present, passed = values[0, i, j], 1 - values[0, j, i]
    best, found = present, None
    for k in coins:
        value = passed + heads**k * (1 - values[0, j, i - k] - passed)
        if value > best:
            best, found = value, k
    return found


@dataclass(frozen=True)
class Checked:
    """Exact Bellman equality, seen at every position over every legal move.

    `S` has 1 continue, -1 stop, 2 where both are worth exactly the same; `positions` counts those with and without open
    points, `moves` the legal moves at them, all compared exactly.
    """

    S: NDArray[np.int8]
    positions: int
    moves: int

    @property
    def ties(self) -> int:
        """How many positions, open points there, have continuing and stopping worth exactly the same."""
        return int(np.count_nonzero(self.S == TIE))


def prove(layout: Layout, heads: mpq, values: Mapping[Node, Rational], progress: Progress | None = None) -> Checked:
    """Check that `values` are the values of the game under best play, and find all best moves everywhere.

    With U(m, j) = 1 - V(j, m), going for k heads at a open points is worth U(i, j) + p^(k-a) (U(i-k, j) - U(i, j)), so
    the moves at needs (i, j) compare as t_k = p^k (U(i-k, j) - U(i, j)): at a open points the best of them is the
    largest t_k with k ≥ a, and Bellman equality at the start of a turn says V(i, j) - U(i, j) = max t_k. Every turn
    banks a point with probability at least p^n, so the game ends whatever the players do, and these equations have one
    solution only: equality at every position is a proof.

    For one j the U(m, j) are put over one denominator; all comparisons are then of integers. `values` has the claimed
    values at (0, i, j), and 0 at (0, j, 0). NotProved names the first position where equality fails.

    Examples
    --------
    >>> from .bounds import by_pairs
    >>> half, layout = mpq(1, 2), Layout(3, 3)
    >>> values = pair_values(by_pairs(layout, half), half)
    >>> prove(layout, half, values).S.tolist()
    [1, 1, 1, 1, 1, -1, 1, 1, -1]
    >>> prove(layout, half, values | {(0, 3, 3): mpq(5, 9)})
    Traceback (most recent call last):
    ...
    trueodds.solution.NotProved: needs 3 against 3: the value 5/9 is not that of the best move
    """
    s = np.empty(layout.size, dtype=np.int8)
    moves = positions = 0
    top, bottom = heads.numerator, heads.denominator
    power_top = [top**k for k in range(layout.larger + 1)]
    power_bottom = [bottom**k for k in range(layout.larger + 1)]
    weights = [[power_top[k] * power_bottom[i - k] for k in range(i + 1)] for i in range(layout.larger + 1)]  # of t_k
    for j in range(1, layout.larger + 1):
        needs = layout.width(j)
        passed = [1 - values[0, j, m] for m in range(needs + 1)]
        common = _common_denominator(passed)
        u = [x.numerator * (common // x.denominator) for x in passed]
        for i in range(1, needs + 1):
            here, weight = u[i], weights[i]
            best = (u[0] - here) * weight[i]
            for a in range(i - 1, 0, -1):
                stop = (u[i - a] - here) * weight[a]
                at = layout.index(a, i, j)
                if best > stop:
                    s[at] = CONTINUE
                elif best < stop:
                    s[at] = STOP
                    best = stop
                else:
                    s[at] = TIE
            positions += i
            moves += i + i * (i + 1) // 2 - 1  # all i at the start of the turn, i-a+1 at a open points
            if values[0, i, j] - passed[i] != mpq(best, common * weight[0]):
                claim = _short(values[0, i, j])
                raise NotProved(f"needs {i} against {j}: the value {claim} is not that of the best move")
        if progress:
            progress("proof", j, layout.larger)
    return Checked(s, positions, moves)


def _common_denominator(numbers: Iterable[Rational]) -> Integer:
    return gmpy2.lcm(*(number.denominator for number in numbers))


def _short(value: Rational) -> str:
    """A fraction for a message: in full where it fits a line, else as a decimal."""
    return str(value) if gmpy2.num_digits(value.denominator) < 20 else f"about {float(value):.12g}"
