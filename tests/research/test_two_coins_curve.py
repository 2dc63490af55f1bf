"""Compare the pieces of the curve of Two coins in p with solutions at rational p and pieces derived by hand."""

import itertools
import sys
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.fast.packed.two_coins import solve
from trueodds.games.two_coins import TwoCoins
from trueodds.research.two_coins_curve import MAX_FLIPS, curve, curve_points

BETWEEN = st.fractions(Fraction(1, 97), Fraction(96, 97), max_denominator=97)


@pytest.fixture(autouse=True)
def flint():
    return pytest.importorskip("flint", reason="curves need python-flint")


def test_one_flip_and_two_flips_by_hand():
    one = curve(1)  # coin A shows heads with probability p, coin B with 1/2
    assert [piece.coefficients for piece in one.pieces] == [(mpq(1, 2),), (0, 1)]
    assert [root.rational for root in one.breakpoints] == [mpq(1, 2)]
    # Two flips: B first wins with 1/2: ahead by 2, A cannot lose; behind by 2, nothing wins. A first: ahead by 1, the
    # better of A (p) and B (1/2); behind by 1, B (1/2). So p max(p, 1/2) + (1 - p) / 2.
    two = curve(2)
    assert [piece.coefficients for piece in two.pieces] == [(mpq(1, 2),), (mpq(1, 2), mpq(-1, 2), 1)]
    assert [root.rational for root in two.breakpoints] == [mpq(1, 2)]


GAMES = st.tuples(st.integers(1, 9), BETWEEN, st.integers(1, 3), st.integers(1, 3), st.integers(-9, 9))


@given(GAMES, st.lists(BETWEEN, min_size=1, max_size=4))
@example((10, Fraction(1, 2), 1, 2, 1), [Fraction(1, 2), Fraction(17, 60), Fraction(70, 97)])
@example((6, Fraction(2, 5), 3, 1, -2), [Fraction(2, 5), Fraction(1, 3)])
@example((5, Fraction(3, 5), 2, 2, 0), [Fraction(3, 5), Fraction(2, 5)])  # the same coin at p = 3/5
@example((1, Fraction(1, 3), 2, 1, 2), [Fraction(1, 3)])
def test_values_and_best_coins_are_those_of_the_game_at_rational_p(game, points):
    flips, heads_b, v_a, v_b, threshold = game
    most = flips * max(v_a, v_b)
    threshold = max(-most, min(most, threshold))
    found = curve(flips, heads_b, v_a, v_b, threshold)
    for p in points:
        solution = solve(TwoCoins(flips, p, heads_b, v_a, v_b, threshold))
        assert found.value(p) == solution.value
        for done in range(flips):
            reach = done * max(v_a, v_b)
            for score in range(-reach, reach + 1):
                choices = found.choices((done, score))
                best = "".join(sorted(solution.best_moves_at((done, score))))
                inside = [c.coins for c in choices if c.lower.less_than(mpq(p)) and not_over(mpq(p), c.upper)]
                at_an_end = not inside
                assert best in (["AB"] if at_an_end else [inside[0], "AB"])


def not_over(p, root):
    """Return whether p is strictly below the root."""
    return root.rational != p and not root.less_than(p)


def at(piece, p):
    return sum(coefficient * p**k for k, coefficient in enumerate(piece.coefficients))


def test_the_curve_is_continuous_and_rises_from_piece_to_piece():
    found = curve(14)
    assert len(found.breakpoints) == len(found.pieces) - 1 > 10
    for one, two in itertools.pairwise(found.pieces):
        assert one.upper is two.lower
        assert one.coefficients != two.coefficients
        one.upper.decimal(40)  # shortens the interval
        low, high = one.upper.interval
        assert abs(at(one, low) - at(two, low)) < mpq(1, 10**30)
        assert at(two, high) >= at(one, low)
    assert found.value(0) == at(found.pieces[0], 0)
    assert found.value("1") == found.value(1) == 1


def test_breakpoints_are_where_the_polynomials_meet(flint):
    for one, two in itertools.pairwise(curve(6).pieces):
        polynomials = (
            flint.fmpq_poly([flint.fmpq(int(c.numerator), int(c.denominator)) for c in piece.coefficients])
            for piece in (one, two)
        )
        difference = next(polynomials) - next(polynomials)
        assert not difference % flint.fmpq_poly(list(one.upper.minimal_polynomial))


def test_the_proof_and_the_best_coins():
    found = curve(4)
    assert str(found.proof).startswith("exact Bellman equality as polynomials: at ")
    assert [choice.coins for choice in found.choices((3, 0))] == ["B", "A"]
    assert [choice.coins for choice in found.choices((3, -1))] == ["B"]


def test_points_of_the_curve_with_closed_ends():
    points = curve_points(flips=9, points=21)
    found = curve(9)
    assert [p for p, _ in points] == [mpq(k, 20) for k in range(21)]
    for p, value in points[1:-1]:
        assert value == found.value(p) == solve(TwoCoins(9, p)).value
    assert points[0] == (0, found.value(0))
    assert points[-1] == (1, 1)


def test_a_hundred_flips():
    points = curve_points()
    assert len(points) == 101
    assert points[50] == (mpq(1, 2), solve(TwoCoins()).value)
    assert all(one[1] <= two[1] for one, two in itertools.pairwise(points))


@pytest.mark.slow
def test_forty_flips():
    found = curve(40)
    for k in range(1, 60):
        assert found.value(mpq(k, 60)) == solve(TwoCoins(40, mpq(k, 60))).value


@pytest.mark.parametrize(("flips", "value_b"), [(MAX_FLIPS + 1, 2), (10**9, 2), (10**40, 2), (100, 10**9), (50, 20)])
def test_curves_that_take_too_long_are_refused(flips, value_b):
    with pytest.raises(MemoryError, match=r"\A[^\n]* flips of up to [^\n]*: a curve takes at most 100 flips[^\n]*\Z"):
        curve(flips, value_b=value_b)


@pytest.mark.parametrize(
    ("p", "error"), [(0.5, TypeError), (1.0, TypeError), (2, ValueError), ("-1", ValueError), (True, TypeError)]
)
def test_a_curve_has_values_at_rational_points(p, error):
    with pytest.raises(error, match=r"^p must be an exact rational strictly between 0 and 1\b"):
        curve(2).value(p)


def test_without_flint_the_error_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "flint", None)
    monkeypatch.delitem(sys.modules, "trueodds.exact.algebraic", raising=False)
    with pytest.raises(ImportError, match=r'^exact curves need python-flint: pip install "trueodds\[curves\]"$'):
        curve(2)
    assert curve_points(2, 3)[2] == (1, 1)


def test_ties_on_whole_intervals():
    assert [choice.coins for choice in curve(2).choices((0, 0))] == ["AB", "A"]
    ties = 0
    for flips, v_a, v_b, threshold in itertools.product((2, 3, 4), (1, 2), (1, 2, 3), (-1, 0, 1, 2)):
        found = curve(flips, "1/2", v_a, v_b, threshold)
        for p in (mpq(29, 97), mpq(50, 97), mpq(83, 97)):
            solution = solve(TwoCoins(flips, p, "1/2", v_a, v_b, threshold))
            for done in range(flips):
                for score in range(-done * max(v_a, v_b), done * max(v_a, v_b) + 1):
                    (choice,) = (
                        c for c in found.choices((done, score)) if c.lower.less_than(p) and not_over(p, c.upper)
                    )
                    assert choice.coins == "".join(sorted(solution.best_moves_at((done, score))))
                    ties += choice.coins == "AB"
    assert ties > 100
