"""Check which claims of the papers do not hold, and why; a wrong claim is detected."""

import json
from pathlib import Path

import pytest

from trueodds.claims import risk_or_safety, two_coins
from trueodds.claims import risk_or_safety_checks as checks
from trueodds.claims.papers import check_claims
from trueodds.cli import run

#: By paper: a part of each claim that does not hold as it stands, its verdict, and a part of what is true.
NOT_SO = {
    "risk-or-safety": [
        (
            "the game has a unique solution; both players need to play the same strategy",
            "holds with a correction",
            "heads 2/5",
        ),
        ("8/15 is less than 4/7, hence strategy 1 is optimal", "holds with a correction", "largest for strategy 3"),
        ("optimal for three points: continue except at (1,0,0)", "holds with a correction", "also at [(2, 0, 0)]"),
        ("6/11 is 54.54 %", "holds with a correction", "rounds to 54.55"),
        (
            "optimal for four points: stop at (1,2,0), (2,0,0), (2,0,2), else continue",
            "holds with a correction",
            "off the best path also",
        ),
        (
            "the iteration stops when every position is decided, which gave the strategies up to n = 20",
            "holds with a correction",
            "never end",
        ),
        ("if the opponent needs one more point, one must go all in", "holds with a correction", "is 2 or 3"),
    ],
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
        ("does not increase with n", "open", "limits up to 20 and 2 to 6 sides"),
        ("once it falls it does not rise again", "open", "limits up to 20 and 2 to 6 sides"),
        ("finds the best n", "false", "M = 1, s = 3"),
        ("two dice at (2, 6)", "false", "(6, 4) to (6, 8)"),
        ("sum over t of 1 - rating", "holds with a correction", "factor P(T = t)"),
        ("in normal turns too", "false", "1919/4096"),
        ("need not be tried in normal turns", "false", "n_0 = 2/3"),
        ("0.54", "false", "0.500129"),
    ],
}


@pytest.fixture(scope="module")
def checked():
    return list(check_claims())


@pytest.mark.parametrize("paper", NOT_SO)
def test_verdicts_that_are_not_holds(checked, paper):
    mine = [one for one in checked if one.paper == paper]
    not_so = [one for one in mine if one.verdict != "holds"]
    assert len(mine) >= 10
    assert len(not_so) == len(NOT_SO[paper])
    for one, (says, verdict, true) in zip(not_so, NOT_SO[paper], strict=True):
        assert says in one.statement
        assert one.verdict == verdict
        assert true in one.result


def test_the_page_of_the_docs_is_up_to_date(checked, monkeypatch, tmp_path):
    monkeypatch.setattr("trueodds.claims.papers.check_claims", lambda *given: iter(checked))
    monkeypatch.chdir(tmp_path)
    assert run(["claims", "--output", "claims.md"]) == 0
    page = Path(__file__).parents[2] / "docs" / "claims.md"
    assert (tmp_path / "claims.md").read_text(encoding="utf-8") == page.read_text(encoding="utf-8")


def test_command_line(checked, monkeypatch, capsys):
    monkeypatch.setattr(
        "trueodds.claims.papers.check_claims", lambda paper, *given: (one for one in checked if one.paper == paper)
    )
    assert run(["claims", "--paper", "coinball"]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[-1] == "holds: 7; holds with a correction: 3"
    assert all(len(line) <= 100 for line in text.splitlines())
    assert run(["claims", "--paper", "two-coins", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert all(set(row) == {"paper", "place", "statement", "result", "verdict"} for row in data)
    assert {row["paper"] for row in data} == {"two-coins"}


def test_slow_claims_are_optional(monkeypatch, checked):
    slow = [claim for claim in risk_or_safety.claims() if claim.slow]
    assert [claim.statement for claim in slow] == ["5 points: of all 5755251 strategies the best gives 1026/1925"]
    assert slow[0].statement not in {one.statement for one in checked}
    three = checks.compare_all(3)
    monkeypatch.setattr(checks, "compare_all", lambda target, run: three)
    assert slow[0].check(None)[:2] == ("false", "31, 6/11")  # the certificate of another game


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match=r"paper must be one of risk-or-safety.*, not 'poker'"):
        next(check_claims("poker"))


# Wrong claims are detected.


def test_other_games_get_other_verdicts(monkeypatch):
    monkeypatch.setattr(two_coins, "_FLIPS", 10)
    two_coins._solution.cache_clear()
    try:
        verdicts = {claim.statement: claim.check().verdict for claim in two_coins.claims()[:3]}
    finally:
        two_coins._solution.cache_clear()
    assert verdicts["with a single coin a win needs at least 51 winning flips"] == "false"
    assert verdicts["with a single fair coin one wins 46 %"] == "false"


def test_a_wrong_number_in_the_table_is_found(monkeypatch):
    right = checks._table("table1.txt")
    wrong = right.copy()
    wrong[3, 4] += 1
    monkeypatch.setattr(checks, "_table", lambda name: wrong)
    assert checks.compare_table_1()[:2] == ("false", f"needs 5 against 6: {right[3, 4]}, not {wrong[3, 4]}")


def test_a_wrong_equation_is_found(monkeypatch):
    monkeypatch.setitem(checks.X, 1, checks.X[0])
    (claim,) = (claim for claim in risk_or_safety.claims() if "x1 and y1" in claim.statement)
    assert claim.check().verdict == "false"
