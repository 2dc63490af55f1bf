"""Fractions in lowest terms, against Python's own."""

from fractions import Fraction
from math import prod

import pytest
from gmpy2 import gcd, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.lowest_terms import reduce_fraction, shared_part

SMOOTH = st.lists(st.sampled_from([2, 2, 3, 3, 5, 7, 11, 101]), max_size=12).map(lambda primes: mpz(prod(primes)))


@given(st.lists(SMOOTH, min_size=1, max_size=6), SMOOTH, SMOOTH)
@example([mpz(12)], mpz(9), mpz(8))
@example([mpz(4)], mpz(2), mpz(2))
@example([mpz(9), mpz(3)], mpz(9), mpz(27))
@example([mpz(1)], mpz(1), mpz(1))
@example([mpz(2**20)], mpz(2**15), mpz(2**10))
def test_many_at_once_as_one_by_one(numerators, small, long):
    shared = shared_part(numerators, long)
    assert long % shared == 0
    for numerator in numerators:
        assert shared % gcd(numerator, long) == 0
        found, expected = reduce_fraction(numerator, small, long, shared), Fraction(int(numerator), int(small * long))
        assert (found.numerator, found.denominator) == (expected.numerator, expected.denominator)


@pytest.mark.parametrize("shared", [8, 16, 80, 320])
def test_any_multiple_of_what_is_shared_will_do(shared):
    """Also one that has more in common with the numerator than the long factor has."""
    found = reduce_fraction(mpz(48), mpz(9), mpz(8 * 5), mpz(shared))
    assert (found.numerator, found.denominator) == (2, 15)
