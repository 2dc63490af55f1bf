"""Test the parts that pages and formulas share."""

import numpy as np

from trueodds.solution import Table
from trueodds.views.parts import shorten


def table(rows, columns):
    cells = np.arange(len(rows) * len(columns)).reshape(len(rows), len(columns))
    return Table("Title", "down", "across", rows, columns, cells)


def test_of_large_tables_the_part_nearest_to_zero_is_shown():
    part = shorten(table(range(5), range(-100, 101)))
    assert list(part.columns) == list(range(-20, 20))
    assert part.cells[1].tolist() == list(range(201 + 80, 201 + 120))
    assert part.title == "Title (down: rows; across: columns, 40 of 201)"
