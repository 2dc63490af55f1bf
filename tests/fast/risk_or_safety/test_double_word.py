"""Double-word arithmetic against exact rationals: nothing lost where the paper says so, else within its bounds."""

import math

import pytest
from gmpy2 import mpq
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from trueodds.fast.risk_or_safety.large import double_word

U = mpq(1, 2**53)
NOT_ZERO = st.floats(2.0**-200, 2.0**200) | st.floats(-(2.0**200), -(2.0**-200))


@st.composite
def words(draw, high=NOT_ZERO):
    """A double word: the low part at most half a unit in the last place of the high one."""
    hi = draw(high)
    lo = draw(st.floats(-1, 1)) * math.ulp(hi) / 2
    return (hi, lo) if hi + lo == hi else (hi, 0.0)


def exact(word):
    return mpq(word[0]) + mpq(word[1])


def is_word(word):
    return word[0] + word[1] == word[0]


@given(NOT_ZERO, NOT_ZERO)
@settings(deadline=None, max_examples=500)
@example(1.0, 2.0**-60)
@example(2.0**-60, 1.0)  # the smaller one first
@example(1.0, -1.0)
@example(1 / 3, -1 / 3 + 2.0**-54)
def test_nothing_is_lost(a, b):
    assert exact(double_word.exact_sum(a, b)) == mpq(a) + mpq(b)
    assert exact(double_word.exact_product(a, b)) == mpq(a) * mpq(b)


@pytest.mark.parametrize(
    ("operation", "rational", "bound"),
    [
        (double_word.plus, lambda a, b: a + b, 3 * U**2 + 13 * U**3),
        (double_word.times, lambda a, b: a * b, 7 * U**2),
        (double_word.over, lambda a, b: a / b, 18 * U**2),
    ],
)
@given(words(), words())
@settings(deadline=None, max_examples=1000)
@example((1.0, 2.0**-54), (-1.0, 2.0**-54))  # all but the low parts cancels
@example((1.0, 2.0**-54), (1.0, -(2.0**-54)))
@example((1 / 3, 2.0**-56), (1 / 7, -(2.0**-57)))
@example((1.5, 0.0), (1 / 3, 0.0))
def test_errors_are_within_the_bounds_of_the_paper(operation, rational, bound, a, b):
    found, wanted = operation(a, b), rational(exact(a), exact(b))
    assert is_word(found)
    assert abs(exact(found) - wanted) <= bound * abs(wanted)


ONE, BELOW = (1.0, -(2.0**-54)), (1 - 2.0**-53, 2.0**-54)  # the same number, 1 - 2^-54
WORD = words(NOT_ZERO | st.sampled_from([0.0, 1.0, 1 - 2.0**-53, 1 + 2.0**-52, 1 + 2.0**-51]))


@given(WORD, WORD)
@settings(deadline=None, max_examples=500)
@example(ONE, BELOW)
@example(BELOW, ONE)
@example((-1.0, 2.0**-54), (-BELOW[0], -(2.0**-54)))
@example((-BELOW[0], -(2.0**-54)), (-1.0, 2.0**-54))
@example((1.5, 2.0**-53), (1.5 + 2.0**-52, -(2.0**-53)))  # the same number, too
@example((1.5 + 2.0**-52, -(2.0**-53)), (1.5, 2.0**-53))
@example((1.5, 2.0**-60), (1.5, 2.0**-59))
@example((0.0, 0.0), (-4.0, 0.0))
@example((-4.0, 0.0), (0.0, 0.0))
@example((0.0, 0.0), (2.0**-9, 0.0))
@example((2.0**-9, 0.0), (0.0, 0.0))
@example((0.0, 0.0), (0.0, 0.0))
def test_less_is_exact(a, b):
    assume(all(low == 0 or abs(low) > 2.0**-300 for _, low in (a, b)))  # smaller ones are left out
    assert double_word.less(a, b) == (exact(a) < exact(b))


def test_a_quotient_by_zero_is_no_number():
    assert math.isnan(sum(double_word.over((1.0, 0.0), (0.0, 0.0))))


@given(st.floats(allow_nan=False), st.integers(-2300, 2300) | st.sampled_from([-1023, -1022, 1023, 1024]))
@settings(deadline=None, max_examples=500)
@example(1.5, -1074)  # rounded below all normal floats
@example(5e-324, 1074)
@example(-5e-324, 2000)
@example(1.7976931348623157e308, -2098)
@example(1.0, 1024)
@example(0.0, 5)
def test_powers_of_two_are_those_of_the_c_library(a, n):
    try:
        wanted = math.ldexp(a, n)
    except OverflowError:
        wanted = math.copysign(math.inf, a)
    assert double_word.scaled(a, n) == wanted
    if a and math.isfinite(a):
        assert double_word.split_exponent(a) == math.frexp(a)
