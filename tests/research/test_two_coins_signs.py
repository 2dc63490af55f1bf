"""Signs proved by floats do not change the curve; their bounds contain exact values at rational p."""

import itertools
import random

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.fast.packed.layers import Scores
from trueodds.games.two_coins import TwoCoins
from trueodds.research import two_coins_signs as module
from trueodds.research.two_coins_curve import _Induction, curve
from trueodds.research.two_coins_signs import Signs

pytest.importorskip("flint", reason="curves need python-flint")

HEADS = st.fractions("1/60", "59/60", max_denominator=60)


def plain_curve(*game):
    """Examine every difference of polynomials on every cell, as a reference implementation."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Signs, "between", lambda self, x, starts, stops: np.zeros(len(starts), dtype=np.int8))
        return curve(*game)


def plain_data(found):
    """Return the proof, the pieces and all choices of a curve, with its roots as decimals."""
    choices = {
        position: [(one.lower.decimal(30), one.upper.decimal(30), one.coins) for one in some]
        for position, some in found._choices.items()
    }
    pieces = [(one.lower.decimal(30), one.upper.decimal(30), one.coefficients) for one in found.pieces]
    return found.proof, pieces, choices


@given(st.integers(1, 7), HEADS, st.integers(1, 4), st.integers(1, 4), st.integers(-9, 9))
@example(8, mpq(1, 2), 2, 2, 0)
@example(8, mpq(1, 3), 3, 1, -2)
@example(7, mpq(59, 60), 1, 4, 3)
@example(7, mpq(1, 2), 4, 4, 4)
@example(12, mpq(1, 2), 1, 2, 1)
def test_the_curve_is_the_same_without_them(flips, heads, value_a, value_b, threshold):
    most = flips * max(value_a, value_b)
    game = flips, str(heads), value_a, value_b, max(-most, min(most, threshold))
    assert plain_data(curve(*game)) == plain_data(plain_curve(*game))


def test_most_cells_are_decided_by_them(monkeypatch):
    """With thousands of cells, only ties and cells around a root remain."""
    looked, real = [], _Induction._cells
    monkeypatch.setattr(_Induction, "_cells", lambda *given: looked.append(real(*given)) or looked[-1])
    found = curve(20)
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
    rows = [module._Row(np.asarray(values, dtype=float), flat, flat) for values in (a, b)]
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
