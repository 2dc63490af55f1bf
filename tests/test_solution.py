"""Solutions as JSON, tables and HTML."""

import itertools

import numpy as np
import pytest

import trueodds
from trueodds.solution import Table, pluralize


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


def test_moves_that_are_numbers_are_listed_by_size():
    game = trueodds.Rules(0, lambda position: range(11, 0, -1), lambda position, move: [(1, None, 1)])
    assert trueodds.solve(game).to_json()["best_moves"] == list(range(1, 12))
