"""Every view shows whether a decimal is exact, and no value that is not round is shown as round without a mark."""

import json
import re
from fractions import Fraction

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.catalog.narrator import Narrator
from trueodds.exact.decimals import describe_decimal
from trueodds.parameter_sweep import Sweep, solve_rows
from trueodds.play.simulate import simulate
from trueodds.runtime.run import Run
from trueodds.views import html, latex, text

NEAR = [
    (mpq(1, 2) + mpq(1, 10**18), "0.500000000000000001"),
    (1 - mpq(1, 10**20), "0.99999999999999999999"),
    (mpq(1, 4) - mpq(1, 10**25), "0.2499999999999999999999999"),
    (mpq(1, 2) - mpq(1, 3 * 10**18), "0.4999999999999999997"),
    (mpq(1, 2) + mpq(1, 10**60), "slightly above 0.5"),
    (1 - mpq(1, 2**300), "slightly below 1"),
]
ALL = [*NEAR, (mpq(1, 4), "0.25"), (mpq(3, 5), "0.6"), (mpq(2, 3), "0.666666666666667"), (mpq(1), "1")]


def game_worth(value):
    outcomes = [(value, None, 1), (1 - value, None, 0)] if value < 1 else [(1, None, 1)]
    return trueodds.Rules(0, lambda at: ["go"], lambda at, move: outcomes)


@pytest.mark.parametrize(("value", "shown"), ALL)
def test_every_view_shows_differences_from_round_numbers(value, shown):
    solution = trueodds.solve(game_worth(value))
    in_words = shown.startswith("slightly")
    about = shown if in_words else f"{'=' if Fraction(shown) == value else '≈'} {shown}"
    in_latex = about.replace("≈", r"\approx")
    if in_words:
        words, _, number = shown.rpartition(" ")
        in_latex = rf"\text{{ is {words} }} {number}"
    assert f"  {about}\n" in text.format_answer(solution)
    assert about.replace("≈", "&asymp;") in html.render_solution(solution)
    assert in_latex + "$$" in latex.render_solution(solution) or value == 1  # a view without such a sign
    if value == 1:  # it has no other outcome
        return
    chances = [line for line in text.format_statistics(trueodds.play_statistics(solution)) if "win" in line]
    assert chances
    assert all(line.endswith(about) for line in chances)
    assert text.format_positions(solution, [(0, ["go"], value)]).endswith(f"  {about}")
    heads = ("player", "move", "best moves", "probability")
    assert text.format_states(heads, [("", "go", ["go"], str(value))]).endswith(about)
    values = {"go": (value, value)}
    if value != mpq(2, 3):  # a view with six digits
        assert text.format_comparison(solution.game, values).count(shown) == 2
        assert html.render_comparison(solution.game, values).count(f">{shown}<") == 2
    simulated = text.format_simulation(simulate(solution.game, games=10, seed=1))
    assert re.search(rf"exact +(.* )?{re.escape(shown)}\n", simulated)


@pytest.mark.parametrize(("value", "shown"), NEAR)
def test_json_and_advice_in_per_cent_differ_from_the_round_number(value, shown):
    solution = trueodds.solve(game_worth(value))
    advice = trueodds.advise(solution.game)
    [swept] = solve_rows(Sweep("near", lambda one: game_worth(value), {}, {"one": [1]}), Run(1))
    for found in (
        json.loads(json.dumps(solution.to_json()))["value"]["decimal"],
        advice.to_json()["value"]["decimal"],
        simulate(solution.game, games=10, seed=1).to_json()["expected"],
        solution.records()[0]["decimal"],
        swept["decimal"],
        trueodds.compare(solution.game, ["optimal"]).records()[0]["decimal"],
    ):
        near = mpq(describe_decimal(value, 5).rpartition(" ")[2])
        assert abs(mpq(found) - value) < abs(value - near) or "slightly" not in describe_decimal(value, 5)
        assert mpq(found) not in (mpq(1, 4), mpq(1, 2), 1)
    percent = type("Chances", (Narrator,), {"chances": True})(None).worth(value)
    assert percent in str(advice)
    assert percent.removesuffix(" %") not in ("50", "100", "25")
    assert percent.startswith("slightly") is shown.startswith("slightly")
