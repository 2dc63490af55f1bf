"""Certificates of b-files are written, checked by the standalone program, and used to verify terms."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from trueodds.certificates import check_odds
from trueodds.certificates.lines import add_checksum
from trueodds.cli import run
from trueodds.oeis.certificate import certify, read_certificate
from trueodds.oeis.registry import find
from trueodds.oeis.verification import verify
from trueodds.solution import NotProved


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with 12 numerators, their certificate, and 9 denominators."""
    folder = tmp_path_factory.mktemp("made")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        words = ["--terms", "12", "--output", "b387261.txt", "--certificate", "v.odds"]
        assert run(["oeis", "bfile", "A387261", *words]) == 0
        assert run(["oeis", "bfile", "A387262", "--terms", "9", "--output", "b387262.txt"]) == 0
        assert run(["solve", "risk-or-safety", "--target", "3", "--certificate", "other.odds"]) == 0
        for heads, name in (("2/5", "biased.odds"), ("3/5", "lucky.odds")):
            options = ["--target", "1", "--heads", heads, "--method", "start", "--certificate", name]
            assert run(["solve", "risk-or-safety", *options]) == 0
    return folder


@pytest.fixture
def files(made, tmp_path, monkeypatch):
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


def test_both_halves_are_verified_by_one_certificate(files, capsys):
    assert run(["oeis", "verify", "b387261.txt", "b387262.txt", "--certificate", "v.odds"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(
        "b387261.txt: OK: 12 terms of A387261 (compared with the certificate v.odds, which was checked; error prob"
    )
    assert second.startswith(
        "b387262.txt: OK: 9 terms of A387262 (compared with the certificate v.odds, which was checked; error prob"
    )
    with open("v.odds", "rb") as file:
        assert "needs 12 against 12" in check_odds.check(file)
    Path("b387262.txt").rename("terms.txt")
    assert run(["oeis", "verify", "terms.txt", "--certificate", "v.odds"]) == 0
    assert "OK: 9 terms of A387262 (compared with the certificate v.odds" in capsys.readouterr().out
    assert run(["check", "v.odds"]) == 0
    assert capsys.readouterr().out.endswith("; the rules are those of risk-or-safety\n")


def test_a_refusal_computes_nothing(files, monkeypatch):
    known = read_certificate("v.odds")
    monkeypatch.setattr("trueodds.oeis.games.Family.values", None)
    assert verify("b387261.txt", certificate=known).ok


def test_a_wrong_term_is_named(files, capsys):
    text = Path("b387261.txt").read_text().replace("\n7 649346842\n", "\n7 649346843\n")
    Path("terms.txt").write_text(text)
    assert run(["oeis", "verify", "terms.txt", "--sequence", "A387261", "--certificate", "v.odds"]) == 1
    assert "line 7: a(7) is 649346843 but should be 649346842 (A387261)" in capsys.readouterr().out
    assert run(["oeis", "verify", "b387261.txt", "--sequence", "A387262", "--certificate", "v.odds"]) == 1
    assert "line 1: a(1) is 2 but should be 3 (A387262)" in capsys.readouterr().out


def test_more_terms_than_are_proved_are_not_right(files, capsys):
    assert run(["oeis", "bfile", "A387261", "--terms", "13", "--output", "b387261.txt"]) == 0
    assert run(["oeis", "verify", "b387261.txt", "--certificate", "v.odds"]) == 1
    assert "a(13) cannot be checked: the certificate has only 12 terms of A387261" in capsys.readouterr().out


def test_a_false_certificate_is_refused(files, capsys):
    lines = Path("v.odds").read_text().splitlines()[:-1]
    at = lines.index("claim 5 5 1026/1925")
    for other, said in (
        ("claim 5 5 1027/1925", "needs 5 and 5 is false"),
        ("claim 5 4 1026/1925", "needs 5 and 4 is false"),
    ):
        Path("w.odds").write_text("".join(add_checksum([*lines[:at], other, *lines[at + 1 :]])))
        assert run(["oeis", "verify", "b387261.txt", "--certificate", "w.odds"]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert "w.odds: not proved: line " in told.err
        assert said in told.err
    Path("w.odds").write_bytes(Path("v.odds").read_bytes()[:-1])
    with pytest.raises(NotProved, match="ends without a checksum"):
        read_certificate("w.odds")


def test_claims_of_other_needs_and_gaps_are_not_terms(files):
    lines = Path("v.odds").read_text().splitlines()[:-1]
    without = [line for line in lines if not line.startswith("claim 5 5 ")]
    Path("w.odds").write_text("".join(add_checksum([line.replace("claims 12", "claims 11") for line in without])))
    assert len(read_certificate("w.odds").values) == 4
    unreduced = [line.replace("2236/4165", "4472/8330") for line in lines]
    Path("w.odds").write_text("".join(add_checksum(unreduced)))
    values = read_certificate("w.odds").values
    assert values[3] == Fraction(2236, 4165)
    assert values == read_certificate("v.odds").values


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bfile", "A387260", "--terms", "3", "--certificate", "a.odds"), "A387260: only A387261 and"),
        (("bfile", "A387261", "--terms", "3", "--certificate", "-"), "different files, not both '-'"),
        (("bfile", "A387261", "--terms", "3", "--output", "a", "--certificate", "a"), "different files, not both 'a'"),
        (("bfile", "A387261", "--terms", "3", "--output", "a", "--certificate", "no/a"), "no/a"),
        (("verify", "b387261.txt", "--sequence", "A387260", "--certificate", "v.odds"), "have certificates"),
        (("verify", "b387261.txt", "--certificate", "other.odds"), "other.odds does not prove V(1, 1)"),
        (("verify", "b387261.txt", "--certificate", "biased.odds"), "biased.odds does not prove V(1, 1)"),
        (("verify", "b387261.txt", "--certificate", "lucky.odds"), "lucky.odds does not prove V(1, 1)"),
    ],
)
def test_refusals_in_one_line(words, said, files, capsys):
    assert run(["oeis", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1
    assert not Path("a.odds").exists()


def test_a_compressed_certificate_and_one_without_terms(files):
    certify(find("A387262"), 5, "v.odds.gz")
    with open("v.odds.gz", "rb") as file:
        assert check_odds.check(file)
    # The certificate has nine terms.
    assert verify("b387262.txt", certificate=read_certificate("v.odds.gz")).ok is False
    with pytest.raises(ValueError, match="number of terms to certify"):
        certify(find("A387262"), 0, "w.odds")
