"""Pages to explore a game: their words, their size, and what they request; `test_pages` runs them."""

import re
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.catalog.registry import find
from trueodds.drawing import check_page, make_page, make_page_data
from trueodds.fast.by_needs import format_value
from trueodds.solver.given_strategies import WithInfinitePlay

Climb = type("Climb", (trueodds.Rules,), {"__doc__": "\n    Climb a rope.\n    "})


def test_a_page_describes_the_game_not_the_class_that_wraps_it_and_knows_which_moves_are_numbers():
    own = Climb(1, lambda at: ["climb", 10, 9] if at else ["stop"], lambda at, move: [(1, 0) if at else (1, None, 1)])
    words, data = make_page_data(trueodds.solve(WithInfinitePlay(own, 1)))
    assert words["rules"] == "Climb a rope."
    assert dict(zip(data["names"], data["numbers"], strict=True)) == {"climb": None, "10": 10, "9": 9, "stop": None}
    functions = trueodds.Rules(0, lambda position: ["stop"], lambda position, move: [(1, None, 1)])
    for solution in (trueodds.solve(functions), trueodds.best_response(trueodds.Hog(4), "always 2")):
        assert make_page_data(solution)[0]["rules"] == ""


@example(Fraction(1), Fraction(0), 0)
@given(st.fractions(min_value=0, max_value=1), st.fractions(min_value=0, max_value=1), st.integers(0, 60))
def test_the_digits_of_a_value_are_right_for_all_that_its_bounds_allow(low, more, width):
    low = mpq(low.numerator, low.denominator)
    high = low + (1 - low) * mpq(more.numerator, more.denominator) / 10**width
    text = format_value(low, high)
    assert not (text.startswith("1-") and low == 1)
    number = text.removeprefix("1-")
    digits = len(number.partition("e")[0].replace(".", "").lstrip("0"))
    if digits > 1:
        for value in (low, high, (low + high) / 2):
            shown = 1 - value if text.startswith("1-") else value
            assert abs(mpq(number) - shown) <= shown * mpq(1, 10 ** (digits - 1))


NAMED = trueodds.Rules(0, lambda position: ["<script>"], lambda position, move: [(1, None, 1)], name="<script>")


@pytest.mark.parametrize("game", [trueodds.RiskOrSafety(22, 1), NAMED], ids=str)
def test_the_page_is_whole_and_closed(game):
    text = make_page(game, trueodds.solve(game))
    assert text.startswith("<!DOCTYPE html>")
    assert text.count("<script") == text.count("</script>")
    assert not re.search(r"/\* (style|body|scripts) \*/|{{", text)
    assert "default-src 'none'" in text
    assert re.search("<title>(Risk or Safety, target 22, opponent target 1|&lt;script&gt;)<", text)
    assert not re.search(r"<(link|script|img|iframe)[^>]* (src|href)=\"(?!data:)", text)


def test_the_largest_games_have_a_page_and_positions_are_listed_up_to_twenty_points():
    for game in (trueodds.RiskOrSafety(250, 1), trueodds.RiskOrSafety(1, 250), trueodds.Pig(30, sides=100)):
        check_page(game)
    games = [trueodds.Pig(20), trueodds.Pig(21, opponent_target=1), trueodds.Pig(1, opponent_target=21)]
    assert [find(game).page.beyond(game) for game in games] == [False, True, True]
