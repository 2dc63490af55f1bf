"""Pictures in plain text, read back."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueodds.pictures import Curves, Grid
from trueodds.views.ascii import _wrap, draw_text

CLASSES = [(), ("rush", "pass"), ("go", "get"), ("1", "2", "3 or more"), tuple(map(str, range(12)))]
CLASSES.append(tuple(f"go{number}" for number in range(61)))


def random_grid(seed):
    draw = np.random.default_rng(seed)
    shape = rows, columns = tuple(draw.integers(1, 90, 2).tolist())
    classes = CLASSES[draw.integers(len(CLASSES))]
    cells = draw.integers(1, len(classes) + 1, shape).astype(float) if classes else draw.random(shape) * 3 - 1
    cells[draw.random(shape) < draw.choice([0, 0.2])] = np.nan
    cells[[0, -1], 0] = 1  # blank rows at the ends are left out
    even = not classes and bool(draw.integers(2))
    tied = draw.random(shape) < draw.choice([0, 0.01, 0.3])
    y, x = range(7, 7 + rows), range(-3, columns - 3)
    cells = np.clip(cells, 0, 1) if even else cells
    y_title, blank = draw.choice(["y", "points of the other player"]), draw.choice(["none", "not possible, or decided"])
    return Grid("title", "x", y_title, "chance", x, y, cells, classes, even=even, blank=blank, tied=tied)


@given(st.integers(0, 10**9), st.integers(10, 120))
def test_what_is_drawn_is_read_back(seed, line):
    grid = random_grid(seed)
    lines, wide = draw_text([grid], line).splitlines(), max(line, 24)
    assert max(map(len, lines)) <= wide
    top = next(number for number, one in enumerate(lines) if re.fullmatch(" +\\+-+", one))
    assert (lines[0], " ".join(lines[1 : top - 1])) == ("title", grid.y_title)
    every = [-(-size // most) for size, most in zip(grid.cells.shape, (40, wide - 10), strict=True)]
    cells, tied = (part[:: every[0], :: every[1]] for part in (grid.cells, grid.tied))
    y, x = grid.y[:: every[0]], grid.x[:: every[1]]
    spaced = 2 * len(x) <= wide - 10
    words = " ".join(" ".join(lines[top + 1 + len(y) :]).split())
    known = {digit: digit for digit in "0123456789"}
    known |= dict(re.findall(r"\b(\w): (\d or more|\w+)", words))
    marked = bool(grid.classes) and not grid.classes[0].isdigit() and bool(grid.tied.any())
    some = grid.cells[~np.isnan(grid.cells)]
    low, high = (0, 1) if grid.even or not len(some) else (some.min(), some.max())
    step, ends = (high - low) / 10, re.findall(r"0 is (\S+) to (\S+), …, 9 is (\S+) to (\S+)", words)
    assert np.allclose(np.array(ends, float), [[low, low + step, high - step, high]][bool(grid.classes) :], rtol=1e-3)
    for number, one in enumerate(lines[top + 1 : top + 1 + len(y)]):
        label, shown = one.split(" |")
        assert int(label) == y[number]
        shown = shown[1::2] if spaced else shown
        for value, tie, mark in zip(cells[number], tied[number], shown.ljust(len(x)), strict=True):
            if np.isnan(value):
                assert mark == " "
            elif tie and marked:
                assert mark == "="
            elif grid.classes:
                assert known[mark] == grid.classes[int(value) - 1]
            else:
                assert low + int(mark) * step - 1e-9 <= value <= low + (int(mark) + 1) * step + 1e-9
    assert lines[top - 1].split("  x")[0].split() == [str(x[0]), str(x[-1])][: len(x)]
    assert (f"blank: {grid.blank}" in words) == np.isnan(grid.cells).any()
    assert ("=: ties (equally good moves)" in words) == marked
    listed = [tuple(map(int, place)) for place in re.findall(r"\((-?\d+), (-?\d+)\)", words)]
    places = [(grid.y[row], grid.x[column]) for row, column in np.argwhere(grid.tied)]
    assert listed == ([] if marked else places[:10])
    more = len(places) - 10
    assert (f" and {more} other{'s' * (more > 1)} " in f"{words} ") == (not marked and more > 0)
    for step, what in zip(every, ("row", "column"), strict=True):
        assert (f"one {what} in {step}" in words) == (step > 1)


def test_pictures_for_files_only():
    grid = Grid("title", "x", "y", "chance", [0], [0], np.ones((1, 1)), tuple(f"go{number}" for number in range(62)))
    with pytest.raises(ValueError, match="at most 61 different moves, not 62; write it to a file"):
        draw_text([grid])
    with pytest.raises(ValueError, match="write them to an image file"):
        draw_text([Curves("title", "x", "y", [("line", [0, 1], [5, 6])])])


def test_a_title_is_not_wrapped_between_a_name_and_its_value():
    assert _wrap("best move at lives 2, mood calm: seat 1", 25) == ["best move at lives 2,", "mood calm: seat 1"]


@pytest.mark.parametrize(
    ("above", "below", "omitted"), [(0, 3, ""), (2, 1, ""), (0, 4, "2 to 5"), (1, 3, "0 and 3 to 5"), (4, 0, "0 to 3")]
)
def test_up_to_three_blank_rows_stay(above, below, omitted):
    cells = np.full((above + 2 + below, 2), np.nan)
    cells[above : above + 2] = 2.0
    if below < 4:  # otherwise only the omitted rows are blank
        cells[above, 1] = np.nan
    tied = ~np.isnan(cells)
    grid = Grid("t", "across", "y", "u", range(2), range(len(cells)), cells, blank="none", tied=tied)
    lines = draw_text([grid]).splitlines()
    rows = [line for line in lines if " |" in line]
    filled = [f"{above} | 0" + " 0" * (below == 4), f"{above + 1} | 0 0"]
    assert [row for row in rows if not row.endswith("|")] == filled
    assert len(rows) == (2 if omitted else len(cells))
    assert "blank: none" + f" (rows {omitted} are omitted)" * bool(omitted) in lines
    places = ", ".join(f"({row}, {column})" for row, column in np.argwhere(tied).tolist())
    assert " ".join(lines).endswith(f"at (y, across): {places}")
    assert sum(" |" in line for line in draw_text([replace(grid, blank="")]).splitlines()) == len(cells)
    numbered = draw_text([replace(grid, labels=np.arange(cells.size).reshape(cells.shape))]).splitlines()
    numbers = [line.split(" |")[1].split() for line in numbered if " |" in line]
    wanted = [[str(2 * row + column) for column in np.flatnonzero(cells[row] == 2)] for row in range(len(cells))]
    assert numbers == (wanted[above : above + 2] if omitted else wanted)


@pytest.mark.parametrize(("rows", "columns", "fit"), [(40, 23, True), (41, 23, False), (40, 24, False)])
def test_numbers_that_do_not_fit_become_tenths(rows, columns, fit):
    labels = np.full((rows, columns), 10)
    grid = Grid("t", "x", "y", "u", range(columns), range(rows), labels.astype(float), labels=labels)
    assert (" 10 10" in draw_text([grid]), "u: 0 is 10 to 10" in draw_text([grid])) == (fit, not fit)


@pytest.mark.parametrize("length", [61, 62])
def test_numbers_are_aligned_and_a_long_title_has_lines_of_its_own(length):
    labels = np.array([[0, 5], [-10, 10]])
    grid = Grid("t", "x" * length, "y", "u", range(2), range(2), labels.astype(float), labels=labels)
    lines = draw_text([grid], 74).splitlines()
    assert lines[-2:] == ["0 |   0   5", "1 | -10  10"]
    axis = "      0   1"
    assert lines[2:-3] == ([f"{axis}  {'x' * 61}"] if length == 61 else [f"   {'x' * 62}", axis])
