"""The verdicts on the claims of the papers; if a value that a claim reads is changed, the claim is false."""

import random
from decimal import Decimal
from functools import lru_cache, partial
from itertools import accumulate, zip_longest
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from trueodds.certificates.check_odds import pluralize
from trueodds.claims import claim, coinball, greed, greed_checks, papers, risk_or_safety, two_coins
from trueodds.claims import risk_or_safety_checks as checks
from trueodds.claims.claim import CORRECTED, number, rounding, universal
from trueodds.claims.papers import check_claims
from trueodds.cli import run
from trueodds.runtime.run import Run

from ..sessions import read_sessions

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
TOSSES = 14  # of Coinball, where a paper has 100


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
    "means over four cases": 9 * positions(range(0, TOSSES, 2)) - 8 * positions([TOSSES - 1]),  # the score decides
    "E_rush": 5 * positions(range(TOSSES)) - 4 * positions([TOSSES - 1]),
    "the larger of": 2 * 10 * 25,
    "behind never ends": sum((limit + 1) * limit // 2 for limit in (10, 12, 20)),
    "victory is certain": 11 * 11 + 10 * 10,
    "players' ratings add up to 1": 2 * 11 * 11 + 405,  # values and best moves; and values of the states that follow
    "for n ≥ 1": 8 * 6,
    "the mean of n dice": 2 * 7 * 8,
}
READ = {"value", "best_moves", "value_at", "move_values", "best_moves_at", "S", "coins", "table1", "count_below"}


KNOWN = {}


class Changed:
    """A solution that counts the values read, and changes one; what it computes is kept for the next change."""

    def __init__(self, solution, read):
        self._solution, self._read = solution, read

    def __getattr__(self, name):
        found = getattr(self._solution, name)
        if name not in READ:
            return found
        return (lambda *given: self._read(ask(found, *given))) if callable(found) else self._read(found)


def ask(real, *given):
    key = real, repr(given)
    if key not in KNOWN:
        KNOWN[key] = real(*given)
    return KNOWN[key]


def changed(found, sign):
    """Return another value of the same kind: more or less; a tie or, if there is one, none; another best move."""
    if isinstance(found, dict):
        return {key: changed(value, sign) if sign > 0 or key == min(found) else value for key, value in found.items()}
    if isinstance(found, frozenset):
        other = frozenset({"none" if isinstance(min(found), str) else 0 if 0 not in found else 99})
        return found | other if len(found) == 1 and sign > 0 else other
    if isinstance(found, str):
        return {"stop": "continue"}.get(found, "stop")
    if isinstance(found, list) and isinstance(found[0], tuple):  # points of a curve, two of them equal
        at = len(found) // 3 if sign > 0 else -1
        return [*found[:at], (found[at][0], found[at - 1][1]), *found[at:][1:]]
    if isinstance(found, list):
        return [*found[:-1], 10 * found[-1] + 10 if sign > 0 else 0]
    if isinstance(found, np.ndarray):
        other = found.copy()
        other[tuple(size // 2 for size in found.shape)] += sign
        return other
    if isinstance(found, tuple):
        return found._replace(systems=found.systems + sign, value=changed(found.value, sign))
    return found + (sign * max(1, found // 7) if isinstance(found, int) else mpq(1, 7) if sign > 0 else -mpq(1, 64))


def check(claim, sources, wrong=None, sign=1):
    """Return the result of a claim if the read with a certain number is changed, and the number of reads."""
    reads, asked = 0, {}

    def read(found):
        nonlocal reads
        reads += 1
        return changed(found, sign) if reads - 1 == wrong else found

    def changing(real, *given):
        asked[f"{real.__name__}({', '.join(map(str, given))})"] = None
        found = ask(real, *given)
        return Changed(found, read) if hasattr(found, "best_moves") or hasattr(found, "count_below") else read(found)

    with pytest.MonkeyPatch.context() as patch:
        for module, name in sources:
            patch.setattr(module, name, partial(changing, getattr(module, name)))
        try:
            found = claim.check()
        except (AssertionError, IndexError, KeyError, ValueError, StopIteration) as error:
            found = type(error)
    return found, reads, list(asked)


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
    for other in (coinball, two_coins, greed):  # which have no slow claims
        monkeypatch.setattr(other, "claims", lambda: [number("p", "t", 2, lambda: 1)])
    assert [one.paper for one in check_claims(slow=True, run=told)] == ["risk-or-safety", *SOURCES]


@pytest.mark.parametrize(("error", "verdict"), [(0, "holds"), (9, "holds with a correction"), (11, "false")])
def test_the_last_printed_digit_may_be_wrong(monkeypatch, error, verdict):
    value = mpq(6403174472759772 - error, 10**16)
    monkeypatch.setattr(two_coins, "_solution", lambda: SimpleNamespace(value=value))
    assert two_coins._check_published().verdict == verdict


def test_the_papers_iteration_is_run(monkeypatch):
    real, asked = checks.solve, []
    monkeypatch.setattr(checks, "solve", lambda game, method: asked.append((game.target, method)) or real(game, method))
    checks.check_iteration_ends()
    assert [one for one in asked if one[1] != "pairs"] == [(10, "sweeps"), (20, "sweeps"), (5, "sweeps")]


def test_an_unknown_paper_is_refused():
    with pytest.raises(ValueError, match=r"paper must be one of risk-or-safety.*, not 'poker'"):
        next(check_claims("poker"))


def test_a_rule_with_a_worse_call_a_wrong_bound_on_sums_and_equal_chances_are_false(monkeypatch):
    monkeypatch.setattr(coinball, "published_rule", lambda *position: frozenset({"rush", "pass"}))
    assert coinball._rule()[:2] == ("false", "after 0 tosses, lead 0: best is pass")
    monkeypatch.setattr(coinball, "range", lambda begin, end: range(begin, min(end, 12)), raising=False)
    assert coinball._check_reached()[:2] == ("false", f"after 6 tosses m + y is one of {[*range(6, 13)]}")
    monkeypatch.setattr(coinball, "_solution", lambda: SimpleNamespace(value=mpq(1, 2)))
    assert coinball._better_seat()[:2] == ("false", "the second player's value = 0.5")


def test_other_states_that_follow_make_the_examples_false(monkeypatch):
    after, found = [], lambda *given: [SimpleNamespace(position=x) for x in after]
    monkeypatch.setattr("trueodds.games.greed.Greed.outcomes", found)
    for last, verdict in ((False, "holds"), (True, "false")):
        after[:] = [None, (8, 9, last, 1)]
        assert greed._example_state().verdict == verdict
    for scores, verdict in ((range(4, 8), "holds"), (range(5, 8), "false"), (range(3, 8), "false")):
        after[:] = [(6, score, False, 1) for score in scores]
        assert greed._reached_from_2_6().verdict == verdict


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
    found = checks.check_stops(3, claimed)
    assert found.verdict == verdict
    assert verdict != "false" or found.result == "stop at [(1, 0, 0), (2, 0, 0)], of which play reaches [(1, 0, 0)]"


def test_all_stops_that_play_reaches_are_needed():
    for left_out in (stops := {(1, 2, 0), (2, 0, 0), (2, 0, 2)}):
        assert checks.check_stops(4, stops - {left_out}).verdict == "false"


@pytest.mark.parametrize("wrong", [(5, 2), (10, 3)])
def test_moves_at_the_limit_besides_calling_are_noticed(monkeypatch, wrong):
    moves = lambda game, position: (0, 1) if game.limit == wrong[0] else (0,)  # noqa: E731
    monkeypatch.setattr("trueodds.games.greed.Greed.moves", moves)
    assert greed._full_house() == wrong


@pytest.mark.parametrize(("value", "scores"), [(0, "0, 0"), (1, "0, 3")])
def test_certain_victory_is_where_it_is_described_and_nowhere_else(monkeypatch, value, scores):
    monkeypatch.setattr(greed, "_solution", lambda *game: SimpleNamespace(value_at=lambda state: value))
    assert greed._certain()[:2] == ("false", f"limit 10, sides 3: scores {scores}")


@pytest.mark.parametrize("change", [1, -1])
def test_a_wrong_number_in_the_table_is_found(monkeypatch, change):
    right = checks._table("table1.txt")
    wrong = right.copy()
    wrong[[3, 3, 9], [4, 7, 1]] += change
    monkeypatch.setattr(checks, "_table", lambda name: wrong)
    assert checks.compare_table_1()[:2] == ("false", f"needs 5 against 6: {right[3, 4]}, not {wrong[3, 4]}")


@pytest.mark.parametrize(
    ("claim", "verdict", "true"),
    [
        (number("p", "s", mpq(1, 3), lambda: mpq(1, 3)), "holds", "1/3"),
        (number("p", "s", 0, lambda: frozenset({16, 8, 1})), "false", "1 or 8 or 16"),
        (number("p", "s", mpq(1, 3), lambda: mpq(333, 1000)), "false", "333/1000"),
        (universal("p", "s", lambda: None, "for n < 9"), "holds", "for n < 9"),
        (universal("p", "s", lambda: (2, 3), ""), "false", "counterexample: (2, 3)"),
        (universal("p", "s", lambda: 0, ""), "false", "counterexample: 0"),
        (rounding("p", "s", "0.67", lambda: mpq(2, 3)), "holds", "≈ 0.66666667"),
        (rounding("p", "s", "0.67 %", lambda: mpq(2, 3)), "holds", "≈ 0.66666667 %"),
        (rounding("p", "s", "0.6 %", lambda: mpq(2, 3)), CORRECTED, "the number rounds to 0.7 %; 0.6 % is truncated"),
        (rounding("p", "s", "0.65 %", lambda: mpq(2, 3)), "false", "the number rounds to 0.67 %"),
        (rounding("p", "s", "0.50", lambda: mpq(1, 2)), "holds", "= 0.5"),
        (rounding("p", "s", "357", lambda: mpq(35745, 100)), "holds", "= 357.45"),
    ],
)
def test_verdicts(claim, verdict, true):
    found = claim.check()
    assert found.verdict == verdict
    assert found.result == true


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
def test_what_takes_long():
    assert checks.count_systems(6) == (7**5, checks.solve_pairs(6).value)
    assert greed_checks.conjecture_1(limit=100, sides=20).counterexample is None
    assert greed_checks.conjecture_2(limit=100, sides=20).counterexample is None


def test_every_part_is_in_a_claim():
    statements = [one.statement for claims, _ in SOURCES.values() for one in claims.claims()]
    assert [part for part in READS if not any(part in one for one in statements)] == []


def assert_recorded(name, found, folder):
    (folder / "changed.txt").write_text(f"=== {name}\n{found}", encoding="utf-8")
    assert found == read_sessions(Path(__file__).with_name("changed.txt"))[name]


@pytest.mark.parametrize("paper", SOURCES)
def test_what_claims_read_and_what_changed_values_change(paper, tmp_path, monkeypatch):
    """For each claim, ``changed.txt`` has the number of values read, the first and last calls, and changed results."""
    claims, sources = SOURCES[paper]
    monkeypatch.setattr(coinball, "_solution", lru_cache(coinball._solution.__wrapped__))
    monkeypatch.setattr(coinball, "_TOSSES", TOSSES)
    found = ""
    for one in claims.claims():
        if one.slow or any(part in one.statement for part in ("losing: pass", "best of the 16807")):
            continue  # others test it
        right, reads, asked = check(one, sources)
        assert all(reads == number for part, number in READS.items() if part in one.statement), one.statement
        calls = " … ".join(asked[:: max(1, len(asked) - 1)])
        found += f"{one.place}: {one.statement[:60]}\n  {pluralize(reads, 'value')} of {calls}\n" if asked else ""
        simple = getattr(one.check, "__qualname__", "").startswith(("number", "rounding")) or right.verdict == "open"
        places = () if simple or not reads else dict.fromkeys((reads // 4, reads - 1))
        others = []
        for place, sign in [(place, sign) for place in places for sign in (1, -1)]:
            other = check(one, sources, place, sign)[0]
            others.append(other)
            if isinstance(other, claim.Finding):
                at = min((k for k, (x, y) in enumerate(zip_longest(other[1], right[1])) if x != y), default=0)
                other = "same" if other == right else f"{other.verdict}: {other.result[at:][:80]}"
            found += f"  {place}{'-+'[sign > 0]} {other}\n"
        assert not others or any(other != right for other in others), one.statement
    assert_recorded(paper, found, tmp_path)


class Random:
    """Dice, tables and a solution with random numbers, rarer for larger seeds, added to rising or falling ones."""

    def __init__(self, seed, slope=0, sides=0, top=0):
        self.seed, self.slope, self.sides, self.max_need = seed, slope, sides, top

    def draw(self, *at):
        often = 2 ** min(8, self.seed % 50)
        added = random.Random(f"{self.seed} {self.sides} {at}").choices((0, 1, 2, 4), (often, 3, 2, 2))
        return 9 + self.slope * at[-1] + added[0]

    evaluate_move = draw

    def find_best(self, a, b):
        return {n for n in range(a + 1) if self.draw(a, b, n) == self.value(a, b)}

    def value(self, a, b):
        return max(self.draw(a, b, n) for n in range(a + 1))

    def count_below(self, n):
        counts = (self.sides**n * self.draw(self.max_need, t, n) for t in range(self.max_need + 1))
        return [0, *accumulate(counts)]

    def best_moves_at(self, at):
        return frozenset(random.Random(f"{self.seed} {at} best").choice((["rush"], ["pass"], ["rush", "pass"])))

    def value_at(self, at):
        return mpq(random.Random(f"{self.seed} {at}").randrange(3), 2)

    def rule(self, *at):  # misses washes of some kinds, or makes a wrong call
        best, kind = self.best_moves_at(at), 0 if self.value_at(at) in (0, 1) else 1 if at[1] else 2
        return frozenset({"none"} if sum(at) == self.seed - 6 > 1 else {min(best)} if self.seed >> kind & 1 else best)


@pytest.mark.parametrize(
    "name",
    ["conjecture_1", "conjecture_2", "last_turn_scan", "normal_scan", "normal_cutoff", "normal_probabilities", "_rule"],
)
def test_statements_on_random_values(name, monkeypatch, tmp_path):
    """The results for games with random values are those recorded in ``changed.txt``."""
    found = ""
    monkeypatch.setattr(greed_checks, "count_last_wins", lambda dice, *at: 2 * dice.sides ** at[-1] * dice.draw(*at))
    monkeypatch.setattr(coinball, "_TOSSES", 4)
    for seed in (*range(10), 47, 53):  # 47: most dice, at the largest limit; 53: a scan that continues at a tie
        of = partial(Random, seed, 1 if name == "last_turn_scan" else -1)
        monkeypatch.setattr(greed_checks, "Dice", of)
        monkeypatch.setattr(greed_checks, "make_tables", lambda top, s, of=of: of(s, top))
        monkeypatch.setattr(coinball, "_solution", of)
        monkeypatch.setattr(coinball, "published_rule", of().rule)
        said = (coinball._rule if name == "_rule" else partial(getattr(greed_checks, name), 4, 4))()[1]
        found += f"{seed}: {said.rpartition('example: ')[2].rpartition('calls are best: ')[2][:160]}\n"
    assert_recorded(name, found, tmp_path)
