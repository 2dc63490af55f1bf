"""The claims of the first paper: all checked, none false, the corrections found; a wrong claim would be seen."""

import numpy as np
import pytest

from trueodds.claims import risk_or_safety, risk_or_safety_checks
from trueodds.claims.papers import check_claims

CORRECTED = {
    "the game has a unique solution; both players need to play the same strategy": "heads 2/5",
    "8/15 is less than 4/7, hence strategy 1 is optimal": "largest for strategy 3",
    "optimal for three points: continue except at (1,0,0)": "also at [(2, 0, 0)]",
    "6/11 is 54.54 %": "rounds to 54.55",
    "optimal for four points: stop at (1,2,0), (2,0,0), (2,0,2), else continue": "off the best path also",
    "the iteration stops when every position is decided, which gave the strategies up to n = 20": "never end",
    "if the opponent needs one more point, one must go all in": "best 2 or 3",
}


@pytest.fixture(scope="module")
def checked():
    return list(check_claims("risk-or-safety"))


def test_none_is_false_and_the_corrections_are_these(checked):
    assert {one.finding.verdict for one in checked} == {"holds", "holds with a correction"}
    corrected = {one.claim.says: one.finding.true for one in checked if one.finding.verdict != "holds"}
    assert set(corrected) == set(CORRECTED)
    for says, part in CORRECTED.items():
        assert part in corrected[says]


def test_a_wrong_number_in_the_table_is_found(monkeypatch):
    right = risk_or_safety_checks._table("table1.txt")
    wrong = right.copy()
    wrong[3, 4] += 1
    monkeypatch.setattr(risk_or_safety_checks, "_table", lambda name: wrong)
    found = risk_or_safety_checks.compare_table_1()
    assert found[:2] == ("false", f"needs 5 against 6: {right[3, 4]}, not {wrong[3, 4]}")
    assert not np.array_equal(right, wrong)


def test_a_wrong_equation_is_found(monkeypatch):
    monkeypatch.setitem(risk_or_safety_checks.X, 1, risk_or_safety_checks.X[0])
    verdicts = [one.finding.verdict for one in check_claims("risk-or-safety") if "x1 and y1" in one.claim.says]
    assert verdicts == ["false"]


def test_what_takes_long_is_asked_for(monkeypatch, checked):
    slow = [claim for claim in risk_or_safety.claims() if claim.slow]
    assert [claim.says for claim in slow] == ["5 points: of all 5755251 strategies the best gives 1026/1925"]
    assert slow[0].says not in {one.claim.says for one in checked}
    four = risk_or_safety_checks.compare_all(4)
    monkeypatch.setattr(risk_or_safety_checks, "compare_all", lambda target, run: four)
    assert slow[0].check(None)[:2] == ("false", "3011, 2236/4165")  # of another game


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match=r"paper must be one of risk-or-safety.*, not 'poker'"):
        next(check_claims("poker"))
