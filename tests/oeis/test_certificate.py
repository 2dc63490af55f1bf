"""Certificates of b-files are read only if they are proved; `cli/recorded.txt` has the commands that use them."""

from fractions import Fraction

import pytest

from trueodds.certificates.lines import add_checksum
from trueodds.cli import run
from trueodds.oeis import bfile, registry, verification
from trueodds.oeis.certificate import certify, read_certificate


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with 12 numerators and their certificate."""
    folder = tmp_path_factory.mktemp("made")
    certify(registry.find("A387261"), 12, folder / "v.odds")
    (folder / "b387261.txt").write_text("".join(bfile.format_bfile(registry.find("A387261").terms(12), 1)))
    return folder


@pytest.fixture
def lines(made):
    """The lines of the certificate without the checksum."""
    return (made / "v.odds").read_text().splitlines()[:-1]


def read(folder, lines):
    """Read the certificate of these lines."""
    path = folder / "w.odds"
    path.write_text("".join(add_checksum(lines)))
    return read_certificate(path)


def test_terms_are_verified_without_computing_them(made, monkeypatch):
    known = read_certificate(made / "v.odds")
    monkeypatch.setattr("trueodds.oeis.games.Family.values", None)
    assert verification.verify(made / "b387261.txt", certificate=known).ok
    assert known.sequence(registry.find("A387262")).terms(2) == [3, 7]


@pytest.mark.parametrize(
    ("claim", "said"),
    [("claim 5 5 1027/1925", "needs 5 and 5 is false"), ("claim 5 4 1026/1925", "needs 5 and 4 is false")],
)
def test_a_false_certificate_is_refused(made, lines, tmp_path, capsys, claim, said):
    at = lines.index("claim 5 5 1026/1925")
    (tmp_path / "w.odds").write_text("".join(add_checksum([*lines[:at], claim, *lines[at + 1 :]])))
    assert run(["oeis", "verify", str(made / "b387261.txt"), "--certificate", str(tmp_path / "w.odds")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "w.odds: not proved: line " in told.err
    assert said in told.err


def test_claims_of_other_needs_and_gaps_are_not_terms(made, lines, tmp_path):
    without = [line for line in lines if not line.startswith("claim 5 5 ")]
    assert len(read(tmp_path, [line.replace("claims 12", "claims 11") for line in without]).values) == 4
    values = read(tmp_path, [line.replace("2236/4165", "4472/8330") for line in lines]).values
    assert values[3] == Fraction(2236, 4165)
    assert values == read_certificate(made / "v.odds").values


def test_what_no_certificate_can_prove_is_refused(tmp_path):
    for number, count, why in (("A387262", 0, "to certify"), ("A387260", 1, "only"), ("A387261", 10**6, "cover")):
        with pytest.raises(ValueError, match=why):
            certify(registry.find(number), count, tmp_path / "w.odds")
