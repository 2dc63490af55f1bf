"""The data of the explore pages of large games, decoded, agree with the exact solution at every position."""

import base64
import itertools
import random
import re
from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import Pig, RiskOrSafety, dispatch, solve
from trueodds.fast import by_needs
from trueodds.fast.pig import page as pig_page
from trueodds.fast.risk_or_safety import page as risk_page
from trueodds.fast.risk_or_safety.bounds import Layout, PairBounds

#: A game, how its page gets the solution of the game in which both players need the larger target, and how many bits
#: of exact values decide ties.
PAGES = [
    *((RiskOrSafety(9, heads=heads), method, 99) for heads in ("1/2", "2/5", "9/10") for method in ("pairs", "start")),
    (RiskOrSafety(4, 7, "1/3"), "start", 99),
    (RiskOrSafety(4, 7, "2/5"), "start", 0),
    (RiskOrSafety(1), "start", 99),
    *((game, None, 99) for game in (Pig(9), Pig(13, 3, 11), Pig(1), Pig(3, 123_456_789))),  # the last is nearly certain
]


def decoded(text):
    """Return a value as a number, and half a unit of its last digit."""
    mantissa, _, power = text.removeprefix("1-").partition("e")
    unit = mpq(10) ** (int(power or 0) - len(mantissa.partition(".")[2]))
    value = mpq(mantissa) * mpq(10) ** int(power or 0)
    return (1 - value if text.startswith("1-") else value), unit / 2


@pytest.mark.parametrize(("game", "method", "bits"), PAGES, ids=str)
def test_moves_ties_and_values_are_those_of_the_exact_solution(game, method, bits, monkeypatch):
    monkeypatch.setattr(by_needs, "_FRACTION", 13)
    monkeypatch.setattr(pig_page, "_EXACT", 8)
    monkeypatch.setattr(risk_page, "_SHORT", bits)
    size, pig = max(game.target, game.opponent_target), game.name == "pig"
    both = Pig(size, game.sides) if pig else RiskOrSafety(size, heads=game.heads)
    data = (pig_page if pig else risk_page).make_page_data(game, dispatch.solve_moves(both, method))
    exact, needs = solve(both), list(itertools.product(range(1, size + 1), repeat=2))

    places = [(a, i, j) for a in range(1, size) for i, j in needs if i > a]
    stops = np.unpackbits(np.frombuffer(base64.b64decode(data["stops"]), dtype=np.uint8)).tolist()
    best = [exact.best_moves_at((a, size - i, size - j)) for a, i, j in places]
    stopped = [("hold" if pig else a) in moves for (a, *_), moves in zip(places, best, strict=True)]
    assert stops == stopped + [0] * (-len(places) % 8)
    assert data["ties"] == [at for at, moves in enumerate(best) if stopped[at] and len(moves) > 1]

    values, fractions = data["values"].split(" "), data["fractions"].split(" ")
    for (i, j), text, fraction in zip(needs, values, fractions, strict=True):
        value = exact.value_at((0, size - i, size - j))
        found, off = decoded(text)
        assert abs(found - value) <= off
        assert off < min(value, 1 - value) / 10**10 or found == value
        assert fraction == (str(value) if bits and len(str(value)) <= 13 and not (pig and i + j > 8) else "")

    name, given = ("sides", game.sides) if pig else ("heads", str(game.heads))
    assert (data[name], data["options"]) == (given, "" if given in (6, "1/2") else f" --{name} {given}")
    _, decided, counts = data["proof"].partition("; with open points, ")
    assert bool(decided) == (method == "start" and bits > 0)
    assert not decided or sum(map(int, re.findall(r"\d+(?= pos| by| exactly)", counts))) == Layout(size, size).size
    assert (data["target"], data["targets"]) == (size, [game.target, game.opponent_target])
    assert data["levels"] == [[*map(str, part)] for part in (range(size), *[range(1, size + 1)] * 2, range(2))]
    assert data["names"] == (["roll", "hold"] if pig else [f"go for {k}" for k in range(1, size + 1)])


def test_turns_that_the_moves_leave_undecided_are_decided_by_exact_values():
    found = dispatch.solve_moves(RiskOrSafety(6), "start")
    found = replace(found, proof=replace(found.proof, undecided=1))
    assert risk_page.make_page_data(found.game, found) == risk_page.make_page_data(found.game, solve(found.game))


@pytest.mark.parametrize("heads", ["1/2", "2/5", "7/10"])
def test_what_floats_leave_open_is_decided_by_longer_bounds_or_exactly(heads, monkeypatch):
    """Floats decide nothing here; with few bits, or bounds up to a tenth apart, wrong rounding or comparison shows."""
    game, layout, draw = RiskOrSafety(8, heads=heads), Layout(8, 8), random.Random(heads)
    exact, nothing = solve(game), PairBounds(layout, *[np.zeros(layout.size, dtype=np.int8)] * 3, 1)
    few, values = (risk_page._bound_values(exact.coins().tolist(), game.heads, bits) for bits in (7, 1024))
    for (i, j), (low, high, value) in few.items():
        assert value == (exact.value_at((0, 8 - i, 8 - j)) if j else 0)
        assert low <= value * 2**7 <= high
        assert high - low <= i + j
    monkeypatch.setattr(risk_page, "bound_by_pairs", lambda *_: nothing)
    for most in (0, 2**1024 // 20, 2**1024 // 20, 2**1024 // 20):
        wide = {at: (v[0] - draw.randint(0, most), v[1] + draw.randint(0, most), v[2]) for at, v in values.items()}
        states, how = risk_page._decide(8, game.heads, 1024, wide)
        assert np.array_equal(states, exact.states)
        counts = re.fullmatch(r"; with open points, 0 positions by float .*, (\d+) by 1024-bit .*, (\d+) exactly", how)
        by_bits, exactly = map(int, counts.groups())
        assert (by_bits + exactly, most or exactly) == (layout.size, most or exact.proof.ties)
