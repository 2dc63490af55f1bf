"""Decimals are rounded to nearest."""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.exact.decimals import describe_decimal, describe_value, format_decimal


def rounded(value, digits):
    """Compare with Python's decimals; notation is plain for exponents from -4 up to the number of digits."""
    with localcontext(prec=digits, rounding=ROUND_HALF_UP):
        found = Decimal(value.numerator) / Decimal(value.denominator)
    if found == 0:
        return "0"
    if -4 <= found.adjusted() < digits:
        text = f"{found:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa, _, exponent = f"{found:e}".partition("e")
    return f"{mantissa.rstrip('0').rstrip('.')}e{int(exponent):+03d}"


@given(st.fractions(max_denominator=10**9), st.integers(-30, 30), st.integers(1, 40))
@example(Fraction(0), 0, 1)
@example(Fraction(999999999, 1000000000), 0, 5)
@example(Fraction(1), 5, 5)
@example(Fraction(12345), 0, 4)
@example(Fraction(-1), -4, 3)
@example(Fraction(-1), -5, 3)
@example(Fraction(25, 10), 0, 1)
@example(Fraction(2, 3), 120, 3)
def test_decimals_are_those_of_python(value, power, digits):
    value *= Fraction(10) ** power
    expected, shown = rounded(value, digits), format_decimal(mpq(value), digits)
    if sum(letter.isdigit() for letter in expected.partition("e")[0].strip("-0.").rstrip("0")) * 2 > digits:
        assert shown == expected  # a shorter one may get more digits, so that it does not look round
    assert shown == expected or abs(Fraction(shown) - value) < abs(Fraction(expected) - value)
    words = describe_value(mpq(value), digits)
    assert words.startswith("slightly ") or words == f"{'=' if Fraction(shown) == value else '≈'} {shown}"


@given(st.integers(1, 10**12), st.integers(25, 60))
def test_more_digits_are_shown_if_half_of_them_are_zeros(whole, places):
    value, length = mpq(whole) + mpq(1, 10**places), len(str(whole).rstrip("0"))
    for digits in range(len(str(whole)), 24):
        assert (format_decimal(value, digits) == str(whole)) == (2 * length > digits)


@given(
    st.integers(1, 99), st.integers(-20, 20), st.integers(1, 300), st.integers(1, 9), st.booleans(), st.integers(4, 15)
)
@example(1, 0, 20, 1, False, 15)
@example(1, 2, 20, 1, False, 4)
def test_nearly_round_numbers_do_not_look_round(lead, power, places, unit, above, digits):
    """The decimal of a number that differs from a round one only in a later digit is on the right side of it."""
    near = Fraction(lead) * Fraction(10) ** power
    value = near + (1 if above else -1) * Fraction(unit) * Fraction(10) ** (power - places - 1)
    shown = Fraction(format_decimal(mpq(value), digits))
    assert shown != near
    assert (shown > near) is above
    assert Fraction(format_decimal(mpq(near), digits)) == near
    assert Fraction(format_decimal(-mpq(value), digits)) == -shown
    words = describe_decimal(mpq(value), digits)
    if words.startswith("slightly"):
        assert words == f"slightly {'above' if above else 'below'} {format_decimal(mpq(near), digits)}"
        assert places > 25
    else:
        assert Fraction(words) == shown
        assert sum(letter.isdigit() for letter in words.partition("e")[0].lstrip("0.")) <= 33
