"""Decimals are rounded to nearest; long numbers lose their middle and say so."""

from fractions import Fraction

from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.decimals import decimal, long_number


@given(st.fractions(0, 1, max_denominator=10**9), st.integers(1, 40))
@example(Fraction(1, 2), 15)
@example(Fraction(0), 1)
@example(Fraction(999999999, 1000000000), 5)
def test_decimals_are_rounded_to_nearest(value, digits):
    shown = Fraction(decimal(mpq(value), digits))
    if value == 0:
        assert shown == 0
    else:
        exponent = 0
        while value * 10**exponent < 1:
            exponent += 1
        assert abs(shown - value) <= Fraction(1, 2 * 10 ** (digits + exponent - 1))


def test_numbers_up_to_sixty_digits_are_whole():
    assert long_number(mpz(10) ** 59) == ("1" + "0" * 59, "")
    assert long_number(mpz(10) ** 60) == ("1" + "0" * 19 + "…" + "0" * 20, "61 digits")
