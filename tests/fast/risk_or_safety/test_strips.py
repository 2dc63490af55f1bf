"""The walk through strips of rows, in every form the processor has, against the recurrence pair by pair."""

import itertools
import math

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.exact.modular import limbs, primes_below
from trueodds.fast.risk_or_safety import residues
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.fast.risk_or_safety.prove import proved_moves
from trueodds.solution import NotProved

#: One strip, its edges, several; moves that reach back further than a strip; p^l = 1/2 and not.
CASES = [
    (64, 64, "1/2"),
    (65, 65, "1/2"),
    (128, 128, "1/2"),
    (201, 129, "1/2"),
    (150, 1, "1/2"),
    (140, 140, "2/5"),
    (230, 200, "9/10"),
    (200, 20, "19/20"),
    (130, 70, "1/10"),
]


def planned(larger, smaller, heads):
    moves = proved_moves(larger, smaller, heads)
    return Plan.from_coins(moves.coins, moves.other_coins, moves.heads)


def values_modulo(plan, prime):
    """X and Y at all pairs, straight from the rules: A and B are what the other player's turn leads to."""
    top, bottom = int(plan.heads.numerator), int(plan.heads.denominator)
    p = top * pow(bottom, -1, prime) % prime
    first, second = plan.coins
    x, y = {}, {}
    for i in range(1, plan.larger + 1):
        for j in range(1, min(i, plan.smaller) + 1):
            k, l = int(first[i - 1, j - 1]), int(second[j - 1, i - 1])
            a = 0 if l == j else x[i, j - l]
            b = 1 if k == i else y[i - k, j] if i - k >= j else 1 - x[j, i - k]
            q, r = pow(p, k, prime), pow(p, l, prime)
            scale = pow(q + r - q * r, -1, prime)
            x[i, j] = (a + q * scale * (b - a)) % prime
            y[i, j] = (r * a + (1 - r) * x[i, j]) % prime
    return x, y


def walk(plan, start, form):
    """What both kernels give for the first block of primes."""
    primes = list(itertools.islice(plan.primes(), residues.WIDTH))
    runs = plan.runs
    shapes = (plan.smaller + 1, residues.WIDTH), (2, residues.WIDTH), (runs.kinds, residues.WIDTH), residues.WIDTH
    equal, last, edge, won = (np.zeros(shape, dtype=np.uint32) for shape in shapes)
    none = bytes(residues.WIDTH)
    assert runs.forward(primes, equal, last, form) == none
    assert runs.push(primes, *start, edge, won, form) == none
    return primes, equal, last, edge, won


def verify_plan(plan):
    """Both kernels and all forms against the recurrence, from two starts."""
    case = plan.larger, plan.smaller
    for larger, smaller, toss in {
        (*case, True),
        (max(1, case[0] - 1), (min(case[1], case[0] - 1) + 1) // 2 or 1, False),
    }:
        found = [walk(plan, (larger, smaller, toss), form) for form in range(len(residues.FORMS))]
        for other in found[1:]:
            assert all(np.array_equal(one, two) for one, two in zip(found[0], other, strict=True))
        primes, equal, last, edge, won = found[0]
        for at in (0, residues.WIDTH - 1):
            prime = primes[at]
            x, y = values_modulo(plan, prime)
            assert [x[n, n] for n in range(1, plan.smaller + 1)] == equal[1:, at].tolist()
            assert (x[case], y[case]) == tuple(last[:, at].tolist())
            pushed = int(won[at])
            for kind in np.flatnonzero(edge[:, at]).tolist():
                pushed += int(edge[kind, at]) * pow(int(plan.determinant(kind)), -1, prime)
            assert pushed % prime == (x if toss else y)[larger, smaller]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)).replace("/", "_"))
def test_both_ways_follow_the_recurrence(case):
    verify_plan(planned(*case))


@pytest.mark.parametrize(("larger", "smaller", "most", "seed"), [(150, 140, 12, 1), (200, 60, 80, 2), (90, 3, 90, 3)])
def test_any_strategy_not_only_the_best(larger, smaller, most, seed):
    """Coins at random: runs of one pair, moves of all lengths side by side."""
    draw = np.random.default_rng(seed)
    needs = np.arange(1, larger + 1)
    first = draw.integers(1, np.minimum(needs, most), (smaller, larger), endpoint=True).T
    second = draw.integers(1, np.minimum(needs[:smaller], most), (larger, smaller), endpoint=True).T
    verify_plan(
        Plan.from_coins(*(np.ascontiguousarray(table, dtype=np.uint16) for table in (first, second)), mpq(2, 5))
    )


def test_runs_are_the_kinds_column_by_column():
    plan = planned(90, 70, "3/5")
    first, row, kind, k_of, l_of, _, larger, smaller, reach, cross, wide, *_ = plan.runs.given
    seen = set()
    for j in range(1, smaller + 1):
        runs = range(first[j], first[j + 1])
        assert row[first[j]] == j
        for run in runs:
            end = row[run + 1] if run + 1 in runs else larger + 1
            assert row[run] < end
            assert run == first[j] or kind[run] != kind[run - 1]
            for i in range(row[run], end):
                k, l = int(k_of[kind[run]]), int(l_of[kind[run]])
                assert (k, l) == (plan.coins[0][i - 1, j - 1], plan.coins[1][j - 1, i - 1])
                seen.add((i, j, k, l))
    assert len(seen) == len(plan.kind)
    assert reach == max(k for i, j, k, _ in seen if i - k >= j)
    assert cross == max(j - i + k for i, j, k, _ in seen if 0 < i - k < j)
    assert wide == max(l for _, j, _, l in seen if l < j)


@pytest.mark.parametrize(("row", "column", "wrong"), [(4, 2, 6), (4, 2, 0), (3, 3, 4)])
def test_coins_that_cannot_be_tossed_are_refused(row, column, wrong):
    moves = proved_moves(6)
    first = moves.coins.copy()
    first[row - 1, column - 1] = wrong
    plan = Plan.from_coins(first, moves.other_coins, moves.heads)
    with pytest.raises(NotProved, match="numbers of coins that cannot be tossed"):
        assert plan.runs
    assert residues.find_runs(plan.kind, plan.k_of, plan.l_of, 6, 6, *_empty_runs(plan)) is None


@pytest.mark.parametrize(("row", "column", "wrong"), [(2, 4, 3), (2, 4, 0), (3, 3, 4)])
def test_coins_that_the_leader_cannot_toss_are_refused(row, column, wrong):
    moves = proved_moves(6)
    second = moves.other_coins.copy()
    second[row - 1, column - 1] = wrong
    with pytest.raises(NotProved, match="numbers of coins that cannot be tossed"):
        assert Plan.from_coins(moves.coins, second, moves.heads).runs


def _empty_runs(plan):
    first = np.empty(plan.smaller + 2, dtype=np.int64)
    residues.count_runs(plan.kind, plan.larger, plan.smaller, first)
    return first, np.empty(first[-1], dtype=np.int32), np.empty(first[-1], dtype=np.uint16)


def test_the_forms_have_names():
    assert residues.FORMS[0] == "plain"
    assert set(residues.FORMS) <= {"plain", "avx2", "avx512", "neon"}


@pytest.mark.parametrize("form", range(len(residues.FORMS)), ids=residues.FORMS)
def test_rows_times_products_of_long_factors(form):
    """Limbs of all sizes, also those above a prime; the first row is left alone."""
    primes = np.array(
        [*itertools.islice(primes_below(2**31), residues.WIDTH - 2), 2**30 + 3, 2**30 + 7], dtype=np.uint32
    )
    random = np.random.default_rng(3)
    factors = [5, 1, 2**30 - 1, int.from_bytes(random.bytes(200), "little"), 2**3000 - 1, 2**60]
    digits = [limbs(factor) for factor in factors]
    first = np.cumsum([0, *map(len, digits)], dtype=np.int64)
    values = (random.integers(0, 2**31, (len(factors), residues.WIDTH)) % primes).astype(np.uint32)
    expected = values.tolist()
    for row in range(1, len(factors)):
        product = math.prod(factors[1 : row + 1])
        expected[row] = [value * product % prime for value, prime in zip(expected[row], primes.tolist(), strict=True)]
    residues.scale(values, np.array(list(itertools.chain(*digits)), dtype=np.uint32), first, primes, form)
    assert values.tolist() == expected
