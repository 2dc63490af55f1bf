"""What pages and formulas share."""

import numpy as np

import trueodds
from trueodds.game import headline
from trueodds.solution import Table
from trueodds.views.parts import shorten


def table(rows, columns):
    cells = np.arange(len(rows) * len(columns)).reshape(len(rows), len(columns))
    return Table("Title", "down", "across", rows, columns, cells)


def test_small_tables_are_shown_whole():
    whole = table(range(1, 41), range(40))
    part = shorten(whole)
    assert (part.cells == whole.cells).all()
    assert part.caption == "Title (down: rows; across: columns)"


def test_of_large_ones_what_is_nearest_to_zero():
    part = shorten(table(range(5), range(-100, 101)))
    assert list(part.columns) == list(range(-20, 20))
    assert part.cells[1].tolist() == list(range(201 + 80, 201 + 120))
    assert part.caption == "Title (down: rows; across: columns, 40 of 201)"


def test_rows_cut_are_told_and_the_first_are_kept():
    part = shorten(table(range(1, 91), [1]))
    assert list(part.rows) == list(range(1, 41))
    assert part.cells[:, 0].tolist() == list(range(40))
    assert "rows, 40 of 90" in part.caption


def test_a_game_without_options_is_its_name():
    game = trueodds.Rules(0, lambda position: ["go"], lambda position, move: [(1, None, 1)], name="mine")
    assert headline(game) == "mine"
