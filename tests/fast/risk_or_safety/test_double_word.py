"""Double-word arithmetic is exact where the paper claims it, and otherwise within its bounds."""

import math

import pytest
from gmpy2 import mpq
from hypothesis import assume, example, given
from hypothesis import strategies as st

from trueodds.fast.risk_or_safety.columns import calculate, exact_product, exact_sum, scale

U = mpq(1, 2**53)
NOT_ZERO = st.floats(2.0**-200, 2.0**200) | st.floats(-(2.0**200), -(2.0**-200))
POWERS = st.integers(-3, 3) | st.integers(-600, 600) | st.integers(-(10**6), 10**6)


@st.composite
def words(draw, high=NOT_ZERO, powers=POWERS):
    """Return a double word, whose low part is at most half a unit in the last place of the high part, and a power."""
    hi, power = draw(high), draw(powers)
    lo = draw(st.floats(-1, 1)) * math.ulp(hi) / 2
    return (hi, lo, power) if hi + lo == hi else (hi, 0.0, power)


def exact(hi, lo, power=0):
    return (mpq(hi) + mpq(lo)) * mpq(2) ** power


@given(NOT_ZERO, NOT_ZERO)
@example(1.0, 2.0**-60)
@example(2.0**-60, 1.0)  # the smaller one first
@example(1 / 3, -1 / 3 + 2.0**-54)
def test_nothing_is_lost(a, b):
    assert exact(*exact_sum(a, b)) == mpq(a) + mpq(b)
    assert exact(*exact_product(a, b)) == mpq(a) * mpq(b)


@pytest.mark.parametrize(
    ("sign", "rational", "bound"),
    [
        ("+", lambda a, b: a + b, 3 * U**2 + 13 * U**3),
        ("*", lambda a, b: a * b, 7 * U**2),
        ("/", lambda a, b: a / b, 18 * U**2),
    ],
)
@given(words(), words())
@example((1.0, 2.0**-54, 0), (-1.0, 2.0**-54, 0))  # everything but the low parts cancels
@example((1.0, 2.0**-54, 0), (-1.0, 2.0**-110, 0))
@example((1 / 3, 2.0**-56, 0), (1 / 7, -(2.0**-57), 0))
@example((1 / 3, 2.0**-56, 0), (1 / 7, -(2.0**-57), 95))  # the smaller one changes the last bits
@example((1 / 3, 2.0**-56, 0), (1 / 7, -(2.0**-57), -95))
def test_errors_are_within_the_bounds_of_the_paper(sign, rational, bound, a, b):
    assume(abs(a[2] - b[2]) < 2000 or sign != "+")  # the exact sum would be long
    found, wanted = calculate(a, sign, b), rational(exact(*a), exact(*b))
    assert found[0] + found[1] == found[0]
    assert abs(exact(*found) - wanted) <= bound * abs(wanted)


ONE, BELOW = (1.0, -(2.0**-54), 0), (1 - 2.0**-53, 2.0**-54, 0)  # the same number, 1 - 2^-54
WORD = words(NOT_ZERO | st.sampled_from([0.0, 1.0, 1 - 2.0**-53, 1 + 2.0**-52, 1 + 2.0**-51]), st.integers(-2, 2))


@given(WORD, WORD)
@example(ONE, BELOW)
@example(BELOW, ONE)
@example((-1.0, 2.0**-54, 0), (-1 + 2.0**-53, -(2.0**-54), 0))
@example((1.5, 2.0**-53, 0), (1.5 + 2.0**-52, -(2.0**-53), 0))  # also equal numbers
@example((1.5, 2.0**-60, 0), (1.5, 2.0**-59, 0))
@example((-4.0, 0.0, 0), (0.0, 0.0, 0))
@example((0.0, 0.0, 0), (0.0, 0.0, 0))
def test_less_is_exact(a, b):
    assume(all(low == 0 or abs(low) > 2.0**-300 for _, low, _ in (a, b)))  # smaller numbers are omitted
    assert calculate(a, "<", b) == (exact(*a) < exact(*b))


def test_division_by_zero_gives_nan():
    assert math.isnan(sum(calculate((1.0, 0.0, 0), "/", (0.0, 0.0, 0))))


@given(st.floats(allow_nan=False), st.integers(-2300, 2300) | st.sampled_from([-1023, -1022, 1023, 1024]))
@example(1.5, -1074)  # rounded below all normal floats
@example(5e-324, 1074)
@example(1.7976931348623157e308, -2098)
@example(1.0, 1024)
def test_powers_of_two_are_those_of_the_c_library(a, n):
    try:
        wanted = math.ldexp(a, n)
    except OverflowError:
        wanted = math.copysign(math.inf, a)
    assert scale(a, n) == wanted
    if a and math.isfinite(a):
        hi, lo, power = calculate((a, 0.0, 0), "+", (0.0, 0.0, 0))
        assert (hi, power, lo) == (*math.frexp(a), 0.0)
