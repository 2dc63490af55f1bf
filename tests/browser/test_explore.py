"""The page to explore in a real browser: every game of the registry and a user-defined one, positions listed."""

import random
import re

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.answers.rows import field_names, field_values
from trueodds.catalog.registry import find
from trueodds.drawing import page

from ..small import GAMES
from .conftest import LOOK, number

HALF = mpq(1, 2)


def own_moves(position):
    return ["stop", "go"] if position[0] else ["go"]


def own_outcomes(position, move):
    """Positions are plain tuples of a number and text; payoffs are 3, 0 and -1."""
    steps, colour = position
    if move == "stop" or steps == 3:
        return [(1, None, {"red": 3, "blue": -1, "none": 0}[colour])]
    return [(HALF, (steps + 1, "red")), (HALF, (steps + 1, "blue"))]


OWN = trueodds.Rules((0, "none"), own_moves, own_outcomes, name="own <game> & more")
QUICK = ("risk-or-safety", "two-coins", OWN.name)  # the others are with the long tests
ALL = [
    pytest.param(game, id=re.sub(r"\W+", "-", game.name), marks=() if game.name in QUICK else pytest.mark.slow)
    for game in (*GAMES, OWN)
]


@pytest.fixture(scope="module", params=ALL)
def solution(request):
    return trueodds.solve(request.param)


@pytest.fixture(scope="module")
def explorer(open_page, solution):
    return open_page(page(solution.game, solution), viewport={"width": 1280, "height": 900})


def address(names, position):
    words = {True: "yes", False: "no"}
    return "&".join(
        f"{name}={words.get(value, value) if isinstance(value, bool) else value}"
        for name, value in zip(names, field_values(names, position), strict=True)
    )


def test_random_positions_have_their_exact_values(explorer, solution):
    game, words = solution.game, find(solution.game).narrator(solution.game)
    positions = [*solution.positions, *find(game).more_positions(game)]
    names = field_names(solution.positions)
    drawn = random.Random(13).sample(positions, min(40, len(positions)))
    answers = explorer.answers([f"#{address(names, position)}" for position in drawn])
    for position, answer in zip(drawn, answers, strict=True):
        values = solution.move_values(position)
        best = max(values.values())
        tied = sum(value == best for value in values.values()) > 1
        assert [row["name"] for row in answer["rows"]] == [words.say(move) for move in game.moves(position)]
        for row, move in zip(answer["rows"], game.moves(position), strict=True):
            value = values[move]
            assert row["fraction"] == str(value) or "digits)" in row["fraction"]
            assert row["verdict"] == ("" if value < best else "tie" if tied else "best")
            assert near(row["value"], value)
            assert near(row["cost"], best - value)
        chosen = next(move for move in game.moves(position) if values[move] == best)
        assert sorted(mpq(one["chance"]) for one in answer["chances"]) == sorted(
            merged(game.outcomes(position, chosen)).values()
        )


def merged(outcomes):
    """The chance of each thing that can follow; the page puts together what leads to the same."""
    found = {}
    for outcome in outcomes:
        found[outcome[1:]] = found.get(outcome[1:], 0) + mpq(outcome[0])
    return found


def near(text, value):
    """Whether a decimal has at least four right digits."""
    shown = number(text)
    return shown == value or abs(shown - value) <= abs(value) / 1000


def test_whole_fractions_are_copied(explorer, solution):
    explorer.page.click("#again")
    explorer.page.evaluate(
        """() => { window.copied = []; const writeText = (text) => (window.copied.push(text), Promise.resolve());
          Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
          document.querySelectorAll("#moves button.copy").forEach((button) => button.click()); }"""
    )
    values = solution.move_values(solution.game.start)
    assert explorer.page.evaluate("window.copied") == [
        str(values[move]) for move in solution.game.moves(solution.game.start)
    ]


def test_a_game_is_stepped_through_and_back(explorer, solution):
    page = explorer.page
    page.click("#again")
    start = page.inner_text("#standing")
    steps = 0
    while page.is_enabled("#step"):
        page.click("#step")
        steps += 1
        assert steps < 1000
    assert page.inner_text("#result").startswith("The game is over: ")
    assert page.locator("#path li").count() == steps
    for _ in range(steps):
        page.click("#back")
    assert page.inner_text("#standing") == start
    assert page.is_disabled("#back")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_all_text_contrasts_and_nothing_scrolls_sideways(explorer, theme, width):
    explorer.page.set_viewport_size({"width": width, "height": 800})
    explorer.page.select_option("#theme", theme)
    explorer.page.evaluate(LOOK.read_text(encoding="utf-8"))
    before = explorer.page.input_value("#colour")
    for colour in ("move", "value", before):
        explorer.page.select_option("#colour", colour)
        found = explorer.page.evaluate("look()")
        assert found["faint"] == {}
        assert found["wide"] <= 0
    explorer.page.select_option("#theme", "")


def test_one_light_sheet_on_paper(explorer):
    page = explorer.page
    page.click("#again")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#legend").is_visible()
    assert not page.locator("#step").is_visible()
    data = page.pdf(format="A4", prefer_css_page_size=True)
    page.emulate_media(media="screen", color_scheme="light")
    assert len(re.findall(rb"/Type ?/Page\b", data)) == 1
