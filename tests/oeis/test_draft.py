"""Drafts have the order and widths of the OEIS, pass verification, and contain programs that print their terms."""

import contextlib
import dataclasses
import datetime
import io
import json
import re
import textwrap
from itertools import count
from random import Random
from unittest.mock import Mock

import pytest
from gmpy2 import mpz

from trueodds import Hog, Pig
from trueodds.oeis import bfile, entries, verification
from trueodds.oeis import draft as module
from trueodds.oeis.draft import Signer, draft_edit, draft_entry, format_data, format_entry, get_number
from trueodds.oeis.games import Family, make_sequence
from trueodds.oeis.layouts import KINDS, TableLayout
from trueodds.oeis.registry import SEQUENCES, find
from trueodds.runtime.run import Run

BY = Signer("Ada Lovelace", datetime.date(2026, 11, 5))


def fields(text):
    lines = {}
    for line in text.splitlines():
        lines.setdefault(line[1], []).append(line[len("%I A387261 ") :])
    return lines


def data(found):
    return "".join(line for letter in "STU" for line in found.get(letter, []))


def layouts(sequence):
    if not sequence.table:
        return [None]
    return [TableLayout(kind, corner, 4 if kind == "rows" else None) for kind in KINDS for corner in (1, 2)]


def run_program(found):
    """Run the program of an entry, which may import only a few modules."""
    head, *code = found["o"]
    assert head == "(Python)"
    assert set(re.findall(r"^(?:from|import) (\w+)", "\n".join(code), re.MULTILINE)) <= {
        "fractions",
        "functools",
        "decimal",
        *(["trueodds"] if "import" in code[0] and "trueodds" in code[0] else []),
    }
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec("\n".join(code), {})
    return [str(term) for term in json.loads(printed.getvalue())]


CASES = [(sequence, layout) for sequence in SEQUENCES.values() for layout in layouts(sequence)]


@pytest.mark.parametrize(("sequence", "layout"), CASES, ids=lambda case: getattr(case, "number", str(case)))
def test_an_entry(tmp_path, sequence, layout):
    """The entry has the OEIS's order and width, passes verification, and contains a program that prints its terms."""
    number = get_number(sequence)
    text = format_entry(number, draft_entry(sequence, min(len(sequence.published) or 6, 9), layout))
    letters = "".join(dict.fromkeys(line[1] for line in text.splitlines()))
    assert letters == "".join(letter for letter in "ISTUNCDHFeoYKOAE" if letter in letters)
    assert set("ISNCeoKO") <= set(letters)
    assert all(line.startswith((f"%{line[1]} {number} ", f"%I {number}")) for line in text.splitlines())
    assert text.isascii()
    found = fields(text)
    assert ("A" in letters) is (sequence in entries.NEW)  # an entry in the OEIS keeps its author
    assert len(data(found)) <= 262
    assert all(len(line) <= 100 for letter in "STU" for line in found.get(letter, []))
    for line in [*found["N"], *found["C"], *found.get("F", [])]:
        assert re.search(r"[^.]\.$", line)
    assert number == "A000000" or number not in " ".join(found.get("Y", []))
    if layout:
        assert found["N"][0].startswith(f"Table read by {layout}: ")
    terms = data(found).split(",")
    assert terms == [str(term) for term in sequence.terms(len(terms), layout)]
    assert ("fini" in found["K"][0].split(",")) is bool(layout and layout.length)
    if sequence in entries.NEW and "frac" in sequence.keywords:
        assert find(sequence.other_half).other_half == sequence.number
    large = next((at for at, term in enumerate(terms, 1) if abs(int(term)) > 1), 1)
    assert found["O"] == [f"{sequence.offset},{large}"]
    assert run_program(found) == terms
    python = r"mp[zqf]\(|Fraction\(|LowestTerms|(numerator|denominator)=|None|<.* at 0x|array\(|'|[(\[][0-9]+, [0-9]"
    assert not re.search(python, "".join(line for line in text.splitlines(keepends=True) if line[1] != "o"))
    path = tmp_path / "entry"
    path.write_bytes(text.encode())
    verdict = verification.verify(path, sequence)
    assert (verdict.ok, verdict.sequence) == (True, sequence.number)
    assert layout is None or any(str(layout).startswith(one.split(" of any")[0]) for one in verdict.layout.split("; "))


@pytest.mark.parametrize("longest", [2, 20, 300])
def test_terms_of_260_characters_and_at_least_one_fill_three_lines_of_80(longest):
    draw = Random(longest)
    for _ in range(60):
        lengths = [draw.randint(1, longest) for _ in range(draw.randint(1, 600 // longest))]
        texts = ["7" * length for length in lengths]
        most = max(n for n in range(1, len(texts) + 1) if n == 1 or sum(lengths[:n]) + n <= 260)
        wraps = (textwrap.wrap(" ".join(texts[:most]), width - 1, break_long_words=False) for width in count(80))
        lines = next(lines for lines in wraps if len(lines) <= 3)
        assert format_data(map(mpz, texts)) == ",\n".join(lines).replace(" ", ",").split("\n")


@pytest.mark.parametrize("longest", [9, 60, 300])
def test_an_example_has_up_to_six_values_of_240_characters_and_at_least_one(longest):
    draw = Random(longest)
    for _ in range(60):
        texts = ["7" * draw.randint(1, longest) for _ in range(6)]
        family = Family(Hog, "hog", "trueodds", fast=lambda count, run, texts=texts: map(mpz, texts[:count]))
        most = max(n for n in range(1, 7) if n == 1 or len(", ".join(texts[:n])) <= 240)
        said = f"The values for n = 1..{most}: {', '.join(texts[:most])}."
        assert [*make_sequence(family, "numerators").examples(None)] == [said]


def test_no_more_terms_are_computed_than_an_entry_has_room_for():
    compute = Mock(side_effect=lambda count, layout, run: [mpz(1)] * count)
    lines = draft_entry(dataclasses.replace(find("hog-moves"), compute=compute))
    assert "".join(text for letter, text in lines if letter in "STU").count("1") == 130
    assert max(call.args[0] for call in compute.call_args_list) == 131
    assert f"Data:\n{','.join('1' * 130)}\n" in module.format_fields(lines)


def test_runs_are_passed_on_to_the_computation(tmp_path, monkeypatch):
    told, asked = Run(1, "part"), []
    spy = dataclasses.replace(find("A387260"), compute=lambda count, _, run: asked.append(run) or [mpz(1)] * count)
    written = tmp_path / "b.txt"
    written.write_text("".join(bfile.format_bfile(bfile.fit_terms(spy, 3, run=told).terms, 1)))
    assert len(draft_entry(spy, 3, run=told)) > len(draft_edit(spy, 3, run=told))
    assert verification.verify(written, spy, told).ok
    written.write_text("1, 1, 3, 2")
    watched = Mock(wraps=find("A394776").compute)
    assert verification.verify(written, dataclasses.replace(find("A394776"), compute=watched), told).terms == 2
    assert {run for count, _, run in (call.args for call in watched.call_args_list) if count > 2} == {told}
    monkeypatch.setattr("trueodds.dispatch.solve", lambda game, workers: asked.append(workers) or Mock())
    Family(Pig, "pig", "trueodds").values(1, told)
    Family(Hog, "hog", "trueodds").values(1, told)
    assert asked == [told] * 4 + [1, None]  # Hog has no method that can use workers


def test_the_offset_says_where_the_first_term_beyond_one_is():
    signed = dataclasses.replace(find("hog-moves"), compute=lambda *given: [mpz(-1), mpz(-3)])
    assert ("O", "1,2") in draft_entry(signed, 2)


@pytest.mark.parametrize("sequence", entries.KNOWN, ids=lambda sequence: sequence.number)
@pytest.mark.parametrize("count", [None, 3])
def test_an_edit_keeps_published_text(sequence, count):
    """New terms follow those of the entry; none are proposed if these are not known."""
    for layout in layouts(sequence):
        found = fields(format_entry(sequence.number, draft_edit(sequence, count, layout, BY)))
        assert set(found) <= set("STUHoE")
        if data(found):
            assert sequence.published
            terms = tuple(map(int, data(found).split(",")))
            assert terms[: len(sequence.published)] == sequence.published
            assert len(terms) > len(sequence.published)


SLOW = ("greed-n", "greed-den", "pig-", "coinball", "two-coins", "risk-or-safety-against-two")
LISTED = [one for one in SEQUENCES.values() if one.bfile_terms]


@pytest.mark.parametrize(
    "sequence",
    [pytest.param(one, marks=[pytest.mark.slow] * one.number.startswith(SLOW), id=one.number) for one in LISTED],
)
def test_the_link_to_the_b_file_has_its_length(sequence):
    assert len(bfile.fit_terms(sequence, None, 999).terms) == sequence.bfile_terms


@pytest.mark.parametrize(
    ("name", "count", "width", "last"),
    [
        *(("A387261", 99, None, 82), ("A387261", 60, None, 60), ("A394776", 6000, None, 6000)),
        *(("A394776", None, None, 5050), ("A394776", None, 80, 5050), ("A394776", None, 3, 9)),
    ],
)
def test_a_b_file_has_as_many_terms_as_the_link_to_it_says(name, count, width, last):
    layout = TableLayout("rows" if width else "antidiagonals-up", 1, width) if find(name).table else None
    (link,) = module._bfile_link(find(name), name, count, layout, BY)
    assert f"for n = 1..{last}<" in link[1]
    assert len(bfile.fit_terms(find(name), count, 999, layout).terms) == last
