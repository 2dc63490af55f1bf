"""Drafts: in the order and the widths of the OEIS, right when verified, with programs that run by themselves."""

import json
import re
import subprocess
import sys

import pytest
from gmpy2 import mpz

from trueodds.oeis.draft import data_lines, draft
from trueodds.oeis.known import KNOWN
from trueodds.oeis.layouts import KINDS, TableLayout
from trueodds.oeis.new import NEW
from trueodds.oeis.registry import SEQUENCES, find
from trueodds.oeis.verify import verify


def fields(text):
    lines = {}
    for line in text.splitlines():
        lines.setdefault(line[1], []).append(line[len("%I A387261 ") :])
    return lines


def layouts(number):
    if not SEQUENCES[number].table:
        return [None]
    return [TableLayout(kind, corner, 9 if kind == "rows" else None) for kind in KINDS for corner in (1, 2)]


CASES = [(sequence.number, layout) for sequence in KNOWN for layout in layouts(sequence.number)]


@pytest.mark.parametrize(("number", "layout"), CASES, ids=str)
def test_an_entry(tmp_path, number, layout):
    text = draft(find(number), layout=layout)
    letters = "".join(dict.fromkeys(line[1] for line in text.splitlines()))
    assert letters == "".join(letter for letter in "ISTUNCDHFeoYKOA" if letter in letters)
    assert set("ISNCHeYKOA") <= set(letters)
    assert all(line.startswith((f"%{line[1]} {number} ", f"%I {number}")) for line in text.splitlines())
    assert text.isascii()
    assert text.endswith(f"%A {number} _Your Name_\n")
    found = fields(text)
    data = [line for letter in "STU" for line in found.get(letter, [])]
    assert len(",".join(data)) <= 262
    assert all(len(line) <= 100 for line in data)
    assert all(line.endswith(",") for line in data[:-1])
    assert not data[-1].endswith(",")
    for other in {sequence.number for sequence in KNOWN} - {number}:
        assert other in found["Y"][0]
    path = tmp_path / "entry"
    path.write_bytes(text.encode())
    verdict = verify(path)
    assert verdict.ok
    assert verdict.sequence == number
    assert layout is None or str(layout) in verdict.layout.split("; ")


def test_an_entry_shows_as_many_terms_as_the_oeis_does():
    data = fields(draft(find("A387261")))
    assert ",".join(data["S"] + data["T"] + data["U"]).replace(",,", ",").split(",") == [
        str(term) for term in find("A387261").published
    ]


@pytest.mark.parametrize(("number", "offset"), [("A387260", "1,2"), ("A387261", "1,1"), ("A394776", "1,3")])
def test_the_offset_and_the_first_term_above_one(number, offset):
    assert fields(draft(find(number)))["O"] == [offset]


@pytest.mark.parametrize(
    ("number", "keywords"), [("A387260", "nonn"), ("A387262", "nonn,frac"), ("A394776", "nonn,tabl")]
)
def test_keywords(number, keywords):
    assert fields(draft(find(number)))["K"] == [keywords]


@pytest.mark.parametrize(("number", "layout"), CASES, ids=str)
@pytest.mark.parametrize("count", [None, 5])
def test_the_program_prints_the_terms(number, layout, count):
    text = draft(find(number), count, layout)
    found = fields(text)
    terms = "".join(line for letter in "STU" for line in found.get(letter, [])).split(",")
    head, *code = found["o"]
    assert head == "(Python)"
    assert "trueodds" not in "".join(code)
    # -I -S: nothing but Python's own library
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "\n".join(code)], capture_output=True, text=True, check=True
    )
    assert [str(term) for term in json.loads(done.stdout)] == terms
    assert count is None or len(terms) == 5


def test_one_term_at_least():
    assert data_lines([mpz(10) ** 5000, mpz(1)]) == ["1" + 5000 * "0"]


def test_more_terms_than_are_known_are_refused():
    with pytest.raises(ValueError, match="only 10 terms can be computed here"):
        draft(find("A387260"), 11)


@pytest.mark.parametrize("sequence", NEW, ids=lambda sequence: sequence.number)
def test_a_draft_of_a_new_sequence(sequence):
    text = draft(sequence, min(20, sequence.most))
    assert text.startswith("%I A000000\n")
    assert text.isascii()
    found = fields(text)
    terms = "".join(line for letter in "STU" for line in found.get(letter, [])).split(",")
    assert terms == [str(term) for term in sequence.terms(len(terms))]
    assert len(terms) >= 6
    code = found.get("o")
    if code:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", "\n".join(code[1:])], capture_output=True, text=True, check=True
        )
        assert [str(term) for term in json.loads(done.stdout)] == terms


@pytest.mark.parametrize("sequence", SEQUENCES.values(), ids=lambda sequence: sequence.number)
def test_nothing_looks_like_python_but_the_program(sequence):
    text = "".join(line for line in draft(sequence).splitlines(keepends=True) if line[1] != "o")
    python = r"mp[zqf]\(|Fraction\(|LowestTerms|(numerator|denominator)=|None|<.* at 0x|array\(|'|[(\[][0-9]+, [0-9]"
    assert not re.search(python, text)
    if sequence.number in ("A387261", "A387262"):
        assert f"%e {sequence.number} V(n,n) for n = 1..8: 2/3, 4/7, 6/11, 2236/4165, 1026/1925, " in text
