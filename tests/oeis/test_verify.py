"""Verification identifies right files, and finds the first wrong term of others; see also ``recorded_calls.txt``."""

import io
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from gmpy2 import mpq, mpz
from hypothesis import example, given
from hypothesis import strategies as st

from trueodds.cli import run
from trueodds.fast.risk_or_safety import large as module
from trueodds.oeis import games, reading
from trueodds.oeis.bfile import format_bfile
from trueodds.oeis.fingerprints import HALVES, SMALL
from trueodds.oeis.layouts import KINDS, TableLayout, list_layouts
from trueodds.oeis.registry import SEQUENCES, find
from trueodds.oeis.verification import verify

DATA = Path(__file__).parent / "data"


def written(folder, text, name="terms.txt"):
    path = folder / "A387260" / name  # the folder's name says nothing about the file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


TABLE1 = Path(__file__).parents[1] / "fast" / "risk_or_safety" / "data" / "table1.txt"  # R. Jehn (2026), Table 1


@pytest.mark.parametrize(
    ("source", "number", "count", "layout"),
    [
        (DATA / "b387261.txt", "A387261", 15, None),
        (DATA / "b387262.txt", "A387262", 15, None),
        (DATA / "a387260.txt", "A387260", 8, None),
        (DATA / "a387261_entry.txt", "A387261", 15, None),
        (DATA / "a387262_stripped.txt", "A387262", 15, None),
        (TABLE1, "A394776", 361, "rows of a square of width 19 from (2,2)"),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_published_files(tmp_path, source, number, count, layout, named):
    path = source if named else shutil.copy(source, tmp_path / "anything")
    verdict = verify(path)
    assert (verdict.ok, verdict.sequence, verdict.terms, verdict.layout) == (True, number, count, layout)
    ways = ("recomputed", f"plain fractions, trying every move, up to n = {count}")
    ways = ways if number in HALVES else ()
    assert (verdict.checks, verdict.error_probability) == (ways, None)
    told = f", by {layout}" if layout else f" ({'; '.join(ways)})" * bool(ways)
    assert verdict.message == f"{path}: OK: {count} terms of {number}{told}"


@pytest.mark.parametrize("count", [SMALL, SMALL + 1, 2 * SMALL + 1])
@pytest.mark.parametrize("number", HALVES)
def test_terms_beyond_those_tried_in_fractions_are_checked_by_residues(tmp_path, number, count):
    terms = find(number).terms(count)
    for change in (0, 1):  # a term is called wrong after the same checks
        terms[-1] += change
        verdict = verify(written(tmp_path, "".join(format_bfile(terms, 1))), find(number))
        assert verdict.ok is (change == 0)
        assert f"to n = {min(count, SMALL)}" in verdict.checks[1]
        assert (len(verdict.checks) == 3) is (verdict.error_probability is not None) is (count > SMALL)


def test_a_table_from_two_may_be_counted_from_two(tmp_path):
    for corner, ok in ((2, True), (1, False)):
        terms = find("A394776").terms(70, TableLayout("triangle", corner))
        assert verify(written(tmp_path, "".join(format_bfile(terms, 2))), find("A394776")).ok is ok


@given(
    *(st.sampled_from([*KINDS]), st.integers(1, 2), st.integers(9, 11)),
    *(st.integers(0, 35) | st.integers(64, 80), st.sampled_from([1, 2, 100])),
)
def test_the_wrong_term_of_a_table_is_found(tmp_path_factory, kind, corner, width, position, change):
    """A wrong term is found in every layout, even if it could begin a second row."""
    terms = find("A394776").terms(81, TableLayout(kind, corner, width if kind == "rows" else None))
    terms[position] += change
    verdict = verify(written(tmp_path_factory.mktemp("b"), "".join(format_bfile(terms, 1))), find("A394776"))
    assert not verdict.ok
    assert (verdict.line, verdict.found) == (position + 1, terms[position].digits())


ROWS = TableLayout("rows", 1, 32)
TABLES = {one: dict(zip(ROWS.cells(999), one.terms(999, ROWS), strict=True)) for one in SEQUENCES.values() if one.table}


@given(
    *(st.sampled_from([*TABLES]), st.sampled_from([*KINDS]), st.integers(1, 2), st.integers(2, 6), st.integers(2, 30)),
    st.dictionaries(st.integers(0, 29), st.sampled_from([1, 2, 9]), min_size=1, max_size=3),
)
@example(find("A394776"), "rows", 1, 3, 4, {0: 9})  # the second row has one term
def test_the_layout_with_most_right_terms_is_named(tmp_path_factory, sequence, kind, corner, width, count, changes):
    """Of several, it is one with the latest first error; squares have fewer columns than the file has terms."""
    table, layout = TABLES[sequence], TableLayout(kind, corner, width if kind == "rows" else None)
    terms = [table[cell] + changes.get(at, 0) for at, cell in enumerate(layout.cells(count))]
    squares = (TableLayout("rows", first, columns) for first in (1, 2) for columns in range(2, count))
    fits = {
        one: [at < (one.length or count) and table[cell] == terms[at] for at, cell in enumerate(one.cells(count))]
        for one in [*list_layouts(), *squares]
    }
    rank = {str(one): (sum(fit), [*fit, False].index(False)) for one, fit in fits.items()}
    likely = [rank[str(one)] for one in fits if 2 * sum(start := fits[replace(one, width=None)][:4]) >= len(start)]
    verdict = verify(written(tmp_path_factory.mktemp("b"), "\n".join(map(str, terms))), sequence)
    assert verdict.ok is any(map(all, fits.values()))
    if not verdict.ok:
        assert rank[verdict.layout] >= max(likely, default=(0, 0))
        assert verdict.terms == verdict.line - 1 == rank[verdict.layout][1]


def test_files_with_more_terms_than_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("trueodds.oeis.verification._COUNTED", 5)
    terms = [value.numerator for value in module.start_values(30)]
    assert verify(written(tmp_path, "".join(format_bfile(terms, 1)), "b387261.txt")).ok


@pytest.mark.parametrize("wrong", [3, 50])
def test_wrong_computed_values_are_an_error(tmp_path, monkeypatch, capsys, wrong):
    right = list(module.start_values(60))
    right[wrong - 1] += mpq(1, right[wrong - 1].denominator)
    monkeypatch.setattr(module, "start_values", lambda count, **_: right[:count])
    games.find_family("risk-or-safety")._values.clear()
    try:
        for tampered in (0, 1):
            terms = [value.numerator for value in right]
            terms[-1] += tampered
            path = written(tmp_path, "".join(format_bfile(terms, 1)), "b387261.txt")
            assert run(["oeis", "verify", str(path)]) == 1
            assert f"V({wrong}, {wrong}): the computed value fails its check" in capsys.readouterr().err
    finally:
        games.find_family("risk-or-safety")._values.clear()


@pytest.mark.parametrize("path", ["-", Path("-")])
def test_standard_input_stays_open(monkeypatch, path):
    monkeypatch.setattr("sys.stdin", typed := io.TextIOWrapper(io.BytesIO(b"1 2\n2 4\n")))
    verdict = verify(path, find("A387261"))
    assert (verdict.file, verdict.ok, verdict.terms) == ("standard input", True, 2)
    assert not typed.buffer.closed


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="no /dev/fd")
def test_a_pipe_is_verified():
    reading, writing = os.pipe()
    os.write(writing, "".join(f"{n} {term}\n" for n, term in enumerate(find("A387262").terms(40), 1)).encode())
    os.close(writing)
    assert verify(f"/dev/fd/{reading}", find("A387262")).terms == 40
    os.close(reading)


def test_a_file_of_no_sequence_is_refused_by_few_terms(tmp_path, monkeypatch):
    """Counting the strategies takes seconds for ten terms, but almost no time for four."""
    asked = []
    costly = replace(find("A387260"), compute=lambda count, *_: asked.append(count) or [mpz(7)] * count)
    monkeypatch.setitem(SEQUENCES, "A387260", costly)
    assert not verify(written(tmp_path, "0,1,1,2,3,5,8,13,21,34,55,89")).ok
    assert set(asked) == {4}


def test_a_fault_at_the_beginning_is_found_without_computing_all(tmp_path, monkeypatch):
    watched = Mock(wraps=module.start_values)
    monkeypatch.setattr(module, "start_values", watched)
    games.find_family("risk-or-safety")._values.clear()
    lines = "".join(f"{n} {n}\n" for n in range(3, 10_000))
    assert verify(written(tmp_path, "1 2\n2 5\n" + lines, "b387261.txt")).line == 2
    assert [call.args[0] for call in watched.call_args_list] == [32]
    path = written(tmp_path, "".join(format_bfile(find("A387262").terms(70), 1)), "b387262.txt")
    games.find_family("risk-or-safety")._values.clear()
    watched.reset_mock()
    assert verify(path).ok
    assert [call.args[0] for call in watched.call_args_list] == [32, 70]  # no more terms than the file has


@pytest.mark.parametrize("sequence", SEQUENCES.values(), ids=lambda sequence: sequence.number)
@pytest.mark.parametrize("how", ["name", "terms"])
def test_every_sequence_is_recognized(tmp_path, sequence, how):
    """A b-file is identified by name or terms; if a digit is changed, that term is reported.

    A changed file that does not name its sequence may be of any sequence.
    """
    name = "terms.txt"
    if how == "name":
        name = f"b{sequence.number[1:]}.txt" if sequence.number[0] == "A" else f"{sequence.number}.txt"
    terms = sequence.terms(5 if sequence.number == "greed-dice" or (sequence.length() or 41) <= 40 else 40)
    assert all(term == right for term, right in zip(sequence.published, terms, strict=False))
    verdict = verify(written(tmp_path, "".join(format_bfile(terms, sequence.offset)), name))
    assert verdict.ok
    assert (verdict.sequence, verdict.terms) == (sequence.number, len(terms))
    random = Random(f"{sequence.number} {how}")
    for position in {0, 1, len(terms) - 1, random.randrange(len(terms))}:
        text = terms[position].digits()
        at = random.randrange(len(text))
        digit = random.choice([digit for digit in "123456789" if digit != text[at]])
        wrong = [*terms]
        wrong[position] = mpz(text[:at] + digit + text[at + 1 :])
        verdict = verify(written(tmp_path, "".join(format_bfile(wrong, sequence.offset)), name))
        assert not verdict.ok
        if how == "terms":
            assert verdict.sequence is None
            assert f"line {position + 1}: no listed sequence fits; {sequence.number} comes nearest" in verdict.message
            continue
        assert (verdict.sequence, verdict.terms) == (sequence.number, position)
        assert (verdict.index, verdict.expected) == (sequence.offset + position, text)
        assert verdict.difference == at + 1
        assert verify(written(tmp_path, ", ".join(term.digits() for term in wrong)), sequence).index == verdict.index


def numbers(most):
    """Return a strategy for numbers of any length up to a number of digits."""
    return st.integers(0, most).flatmap(lambda digits: st.integers(-(10**digits), 10**digits))


@given(numbers(200), numbers(200), st.data())
@example(-(12345 * 10**60), -(12346 * 10**60), None)
@example(-(7 * (10**60 - 1) // 9), 7 * (10**60 - 1) // 9, None)
@example(-(7 * (10**61 - 1) // 9), 7 * (10**61 - 1) // 9, None)
@example(7 * (10**61 - 1) // 9, 7 * (10**62 - 1) // 9, None)
def test_two_long_terms_never_look_equal(number, other, data):
    """Compare a number with another, or with itself after a digit is changed, inserted or removed.

    Up to 60 digits are shown whole. Otherwise ten on either side of the first that differs are shown.
    """
    right, digits, minus = str(number), str(abs(number)), "-" * (number < 0)
    at = data.draw(st.integers(0, len(digits))) if data else 0
    digit = data.draw(st.sampled_from("0123456789")) if data else "1"
    changed = [digits[:at] + digit + digits[at + 1 :], digits[:at] + digit + digits[at:], digits[:at] or "0"]
    for wrong in {str(int(text)) for text in [str(other), str(-number), *(minus + one for one in changed)]} - {right}:
        shown = reading.describe_difference(wrong, right)
        if max(len(wrong.lstrip("-")), len(digits)) <= 60:
            assert shown == f"{wrong} but should be {right}"
            continue
        left, rest = shown.split(" but should be ")
        rest, _, told = rest.partition("; ")
        assert (": only the sign differs" in shown) is (wrong.lstrip("-") == digits)
        assert left != rest
        assert len(shown) < 300
        place = reading.find_difference(wrong, right)
        one, two = wrong.lstrip("-"), right.lstrip("-")
        sizes = f"{len(one)} digits instead of {len(two)}, with the" if len(one) != len(two) else "the"
        where = f"at digit {place}" if len(one) != len(two) else f"is at digit {place} of {len(one)}"
        assert told == f"{sizes} first difference {where}" * ("[" in shown)
        assert place is None if one == two else one[: place - 1] == two[: place - 1]
        assert place is None or one[place - 1 : place] != two[place - 1 : place]
        for text, digits in ((left, one), (rest, two)) if "[" in shown else ():
            parts = re.fullmatch(r"(-?)(…?)(\d*)(?:\[(\d)\])?(\d*)(…?)", text)
            sign, more, before, bracket, after, rest_of_it = parts.groups("")
            assert sign == "-" * (wrong if text == left else right).startswith("-")
            assert bool(more) == (len(before) < place - 1)
            assert bool(rest_of_it) == (len(after) < len(digits) - place)
            assert (len(before), bracket) == (min(10, place - 1), digits[place - 1 : place])
            assert before + bracket + after == digits[max(0, place - 11) : place + 10]
