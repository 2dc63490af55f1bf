"""Test the layouts of a table: their order, and the part of the table that they need."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.oeis.layouts import KINDS, TableLayout
from trueodds.oeis.programs import _cells


@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        ("antidiagonals-down", [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1), (1, 4)]),
        ("antidiagonals-up", [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (1, 3), (4, 1)]),
        ("triangle", [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1)]),
        ("rows", [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1)]),
    ],
)
@pytest.mark.parametrize("corner", [1, 2])
def test_order(kind, cells, corner):
    layout = TableLayout(kind, corner, 3 if kind == "rows" else None)
    assert hash(layout) == hash(TableLayout(kind, corner, layout.width))
    assert list(layout.cells(7)) == [(i + corner - 1, j + corner - 1) for i, j in cells]


layouts = st.one_of(
    st.builds(TableLayout, st.sampled_from(sorted(set(KINDS) - {"rows"})), st.sampled_from([1, 2])),
    st.builds(TableLayout, st.just("rows"), st.sampled_from([1, 2]), st.one_of(st.none(), st.integers(1, 30))),
)


@given(layouts, st.integers(1, 400))
def test_the_extent_contains_all_cells_and_each_cell_comes_once(layout, count):
    """A program reads the same cells."""
    count = min(count, layout.length or count)
    cells = list(layout.cells(count))
    assert len(set(cells)) == count
    rows, columns = layout.extent(count)
    assert max(i for i, _ in cells) <= rows <= layout.corner + count
    assert max(j for _, j in cells) <= columns <= layout.corner + count
    assert min(min(cell) for cell in cells) == layout.corner
    assert eval(f"[{_cells(count, layout)}]", {"T": lambda i, j: (i, j)})[:count] == cells
    if layout.kind == "triangle":
        assert all(j <= i for i, j in cells)
