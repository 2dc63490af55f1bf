"""Compare Pig with a reference implementation, an independent residue, and published results."""

import numpy as np
import pytest

import trueodds
from trueodds.exact.decimals import format_decimal
from trueodds.fast.pig.solve import solve
from trueodds.games.pig import Pig


@pytest.mark.parametrize(("target", "opponent"), [(1, 1), (12, 5), (5, 12), (30, 30)])
def test_a_die_of_two_sides_is_risk_or_safety(target, opponent):
    solution, other = solve(Pig(2 * target, 2, 2 * opponent)), trueodds.solve(trueodds.RiskOrSafety(target, opponent))
    value = other.value
    assert solution.value == value
    assert np.array_equal(solution.hold_at()[::2, ::2], 2 * other.coins()[::-1, ::-1])
    assert solve(Pig(2 * target - 1, 2, 2 * opponent - 1)).value == value


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


@pytest.mark.parametrize("sides", [2, 4])
def test_tables_show_where_to_hold_and_where_to_roll_again(sides):
    target = 30
    solution = solve(Pig(target, sides))
    hold, again = solution.tables()
    assert hold.title == "Hold at"
    assert again.title.startswith("Roll again from")
    assert hold.cells.shape == (target, target)
    assert list(hold.rows) == list(range(target))
    for saved in range(target):
        for other in range(target):
            need = target - saved
            best = [solution.best_moves_at((total, saved, other)) for total in range(need)]
            totals = range(2, need, 2 if sides == 2 else 1)  # that can be rolled
            holds = [total for total in totals if "hold" in best[total]]
            assert hold.cells[saved, other] == (holds[0] if holds else need)
            after = [total for total in totals if holds and total > holds[0] and "hold" not in best[total]]
            assert again.cells[saved, other] == (after[0] if after else 0)
            ranges = solution.hold_totals(saved, other)
            assert [t for r in ranges for t in r] == [t for t in range(need) if "hold" in best[t]]


def test_each_seat_has_its_tables_if_targets_differ():
    solution = solve(Pig(9, 6, 5))
    players = ["First player", "First player", "Second player", "Second player"]
    assert [table.title.split(":")[0] for table in solution.tables()] == players
    assert [table.cells.shape for table in solution.tables()] == [(9, 5), (9, 5), (5, 9), (5, 9)]
    assert np.array_equal(solution.hold_at(1), solve(Pig(5, 6, 9)).hold_at(0))
    with pytest.raises(ValueError, match=r"seat must be 0 \(moves first\) or 1, not 2"):
        solution.hold_at(2)


@pytest.mark.parametrize("sides", [2**31, pytest.param(10**5000, id="huge")])
def test_too_many_sides_are_refused(sides):
    with pytest.raises(ValueError, match=r"sides must be below 2\^31, not"):
        solve(Pig(5, sides))
