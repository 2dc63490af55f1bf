"""Exact values from residues, one or all V(n, n), agree with the recurrence and are in lowest terms."""

import math
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact import pipeline
from trueodds.fast.risk_or_safety import start_values as module
from trueodds.fast.risk_or_safety.start_values import compute_start_value, compute_start_values
from trueodds.runtime.run import Run
from trueodds.solution import NotProved

from .strategies import drawn, planned, recurrence

COINS = ["1/2", "1/3", "2/5", "3/5", "9/10", "1/10", "123456789123/987654321987"]


def parts(values):
    """Return numerators and denominators; equality of fractions would not show whether terms are lowest."""
    return [(value.numerator, value.denominator) for value in values]


def verify_all(plan):
    """Compare all values of a plan at equal needs, and some others, with the recurrence."""
    rows = list(recurrence(plan))
    assert parts(compute_start_values(plan, Run(1))) == parts(rows[n - 1][0][n] for n in range(1, plan.smaller + 1))
    for i in {(plan.larger + 1) // 2, plan.larger}:
        for j in {min(i, plan.smaller), (plan.smaller + 1) // 2}:
            x, y = (row[j] for row in rows[i - 1])
            assert parts([compute_start_value(plan, i, j, Run(1))]) == parts([x])
            assert i == j or parts([compute_start_value(plan, j, i, Run(1))]) == parts([1 - y])


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 9), st.sampled_from(COINS), st.integers(0, 2**32))
@example(1, 1, 0, "1/2", 0)
@example(9, 1, 0, "9/10", 0)
@example(24, 20, 22, "6/7", 5)
@example(40, 40, 0, "1/2", 0)
@example(20, 20, 0, "9/10", 0)  # many factors in each part of the denominator
def test_the_values_of_any_strategy(first, second, most, heads, seed):
    larger, smaller = max(first, second), min(first, second)
    verify_all(drawn(larger, smaller, most, heads, seed) if most else planned(larger, smaller, heads))


@pytest.mark.parametrize("rows", [1, 7, 300])
def test_however_values_are_grouped(rows, monkeypatch):
    expected = compute_start_values(planned(131), Run(1))
    monkeypatch.setattr(module, "TOGETHER", rows)
    assert parts(compute_start_values(planned(131))) == parts(expected)


def test_few_primes_or_many_and_short_parts_give_the_same(monkeypatch):
    plan = planned(150)
    expected = compute_start_value(plan, 150, 149)
    monkeypatch.setattr(pipeline, "_FEW_PRIMES", 0)
    monkeypatch.setattr(module, "PART_BITS", 3_000)
    steps = []
    with ProcessPoolExecutor(2) as pool:
        assert compute_start_value(plan, 150, 149, Run(pool, progress=lambda *step: steps.append(step))) == expected
    assert max(done for stage, done, _ in steps if stage == "sum") > module.PARTS + 1
    assert ("greatest common divisors", module.PARTS, module.PARTS) in steps


# The sum of fractions, in lowest terms.


PLACES = st.tuples(st.integers(1, 40), st.integers(1, 3))
TERMS = st.tuples(st.integers(-(10**9), 10**9), st.sampled_from([3, 5, 9, 15, 17, 45, 513]))


@given(st.dictionaries(PLACES, TERMS, min_size=1))
@example({(1, 1): (1, 3), (3, 1): (1, 9), (9, 1): (1, 513), (1, 2): (1, 9), (3, 2): (1, 3)})
def test_folded_fractions_have_the_same_sum(terms):
    given = sum(mpq(top, bottom) for top, bottom in terms.values())
    folded = module._fold({key: [mpz(top), mpz(bottom)] for key, (top, bottom) in terms.items()})
    assert sum(mpq(top, bottom) for top, bottom in folded) == given
    assert len(folded) <= len(terms)


FACTORS = st.lists(st.sampled_from([1, 2, 3, 4, 6, 9, 35, 36, 2**20 + 1, 3**9]), min_size=1, max_size=40)


@given(FACTORS, st.lists(st.sampled_from([2, 3, 5, 7, 17, 61681]), max_size=30), st.integers(0, 10**6), st.booleans())
@example([6] * 12, [2, 3] * 12, 1, True)  # everything cancels
def test_lowest_terms_by_parts_of_the_denominator(factors, primes, more, toss):
    bottom, top = math.prod(factors), math.prod(primes)
    top = min(top * max(1, more), bottom) if more else 0
    for bits in (1, 10, 1 << 19):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "_DIVISOR_BITS", bits)
            value = module._reduce(mpz(top), mpz(bottom), list(map(mpz, factors)), toss, 1, Run())
        wanted = Fraction(top if toss else bottom - top, bottom)
        assert (value.numerator, value.denominator) == (wanted.numerator, wanted.denominator)


def test_values_outside_0_and_1_are_refused(monkeypatch):
    monkeypatch.setattr(module, "reduce_fraction", lambda *given: mpq(3, 2))
    with pytest.raises(NotProved, match=r"^a fraction is wrong: a probability lies outside \[0, 1\]"):
        compute_start_values(planned(60), Run(1))
