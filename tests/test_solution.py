"""Solutions as JSON, tables and HTML."""

import itertools
from xml.etree import ElementTree

import numpy as np
import pytest

import trueodds
from trueodds.solution import Table, pluralize


def test_ties_are_sets():
    solution = trueodds.solve(trueodds.RiskOrSafety(5, 1, "2/5"))
    assert solution.best_moves == {2, 3}
    assert solution.to_json()["best_moves"] == [2, 3]
    assert solution.best_moves_at((2, 0, 0)) == {2, 3}
    assert [solution.S(a, 0, 0) for a in range(5)] == ["continue", "continue", "tie", "stop", "continue"]
    values = solution.move_values((0, 0, 0))
    assert values[2] == values[3] > max(values[1], values[4], values[5])
    assert solution.tied_turns() == [(5, 1, {2, 3})]
    assert solution.coins()[4, 0] == 2  # the smallest number


def test_tables_of_unequal_targets_are_one_for_each_seat():
    solution = trueodds.solve(trueodds.RiskOrSafety(4, 2))
    first, second = solution.tables()
    assert first.cells.shape == (4, 2)
    assert second.cells.shape == (2, 4)
    assert solution.table1().shape == (3, 1)
    swapped = trueodds.solve(trueodds.RiskOrSafety(2, 4))
    for a, b, c in itertools.product(range(3), range(4), range(2)):
        if a + b < 4:
            assert solution.S(a, b, c) == swapped.S(a, b, c, seat=1)
    with pytest.raises(ValueError, match="seat must be 0"):
        solution.coins(2)


def test_ties_of_a_table_are_found_by_its_labels():
    table = Table("", "", "", range(3, 6), range(-1, 1), np.zeros((3, 2)), ((5, -1, (1, 2)), (3, 0, (2, 3))))
    assert table.tied.tolist() == [[False, True], [False, False], [True, False]]
    assert [pluralize(number, "tie") for number in (0, 1, 2)] == ["no ties", "1 tie", "2 ties"]


def test_positions_are_explored_once():
    solution = trueodds.solve(trueodds.Pig(6))
    assert solution.positions is solution.positions


@pytest.mark.parametrize("game", [trueodds.RiskOrSafety(3), trueodds.RiskOrSafety(80, 2), trueodds.RiskOrSafety(60)])
def test_notebooks_get_well_formed_html(game):
    solution = trueodds.solve(game)
    page = solution._repr_html_().replace("&asymp;", "≈")
    assert len(list(ElementTree.fromstring(f"<page>{page}</page>").iter("table"))) == len(solution.tables())
    assert len(page) < 60_000


def test_moves_that_are_numbers_are_listed_by_size():
    game = trueodds.Rules(0, lambda position: range(11, 0, -1), lambda position, move: [(1, None, 1)])
    assert trueodds.solve(game).to_json()["best_moves"] == list(range(1, 12))
