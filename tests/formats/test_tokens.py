"""Compare rows of words, read by the kernel, with Python's own splitting."""

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.formats import tokens

WORDS = st.text("ab/1", min_size=1, max_size=3)
ROWS = st.tuples(st.integers(0, 10**18 - 1), st.integers(0, 99), WORDS, st.none() | WORDS)
GAPS = st.sampled_from([" ", "  ", "\t", " \r"])


def read(text, numbers=2, words=2, gaps="", optional=True):
    rows = tokens.Rows("t", numbers, words, gaps, optional).read(io.BytesIO(text), 1)
    *found, first, second = rows.columns
    words = [[*rows.distinct(0), None], [*rows.distinct(1), None]]  # the last word is missing where its number is -1
    named = [[own[n] for n in column] for own, column in zip(words, (first, second), strict=True)]
    return rows, list(zip(*(column.tolist() for column in found), *named, strict=True))


@given(st.lists(ROWS | st.none(), max_size=40), GAPS, st.sampled_from([1 << 23, 40]), st.booleans())
@example([(10**18 - 1, 0, "1/6", None)], " ", 40, True)
def test_tables_are_read_as_python_splits_them(drawn, gap, piece, ends):
    lines = [gap if row is None else gap.join(str(one) for one in row if one is not None) for row in drawn]
    text = ("\n".join(lines) + ("\n" if ends else "")).encode()
    before, tokens._PIECE = tokens._PIECE, piece
    try:
        rows, found = read(text)
    finally:
        tokens._PIECE = before
    assert found == [row for row in drawn if row is not None]
    assert [rows.line(at) for at in range(len(found))] == [at for at, row in enumerate(drawn, 1) if row is not None]
    for at in range(2):  # each word once, in the order in which they came
        assert rows.distinct(at) == list(dict.fromkeys([row[2 + at] for row in found if row[2 + at] is not None]))


def test_thousands_of_distinct_words_and_long_ones():
    text = b"".join(b"%d 0 %d/7919 %s\n" % (n, n, b"x" * (n % 300) + b"%d" % n) for n in range(5000))
    _, found = read(text)
    assert found == [(n, 0, f"{n}/7919", "x" * (n % 300) + str(n)) for n in range(5000)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"1 2 3\n\n1 2x 3\n", "3: '2x' is not a whole number from 0 to 10\\^18 - 1"),
        (b"1000000000000000000 2 3\n", "1: '1000000000000000000' is not a whole number from 0 to 10\\^18 - 1"),
        (b"1 2 3\n1 2\n", "2: expected 3 or 4 values, not 2"),
        (b"1 2 3 4 5\n", "1: expected 3 or 4 values, not 5"),
        (b"1 2 3\n\xff\xfe 0 1\n", "2: '\ufffd\ufffd' is not a whole number from 0 to 10\\^18 - 1"),
        (b"1 2 a b\n\n1 2 a\n", "3: expected 4 values, not 3"),
        (b"1 2 a b\n\n1 2 a\n1\n", "3: expected 4 values, not 3"),
        (b"1 2 a b\n\n1 2 a\nx\n", "3: expected 4 values, not 3"),
        (b"1 2 a b\n\n1 2 a b c\n", "3: expected 4 values, not 5"),
        (b"1 2 a b\n\n1 2\n1 2 a b\n", "3: expected 4 values, not 2"),
    ],
)
@pytest.mark.parametrize("piece", [1 << 23, 6])
def test_errors_name_the_line(text, message, piece, monkeypatch):
    monkeypatch.setattr(tokens, "_PIECE", piece)
    with pytest.raises(ValueError, match=f"^t: line {message}$"):
        read(text, optional="expected 4" not in message)
