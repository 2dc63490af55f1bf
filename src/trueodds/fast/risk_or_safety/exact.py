"""Compute the exact values of a strategy, prove that it is optimal, and find all ties.

`solve_pairs` solves the transition equations of the paper (R. Jehn, arXiv:2603.01002, section 3), one pair of needs at
a time, by rational elimination. `prove` then compares the values of all legal moves at every position, without using
the strategy.
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
from .bounds import CONTINUE, STOP, Layout, PairBounds

#: The entry of an exact array S where continuing and stopping are equally good.
TIE = 2

Node = tuple[int, int, int]  # open points, need of the player to toss, need of the opponent
Values = dict[Node, Rational]  # exact values of positions without open points

_ONE = mpq(1)


def make_turn_equations(i: int, j: int, coins: int, heads: mpq) -> dict[Node, Equation]:
    """Return the paper's transition equations for a turn at needs i, j with `coins` heads (1 to i) as the goal."""
    tails = 1 - heads
    passed = -tails
    rows = {(a, i, j): Equation(tails, {(0, j, i): passed, (a + 1, i, j): heads}) for a in range(coins - 1)}
    last = {(0, j, i): passed}
    if coins < i:
        last[0, j, i - coins] = -heads
    return rows | {(coins - 1, i, j): Equation(_ONE, last)}


def list_choices(bounds: PairBounds, i: int, j: int) -> list[int]:
    """Return the numbers of coins that the bounds do not exclude at needs i, j: only one if they decide the move."""
    layout, s = bounds.layout, bounds.S
    left = []
    for a in range(1, i):
        state = s[layout.index(a, i, j)]
        if state != CONTINUE:
            left.append(a)
        if state == STOP:
            return left
    return [*left, i]


def make_boundary(layout: Layout) -> Values:
    """Return the values of positions in which the opponent has already won: 0 for the player to toss."""
    return {(0, j, 0): mpq(0) for j in range(1, layout.larger + 1)}


def solve_pairs(bounds: PairBounds, heads: mpq, progress: Progress | None = None) -> Values:
    """Return the exact values of positions without open points: (0, i, j) is mapped to V(i, j), and (0, j, 0) to 0."""
    order = list(bounds.layout.pairs())
    values = make_boundary(bounds.layout)
    for done, (i, j) in enumerate(order, 1):
        _solve_pair(bounds, i, j, heads, values)
        if progress:
            progress("exact values", done, len(order))
    return values


def _solve_pair(bounds: PairBounds, i: int, j: int, heads: mpq, values: Values) -> None:
    """Add the values of (i, j) and (j, i) under best play, by strategy iteration if a choice is undecided.

    For i > j the opponent's best response is found before the player changes to another choice (Hoffman and Karp). For
    i = j both players make the same choice, and a better choice raises V(i, i), the root of a decreasing function. So
    the player repeats no choice, and the last choices are best.
    """
    player_choices, opponent_choices = list_choices(bounds, i, j), list_choices(bounds, j, i)
    k, l = player_choices[-1], opponent_choices[-1]
    open_choice = len(player_choices) + len(opponent_choices) > 2
    while True:
        equations = make_turn_equations(j, i, l, heads) | make_turn_equations(i, j, k, heads)
        values |= solve_block(equations, values, ((0, i, j), (0, j, i)))
        if not open_choice:
            return
        answer = _find_better(j, i, opponent_choices, heads, values) if i != j else None
        if answer is not None:
            l = answer
            continue
        better = _find_better(i, j, player_choices, heads, values)
        if better is None:
            return
        k = better


def _find_better(i: int, j: int, coins: Iterable[int], heads: mpq, values: Mapping[Node, Rational]) -> int | None:
    """Return the best of the choices at (i, j) if its value strictly exceeds the current value, otherwise None."""
    present, passed = values[0, i, j], 1 - values[0, j, i]
    best, better = present, None
    for k in coins:
        value = passed + heads**k * (1 - values[0, j, i - k] - passed)
        if value > best:
            best, better = value, k
    return better


@dataclass(frozen=True)
class CheckedValues:
    """The result of `prove`: exact Bellman equality at every position, over every legal move.

    `S` holds `CONTINUE`, `STOP` or `TIE`. `positions` counts the positions with and without open points, and `moves`
    counts their legal moves.
    """

    S: NDArray[np.int8]
    positions: int
    moves: int

    @property
    def ties(self) -> int:
        """The number of positions with open points where continuing and stopping tie exactly."""
        return int(np.count_nonzero(self.S == TIE))


def prove(
    layout: Layout, heads: mpq, values: Mapping[Node, Rational], progress: Progress | None = None
) -> CheckedValues:
    """Verify that `values` are the values of the game under best play, and find all best moves everywhere.

    `values` holds the claimed V(i, j) at (0, i, j), and 0 at (0, j, 0). Let p be the probability of heads and
    U(m, j) = 1 - V(j, m). With `a` open points, going for k heads is worth U(i, j) + p^(k-a) (U(i-k, j) - U(i, j)).
    So moves at needs (i, j) are compared by t_k = p^k (U(i-k, j) - U(i, j)), and the best move has the largest t_k
    with k ≥ a. Bellman equality at the start of a turn is V(i, j) - U(i, j) = max t_k. A player banks in a turn with
    probability at least p^n, where n is the larger target, so the game ends with probability 1 whatever the
    strategies, and these equations have one solution. So equality everywhere is a proof.

    For each j, all U(m, j) are brought to a common denominator, so that moves are compared as integers.

    Examples
    --------
    >>> from .bounds import bound_by_pairs
    >>> half, layout = mpq(1, 2), Layout(3, 3)
    >>> values = solve_pairs(bound_by_pairs(layout, half), half)
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
    weights = [[power_top[k] * power_bottom[i - k] for k in range(i + 1)] for i in range(layout.larger + 1)]  # for t_k
    for j in range(1, layout.larger + 1):
        needs = layout.width(j)
        passed = [1 - values[0, j, m] for m in range(needs + 1)]
        common = _find_denominator(passed)
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
            moves += i + i * (i + 1) // 2 - 1  # i moves at the start of the turn, and i-a+1 with `a` open points
            if values[0, i, j] - passed[i] != mpq(best, common * weight[0]):
                claim = _shorten(values[0, i, j])
                raise NotProved(f"needs {i} against {j}: the value {claim} is not that of the best move")
        if progress:
            progress("proof", j, layout.larger)
    return CheckedValues(s, positions, moves)


def _find_denominator(numbers: Iterable[Rational]) -> Integer:
    return gmpy2.lcm(*(number.denominator for number in numbers))


def _shorten(value: Rational) -> str:
    """Return a fraction as text for a message, as a decimal if it is long."""
    return str(value) if gmpy2.num_digits(value.denominator) < 20 else f"about {float(value):.12g}"
