"""What makes a claim hold, hold with a correction, or fail."""

import pytest
from gmpy2 import mpq

from trueodds.claims.claim import number, rounding, show_value, statement


def test_a_number_is_compared_exactly():
    assert number("p", "s", mpq(1, 3), lambda: mpq(1, 3)).check() == ("holds", "1/3", None)
    assert number("p", "s", mpq(1, 3), lambda: mpq(333, 1000)).check() == ("false", "333/1000", None)


def test_a_statement_holds_without_a_counterexample():
    assert statement("p", "s", lambda: None, "for n < 9").check() == ("holds", "for n < 9", None)
    assert statement("p", "s", lambda: (2, 3), "").check() == ("false", "counterexample: (2, 3)", None)


@pytest.mark.parametrize(
    ("claimed", "exact", "verdict", "part"),
    [
        ("0.67", mpq(2, 3), "holds", "0.66666667…"),
        ("0.66", mpq(2, 3), "holds with a correction", "rounds to 0.67"),
        ("0.65", mpq(2, 3), "false", "rounds to 0.67"),
        ("0.50", mpq(1, 2), "holds", "0.5…"),
        ("357", mpq(35745, 100), "holds", "357.45…"),
    ],
)
def test_decimals_are_rounded_or_cut_off(claimed, exact, verdict, part):
    found = rounding("p", "s", claimed, lambda: exact).check()
    assert found.verdict == verdict
    assert part in found.true


def test_values_in_words():
    assert show_value((mpq(1, 2), [(1, mpq(2, 3))])) == "1/2, ((1, 2/3))"
