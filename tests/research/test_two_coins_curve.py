"""Compare the pieces of the curve of Two coins in p with solutions at rational p and pieces derived by hand."""

import itertools
import random
import sys
from fractions import Fraction
from unittest.mock import Mock, call

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.fast.packed.layers import Scores
from trueodds.fast.packed.two_coins import solve
from trueodds.games.two_coins import TwoCoins
from trueodds.research import two_coins_signs
from trueodds.research.two_coins_curve import MAX_FLIPS, _Induction, compute_curve, compute_curve_points, draw_curve
from trueodds.research.two_coins_signs import Signs
from trueodds.runtime.interrupts import _state

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
    found = compute_curve(flips, heads_b, v_a, v_b, threshold)
    assert all(a.upper is b.lower and a.coefficients != b.coefficients for a, b in itertools.pairwise(found.pieces))
    assert [piece.upper for piece in found.pieces[:-1]] == list(found.breakpoints)
    for p in points:
        solution = solve(TwoCoins(flips, p, heads_b, v_a, v_b, threshold))
        assert found.value(p) == solution.value
        for done in range(flips):
            reach = done * max(v_a, v_b)
            for score in range(-reach, reach + 1):
                best = "".join(sorted(solution.best_moves_at((done, score))))
                every = found.choices((done, score))
                inside = [one.coins for one in every if one.lower.less_than(mpq(p)) and not_over(mpq(p), one.upper)]
                known = inside if p.denominator > 10**9 else [*inside, "AB"]  # at an end of an interval, both
                assert best in known


def not_over(p, root):
    """Return whether p is strictly below the root."""
    return root.rational != p and not root.less_than(p)


def test_the_proof_and_the_best_coins():
    found = compute_curve(4)
    told = "exact Bellman equality as polynomials at 18 open positions, on 34 intervals of p"
    assert str(found.proof) == f"{told}; the best coins change at 2 algebraic numbers"
    assert {found, compute_curve(4)} == {found} != {compute_curve(3)}
    for curves in (found, compute_curve(5, "1/2", 2, 2, 0)):
        choices = list(curves._choices.values())
        assert curves.proof.positions == len(choices)
        assert curves.proof.ties == sum(any(one.coins == "AB" for one in some) for some in choices)
        assert curves.proof.changes == len({one.upper.decimal(30) for some in choices for one in some[:-1]})
    assert [[one.coins for one in found.choices((3, score))] for score in (0, -1)] == [["B", "A"], ["B"]]
    with pytest.raises(ValueError, match="position"):
        found.choices((0, 5))
    assert repr(found) == f"<Curve of {TwoCoins(4)!r}: 3 pieces>"
    games = TwoCoins(20), TwoCoins(21), TwoCoins(20, value_b=100)  # the breakpoints of the last would take too long
    assert [bool(draw_curve(game)[0].marks) for game in games] == [True, False, False]


def test_points_of_the_curve_with_closed_ends():
    options = "1/3", 3, 1, 2
    points, found = compute_curve_points(9, 21, *options), compute_curve(9, *options)
    drawn = draw_curve(TwoCoins(9, "1/2", *options), tell := Mock())[0]
    steps = [("points", n, 101) for n in range(1, 102)] + [("layers", n, 9) for n in range(1, 10)]
    assert (tell.call_args_list, drawn.marks_title) == ([call(*step) for step in steps], "the polynomial changes")
    assert drawn.curves[0][2][::5] == [float(value) for _, value in points]
    assert drawn.marks == [float(root.decimal(15)) for root in found.breakpoints]
    assert points[1:-1] == [(mpq(k, 20), found.value(mpq(k, 20))) for k in range(1, 20)]
    assert points[0] == (0, found.value(0)) == (0, found.pieces[0].coefficients[0])
    assert points[-1] == (1, found.value(" 1\n")) == (1, found.value(1)) == (1, 1)
    assert len(compute_curve_points(2)) == 101
    with pytest.raises(ValueError, match="points must be at least 2, not 1"):
        compute_curve_points(4, points=1)


@pytest.mark.parametrize(("flips", "value_b"), [(MAX_FLIPS + 1, 2), (10**9, 2), (10**40, 2), (100, 10**9), (90, 3)])
def test_only_curves_that_take_too_long_are_refused(flips, value_b, monkeypatch):
    monkeypatch.setattr(_Induction, "run", lambda *given: "found")
    assert compute_curve(MAX_FLIPS) == "found"
    with pytest.raises(MemoryError, match=r"\Aflips [^\n]*, largest value [^\n]*: a curve .* limited to 100 [^\n]*\Z"):
        compute_curve(flips, value_b=value_b)


@pytest.mark.parametrize(
    ("p", "error"), [(0.5, TypeError), (1.0, TypeError), (2, ValueError), ("-1", ValueError), (True, TypeError)]
)
def test_a_curve_has_values_at_rational_points(p, error):
    with pytest.raises(error, match=r"^p must be an exact rational from 0 to 1, such as 2/5, not "):
        compute_curve(2).value(p)


def test_an_interrupt_that_python_dropped_is_raised_by_the_next_layer(monkeypatch):
    steps = []
    with pytest.raises(KeyboardInterrupt):
        compute_curve(9, progress=lambda *step: steps.append(step) or monkeypatch.setitem(_state, "pressed", True))
    assert steps == [("layers", 1, 9)]


def test_without_flint_the_error_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "flint", None)
    monkeypatch.delitem(sys.modules, "trueodds.exact.algebraic", raising=False)
    with pytest.raises(ImportError, match=r'^exact curves need python-flint: pip install "trueodds\[curves\]"$'):
        compute_curve(2)
    assert compute_curve_points(2, 3)[2] == (1, 1)


# Signs proved by floats do not change the curve; their bounds contain exact values at rational p.


def plain_data(found):
    """Return the proof, the pieces and all choices of a curve, with its roots as decimals."""
    parts = [(one, one.coefficients) for one in found.pieces]
    parts += [(one, (at, one.coins)) for at, some in found._choices.items() for one in some]
    return found.proof, [(one.lower.decimal(20), one.upper.decimal(20), what) for one, what in parts]


@given(st.integers(1, 7), BETWEEN, st.integers(1, 4), st.integers(1, 4), st.integers(-9, 9))
@example(8, mpq(1, 2), 2, 2, 0)
@example(8, mpq(1, 3), 3, 1, -2)
@example(7, mpq(59, 60), 1, 4, 3)
@example(7, mpq(1, 2), 4, 4, 4)
@example(10, mpq(1, 2), 1, 2, 1)
def test_the_curve_is_the_same_without_them(flips, heads, value_a, value_b, threshold):
    most = flips * max(value_a, value_b)
    game = flips, str(heads), value_a, value_b, max(-most, min(most, threshold))
    found = compute_curve(*game)
    with pytest.MonkeyPatch.context() as patch:  # every difference of polynomials is examined on every cell
        patch.setattr(Signs, "between", lambda self, x, starts, stops: np.zeros(len(starts), dtype=np.int8))
        assert plain_data(compute_curve(*game)) == plain_data(found)


def test_most_cells_are_decided_by_them(monkeypatch):
    """With thousands of cells, only ties and cells around a root remain."""
    looked, real = [], _Induction._cells
    monkeypatch.setattr(_Induction, "_cells", lambda *given: looked.append(real(*given)) or looked[-1])
    found = compute_curve(20)
    assert found.proof.intervals == 5_369
    assert sum(cells[0][3] != "AB" for cells in looked) < 0.15 * found.proof.intervals


def worth(steps, heads_b, left, x, p, known):
    """Return the exact values of both coins with `left` flips left, at a score minus the threshold."""
    if left == 0:
        return (mpq(int(x >= 0)),) * 2
    if (left, x) not in known:
        up, down, b_up, b_down = (max(worth(steps, heads_b, left - 1, x + step, p, known)) for step in steps)
        known[left, x] = p * up + (1 - p) * down, heads_b * b_up + (1 - heads_b) * b_down
    return known[left, x]


@pytest.mark.parametrize("cells", [1, 4, 64])
@pytest.mark.parametrize(
    ("value_a", "value_b", "heads_b"), [(1, 2, mpq(1, 2)), (3, 1, mpq(2, 5)), (2, 2, mpq(1, 2)), (1, 1, mpq(1, 3))]
)
def test_signs_and_bounds_are_right_everywhere_on_their_cells(cells, value_a, value_b, heads_b):
    """Test wide cells, which every part of the argument decides, at ends, middles and random points."""
    steps = value_a, -value_a, value_b, -value_b
    game = TwoCoins(9, "1/2", heads_b, value_a, value_b, 1)
    scores = Scores(game.flips, game.threshold, max(value_a, value_b), 1, level=1, win=1)
    signs = Signs(steps, heads_b, cells)
    rng = random.Random(cells)
    decided = 0
    for done in range(8, -1, -1):
        low, high, left = scores.low(done), scores.high(done), 9 - done
        signs.solve(low, high)
        for cell in {0, cells - 1, rng.randrange(cells)}:
            ends = mpq(cell, cells), mpq(cell + 1, cells)
            points = sorted({*ends, *(ends[0] + (ends[1] - ends[0]) * mpq(rng.randrange(97), 97) for _ in range(3))})
            tables = [{} for _ in points]
            for x in range(low, high + 1):
                sign = int(signs.between(x, np.array([cell]), np.array([cell + 1]))[0])
                row = signs._layer[x]
                exact = [worth(steps, heads_b, left, x, p, known) for p, known in zip(points, tables, strict=True)]
                values = [max(both) for both in exact]
                assert abs(values[0] - mpq(float(row.values[cell]))) < mpq(1, 2**45)
                off = mpq(1, 2**40)
                for one, two in itertools.pairwise(range(len(points))):
                    slope = (values[two] - values[one]) / (points[two] - points[one])
                    assert mpq(float(row.least[cell])) - off <= slope <= mpq(float(row.most[cell])) + off
                if sign:
                    decided += 1
                    assert all((a > b) == (sign > 0) and a != b for a, b in exact)
    assert decided > 0 or value_a == value_b or cells == 1


def solved(a, b, layers=1):
    """Return the signs at a score from which coin A leads to values a and coin B to values b, with derivatives of 0."""
    signs = Signs((1, -1, 2, -2), mpq(1, 2), 64)
    flat = np.zeros(64)
    rows = [two_coins_signs._Row(np.asarray(values, dtype=float), flat, flat) for values in (a, b)]
    signs._layer, signs._left = {1: rows[0], -1: rows[0], 2: rows[1], -2: rows[1]}, layers - 1
    signs.solve(0, 0)
    return signs._known[0]


@pytest.mark.parametrize("layers", [1, 100])
def test_signs_within_the_error_are_open(layers):
    """Differences of twice the error are open; those of eight times the error are not."""
    error = (8 * layers + 8 + 44 * layers**2 / 64) * 2.0**-53
    middle = np.full(65, 0.5)
    for times, sign in ((2, 0), (-2, 0), (8, 1), (-8, -1)):
        assert set(solved(middle + times * error, middle, layers).signs.tolist()) == {sign}
