"""Reference implementation, sweeps, bounds by pairs and elimination agree; the proof refuses all other values."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds import NotProved, RiskOrSafety, solve
from trueodds.fast.risk_or_safety.bounds import UNKNOWN, Layout, bound_by_pairs, bound_by_sweeps
from trueodds.fast.risk_or_safety.exact import CONTINUE, STOP, TIE, prove, solve_pairs
from trueodds.fast.risk_or_safety.reference import compute_turn_values
from trueodds.fast.risk_or_safety.solution import METHODS

#: heads → the largest target for which the paper's sweeps, about p^-n of them, stay short
SWEEPABLE = {"1/2": 6, "2/5": 6, "3/5": 6, "2/3": 6, "9/10": 6, "7/16": 6, "1/3": 5, "1/10": 3, "99/100": 6}


def position_values(target, opponent_target, heads):
    """Return the value, and the worth of continuing and of stopping (None if a = 0), for all a and needs i, j."""
    V = compute_turn_values(target, opponent_target, heads)
    found = {}
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
@example((7, 7, "1/2"))
@example((7, 5, "2/5"))  # has exact ties
@example((1, 7, "3/5"))
def test_all_methods_agree_exactly_everywhere(game):
    target, opponent, heads = game
    layout = Layout(max(target, opponent), min(target, opponent))
    reference = position_values(target, opponent, Fraction(heads))
    states = np.zeros(layout.size, dtype=np.int8)
    for (a, i, j), (_, go, stop) in reference.items():
        if a:
            states[layout.index(a, i, j)] = TIE if go == stop else CONTINUE if go > stop else STOP
    words = {TIE: "tie", CONTINUE: "continue", STOP: "stop"}
    for method in METHODS:
        solution = solve(RiskOrSafety(target, opponent, heads), method)
        assert np.array_equal(solution.states, states)
        for seat, (mine, theirs) in enumerate(((target, opponent), (opponent, target))):
            for (a, i, j), (value, go, stop) in reference.items():
                if i <= mine and 1 <= j <= theirs:
                    position = a, mine - i, theirs - j, seat
                    assert solution.value_at(position) == value
                    best, worth = solution.best_moves_at(position), solution.move_values(position)
                    assert best == {k for k, found in worth.items() if found == value}
                    assert a == 0 or ((a in best) == (stop >= go) and (best != {a}) == (go >= stop))
                    assert solution.S(*position) == (words[states[layout.index(a, i, j)]] if a else "continue")
    for order in (bound_by_pairs, bound_by_sweeps):
        bounds = order(layout, mpq(heads))
        assert np.array_equal(bounds.S, np.where(states == TIE, UNKNOWN, states))
        for (a, i, j), (value, *_) in reference.items():
            if a:
                at = layout.index(a, i, j)
                assert mpq(bounds.P_min[at]) <= mpq(value) <= mpq(bounds.P_max[at])


@pytest.mark.parametrize("heads", ["1/1000", "999/1000", "1/10", "1/2"])
def test_extreme_coins_that_underflow_floats_are_solved(heads):
    p, layout = mpq(heads), Layout(60 if heads == "1/1000" else 25, 4)
    bounds = bound_by_pairs(layout, p)
    assert (bounds.unknown > 0) == (heads == "1/1000")
    prove(layout, p, solve_pairs(bounds, p))  # raises NotProved where a value is wrong


@pytest.mark.parametrize(("needs", "heads"), [((6, 4), mpq(1, 2)), ((6, 4), mpq(2, 5)), ((5, 5), mpq(1, 2))])
def test_any_tampered_value_is_refused(needs, heads):
    layout = Layout(*needs)
    values = solve_pairs(bound_by_pairs(layout, heads), heads)
    for node, value in values.items():
        if node[2]:
            for wrong in (value + mpq(1, 10**40), value - mpq(1, 10**40), 1 - value, mpq(float(value))):
                if wrong != value:
                    with pytest.raises(NotProved, match="is not that of the best move"):
                        prove(layout, heads, values | {node: wrong})


# T. Neller, Piglet hold tables (2003): heads to go for; rows own score 0 … n-1, columns the opponent's score 0 … n-1
PIGLET = {
    3: "1 3 3 / 2 2 2 / 1 1 1",
    6: "2 2 2 2 2 6 / 1 2 2 2 2 5 / 1 1 2 2 2 4 / 1 1 1 1 3 3 / 1 1 1 2 2 2 / 1 1 1 1 1 1",
}


@pytest.mark.parametrize("n", PIGLET)
def test_piglet_hold_tables(n):
    published = [[int(hold) for hold in row.split()] for row in PIGLET[n].split("/")]
    solution = solve(RiskOrSafety(n))
    assert [[min(solution.best_moves_at((0, mine, other))) for other in range(n)] for mine in range(n)] == published
