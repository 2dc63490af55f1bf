"""Pages show the exact values of games; node runs them in a document with as little of a browser as they need."""

import json
import random
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.answers.rows import list_field_names, list_field_values
from trueodds.catalog.registry import find
from trueodds.certificates import embedded
from trueodds.drawing import make_page, make_page_data
from trueodds.views import page as written

from ..small import GAMES, gathered

NODE = shutil.which("node") or shutil.which("nodejs")
pytestmark = pytest.mark.skipif(NODE is None, reason="no node to run the page's program")
page_of = cache(make_page)  # for pages that several tests open


class Page:
    """A page that node runs; it evaluates functions as Playwright's pages do."""

    def __init__(self, text):
        words = [NODE, "--no-opt", str(Path(__file__).with_name("document.js"))]
        self.node = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.tell(page=text)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.node.communicate()

    def tell(self, **given):
        self.node.stdin.write(json.dumps(given) + "\n")
        self.node.stdin.flush()
        return json.loads(self.node.stdout.readline())

    def evaluate(self, code, argument=None):
        return self.tell(code=code, argument=argument)


ACT = """([action, place, at, given]) => {
  if (action === "random") return void (Math.random = () => Number(place));
  if (action === "open") {
    history.replaceState(null, "", place);
    return void dispatchEvent(new HashChangeEvent("hashchange"));
  }
  const one = document.querySelectorAll(place)[at], type = { choose: "change", set: "input", press: "keydown" }[action];
  const keys = action === "press" ? given[0].split("+") : [], [clientX, clientY] = given.map(Number);
  if (action === "resize") Object.defineProperty(one, "clientWidth", { value: Number(given[0]), configurable: true });
  if (["choose", "set"].includes(action)) one.value = given[0];
  const more = { key: keys.pop(), clientX, clientY, ...Object.fromEntries(keys.map((held) => [`${held}Key`, true])) };
  const event = Object.assign(new Event(type ?? action, { bubbles: true, cancelable: true }), more);
  one.dispatchEvent(event);
  return event.defaultPrevented;
}"""


def act(page, line):
    """Do what a line of a session says; a number before an element chooses one of several. Return if it is handled."""
    action, *words = (word.strip("'") for word in re.findall(r"'[^']*'|\S+", line))
    at = int(words.pop(0)) if words[0].isdigit() else 0
    return page.evaluate(ACT, [action, words[0], at, words[1:]])


def own_outcomes(position, move):
    """Positions are plain tuples of a number and text or None; payoffs are 3, 0 and -1."""
    steps, colour = position
    if move == "stop" or steps == 3:
        return [(1, None, {"red & hot": 3, "50%+blue=x": -1, None: 0}[colour])]
    return [(mpq(1, 2), (steps + 1, "red & hot")), (mpq(1, 2), (steps + 1, "50%+blue=x"))]


OWN = trueodds.Rules((0, None), lambda at: ["stop", "go"] if at[0] else ["go"], own_outcomes, name="own <game> & more")
SMALL = (*GAMES, OWN, trueodds.Coinball(1))  # the last has one position


def listed(game):
    """Return all positions with their addresses."""
    solution = trueodds.solve(game)
    names, words = list_field_names(solution.positions), {"True": "yes", "False": "no", "None": "none"}

    def address(position):
        values = [words.get(str(one), str(one)) for one in list_field_values(names, position)]
        return "#" + "&".join(f"{name}={quote(value)}" for name, value in zip(names, values, strict=True))

    positions = [*solution.positions, *find(game).more_positions(game)]
    asked = [(address(position), position) for position in random.Random(13).sample(positions, min(40, len(positions)))]
    return SimpleNamespace(game=game, solution=solution, asked=asked, large=False)


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
    return SimpleNamespace(game=game, solution=solution, asked=asked, large=True)


def number(text):
    """Return the exact value of a decimal as pages write it."""
    text = text.replace("\u00a0", " ").removeprefix("≈ ").removeprefix("= ").replace(" × 10", "e").replace("−", "-")
    text = text.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    return sum((mpq(part.replace(" ", "").removeprefix("+")) for part in re.split(r" (?=[-+] )", text)), mpq(0))


def near(text, value, digits):
    """Return whether a decimal, perhaps of the distance from 1, is right to some digits; to three if tiny."""
    small = 1 - value if text.startswith("≈\u00a01 −") else value
    error = mpq(6, 10 ** (digits if abs(small) >= mpq(1, 10**4) or digits > 6 else 4))
    return number(text) == value or abs(number(text) - value) <= abs(small) * error


# What the page shows at each address: moves with values, costs and verdicts, and outcomes.
ASK = """async addresses => {
  const text = (place) => document.querySelector(place).textContent;
  const found = [];
  for (const address of addresses) {
    location.hash = address;
    await new Promise((done) => setTimeout(done, 0));
    window.dispatchEvent(new HashChangeEvent("hashchange"));
    const rows = [...document.querySelectorAll("#moves tbody tr")].map((row) => ({
      name: row.querySelector("button.link").textContent,
      value: row.children[1].firstChild.textContent,
      fraction: row.querySelector("code")?.textContent,
      cost: row.children[2].textContent,
      verdict: row.children[3].textContent,
    }));
    const chances = [...document.querySelectorAll("#chance tbody tr")].map((row) => ({
      chance: (row.querySelector("code") ?? row.children[0]).textContent,
      value: row.children[2].textContent,
    }));
    found.push({ address: location.hash, rows, chances, note: text("#note"), move: text("#move") });
  }
  return found;
}"""


def check(page, case):
    """Compare every move, value, cost and chance that the page shows with the exact ones."""
    solution, large = case.solution, case.large
    game, answers = solution.game, page.evaluate(ASK, [address for address, _ in case.asked])
    words = find(game).narrator(game)
    for (address, position), answer in zip(case.asked, answers, strict=True):
        assert answer["address"] == address
        values = solution.move_values(position)
        top = max(values.values())
        best = [move for move, value in values.items() if value == top]
        remark = ": exactly equal" if len(best) > 1 else ": the only move" if len(values) == 1 else ""
        assert re.search(r"(: exactly equal|: the only move|)\.$", answer["move"])[1] == remark
        assert large or [row["name"] for row in answer["rows"]] == [words.say(move) for move in values]
        for row, (move, value) in zip(answer["rows"], values.items(), strict=True):
            assert row["verdict"] == ("" if move not in best else "tie" if len(best) > 1 else "best"), address
            assert near(row["value"], value, 6 if large else 10), (address, row)
            assert row["fraction"] in ((None, str(value)) if large else (str(value),)) or "digits)" in row["fraction"]
            tiny = 0 < top - value < min(top, 1 - value) / 10**9
            assert (row["cost"] == "too small to show") == tiny
            if not tiny:
                assert abs(number(row["cost"]) - (top - value)) <= (top - value) / 1000
        shown = [(mpq(one["chance"]), one["value"]) for one in answer["chances"] if "digits" not in one["chance"]]
        assert sorted(chance for chance, _ in shown) == sorted(
            chance
            for chance in gathered(game.outcomes(position, best[0])).values()  # the page adds equal outcomes up too
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
            goals = " or ".join(map(str, sorted(solution.best_moves_at((0, *position[1:])))))
            assert game.name == "pig" or f"go for {goals}{', exactly equal' * (' or ' in goals)};" in answer["note"]


@pytest.mark.parametrize(
    ("game", "certified"),
    [*((game, False) for game in SMALL), (trueodds.SuperSix(2), True), (OWN, True)],
)
def test_positions_have_their_exact_values(game, certified, monkeypatch):
    """The page of a game has them, or reads them from its certificate."""
    if certified:
        monkeypatch.setattr(embedded, "_LONG_VALUES", 0)
    elif game is OWN:
        monkeypatch.setattr(written, "_PLAIN", 0)
    case = listed(game)
    text = make_page(game, case.solution)
    assert ('"values":null' in text, "application/gzip" in text) == (certified, game is OWN and not certified)
    _, data = make_page_data(case.solution)
    fields = zip(data["fields"], data["labels"], data["levels"], strict=True)
    varied = [f"change along {label}" for name, label, level in fields if name != data["seat_field"] and len(level) > 1]
    with Page(text) as page:
        check(page, case)
        shown = page.evaluate("() => [...document.getElementById('colour').children].map((one) => one.textContent)")
        assert shown == ["the best move", "the value", *varied]


@pytest.mark.parametrize(
    "game",
    [
        trueodds.RiskOrSafety(14, 22, "2/5"),
        trueodds.Pig(22, opponent_target=14),
        pytest.param(trueodds.RiskOrSafety(24), marks=pytest.mark.slow),
        pytest.param(trueodds.Pig(26, sides=2), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_positions_by_needs_have_their_values(game):
    case = by_needs(game)
    case.asked = case.asked[::9]
    with Page(page_of(game)) as page:
        check(page, case)
