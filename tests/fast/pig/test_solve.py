"""The way from the rules to the solution: the general solver's answers, tables, refusals."""

import dataclasses
import json

import numpy as np
import pytest

from trueodds.fast.pig.solve import solve, solve_moves
from trueodds.games.pig import Pig
from trueodds.runtime.run import Run
from trueodds.solution import NotProved
from trueodds.solver import general


@pytest.mark.parametrize(("target", "sides", "opponent"), [(12, 6, 12), (14, 2, 14), (9, 4, 5), (3, 9, 11)])
def test_the_general_road_gives_the_same(target, sides, opponent):
    game = Pig(target, sides, opponent)
    fast, slow = solve(game), general.solve(game)
    assert fast.value == slow.value
    for position in slow.model.positions:
        assert fast.move_values(position) == slow.move_values(position)
        assert fast.best_moves_at(position) == slow.best_moves_at(position)


def test_tables_say_where_to_hold_and_where_to_roll_again():
    hold, again = solve(Pig(50, 4)).tables()
    assert hold.title == "Hold at"
    assert again.title.startswith("Roll again from")
    assert hold.cells.shape == (50, 50)
    assert list(hold.rows) == list(range(50))
    solution = solve(Pig(50, 4))
    for saved in range(50):
        for other in range(50):
            need = 50 - saved
            best = [solution.best_moves_at((total, saved, other)) for total in range(need)]
            holds = [total for total in range(2, need) if "hold" in best[total]]
            assert hold.cells[saved, other] == (holds[0] if holds else need)
            after = [total for total in range(holds[0] if holds else need, need) if "hold" not in best[total]]
            assert again.cells[saved, other] == (after[0] if after else 0)
            ranges = solution.hold_totals(saved, other)
            assert [t for r in ranges for t in r] == [t for t in range(need) if "hold" in best[t]]


def test_each_seat_has_its_tables_if_targets_differ():
    solution = solve(Pig(9, 6, 5))
    titles = [table.title for table in solution.tables()]
    assert [title.split(":")[0] for title in titles] == [
        "First player",
        "First player",
        "Second player",
        "Second player",
    ]
    assert [table.cells.shape for table in solution.tables()] == [(9, 5), (9, 5), (5, 9), (5, 9)]
    assert np.array_equal(solution.hold_at(1), solve(Pig(5, 6, 9)).hold_at(0))
    with pytest.raises(ValueError, match=r"seat must be 0 \(moves first\) or 1, not 2"):
        solution.hold_at(2)


def test_the_answer_as_json():
    told = json.loads(json.dumps(solve(Pig(20)).to_json()))
    assert told["parameters"] == {"target": 20}
    assert told["best_moves"] == ["roll"]
    assert told["proved"] is True
    assert told["value"]["decimal"].startswith("0.6155585498050")
    assert told["proof"] == str(solve(Pig(20)).proof)


@pytest.mark.parametrize("targets", [(10**9,), (10**9, 6, 10**9), (5, 6, 10**12), (10**30, 2, 1)])
def test_what_does_not_fit_is_refused_at_once(targets):
    with pytest.raises(
        MemoryError, match=r": about [0-9.e+]+ [A-Z]iB needed, this machine has [0-9.]+ [A-Z]iB free$|far more than"
    ) as error:
        solve(Pig(*targets))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("sides", [2**31, pytest.param(10**5000, id="huge")])
def test_too_many_sides_are_refused(sides):
    with pytest.raises(ValueError, match=r"sides must be below 2\^31 to be solved, not"):
        solve(Pig(5, sides))


def test_a_value_outside_of_its_bounds_is_no_answer():
    found = solve_moves(Pig(15))
    values = found.bounds.values.copy()
    values[15, 15] = 0.1, 0.1, 0.2, 0.9
    solution = dataclasses.replace(found, bounds=dataclasses.replace(found.bounds, values=values))
    with pytest.raises(
        NotProved, match="check of roll at needs 15 and 15, turn total 0: outside of the bounds that proved the moves"
    ):
        solution.with_value()


def test_moves_cannot_be_changed_afterwards():
    with pytest.raises(ValueError, match="read-only"):
        solve(Pig(5)).bounds.states[1, 1] = 0


def test_stages_are_told():
    told = []
    solve_moves(Pig(60), Run(progress=lambda *news: told.append(news)))
    assert told[-1] == ("bounds", 60, 60)
    solution = solve(Pig(60), Run(progress=lambda *news: told.append(news)))
    assert [stage for stage, *_ in told][-2:] == ["values", "numerators"]
    told.clear()
    assert solution.value > 0
    assert solution.value_at((0, 0, 0)) == solution.value
    assert not told  # known already
    solution.move_values((3, 0, 0), lambda *news: told.append(news))
    assert [stage for stage, *_ in told][-2:] == ["values", "numerators"]
