"""Terms of any length are read, and anything is read or refused; ``recorded_calls.txt`` has formats and faults."""

import contextlib
import io
import tracemalloc

import gmpy2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.oeis.reading import LONGEST_LINE, TermError, TermReader


def read(data):
    reader = TermReader(io.BytesIO(data if isinstance(data, bytes) else data.encode()))
    return list(reader), reader


def values(data):
    return [int(term.value) for term in read(data)[0]]


@pytest.mark.parametrize("digits", [4300, 100_000])
@pytest.mark.parametrize("form", ["7 {}\n", "[{}]", "%S A387261 {}\n", "A387261 ,{},"])
def test_terms_of_any_length(digits, form):
    (term,), _ = read(form.format("1" + "0" * (digits - 2) + "3"))
    assert term.value == gmpy2.mpz(10) ** (digits - 1) + 3


@pytest.mark.parametrize("begin", [b"1 ", b"# "])
def test_a_line_of_100_megabytes_is_refused_in_little_memory(tmp_path, begin):
    path = tmp_path / "long.txt"
    with open(path, "wb") as file:
        file.write(begin)
        for _ in range(100):
            file.write(b"7" * 1_000_000)
    tracemalloc.start()
    try:
        with (
            open(path, "rb") as file,
            pytest.raises(TermError, match="line 1: the line is longer than 16,777,216 bytes"),
        ):
            list(TermReader(file))
        assert tracemalloc.get_traced_memory()[1] < 4 * LONGEST_LINE
    finally:
        tracemalloc.stop()


@given(st.lists(st.integers(), min_size=3), st.sampled_from([", ", ",", " ", "\n", ",\n", " , "]), st.booleans())
def test_lists_round_trip(numbers, separator, brackets):
    text = separator.join(map(str, numbers))
    assert values(f"[{text}]" if brackets else "# a list\n" + text) == numbers


@given(st.one_of(st.binary(), st.text(alphabet="0123456789 ,-\n\t%SA[]{}#.x\r").map(str.encode)))
@example(b"%")
@example(b"%S")
@example(b"-")
@example(b"[")
def test_anything_is_read_or_refused(data):
    with contextlib.suppress(TermError):  # and no other error
        assert read(data)[0]
