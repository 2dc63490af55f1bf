"""Compare fingerprints with plain fractions: no wrong fraction passes, and the error bound is valid."""

import math
import operator
import random
from unittest.mock import Mock

import gmpy2
import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.fast.risk_or_safety import large, prove
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.oeis import fingerprints
from trueodds.oeis.fingerprints import PRIMES, Fingerprints, _check_batch, find_wrong_fractions
from trueodds.runtime.run import Run

COUNT = 150
RIGHT = [(n, value.numerator, value.denominator) for n, value in enumerate(large.start_values(COUNT), 1)]
PRINTS = Fingerprints(COUNT, source=random.Random(1))


def test_right_fractions_match():
    assert all(PRINTS.multiples.multiple(COUNT) % denominator == 0 for *_, denominator in RIGHT)
    assert find_wrong_fractions(PRINTS, RIGHT) == ([], max(int(part.bit_length()) for part in RIGHT[-1]))
    assert find_wrong_fractions(PRINTS, [(1, mpz(999), mpz(3)), RIGHT[1]]) == ([1], 10)  # the longest part counts
    for n, numerator, denominator in RIGHT:
        assert PRINTS.values[n] == numerator * pow(int(denominator), -1, PRINTS.modulus) % PRINTS.modulus


def test_every_one_of_the_primes_counts():
    n, numerator, denominator = RIGHT[-1]
    for prime in PRINTS.primes:
        assert not PRINTS.match(n, numerator + prime, denominator)
        assert not PRINTS.match(n, numerator + PRINTS.modulus // prime, denominator)
    assert PRINTS.match(n, numerator + PRINTS.modulus, denominator)


@given(st.integers(1, COUNT), st.integers(-(2**3000), 2**3000), st.sampled_from([1, 2]))
@example(150, 1, 1)
@example(1, -1, 1)
@example(20, 2**200, 2)
@example(21, 2**200, 2)
def test_no_wrong_number_passes(n, change, half):
    fractions = list(RIGHT)
    term = list(fractions[n - 1])
    term[half] += change or 1
    fractions[n - 1] = tuple(term)
    assert find_wrong_fractions(PRINTS, fractions)[0] == [n]


@pytest.mark.parametrize(("n", "factor"), [(1, 2), (20, -1), (20, 2), (21, 0), (22, 3), (150, 2**89 - 1)])
def test_fractions_not_in_lowest_terms_are_wrong(n, factor):
    fractions = list(RIGHT)
    fractions[n - 1] = n, *(part * factor for part in fractions[n - 1][1:])
    assert find_wrong_fractions(PRINTS, fractions)[0] == [n]
    fractions[22] = 23, fractions[22][1] + 1, fractions[22][2]
    assert find_wrong_fractions(PRINTS, fractions, max_wrong=9)[0] == sorted([n, 23])


NUMBERS = st.integers(1, 10**6) | st.sampled_from([2**40, 3**30, 6**20, 10**30])


@given(st.lists(st.tuples(st.integers(-5, 5) | NUMBERS, NUMBERS), max_size=9), st.lists(NUMBERS, max_size=3))
@example([(2, 3), (6, 9), (0, 1), (0, 3), (-3, 6), (-3, 5)], [45, 6])
def test_reducible_fractions_whatever_the_multiple(fractions, more):
    given = [(n, mpz(top), mpz(bottom)) for n, (top, bottom) in enumerate(fractions)]
    wanted = [n for n, top, bottom in given if math.gcd(top, bottom) != 1]
    for multiple in (1, math.prod(more), math.lcm(*more, *(bottom for _, bottom in fractions))):
        assert fingerprints._find_reducible(given, mpz(multiple)) == wanted


def test_many_wrong_ones_end_the_check():
    wrong, _ = find_wrong_fractions(PRINTS, ((n, top + 1, bottom) for n, top, bottom in RIGHT), max_wrong=3)
    assert wrong[:3] == [1, 2, 3]
    (n, top, bottom), numbers = RIGHT[-1], iter(range(10_000))
    some_wrong = ((n, top + (number % 32 == 0), bottom) for number in numbers)
    wrong, _ = find_wrong_fractions(PRINTS, some_wrong, max_wrong=3)
    assert len(wrong) >= 3
    assert operator.length_hint(numbers) > 7000  # of those not read


def test_wrong_fractions_of_several_batches_are_sorted(monkeypatch):
    fractions = [(n, top + (n in {3, 100, 140}), bottom) for n, top, bottom in RIGHT]
    assert find_wrong_fractions(PRINTS, fractions, 4, Run(1))[0] == [3, 100, 140]
    monkeypatch.setattr(fingerprints, "run_chunks", lambda find, some, *_: [(one, find(one)) for one in some][::-1])
    assert find_wrong_fractions(PRINTS, fractions, 4)[0] == [3, 100, 140]


def test_primes_that_are_done_are_counted():
    reported = []
    Fingerprints(3, lambda *progress: reported.append(progress))
    assert [told for told in reported if told[0] == "fingerprints"] == [("fingerprints", k, 5) for k in range(1, 6)]


def test_fractions_are_checked_in_batches(monkeypatch):
    """A batch has at most 64 fractions, and ends once they have 2^24 bits."""
    sizes, reported = [], []
    monkeypatch.setattr(fingerprints, "_find_wrong", lambda prints, batch: sizes.append(len(batch)) or [])
    find_wrong_fractions(PRINTS, RIGHT, run=Run(1, None, lambda *progress: reported.append(progress)))
    assert sizes == [64, 64, COUNT - 128]
    assert reported == [("checks", done, COUNT) for done in (64, 128, COUNT)]
    sizes.clear()
    long = mpz(1) << (1 << 23)
    find_wrong_fractions(PRINTS, [(n, long, long) for n in range(1, 6)], run=Run(1))
    assert sizes == [2, 2, 1]


@pytest.mark.parametrize("found", [None, (), [3], [1, 2, 3], "1"])
def test_results_that_are_not_of_the_batch_are_refused(found):
    with pytest.raises(ValueError, match="not a list of numbers from 1 to 2"):
        _check_batch(tuple(RIGHT[:2]), found)
    _check_batch(tuple(RIGHT[:2]), [2])


def test_a_prime_that_divides_a_determinant_is_not_used(monkeypatch):
    """A prime that was drawn before is not used either."""
    right, (first, *rest) = Plan.equal_values_modulo, PRINTS.primes
    monkeypatch.setattr(Plan, "equal_values_modulo", lambda plan, p: None if p == first else right(plan, p))
    drawn = iter([first, rest[0], rest[0], *rest[1:], PRINTS.modulus])
    monkeypatch.setattr(fingerprints, "draw_prime", lambda bits, source: next(drawn))
    monkeypatch.setattr(fingerprints, "PRIMES", len(rest))
    prints = Fingerprints(COUNT)
    assert prints.primes == tuple(rest)
    assert all(prints.match(*fraction) for fraction in RIGHT)


def test_a_pair_of_needs_without_a_proved_move_is_an_error(monkeypatch):
    monkeypatch.setattr(prove, "proved_moves", lambda *given, **named: Mock(undecided=((2, 1),)))
    with pytest.raises(AssertionError, match="no proved move for a fair coin"):
        Fingerprints(3)


def test_the_bound_covers_the_denominators():
    coins = prove.proved_moves(COUNT).coins
    bits = sum(int(coins[i, j]) + int(coins[j, i]) for i in range(COUNT) for j in range(i + 1))
    assert PRINTS.path_bits == bits
    assert all(denominator.bit_length() <= bits for *_, denominator in RIGHT)


@pytest.mark.parametrize(("count", "bits"), [(1, 1), (150, 10_000), (150, 53_000_000)])
def test_the_error_bound(count, bits):
    prints = Fingerprints(count)
    # In exact numbers, with 0.6931472 as an upper bound of ln 2
    usable = 3 * mpq(2) ** 61 / (5 * 61 * mpq(6931472, 10**7)) - mpq(prints.path_bits, 61)
    probability = (mpq(prints.path_bits + bits + 1, 61) / usable) ** PRIMES
    assert probability < mpq(1, 2 ** prints.error_bits(bits))
    assert probability > mpq(1, 2 ** (prints.error_bits(bits) + 2))
    assert prints.error_bits(bits) > 150


def test_the_primes_differ_from_run_to_run():
    assert Fingerprints(2).primes != Fingerprints(2).primes
    assert Fingerprints(2, source=random.Random(5)).primes == Fingerprints(2, source=random.Random(5)).primes
    assert math.prod(PRINTS.primes) == PRINTS.modulus
    assert all(2**61 < prime < 2**62 and gmpy2.is_prime(prime, 50) for prime in PRINTS.primes)
