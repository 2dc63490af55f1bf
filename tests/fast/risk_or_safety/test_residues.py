"""Compare the residue kernels, in all forms of the processor, and the multiple of denominators with the recurrence."""

import itertools
import math

import gmpy2
import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, risk_or_safety, solve
from trueodds.exact.modular import find_lcm_growth, multiply_powers, split_into_limbs, yield_primes_below
from trueodds.fast.risk_or_safety import denominators, one_prime, residues, start_values
from trueodds.solution import NotProved

from .strategies import drawn, planned, reaching, recurrence


@pytest.mark.parametrize(
    "make",
    [
        # one strip, its edges, and several; moves that reach back beyond a strip; p^l = 1/2 and other values
        *[(planned, 64), (planned, 65), (planned, 150, 129), (planned, 150, 1), (planned, 130, 130, "2/5")],
        *[(planned, 140, 70, "9/10"), (planned, 140, 10, "19/20"), (planned, 130, 70, "1/3")],
        # any strategy, not only the best
        *[(drawn, 130, 70, 12, "2/5", 1), (drawn, 140, 30, 80, "1/2", 2), (drawn, 90, 3, 90, "2/5", 3)],
        *[(reaching, 150, 80, 70, "2/5"), (reaching, 130, 130, 1, "1/2"), (reaching, 90, 60, 64, "1/2")],
        (reaching, 90, 1, 64, "2/5"),
    ],
    ids=lambda make: "-".join(map(str, make[1:])).replace("/", "_"),
)
def test_values_pulled_up_and_mass_pushed_down_follow_the_recurrence(make):
    function, *given = make
    plan = function(*given)
    primes = list(itertools.islice(plan.yield_primes(), residues.WIDTH))
    forms = range(len(residues.FORMS))
    pulled, *others = [plan.runs.forward(primes, form) for form in forms]
    assert all(np.array_equal(pulled, other) for other in others)
    rows = list(recurrence(plan, gmpy2.mpz(math.prod(primes))))
    assert pulled[1:].tolist() == [[rows[n - 1][0][n] % q for q in primes] for n in range(1, plan.smaller + 1)]
    assert plan.equal_values_modulo(primes[0]) == pulled[1:, 0].tolist()
    lower = max(1, plan.larger - 1)
    for i, j, toss in {(plan.larger, plan.smaller, True), (lower, (min(plan.smaller, lower) + 1) // 2, False)}:
        pushed, *others = [plan.runs.push(primes, i, j, toss, form) for form in forms]
        assert all(np.array_equal(pushed, other) for other in others)
        *edge, won = pushed.astype(object)
        for kind, mass in enumerate(edge):
            won = won + mass * [pow(int(plan.determinant(kind)), -1, q) for q in primes] if mass.any() else won
        assert (won % primes).tolist() == [rows[i - 1][0 if toss else 1][j] % q for q in primes]
        x, y = (row[j] % primes[-1] for row in rows[i - 1])
        assert plan.value_modulo(i, j, primes[-1]) == [x]
        assert i == j or plan.value_modulo(j, i, primes[-1]) == [(1 - y) % primes[-1]]


def test_a_prime_that_divides_a_denominator_gives_no_values():
    plan, divide = planned(12), 0
    for prime in yield_primes_below(200):
        try:
            wanted = [x[n] for n, (x, _) in enumerate(recurrence(plan, prime), 1)]
        except ValueError:  # no inverse
            wanted, divide = None, divide + 1
        assert plan.equal_values_modulo(prime) == wanted
    assert 1 < divide < 40


@pytest.mark.parametrize(
    ("table", "row", "column", "wrong"),
    [(0, 4, 2, 6), (0, 4, 2, 0), (0, 3, 3, 4), (0, 4, 2, 65535), (1, 2, 4, 3), (1, 2, 4, 0), (1, 3, 3, 4)],
)
def test_coins_that_cannot_be_tossed_are_refused(table, row, column, wrong):
    moves = risk_or_safety.proved_moves(6)
    tables = [moves.coins.copy(), moves.other_coins.copy()]
    assert one_prime.compute_values(*tables, moves.heads, 6, 6, 101) is not None
    tables[table][row - 1, column - 1] = wrong
    assert one_prime.compute_values(*tables, moves.heads, 6, 6, 101) is None
    with pytest.raises(NotProved, match="impossible numbers of coins"):
        denominators.Plan.from_coins(*tables, moves.heads)


def test_more_kinds_than_have_numbers_are_refused():
    """All pairs (k, l) with l ≤ k: 66,066 of them."""
    table = np.ascontiguousarray(np.repeat(np.arange(1, 364, dtype=np.uint16)[:, None], 363, axis=1))
    with pytest.raises(ValueError, match="targets 363 and 363 with heads 1/2 need more than 65535 kinds of pairs"):
        denominators.Plan.from_coins(table, table, mpq(1, 2))


@pytest.mark.parametrize("form", range(len(residues.FORMS)), ids=residues.FORMS)
def test_rows_times_products_of_long_factors(form):
    """Limbs have all sizes, even above a prime; the first row is unchanged."""
    largest = itertools.islice(yield_primes_below(2**31), residues.WIDTH - 2)
    primes = np.array([*largest, 2**30 + 3, 2**30 + 7], dtype=np.uint32)
    random = np.random.default_rng(3)
    factors = [5, 1, 2**30 - 1, int.from_bytes(random.bytes(200), "little"), 2**3000 - 1, 2**60]
    digits = [split_into_limbs(factor) for factor in factors]
    first = np.cumsum([0, *map(len, digits)], dtype=np.int64)
    values = (random.integers(0, 2**31, (len(factors), residues.WIDTH)) % primes).astype(np.uint32)
    expected = values.tolist()
    for row in range(1, len(factors)):
        product = math.prod(factors[1 : row + 1])
        expected[row] = [value * product % prime for value, prime in zip(expected[row], primes.tolist(), strict=True)]
    residues.scale(values, np.array(list(itertools.chain(*digits)), dtype=np.uint32), first, primes, form)
    assert values.tolist() == expected


@pytest.mark.parametrize(("heads", "bad"), [("1/1073741824", 2147483647), ("2147483629/2147483647", 2147483629)])
def test_primes_that_divide_a_determinant_are_left_out(heads, bad):
    """The primes are D(1, 1) = 2s - 1 for heads 1/s, and r for heads r/s, because every D is a multiple of r."""
    plan = planned(3, heads=heads)
    determinants = [plan.determinant(kind) for kind in range(len(plan.k_of))]
    assert any(determinant % bad == 0 for determinant in determinants)
    listed = list(itertools.islice(plan.yield_primes(), 64))
    assert bad not in listed
    assert all(determinant % prime for prime in listed for determinant in determinants)
    assert plan.value_modulo(3, 3, bad) is plan.equal_values_modulo(bad) is None
    assert start_values.compute_start_value(plan, 3, 3) == solve(RiskOrSafety(3, heads=heads)).value


# How often a factor divides the denominator: compare with all lines of play, one by one.


@st.composite
def plans(draw):
    """Draw any legal coins for targets that may differ."""
    larger = draw(st.integers(1, 5))
    smaller = draw(st.integers(1, larger))
    first = [[draw(st.integers(1, i + 1)) for _ in range(smaller)] for i in range(larger)]
    second = [[draw(st.integers(1, j + 1)) for _ in range(larger)] for j in range(smaller)]
    heads = mpq(draw(st.sampled_from(["1/2", "2/3", "2/5", "9/10", "1/10", "4/9"])))
    return denominators.Plan.from_coins(np.array(first, dtype=np.uint16), np.array(second, dtype=np.uint16), heads)


def most(plan, factor, i, j, toss, known):
    """Return how often a factor divides the denominator of a line of play, at most; 0 if play ends at once."""
    if (i, j, toss) not in known:
        k, l = int(plan.coins[0][i - 1, j - 1]), int(plan.coins[1][j - 1, i - 1])
        kind = list(zip(plan.k_of.tolist(), plan.l_of.tolist(), strict=True)).index((k, l))
        by_a, by_b = (
            gmpy2.remove(plan.determinant(kind), factor)[1] - gmpy2.remove(weight, factor)[1]
            for weight in plan.compute_weights(kind)[0 if toss else 2 :][:2]
        )
        a = -math.inf if l == j else most(plan, factor, i, j - l, True, known)
        if i - k >= j:
            b = most(plan, factor, i - k, j, False, known)
        else:  # 1 - X: a line may end at the 1
            b = max(0, most(plan, factor, j, i - k, True, known)) if k < i else 0
        known[i, j, toss] = 0 if (k, l) == (i, j) else max(a + by_a, b + by_b)
    return known[i, j, toss]


@given(plans())
@example(planned(30))
@example(planned(20, 14, "2/5"))
@example(drawn(12, 12, 6, "2/3", 0))
@example(drawn(14, 9, 9, "1/2", 1))
def test_a_multiple_of_every_denominator(plan):
    factors, equal, last = plan.find_multiplicities(plan.larger, plan.smaller)
    for at, factor in enumerate(factors if factors != [1] else ()):
        known = {}
        for n in range(1, plan.smaller + 1):
            assert equal[n, at] == max(0, most(plan, factor, n, n, True, known))
        both = (most(plan, factor, plan.larger, plan.smaller, toss, known) for toss in (True, False))
        assert last[at] == max(0, *both)
    rows = list(recurrence(plan))
    added = find_lcm_growth([plan.determinant(kind) for kind in plan.list_ends()])
    for n in range(1, plan.smaller + 1):
        ends = math.prod(part for kind, part in zip(plan.list_ends(), added, strict=True) if plan.k_of[kind] <= n)
        assert (rows[n - 1][0][n] * multiply_powers(factors, equal[n]) * ends).denominator == 1
    for row in rows[-1]:
        assert (row[plan.smaller] * multiply_powers(factors, last) * math.prod(added)).denominator == 1
