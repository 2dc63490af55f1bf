"""Every view of a table reports its exact ties, and no others."""

import dataclasses
import re
from itertools import product

import numpy as np
import pytest

import trueodds
from trueodds.drawing import draw_pictures
from trueodds.fast.pig.bounds import TIE
from trueodds.solution import Table
from trueodds.views.parts import describe_ties, shorten
from trueodds.views.text import format_table

GAME = trueodds.RiskOrSafety(6, heads="2/5")  # needing 5 against 1, two coins are as good as three


@pytest.mark.parametrize(
    ("game", "method"),
    [(GAME, None), (GAME, "start"), (trueodds.RiskOrSafety(5, 1, "2/5"), None), (trueodds.Greed(9, 3), None)],
    ids=str,
)
def test_tables_have_the_ties_of_the_solution(game, method):
    solution = trueodds.solve(game)
    for number, table in enumerate(trueodds.solve(game, method).tables()):
        for (at, row), (column, label) in product(enumerate(table.rows), enumerate(table.columns)):
            if game.name == "greed":
                best = solution.best_moves_at((label, row, bool(number)))
            else:
                needs = (game.target, game.opponent_target)[:: 1 - 2 * number]
                best = solution.best_moves_at((0, needs[0] - row, needs[1] - label, number))
            assert table.cells[at, column] == min(best)
            assert table.tied[at, column] == (len(best) > 1)
            ties = [tie[2] for tie in table.ties if tie[:2] == (row, label)]
            assert ties == ([tuple(sorted(best))] if len(best) > 1 else [])


@pytest.mark.parametrize(
    "game", [trueodds.RiskOrSafety(12, 3), trueodds.Greed(12, 3), trueodds.Coinball(10), trueodds.TwoCoins(12)], ids=str
)
def test_numbers_stand_below_the_labels_of_their_columns(game):
    for table in trueodds.solve(game).tables():
        head, *rows = [
            [(found[0], found.end()) for found in re.finditer(r"\S+", line)]
            for line in format_table(table).splitlines()[2 : len(table.rows) + 3]
        ]
        assert [int(label) for label, _ in head] == list(table.columns)
        for label, cells, row in zip(table.rows, table.cells.tolist(), rows, strict=True):
            assert row[0][0] == str(label)
            assert row[1:] == [(str(cell), end) for cell, (_, end) in zip(cells, head, strict=True)]


def test_ties_of_pig_name_the_turn_totals():
    solution = trueodds.solve(trueodds.Pig(9, opponent_target=5))
    assert [table.ties for table in solution.tables()] == [()] * 4
    states = solution.bounds.other_states.copy()
    states[6, 4 * 3 // 2 + 2] = TIE  # needing 4 against 6, with a turn total of 2
    proof, bounds = dataclasses.replace(solution.proof, ties=1), solution.bounds
    planted = dataclasses.replace(solution, proof=proof, bounds=dataclasses.replace(bounds, other_states=states))
    assert [table.ties for table in planted.tables()] == [(), (), ((1, 3, ("roll at 2", "hold at 2")),), ()]
    assert "saved 1, the opponent has saved 3: roll at 2\n  or hold at 2" in format_table(planted.tables()[2])
    assert [int(one.tied.sum()) for one in draw_pictures(planted.game, "strategy", planted)] == [0, 1]


def table(rows, columns, ties=()):
    cells = np.arange(len(rows) * len(columns)).reshape(len(rows), len(columns))
    return Table("Title", "down", "across", rows, columns, cells, ties)


def test_of_large_tables_the_part_nearest_to_zero_is_shown():
    ties = [(row, column, (1, 2)) for row in (0, 4) for column in (-21, -20, 0, 19, 20)]
    part = shorten(table(range(5), range(-100, 101), ties))
    assert part.ties == [tie for tie in ties if -20 <= tie[1] < 20]
    assert list(part.columns) == list(range(-20, 20))
    assert part.cells[1].tolist() == list(range(201 + 80, 201 + 120))
    assert part.title == "Title (down: rows; across: columns, 40 of 201)"


@pytest.mark.parametrize(("longest", "end"), [(1, "(0, 0) 1 or 2; and at 1 other place"), (2, "(1, 1) 3 or 4")])
def test_ties_that_are_not_listed_are_counted(longest, end):
    assert describe_ties(table(range(2), range(2), ((0, 0, (1, 2)), (1, 1, (3, 4)))), longest).endswith(f" {end}")
    many = describe_ties(table(range(1), range(12), [(0, at, (1, 2)) for at in range(12)]))
    assert many.endswith("; (0, 9) 1 or 2; and at 2 other places")


@pytest.mark.parametrize(
    ("moves", "said"),
    [((1, 2, 3), "1 or 2 or 3"), ((1, 2, 3, 4), "1 to 4"), ((1, 2, 3, 5), "1 or 2 or 3 or 5"), ("ab", "a or b")],
)
def test_only_long_ranges_are_shortened(moves, said):
    assert describe_ties(table([5], [6], ((5, 6, moves),))) == f"tie (exactly equal moves) at down 5, across 6: {said}"
