"""Whole texts of small answers: every line, every label, in its place."""

import base64
import math
from types import SimpleNamespace

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.pictures import Grid
from trueodds.play.simulate import simulate
from trueodds.solution import Table
from trueodds.views import html, latex, page, text

SMALL = trueodds.solve(trueodds.RiskOrSafety(2, heads="2/5"))
TINY = mpq(1, 7**40)


def worth(*payoffs, names=("go",)):
    """Return the solution of a game of one move that has these payoffs with equal chances."""
    outcomes = [(mpq(1, len(payoffs)), None, payoff) for payoff in payoffs]
    return trueodds.solve(trueodds.Rules(0, lambda at: list(names), lambda at, move: outcomes))


RARE = trueodds.solve(trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(TINY, None, 1), (1 - TINY, None, 0)]))


@pytest.mark.parametrize(("game", "players"), [(trueodds.TwoCoins(3), 1), (trueodds.RiskOrSafety(3), 2)], ids=str)
@pytest.mark.parametrize("games", [1, 2000])
def test_a_simulation(game, players, games):
    found = simulate(game, games=games, seed=1)
    win, value, known = found.counts[mpq(1)], found.expected_value, found.expected
    share = {"win": float(value), "loss": float(1 - value)}
    whole = {
        name: f"  {name:12}{count:16,}{count / games:12.6f}" for name, count in (("win", win), ("loss", games - win))
    }
    rows = text.format_simulation(found).splitlines()
    assert rows[:17] == [
        f"two-coins, flips {game.flips}" if players == 1 else "risk-or-safety, target 3",
        "player: optimal" if players == 1 else "first player: optimal; second player: optimal",
        "1 game, seed 1" if games == 1 else "2,000 games, seed 1",
        f"value for {'the only player to move' if players == 1 else 'the player who moves first'}:",
        f"  simulated {win / games:.6g} ± {found.standard_error:.3g}",
        f"  exact     {'1/2 = 0.5' if players == 1 else '6/11 ≈ 0.545454545454545'}",
        f"  z         {found.z:.2f}",
        "results:                 games       share    expected",
        *(f"{whole[name]}{share[name]:12.6f}" for name in ("win", "loss")),
        "moves in a game:",
        f"  simulated {float(found.mean_moves):.6f} ± {found.moves_standard_error:.3g}",
        f"  exact     {known.mean_moves:.6f}",
        f"  z         {found.moves_z:.2f}",
        f"  shortest {found.quantile(1 / games)}, quartiles {found.quantile(1 / 4)}, {found.quantile(1 / 2)}, "
        f"{found.quantile(3 / 4)}, 99 % up to {found.quantile(0.99)}, longest {len(found.lengths) - 1}",
        rows[15],
        rows[16],
    ]
    assert rows[15].endswith("  moves   share expected")
    assert rows[-1] == "agrees with the odds"


def test_statistics():
    both, alone = (trueodds.solve(game) for game in (trueodds.RiskOrSafety(6, heads="2/5"), trueodds.TwoCoins(2)))
    assert text.format_statistics(trueodds.play_statistics(both)) == [
        "if both players make the first best move:",
        "  win 9537531449403006255/18030156446494097408 ≈ 0.528976632992974",
        "  loss 8492624997091091153/18030156446494097408 ≈ 0.471023367007026",
        "  moves ≈ 23.9577219279541, turns ≈ 23.9577219279541",
        "  moves tie at 2 positions; another choice there can change these numbers",
    ]
    assert text.format_statistics(trueodds.play_statistics(alone), one_player=True) == [
        "if the player makes the first best move:",
        "  win 1/2 = 0.5",
        "  loss 1/2 = 0.5",
        "  moves = 2, turns = 1",
        "  moves tie at 2 positions; another choice there can change these numbers",
    ]
    [*_, once] = text.format_statistics(trueodds.play_statistics(worth(1, 0, names="ab")))
    assert once == "  moves tie at 1 position; another choice there can change these numbers"
    rare = text.format_statistics(trueodds.play_statistics(RARE))
    assert rare[1] == f"  win 1/{7**40} ≈ 1.57064631394884e-34"
    assert rare[2] == "  loss slightly below 1"


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
    solution = trueodds.solve(
        trueodds.Rules(0, lambda at: ["go"], lambda at, move: [(mpq(1, 2), None, value), (mpq(1, 2), None, value)])
    )
    for full, shown in ((False, short), (True, str(value))):
        head, whose, fraction, about, *rest = text.format_answer(solution, full).splitlines()
        assert (head, whose) == ("own game", "value of the start for the only player to move:")
        assert fraction == f"  {shown}"
        assert about.startswith(("  ≈ ", "  = ", "  slightly "))
        assert rest == ["best move: go", f"proved: {solution.proof}", f"method: {solution.method}"]


def test_claims():
    claim = {"paper": "A", "place": "p. 1", "statement": "it is " + "long " * 25, "verdict": "false", "result": "no"}
    assert text.format_claim(claim) == [
        "A, p. 1: it is" + " long" * 17,
        "   " + " long" * 8,
        "  FALSE: no",
    ]
    assert text.format_claim(claim | {"verdict": "open", "result": "n " * 60})[-2:] == [
        "  open:" + " n" * 46,
        "   " + " n" * 14,
    ]


def test_a_page_of_claims():
    """What does not hold, and long results, come first; a result that the statement contains is not repeated."""
    claim = {"paper": "A", "place": "p. 1", "statement": "one, two", "verdict": "holds", "result": "x" * 101}
    others = [{"verdict": "false", "result": "value 3."}, {"result": "two, one"}, {"place": "p. 2", "result": "4"}]
    found = text.format_claims([claim, *(claim | other for other in others)], {"A": "Title"}).splitlines()
    assert found[4:] == [
        *("", "## Title", "", "- **holds**, p. 1: “one, two”.", f"  {'x' * 101}."),
        *("- **false**, p. 1: “one, two”. Value 3.", "", "Verified (p. 1):", "", "- one, two"),
        *("", "Verified (p. 2):", "", "- one, two: 4"),
    ]
    found = text.format_claims([claim | {"result": "x" * 100}], {}).splitlines()
    assert found[4:] == ["", "## A", "", "", "Verified (p. 1):", "", f"- one, two: {'x' * 100}"]


def test_comparisons_and_states_of_a_model():
    values = {"a": (mpq(1, 3), mpq(1, 2), mpq(5, 12)), "longer": (mpq(1), mpq(0), mpq(1, 2))}
    assert text.format_comparison(trueodds.Pig(3), values).splitlines() == [
        "pig, target 3: value for the player who moves first (rows)",
        "               a    longer  in both seats",
        "a       0.333333       0.5       0.416667",
        "longer         1         0            0.5",
    ]
    assert text.format_comparison(trueodds.TwoCoins(3), {"a": (mpq(1, 3),)}, one_player=True).splitlines() == [
        "two-coins, flips 3: value of each strategy",
        "      value",
        "a  0.333333",
    ]
    heads = ("x", "b", "player", "move", "best moves", "probability")
    rows = [(3, True, "P", "go", ["a", "go"], "1/3"), (3, False, "", "go", ["go"], "infinity")]
    assert text.format_states(heads, rows).splitlines() == [
        "x=3, b=true: P: go (equally good: a)  ≈ 0.333333333333333",
        "x=3, b=false: go  infinity",
    ]


ROS = "risk-or-safety, target 2, heads 2/5"


def test_html():
    style, *parts = html.render_solution(SMALL).splitlines()
    cells = [[1, 1], [2, 1]]
    rows = "".join(
        f'<tr><th scope="row">{row}</th>' + "".join(f'<td class="s{9 * (one - 1)}">{one}</td>' for one in own) + "</tr>"
        for row, own in enumerate(cells, 1)
    )
    assert style.startswith("<style>table.trueodds{")
    assert parts == [
        f"<p><b>{ROS}</b></p>",
        "<p>the player who moves first: 135/248 &asymp; 0.544354838709677; best move: 1</p>",
        '<div style="overflow-x: auto"><table class="trueodds">'
        "<caption>Coins to toss (I need: rows; the opponent needs: columns)</caption>"
        f'<tr><td></td><th scope="col">1</th><th scope="col">2</th></tr>{rows}</table></div>',
        f"<p><small>proved: {SMALL.proof}</small></p>",
        f"<p><small>method: {SMALL.method}</small></p>",
    ]
    alone = html.render_solution(trueodds.solve(trueodds.RiskOrSafety(1)))
    assert '<td class="s0">1</td>' in alone  # a single cell
    same = html._table(Table("T", "down", "across", range(2), range(3), np.ones((2, 3), int)))
    assert same == "<p>T (down: rows; across: columns): 1 everywhere</p>"
    assert "<style>" not in html.render_solution(RARE)
    assert "</small>" in html.render_solution(worth(mpq(10**80 + 1, 3**200))).splitlines()[1]
    long = html.render_comparison(trueodds.Pig(3), {"a": (mpq(1, 10**60), mpq(1, 10**50), mpq(1, 3))})
    assert [f'title="{one}"' in long for one in (f"1/{10**60}", f"1/{10**50}", "1/3")] == [False, True, True]


def test_latex():
    head = f"{ROS}; the player who moves first:\n$$\\frac{{135}}{{248}} \\approx 0.544354838709677$$\nbest move: 1\n\n"
    assert latex.render_solution(SMALL) == (
        head + "Coins to toss (I need: rows; the opponent needs: columns)\n"
        "$$\\begin{array}{r|rr}\n & 1 & 2 \\\\ \\hline\n1 & 1 & 1 \\\\\n2 & 2 & 1\n\\end{array}$$"
    )
    cells, tied = np.array([[1, 2], [np.nan, 2]]), np.array([[False, True], [False, False]])
    grid = Grid("a_b", "x", "y", "u", range(2), range(2), cells, ("hold_20", "50%"), tied=tied)
    assert latex.render_solution(SMALL, grid) == (
        head + "a\\_b (y: rows; x: columns)\n$$\\begin{array}{r|rr}\n & 0 & 1 \\\\ \\hline\n"
        "0 & \\text{hold\\_20} & \\text{50\\%}^* \\\\\n1 &  & \\text{50\\%}\n\\end{array}$$"
        "\n\n* several moves are exactly equal"
    )
    shades = Grid("t", "x", "y", "u", range(2), range(1), np.array([[0.5, 12]]))
    assert latex.render_solution(SMALL, shades).endswith("0 & \\text{0.5} & 12\n\\end{array}$$")
    values = {3: "$$3$$", 0: "$$0$$", mpq(1, 2): "= 0.5$$", TINY: "10^{-34}$$"}
    for value, shown in values.items():
        assert latex.render_solution(RARE if value == TINY else worth(value, value)).splitlines()[1].endswith(shown)
    large = latex.render_solution(worth(mpq(10**200 + 1, 3)))
    assert "\\cdot 10^{199}$$" in large or "\\cdot 10^{200}$$" in large


def test_tables_in_latex_escape_their_ties():
    table = Table("T", "a_b", "c", range(1), range(1), np.ones((1, 1), int), ((0, 0, (1, 2)),))
    assert latex._table(table).endswith("\n\n* tie: a\\_b 0, c 0: 1 or 2 are exactly equal")


def test_an_infinite_value_of_a_model():
    model = SimpleNamespace(name="m", parameters={"N": "3", "property": "R=? [ F x ]"})
    data = {"value": "infinity", "proof": "p", "method": "how"}
    for solution in (None, SimpleNamespace(value=math.inf)):
        found = SimpleNamespace(game=model, data=data, solution=solution, holds=False)
        assert text.format_property_answer(found).splitlines() == [
            *("m, N=3", "R=? [ F x ]:", "  infinity", "does not hold", "proved: p", "method: how"),
        ]
    ends = {"lower": {"decimal": "0.1"}, "upper": {"decimal": "0.2"}, "stalled": "why", "method": "how"}
    found = SimpleNamespace(game=model, data=ends, solution=None, holds=None)
    assert text.format_property_answer(found).splitlines()[2:] == ["  from 0.1 to 0.2", "note: why", "method: how"]
    found.data = ends | {"lower": "infinity", "upper": "infinity"}
    assert text.format_property_answer(found).splitlines()[2:] == ["  infinity", "note: why", "method: how"]
    found.data = {"value": {"decimal": "1"}, "proof": "p", "method": "how"}
    assert text.format_property_answer(found).splitlines()[2:] == ["  1", "proved: p", "method: how"]


def test_pages_of_played_games_and_packed_data(monkeypatch):
    words = {"title": "pig, target 3", "players": ["Ann", "<Ben>"]}
    whole = page.make_review_page(words)
    assert "<title>pig, target 3: a game reviewed</title>" in whole
    assert "<h1>pig, target 3: a game reviewed</h1>" in whole
    assert "<p>Ann moved first, &lt;Ben&gt; second.</p>" in whole
    assert 'type="application/json"' in page._pack({"a": "x" * (300_000 - len('{"a":""}'))})
    packed = base64.b64decode(page._pack({"a": "x" * 300_000}).split(">")[1].split("<")[0])
    assert packed[4:8] == bytes(4)  # no date
    assert 'type="application/gzip"' in page._pack({"a": "x" * (300_001 - len('{"a":""}'))})
