"""What a notebook shows of a solution."""

import trueodds
from trueodds.views.html import page


def test_the_whole_page_of_a_small_game():
    solution = trueodds.solve(trueodds.RiskOrSafety(1))
    assert page(solution).splitlines() == [
        "<p><b>risk-or-safety, target 1</b></p>",
        "<p>the player who moves first: 2/3 &asymp; 0.666666666666667; best move: 1</p>",
        '<div style="overflow-x: auto"><table><caption>Coins to toss (I need: rows; the opponent needs: columns)'
        '</caption><tr><td></td><th scope="col">1</th></tr><tr><th scope="row">1</th><td>1</td></tr></table></div>',
        f"<p><small>proved: {solution.proof}</small></p>",
        f"<p><small>method: {solution.method}</small></p>",
    ]


def test_ties_and_seats_are_told():
    assert "best moves: 2 or 3 (exactly the same)" in page(trueodds.solve(trueodds.RiskOrSafety(5, 1, "2/5")))
    assert "the player who moves second: " in page(trueodds.solve(trueodds.TheRace(target=2)))


def test_long_numbers_are_cut_and_counted():
    text = page(trueodds.solve(trueodds.RiskOrSafety(60)))
    assert "… " not in text
    assert "<small>(550 digits)</small>" in text


def test_what_users_name_is_escaped():
    game = trueodds.Rules(0, lambda position: ["<go>"], lambda position, move: [(1, None, 1)], name="<b>&")
    text = page(trueodds.solve(game))
    assert "<b>&lt;b&gt;&amp;</b>" in text
    assert "best move: &lt;go&gt;" in text
    assert "1/1 = 1" in text


def test_no_page_buries_a_notebook():
    for game in (trueodds.Coinball(), trueodds.Greed(limit=60), trueodds.Pig(), trueodds.RiskOrSafety(200)):
        assert len(page(trueodds.solve(game))) < 150_000, game.name
