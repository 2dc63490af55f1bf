"""The explore page in a real browser: games with listed positions, and games with too many to list."""

import random
import re
import time
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.answers.rows import field_names, field_values
from trueodds.catalog.registry import find
from trueodds.certificates import embedded
from trueodds.drawing import make_page

from ..small import GAMES
from .conftest import LOOK, number

HALF = mpq(1, 2)


def own_moves(position):
    return ["stop", "go"] if position[0] else ["go"]


def own_outcomes(position, move):
    """Positions are plain tuples of a number and text; payoffs are 3, 0 and -1."""
    steps, colour = position
    if move == "stop" or steps == 3:
        return [(1, None, {"red & hot": 3, "50%+blue=x": -1, "none": 0}[colour])]
    return [(HALF, (steps + 1, "red & hot")), (HALF, (steps + 1, "50%+blue=x"))]


OWN = trueodds.Rules((0, "none"), own_moves, own_outcomes, name="own <game> & more")
LARGE = [
    trueodds.RiskOrSafety(30),
    trueodds.RiskOrSafety(24, heads="2/5"),
    trueodds.RiskOrSafety(14, 22),
    trueodds.Pig(40),
    trueodds.Pig(26, sides=2),
    trueodds.Pig(22, opponent_target=14),
]


def listed(game):
    """Return all positions with their addresses."""
    solution = trueodds.solve(game)
    names, words = field_names(solution.positions), {True: "yes", False: "no"}

    def address(position):
        values = [quote(words[one] if isinstance(one, bool) else str(one)) for one in field_values(names, position)]
        return "#" + "&".join(f"{name}={value}" for name, value in zip(names, values, strict=True))

    positions = [*solution.positions, *find(game).more_positions(game)]
    asked = [(address(position), position) for position in random.Random(13).sample(positions, min(40, len(positions)))]
    return SimpleNamespace(game=game, solution=solution, asked=asked, start=address(game.start), digits=10)


def certified(game):
    """Return the same for a page that has the values only in its certificate."""
    return listed(game)


def by_needs(game):
    """Return every position with small needs, and random ones; equal targets cover all needs of the page."""
    size, draw = max(game.target, game.opponent_target), random.Random(20261121)
    pig = game.name == "pig"
    solution = trueodds.solve(trueodds.Pig(size, game.sides) if pig else trueodds.RiskOrSafety(size, heads=game.heads))

    def address(a, i, j, seat):
        return f"#{'turn_total' if pig else 'open'}={a}&needs={i}&opponent_needs={j}&seat={seat}"

    positions = [(0, game.target, game.opponent_target)]
    positions += [(a, i, j) for i in range(1, 7) for j in range(1, 7) for a in range(i)]
    for _ in range(60):
        i, j = draw.randint(1, size), draw.randint(1, size)
        positions.append((draw.choice([0, draw.randrange(i), min(1, i - 1)]), i, j))
    asked = [(address(a, i, j, draw.choice((0, 1))), (a, size - i, size - j)) for a, i, j in positions]
    start = address(0, game.target, game.opponent_target, 0)
    return SimpleNamespace(game=game, solution=solution, asked=asked, start=start, digits=6)


@pytest.fixture(
    scope="module",
    params=[
        *((listed, game) for game in (*GAMES, OWN)),
        *((certified, game) for game in (trueodds.TheRace(4), trueodds.SuperSix(2), OWN)),
        *((by_needs, game) for game in LARGE),
    ],
    ids=lambda one: f"{one[0].__name__}-" + re.sub(r"\W+", "-", str(one[1]) if one[0] is by_needs else one[1].name),
)
def case(request, open_page):
    return opened_case(*request.param, open_page)


def opened_case(how, game, open_page):
    """Return a game, its solution, the addresses and positions to open, and its page."""
    found = how(game)
    with pytest.MonkeyPatch.context() as patch:
        if how is certified:
            patch.setattr(embedded, "_LONG_VALUES", 0)
        text = make_page(game)
    assert ('"values":null' in text) == (how is certified)
    found.opened = open_page(text, viewport={"width": 1280, "height": 900})
    return found


def near(text, value, digits):
    """Return whether a decimal, perhaps of the distance from 1, is right to some digits; to three if tiny."""
    small = 1 - value if text.startswith("≈\u00a01 −") else value
    error = mpq(6, 10 ** (digits if abs(small) >= mpq(1, 10**4) or digits > 6 else 4))
    return number(text) == value or abs(number(text) - value) <= abs(small) * error


def merged(outcomes):
    """Return the probability of everything that can follow; the page merges outcomes that lead to the same position."""
    found = {}
    for outcome in outcomes:
        found[outcome[1:]] = found.get(outcome[1:], 0) + mpq(outcome[0])
    return found


def check(case, asked):
    """Compare every move, value, cost and chance that the page shows with the exact ones."""
    solution, large = case.solution, case.digits == 6
    game, answers = solution.game, case.opened.answers([address for address, _ in asked])
    words = find(game).narrator(game)
    for (address, position), answer in zip(asked, answers, strict=True):
        assert answer["address"] == address
        values = solution.move_values(position)
        top = max(values.values())
        best = [move for move, value in values.items() if value == top]
        remark = ": exactly equal" if len(best) > 1 else ": the only move" if len(values) == 1 else ""
        assert re.search(r"(: exactly equal|: the only move|)\.$", answer["move"])[1] == remark
        assert large or [row["name"] for row in answer["rows"]] == [words.say(move) for move in values]
        for row, (move, value) in zip(answer["rows"], values.items(), strict=True):
            assert row["verdict"] == ("" if move not in best else "tie" if len(best) > 1 else "best"), address
            assert near(row["value"], value, case.digits), (address, row)
            assert row["fraction"] in ((None, str(value)) if large else (str(value),)) or "digits)" in row["fraction"]
            if row["cost"] == "too small to show":
                assert 0 < top - value < mpq(1, 10**8)
            else:
                assert abs(number(row["cost"]) - (top - value)) <= (top - value) / 1000
        shown = [(mpq(one["chance"]), one["value"]) for one in answer["chances"] if "digits" not in one["chance"]]
        assert sorted(chance for chance, _ in shown) == sorted(
            chance
            for chance in merged(game.outcomes(position, best[0])).values()
            if not large or max(chance.numerator, chance.denominator) < 10**18
        )
        assert abs(sum(chance * number(value) for chance, value in shown) - top) < mpq(1, 10**5)
        if large:
            value = solution.value_at((0, *position[1:]))
            note = re.search(r"the value is (?:(\S+) )?[≈=]\u00a0([^;]*?)(?:; to print|\.$)", answer["note"])
            assert note[1] in (None, str(value))
            assert abs(number(note[2]) - value) <= (1 - value if note[2].startswith("1 −") else value) / 10**8
            mine, other = (game.target - points for points in position[1:])
            command = f" --target {mine}{f' --opponent-target {other}' * (mine != other)}"
            assert note[1] or f" {game.name}{command}" in answer["note"].replace(" --sides 2", "")


def test_positions_have_their_exact_values(case):
    check(case, case.asked)


def test_a_game_is_stepped_through_and_back(case):
    page = case.opened.page
    page.evaluate("location.hash = ''")
    page.click("#again")
    assert page.evaluate("location.hash") == case.start
    seen = []
    while page.is_enabled("#step"):
        seen.append(page.inner_text("#standing"))
        page.click("#step")
        assert len(seen) < 1000
    over = page.inner_text("#result")
    assert over.startswith("The game is over: ")
    if case.digits == 6:
        winner = "second" if "seat=1" in page.evaluate("location.hash") else "first"
        assert over == f"The game is over: the {winner} player wins."
    assert page.locator("#path li").count() == len(seen)
    for standing in reversed(seen):
        page.click("#back")
        assert page.inner_text("#standing") == standing
    assert page.is_disabled("#back")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_text_contrasts_no_word_breaks_and_nothing_scrolls_sideways(case, theme, width):
    page = case.opened.page
    page.set_viewport_size({"width": width, "height": 800})
    page.select_option("#theme", theme)
    page.evaluate(LOOK.read_text(encoding="utf-8"))
    page.click("#again")
    before = page.input_value("#colour")
    for colour in ("move", "value", before):
        page.select_option("#colour", colour)
        assert page.evaluate("[look(), broken()]") == [{"faint": {}, "wide": 0}, []]
        if page.is_enabled("#step"):
            page.click("#step")
    page.select_option("#theme", "")


def test_whole_fractions_are_copied(case):
    case.opened.page.click("#again")
    case.opened.page.evaluate(
        """() => { window.copied = []; const writeText = (text) => (window.copied.push(text), Promise.resolve());
          Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
          document.querySelectorAll("#moves button.copy").forEach((button) => button.click()); }"""
    )
    values = [str(value) for value in case.solution.move_values(case.game.start).values()]
    copied = case.opened.page.evaluate("window.copied")
    assert set(copied) <= set(values) if case.digits == 6 else copied == values


def test_one_light_sheet_on_paper(case):
    page = case.opened.page
    page.click("#again")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#legend").is_visible()
    assert not page.locator("#step").is_visible()
    data = page.pdf(format="A4", prefer_css_page_size=True)
    page.emulate_media(media="screen", color_scheme="light")
    assert len(re.findall(rb"/Type ?/Page\b", data)) == 1


def test_fewer_needs_take_points_of_the_turn_away(open_page):
    opened = open_page(make_page(trueodds.RiskOrSafety(30)))
    opened.answers(["#open=9&needs=12&opponent_needs=5&seat=1"])
    for field, label, address in (
        ("needs", "5", "#open=4&needs=5&opponent_needs=5&seat=1"),
        ("open", "7", "#open=7&needs=8&opponent_needs=5&seat=1"),
    ):
        opened.page.select_option(f"#field-{field}", label=label)
        assert opened.page.evaluate("location.hash") == address
    opened.page.click("#again")
    assert opened.text("#moves-rest") == "Show 22 more"


def test_long_tables_are_cut(open_page):
    opened = open_page(make_page(trueodds.RiskOrSafety(30)))
    shown = "[...document.querySelectorAll('#moves tbody tr')].filter((row) => row.checkVisibility()).length"
    assert opened.page.evaluate(shown) < 12
    opened.page.click("#moves-rest")
    assert opened.page.evaluate(shown) == 30


@pytest.mark.parametrize("largest", [trueodds.RiskOrSafety(250), trueodds.Pig(200)], ids=str)
def test_the_largest(open_page, largest):
    """The page is written in 20 seconds, opens in two, is smaller than 5 MB, and is right."""
    began, text = time.process_time(), make_page(largest)
    assert time.process_time() - began < 20
    assert len(text.encode()) < 5_000_000
    opened = open_page(text)
    session = opened.context.new_cdp_session(opened.page)
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    assert {one["name"]: one["value"] for one in metrics}["ProcessTime"] < 2
    if largest.name == "pig":
        found, draw = by_needs(largest), random.Random(200)
        found.opened = opened
        check(found, draw.sample(found.asked, 20))


def test_draws_and_differences_from_a_round_number_are_shown(open_page):
    for chance, payoff in ((HALF, HALF), (HALF, 0), (HALF + mpq(1, 10**18), 0)):
        game = trueodds.Rules(
            0, lambda at: ["go"], lambda at, move, p=chance, end=payoff: [(p, None, 1), (1 - p, None, end)]
        )
        opened = open_page(make_page(game))
        assert ("draw" in opened.text("#worth")) is (payoff == HALF)
        [answer] = opened.answers(["#position=0"])
        ends = {"The end: won": "1", **({"The end: lost": "0"} if payoff == 0 else {"The end: a draw": "0.5"})}
        assert {one["then"]: one["value"] for one in answer["chances"]} == ends
        assert chance == HALF or answer["rows"][0]["value"] == "0.5 + 1\u00a0×\u00a010⁻¹⁸"
        assert chance == HALF or "0.5 − 1\u00a0×\u00a010⁻¹⁸" in opened.text("#chance").replace(" × ", "\u00a0×\u00a0")
