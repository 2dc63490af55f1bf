"""The verdicts on the claims of the papers; if a value that a claim reads is changed, the claim is false."""

from collections.abc import Hashable
from decimal import Decimal
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from trueodds.claims import claim, coinball, greed, greed_checks, papers, risk_or_safety, two_coins
from trueodds.claims import risk_or_safety_checks as checks
from trueodds.claims.claim import number, rounding, universal
from trueodds.claims.papers import check_claims
from trueodds.cli import run
from trueodds.runtime.run import Run

#: By paper: its claims, and the functions from which they get solutions or values.
SOURCES = {
    "risk-or-safety": (
        risk_or_safety,
        [(checks, name) for name in ("solve_pairs", "compute_values", "reduced", "_table")]
        + [(checks, name) for name in ("count_new_positions", "count_open_positions")]
        + [(risk_or_safety, name) for name in ("compute_values", "compare_all", "compare_reduced", "count_strategies")],
    ),
    "coinball": (coinball, [(coinball, "_solution")]),
    "two-coins": (two_coins, [(two_coins, "_solution"), (two_coins, "_one_coin"), (two_coins, "compute_curve_points")]),
    "greed": (greed, [(greed, "_solution"), (greed_checks, "sum_chances"), (greed_checks, "Dice")]),
}
READ = {"value", "best_moves", "value_at", "move_values", "best_moves_at", "S", "coins", "table1", "count_below"}


def positions(tosses):
    """Return how many positions of Coinball have a lead of at most 12 after these numbers of tosses."""
    return sum(2 * min(12, 2 * t) + 1 for t in tosses)


#: By a part of the claim: how many values it must read to be checked as far as it states.
READS = {
    "unique solution": sum((20 - a) * 20 for a in range(20)) + 75,  # and to the first tie of a biased coin
    "equation (7)": 3 * sum((n - 1) ** 2 for n in (3, 6, 9)),
    "n(3n-1)/2": 29,
    "(n-1)n²/2": 19,
    "all in for n points": 40,
    "banking x": 14 * 13 // 2,
    "one must go all in": 30,
    "means over four cases": 9 * positions(range(0, 100, 2)) - 8 * positions([99]),  # at the end, the score decides
    "E_rush": 5 * positions(range(100)) - 4 * positions([99]),
    "the larger of": 2 * 10 * 25,
    "behind never ends": sum((limit + 1) * limit // 2 for limit in (10, 12, 20)),
    "victory is certain": 11 * 11 + 10 * 10,
    "both players add up to 1": 2 * 11 * 11 + 405,  # values and best moves; and values of the states that follow
    "for n ≥ 1": 8 * 6,
    "the mean of n dice": 2 * 7 * 8,
}
#: Parts of claims that some changes leave true, such as one that makes a good value better.
PARTLY = (
    *("unique solution", "8/15 is less", "optimal for", "better to go second", "losing: pass", "nearly 20 %"),
    *("victory is certain", "every sum from n", "the mean of n dice"),
)


class Changed:
    """A solution that counts the values read, and changes one; what it computes is kept for the next change."""

    def __init__(self, solution, read):
        self._solution, self._read = solution, read

    def __getattr__(self, name):
        found = getattr(self._solution, name)
        if name not in READ:
            return found
        return (lambda *given: self._read(ask(found, *given))) if callable(found) else self._read(found)


@cache
def known(real, *given):
    return real(*given)


def ask(real, *given):
    return known(real, *given) if all(isinstance(one, Hashable) for one in given) else real(*given)


def changed(found, sign):
    """Return another value of the same kind: more or less; a tie or, if there is one, none; another best move."""
    if isinstance(found, dict):
        return {key: changed(value, sign) for key, value in found.items()}
    if isinstance(found, frozenset):
        other = frozenset({"none" if isinstance(min(found), str) else 0 if 0 not in found else 99})
        return found | other if len(found) == 1 and sign > 0 else other
    if isinstance(found, str):
        return {"stop": "continue"}.get(found, "stop")
    if isinstance(found, list) and isinstance(found[0], tuple):  # points of a curve, the last two equal
        return [*found[:-1], (found[-1][0], found[-2][1])]
    if isinstance(found, list):
        return [*found[:-1], 10 * found[-1] + 10 if sign > 0 else 0]
    if isinstance(found, np.ndarray):
        other = found.copy()
        other[tuple(size // 2 for size in found.shape)] += sign
        return other
    if isinstance(found, tuple):
        return found._replace(systems=found.systems + sign, value=changed(found.value, sign))
    return found + sign * (max(1, found // 7) if isinstance(found, int) else mpq(1, 7))


def check(claim, sources, wrong=None, sign=1):
    """Return the result of a claim if the read with a certain number is changed, and the number of reads."""
    reads = 0

    def read(found):
        nonlocal reads
        reads += 1
        return changed(found, sign) if reads - 1 == wrong else found

    def changing(real, *given):
        found = ask(real, *given)
        return Changed(found, read) if hasattr(found, "best_moves") or hasattr(found, "count_below") else read(found)

    with pytest.MonkeyPatch.context() as patch:
        for module, name in sources:
            patch.setattr(module, name, partial(changing, getattr(module, name)))
        try:
            found = claim.check()
        except (AssertionError, IndexError, KeyError, ValueError, StopIteration) as error:
            found = type(error)
    return found, reads


@pytest.fixture(scope="module")
def checked():
    """Return all quick claims; the slow tests solve the 16,807 systems for 6 points."""
    real, six = checks.reduced, SimpleNamespace(systems=7**5, value=checks.solve_pairs(6).value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "reduced", lambda target: six if target == 6 else real(target))
        return list(check_claims())


def test_the_page_of_the_docs_is_up_to_date(checked, monkeypatch, tmp_path):
    monkeypatch.setattr(papers, "check_claims", lambda *given: iter(checked))
    monkeypatch.chdir(tmp_path)
    assert run(["claims", "--output", "claims.md"]) == 0
    page = Path(__file__).parents[2] / "docs" / "claims.md"
    assert (tmp_path / "claims.md").read_text(encoding="utf-8") == page.read_text(encoding="utf-8")


def test_command_line(checked, monkeypatch, capsys):
    monkeypatch.setattr(papers, "check_claims", lambda paper, *given: (one for one in checked if one.paper == paper))
    assert run(["claims", "--paper", "coinball"]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[-1] == "holds: 7; holds with a correction: 3"
    assert all(len(line) <= 100 for line in text.splitlines())


def test_slow_claims_are_optional(monkeypatch, checked):
    slow = [claim for claim in risk_or_safety.claims() if claim.slow]
    wanted = "with the best of all 5755251 strategies for 5 points, the first player wins with probability 1026/1925"
    assert [claim.statement for claim in slow] == [wanted]
    assert slow[0].statement not in {one.statement for one in checked}
    three, asked, told = checks.compare_all(3), [], Run(1, "part")
    monkeypatch.setattr(checks, "compare_all", lambda *given: asked.append(given) or three)
    assert slow[0].check(None)[:2] == ("false", "31, 6/11")  # the systems of another game
    monkeypatch.setattr(risk_or_safety, "claims", lambda: [number("p", "s", 1, lambda: 1), *slow])
    assert [one.verdict for one in check_claims("risk-or-safety", True, told)] == ["holds", "false"]
    assert asked == [(5, None), (5, told)]
    assert [one.verdict for one in check_claims("risk-or-safety")] == ["holds"]


@pytest.mark.parametrize(("error", "verdict"), [(0, "holds"), (9, "holds with a correction"), (11, "false")])
def test_the_last_printed_digit_may_be_wrong(monkeypatch, error, verdict):
    value = mpq(6403174472759772 - error, 10**16)
    monkeypatch.setattr(two_coins, "_solution", lambda: SimpleNamespace(value=value))
    assert two_coins._check_published().verdict == verdict


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match=r"paper must be one of risk-or-safety.*, not 'poker'"):
        next(check_claims("poker"))


def test_a_rule_that_also_names_a_worse_call_and_a_wrong_bound_on_sums_are_false(monkeypatch):
    monkeypatch.setattr(coinball, "published_rule", lambda *position: frozenset({"rush", "pass"}))
    assert coinball._rule()[:2] == ("false", "after 0 tosses, lead 0: best is pass")
    monkeypatch.setattr(coinball, "range", lambda begin, end: range(begin, min(end, 12)), raising=False)
    assert coinball._check_reached()[:2] == ("false", f"after 6 tosses m + y is one of {[*range(6, 13)]}")


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


@pytest.mark.parametrize("wrong", [(5, 2), (10, 3)])
def test_moves_at_the_limit_besides_calling_are_noticed(monkeypatch, wrong):
    moves = lambda game, position: (0, 1) if game.limit == wrong[0] else (0,)  # noqa: E731
    monkeypatch.setattr("trueodds.games.greed.Greed.moves", moves)
    assert greed._full_house() == wrong


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


@pytest.mark.parametrize(("name", "n"), [("conjecture_1", 2), ("conjecture_2", 4)])
def test_a_false_conjecture_is_found(name, n, monkeypatch):
    """If the rating of n + 1 dice is wrong, the counterexample is found even at the largest limit, sides or n."""
    real, changed = greed_checks.count_last_wins, (3, 5, 4, n + 1)
    monkeypatch.setattr(
        greed_checks,
        "count_last_wins",
        lambda dice, a, b, n: real(dice, a, b, n) + 99 * ((dice.sides, a, b, n) == changed),
    )
    claim = getattr(greed_checks, name)(limit=5, sides=3)
    assert claim.verdict == "false"
    found = {key: claim.counterexample[key] for key in ("M", "s", "s_p", "s_o", "n")}
    assert found == {"M": 5, "s": 3, "s_p": 0, "s_o": 1, "n": n}


@pytest.mark.slow
def test_conjectures_far():
    assert greed_checks.conjecture_1(limit=100, sides=20).counterexample is None
    assert greed_checks.conjecture_2(limit=100, sides=20).counterexample is None


def test_every_part_is_in_a_claim():
    statements = [one.statement for claims, _ in SOURCES.values() for one in claims.claims()]
    assert [part for part in (*READS, *PARTLY) if not any(part in one for one in statements)] == []


@pytest.mark.parametrize(
    "paper", [pytest.param(one, marks=pytest.mark.slow) if one == "coinball" else one for one in SOURCES]
)
def test_changed_values_change_the_verdict(paper):
    claims, sources = SOURCES[paper]
    for one in claims.claims():
        if one.slow or "best of 16807 remaining strategies" in one.statement:  # as for 5 points, but slow
            continue
        right, reads = check(one, sources)
        assert all(reads == number for part, number in READS.items() if part in one.statement), one.statement
        partly = right.verdict == "false" or any(part in one.statement for part in PARTLY)
        tried = [(reads // 3, -1), (reads // 2, 1)] if partly else []
        tried += [(0, 1), (reads - 1, -1)]
        found = (check(one, sources, *change)[0] for change in tried)
        noticed = (other != right and getattr(other, "verdict", "false") == "false" for other in found)
        assert not reads or right.verdict == "open" or (any if partly else all)(noticed), one.statement
