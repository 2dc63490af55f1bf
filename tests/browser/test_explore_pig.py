"""The page of Pig in a real browser: the right move with the right odds."""

import random

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.drawing import explorable
from trueodds.views.explore import page

TARGET = 40


@pytest.fixture(scope="module", params=[6, 2])
def solution(request):
    return trueodds.solve(trueodds.Pig(TARGET, request.param))


@pytest.fixture(scope="module")
def explorer(open_page, solution, tmp_path_factory):
    place = tmp_path_factory.mktemp("pig") / "page.html"
    place.write_text(page(explorable(solution.game, solution)), encoding="utf-8")
    return open_page(place)


def test_the_right_move_at_random_positions(explorer, solution):
    draw = random.Random(100)
    positions = []
    for _ in range(80):
        i, j = draw.randint(1, TARGET), draw.randint(1, TARGET)
        positions.append((draw.choice([0, draw.randrange(i), draw.randrange(i)]), i, j))
    for (total, i, j), (move, odds, cell) in zip(positions, explorer.answers(positions), strict=True):
        position = (total, TARGET - i, TARGET - j)
        values, best = solution.move_values(position), solution.best_moves_at(position)
        if len(best) == 2:
            assert move == "Roll or hold: exactly the same."
        else:
            assert move.startswith("Roll" if "roll" in best else "Hold")
        for shown, name in zip(odds, ("roll", "hold")[: len(values)], strict=True):
            assert abs(explorer.number(shown) - values[name]) < mpq(6, 10**7)
        assert plan(solution, i, j) in cell


def plan(solution, i, j):
    """When to hold, for the turn totals that can be rolled, from the exact solution alone."""
    step = 2 if solution.game.sides == 2 else 1
    words, before = [], False
    for total in range(2, i, step):
        holds = "hold" in solution.best_moves_at((total, TARGET - i, TARGET - j))
        if holds != before:
            words.append(f"hold from {total}" if holds else f"roll again from {total}")
        before = holds
    return f": {', '.join(words) or 'roll until you have won'}. I win with "


def test_the_game_at_each_target(explorer, solution):
    for target in (1, 5, 23, TARGET):
        explorer.page.fill("#target", str(target))
        value = solution.value_at((0, TARGET - target, TARGET - target))
        text = explorer.text("#start")
        assert text.startswith("Who rolls first wins with ")
        assert f"{float(value):.9f}"[:-1] in text or str(value) in text
