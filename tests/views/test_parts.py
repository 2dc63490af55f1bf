"""Test the parts that pages and formulas share."""

import numpy as np
import pytest

from trueodds.solution import Table
from trueodds.views.parts import describe_ties, payoff_names, shorten


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
    found = describe_ties(table(range(2), range(2), ((0, 0, (1, 2)), (1, 1, (3, 4)))), longest)
    assert found.endswith(f" {end}")


@pytest.mark.parametrize(
    ("moves", "said"),
    [((1, 2, 3), "1 or 2 or 3"), ((1, 2, 3, 4), "1 to 4"), ((1, 2, 3, 5), "1 or 2 or 3 or 5"), ("ab", "a or b")],
)
def test_only_long_ranges_are_shortened(moves, said):
    assert describe_ties(table([5], [6], ((5, 6, moves),))) == f"tie: down 5, across 6: {said} are exactly equal"


def test_payoffs_have_the_names_of_results_if_some_are_won():
    assert payoff_names([0, 1]) == {0: "loss", 1: "win"}
    assert payoff_names([0, 1], 1) == {0: "win", 1: "loss"}
    assert payoff_names([0]) == {0: "payoff 0"}
    assert payoff_names([0, 2]) == {0: "payoff 0", 2: "payoff 2"}
