"""Pictures agree with the solutions."""

from types import SimpleNamespace

import numpy as np
import pytest

import trueodds
from trueodds.catalog.maps import draw_numbers
from trueodds.catalog.registry import find
from trueodds.drawing import draw_pictures, make_page_data
from trueodds.pictures import Curves, Grid
from trueodds.solution import Table

from ..extras import need

#: The position that a cell shows, by the number of the picture and the numbers beside the row and above the column; its
#: last part, the seat, is None where the seat does not matter.
PLACES = [
    (trueodds.Coinball(9), lambda panel, y, x: (y, x, panel)),
    *((trueodds.Greed(limit, 3), lambda panel, y, x: (x, y, panel == 1, 0)) for limit in (10, 25)),
    (trueodds.Hog(14), lambda panel, y, x: (y, x, None)),
    (trueodds.RiskOrSafety(8), lambda panel, y, x: (0, 8 - y, 8 - x, 0)),
    (trueodds.RiskOrSafety(9, 4, "1/100"), lambda panel, y, x: (0, (9, 4)[panel] - y, (4, 9)[panel] - x, panel)),
    (trueodds.SuperSix(2), lambda panel, y, x: (y, x, panel, True, None)),
    (trueodds.TheRace(9), lambda panel, y, x: (x, y, 1)),
    (trueodds.TwoCoins(9, "3/5"), lambda panel, y, x: (y, x)),
    (trueodds.Pig(14), lambda panel, y, x: (0, y, x, 0)),
    (trueodds.Pig(8, opponent_target=15), lambda panel, y, x: (0, y, x, panel)),
    (trueodds.TwoDicePig(20), lambda panel, y, x: (0, y, x, 0)),
]


def cells(picture):
    """Yield the numbers beside the row and the column of each cell, its index and its content."""
    for at, cell in np.ndenumerate(picture.cells):
        yield picture.y[at[0]], picture.x[at[1]], at, cell


@pytest.mark.parametrize(("game", "place"), PLACES, ids=lambda part: getattr(part, "name", ""))
def test_every_cell_shows_the_odds_and_the_best_move_of_its_position(game, place):
    """The totals at which to hold, in Pig and Two-dice Pig, are compared below."""
    solution = trueodds.solve(game)
    reached = set(solution.positions)
    kinds = {"odds"} if "pig" in game.name else {"odds", "strategy", "normal", "last"} & set(find(game).pictures)
    for kind in kinds:
        for panel, picture in enumerate(draw_pictures(game, kind, solution), kind == "last"):
            assert game.name != "greed" or picture.title.endswith(("normal turns", "the last turn")[panel])
            for y, x, at, cell in cells(picture):
                *parts, seat = place(panel, y, x)
                position = (*parts, seat if seat is not None else int((*parts, 1) in reached))
                if np.isnan(cell):
                    assert position not in reached or solution.value_at(position) in (0, 1)
                elif kind == "odds":
                    assert cell == pytest.approx(float(solution.value_at(position)), abs=1e-9)
                else:
                    check_move(picture, at, solution.best_moves_at(position))


def check_move(picture, at, best):
    """Compare a cell of a strategy with the best moves."""
    cell, tied = int(picture.cells[at]), len(best) > 1
    assert picture.tied is None or picture.tied[at] == tied
    shown = picture.classes[cell - 1] if picture.classes else str(cell)
    if picture.labels is None:
        assert shown == min(best, key=picture.classes.index)
    else:
        assert picture.labels[at] == min(best)
        assert int(shown.removesuffix(" or more")) == min(min(best), cell if picture.classes else min(best))


@pytest.mark.parametrize(
    ("cells", "classes", "shown"),
    [
        *(([[50, 1, 12]], (*range(1, 13), "13 or more"), [[13, 1, 12]]), ([[50, 1, 13]], (), [[50, 1, 13]])),
        *(([[50, 0, 11]], (*range(12), "12 or more"), [[13, 1, 12]]), ([[50, 0, 12]], (), [[50, 0, 12]])),
        *(([[3], [1]], (1, 2, 3), [[3], [1]]), ([[0, 0]], (0, 1), [[1, 1]])),
        ([[3, 2]], (1, 2, "3 or more"), [[3, 2]]),
    ],
)
def test_up_to_twelve_numbers_have_colours_and_a_first_column_of_larger_ones_has_one(cells, classes, shown):
    cells = np.array(cells)
    table, ones = (Table("t", "down", "across", *map(range, part.shape), part) for part in (cells, cells * 0 + 1))
    grid = draw_numbers(table, "title", "dice")
    assert draw_numbers(ones, "title", "dice", [table]).classes == grid.classes
    assert (grid.title, grid.x_title, grid.y_title, grid.unit) == ("title", "across", "down", "dice")
    assert (grid.classes, grid.cells.tolist()) == (tuple(map(str, classes)), shown)
    assert np.array_equal(grid.labels, cells)


def test_one_scale_for_both_players_and_shades_for_many_numbers():
    """A number of coins has the same colour in both pictures, although one has more numbers."""
    first, second = draw_pictures(trueodds.RiskOrSafety(20, 3))
    assert first.classes == second.classes == ("1", "2", "3", "4", "5 or more")
    assert second.cells.max() == 3
    [many] = draw_pictures(trueodds.RiskOrSafety(40, heads="9/10"))
    assert many.classes == ()


def test_orientation_of_the_table_the_picture_and_the_page():
    """Every view of a strategy has the same rows and the same columns."""
    for game in (trueodds.Coinball(4), trueodds.TwoCoins(4), trueodds.Greed(8)):
        solution = trueodds.solve(game)
        table, picture = solution.tables()[0], draw_pictures(game, "strategy", solution)[0]
        assert (picture.y_title, picture.x_title) == (table.row_title, table.column_title)
        _, data = make_page_data(solution)
        assert all(pin != column[0] for pin, column in zip(data["pins"], data["at"], strict=True))  # None: as there
        across, down = (data["levels"][field] for field in reversed(data["map"][:2]))
        assert set(picture.y) <= set(down)
        assert set(picture.x) <= set(across)


def test_advantage():
    [panel] = draw_pictures(trueodds.RiskOrSafety(30), "advantage")
    (_, n, advantage), (_, _, limit) = panel.curves
    assert advantage[2] == pytest.approx(6 / 11 - 1 / 2)
    assert n[29] == 30
    assert advantage[29] == pytest.approx(limit[29], rel=0.01)


def test_curve_in_p():
    [panel] = draw_pictures(trueodds.TwoCoins(4), "curve")
    [(_, p, value)] = panel.curves
    assert (p[50], value[50]) == (0.5, 9 / 16)
    need("flint")
    assert panel.marks == pytest.approx([0.5, 0.732785615938], abs=1e-11)


@pytest.mark.parametrize("game", [trueodds.Pig(14), trueodds.Pig(8, 6, 15), trueodds.Pig(5, 3, 7)], ids=str)
def test_pig_holds_at_the_least_total(game):
    solution = trueodds.solve(game)
    for seat, picture in enumerate(draw_pictures(game, solution=solution)):
        for saved, other, at, cell in cells(picture):
            needed = (game.target, game.opponent_target)[seat] - saved
            holds = [one.start for one in solution.hold_totals(saved, other, seat) if one.start < needed]
            assert [cell] == holds[:1] if holds else np.isnan(cell)
            assert picture.labels[at] == (holds[0] if holds else 0)
            tied = bool(holds) and len(solution.best_moves_at((holds[0], saved, other, seat))) > 1
            assert picture.tied[at] == tied


def test_two_dice_pig_holds_at_the_least_total():
    """In short games holding is never best; the picture must be of a strategy that holds."""
    solution = trueodds.solve(trueodds.TwoDicePig(12))
    holding = SimpleNamespace(game=solution.game, model=solution.model)
    moves = {"roll"}, {"hold", "roll"}, {"hold"}
    holding.best_moves_at = lambda at: moves[(at.turn_total >= 5 + at.saved) * (1 + at.opponent_saved % 2)]
    [picture] = draw_pictures(solution.game, "strategy", holding)
    for saved, other, at, cell in cells(picture):
        totals = [one[0] for one in solution.positions if one[1:3] == (saved, other) and one[0] >= 5 + saved]
        assert (cell == picture.labels[at] == min(totals)) if totals else np.isnan(cell)


def test_super_six_marks_ties():
    solution = trueodds.solve(trueodds.SuperSix(2))
    tied = SimpleNamespace(game=solution.game, model=solution.model, best_moves_at=lambda position: {"roll", "stop"})
    for picture in draw_pictures(solution.game, solution=tied):
        assert np.array_equal(picture.tied, ~np.isnan(picture.cells))
        assert set(picture.cells[picture.tied]) == {1}


def test_what_pictures_have_unless_told_otherwise():
    grid, curves = Grid("t", "x", "y", "u", [0], [0], np.zeros((1, 1))), Curves("t", "x", "y", [])
    assert (grid.classes, grid.labels, grid.even, grid.blank, grid.tied) == ((), None, False, "", None)
    assert (curves.logarithmic, curves.marks, curves.marks_title) == (False, (), "")
