"""Numerators and denominators are verified together, and the wrong file is named; other files make no pair."""

import os
import sys
from unittest.mock import Mock

import pytest
from gmpy2 import mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from trueodds import NotProved
from trueodds.fast.risk_or_safety.large import start_values
from trueodds.oeis import bfile, fingerprints, pair
from trueodds.oeis.certificate import certify, read_certificate
from trueodds.oeis.pair import find_pair, verify_pair
from trueodds.oeis.registry import find
from trueodds.runtime.run import Run

COUNT = 60
FRACTIONS = start_values(COUNT)
HALVES = [[getattr(value, half) for value in FRACTIONS] for half in ("numerator", "denominator")]


def files(folder, *terms):
    """Write b-files of these numerators and denominators, by default of the right ones; return their names."""
    names = [str(folder / name) for name in ("b387261.txt", "b387262.txt")]
    for name, half in zip(names, [*terms, *HALVES[len(terms) :]], strict=True):
        with open(name, "w") as file:
            file.writelines(bfile.format_bfile(half, 1))
    return names


@given(st.dictionaries(st.integers(1, COUNT), st.tuples(st.booleans(), st.booleans()), max_size=7), st.integers(1, 9))
def test_the_first_wrong_line_of_either_is_named(tmp_path_factory, wrong, change):
    terms = [[*half] for half in HALVES]
    first = [None, None]
    for n in sorted(wrong):
        for half in (0, 1):
            if wrong[n][half]:
                terms[half][n - 1] += change
                first[half] = first[half] or n
    names = files(tmp_path_factory.mktemp("b"), *terms)
    assert find_pair(names) == (*names, COUNT)
    verdicts = verify_pair(*names, COUNT)
    assert sorted(verdicts) == sorted(names)
    for half, name in enumerate(names):
        verdict, at = verdicts[name], first[half]
        assert verdict.ok is (at is None)
        assert (verdict.sequence, verdict.line, verdict.index) == (f"A38726{half + 1}", at, at)
        assert verdict.terms == (COUNT if at is None else at - 1)
        if first == [None, None]:
            assert f"(with {names[1 - half]}: " in verdict.message
        if at is not None:
            assert verdict.found == terms[half][at - 1].digits()
            assert verdict.expected == str(HALVES[half][at - 1])
            assert verdict.message.startswith(f"{name}: line {at}: a({at}) is ")


@pytest.mark.parametrize(("factors", "lines"), [((3, 3), [45, 45]), ((-1, -1), [45, 45]), ((1, 0), [45])])
def test_fractions_are_in_lowest_terms_with_positive_denominators(tmp_path, factors, lines):
    parts = [[*half] for half in HALVES]
    for part, factor in zip(parts, factors, strict=True):
        part[44] *= factor
    found = verify_pair(*files(tmp_path, *parts), COUNT).values()
    assert [verdict.line for verdict in found if verdict.line] == lines


def test_the_files_are_found_among_others(tmp_path, monkeypatch):
    top, bottom = files(tmp_path)
    other = tmp_path / "b387260.txt"
    other.write_text("1 1\n")
    assert find_pair([str(other), bottom, str(tmp_path / "none"), str(tmp_path), top]) == (top, bottom, COUNT)
    assert find_pair([bottom, top, f"{tmp_path}/./{os.path.basename(top)}"]) == (top, bottom, COUNT)
    assert find_pair([top, str(other)]) is None
    assert find_pair([top, top]) is None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").write_text("# A387261\n" + (tmp_path / "b387261.txt").read_text())
    assert find_pair(["-", bottom]) is None  # standard input can be read only once
    monkeypatch.setattr(pair, "open", Mock(side_effect=PermissionError), raising=False)
    assert find_pair([top, bottom]) is None


RIGHT = "".join(bfile.format_bfile(HALVES[1], 1))
ENTRY = "%S A387262 " + ",".join(map(str, HALVES[1]))


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize(
    "text",
    [
        RIGHT.removesuffix("\n").rpartition("\n")[0] + "\n",  # fewer terms
        RIGHT + "61 seven\n",
        f"{ENTRY}\n%O A387262 0,1\n",
        "".join(bfile.format_bfile(HALVES[1], 0)),
        RIGHT.replace("\n", "\r\n"),
    ],
)
def test_files_that_make_no_pair(tmp_path, text, half):
    """Either file may be the wrong one."""
    names = files(tmp_path)
    text = text.replace("A387262", f"A38726{half + 1}")
    (tmp_path / f"b38726{half + 1}.txt").write_bytes(text.encode())
    assert find_pair(names) is None


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="pipes have no names")
def test_a_pipe_is_left_for_the_verification(tmp_path):
    """A pipe can be read only once."""
    names = files(tmp_path)
    pipe, writer = os.pipe()
    os.write(writer, b"1 2\n")
    os.close(writer)
    assert find_pair([f"/dev/fd/{pipe}", *names]) == (*names, COUNT)
    assert os.read(pipe, 9) == b"1 2\n"
    os.close(pipe)


def test_an_entry_and_a_b_file_make_a_pair_as_far_as_moves_are_proved(tmp_path, monkeypatch):
    names = files(tmp_path)
    (tmp_path / "b387262.txt").write_text(f"{ENTRY}\n%O A387262 1,1\n")
    monkeypatch.setattr(pair, "MAX_TARGET", COUNT)
    assert find_pair(names) == (*names, COUNT)
    monkeypatch.setattr(pair, "MAX_TARGET", COUNT - 1)
    assert find_pair(names) is None


def test_batches_are_checked_in_turn(tmp_path, monkeypatch):
    watched = Mock(wraps=fingerprints.Fingerprints)
    monkeypatch.setattr(pair, "_FIRST_BATCH", 5)
    monkeypatch.setattr(pair, "Fingerprints", watched)
    monkeypatch.setattr(pair, "verify", alone := Mock(wraps=pair.verify))
    verdicts = verify_pair(*files(tmp_path), COUNT).values()
    assert all(verdict.ok for verdict in verdicts)
    bits = fingerprints.Fingerprints(COUNT).error_bits(max(term.bit_length() for term in HALVES[1]))
    assert {verdict.error_probability for verdict in verdicts} == {f"2^-{bits}"}
    assert [call.args[0] for call in watched.call_args_list] == [5, 20, 60]
    tops = [*HALVES[0]]
    tops[20] = tops[58] = mpz(1)
    verdicts = verify_pair(*files(tmp_path, tops), COUNT)
    assert [verdict.line for verdict in verdicts.values()] == [21, None]
    tops[19] = mpz(1) << 9999  # the longest number, which is in the second batch
    bits = fingerprints.Fingerprints(20).error_bits(10_000)
    assert pair._find_wrong(files(tmp_path, tops), COUNT, Run()) == ([20, 21, 59], bits)
    bottoms = [*HALVES[1]]
    tops[:4], bottoms[9] = [mpz(1)] * 4, mpz(1)  # four wrong fractions in the first batch end the check of pairs
    verdicts = verify_pair(*files(tmp_path, tops, bottoms), COUNT, Run(1))
    assert [verdict.line for verdict in verdicts.values()] == [1, 10]
    assert [call.args[2] for call in alone.call_args_list] == [Run(1)]


@pytest.mark.skipif(sys.platform != "linux", reason="on this system, names of files must be text")
def test_bytes_that_are_not_text_are_shown_as_question_marks(tmp_path):
    (folder := tmp_path / "\udcff").mkdir()
    certify(find("A387261"), 2, folder / "v.odds")
    said = [read_certificate(folder / "v.odds").file]
    for denominators in HALVES:  # the first are wrong
        verdicts = verify_pair(*files(folder, HALVES[0], denominators), COUNT).values()
        said += [text for one in verdicts for text in (one.file, one.message, *one.checks)]
    assert sum(text.count("/?/") for text in said) == 13


def test_a_fault_at_the_beginning_is_found_without_looking_at_the_rest(tmp_path):
    terms = [mpz(n) for n in range(30_000)]  # whose fingerprints would take minutes
    assert [verdict.line for verdict in verify_pair(*files(tmp_path, terms, terms), len(terms)).values()] == [1, 1]


def test_methods_that_disagree_are_an_error(tmp_path, monkeypatch):
    tops = [*HALVES[0]]
    tops[39] += 4  # still coprime to the denominator
    names = files(tmp_path, tops)
    monkeypatch.setattr(pair, "_compute", lambda n, progress: mpq(tops[n - 1], HALVES[1][n - 1]))
    with pytest.raises(NotProved, match=r"V\(40, 40\): the computed value fails its check"):
        verify_pair(*names, COUNT)
