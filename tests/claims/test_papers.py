"""The verdicts on the claims of the papers, and on claims of each kind."""

import json
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from trueodds.claims import claim, coinball, greed, greed_checks, risk_or_safety, two_coins
from trueodds.claims import risk_or_safety_checks as checks
from trueodds.claims.claim import number, rounding, show_value, universal
from trueodds.claims.papers import check_claims
from trueodds.cli import run


@pytest.fixture(scope="module")
def checked():
    """Return all quick claims; the slow tests solve the 16,807 systems for 6 points."""
    real, six = checks.reduced, SimpleNamespace(systems=7**5, value=checks.solve_pairs(6).value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "reduced", lambda target: six if target == 6 else real(target))
        return list(check_claims())


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
    (statement,) = (claim.statement for claim in slow)
    assert statement == "in a game to 5 points, the best of all 5755251 strategies gives 1026/1925"
    assert slow[0].statement not in {one.statement for one in checked}
    three = checks.compare_all(3)
    monkeypatch.setattr(checks, "compare_all", lambda target, run: three)
    assert slow[0].check(None)[:2] == ("false", "31, 6/11")  # the systems of another game
    monkeypatch.setattr(risk_or_safety, "claims", lambda: [number("p", "s", 1, lambda: 1), *slow])
    assert [one.verdict for one in check_claims("risk-or-safety", slow=True)] == ["holds", "false"]
    assert [one.verdict for one in check_claims("risk-or-safety")] == ["holds"]


@pytest.mark.parametrize(("error", "verdict"), [(0, "holds"), (9, "holds with a correction"), (11, "false")])
def test_the_last_printed_digit_may_be_wrong(monkeypatch, error, verdict):
    value = mpq(6403174472759772 - error, 10**16)
    monkeypatch.setattr(two_coins, "_solution", lambda: SimpleNamespace(value=value))
    assert two_coins._check_published().verdict == verdict


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match=r"paper must be one of risk-or-safety.*, not 'poker'"):
        next(check_claims("poker"))


def test_a_rule_that_also_names_a_worse_call_is_false(monkeypatch):
    monkeypatch.setattr(coinball, "published_rule", lambda *position: frozenset({"rush", "pass"}))
    assert coinball._rule().verdict == "false"


def test_a_state_that_does_not_follow_makes_the_example_false(monkeypatch):
    monkeypatch.setattr("trueodds.games.greed.Greed.outcomes", lambda game, position, move: [])
    assert greed._example_state().verdict == "false"


@pytest.mark.parametrize(
    ("claimed", "verdict"),
    [
        ({(1, 0, 0), (2, 0, 0)}, "holds"),
        ({(1, 0, 0)}, "holds with a correction"),
        ({(2, 0, 0)}, "false"),  # lacks a stop on the best path
        ({(1, 0, 0), (1, 1, 0)}, "false"),  # has a wrong one
    ],
)
def test_stops_for_three_points(claimed, verdict):
    assert checks.check_stops(3, claimed).verdict == verdict


def test_moves_at_the_limit_besides_calling_are_noticed(monkeypatch):
    monkeypatch.setattr("trueodds.games.greed.Greed.moves", lambda game, position: (0, 1))
    assert greed._full_house() == (5, 2)


@pytest.mark.parametrize("value", [0, 1])
def test_certain_victory_is_where_it_is_described_and_nowhere_else(monkeypatch, value):
    monkeypatch.setattr(greed, "_solution", lambda *game: SimpleNamespace(value_at=lambda state: value))
    assert greed._certain().verdict == "false"


@pytest.mark.parametrize("change", [1, -1])
def test_a_wrong_number_in_the_table_is_found(monkeypatch, change):
    right = checks._table("table1.txt")
    wrong = right.copy()
    wrong[3, 4] += change
    monkeypatch.setattr(checks, "_table", lambda name: wrong)
    assert checks.compare_table_1()[:2] == ("false", f"needs 5 against 6: {right[3, 4]}, not {wrong[3, 4]}")


@pytest.mark.parametrize(
    ("claim", "verdict", "true"),
    [
        (number("p", "s", mpq(1, 3), lambda: mpq(1, 3)), "holds", "1/3"),
        (number("p", "s", mpq(1, 3), lambda: mpq(333, 1000)), "false", "333/1000"),
        (universal("p", "s", lambda: None, "for n < 9"), "holds", "for n < 9"),
        (universal("p", "s", lambda: (2, 3), ""), "false", "counterexample: (2, 3)"),
        (universal("p", "s", lambda: 0, ""), "false", "counterexample: 0"),
        (rounding("p", "s", "0.67", lambda: mpq(2, 3)), "holds", "≈ 0.66666667"),
        (rounding("p", "s", "0.50", lambda: mpq(1, 2)), "holds", "= 0.5"),
        (rounding("p", "s", "357", lambda: mpq(35745, 100)), "holds", "= 357.45"),
    ],
)
def test_verdicts(claim, verdict, true):
    found = claim.check()
    assert found.verdict == verdict
    assert true in found.result


@given(st.fractions(0, 100, max_denominator=1000), st.integers(1, 4), st.integers(-2, 2))
def test_decimals_are_rounded_truncated_or_wrong(value, places, change):
    exact = mpq(value.numerator, value.denominator)
    nearest = round(exact * 10**places)
    right, claimed = (f"{Decimal(int(max(0, one))).scaleb(-places):f}" for one in (nearest, nearest + change))
    found = rounding("p", "s", claimed, lambda: exact).check()
    truncated = mpq(claimed) <= exact < mpq(claimed) + mpq(1, 10**places)
    assert found.verdict == (claim.HOLDS if claimed == right else claim.CORRECTED if truncated else claim.FALSE)
    assert claimed == right or f"rounds to {right}" in found.result


def test_values_in_words():
    assert show_value((mpq(1, 2), [(1, mpq(2, 3))])) == "1/2, ((1, 2/3))"


@pytest.mark.parametrize(("name", "n"), [("conjecture_1", 2), ("conjecture_2", 4)])
def test_a_false_conjecture_is_found(name, n, monkeypatch):
    """With the rating after n changed, both name the position, also if its limit, sides or n are at the end."""
    real, changed = greed_checks.last_wins, (3, 5, 4, n + 1)
    monkeypatch.setattr(
        greed_checks, "last_wins", lambda dice, a, b, n: real(dice, a, b, n) + 99 * ((dice.sides, a, b, n) == changed)
    )
    claim = getattr(greed_checks, name)(limit=5, sides=3)
    assert claim.verdict == "false"
    found = {key: claim.counterexample[key] for key in ("M", "s", "s_p", "s_o", "n")}
    assert found == {"M": 5, "s": 3, "s_p": 0, "s_o": 1, "n": n}


@pytest.mark.slow
def test_conjectures_far():
    assert greed_checks.conjecture_1(limit=100, sides=20).counterexample is None
    assert greed_checks.conjecture_2(limit=100, sides=20).counterexample is None
