"""`trueodds compare`."""

import json

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.cli import run

from ..command_line import output


def out(capsys, *arguments):
    return output(capsys, "compare", *arguments)


def test_the_table_and_its_json(capsys, tmp_path):
    rules = ("optimal", "always 1", "all in")
    found = trueodds.compare(trueodds.RiskOrSafety(4), rules)
    options = ("risk-or-safety", "--target", "4", *rules)
    assert out(capsys, *options) == f"{found}\n"
    path = tmp_path / "found.json"
    assert out(capsys, *options, "--json", "-o", str(path)) == ""
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data == found.to_json()
    assert (data["game"], data["parameters"], data["strategies"]) == ("risk-or-safety", {"target": 4}, list(rules))
    assert [mpq(row["value"]) for row in data["rows"]] == [value for row in found.values for value in row]


def test_own_game(capsys, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "import trueodds\n"
        "def outcomes(at, move):\n"
        "    left, seat = at\n"
        "    return [(1, (left - move, 1 - seat))] if left > move else [(1, None, 1 - seat)]\n"
        "class Take(trueodds.Rules):\n"
        "    def __init__(self, heap=7):\n"
        "        super().__init__((heap, 0), lambda at: [1, 2], outcomes, lambda at: at[1])\n",
        encoding="utf-8",
    )
    data = json.loads(out(capsys, f"{path}:Take", "--heap", "6", "optimal", "always 2", "--json"))
    assert [row["value"] for row in data["rows"]] == ["0", "0", "0", "1"]
    assert run(["compare", f"{path}:Take", "always 1", "--max-positions", "2"]) == 2
    assert "more than 2 positions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pig",), "compare pig: name the strategies, such as: optimal hold-at-20 'always MOVE'"),
        (("pig", "hold at"), "a strategy must be optimal, or a rule: always MOVE"),
        (("coinball", "--tosses", "3", "always jump"), "there are rush, pass"),
        (("pig", "optimal", "optimal"), "'optimal' is there twice"),
        (("chess", "optimal"), "compare chess: no such game; there are risk-or-safety, "),
    ],
)
def test_refused_in_one_line(arguments, message, capsys):
    assert run(["compare", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert message in captured.err
