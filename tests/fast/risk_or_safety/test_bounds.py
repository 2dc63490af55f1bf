"""The bounds are the paper's, are rigorous, tell when they can decide no more, and lie in one block."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.fast.risk_or_safety.all.bounds import UNKNOWN, by_pairs, by_sweeps
from trueodds.fast.risk_or_safety.all.exact import TIE, pair_values, prove
from trueodds.fast.risk_or_safety.layout import Layout

HALF = mpq(1, 2)


def literal_sweeps(n):
    """The iteration of the paper's section 4 for heads 1/2, in fractions, word by word; yields each sweep's state."""
    third, sixth, half = Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)
    positions = [(a, b, c) for b in range(n) for a in range(n - b - 1, 0, -1) for c in range(n)]
    p_min = dict.fromkeys(positions, Fraction(0))
    p_max = dict.fromkeys(positions, Fraction(1))
    for b in range(n + 1):
        for c in range(n):
            p_min[n - b, b, c] = p_max[n - b, b, c] = Fraction(1)  # "if a + b = n, then P_min := P_max := 1"
    s = dict.fromkeys(positions, "unknown")
    while "unknown" in s.values():
        old_min = {(b, c): p_min[1, b, c] for b in range(n) for c in range(n)}
        old_max = {(b, c): p_max[1, b, c] for b in range(n) for c in range(n)}
        for a, b, c in positions:
            go_min = third - third * old_max[c, b] + sixth * old_min[b, c] + half * p_min[a + 1, b, c]
            go_max = third - third * old_min[c, b] + sixth * old_max[b, c] + half * p_max[a + 1, b, c]
            stop_min = 2 * third - 2 * third * old_max[c, a + b] + third * old_min[a + b, c]
            stop_max = 2 * third - 2 * third * old_min[c, a + b] + third * old_max[a + b, c]
            if s[a, b, c] == "unknown" and go_min > stop_max:
                s[a, b, c] = "continue"
            elif s[a, b, c] == "unknown" and stop_min > go_max:
                s[a, b, c] = "stop"
            p_min[a, b, c] = {"unknown": min(go_min, stop_min), "continue": go_min, "stop": stop_min}[s[a, b, c]]
            p_max[a, b, c] = {"unknown": max(go_max, stop_max), "continue": go_max, "stop": stop_max}[s[a, b, c]]
        yield p_min, p_max, s


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_sweeps_are_the_papers(n):
    *_, (p_min, p_max, s) = literal = list(literal_sweeps(n))
    layout = Layout(n, n)
    found = by_sweeps(layout, HALF)
    assert found.sweeps == len(literal)
    for (a, b, c), state in s.items():
        at = layout.index(a, n - b, n - c)
        assert found.S[at] == {"continue": 1, "stop": -1}[state]
        assert 0 <= p_min[a, b, c] - Fraction(found.P_min[at]) < 1e-12  # outward, but not far
        assert 0 <= Fraction(found.P_max[at]) - p_max[a, b, c] < 1e-12


@pytest.mark.parametrize(("n", "sweeps"), [(10, 56), (20, 581)])
def test_sweeps_grow_exponentially(n, sweeps):
    # `python -c "from trueodds.fast.risk_or_safety.all.bounds import *`
    # `print(by_sweeps(Layout(20, 20), mpq(1, 2)).sweeps)"`
    assert by_sweeps(Layout(n, n), HALF).sweeps == sweeps


def test_the_state_is_one_contiguous_block():
    found = by_pairs(Layout(20, 20), HALF)
    assert found.P_min.base is found.P_max.base is found.S.base
    assert found.P_min.base.nbytes == 17 * 3800
    assert found.layout.size == 20 * 20 * 19 // 2


def test_exact_ties_stay_unknown_and_are_reported_by_the_exact_stage():
    # With heads 2/5, needing 5 against 1 with two open points, to stop and to go on are worth exactly the same.
    p, layout = mpq(2, 5), Layout(5, 5)
    for order in (by_sweeps, by_pairs):
        found = order(layout, p)
        assert found.unknown == 1
        assert found.S[layout.index(2, 5, 1)] == UNKNOWN
        values = pair_values(found, p)
        proof = prove(layout, p, values)
        assert proof.S[layout.index(2, 5, 1)] == TIE
        assert proof.ties == 1


def test_what_floats_cannot_separate_is_left_to_the_exact_stage():
    # Far behind against one point, stopping half-way is worse by one part in 2^45: within the bounds' width.
    layout = Layout(95, 95)
    found = by_pairs(layout, HALF)
    assert found.S[layout.index(46, 93, 1)] == UNKNOWN
    proof = prove(layout, HALF, pair_values(found, HALF))
    assert proof.ties == 0
    decided = found.S != UNKNOWN
    assert np.array_equal(found.S[decided], proof.S[decided])


@pytest.mark.parametrize("order", [by_sweeps, by_pairs])
def test_progress_is_told(order):
    told = []
    order(Layout(12, 5), HALF, lambda *step: told.append(step))
    stage, done, total = told[-1]
    assert isinstance(stage, str)
    assert done == total
    assert len(told) > 1
