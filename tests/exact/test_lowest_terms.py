"""Compare fractions in lowest terms with Python's."""

from fractions import Fraction
from itertools import product
from math import prod

from gmpy2 import gcd, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.lowest_terms import find_shared_part, reduce_fraction

SMOOTH = st.lists(st.sampled_from([2, 2, 3, 3, 5, 7, 11, 101]), max_size=12).map(lambda primes: mpz(prod(primes)))
LONG = st.integers(1, 2**90).map(mpz)
POWERS = st.lists(st.sampled_from([2, 3, 35, 1, 11]), unique=True).flatmap(
    lambda bases: st.tuples(*(st.tuples(st.just(mpz(base)), st.integers(0, 5)) for base in bases)).map(list)
)


@given(st.lists(SMOOTH | LONG, min_size=1, max_size=6), POWERS, SMOOTH | LONG)
@example([mpz(48)], [(mpz(3), 2)], mpz(40))
@example([mpz(2**20)], [(mpz(2), 15)], mpz(2**10))
@example([mpz(2**20 - 1), mpz(2**20 - 3), mpz(2**40 + 1)], [(mpz(3), 1)], mpz(2**20 - 1))
@example([mpz(2**200 - 1)] * 5, [(mpz(5), 2)], mpz(2**60))
def test_a_shared_divisor_serves_all_fractions(numerators, small, long):
    shared = find_shared_part(numerators, long)
    assert shared == gcd(prod(numerators), long)
    whole = prod(number**exponent for number, exponent in small) * long
    for numerator, multiple in product(numerators, (1, 2, 10)):  # which may share more with the numerator
        found = reduce_fraction(numerator, small, long, shared * multiple)
        expected = Fraction(int(numerator), int(whole))
        assert (found.numerator, found.denominator) == (expected.numerator, expected.denominator)
