"""`trueodds solve` and `trueodds strategy`: what they print, as text, CSV and JSON."""

import json
import subprocess
import sys

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds

from ..command_line import output


def test_the_answer_in_words(capsys):
    text = output(capsys, "solve", "risk-or-safety", "--target", "3")
    assert "6/11" in text
    assert "0.545454545454545" in text
    assert "best move: 1" in text


def test_ties_in_words(capsys):
    text = output(capsys, "solve", "risk-or-safety", "--target", "5", "--opponent-target", "1", "--heads", "2/5")
    assert "best moves: 2 or 3 (exactly the same)" in text


@pytest.mark.parametrize("method", ["pairs", "sweeps", "twin"])
def test_the_answer_as_json(capsys, method):
    data = json.loads(output(capsys, "solve", "risk-or-safety", "--target", "10", "--method", method, "--json"))
    assert data["game"] == "risk-or-safety"
    assert data["parameters"] == {"target": 10}
    # OEIS A387261(10), A387262(10)
    assert data["value"]["numerator"] == "5556238701119487884"
    assert data["value"]["denominator"] == "10634368774326171875"
    assert data["best_moves"] == [2]
    assert data["proved"] is True


def test_unequal_targets_and_another_coin(capsys):
    arguments = ("--target", "7", "--opponent-target", "3", "--heads", "2/5", "--json")
    data = json.loads(output(capsys, "solve", "risk-or-safety", *arguments))
    expected = trueodds.solve(trueodds.RiskOrSafety(7, 3, "2/5"), "twin")
    assert mpq(f"{data['value']['numerator']}/{data['value']['denominator']}") == expected.value
    assert data["parameters"] == {"target": 7, "opponent_target": 3, "heads": "2/5"}


def test_csv_is_numbers_only(capsys, tmp_path):
    text = output(capsys, "strategy", "risk-or-safety", "--target", "20", "--matrix")
    table = np.array([[int(cell) for cell in line.split(",")] for line in text.splitlines()])
    assert np.array_equal(table, trueodds.solve(trueodds.RiskOrSafety(20)).coins())
    target = tmp_path / "strategy.csv"
    assert output(capsys, "strategy", "risk-or-safety", "--target", "20", "--matrix", "--output", str(target)) == ""
    assert target.read_bytes() == text.encode()


@pytest.mark.parametrize(("seat", "shape"), [("first", (4, 2)), ("second", (2, 4))])
def test_each_seat_has_its_table(capsys, seat, shape):
    arguments = ("--target", "4", "--opponent-target", "2", "--seat", seat)
    data = json.loads(output(capsys, "strategy", "risk-or-safety", *arguments, "--json"))
    assert np.array(data["coins"]).shape == shape
    assert data["seat"] == seat
    rows = output(capsys, "strategy", "risk-or-safety", *arguments, "--matrix").splitlines()
    assert len(rows) == shape[0]


def test_ties_are_listed(capsys):
    arguments = ("--target", "5", "--opponent-target", "1", "--heads", "2/5", "--json")
    data = json.loads(output(capsys, "strategy", "risk-or-safety", *arguments))
    assert data["ties"] == [{"need": 5, "opponent_needs": 1, "best_moves": [2, 3]}]


def test_statements_can_be_quoted(capsys):
    lines = output(capsys, "strategy", "risk-or-safety", "--target", "300", "--statements").splitlines()
    assert lines[0] == "Heads probability 1/2, all needs up to 300."
    # observed to 5,120 before this package; here proved to 300
    assert "The leading player tosses exactly 1 coin, except needing 2 against 3 (2)." in lines
    assert "There are no exact ties between two numbers of coins." in lines


def test_large_targets_take_the_method_for_them(capsys, tmp_path):
    target = tmp_path / "value.json"
    arguments = ("--target", "300", "--json", "--output", str(target), "--checkpoint", str(tmp_path / "part"))
    assert output(capsys, "solve", "risk-or-safety", *arguments) == ""
    data = json.loads(target.read_text())
    assert data["value"]["decimal"].startswith("0.50407")
    assert data["best_moves"] == [2]
    assert not (tmp_path / "part").exists()


def test_a_command_imports_no_other_command_and_nothing_that_only_others_need():
    code = (
        "import sys; from trueodds.cli import run; run(['solve', 'risk-or-safety', '--target', '10']);"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert "trueodds.fast.risk_or_safety.exact" in loaded
    heavy = ("trueodds.oeis", "trueodds.match", "trueodds.claims", "trueodds.runtime.store", "distributed", "rich")
    heavy += tuple(f"trueodds.fast.risk_or_safety.{name}" for name in ("large", "columns", "residues", "start_values"))
    assert not [name for name in loaded if name.startswith(heavy)]
    needed = ("common", "encoding", "games", "literals", "models", "options", "output", "own", "solve")
    assert {name for name in loaded if name.startswith("trueodds.cli.")} == {f"trueodds.cli.{name}" for name in needed}
