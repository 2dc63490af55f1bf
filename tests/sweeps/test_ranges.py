"""Ranges of parameters as one types them: exact, and refused in one line."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.sweeps.ranges import read_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("7", [7]),
        ("1..4", [1, 2, 3, 4]),
        ("-1..1", [-1, 0, 1]),
        ("1..10:4", [1, 5, 9]),
        ("0.1..0.3:0.1", [Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)]),
        ("1/3..1:1/3", [Fraction(1, 3), Fraction(2, 3), 1]),
        ("5, 1..3, 2", [5, 1, 2, 3]),
        ("first,second", ["first", "second"]),
    ],
)
def test_what_is_read(text, values):
    assert read_values(text) == values
    assert list(map(type, read_values(text))) == list(map(type, values))


@given(st.fractions(0, 9, max_denominator=99), st.fractions("1/99", 3, max_denominator=99), st.integers(0, 50))
def test_steps_are_exact(first, step, count):
    last = first + step * count
    assert read_values(f"{first}..{last}:{step}") == [first + step * number for number in range(count + 1)]
    assert len(read_values(f"{first}..{last + step / 2}:{step}")) == count + 1


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "a value is missing in ''"),
        ("1,,2", "a value is missing in '1,,2'"),
        ("3..1", "a range goes up from FIRST to LAST by a STEP above 0: '3..1' is empty"),
        ("1..2:0", "a range goes up"),
        ("1..2:-1", "a range goes up"),
        ("1..", "a range is FIRST..LAST"),
        ("a..b", "a range is FIRST..LAST"),
        ("1..10000000", "has 10000000 values; at most 1000000"),
        ("1..2:1/0", "a range is FIRST..LAST"),
    ],
)
def test_refusals(text, line):
    with pytest.raises(ValueError, match=line.replace("(", r"\(")):
        read_values(text)
