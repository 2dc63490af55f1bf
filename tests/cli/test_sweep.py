"""`trueodds sweep`: a row a game, the same as `solve` says; resumable; refused in one line."""

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
    sweep("--output", tmp_path / "t.jsonl", "--json")
    printed = json.loads(capsys.readouterr().out)
    assert (printed["rows"], printed["computed"]) == (12, 12)


def test_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    sweep("--output", tmp_path / "t.parquet")
    sweep("--output", tmp_path / "t.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = parquet.read_table(tmp_path / "t.parquet").to_pylist()
    assert [{**row, "best_moves": json.loads(row["best_moves"])} for row in rows] == lines
    assert type(rows[0]["target"]) is int
    assert type(rows[0]["heads"]) is str


def test_ties_are_ties(capsys):
    assert run(["sweep", "two-coins", "--over", "flips=1..4", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["tie"] for row in rows] == [len(row["best_moves"]) > 1 for row in rows]
    assert any(row["tie"] for row in rows)


def test_by_several_processes_the_rows_are_the_same(tmp_path):
    sweep("--output", tmp_path / "a.csv", "--workers", 2)
    sweep("--output", tmp_path / "b.csv")
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def stopped_after(monkeypatch, count):
    """Solving stops after some games; gives the list of what was solved."""
    solved, real = [], module.solve

    def solve(game, *given, **how):
        if len(solved) == count:
            raise KeyboardInterrupt
        solved.append(game)
        return real(game, *given, **how)

    monkeypatch.setattr(module, "solve", solve)
    return solved


def test_an_interrupted_run_resumes_and_computes_no_row_twice(tmp_path, monkeypatch, capsys):
    sweep("--output", tmp_path / "whole.csv")
    with monkeypatch.context() as patch:
        first = stopped_after(patch, 5)
        assert run([*SWEEP, "--output", str(tmp_path / "t.csv")]) == 130
    assert not (tmp_path / "t.csv").exists()
    capsys.readouterr()
    with monkeypatch.context() as patch:
        second = stopped_after(patch, 100)
        sweep("--output", tmp_path / "t.csv", "--json")
    assert json.loads(capsys.readouterr().out)["computed"] == len(second) == 7
    assert not set(first) & set(second)
    assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert not (tmp_path / "t.csv.part").exists()


def test_rows_of_other_ranges_are_used_where_they_fit(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        stopped_after(patch, 5)
        run([*SWEEP, "--output", str(tmp_path / "t.csv")])
    with monkeypatch.context() as patch:
        solved = stopped_after(patch, 100)
        words = ["--over", "heads=1/4,1/3", "--over", "target=2..5", "--output", str(tmp_path / "t.csv")]
        assert run(["sweep", "risk-or-safety", *words]) == 0
    assert len(solved) == 8 - 3


def test_a_changed_row_is_named_and_computed_again(tmp_path, monkeypatch, caplog):
    sweep("--output", tmp_path / "whole.csv")
    with monkeypatch.context() as patch:
        stopped_after(patch, 5)
        run([*SWEEP, "--output", str(tmp_path / "t.csv")])
    part = tmp_path / "t.csv.part"
    changed = part.read_bytes().replace(b'"value": "4/7"', b'"value": "5/7"', 1)
    assert changed != part.read_bytes()
    part.write_bytes(changed)
    sweep("--output", tmp_path / "t.csv")
    assert "was changed after it was written; computing again" in caplog.text
    assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()


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


def test_rules_that_were_edited_are_not_mixed(own, capsys, monkeypatch):
    words = ["sweep", "own.py:Dice", "--over", "sides=2..4", "--output", "t.csv"]
    with monkeypatch.context() as patch:
        stopped_after(patch, 1)
        assert run(words) == 130
    with (own / "own.py").open("a") as file:
        file.write("# edited\n")
    assert run(words) == 2
    assert "belongs to another computation" in capsys.readouterr().err
