"""Large pages of games in which one player needs more: both targets, one map of all needs on one scale."""

import pytest

import trueodds
from trueodds.drawing import page


@pytest.fixture(scope="module", params=[trueodds.RiskOrSafety(14, 22), trueodds.Pig(22, opponent_target=14)])
def game(request):
    return request.param


@pytest.fixture(scope="module")
def opened(browser, open_page, game, tmp_path_factory):
    place = tmp_path_factory.mktemp("unequal") / "page.html"
    place.write_text(page(game), encoding="utf-8")
    return open_page(place)


def first_digits(value):
    return f"{float(value):.9f}"[:-1]


def test_the_start_is_that_of_the_game(opened, game):
    mine, other = str(game.target), str(game.opponent_target)
    assert (opened.text("#target-shown"), opened.text("#other-shown")) == (mine, other)
    assert (opened.page.input_value("#me"), opened.page.input_value("#opponent")) == (mine, other)
    assert f"first needs {mine}, the other {other}" in opened.text("#start")
    value = trueodds.solve(game).value
    assert f"≈ {first_digits(value)}" in opened.text("#start")
    assert f"--target {mine} --opponent-target {other}" in opened.text("#start")


def test_both_players_turns_are_there(opened, game):
    """Positions in which the second player moves are those with the needs the other way round."""
    solution = trueodds.solve(game)
    for seat, (mine, other) in enumerate([(game.target, game.opponent_target), (game.opponent_target, game.target)]):
        opened.set(me=mine, opponent=other, open=0)
        assert f"≈ {first_digits(solution.value_at((0, 0, 0, seat)))}" in opened.text("#cell")


def test_one_target_alone_is_changed(opened, game):
    opened.page.fill("#other", "5")
    assert (opened.page.input_value("#me"), opened.page.input_value("#opponent")) == (str(game.target), "5")
    assert opened.text("#other-shown") == "5"
    assert opened.page.evaluate("location.hash").startswith(f"#target={game.target}&other=5&me=")
    opened.page.evaluate(f"location.hash = '#target=4&other={game.opponent_target}&me=2&opponent=3&open=0'")
    opened.page.wait_for_function("document.getElementById('me').value === '2'")
    assert opened.text("#target-shown") == "4"
    opened.set(me=22)  # more than either target: the larger one grows
    assert (
        opened.page.evaluate(
            "Math.max(document.getElementById('target').value, document.getElementById('other').value)"
        )
        == 22
    )


def test_commands_break_between_words_only(opened, game):
    opened.page.set_viewport_size({"width": 320, "height": 800})
    opened.page.fill("#target", str(game.target))
    opened.page.fill("#other", str(game.opponent_target))
    broken = opened.page.evaluate(
        "[...document.querySelectorAll('#start code span')].filter((word) => word.getClientRects().length > 1).length"
    )
    assert broken == 0
    assert opened.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
