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
from trueodds.research.two_coins_curve import MAX_FLIPS, curve, curve_points, draw_curve

pytest.importorskip("flint", reason="curves need python-flint")

BETWEEN = st.fractions(Fraction(1, 97), Fraction(96, 97), max_denominator=97)
#: Where two polynomials of these games meet only if they are equal: no root has such a large prime as denominator.
POINTS = BETWEEN | st.integers(1, 10**9).map(lambda k: Fraction(k, 10**9 + 7))


GAMES = st.tuples(st.integers(1, 7), BETWEEN, st.integers(1, 3), st.integers(1, 3), st.integers(-9, 9))


@given(GAMES, st.lists(POINTS, min_size=1, max_size=4))
@example((10, Fraction(1, 2), 1, 2, 1), [Fraction(1, 2), Fraction(17, 60), Fraction(70, 97)])
@example((6, Fraction(2, 5), 3, 1, -2), [Fraction(2, 5), Fraction(1, 3)])
@example((5, Fraction(3, 5), 2, 2, 0), [Fraction(3, 5), Fraction(2, 5)])  # the same coin at p = 3/5
@example((1, Fraction(1, 3), 2, 1, 2), [Fraction(1, 3)])
@example((1, Fraction(1, 2), 1, 2, -1), [Fraction(1, 2), Fraction(29, 10**9 + 7)])  # won before the flip
@example((4, Fraction(1, 2), 1, 2, 0), [Fraction(50, 10**9 + 7)])
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
                best = "".join(sorted(solution.best_moves_at((done, score))))
                inside = [
                    choice.coins
                    for choice in found.choices((done, score))
                    if choice.lower.less_than(mpq(p)) and not_over(mpq(p), choice.upper)
                ]
                known = inside if p.denominator > 10**9 else [*inside, "AB"]  # at an end of an interval, both
                assert best in known


def not_over(p, root):
    """Return whether p is strictly below the root."""
    return root.rational != p and not root.less_than(p)


def test_the_pieces_differ_and_meet():
    found = curve(10)
    for one, two in itertools.pairwise(found.pieces):
        assert one.upper is two.lower
        assert one.coefficients != two.coefficients
    assert [piece.upper for piece in found.pieces[:-1]] == list(found.breakpoints)


def test_the_proof_and_the_best_coins():
    found = curve(4)
    assert str(found.proof).startswith("exact Bellman equality as polynomials at ")
    assert {found, curve(4)} == {found} != {curve(3)}
    for curves in (found, curve(5, "1/2", 2, 2, 0)):
        choices = list(curves._choices.values())
        assert curves.proof.positions == len(choices)
        assert curves.proof.ties == sum(any(one.coins == "AB" for one in some) for some in choices)
        assert curves.proof.changes == len({one.upper.decimal(30) for some in choices for one in some[:-1]})
    assert [choice.coins for choice in found.choices((3, 0))] == ["B", "A"]
    assert [choice.coins for choice in found.choices((3, -1))] == ["B"]
    assert [bool(draw_curve(TwoCoins(flips))[0].marks) for flips in (20, 21)] == [True, False]


def test_points_of_the_curve_with_closed_ends():
    points, found = curve_points(flips=9, points=21), curve(9)
    assert points[1:-1] == [(mpq(k, 20), found.value(mpq(k, 20))) for k in range(1, 20)]
    assert points[0] == (0, found.value(0)) == (0, found.pieces[0].coefficients[0])
    assert points[-1] == (1, found.value(" 1\n")) == (1, found.value(1)) == (1, 1)
    assert len(curve_points(2)) == 101
    with pytest.raises(ValueError, match="points must be at least 2, not 1"):
        curve_points(4, points=1)


@pytest.mark.parametrize(("flips", "value_b"), [(MAX_FLIPS + 1, 2), (10**9, 2), (10**40, 2), (100, 10**9), (90, 3)])
def test_curves_that_take_too_long_are_refused(flips, value_b):
    with pytest.raises(MemoryError, match=r"\A[^\n]* flips of up to [^\n]*: a curve .* at most 100 flips[^\n]*\Z"):
        curve(flips, value_b=value_b)


@pytest.mark.parametrize(
    ("p", "error"), [(0.5, TypeError), (1.0, TypeError), (2, ValueError), ("-1", ValueError), (True, TypeError)]
)
def test_a_curve_has_values_at_rational_points(p, error):
    with pytest.raises(error, match=r"^p must be an exact rational from 0 to 1, such as 2/5, not "):
        curve(2).value(p)


def test_without_flint_the_error_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "flint", None)
    monkeypatch.delitem(sys.modules, "trueodds.exact.algebraic", raising=False)
    with pytest.raises(ImportError, match=r'^exact curves need python-flint: pip install "trueodds\[curves\]"$'):
        curve(2)
    assert curve_points(2, 3)[2] == (1, 1)
