"""Plain values on a command line."""

import os
import re
import shlex
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.cli.common import quote
from trueodds.cli.literals import read_literal, write_literal

TEXT = st.text("aé'\"\\\n, ", max_size=5)
PLAIN = st.one_of(st.integers(), st.fractions(max_denominator=10**9), st.booleans(), st.none(), TEXT)
PLAINLY = " is not a plain value such as 50, 2/5, 'red' or (1, 2)"
SETS = st.frozensets(PLAIN, min_size=1, max_size=3)


@given(st.recursive(PLAIN | SETS, lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple)))
def test_values_are_read_as_they_are_written(value):
    assert read_literal(write_literal(value)) == value
    assert write_literal(frozenset()) == "frozenset()"  # which no text gives
    assert write_literal(frozenset("aé,b") | {10, 9}) == "{',', 'a', 'b', 'é', 10, 9}"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("-0.5", Fraction(-1, 2)), ("-(1/2)", Fraction(-1, 2)), ("[-7, 0.0625]", [-7, Fraction(1, 16)])),
        *(("0.4", Fraction(2, 5)), (".5", Fraction(1, 2)), ("5.", Fraction(5)), (" 2/-5 ", Fraction(-2, 5))),
        ("{1, 2}", frozenset({1, 2})),
        (r"(1, '\d')", (1, r"\d")),
        pytest.param("9" * 1000, 10**1000 - 1, id="the longest"),
        pytest.param(f"{'9' * 300}.{'9' * 300}", 10**300 - Fraction(1, 10**300), id="the longest decimal"),
    ],
)
def test_other_spellings(text, value):
    assert read_literal(text) == value


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ("1/0 1e9 x [1,1e9] f(1) -True True/2 1/True 1j 2*3 7//2 +1 ~1 1/2/3 2/.5 -'a' -None b'a' ... {1:2}", PLAINLY),
        ("1" * 301 + ". ." + "1" * 301, PLAINLY),
        ("1+ 1;2 \0 \udcff " + "(" * 500, "' cannot be parsed as a value"),
        ("-" * 999 + "1", f"{'-' * 60!r} is nested too deeply"),
        ("{[1]} ({[1]},2)", "'{[1]}' cannot be a set, because a set cannot contain a list"),
        ("1" * 1001, "a parameter must have at most 1,000 characters, not 1,001"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_not_a_plain_value_is_refused(texts, why):
    for text in texts.split():
        with pytest.raises(ValueError, match=re.escape(why)):
            read_literal(text)


@pytest.mark.skipif(os.name != "posix", reason="the quotes of POSIX shells")
@given(st.text("aé.-'\"\\$`! ", max_size=5))
def test_a_shell_reads_quoted_words_as_they_are(word):
    """In double quotes, a shell would expand some characters."""
    assert shlex.split(quote(word)) == [word]
    assert not quote(word).startswith('"') or not set(word) & set("$`!")
