"""The data of pages with too many positions to list agree with the exact solution; pages request nothing else."""

import base64
import gzip
import json
import random
import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.answers import graph
from trueodds.catalog.entry import load
from trueodds.catalog.registry import find
from trueodds.certificates import embedded
from trueodds.cli import run
from trueodds.dispatch import solve_moves
from trueodds.drawing import check_page, make_page, make_page_data
from trueodds.fast.by_needs import format_value
from trueodds.fast.risk_or_safety import page as ros_page
from trueodds.solver.given_strategies import WithInfinitePlay

HALF = Fraction(1, 2)


def read(text):
    return 1 - read(text[2:]) if text.startswith("1-") else mpq(text)


@pytest.mark.parametrize(
    ("game", "method"),
    [
        (trueodds.RiskOrSafety(7), "pairs"),
        (trueodds.RiskOrSafety(12), "start"),
        (trueodds.RiskOrSafety(7, heads="2/5"), "pairs"),
        (trueodds.RiskOrSafety(9, heads="2/5"), "start"),
        (trueodds.RiskOrSafety(28, heads="1/3"), "start"),
        (trueodds.RiskOrSafety(7, heads="9/10"), "start"),
        (trueodds.Pig(12), "turns"),
        (trueodds.Pig(12, 2), "turns"),
    ],
    ids=str,
)
def test_moves_and_values_are_the_exact_ones(game, method):
    """Check Risk or Safety also for targets at which exact values of all positions take long, by bounds alone."""
    n = game.target
    pig = game.name == "pig"
    solution = trueodds.solve(game) if pig else trueodds.solve(game, "pairs")
    data = load(find(game).page.data)(game, solve_moves(game, method))
    positions = [(a, i, j) for a in range(1, n) for i in range(a + 1, n + 1) for j in range(1, n + 1)]
    bits = np.unpackbits(np.frombuffer(base64.b64decode(data["stops"]), dtype=np.uint8))
    for index, (a, i, j) in enumerate(positions):
        best = solution.best_moves_at((a, n - i, n - j))
        stop = "hold" if pig else a
        assert bits[index] == (stop in best)
        assert (index in data["ties"]) == (stop in best and len(best) > 1)
    needs = [(i, j) for i in range(1, n + 1) for j in range(1, n + 1)]
    for (i, j), text, fraction in zip(needs, data["values"].split(" "), data["fractions"].split(" "), strict=True):
        value = solution.value_at((0, n - i, n - j))
        assert abs(read(text) - value) <= min(value, 1 - value) / 10**10
        assert fraction in ("", str(value))
        assert fraction or len(str(value)) > 61 or i + j > 24


@pytest.mark.parametrize("heads", ["1/2", "1/3", "2/5", "9/10", "1/7"])
def test_positions_that_floats_leave_open_are_decided(monkeypatch, heads):
    """Here floats decide nothing, as at some positions of large targets, and bounds have any width."""
    bits, draw = 60, random.Random(60)
    solution = trueodds.solve(trueodds.RiskOrSafety(11, heads=heads), "pairs")
    nothing = SimpleNamespace(S=np.zeros_like(solution.states))
    monkeypatch.setattr(ros_page, "bound_by_pairs", lambda layout, heads: nothing)
    values = ros_page._bound_values(solution.coins().tolist(), solution.game.heads, bits)
    for (i, j), (low, high, _) in values.items():
        assert low <= (solution.values[0, i, j] if j else 0) * 2**bits <= high <= low + 2 * (i + j)
    for _ in range(20):
        wider = {
            needs: (low - draw.getrandbits(draw.randrange(60)), high + draw.getrandbits(draw.randrange(60)), exact)
            for needs, (low, high, exact) in values.items()
        }
        states, _ = ros_page._decide(11, solution.game.heads, bits, wider)
        assert np.array_equal(states, solution.states)


class Climb(trueodds.Game):
    """Climb a rope."""

    start = 12

    def seat(self, position):
        return 0

    def moves(self, position):
        return ["climb", 10, 9] if position else ["stop"]

    def outcomes(self, position, move):
        return [(1, position - 1)] if position else [(1, None, 1)]


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (WithInfinitePlay(Climb(), 1), "Climb a rope."),
        (trueodds.Rules(0, lambda position: ["stop"], lambda position, move: [(1, None, 1)]), ""),
    ],
    ids=["infinite play", "functions"],
)
def test_a_page_describes_the_game_not_the_class_that_wraps_it(game, text):
    assert make_page_data(trueodds.solve(game))[0]["rules"] == text


def test_a_page_has_the_moves_that_are_numbers():
    data = make_page_data(trueodds.solve(Climb()))[1]
    assert dict(zip(data["names"], data["numbers"], strict=True)) == {"climb": None, "10": 10, "9": 9, "stop": None}


def test_ties_are_in_the_data():
    game = trueodds.RiskOrSafety(25, heads="2/5")  # at needs 5 against 1, going for 2 and for 3 heads tie exactly
    assert load(find(game).page.data)(game, solve_moves(game, "start"))["ties"]


@pytest.mark.parametrize(
    ("payoffs", "only"), [((0, 1), True), ((0, HALF, 1), True), ((HALF,), True), ((0, 2), False), ((-1, 1), False)]
)
def test_payoffs_between_a_loss_and_a_win_are_called_chances(payoffs, only):
    ends = [(Fraction(1, len(payoffs)), None, payoff) for payoff in payoffs]
    data = make_page_data(trueodds.solve(trueodds.Rules(0, lambda at: ["go"], lambda at, move: ends)))[1]
    assert (data["chances_only"], data["draws"]) == (only, HALF in payoffs)


@example(Fraction(1), Fraction(0), 0)
@given(st.fractions(min_value=0, max_value=1), st.fractions(min_value=0, max_value=1), st.integers(0, 60))
def test_the_digits_of_a_value_are_right_for_all_that_its_bounds_allow(low, more, width):
    low = mpq(low.numerator, low.denominator)
    high = low + (1 - low) * mpq(more.numerator, more.denominator) / 10**width
    text = format_value(low, high)
    assert not (text.startswith("1-") and low == 1)
    digits = len(text.removeprefix("1-").partition("e")[0].replace(".", "").lstrip("0"))
    if digits > 1:
        for value in (low, high, (low + high) / 2):
            shown = 1 - value if text.startswith("1-") else value
            assert abs(read(text.removeprefix("1-")) - shown) <= shown * mpq(1, 10 ** (digits - 1))


NAMED = trueodds.Rules(0, lambda position: ["<script>"], lambda position, move: [(1, None, 1)], name="<script>")


@pytest.mark.parametrize(
    "game", [trueodds.TheRace(4), trueodds.RiskOrSafety(22), trueodds.Pig(21, 3, 5), NAMED], ids=str
)
def test_the_page_is_whole_and_closed(game):
    text = make_page(game)
    assert text.startswith("<!DOCTYPE html>")
    assert text.count("<script") == text.count("</script>")
    assert not re.search(r"/\* (style|body|scripts) \*/|{{", text)
    assert "default-src 'none'" in text
    assert not re.search(r"<(link|script|img|iframe)[^>]* (src|href)=\"(?!data:)", text)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (trueodds.RiskOrSafety(251), "both targets must be at most 250 for a page, not 251"),
        (trueodds.RiskOrSafety(30, 251), "both targets must be at most 250 for a page, not 251"),
        (trueodds.Pig(251), "at most 250"),
        (trueodds.Pig(30, sides=101), "sides must be at most 100 for a page, not 101"),
        (trueodds.TheRace(200), "the-race is too large: a page holds at most 30000[^;]*$"),
        (trueodds.Hog(200), "hog is too large: a page holds at most 30000[^;]*; for example, --target 40 works"),
    ],
)
def test_games_without_a_page(game, message):
    with pytest.raises(ValueError, match=message):
        check_page(game)


def test_a_default_that_is_too_large_is_refused_if_no_example_is_smaller(capsys, monkeypatch):
    monkeypatch.setattr(graph, "MAX_POSITIONS", 15_000)
    assert run(["explore", "the-race"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("the-race is too large: a page holds at most 15000 positions, and 300000 moves and outcomes")


def test_long_values_are_on_the_page_once(monkeypatch):
    solution = trueodds.solve(trueodds.TheRace(12))
    assert '"values":[' in make_page(solution.game, solution)
    monkeypatch.setattr(embedded, "_LONG_VALUES", 1000)
    once = make_page(solution.game, solution)
    assert '"values":null' in once
    data = json.loads(re.search('id="data">(.*?)</script>', once)[1])
    lines = gzip.decompress(base64.b64decode(embedded.embedded_certificate(solution))).decode().splitlines()
    proved = [line.split()[4] for line in lines if line.startswith("p ")]
    values = dict(zip(data["order"], proved, strict=True))
    for x, position in enumerate(solution.model.positions):
        value = solution.value_at(position)
        assert mpq(values[x]) == (value if data["seats"][x] == "0" else 1 - value)
    wrong = [str(solution.value_at(position)) for position in solution.model.positions]
    assert embedded.match_values(solution, data["seats"], wrong) == data["order"]
    wrong[7] = "1/2"
    assert embedded.match_values(solution, data["seats"], wrong) == []
    monkeypatch.setattr(embedded, "MAX_BYTES", 100)
    assert make_page(solution.game, solution).count('"values":[') == 1
