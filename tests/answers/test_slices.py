"""Maps over any two fields show the solution's own moves and values, ties and blanks included."""

import numpy as np
import pytest

import trueodds
from trueodds.answers.slices import map_over
from trueodds.views.ascii import text


@pytest.fixture(scope="module")
def six():
    return trueodds.solve(trueodds.SuperSix(4))


def test_every_cell_is_the_solutions(six):
    grid = map_over(six, "mine", "other", {"filled": "4", "rolled": "True"})
    assert grid.classes == ("roll", "stop")
    known, shown = set(six.positions), 0
    for row, mine in enumerate(grid.y):
        for column, other in enumerate(grid.x):
            seats = [(mine, other, 4, True, seat) for seat in (0, 1)]
            position = next((six.game.position(one) for one in seats if six.game.position(one) in known), None)
            assert (position is None) == np.isnan(grid.cells[row, column])
            if position is None:
                continue
            shown += 1
            best = six.best_moves_at(position)
            assert grid.classes[int(grid.cells[row, column]) - 1] in best
            assert (grid.tied is not None and bool(grid.tied[row, column])) == (len(best) > 1)
    assert shown > 10


def test_values(six):
    grid = map_over(six, "mine", "other", {"filled": "4", "rolled": "True"}, odds=True)
    shown = np.argwhere(~np.isnan(grid.cells)).tolist()
    for row, column in shown:
        values = {
            float(six.value_at(one)) for one in six.positions if one[:4] == (grid.y[row], grid.x[column], 4, True)
        }
        assert grid.cells[row, column] in values
    assert shown
    assert grid.even


def test_the_other_players_turn_stands_in():
    solution = trueodds.solve(trueodds.Coinball(6))
    grid = map_over(solution, "lead", "tosses")
    assert not np.isnan(grid.cells[:, 1::2]).all()  # odd tosses are the second player's


def test_ties_are_told():
    solution = trueodds.solve(trueodds.TwoCoins(5))
    grid = map_over(solution, "score", "flips")
    assert grid.tied is not None
    assert "ties" in text([grid])


def test_many_numbers_are_shades():
    solution = trueodds.solve(trueodds.RiskOrSafety(20))
    grid = map_over(solution, "saved", "opponent_saved")
    assert grid.classes == ()
    assert grid.cells[0, 19] == grid.labels[0, 19] == 20


@pytest.mark.parametrize(
    ("fields", "at", "message"),
    [
        (("mine", "chips"), {}, "no field 'chips'; the fields of a position are mine, other"),
        (("mine", "mine"), {}, "needs two different fields"),
        (("mine", "seat"), {"mine": "3"}, "needs two different fields"),
        (("mine", "seat"), {"other": "77"}, "no position has other 77"),
    ],
)
def test_what_is_refused(six, fields, at, message):
    with pytest.raises(ValueError, match=message):
        map_over(six, *fields, at)


def test_fields_that_are_no_numbers():
    own = trueodds.Rules(("a", 1), lambda at: ["go"], lambda at, move: [(1, None, 1)])
    with pytest.raises(ValueError, match="the fields of a map must be whole numbers"):
        map_over(trueodds.solve(own), "part_1", "part_2")


def test_a_page_of_rewards_is_refused(tmp_path):
    """Its values of moves would lack the rewards."""
    model = trueodds.Model.from_arrays([0], [0, 1], [0, 1], [1], [1], [0], [0], gains=[3])
    with pytest.raises(ValueError, match="has rewards of moves, which a page cannot show"):
        trueodds.solve(model).to_html(tmp_path / "page.html")
