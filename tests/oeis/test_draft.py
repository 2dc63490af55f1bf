"""Drafts: in the order and the widths of the OEIS, right when verified, with programs that run by themselves."""

import datetime
import json
import re
import subprocess
import sys

import pytest
from gmpy2 import mpz

from trueodds.oeis.bfile import terms_that_fit
from trueodds.oeis.draft import (
    Signer,
    by_fields,
    check_numbers,
    data_lines,
    draft,
    edit_lines,
    entry_lines,
    internal_format,
    signer,
)
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
    assert letters == "".join(letter for letter in "ISTUNCDHFeoYKOAE" if letter in letters)
    assert set("ISNCHeoYKO") <= set(letters)
    assert all(line.startswith((f"%{line[1]} {number} ", f"%I {number}")) for line in text.splitlines())
    assert text.isascii()
    assert "A" not in letters  # its author stays
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
    ("number", "keywords"), [("A387260", "nonn,hard,more"), ("A387262", "nonn,frac"), ("A394776", "nonn,tabl")]
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


@pytest.mark.parametrize("kind", KINDS)
def test_the_program_of_the_table_of_greed(kind):
    layout = TableLayout(kind, 1, 4 if kind == "rows" else None)
    found = fields(draft(find("greed-dice"), 16, layout))
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "\n".join(found["o"][1:])], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == find("greed-dice").terms(16, layout)


@pytest.mark.parametrize("sequence", NEW, ids=lambda sequence: sequence.number)
def test_a_draft_of_a_new_sequence(sequence):
    text = draft(sequence, min(20, sequence.max_terms))
    assert text.startswith("%I A000000\n")
    assert text.isascii()
    found = fields(text)
    terms = "".join(line for letter in "STU" for line in found.get(letter, [])).split(",")
    assert terms == [str(term) for term in sequence.terms(len(terms))]
    assert len(terms) >= 6
    assert len(found["F"]) >= 1
    assert len(found["A"]) == 1
    head, *code = found["o"]
    assert head == "(Python)"
    assert "trueodds" not in "".join(code)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", "\n".join(code)], capture_output=True, text=True, check=True, timeout=60
    )
    assert [str(term) for term in json.loads(done.stdout)] == terms


@pytest.mark.parametrize("sequence", SEQUENCES.values(), ids=lambda sequence: sequence.number)
def test_nothing_looks_like_python_but_the_program(sequence):
    text = "".join(line for line in draft(sequence).splitlines(keepends=True) if line[1] != "o")
    python = r"mp[zqf]\(|Fraction\(|LowestTerms|(numerator|denominator)=|None|<.* at 0x|array\(|'|[(\[][0-9]+, [0-9]"
    assert not re.search(python, text)
    if sequence.number in ("A387261", "A387262"):
        assert f"%e {sequence.number} V(n,n) for n = 1..8: 2/3, 4/7, 6/11, 2236/4165, 1026/1925, " in text


BY = Signer("Ada Lovelace", datetime.date(2026, 11, 5))


def test_who_signs():
    assert signer("  Ada   Lovelace ", datetime.date(2026, 11, 5)) == BY
    assert BY.signature == "_Ada Lovelace_, Nov 05 2026"
    assert Signer().signature == "_Your Name_, Mmm DD YYYY"
    for name in ("", " ", "a\nb", "_Ada_"):
        with pytest.raises(ValueError, match="author's name must be a line"):
            signer(name)


def test_halves_refer_to_each_other():
    numbers = ("A390001", "A390002")
    top = internal_format(numbers[0], entry_lines(find("coinball-numerators"), 5, None, BY, numbers))
    assert all(line[3:10] == "A390001" for line in top.splitlines())
    found = fields(top)
    assert found["Y"] == ["Cf. A390002 (denominators)."]
    assert found["A"] == ["_Ada Lovelace_, Nov 05 2026"]
    assert found["H"][0] == '_Ada Lovelace_, <a href="/b390001.txt">Table of n, a(n) for n = 1..1000</a>'
    bottom = entry_lines(find("coinball-denominators"), 5, None, BY, numbers[::-1])
    assert dict(bottom)["Y"] == "Cf. A390001 (numerators)."


def test_every_fraction_says_where_its_other_half_is():
    for sequence in SEQUENCES.values():
        if "frac" in sequence.keywords and sequence.other_half:
            assert find(sequence.other_half).other_half == sequence.number
            assert sequence.other_half.rpartition("-")[2] in dict(entry_lines(sequence, 4))["Y"]


@pytest.mark.parametrize(
    ("name", "numbers", "said"),
    [
        ("A387261", ("A390001",), "A387261 has its number"),
        ("greed-dice", ("A390001", "A390002"), "greed-dice takes 1 number at most"),
        ("pig-numerators", ("A390001",) * 3, "takes 2 numbers at most"),
        ("pig-numerators", ("A390001", "a390001"), "different numbers"),
        ("pig-numerators", ("390001",), "a number must be A and six or seven digits, not '390001'"),
    ],
)
def test_numbers_that_cannot_be(name, numbers, said):
    with pytest.raises(ValueError, match=said):
        check_numbers(find(name), numbers)


def test_an_edit_has_the_lines_that_change():
    found = fields(internal_format("A387260", edit_lines(find("A387260"), None, None, BY)))
    assert "".join(found) == "STUoE"
    assert found["E"] == ["a(9)-a(10) from _Ada Lovelace_, Nov 05 2026"]
    assert found["o"][-1] == "# _Ada Lovelace_, Nov 05 2026"
    one = fields(internal_format("A387260", edit_lines(find("A387260"), 9, None, BY)))
    assert one["E"] == ["a(9) from _Ada Lovelace_, Nov 05 2026"]
    found = fields(internal_format("A387261", edit_lines(find("A387261"), None, None, BY)))
    assert "".join(found) == "Ho"  # the entry has as many terms as there is room for
    assert found["H"] == ['_Ada Lovelace_, <a href="/b387261.txt">Table of n, a(n) for n = 1..82</a>']
    with pytest.raises(ValueError, match="greed-dice is not in the OEIS yet"):
        edit_lines(find("greed-dice"))


@pytest.mark.parametrize(
    "sequence",
    [
        pytest.param(sequence, marks=pytest.mark.long)
        if sequence.number.startswith(("greed-n", "greed-den"))
        else sequence
        for sequence in SEQUENCES.values()
        if sequence.bfile_terms
    ],
    ids=lambda sequence: sequence.number,
)
def test_the_link_to_the_b_file_tells_its_length(sequence):
    assert len(terms_that_fit(sequence, None, 999).terms) == sequence.bfile_terms


def test_by_the_fields_of_the_form():
    lines = entry_lines(find("two-coins-numerators"), 4, None, BY)
    text = by_fields(lines)
    assert "A000000" not in text.replace("Cf. A000000", "").replace("b000000", "")
    assert "%" not in text
    names = [part.partition(":\n")[0] for part in text.split("\n\n")]
    fields = "Name Data Offset Comments References Links Formula Examples Programs Crossrefs Keywords Author"
    assert names == fields.split()
    assert "Data:\n1,1,1,9\n" in text
    assert "Offset:\n1\n" in text


def test_what_is_only_seen_is_a_conjecture():
    for sequence in SEQUENCES.values():
        text = draft(sequence, 6)
        assert "as far as" not in text
        assert "Grows" not in text
    assert "Conjecture: a(n) grows like" in draft(find("risk-or-safety-against-two"), 6)


def test_no_link_to_a_page_about_something_else():
    for sequence in NEW:
        assert "/tag/" not in draft(sequence, 6)


def test_the_number_that_a_sequence_has_may_be_given():
    assert check_numbers(find("A387261"), ("a387261",)) == ()
