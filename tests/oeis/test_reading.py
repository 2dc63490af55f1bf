"""Terms are read in every format of the OEIS; each error has one clear message."""

import contextlib
import io
import tracemalloc

import gmpy2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.oeis.reading import LONGEST_LINE, TermError, TermReader, describe_faults, format_path


def read(data):
    reader = TermReader(io.BytesIO(data if isinstance(data, bytes) else data.encode()))
    return list(reader), reader


def values(data):
    return [int(term.value) for term in read(data)[0]]


@pytest.mark.parametrize(
    "text",
    [
        *("2,4,6", "2 4 6", "2\n4\n6\n", "[2, 4, 6]", "{2, 4, 6}", "(2, 4, 6)", "[ 2 4\t6 ]"),
        "# two, four, six\n\n 2,\n 4,\n# here\n 6,\n",
        "-5 2\n-4 4\n-3 6",
        "# a b-file\n\n0\t2\n1  4\n\n# end\n 2 6 \n",
        "%S A000001 2,4,6",
        "%I #5 Jan 01 2026\n%S 2,4,\n%T 6\n%N Even.\n%O -1,1\n",
        "%I A000001\n%S A000001 2,4,\n%T A000001 6\n%V A000001 2,4,\n%W A000001 6\n%N A000001 Even.\n",
        "# header\nA000001 ,2,4,6,",
        "A1000001,2,4,6,",
        "Search: seq:2,4,6\nShowing 1-1 of 1\n\n%I A1000001\n%S A1000001 2,4,6\n",
        "100000000000000000 2\n100000000000000001 4\n100000000000000002 6\n",
    ],
)
def test_formats(text):
    assert values(text) == [2, 4, 6]


@pytest.mark.parametrize("more", ["# here\n", "# A387262\n"])
def test_the_first_number_in_a_comment_names_the_sequence(more):
    reader = TermReader(io.BytesIO(b"# A387261\n" + more.encode() + b"1 2\n"))
    assert [int(term.value) for term in reader] == [2]
    assert reader.sequence == "A387261"


def test_paths_that_are_no_text_can_be_shown():
    assert format_path("b\udcff.txt") == "b?.txt"


def test_signed_terms():
    assert values("-1 0 5 -3") == [-1, 0, 5, -3]
    assert values("1 -2\n2 -4\n") == [-2, -4]
    assert values("%S A000001 1,2,3\n%V A000001 1,-2,3\n%N A000001 Signed.") == [1, -2, 3]


def test_terms_have_lines_and_indices():
    assert [(term.index, term.line) for term in read("# x\n\n0 5\n1 6\n")[0]] == [(0, 3), (1, 4)]
    assert [(term.index, term.line) for term in read("[5, 6,\n7]")[0]] == [(None, 1), (None, 1), (None, 2)]


@pytest.mark.parametrize("digits", [4300, 100_000])
@pytest.mark.parametrize("form", ["7 {}\n", "[{}]", "%S A387261 {}\n", "A387261 ,{},"])
def test_terms_of_any_length(digits, form):
    (term,), _ = read(form.format("1" + "0" * (digits - 2) + "3"))
    assert term.value == gmpy2.mpz(10) ** (digits - 1) + 3


#: What cannot be typed; `cli/recorded.txt` has the refusals of lines that can.
BAD = [
    ("1 2\n2 ٤\n".encode(), 2, "expected an index and a term"),
    ("1 2\n2\u00a04\n".encode(), 2, "expected an index and a term"),
    (b"1 2\n2 \x0c4\n", 2, "expected an index and a term"),
    (b"9" * 9000 + b" 2\n", 1, "(9,000 digits) is too long"),
    (b"2\r4\r6\r", 1, "the line contains a CR"),
    (b"1 2\n2 4\0\n", 2, "the line contains a NUL byte"),
    (b"1 2\n2 \xff\n", 2, "byte 0xff is not valid UTF-8"),
    (b"# caf\xe9\n1 2\n", 1, "byte 0xe9 is not valid UTF-8"),
    (b"\xff\xfe1\x00", 1, "the file is in UTF-16; save it as UTF-8"),
    (b"\xfe\xff\x001", 1, "the file is in UTF-16; save it as UTF-8"),
]


@pytest.mark.parametrize(("data", "line", "message"), BAD, ids=[repr(data[:30]) for data, _, _ in BAD])
def test_errors_are_reported_in_one_line(data, line, message):
    with pytest.raises(TermError) as caught:
        read(data)
    told = str(caught.value)
    assert message in told
    assert caught.value.line == line
    assert line is None or told.startswith(f"line {line}: ")
    assert "\n" not in told
    assert len(told) < 200


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


CRLF = "the line ends in CRLF, not in LF as in the OEIS"
BLANKS = "index and term must be separated by one space"


@pytest.mark.parametrize(
    ("data", "faults"),
    [
        (b"1 2\n2 4\n", {}),
        (b"# a comment \t\n1 2\n\n2 4\n", {}),
        (b"1 2\r\n2 4\r\n", {CRLF: (1, 2)}),
        (b"# CRLF here\r\n1 2\n2 4\n", {CRLF: (1, 1)}),
        (b"\xef\xbb\xbf1 2\n2 4\n", {"the line begins with a byte-order mark": (1, 1)}),
        (b"1 2\n2\t4\n", {BLANKS: (2, 1)}),
        (b"1 2 \n2 4 \n", {BLANKS: (1, 2)}),
        (b" 1 2\n2  4\n", {BLANKS: (1, 2)}),
        (b"1 2\n2 4", {"the last line has no line break": (2, 1)}),
        (b"1 2\n2 4\n# end", {"the last line has no line break": (3, 1)}),
        (b"[2,\t4]", {}),  # a list, as typed into a form
        (b"%S A387261 2,4", {}),
        (b"%S A387261 2,4\r\n", {CRLF: (1, 1)}),
    ],
)
def test_faults_of_the_format_leave_the_terms(data, faults):
    reader = TermReader(io.BytesIO(data))
    assert [term.value for term in reader] == [2, 4]
    assert reader.faults == faults
    assert describe_faults(faults) == tuple(
        f"line {line}: {what}" + f" ({lines} lines)" * (lines > 1) for what, (line, lines) in faults.items()
    )
