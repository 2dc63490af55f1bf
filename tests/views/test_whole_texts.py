"""Whole texts of small answers: every line, every label, in its place."""

import base64
import gzip
import json
import re
from types import SimpleNamespace

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.play.simulate import simulate
from trueodds.views import page, text

SMALL = trueodds.solve(trueodds.RiskOrSafety(2, heads="2/5"))
TINY = mpq(1, 7**40)


def worth(*payoffs):
    """Return the solution of a game of one move that has these payoffs with equal chances."""
    outcomes = [(mpq(1, len(payoffs)), None, payoff) for payoff in payoffs]
    return trueodds.solve(trueodds.Rules(0, lambda at: ["go"], lambda at, move: outcomes))


RARE = trueodds.solve(trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(TINY, None, 1), (1 - TINY, None, 0)]))


@pytest.mark.parametrize(
    ("value", "short"),
    [
        (mpq(10**40 + 1, 3**84), "1000000000…0000000001 (41 digits) / 1197251518…7047105681 (41 digits)"),
        (mpq(9, 10**75 + 1), f"9/{10**75 + 1}"),
        (mpq(9, 10**76 + 1), "9 / 1000000000…0000000001 (77 digits)"),
        (mpq(10**29 + 7, 10**99 + 2), f"{10**29 + 7} / 1000000000…0000000002 (100 digits)"),
    ],
)
def test_an_answer_and_its_long_fraction(value, short):
    solution = worth(value, value)
    for full, shown in ((False, short), (True, str(value))):
        head, whose, fraction, about, *rest = text.format_answer(solution, full).splitlines()
        assert (head, whose) == ("own game", "value of the start for the only player to move:")
        assert fraction == f"  {shown}"
        assert about.startswith(("  ≈ ", "  = ", "  slightly "))
        assert rest == ["best move: go", f"proved: {solution.proof}", f"method: {solution.method}"]
        model = SimpleNamespace(name="m", parameters={"property": "P=?"}, question=SimpleNamespace(comparison=""))
        answer = SimpleNamespace(game=model, solution=solution, data={"method": "x"})
        assert text.format_property_answer(answer, full).splitlines()[2:5] == [fraction, about, rest[0]]


def test_claims():
    claim = {"paper": "A", "place": "p. 1", "statement": "it is " + "long " * 25, "verdict": "false", "result": "no"}
    assert text.format_claim(claim) == ["A, p. 1: it is" + " long" * 17, "   " + " long" * 8, "  FALSE: no"]
    found = text.format_claim(claim | {"verdict": "open", "result": "n " * 60})
    assert found[-2:] == ["  open:" + " n" * 46, "   " + " n" * 14]


@pytest.mark.parametrize("length", [100, 101])
def test_claims_with_long_results_come_first_on_a_page(length):
    claim = {"paper": "A", "place": "p. 1", "statement": "one, two", "verdict": "holds", "result": "x" * length}
    found = text.format_claims([claim], {}).splitlines()
    first = ["- **holds**, p. 1: “one, two”.", f"  {'x' * 101}."]
    assert found[6:] == ["", *(first if length > 100 else ["", "Verified (p. 1):", "", f"- one, two: {'x' * 100}"])]


def test_statistics_of_rare_results():
    rare = text.format_statistics(trueodds.play_statistics(RARE))
    assert rare[1:3] == [f"  win 1/{7**40} ≈ 1.57064631394884e-34", "  loss slightly below 1"]
    assert list(map(text._short, (mpq(1, 10**57), mpq(1, 10**58)))) == [f"1/{10**57} = 1e-57", "= 1e-58"]


def test_constants_of_a_model_follow_its_name():
    model = SimpleNamespace(name="m", parameters={"N": "3", "property": "R=? [ F x ]"})
    assert text.format_property_head(model) == ("m, N=3", "R=? [ F x ]:")


def test_pages_of_played_games_and_packed_data():
    whole = page.make_review_page({"title": "pig, target 3", "players": ["<Ben>", "Ann"], "first": 1})
    assert "<title>pig, target 3: a game reviewed</title>" in whole
    assert "<h1>pig, target 3: a game reviewed</h1>" in whole
    assert "<p>Ann moved first, &lt;Ben&gt; second.</p>" in whole
    assert 'type="application/json"' in page._pack({"a": "x" * (300_000 - len('{"a":""}'))})
    packed = base64.b64decode(page._pack({"a": "→" * 300_000}).split(">")[1].split("<")[0])
    assert packed[4:8] == bytes(4)  # no date
    assert json.loads(gzip.decompress(packed).decode()) == {"a": "→" * 300_000}
    assert 'type="application/gzip"' in page._pack({"a": "x" * (300_001 - len('{"a":""}'))})


RISK, SECOND = trueodds.RiskOrSafety, trueodds.Coinball(2, opponent="always-pass", value_seat=1)


@pytest.mark.parametrize(("game", "count"), [(RISK(3), 13), (RISK(7), 14), (RISK(16), 17), (SECOND, 1)], ids=str)
def test_results_and_lengths_have_the_shares_of_the_games_and_of_the_odds(game, count):
    found = simulate(game, games=20_000, seed=1)
    whole = text.format_simulation(found)
    results = re.findall(r"  (win|draw|loss) +[\d,]+ +(\S+) +(\S+)\n", whole)
    values = [sum(float(row[at]) * ("loss", "draw", "win").index(row[0]) / 2 for row in results) for at in (1, 2)]
    assert values == pytest.approx([float(found.value), float(found.expected_value)], abs=2e-6)
    rows = whole.split("share expected\n")[1].splitlines()[:-1]
    assert len(rows) == count
    first, shares = found.quantile(1 / found.games), []
    for row in rows:
        named, last, share, chance = re.fullmatch(r" +(\d+)([^.]*) (\S+) +(\S+).*", row).groups()
        assert int(named) == first
        end = None if "more" in last else int(last.strip(" -") or first) + 1
        shares.append(found.lengths[first:end].sum() / found.games)
        assert float(share) == pytest.approx(shares[-1], abs=6e-5)
        assert float(chance) == pytest.approx(found.expected.lengths[first:end].sum(), abs=6e-5)
        assert len(row) <= 80
        first = end
    assert end is None or end == len(found.lengths)
    assert [row.count("#") for row in rows] == [round(44 * share / max(shares)) for share in shares]
