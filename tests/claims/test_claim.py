"""The verdicts on claims of each kind."""

import pytest
from gmpy2 import mpq

from trueodds.claims.claim import number, rounding, show_value, universal


@pytest.mark.parametrize(
    ("claim", "verdict", "true"),
    [
        (number("p", "s", mpq(1, 3), lambda: mpq(1, 3)), "holds", "1/3"),
        (number("p", "s", mpq(1, 3), lambda: mpq(333, 1000)), "false", "333/1000"),
        (universal("p", "s", lambda: None, "for n < 9"), "holds", "for n < 9"),
        (universal("p", "s", lambda: (2, 3), ""), "false", "counterexample: (2, 3)"),
        (rounding("p", "s", "0.67", lambda: mpq(2, 3)), "holds", "0.66666667…"),
        (rounding("p", "s", "0.66", lambda: mpq(2, 3)), "holds with a correction", "rounds to 0.67"),
        (rounding("p", "s", "0.65", lambda: mpq(2, 3)), "false", "rounds to 0.67"),
        (rounding("p", "s", "0.50", lambda: mpq(1, 2)), "holds", "0.5…"),
        (rounding("p", "s", "357", lambda: mpq(35745, 100)), "holds", "357.45…"),
    ],
)
def test_verdicts(claim, verdict, true):
    found = claim.check()
    assert found.verdict == verdict
    assert true in found.result


def test_values_in_words():
    assert show_value((mpq(1, 2), [(1, mpq(2, 3))])) == "1/2, ((1, 2/3))"
