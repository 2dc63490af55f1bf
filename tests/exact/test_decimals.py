"""Decimals are rounded to nearest; long numbers lose their middle and say so."""

from fractions import Fraction

from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.decimals import decimal, in_words, long_number


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


@given(
    st.integers(1, 99), st.integers(-20, 20), st.integers(1, 300), st.integers(1, 9), st.booleans(), st.integers(4, 15)
)
@example(1, 0, 20, 1, False, 15)
@example(5, -1, 18, 1, True, 15)
@example(1, 2, 20, 1, False, 4)
def test_nearly_round_numbers_do_not_look_round(lead, power, places, unit, above, digits):
    """A round number, and one that is off in a later digit only: their decimals differ, and each is on its side."""
    near = Fraction(lead) * Fraction(10) ** power
    value = near + (1 if above else -1) * Fraction(unit) * Fraction(10) ** (power - places - 1)
    shown = Fraction(decimal(mpq(value), digits))
    assert shown != near
    assert (shown > near) is above
    assert Fraction(decimal(mpq(near), digits)) == near
    assert Fraction(decimal(-mpq(value), digits)) == -shown
    words = in_words(mpq(value), digits)
    if words.startswith("slightly"):
        assert words == f"slightly {'above' if above else 'below'} {decimal(mpq(near), digits)}"
        assert places > 25
    else:
        assert Fraction(words) == shown
        assert sum(letter.isdigit() for letter in words.partition("e")[0].lstrip("0.")) <= 33
