"""Compare Pig with published results, and its tables with the best moves."""

import itertools

import numpy as np
import pytest

from trueodds.exact.decimals import format_decimal
from trueodds.fast.pig.solve import solve, solve_moves
from trueodds.games.pig import Pig


def test_published_results_at_one_hundred():
    # T. Neller and C. Presser, "Optimal Play of the Dice Game Pig", UMAP Journal 25 (2004): 0.53059 by value iteration.
    solution = solve(Pig())
    assert format_decimal(solution.value, 5) == "0.53059"
    hold, again = solution.hold_at(), solution.roll_again_at()
    assert hold[0, 0] == 21
    needs = np.broadcast_to(np.arange(100, 0, -1)[:, None], (100, 100))
    assert np.array_equal(hold[78:], needs[78:])  # whoever needs 22 or less rolls until it is won,
    assert np.array_equal(hold[:, 84:], needs[:, 84:])  # and so does whoever plays against 16 or less
    assert hold[77, 0] < 23
    assert hold[0, 83] < 100
    # Rolling is not best on an initial segment only: Neller and Presser show the surface overhang.
    assert (again > 0).sum() == 2503
    assert solve_moves(Pig(60)).hold_totals(0, 10) == [range(22, 28), range(29, 58)]


@pytest.mark.parametrize("sides", [2, 4])
def test_tables_show_where_to_hold_and_where_to_roll_again(sides):
    target = 30
    solution = solve(Pig(target, sides))
    hold, again = solution.tables()
    assert hold.cells.shape == again.cells.shape == (target, target)
    for saved, other in itertools.product(range(target), repeat=2):
        need = target - saved
        best = [solution.best_moves_at((total, saved, other)) for total in range(need)]
        totals = range(2, need, 2 if sides == 2 else 1)  # that can be rolled
        holds = [total for total in totals if "hold" in best[total]]
        for at in [(total, saved, other) for total in holds[:1] if saved == 0]:
            assert solution.value_at(at) == max(solution.move_values(at).values())
        after = [total for total in totals if holds and total > holds[0] and "hold" not in best[total]]
        assert hold.cells[saved, other] == (holds[0] if holds else need)
        assert again.cells[saved, other] == (after[0] if after else 0)
        ranges = solution.hold_totals(saved, other)
        assert [t for r in ranges for t in r] == [t for t in range(need) if "hold" in best[t]]


def test_each_seat_has_its_tables_if_targets_differ():
    solution = solve(Pig(9, 6, 5))
    players = ["First player", "First player", "Second player", "Second player"]
    assert [table.title.split(":")[0] for table in solution.tables()] == players
    assert [table.cells.shape for table in solution.tables()] == [(9, 5), (9, 5), (5, 9), (5, 9)]
    swapped = solve(Pig(5, 6, 9))
    assert np.array_equal(solution.hold_at(1), swapped.hold_at(0))
    assert np.array_equal(solution.roll_again_at(1), swapped.roll_again_at(0))
