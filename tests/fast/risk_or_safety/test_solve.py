"""The reference implementation, the paper's sweeps, the bounds pair by pair and the elimination agree exactly."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety.bounds import UNKNOWN, Layout, by_pairs, by_sweeps
from trueodds.fast.risk_or_safety.exact import CONTINUE, STOP, TIE, all_values, pair_values, prove
from trueodds.fast.risk_or_safety.reference import turn_values

#: heads → the largest target for which the paper's sweeps, about p^-n of them, stay short
SWEEPABLE = {"1/2": 12, "2/5": 12, "3/5": 12, "2/3": 12, "9/10": 12, "7/16": 12, "1/3": 8, "1/10": 3, "99/100": 8}


def position_values(
    target: int, opponent_target: int, heads: Fraction
) -> dict[tuple[int, int, int], tuple[Fraction, Fraction, Fraction | None]]:
    """For all open points a and needs i, j: the value, and the values of continuing and of stopping (None if a = 0)."""
    V = turn_values(target, opponent_target, heads)
    found: dict[tuple[int, int, int], tuple[Fraction, Fraction, Fraction | None]] = {}
    for i, j in V:
        for a in range(i - 1 if j else -1, -1, -1):
            onward = found[a + 1, i, j][0] if a + 1 < i else Fraction(1)
            go = heads * onward + (1 - heads) * (1 - V[j, i])
            stop = 1 - V[j, i - a] if a else None
            found[a, i, j] = (go if stop is None else max(go, stop), go, stop)
    return found


@st.composite
def games(draw):
    heads = draw(st.sampled_from(sorted(SWEEPABLE)))
    most = SWEEPABLE[heads]
    return draw(st.integers(1, most)), draw(st.integers(1, most)), heads


@given(games())
@example((12, 12, "1/2"))
@example((12, 7, "2/5"))  # has exact ties
@example((3, 11, "2/5"))
@example((1, 1, "1/2"))
@example((1, 12, "3/5"))
def test_all_methods_agree_exactly_everywhere(game):
    target, opponent, heads = game
    p = mpq(heads)
    layout = Layout(max(target, opponent), min(target, opponent))
    reference = position_values(target, opponent, Fraction(heads))
    expected = {position: mpq(found[0]) for position, found in reference.items()}
    expected_s = np.zeros(layout.size, dtype=np.int8)
    for (a, i, j), (_, go, stop) in reference.items():
        if a:
            expected_s[layout.index(a, i, j)] = TIE if go == stop else CONTINUE if go > stop else STOP

    found = {}
    for order in (by_pairs, by_sweeps):
        bounds = order(layout, p)
        values = pair_values(bounds, p)
        proof = prove(layout, p, values)
        assert np.array_equal(proof.S, expected_s)
        decided = bounds.S != UNKNOWN
        assert np.array_equal(bounds.S[decided], expected_s[decided])
        everywhere = all_values(layout, proof.S, p)
        assert {node: value for node, value in everywhere.items() if node[2]} == expected
        for (a, i, j), value in expected.items():
            if a:
                at = layout.index(a, i, j)
                assert mpq(bounds.P_min[at]) <= value <= mpq(bounds.P_max[at])
        found[order.__name__] = bounds
    undecided = {name: set(np.flatnonzero(bounds.S == UNKNOWN)) for name, bounds in found.items()}
    assert undecided["by_pairs"] == undecided["by_sweeps"] == set(np.flatnonzero(expected_s == TIE))


@pytest.mark.parametrize("method", ["pairs", "sweeps", "twin"])
@pytest.mark.parametrize(("target", "opponent", "heads"), [(8, 8, "1/2"), (7, 3, "2/5"), (2, 9, "3/5")])
def test_solutions_are_the_same_by_every_method(method, target, opponent, heads):
    game = RiskOrSafety(target, opponent, heads)
    solution, other = solve(game, method), solve(game)
    for seat in (0, 1):
        mine, theirs = (target, opponent)[:: 1 - 2 * seat]
        for b in range(mine):
            for c in range(theirs):
                for a in range(mine - b):
                    position = a, b, c, seat
                    assert solution.move_values(position) == other.move_values(position)
                    assert solution.best_moves_at(position) == other.best_moves_at(position)
                    assert solution.S(*position) == other.S(*position)


@pytest.mark.parametrize("heads", ["1/1000", "999/1000", "1/10", "1/2"])
def test_coins_so_unfair_that_floats_underflow_are_solved_all_the_same(heads):
    target = 60 if heads == "1/1000" else 25
    p, layout = mpq(heads), Layout(target, 4)
    bounds = by_pairs(layout, p)
    assert (bounds.unknown > 0) == (heads == "1/1000")
    values = pair_values(bounds, p)
    prove(layout, p, values)  # raises where a value is wrong


@pytest.mark.slow
def test_all_positions_agree_at_a_hundred_points():
    half, layout = mpq(1, 2), Layout(100, 100)
    bounds = by_pairs(layout, half)
    values = pair_values(bounds, half)
    proof = prove(layout, half, values)
    everywhere = all_values(layout, proof.S, half)
    assert all(everywhere[node] == value for node, value in values.items())
