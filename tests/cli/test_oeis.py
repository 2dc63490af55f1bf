"""Test the output and the files of `trueodds oeis …`, and its response to every mistake."""

import io
import json
import re
from pathlib import Path

import pytest

from trueodds.cli import run
from trueodds.oeis.games import family

from ..command_line import output

DATA = Path(__file__).parents[1] / "oeis" / "data"
EXACT = "recomputed; plain fractions, trying every move, up to n = 15"


def out(capsys, *arguments, err=""):
    return output(capsys, "oeis", *arguments, err=err)


def refused(capsys, status, *arguments):
    """Run a command, and verify that exactly one line reports what is wrong."""
    assert run(["oeis", *map(str, arguments)]) == status
    captured = capsys.readouterr()
    said = captured.out + captured.err
    assert said.count("\n") == 1
    if status == 2:
        assert captured.err.startswith("trueodds: ")
    return said


UNKNOWN = "this package does not know the published terms and their layout"
READ = "read by downward antidiagonals from (1,1)"
CHOOSE = "for another order, use --layout, --corner and --width"
NOTE = f"trueodds: A394776: {READ}; {UNKNOWN}; {CHOOSE}\n"


def test_unknown_layouts_are_described_alike(capsys):
    for command in ("terms", "bfile", "draft"):
        out(capsys, command, "A394776", "--terms", 9, err=NOTE)
        assert out(capsys, command, "A394776", "--terms", 9, "--layout", "triangle") != ""
    assert out(capsys, "list").count(UNKNOWN) == 1
    listed = {row["sequence"]: row["unknown"] for row in json.loads(out(capsys, "list", "--json"))}
    assert {number for number, unknown in listed.items() if unknown} == {"A394776", "A349698"}
    assert "%S" not in out(capsys, "draft", "A394776", "--edit", "--layout", "triangle")
    out(capsys, "terms", "greed-dice", err=f"trueodds: greed-dice: {READ}; {CHOOSE}\n")


def test_terms_of_the_table(capsys):
    assert out(capsys, "terms", "A394776", err=NOTE).count(",") == 54
    rows = out(capsys, "terms", "A394776", "--layout", "rows", "--corner", 2)
    path = DATA.parents[1] / "fast" / "risk_or_safety" / "data" / "table1.txt"  # R. Jehn (2026), Table 1
    table = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert rows.strip().split(", ") == " ".join(table).split()
    assert out(capsys, "terms", "A394776", "--width", 2) == "1, 1, 2, 2\n"
    assert out(capsys, "terms", "A394776", "--corner", 2, "--terms", 4) == "2, 2, 3, 1\n"
    assert out(capsys, "terms", "A394776", "--layout", "triangle", "--terms", 6) == "1, 2, 2, 3, 3, 1\n"


def test_bfile(capsys, tmp_path):
    text = out(capsys, "bfile", "A387261", "--terms", 15)
    assert text == (DATA / "b387261.txt").read_text()
    target = tmp_path / "b387261.txt"
    assert out(capsys, "bfile", "A387261", "--terms", 80, "--output", target) == ""
    data = target.read_bytes()
    assert data.startswith(text.encode())
    assert data.count(b"\n") == 80
    assert b"\r" not in data
    said = out(capsys, "verify", target)
    assert said.startswith(f"{target}: OK: 80 terms of A387261 (recomputed; plain fractions, trying every move, ")
    assert re.search(r"residues modulo 5 random primes, .*; error probability below 2\^-2[0-9]{2}\)\n$", said)


def test_bfile_stops_before_a_thousand_digits_and_reports_it(capsys):
    said = "trueodds: A387262: 82 terms written; a(83) has more than 999 digits\n"
    text = out(capsys, "bfile", "A387262", err=said)
    assert text == out(capsys, "bfile", "A387262", "--terms", 90, err=said)
    assert max(len(line.split()[1]) for line in text.splitlines()) <= 999
    longer = out(capsys, "bfile", "A387262", "--terms", 90, "--max-digits", 0).splitlines()
    assert len(longer) == 90
    assert longer[:82] == text.splitlines()
    assert len(longer[82].split()[1]) >= 1000
    said = "trueodds: A387261: 3 terms written; a(4) has more than 3 digits\n"
    assert out(capsys, "bfile", "A387261", "--max-digits", 3, err=said) == "1 2\n2 4\n3 6\n"


def test_entries_are_verified_one_by_one(capsys, tmp_path):
    both, one = tmp_path / "both.txt", tmp_path / "hog-numerators.txt"
    out(capsys, "draft", "hog", "--terms", 3, "--output", both)
    said = refused(capsys, 1, "verify", both)
    assert (
        "a second sequence begins here; a file may contain only one (`oeis draft GAME-numerators` writes one)" in said
    )
    out(capsys, "draft", "hog-numerators", "--terms", 3, "--output", one)
    assert "OK: 3 terms of hog-numerators" in out(capsys, "verify", one)


def test_verify_reads_standard_input(capsys, monkeypatch):
    def typed(data):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    typed(b"# A387261\n1 2\n2 4\n")
    assert out(capsys, "verify", "-").startswith("standard input: OK: 2 terms of A387261 (")
    typed(b"1 2\n2 5\n")
    assert "standard input: line 2: a(2) is 5 but should be 4" in refused(
        capsys, 1, "verify", "-", "--sequence", "A387261"
    )
    typed(b"# A000045\n1 2\n")
    assert "standard input: unknown sequence 'A000045'" in refused(capsys, 2, "verify", "-")


def test_verify_reports_all_files(capsys, tmp_path):
    wrong = tmp_path / "b387261.txt"
    wrong.write_bytes(b"1 2\n2 4\n3 7\n")
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"1 2\n3 4\n")
    right, none = DATA / "b387262.txt", tmp_path / "none.txt"
    assert run(["oeis", "verify", str(wrong), str(bad), str(right)]) == 1
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        f"{wrong}: line 3: a(3) is 7 but should be 6 (A387261)",
        f"{bad}: line 2: the indices have a gap: 3 follows 1",
        f"{right}: OK: 15 terms of A387262 ({EXACT})",
    ]
    assert captured.err == ""
    assert run(["oeis", "verify", str(none), str(wrong), str(right)]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"trueodds: {none}: No such file or directory\n"
    assert captured.out.splitlines()[1] == f"{right}: OK: 15 terms of A387262 ({EXACT})"


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"1 2\n2 four\n", "line 2: expected an index and a term, not '2 four'"),
        (b"1 " + b"7" * 20_000_000 + b"\n", "line 1: the line is longer than 16777216 bytes"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_a_bad_file_is_one_line_and_status_1(capsys, tmp_path, data, part):
    path = tmp_path / "b387261.txt"
    path.write_bytes(data)
    assert refused(capsys, 1, "verify", path).startswith(f"{path}: {part}")
    assert path.read_bytes() == data


def test_a_killed_run_resumes_from_its_checkpoint(capsys, tmp_path, monkeypatch):
    from trueodds.fast.risk_or_safety import start_values as all_values
    from trueodds.risk_or_safety import start_values

    part, words = tmp_path / "part", ("--terms", 150, "--max-digits", 0, "--quiet")

    def stop(stage, done, total):
        if stage == "residues" and done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        start_values(150, progress=stop, workers=1, checkpoint=part)
    done = []

    def sweep(*given):
        done.append(1)
        return real(*given)

    real = all_values._sweep
    monkeypatch.setattr(all_values, "_sweep", sweep)
    found = out(capsys, "bfile", "A387261", *words, "--checkpoint", part)
    assert not part.exists()
    resumed = len(done)
    family("risk-or-safety")._values.clear()
    assert found == out(capsys, "bfile", "A387261", *words)
    assert resumed == len(done) - resumed - 3
    proof = tmp_path / "b.odds"  # of fewer terms, which are not in the checkpoint
    words = ("bfile", "A387261", "--terms", "150", "--max-digits", "99", "--quiet", "--checkpoint", str(part))
    assert run(["oeis", *words, "--output", str(tmp_path / "b"), "--certificate", str(proof)]) == 0
    assert proof.exists()
