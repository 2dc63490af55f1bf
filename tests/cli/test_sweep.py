"""`trueodds sweep` writes a row per game, equal to the answer of `solve`, resumes, and refuses in one line."""

import csv
import json
from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds import parameter_sweep as module
from trueodds.cli import run
from trueodds.exact.decimals import number_to_json

from ..command_line import exact

SWEEP = ["sweep", "risk-or-safety", "--over", "heads=1/4..3/4:1/4", "--over", "target=1..4"]


def sweep(*words):
    assert run([*SWEEP, *map(str, words)]) == 0


def test_the_rows_equal_the_answers_of_solve(tmp_path):
    sweep("--output", tmp_path / "t.csv")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["heads"], row["target"]) for row in rows] == [
        (f"{n}", f"{t}") for n in ("1/4", "1/2", "3/4") for t in range(1, 5)
    ]
    for row in rows:
        solution = trueodds.solve(trueodds.RiskOrSafety(int(row["target"]), heads=row["heads"]))
        assert row["value"] == str(solution.value)
        assert float(row["decimal"]) == pytest.approx(float(solution.value), rel=1e-14)
        assert set(json.loads(row["best_moves"])) == solution.best_moves
        assert row["tie"] == json.dumps(len(solution.best_moves) > 1)
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_all_kinds_of_files_have_the_same_rows(tmp_path, capsys):
    sweep("--output", tmp_path / "t.jsonl")
    sweep("--json")
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["parameters"] | row["value"] for row in rows] == [
        {"heads": line["heads"], "target": line["target"], **number_to_json(mpq(line["value"]))} for line in lines
    ]
    assert [row["best_moves"] for row in rows] == [line["best_moves"] for line in lines]
    sweep("--output", tmp_path / "t.json")
    assert json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))["rows"] == rows


def test_user_defined_games(own, capsys):
    words = ["sweep", "own.py:Dice", "--over", "sides=2..4", "--over", "chance=1/2,1/3"]
    for workers in ("1", "2"):
        assert run([*words, "--json", "--workers", workers]) == 0
        rows = json.loads(capsys.readouterr().out)["rows"]
        assert [exact(row["value"]) for row in rows] == [
            Fraction(1, s) * Fraction(1, c) for s in (2, 3, 4) for c in (2, 3)
        ]
    assert run([*words[:2], "--sides", "4", "--over", "chance=1/5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"][0]["value"]["denominator"] == "20"
    assert run([*words[:2], "--over", "sides=12..14"]) == 2
    assert "no die has 13 sides" in capsys.readouterr().err


def stopped_after(monkeypatch, count, words):
    """Run until some games are solved; return the exit status (None after Ctrl-C) and the solved games."""
    solved, real = [], module.solve

    def solve(game, *given, **how):
        if len(solved) == count:
            raise KeyboardInterrupt
        solved.append(game)
        return real(game, *given, **how)

    with monkeypatch.context() as patch:
        patch.setattr(module, "solve", solve)
        try:
            return run(list(map(str, words))), solved
        except KeyboardInterrupt:
            return None, solved


def test_a_run_resumes_from_its_checkpoint_also_with_other_ranges(tmp_path, monkeypatch, caplog):
    sweep("--output", tmp_path / "whole.csv")
    words = [*SWEEP, "--output", tmp_path / "t.csv", "--checkpoint", tmp_path / "part"]
    status, first = stopped_after(monkeypatch, 5, words)
    assert (status, (tmp_path / "t.csv").exists()) == (None, False)
    kept = (tmp_path / "part").read_bytes()
    ranges = ["--over", "heads=1/4,1/3", "--over", "target=2..5"]
    assert len(stopped_after(monkeypatch, 100, [*SWEEP[:2], *ranges, *words[-4:]])[1]) == 8 - 3
    assert not (tmp_path / "part").exists()
    for data in (kept, kept.replace(b'"value": "4/7"', b'"value": "5/7"', 1)):
        (tmp_path / "part").write_bytes(data)
        status, second = stopped_after(monkeypatch, 100, words)
        assert (status, len(second), set(first) & set(second)) == (0, 7 + (data != kept), set(second[:-7]))
        assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert "was changed after it was written; recomputing" in caplog.text


def test_rows_of_rules_that_were_edited_are_not_used(own, capsys, monkeypatch):
    words = ["sweep", "own.py:Dice", "--over", "sides=2..4", "--output", "t.csv", "--checkpoint", "part"]
    assert stopped_after(monkeypatch, 1, words)[0] is None
    with (own / "own.py").open("a") as file:
        file.write("# edited\n")
    assert run(words) == 2
    assert "belongs to another computation" in capsys.readouterr().err
    (own / "part").unlink()
    assert stopped_after(monkeypatch, 1, [*words, "--infinite-play", "0"])[0] is None
    assert run([*words, "--infinite-play", "1"]) == 2
    assert "belongs to another computation" in capsys.readouterr().err
