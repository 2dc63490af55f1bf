"""The paper's analytic method has the paper's systems and fractions, and the optimum of the exact solution."""

import pytest
from gmpy2 import mpq

import trueodds
from trueodds.research import linear_systems
from trueodds.research.counting import strategies
from trueodds.research.linear_systems import compare_all, compare_reduced, optimal_values, values
from trueodds.runtime.run import Run


def same_as_the_exact_stage(found, target):
    solution = trueodds.solve(trueodds.RiskOrSafety(target))
    (best,) = found.optimal
    assert found.value == solution.value
    for (i, j), k in best.items():
        assert solution.best_moves_at((0, target - i, target - j)) == {k}


@pytest.mark.parametrize(("target", "systems"), [(1, 1), (2, 3), (3, 31), (4, 3011)])
def test_all_strategies(target, systems):
    found = compare_all(target)
    assert found.systems == systems
    same_as_the_exact_stage(found, target)


# The number of strategies to compare; paper, section 3.3.
@pytest.mark.parametrize(
    ("target", "systems"), [(3, 16), (4, 125), (5, 1296), pytest.param(6, 16807, marks=pytest.mark.slow)]
)
def test_strategies_that_reuse_the_smaller_game(target, systems):
    found = compare_reduced(target)
    assert found.systems == systems == (target + 1) ** (target - 1)
    same_as_the_exact_stage(found, target)


def test_the_values_of_all_positions_equal_the_exact_stage():
    solution = trueodds.solve(trueodds.RiskOrSafety(5))
    for (_, i, j), value in optimal_values(5).items():
        assert value == solution.value_at((0, 5 - i, 5 - j))


def test_the_best_strategy_against_itself_is_not_optimal():
    """Comparing the value of the start alone, as one might read section 3.1, would pick the third strategy."""
    first, second, third = (values(coins)[0, 2, 2] for coins in ({(2, 2): 2}, *list(strategies(2))[1::-1]))
    assert (first, second, third) == (mpq(4, 7), mpq(8, 15), mpq(16, 27))
    found = compare_all(2)
    assert found.largest != found.optimal


def test_groups_in_any_order_have_the_result_of_one(monkeypatch):
    right = compare_all(3)
    starts = {tuple(coins.items()): values(coins)[0, 3, 3] for coins in strategies(3)}
    assert [tuple(coins.items()) for coins in right.largest] == [
        coins for coins, start in starts.items() if start == max(starts.values())
    ]

    def backwards(function, groups, take, *rest):
        for group in reversed(list(groups)):
            take(group, function(group))

    monkeypatch.setattr(linear_systems, "TOGETHER", 3)
    monkeypatch.setattr(linear_systems, "compute_chunks", backwards)
    assert compare_all(3) == right
    monkeypatch.setattr(linear_systems, "compare_some", lambda *given: (mpq(1, 2), [*range(len(given[-1][1]))], []))
    assert compare_all(3).largest == [*strategies(3)]


def test_a_wrong_optimum_is_detected(monkeypatch):
    monkeypatch.setattr(
        linear_systems, "optimal_values", lambda target: dict.fromkeys(optimal_values(target), mpq(1, 2))
    )
    assert compare_all(3).optimal == []


def test_an_optimal_strategy_has_the_right_value_wherever_it_leads(monkeypatch):
    right, (coins,) = optimal_values(3), compare_all(3).optimal
    for needs in coins:
        monkeypatch.setattr(linear_systems, "optimal_values", lambda _, at=(0, *needs): right | {at: right[at] / 2})
        assert compare_all(3).optimal == []


def test_a_killed_run_resumes_from_its_checkpoint(tmp_path, monkeypatch):
    monkeypatch.setattr(linear_systems, "TOGETHER", 1)
    right, solved, path = compare_all(3), [], tmp_path / "part"
    compare_some = linear_systems.compare_some

    def stop_at(last):
        def compare(target, best, known, group):
            solved.append(group[0])
            if len(solved) == last:
                raise KeyboardInterrupt
            return compare_some(target, best, known, group)

        return compare

    monkeypatch.setattr(linear_systems, "compare_some", stop_at(15))
    with pytest.raises(KeyboardInterrupt):
        compare_all(3, Run(1, path))
    monkeypatch.setattr(linear_systems, "compare_some", stop_at(0))
    assert compare_all(3, Run(1, path)) == right
    assert solved == [*range(15), *range(14, 31)]  # fourteen were finished and stored
    solved.clear()
    assert compare_all(3, Run(1, path)) == right
    assert solved == []
    with pytest.raises(ValueError, match="another computation"):
        compare_all(2, Run(1, path))


def test_impossible_results_are_refused():
    group = (7, [{(1, 1): 1}])
    linear_systems._check_found(group, (mpq(2, 3), [0], []))
    for found in (
        (mpq(2, 3), [0]),
        (mpq(2, 3), [0], [], []),
        (mpq(4, 3), [0], []),
        (mpq(2, 3), [], []),
        (mpq(2, 3), [0], [1]),
        (mpq(2, 3), [0], 0),
    ):
        with pytest.raises(ValueError, match="group 7"):
            linear_systems._check_found(group, found)
