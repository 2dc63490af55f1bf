"""Arithmetic of 192 bits against whole numbers and rationals: the stated errors hold, and not much less would."""

import math

import pytest
from gmpy2 import mpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

from trueodds.fast.risk_or_safety.large import wide

BITS = 192
CUT = mpq(1, 2**190)
FULL = 2**BITS - 1
FIRST = 2 ** (BITS - 1)


def exact(number):
    return mpq(number[0]) * mpq(2) ** (number[1] - BITS)


def is_normal(number):
    return number[0].bit_length() == BITS and number[2] >= 0


EXPONENTS = st.integers(-60, 60) | st.integers(-1500, 1500)


@st.composite
def numbers(draw, exponents=EXPONENTS):
    """A wide number: all patterns of its words, ends of their ranges more often."""
    word = st.sampled_from([0, 1, 2**31, 2**32 - 1]) | st.integers(0, 2**32 - 1)
    mantissa = 0
    for _ in range(6):
        mantissa = mantissa << 32 | draw(word)
    return mantissa | FIRST, draw(exponents), draw(st.sampled_from([0.0, 2.0**-190, 2.0**-100, 2.0**-31]))


SMALL = st.integers(1, 2**18 - 1) | st.sampled_from([1, 2, 3, 5, 2**17 - 1, 2**17, 2**18 - 1])


@given(SMALL, numbers(), SMALL, numbers(), SMALL)
@settings(deadline=None, max_examples=300)
@example(1, (FIRST, 0, 0.0), 1, (FULL, -191, 0.0), 1)  # cut off to one bit
@example(1, (FIRST, 0, 0.0), 1, (FULL, -192, 0.0), 1)
@example(2**18 - 1, (FULL, 0, 0.0), 2**18 - 1, (FULL, 0, 0.0), 1)  # the largest sum
@example(1, (FIRST, 0, 0.0), 2**18 - 1, (FULL, -31, 0.0), 2**18 - 1)  # the smallest, and much that is shifted
@example(3, (0, 0, 0.0), 2, (FULL, -7, 2.0**-60), 5)
@example(7, (FULL, 5, 2.0**-60), 2, (0, 0, 0.0), 9)
def test_a_mix_is_cut_off_and_no_more(a, first, b, second, d):
    found = wide.mix(a, first, b, second, d)
    wanted = (a * exact(first) + b * exact(second)) / d
    assert is_normal(found)
    assert exact(found) <= wanted
    assert wanted - exact(found) < (CUT / 2 + mpq(1, 2**204)) * wanted
    error = (a * exact(first) * mpq(first[2]) + b * exact(second) * mpq(second[2])) / d / wanted
    assert error + CUT <= mpq(found[2]) + CUT / 2**40
    assert mpq(found[2]) <= error * (1 + mpq(1, 2**39)) + 2 * CUT


@given(numbers(st.integers(-250, 0)))
@settings(deadline=None, max_examples=200)
@example((FIRST, 0, 2.0**-100))
@example((FIRST, -223, 0.0))  # the last bit that is seen
@example((FULL, -224, 0.0))  # none is
@example((2**192 - 2**160, 0, 0.0))  # little is left
@example((FIRST, -300, 2.0**-40))
def test_a_complement(number):
    found, wanted = wide.complement(number), 1 - exact(number)
    off = exact(found) - wanted
    if off >= 0:
        assert off < mpq(1, 2**224)
    assert abs(off) < mpq(1, 2**224) + CUT / 2 * wanted
    assert is_normal(found)
    least = exact(number) * mpq(number[2]) / wanted
    assert mpq(found[2]) * exact(found) >= least * wanted + abs(off)
    assert mpq(found[2]) <= least * (1 + mpq(1, 2**39)) + 2 * CUT + mpq(1, 2**223) / wanted


def test_complements_of_nothing_and_of_too_much():
    assert wide.complement((0, 0, 0.0)) == (FIRST, 1, 0.0)
    assert wide.complement((FIRST, 1, 0.0))[0] == 0


@given(numbers(), numbers())
@settings(deadline=None, max_examples=300)
@example((FIRST, 0, 0.0), (FULL, -1, 0.0))
@example((FULL, 0, 0.0), (FIRST, 1, 0.0))
@example((FIRST, 0, 2.0**-190), (FIRST + 3, 0, 2.0**-190))
@example((FIRST, 0, 0.0), (0, 0, 0.0))
def test_what_is_surely_larger_is(first, second):
    sure, difference, e = wide.order(first, second)
    wanted = exact(first) - exact(second)
    error = exact(first) * mpq(first[2]) + exact(second) * mpq(second[2])
    scale = mpq(2) ** e
    assert abs(mpq(difference) * scale - wanted) <= scale / 2**224 + abs(wanted) / 2**50
    if sure:
        assert sure * wanted > error
    else:
        assert abs(wanted) <= error * (1 + mpq(1, 2**39)) + scale / 2**222
    assert wide.order(second, first)[0] == -sure


@pytest.mark.parametrize("apart", [1, -1])
@pytest.mark.parametrize("error", [2.0**-150, 2.0**-100])
def test_an_order_is_sure_just_beyond_the_errors(apart, error):
    """Both numbers may be off by `error`: twice that is what they must be apart."""
    unit = int(mpq(error) * FIRST)
    for factor, sure in ((1.99, 0), (2.01, apart)):
        second = FIRST + 2**180 + apart * int(factor * unit * (1 + 2**-11))
        assert wide.order((second, 0, error), (FIRST + 2**180, 0, error))[0] == sure


@given(st.floats(2.0**-300, 2.0**300), st.floats(-1, 1), st.integers(-(10**5), 10**5))
@settings(deadline=None, max_examples=200)
@example(1.0, -1.0, 0)
@example(1.0, 1.0, 0)
@example(0.5, -(2.0**-70), 3)
@example(1.5, 0.0, -7)
def test_double_words_are_widened(high, part, e):
    low = part * math.ulp(high) / 2
    if high + low != high:
        low = 0.0
    found = wide.widened(high, low, e, 2.0**-83)
    wanted = (mpq(high) + mpq(low)) * mpq(2) ** e
    assert is_normal(found)
    assert 0 <= wanted - exact(found) < wanted / 2**113
    assert found[2] >= 2.0**-83 + 2.0**-113
    assert found[2] < 2.0**-82


@pytest.mark.parametrize("high", [0.0, -1.0, math.inf, math.nan])
def test_what_is_no_chance_is_widened_to_nothing(high):
    assert wide.widened(high, 0.0, 0, 0.0)[0] == 0
