"""The claims of the other papers: what is false is false for the reason given, and the rest holds."""

import json
from pathlib import Path

import pytest

from trueodds.claims import two_coins
from trueodds.claims.papers import check_claims
from trueodds.cli import run

#: By paper: a part of each claim that does not hold as it stands, its verdict, and a part of what is true.
NOT_SO = {
    "coinball": [
        ("t ≤ m + y ≤ 200", "holds with a correction", "t to 2t"),
        ("losing: pass; winning: rush", "holds with a correction", "level score after 92, 96 tosses, and at 10 open"),
        ("computes the three answers", "holds with a correction", "t = 99"),
    ],
    "two-coins": [
        ("nearly 20 %", "holds with a correction", "18 percentage points"),
        ("between 0 and 200", "false", "from -200 to 200; the smallest counterexample is -1 after 1 flip"),
        ("0.6403174472759772", "holds with a correction", "0.640317447275977148"),
    ],
    "greed": [
        ("1 if lose", "false", "0 if lose"),
        ("(s_0, s_1 + t, 1)", "false", "(s_0 + t, s_1, 1)"),
        ("C(k - s k - 1, n - 1)", "false", "n = 2, s = 1, t = 2"),
        ("Var T = (s^2 - 1) / 12", "false", "n = 2, s = 2, printed = 1/4, variance = 1/2"),
        ("finds the best n", "false", "M = 1, s = 3"),
        ("two dice at (2, 6)", "false", "(6, 4) to (6, 8)"),
        ("sum over t of 1 - rating", "holds with a correction", "factor P(T = t)"),
        ("in normal turns too", "false", "1919/4096"),
        ("need not be tried in normal turns", "false", "n_0 = 2/3"),
        ("0.54", "false", "0.500129"),
    ],
}


@pytest.mark.parametrize("paper", NOT_SO)
def test_what_holds_and_what_does_not(paper):
    checked = list(check_claims(paper))
    not_so = [one for one in checked if one.finding.verdict != "holds"]
    assert len(checked) >= 10
    assert len(not_so) == len(NOT_SO[paper])
    for one, (says, verdict, true) in zip(not_so, NOT_SO[paper], strict=True):
        assert says in one.claim.says
        assert one.finding.verdict == verdict
        assert true in one.finding.true


def test_verdicts_are_computed(monkeypatch):
    """With another number of flips the same statements get other verdicts."""
    monkeypatch.setattr(two_coins, "_FLIPS", 10)
    two_coins._solution.cache_clear()
    try:
        verdicts = {claim.says: claim.check().verdict for claim in two_coins.claims()[:3]}
    finally:
        two_coins._solution.cache_clear()
    assert verdicts["that needs at least 51 winning flips"] == "false"
    assert verdicts["with a single fair coin one wins 46 %"] == "false"


def test_command_line(capsys):
    assert run(["claims", "--paper", "coinball"]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[-1] == "holds: 7; holds with a correction: 3"
    assert all(len(line) <= 100 for line in text.splitlines())
    assert run(["claims", "--paper", "two-coins", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert all(set(row) == {"paper", "place", "says", "true", "verdict"} for row in data)
    assert {row["paper"] for row in data} == {"two-coins"}


def test_the_page_of_the_docs_is_what_the_command_makes(capsys):
    assert run(["claims", "--markdown"]) == 0
    page = Path(__file__).parents[2] / "docs" / "claims.md"
    assert capsys.readouterr().out == page.read_text(encoding="utf-8")
