"""Values up from the edge and mass down from the start, in residues, against the rational elimination, exactly."""

import itertools

import gmpy2
import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, solve
from trueodds.exact.modular import grow_lcm, limbs
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.fast.risk_or_safety.start_values import start_fractions, start_value
from trueodds.runtime.run import Run


def planned(solution):
    first, second = (solution.coins(seat).astype(np.uint16) for seat in (0, 1))
    if first.shape[0] < first.shape[1]:
        first, second = second, first
    return Plan.from_coins(first, second, solution.game.heads)


@given(
    st.integers(1, 14),
    st.integers(1, 14),
    st.sampled_from(["1/2", "2/5", "3/5", "9/10", "1/10", "123456789123/987654321987"]),
)
@example(14, 14, "1/2")
@example(14, 5, "1/2")
@example(3, 11, "2/5")
@example(1, 1, "1/2")
@example(9, 1, "9/10")
def test_both_ways_give_the_rational_values(target, opponent, heads):
    solution = solve(RiskOrSafety(target, opponent, heads))
    plan = planned(solution)
    for i in range(1, target + 1):
        for j in {1, (opponent + 1) // 2, opponent}:
            found = start_value(plan, i, j, Run(1))
            expected = solution.values[0, i, j]
            assert (found.numerator, found.denominator) == (expected.numerator, expected.denominator)
    fractions = start_fractions(plan, Run(1))
    assert len(fractions) == plan.smaller
    for n, fraction in enumerate(fractions, 1):
        expected = solution.values[0, n, n]
        assert (fraction.numerator, fraction.denominator) == (expected.numerator, expected.denominator)


@pytest.mark.parametrize("workers", [1, None, 2])
def test_all_workers_give_the_same(workers):
    solution = solve(RiskOrSafety(40))
    plan = planned(solution)
    assert start_value(plan, 40, 40, Run(workers)) == solution.value
    assert start_fractions(plan, Run(workers))[-1] == solution.value


@pytest.mark.parametrize(
    ("heads", "bad"),
    [
        ("1/1073741824", 2147483647),  # D(1, 1) = s + s - 1 = 2^31 - 1
        ("2147483629/2147483647", 2147483629),  # D is a multiple of r, which is a prime
    ],
)
def test_primes_that_divide_a_determinant_are_left_out(heads, bad):
    solution = solve(RiskOrSafety(3, heads=heads))
    plan = planned(solution)
    assert any(plan.determinant(kind) % bad == 0 for kind in range(len(plan.k_of)))
    listed = list(itertools.islice(plan.primes(), 64))
    assert bad not in listed
    assert all(plan.determinant(kind) % prime for prime in listed for kind in range(len(plan.k_of)))
    assert start_value(plan, 3, 3) == solution.value


def test_the_multiple_of_the_denominators_is_one():
    solution = solve(RiskOrSafety(40))
    plan = planned(solution)
    determinants, equal, _ = plan.longest_paths(40, 40)
    added = grow_lcm([plan.determinant(kind) for kind in plan.ends()])
    for n in range(1, 41):
        multiple = gmpy2.mpz(1)
        for determinant, exponent in zip(determinants, equal[n].tolist(), strict=True):
            multiple *= determinant**exponent
        for kind, part in zip(plan.ends(), added, strict=True):
            if plan.k_of[kind] <= n:
                multiple *= part
        assert multiple % solution.values[0, n, n].denominator == 0


@given(st.integers(0, 2**200))
@example(0)
@example(2**30)
def test_limbs(number):
    total = 0
    for limb in limbs(gmpy2.mpz(number)):
        assert 0 <= limb < 2**30
        total = total << 30 | limb
    assert total == number


def test_a_killed_run_goes_on_from_its_checkpoint(tmp_path):
    solution = solve(RiskOrSafety(90))
    plan = planned(solution)
    path = tmp_path / "checkpoint"

    class Killed(BaseException):
        pass

    def kill(stage, done, total):
        if stage == "residues" and done:
            raise Killed

    with pytest.raises(Killed):
        start_value(plan, 90, 90, Run(1, path, kill))
    for _ in range(2):  # goes on; then the work is done, and the file tells it
        assert start_value(plan, 90, 90, Run(1, path)) == solution.value
    with pytest.raises(ValueError, match="belongs to another computation"):
        start_value(plan, 90, 89, Run(1, path))


@pytest.mark.parametrize("seed", range(6))
def test_any_strategy_has_its_exact_value(seed):
    """Coins at random, so that moves of all lengths stand side by side: the longest lines of play are found, too."""
    draw = np.random.default_rng(seed)
    larger, smaller, heads = 24, 15 + seed, mpq(1 + seed, 7)
    first, second = np.ones((larger, smaller), dtype=np.uint16), np.ones((smaller, larger), dtype=np.uint16)
    x, y = {}, {}
    for i in range(1, larger + 1):
        for j in range(1, min(i, smaller) + 1):
            k, l = int(draw.integers(1, min(i, 2 + 4 * seed), endpoint=True)), int(draw.integers(1, j, endpoint=True))
            first[i - 1, j - 1], second[j - 1, i - 1] = k, l
            a = mpq(0) if l == j else x[i, j - l]
            b = mpq(1) if k == i else y[i - k, j] if i - k >= j else 1 - x[j, i - k]
            p, q = heads**k, heads**l
            x[i, j] = a + p / (p + q - p * q) * (b - a)
            y[i, j] = q * a + (1 - q) * x[i, j]
    plan = Plan.from_coins(first, second, heads)
    assert start_value(plan, larger, smaller, Run(1)) == x[larger, smaller]
    assert start_value(plan, smaller - 1, larger, Run(1)) == 1 - y[larger, smaller - 1]
    assert start_fractions(plan, Run(1)) == [x[n, n] for n in range(1, smaller + 1)]
