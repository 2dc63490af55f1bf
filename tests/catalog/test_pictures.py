"""Pictures agree with the solutions."""

from types import SimpleNamespace

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.catalog.maps import draw_numbers
from trueodds.drawing import draw_pictures, make_page_data
from trueodds.fast.risk_or_safety.large import error_of_odds, odds_at_needs
from trueodds.pictures import Curves, Grid
from trueodds.solution import Table

from ..extras import need


@pytest.mark.parametrize("game", [trueodds.RiskOrSafety(9), trueodds.RiskOrSafety(12, 4, "1/100")], ids=str)
def test_odds_at_needs_are_within_their_error(game):
    solution = trueodds.solve(game)
    found = odds_at_needs(solution.coins(0), solution.coins(1), float(game.heads))
    error = error_of_odds(solution.coins(0), solution.coins(1), float(game.heads))
    assert error < 1e-9
    for seat, odds in enumerate(found):
        targets = (game.target, game.opponent_target)[:: 1 - 2 * seat]
        assert odds.shape == targets
        for needs, value in np.ndenumerate(odds):
            mine, other = (target - need - 1 for target, need in zip(targets, needs, strict=True))
            assert abs(mpq(value) - solution.value_at((0, mine, other, seat))) <= error
    [picture] = draw_pictures(game, "odds", solution)
    assert np.array_equal(picture.cells, found[0])
    assert (list(picture.y), list(picture.x)) == (
        list(range(1, game.target + 1)),
        list(range(1, game.opponent_target + 1)),
    )


def test_few_numbers_are_classes_many_are_shades():
    [few] = draw_pictures(trueodds.RiskOrSafety(8))
    assert few.classes == ("1", "2", "3", "4 or more")
    assert few.cells.max() == 4
    assert few.labels.max() == 8
    [many] = draw_pictures(trueodds.RiskOrSafety(40, heads="9/10"))
    assert many.classes == ()
    first, second = draw_pictures(trueodds.RiskOrSafety(4, 3))
    assert "first player" in first.title
    assert second.cells.shape == (3, 4)


@pytest.mark.parametrize(
    ("cells", "classes", "shown"),
    [
        ([[50, 1, 12]], (*range(1, 13), "13 or more"), [[13, 1, 12]]),
        ([[50, 1, 13]], (), [[50, 1, 13]]),
        ([[50, 0, 11]], (*range(12), "12 or more"), [[13, 1, 12]]),
        ([[50, 0, 12]], (), [[50, 0, 12]]),
        ([[3], [1]], (1, 2, 3), [[3], [1]]),
        ([[0, 0]], (0, 1), [[1, 1]]),
        ([[3, 2]], (1, 2, "3 or more"), [[3, 2]]),
    ],
)
def test_up_to_twelve_numbers_have_colours_and_a_first_column_of_larger_ones_has_one(cells, classes, shown):
    cells = np.array(cells)
    grid = draw_numbers(Table("t", "down", "across", *map(range, cells.shape), cells), "title", "dice")
    assert (grid.title, grid.x_title, grid.y_title, grid.unit) == ("title", "across", "down", "dice")
    assert (grid.classes, grid.cells.tolist()) == (tuple(map(str, classes)), shown)
    assert np.array_equal(grid.labels, cells)


def test_one_scale_for_both_players():
    """A number of coins has the same colour in both pictures, although one has more numbers."""
    first, second = draw_pictures(trueodds.RiskOrSafety(20, 3))
    assert first.classes == second.classes == ("1", "2", "3", "4", "5 or more")
    assert second.cells.max() == 3


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
    with pytest.raises(ValueError, match="equal targets and a fair coin"):
        draw_pictures(trueodds.RiskOrSafety(30, heads="2/5"), "advantage")


@pytest.mark.parametrize("limit", [10, 40])
def test_greed_shows_dice_and_ratings(limit):
    """The colours of the strategy show numbers of dice, as its title says; the worth of positions is another kind."""
    game = trueodds.Greed(limit, 3)
    solution = trueodds.solve(game)
    strategy, odds = (draw_pictures(game, kind, solution) for kind in ("strategy", "odds"))
    for is_last, (dice, ratings) in enumerate(zip(strategy, odds, strict=True)):
        assert "dice to roll" in dice.title
        assert dice.unit == "dice"
        assert "odds" in ratings.title
        for score in range(limit + 1):
            for other in range(limit + 1):
                position = (score, other, bool(is_last))
                best = solution.best_moves_at(position)
                assert ratings.cells[other, score] == float(solution.value_at(position))
                assert dice.labels[other, score] == min(best)
                assert dice.tied[other, score] == (len(best) > 1)
                shown = dice.cells[other, score]
                if dice.classes:
                    assert dice.classes[int(shown) - 1].split()[0] == str(min(min(best), int(dice.cells.max()) - 1))
                else:
                    assert shown == min(best)
    assert [panel.title for kind in ("normal", "last") for panel in draw_pictures(game, kind, solution)] == [
        panel.title for panel in strategy
    ]


def test_two_coins():
    game = trueodds.TwoCoins(9, "3/5")
    solution = trueodds.solve(game)
    [calls], [odds] = draw_pictures(game, "strategy", solution), draw_pictures(game, "odds", solution)
    shown = 0
    for row, flips in enumerate(calls.y):
        for column, score in enumerate(calls.x):
            if not np.isnan(calls.cells[row, column]):
                best = {"A", "B"} if calls.tied[row, column] else {calls.classes[int(calls.cells[row, column]) - 1]}
                assert solution.best_moves_at((flips, score)) == best
                assert odds.cells[row, column] == float(solution.value_at((flips, score)))
                shown += 1
    assert shown > 20


def test_curve_in_p():
    [panel] = draw_pictures(trueodds.TwoCoins(4), "curve")
    [(_, p, value)] = panel.curves
    assert (p[50], value[50]) == (0.5, 9 / 16)
    need("flint")
    assert panel.marks == pytest.approx([0.5, 0.732785615938], abs=1e-11)


def test_pig_holds():
    for game in (trueodds.Pig(14), trueodds.Pig(8, opponent_target=15)):
        solution = trueodds.solve(game)
        for seat, panel in enumerate(draw_pictures(game, solution=solution)):
            for (saved, other), cell in np.ndenumerate(panel.cells):
                needed = (game.target, game.opponent_target)[seat] - saved
                holds = [one.start for one in solution.hold_totals(saved, other, seat) if one.start < needed]
                assert [cell] == holds[:1] if holds else np.isnan(cell)
                assert panel.labels[saved, other] == (holds[0] if holds else 0)
        [odds] = draw_pictures(game, "odds", solution)
        for at, cell in np.ndenumerate(odds.cells):
            assert cell == pytest.approx(float(solution.value_at((0, *at, 0))), abs=1e-9)


def test_super_six():
    sticks = trueodds.solve(trueodds.SuperSix(2))
    panels = draw_pictures(sticks.game, solution=sticks)
    rolled = [position for position in sticks.model.positions if position.rolled]
    assert sum(int((~np.isnan(panel.cells)).sum()) for panel in panels) == len({at[:3] for at in rolled})
    for mine, other, filled, _, seat in rolled:
        best = sticks.best_moves_at((mine, other, filled, True, seat))
        code = panels[filled].cells[mine - 1, other - 1]
        assert best == {1: {"roll"}, 2: {"stop"}, 3: {"roll", "stop"}}[code]
    both = SimpleNamespace(game=sticks.game, model=sticks.model, best_moves_at=lambda position: {"roll", "stop"})
    for panel in draw_pictures(sticks.game, solution=both):
        assert np.array_equal(panel.tied, ~np.isnan(panel.cells))
        assert set(panel.cells[panel.tied]) == {1}


def test_two_dice_pig_holds_at_the_least_total():
    """In short games holding is never best; the picture must be of a strategy that holds."""
    solution = trueodds.solve(trueodds.TwoDicePig(20))
    odds_of = {(at.saved, at.opponent_saved): solution.value_at(at) for at in solution.positions if at.turn_total == 0}
    holding = SimpleNamespace(game=solution.game, model=solution.model)
    holding.best_moves_at = lambda at: {"hold"} if at.turn_total >= 5 + at.saved else {"roll"}
    [panel], [odds] = draw_pictures(solution.game, "strategy", holding), draw_pictures(solution.game, "odds", solution)
    for (saved, other), cell in np.ndenumerate(panel.cells):
        totals = [at.turn_total for at in solution.positions if at[1:3] == (saved, other) and at[0] >= 5 + saved]
        assert (cell == panel.labels[saved, other] == min(totals)) if totals else np.isnan(cell)
        expected = float(odds_of.get((saved, other), "nan"))
        assert np.array_equal(odds.cells[saved, other], expected, equal_nan=True)


def test_missing_pictures_are_refused():
    own = trueodds.Rules(0, lambda _: ["go"], lambda _, __: [(mpq(1), None, 1)], name="mine")
    with pytest.raises(ValueError, match="mine has no picture because its positions do not have two fields"):
        draw_pictures(own)
    with pytest.raises(ValueError, match="kind must be one of strategy, odds, curve for two-coins, not 'hold'"):
        draw_pictures(trueodds.TwoCoins(3), "hold")


@pytest.mark.parametrize(
    ("game", "down", "across", "axes"),
    [
        (trueodds.Hog(14), 0, 1, ("my score", "the opponent's score")),
        (trueodds.TheRace(9), 1, 0, ("points of the second player", "points of the first player")),
    ],
    ids=["hog", "the-race"],
)
def test_maps_over_scores_show_the_smallest_best_move_and_the_odds(game, down, across, axes):
    solution = trueodds.solve(game)
    [moves], [odds] = (draw_pictures(game, kind, solution) for kind in ("strategy", "odds"))
    assert (moves.y_title, moves.x_title) == (odds.y_title, odds.x_title) == axes
    several = 0
    for position in solution.model.positions:
        if game.name == "the-race" and position.seat == 0:
            continue
        at, best = (position[down], position[across]), solution.best_moves_at(position)
        assert moves.labels[at] == int(moves.classes[int(moves.cells[at]) - 1]) == min(best)
        assert odds.cells[at] == float(solution.value_at(position))
        several += len(best) > 1
    shown = ~np.isnan(moves.cells)
    assert moves.classes == tuple(map(str, range(moves.labels[shown].min(), moves.labels[shown].max() + 1)))
    assert several or game.name == "the-race"  # which has no ties


def test_what_pictures_have_unless_told_otherwise():
    grid, curves = Grid("t", "x", "y", "u", [0], [0], np.zeros((1, 1))), Curves("t", "x", "y", [])
    assert (grid.classes, grid.labels, grid.even, grid.blank, grid.tied) == ((), None, False, "", None)
    assert (curves.logarithmic, curves.marks, curves.marks_title) == (False, (), "")
