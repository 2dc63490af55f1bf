"""Known roots of polynomials are found once and in order, and equal numbers are the same object."""

import itertools
import pickle
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

flint = pytest.importorskip("flint", reason="curves need python-flint")
from trueodds.exact.algebraic import Roots  # noqa: E402 - it needs flint

POINTS = st.fractions(0, 1, max_denominator=40)
#: Without rational roots: x² + 1, 2x² - 1 (√½), 8x³ - 12x² + 6x - 2 (beyond 1), 5x² - 5x + 1 (two inside).
OTHERS = {"1 0 1": [], "-1 0 2": ["0.70711"], "-2 6 -12 8": [], "1 -5 5": ["0.27639", "0.72361"]}


def poly(*coefficients):
    return flint.fmpz_poly(list(coefficients))


def product(points, others):
    made = poly(7)
    for point in points:
        made *= poly(-point.numerator, point.denominator)
    for other in others:
        made *= poly(*map(int, other.split()))
    return made


@given(st.lists(POINTS, max_size=6), st.lists(st.sampled_from(sorted(OTHERS)), max_size=4))
@example([Fraction(1, 2)] * 3 + [Fraction(0)] * 2 + [Fraction(1)], [])
@example([Fraction(1, 3), Fraction(13, 40), Fraction(1, 3)], ["-1 0 2", "-1 0 2", "1 -5 5"])
@example([Fraction(1, 4), Fraction(3, 4)], ["1 -5 5"])
def test_all_roots_are_found_once_in_order_and_as_the_same_objects_again(points, others):
    roots = Roots()
    found = roots.find_roots_between(product(points, others), roots.zero, roots.one)
    assert {root.rational for root in found} - {None} == {point for point in points if 0 < point < 1}
    irrational = [root.decimal(5) for root in found if root.rational is None]
    assert irrational == sorted({text for other in others for text in OTHERS[other]})
    lowers = [root.interval[0] for root in found]
    assert lowers == sorted(lowers)
    for root in found:
        low, high = root.interval
        assert 0 < low <= high < 1
        ends = [sum(c * x**k for k, c in enumerate(root.minimal_polynomial)) for x in (low, high)]
        assert ends[0] * ends[1] < 0 or root.rational is not None
    known, again = [roots.zero, *found, roots.one], product([*points, *points], others) * poly(1, 0, 1)
    for low, high in itertools.combinations(range(len(known)), 2):
        between = roots.find_roots_between(again, known[low], known[high])
        assert all(one is other for one, other in zip(between, known[low + 1 : high], strict=True))
    assert roots.sort_roots(set(known)) == known == roots.list_roots()


@given(st.lists(POINTS, max_size=4), st.lists(st.sampled_from(sorted(OTHERS)), max_size=3), st.sampled_from([1, -1]))
@example([], [], -1)
@example([Fraction(1, 3)], [], 1)  # a root before, in and after the cells between 1/4 and √½
@example([Fraction(1, 2)], [], -1)
@example([Fraction(3, 5)], [], 1)  # in the interval of √½, before it
@example([Fraction(1, 4)], [], 1)
@example([], ["-1 0 2"], -1)
@example([Fraction(1, 2)] * 2, ["-1 0 2"], -1)
def test_signs_between_roots(points, others, sign):
    roots = Roots()
    (quarter,) = roots.find_roots_between(poly(-1, 4), roots.zero, roots.one)
    (root_half,) = roots.find_roots_between(poly(-1, 0, 2), roots.zero, roots.one)
    made = product(points, others) * sign
    for lower, upper in ((roots.zero, quarter), (quarter, root_half), (root_half, roots.one), (roots.zero, roots.one)):
        cells = roots.find_cells(made, lower, upper)
        assert cells[0][0] is lower
        assert cells[-1][1] is upper
        ends = [cell[1] for cell in cells[:-1]]
        assert ends == [cell[0] for cell in cells[1:]] == roots.find_roots_between(made, lower, upper)
        for one, two, found in cells:
            point = (one.interval[1] + two.interval[0]) / 2
            value = made(flint.fmpq(int(point.numerator), int(point.denominator)))
            assert found == (1 if value > 0 else -1)
            assert value != 0


def test_close_roots_are_distinguished():
    # x² - 1/2, shifted by 2^-200: the two roots agree to 60 digits.
    big = 2**200
    roots = Roots()
    (one,) = roots.find_roots_between(poly(-1, 0, 2), roots.zero, roots.one)
    (two,) = roots.find_roots_between(poly(-big - 1, 0, 2 * big), roots.zero, roots.one)
    assert one is not two
    assert one.decimal(60) == two.decimal(60)
    assert one.interval[1] < two.interval[0]
    assert roots.sort_roots({two, one}) == [one, two]


def test_decimals_and_comparison():
    roots = Roots()
    (root,) = roots.find_roots_between(poly(-1, 0, 2), roots.zero, roots.one)
    assert root.decimal() == "0.707106781186548"
    assert root.decimal(50) == "0.70710678118654752440084436210484903928483593768847"
    assert root.less_than(mpq("0.70710678118654752440084436210484903928483593768848"))
    assert not root.less_than(mpq("0.70710678118654752440084436210484903928483593768847"))
    (small,) = roots.find_roots_between(poly(-11, 0, 10**9), roots.zero, roots.one)
    assert small.decimal(5) == "0.00010488"  # even while the ends of its interval are 6.1e-05 and 0.00012
    assert [small.less_than(end) for end in small.interval] == [False, True]
    (near,) = roots.find_roots_between(poly(-49 * 10**38 - 1, 0, 4 * 10**40), roots.zero, roots.one)
    assert near.decimal(1) == "0.4"  # slightly above 0.35
    (negative,) = roots.find_roots_between(poly(1, 0, -3), roots.zero, roots.one)
    assert negative.minimal_polynomial == (-1, 0, 3)
    (half,) = roots.find_roots_between(poly(-1, 2), roots.zero, roots.one)
    assert not half.less_than(mpq(1, 2))
    assert half.minimal_polynomial == (-1, 2)
    for point in (mpq(1, 3), mpq(2, 7)):  # a value that no halving finds
        line = poly(-int(point.numerator), int(point.denominator))
        (found,) = roots.find_roots_between(line * poly(1, 0, 1), roots.zero, half)
        assert not found.less_than(point)
        assert found.less_than(point + mpq(1, 10**30))
        assert not found.less_than(point - mpq(1, 10**30))


def test_how_roots_print():
    roots = Roots()
    third, irrational = roots.find_roots_between(poly(-1, 3) * poly(-1, 0, 2), roots.zero, roots.one)
    assert (repr(third), repr(irrational)) == ("Root(1/3)", "Root(≈ 0.707106781187, degree 2)")
    assert (third.decimal(), third.decimal(3), third.decimal(20)) == tuple(f"0.{'3' * n}" for n in (15, 3, 20))
    for root in (roots.zero, third, irrational):
        same = pickle.loads(pickle.dumps(root))
        assert (same.overlaps(root), same.equals(root), same.interval) == (True, True, root.interval)
    assert not third.equals(irrational) or not third.overlaps(irrational)
