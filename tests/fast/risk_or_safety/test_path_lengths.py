"""How often a factor stands below the line: against all lines of play one by one, and against exact masses."""

import gmpy2
import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.modular import grow_lcm, power_product
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.risk_or_safety import proved_moves

ONE = mpq(1)
HEADS = ["1/2", "2/5", "9/10", "1/10", "4/9"]


@st.composite
def plans(draw):
    """Any coins that can be tossed, at targets that may differ."""
    larger = draw(st.integers(1, 5))
    smaller = draw(st.integers(1, larger))
    first = [[draw(st.integers(1, i + 1)) for _ in range(smaller)] for i in range(larger)]
    second = [[draw(st.integers(1, j + 1)) for _ in range(larger)] for j in range(smaller)]
    tables = (np.array(table, dtype=np.uint16) for table in (first, second))
    return Plan.from_coins(*tables, mpq(draw(st.sampled_from(HEADS))))


def steps(plan, i, j):
    """What one step from X and from Y of a pair is multiplied by and leads to; None where play ends at this pair."""
    k, l = int(plan.coins[0][i - 1, j - 1]), int(plan.coins[1][j - 1, i - 1])
    if k == i and l == j:
        return None
    p, q = plan.heads**k, plan.heads**l
    both = p + q - p * q
    a = None if l == j else ("x", i, j - l)
    b = "won" if k == i else ("y", i - k, j) if i - k >= j else ("1 - x", j, i - k)
    return {"x": [((1 - p) * q / both, a), (p / both, b)], "y": [(q / both, a), ((1 - q) * p / both, b)]}


def lines_of_play(plan, state, i, j, so_far=ONE):
    """The products along all lines of play from X or Y, up to the pair where they end."""
    ways = steps(plan, i, j)
    if ways is None:
        yield so_far
        return
    for weight, follows in ways[state]:
        if follows is None:
            continue
        product = so_far * weight
        if follows == "won":
            yield product
            continue
        name, *needs = follows
        if name == "1 - x":
            yield product
        yield from lines_of_play(plan, name[-1], *needs, product)


def below(number, prime):
    return gmpy2.remove(number.denominator, prime)[1] - gmpy2.remove(number.numerator, prime)[1]


def planned(heads, first, second):
    return Plan.from_coins(np.array(first, dtype=np.uint16), np.array(second, dtype=np.uint16), mpq(heads))


@given(plans())
@example(planned("1/2", [[1], [2], [2]], [[1, 1, 1]]))
@example(planned("1/2", [[1, 1], [1, 1], [3, 1]], [[1, 1, 1], [1, 2, 2]]))  # a three above the line in Y
@example(planned("1/2", [[1, 1], [1, 1]], [[1, 1], [2, 2]]))  # the more for X, of both
@example(
    planned("2/5", [[1, 1, 1], [2, 2, 1], [2, 3, 2]], [[1, 1, 1], [2, 1, 2], [3, 3, 2]])
)  # 1 - X, X a multiple of 2
def test_as_line_by_line(plan):
    factors, equal, last = plan.longest_paths(plan.larger, plan.smaller)
    for at, factor in enumerate(factors):
        if not gmpy2.is_prime(factor):
            continue
        for n in range(1, plan.smaller + 1):
            assert equal[n, at] == max(0, *(below(one, factor) for one in lines_of_play(plan, "x", n, n)), 0)
        both = [
            *lines_of_play(plan, "x", plan.larger, plan.smaller),
            *lines_of_play(plan, "y", plan.larger, plan.smaller),
        ]
        assert last[at] == max(0, *(below(one, factor) for one in both), 0)


def values(plan):
    """X and Y at all pairs, in rationals."""
    x, y = {}, {}
    for i in range(1, plan.larger + 1):
        for j in range(1, min(i, plan.smaller) + 1):
            k, l = int(plan.coins[0][i - 1, j - 1]), int(plan.coins[1][j - 1, i - 1])
            a = mpq(0) if l == j else x[i, j - l]
            b = mpq(1) if k == i else y[i - k, j] if i - k >= j else 1 - x[j, i - k]
            p, q = plan.heads**k, plan.heads**l
            y[i, j] = ((1 - q) * p * b + q * a) / (p + q - p * q)
            x[i, j] = (1 - p) * y[i, j] + p * b
    return x, y


@given(plans())
def test_a_multiple_of_every_denominator(plan):
    factors, equal, last = plan.longest_paths(plan.larger, plan.smaller)
    x, y = values(plan)
    ends = plan.ends()
    common = [1, *(gmpy2.mpz(part) for part in grow_lcm([plan.determinant(kind) for kind in ends]))]
    of_ends = power_product(common, [1] * len(common))
    for n in range(1, plan.smaller + 1):
        assert (x[n, n] * power_product(factors, equal[n]) * of_ends).denominator == 1
    for value in (x[plan.larger, plan.smaller], y[plan.larger, plan.smaller]):
        assert (value * power_product(factors, last) * of_ends).denominator == 1


def masses(plan, target):
    """What of one unit at X(target, target) comes to X and to Y of each pair, in rationals."""
    arrived = {("x", target, target): mpq(1)}
    pairs = [(i, j) for i in range(1, target + 1) for j in range(1, i + 1)]
    for i, j in sorted(pairs, key=sum, reverse=True):
        for state in "xy":
            mass = arrived.get((state, i, j))
            ways = steps(plan, i, j)
            if mass is None or ways is None:
                continue
            for weight, follows in ways[state]:
                if follows not in (None, "won"):
                    name, *needs = follows
                    key, sign = (name[-1], *needs), -1 if name == "1 - x" else 1
                    arrived[key] = arrived.get(key, mpq(0)) + sign * mass * weight
    return arrived


@pytest.mark.parametrize("target", [20, 45, 90])
def test_no_more_than_masses_need(target):
    """With a fair coin and the best moves, but for one 3: most threes that three coins bring cancel."""
    moves = proved_moves(target)
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    factors, _, last = plan.longest_paths(target, target)
    at_ends = [mass for (_, i, j), mass in masses(plan, target).items() if mass and steps(plan, i, j) is None]
    for factor, proved in zip(factors, last.tolist(), strict=True):
        needed = max(below(mass, factor) for mass in at_ends)
        assert needed <= proved <= needed + (factor == 3)
