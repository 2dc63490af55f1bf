"""The Python interface besides `solve`: output, tables, maps and JSON of solutions."""

import itertools
import sys

import numpy as np
import pytest

import trueodds
from trueodds.dispatch import solve_moves
from trueodds.solution import Table, pluralize

from .extras import need

GAME = trueodds.RiskOrSafety(3)


def test_output_of_a_solution(tmp_path, monkeypatch):
    solution = trueodds.solve(GAME)
    with pytest.raises(ValueError, match="digits must be at least 1, not 0"):
        solution.decimal(0)
    solution.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="to_dataframe needs pandas: pip install"):
        solution.to_dataframe()


def test_a_map_over_two_fields_is_drawn_and_written():
    solution = trueodds.solve(trueodds.Pig(8), "general")
    text = solution.to_latex(over=("turn_total", "saved"), at={"opponent_saved": 3})
    assert "best move at opponent saved 3, seat 0 (turn total: rows; saved: columns)" in text
    model = solution.model
    for total in range(8):
        [row] = [line for line in text.splitlines() if line.startswith(f"{total} & ")]
        for saved, cell in enumerate(row.removesuffix(r" \\").split(" & ")[1:]):
            position = total, saved, 3, 0
            best = solution.best_moves_at(position) if position in model.index else set()
            assert cell == "".join(rf"\text{{{move}}}" for move in best)
    need("matplotlib")
    figure = solution.plot(over=("turn_total", "saved"), at={"opponent_saved": 3})
    assert figure.axes[0].get_title() == "pig, target 8: best move at opponent saved 3, seat 0"
    for over, at, message in (
        (("turn_total",), None, "a map needs two fields of positions, not turn_total"),
        (("turn_total", "luck"), None, "no field 'luck'"),
        (("turn_total", "saved"), {"seat": 7, "opponent_saved": 9}, "no position has"),
    ):
        for show in solution.plot, solution.to_latex:
            with pytest.raises(ValueError, match=message):
                show(over=over, at=at)


def test_latex_has_a_table_of_every_game_whose_positions_have_two_fields():
    for game in (trueodds.Hog(4), trueodds.TheRace(3), trueodds.RiskOrSafety(3)):
        assert trueodds.solve(game, "general").to_latex().count(r"\begin{array}") == 1
    plain = trueodds.solve(trueodds.Rules("start", lambda x: ["go"], lambda x, move: [(1, None, 1)]))
    assert plain.to_latex() == plain._repr_latex_()


def test_a_solution_shows_its_game_value_and_best_moves():
    assert repr(trueodds.solve(GAME)) == (
        "<RiskOrSafetySolution of risk-or-safety, target 3: value ≈ 0.545454545454545, best move 1>"
    )
    moves = solve_moves(trueodds.TwoCoins(4), "start")
    assert repr(moves) == "<BoundedSolution of two-coins, flips 4: value not computed, best move not proved>"
    model = trueodds.Model.from_arrays([0], [0, 1], [0, 1], [0], [1], [0], [0], gains=[1])
    assert "value infinite, best move 0" in repr(trueodds.solve(model))


def test_a_dataframe_has_the_records():
    need("pandas")
    solution = trueodds.solve(GAME)
    assert solution.to_dataframe().to_dict("records") == solution.records()


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
