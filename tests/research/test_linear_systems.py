"""The paper's analytic method has the paper's systems and fractions, and the optimum of the exact solution."""

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.research import counting, linear_systems
from trueodds.research.linear_systems import compare_all, compare_reduced, compute_optimal_values, compute_values
from trueodds.runtime.run import Run


@pytest.mark.parametrize(
    ("compare", "target", "systems"),
    [
        *((compare_all, target, systems) for target, systems in ((1, 1), (2, 3), (3, 31), (4, 3011))),
        # paper, section 3.3: (n + 1)^(n - 1) strategies that reuse the smaller game
        *((compare_reduced, target, systems) for target, systems in ((3, 16), (4, 125), (5, 1296))),
        pytest.param(compare_reduced, 6, 16807, marks=pytest.mark.slow),
    ],
)
def test_the_number_of_strategies_and_the_best_of_them(compare, target, systems):
    found, solution = compare(target), trueodds.solve(trueodds.RiskOrSafety(target))
    (best,) = found.optimal
    assert (found.systems, found.value) == (systems, solution.value)
    for (i, j), k in best.items():
        assert solution.best_moves_at((0, target - i, target - j)) == {k}


def test_groups_in_any_order_have_the_result_of_one(monkeypatch):
    right = compare_all(3)
    starts = {tuple(coins.items()): compute_values(coins)[0, 3, 3] for coins in counting.yield_strategies(3)}
    assert right.largest == [dict(coins) for coins, start in starts.items() if start == max(starts.values())]

    def backwards(function, groups, take, *rest):
        for group in reversed(list(groups)):
            take(group, function(group))

    monkeypatch.setattr(linear_systems, "TOGETHER", 3)
    monkeypatch.setattr(linear_systems, "compute_chunks", backwards)
    assert compare_all(3) == right
    monkeypatch.setattr(linear_systems, "compare_some", lambda *given: (mpq(1, 2), [*range(len(given[-1][1]))], []))
    assert compare_all(3).largest == [*counting.yield_strategies(3)]


def test_an_optimal_strategy_has_the_right_value_wherever_it_leads(monkeypatch):
    right, (coins,) = compute_optimal_values(3), compare_all(3).optimal
    for needs in coins:
        wrong = right | {(0, *needs): right[0, *needs] / 2}
        monkeypatch.setattr(linear_systems, "compute_optimal_values", lambda _, wrong=wrong: wrong)
        assert compare_all(3).optimal == []


def test_what_is_in_the_checkpoint_is_not_solved_again(tmp_path, monkeypatch):
    monkeypatch.setattr(linear_systems, "TOGETHER", 1)
    path = tmp_path / "part"
    found = compare_all(3, Run(1, path))
    monkeypatch.delattr(linear_systems, "compute_values")
    assert compare_all(3, Run(1, path)) == found
    with pytest.raises(ValueError, match="another computation"):
        compare_all(2, Run(1, path))


def test_impossible_results_are_refused():
    group = (7, [{(1, 1): 1}])
    linear_systems._check_found(group, (mpq(2, 3), [0], []))
    wrong = [([0],), ([0], [], []), ([], []), ([0], [1]), ([-1], []), ([0], 0)]
    for value in (mpq(4, 3), mpq(1), mpq(0), mpq(-1, 3), 0.5, "2/3", None):
        with pytest.raises(ValueError, match=r"^the result of group 7 has no valid probability of winning$"):
            linear_systems._check_found(group, (value, [0], []))
    for lists in wrong:
        with pytest.raises(ValueError, match=r"^the result of group 7 (is not a tuple|has invalid indices)"):
            linear_systems._check_found(group, (mpq(2, 3), *lists))
