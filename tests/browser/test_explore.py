"""The page to explore in a real browser: right, closed, by keyboard, on a phone, in the dark."""

import io
import random

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.cli import run
from trueodds.drawing import explorable
from trueodds.exact.decimals import decimal
from trueodds.views.explore import page

TARGET = 30


@pytest.fixture(scope="module")
def solution():
    return trueodds.solve(trueodds.RiskOrSafety(TARGET))


@pytest.fixture(scope="module")
def file(browser, solution, tmp_path_factory):
    place = tmp_path_factory.mktemp("explore") / "page.html"
    place.write_text(page(explorable(solution.game, solution)), encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def opened(open_page, file):
    return open_page(file)


@pytest.fixture
def explorer(opened):
    """The one page, as it is when it has just been opened."""
    opened.page.set_viewport_size({"width": 1280, "height": 1200})
    opened.page.fill("#target", str(TARGET))
    opened.page.evaluate("() => document.activeElement.blur()")
    return opened


def near(number, value):
    small = min(value, 1 - value)
    return abs(number - value) <= (mpq(51, 10**8) if small > mpq(1, 10**4) else small / 1000)


def held(explorer, positions, solution):
    """Every move and every number that the page shows, against the exact ones."""
    target = solution.game.target
    for (a, i, j), (move, odds, cell) in zip(positions, explorer.answers(positions), strict=True):
        position = (a, target - i, target - j)
        values, best = solution.move_values(position), solution.best_moves_at(position)
        assert near(explorer.number(odds[0]), max(value for k, value in values.items() if k > a))
        if a == 0:
            assert move == f"Toss {min(best)} coin{'s' * (min(best) > 1)}."
            assert len(odds) == 1
        else:
            by = move.removeprefix("Bank: better by " if a in best else "Toss: better by ").rstrip(".")
            assert near(explorer.number(odds[1]), values[a])
            exact = abs(values[a] - max(value for k, value in values.items() if k > a))
            assert abs(explorer.number(by) / exact - 1) < mpq(1, 1000)
        value = solution.value_at((0, *position[1:]))
        assert near(explorer.number(cell.rstrip(".").split("≈ ")[1].split(",")[0]), value)


def test_the_game_at_each_target(explorer, solution):
    for target in (TARGET, 1, 2, 3, 4, 15, 29):
        explorer.page.fill("#target", str(target))
        start = (0, TARGET - target, TARGET - target)
        text = explorer.text("#start")
        value = solution.value_at(start)
        assert decimal(value) in text
        assert (str(value) in text) == (len(str(value)) <= 61)
        assert f"should toss {min(solution.best_moves_at(start))} coin" in text
        assert explorer.page.input_value("#me") == explorer.page.input_value("#opponent") == str(target)


def test_the_right_move_at_random_positions(explorer, solution):
    draw = random.Random(20261121)
    positions = []
    for _ in range(250):
        i, j = draw.randint(1, TARGET), draw.randint(1, TARGET)
        positions.append((draw.choice([0, draw.randrange(i), min(1, i - 1)]), i, j))
    held(explorer, positions, solution)


def test_every_move_at_every_position(explorer, solution):
    n = 8
    positions = [(a, i, j) for i in range(2, n + 1) for j in range(1, n + 1) for a in range(1, i)]
    for (a, i, j), (move, _, _) in zip(positions, explorer.answers(positions), strict=True):
        assert move.startswith("Bank" if solution.S(a, TARGET - i, TARGET - j) == "stop" else "Toss")


def test_typing_is_answered(explorer):
    explorer.set(me=6, opponent=2, open=1)
    assert explorer.text("#move").startswith("Toss: better by ")
    explorer.set(open=2)
    assert explorer.text("#move").startswith("Bank: better by ")


def test_exact_ties_are_told(open_page, tmp_path):
    place = tmp_path / "ties.html"
    place.write_text(page(explorable(trueodds.RiskOrSafety(5, heads="2/5"))), encoding="utf-8")
    explorer = open_page(place)
    explorer.set(opponent=1)
    assert explorer.text("#move") == "Toss 2 or 3 coins."
    explorer.set(open=2)
    assert explorer.text("#move") == "Toss or bank: exactly the same."
    assert explorer.page.locator("tr.best").count() == 2
    assert "--opponent-target 1 --heads 2/5" in explorer.text("#cell") or "/" in explorer.text("#cell")


@pytest.mark.parametrize("target", [1, 2])
def test_the_smallest_games(open_page, tmp_path, target):
    place = tmp_path / "small.html"
    place.write_text(page(explorable(trueodds.RiskOrSafety(target))), encoding="utf-8")
    explorer = open_page(place)
    assert {1: "2/3", 2: "4/7"}[target] in explorer.text("#start")
    explorer.set(me=1, opponent=1)
    assert explorer.text("#move") == "Toss 1 coin."


def test_the_command_prints_the_exact_value(explorer, solution, capsys):
    for i, j in ((30, 30), (30, 12), (12, 30)):
        explorer.set(open=0, me=i, opponent=j)
        program, *arguments = explorer.page.inner_text("#cell code").split()
        assert program == "trueodds"
        assert run(arguments) == 0
        value = solution.value_at((0, TARGET - i, TARGET - j))
        assert f"{value.numerator}/{value.denominator}" in capsys.readouterr().out
        assert f"a denominator of {len(str(value.denominator))} digits" in explorer.text("#cell")


@pytest.mark.parametrize(
    ("field", "value"), [("me", "0"), ("me", "31"), ("opponent", ""), ("open", "30"), ("me", "2.5")]
)
def test_wrong_numbers_are_told_and_forgotten(explorer, field, value):
    before = explorer.page.input_value(f"#{field}")
    explorer.page.fill(f"#{field}", value)
    assert "a whole number from" in explorer.text("#move")
    assert explorer.page.get_attribute(f"#{field}", "aria-invalid") == "true"
    explorer.page.locator(f"#{field}").blur()
    assert explorer.page.input_value(f"#{field}") == before
    assert explorer.text("#move") == "Toss 2 coins."


def test_every_number_of_coins_with_its_cost(explorer, solution):
    for i, j in ((30, 30), (7, 2), (1, 30), (12, 1)):
        explorer.set(open=0, me=i, opponent=j)
        position = (0, TARGET - i, TARGET - j)
        values, best = solution.move_values(position), solution.best_moves_at(position)
        rows = explorer.page.locator("#all tbody tr").evaluate_all(
            "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
        )
        assert [name.split()[0] for name, _, _ in rows] == [str(heads) for heads in values]
        for (_, odds, cost), (heads, value) in zip(rows, values.items(), strict=True):
            assert near(explorer.number(odds), value)
            exact = max(values.values()) - value
            assert (cost == "0") == (heads in best)
            assert heads in best or abs(explorer.number(cost) / exact - 1) < mpq(1, 100)
    explorer.set(me=7, opponent=2, open=1)
    assert not explorer.page.locator("#all").is_visible()


def test_the_position_is_in_the_address(open_page, explorer, file):
    explorer.set(open=0, me=12, opponent=5)
    explorer.set(open=3)
    address = explorer.page.evaluate("location.hash")
    assert address == "#target=30&me=12&opponent=5&open=3"
    other = open_page(file)
    other.page.evaluate("address => { location.hash = address; }", address)
    other.page.wait_for_function("() => document.getElementById('open').value === '3'")
    assert other.text("#move") == explorer.text("#move")
    other.page.evaluate("() => { location.hash = '#target=x'; }")
    assert other.page.input_value("#me") == "12"


def test_fewer_needs_take_open_points_away(explorer):
    explorer.set(open=20)
    explorer.set(me=5)
    assert explorer.page.input_value("#open") == "4"


def frame(explorer):
    """Where on the screen the map's first cell begins, and the size of a cell."""
    left, top, width, height = explorer.page.evaluate(
        """() => {
          const {bbox} = Bokeh.index.roots[0].frame, box = document.getElementById("map").getBoundingClientRect();
          return [box.left + bbox.left, box.top + bbox.top, bbox.width, bbox.height];
        }"""
    )
    return left, top, width / TARGET, height / TARGET


def test_the_map_has_the_colour_of_each_number(explorer, solution):
    left, top, wide, high = frame(explorer)
    from PIL import Image  # Bokeh brings it

    picture = Image.open(io.BytesIO(explorer.page.screenshot())).convert("RGB")
    legend = explorer.page.evaluate(
        """() => [...document.querySelectorAll("#legend li")].map(
             (item) => [item.textContent, getComputedStyle(item.firstChild).backgroundColor])"""
    )
    assert len({colour for _, colour in legend}) == len(legend) == 10
    for i in range(1, TARGET + 1):
        for j in range(1, TARGET + 1):
            if i == j == TARGET:
                continue  # the mark is there
            coins = min(solution.best_moves_at((0, TARGET - i, TARGET - j)))
            colour = next(colour for text, colour in reversed(legend) if coins >= int(text.split("–")[0]))
            corner = int(left + (j - 0.9) * wide), int(top + (i - 0.9) * high)  # beside the number
            assert "rgb" + str(picture.getpixel(corner)) == colour, (i, j)


def test_the_map_answers_the_pointer(explorer, solution):
    page = explorer.page
    left, top, wide, high = frame(explorer)
    for i, j in ((1, 1), (1, 30), (30, 1), (2, 3), (3, 2), (17, 4), (30, 29)):
        page.mouse.move(left + (j - 0.5) * wide, top + (i - 0.5) * high)
        coins = min(solution.best_moves_at((0, TARGET - i, TARGET - j)))
        page.wait_for_function(
            "start => document.getElementById('cell').textContent.startsWith(start)",
            arg=f"I need {i}, the opponent needs {j}: toss {coins} coin",
        )
        assert explorer.page.input_value("#me") == "30"
    page.mouse.move(2, 2)
    page.wait_for_function(
        "() => document.getElementById('cell').textContent.startsWith('I need 30, the opponent needs 30')"
    )
    page.mouse.click(left + 3.5 * wide, top + 6.5 * high)
    page.wait_for_function("() => document.getElementById('me').value === '7'")
    assert page.input_value("#opponent") == "4"


def test_by_keyboard_alone(open_page, file):
    explorer = open_page(file)
    page = explorer.page
    seen = []
    for _ in range(7):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id"))
    assert seen == ["theme", "target", "me", "opponent", "open", "every", "map"]
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    assert (page.input_value("#me"), page.input_value("#opponent")) == ("29", "29")
    assert explorer.text("#cell").startswith("I need 29, the opponent needs 29")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    assert explorer.text("#cell").startswith("I need 1, the opponent needs 1: toss 1 coin. I win with 2/3")
    page.keyboard.press("End")
    assert page.input_value("#me") == "30"
    for _ in range(5):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowLeft")
    assert explorer.text("#target-shown") == "29"
    page.keyboard.press("Tab")  # the map is left as any field is
    assert page.evaluate("document.activeElement.id") == "me"


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_no_sideways_scrolling(explorer, width):
    explorer.page.set_viewport_size({"width": width, "height": 740})
    for target in (TARGET, 12, 3):
        explorer.page.fill("#target", str(target))
        assert explorer.page.evaluate("document.documentElement.scrollWidth") <= width
        box = explorer.page.locator("#map").bounding_box()
        assert box["width"] > 0.4 * width
        assert abs(box["width"] - box["height"]) < 2


def test_touch_on_a_phone(open_page, file):
    explorer = open_page(file, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    explorer.page.locator("#map").tap(position={"x": 200, "y": 200})
    explorer.page.wait_for_function("() => document.getElementById('me').value !== '30'")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(open_page, file, scheme):
    explorer = open_page(file, color_scheme=scheme)
    label = "Bokeh.documents[0].roots()[0].left[0].major_label_text_color"
    colours = f"[getComputedStyle(document.body).backgroundColor, {label}]"
    light, dark = ["rgb(255, 255, 255)", "#1b1b1f"], ["rgb(22, 22, 26)", "#ececf1"]
    assert explorer.page.evaluate(colours) == {"light": light, "dark": dark}[scheme]
    for choice, expected in (("light", light), ("dark", dark), ("", {"light": light, "dark": dark}[scheme])):
        explorer.page.select_option("#theme", choice)
        assert explorer.page.evaluate(colours) == expected
    explorer.page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
    explorer.page.wait_for_function(f"() => {label} !== '{expected[1]}'")


@pytest.mark.long
def test_a_target_of_200(open_page, tmp_path):
    solution = trueodds.solve(trueodds.RiskOrSafety(200), "pairs")
    place = tmp_path / "200.html"
    place.write_text(page(explorable(solution.game, solution)), encoding="utf-8")
    assert place.stat().st_size < 5_000_000
    explorer = open_page(place)
    draw = random.Random(200)
    positions = []
    for _ in range(300):
        i, j = draw.randint(1, 200), draw.randint(1, 200)
        positions.append((draw.choice([0, draw.randrange(i), min(draw.randint(1, 9), i - 1)]), i, j))
    held(explorer, positions, solution)


def test_everything_has_a_name(explorer):
    """What assistive technology is told: no control without a name."""
    snapshot = explorer.page.locator("body").aria_snapshot()
    names = (
        'slider "Points to win"',
        'spinbutton "I need"',
        'spinbutton "Opponent needs"',
        'spinbutton "Open points"',
        'combobox "Colours"',
        'application "Coins to toss in a turn"',
    )
    for name in names:
        assert name in snapshot
