"""Large targets: the same answers as the exact methods where both can go, and the ways of one value agree beyond."""

import numpy as np
import pytest

from trueodds import RiskOrSafety, solve
from trueodds.catalog.entry import load
from trueodds.catalog.registry import find
from trueodds.dispatch import solve_moves
from trueodds.fast.risk_or_safety.all.solution import RiskOrSafetySolution
from trueodds.fast.risk_or_safety.large.solution import LargeTargetSolution
from trueodds.fast.risk_or_safety.solve import start_values


@pytest.mark.parametrize(
    ("target", "opponent", "heads"), [(30, 30, "1/2"), (14, 9, "2/5"), (5, 12, "2/5"), (9, 9, "3/4")]
)
def test_the_far_road_agrees_with_the_exact_one(target, opponent, heads):
    game = RiskOrSafety(target, opponent, heads)
    far, exact = solve(game, "start"), solve(game, "pairs")
    assert isinstance(far, LargeTargetSolution)
    assert far.value == exact.value
    assert far.best_moves == exact.best_moves
    assert far.tied_turns(0) == exact.tied_turns(0)
    assert far.tied_turns(1) == exact.tied_turns(1)
    for seat in (0, 1):
        assert np.array_equal(far.coins(seat), exact.coins(seat))
    for mine, theirs in zip(far.tables(), exact.tables(), strict=True):
        assert (mine.title, mine.rows, mine.columns) == (theirs.title, theirs.rows, theirs.columns)
    for seat in (0, 1):
        for a, b, c in [(0, 0, 0), (0, 1, 2), (1, 2, 1), (0, 4, 1), (2, 0, 3)]:
            mine = (target, opponent)[seat]
            if a + b >= mine or c >= (opponent, target)[seat]:
                continue
            position = (a, b, c, seat)
            if a <= max(exact.best_moves_at((0, b, c, seat))):
                assert far.best_moves_at(position) == exact.best_moves_at(position)
                assert far.value_at(position) == exact.value_at(position)
                assert far.move_values(position) == exact.move_values(position)


def test_the_method_is_chosen_by_size():
    usual = load(find(RiskOrSafety(1)).choose)
    assert (usual(RiskOrSafety(127), ()), usual(RiskOrSafety(128), ())) == ("pairs", "start")
    assert isinstance(solve_moves(RiskOrSafety(20)), RiskOrSafetySolution)
    assert isinstance(solve_moves(RiskOrSafety(128)), LargeTargetSolution)


def test_off_the_path_is_not_claimed():
    solution = solve(RiskOrSafety(20), "start")
    with pytest.raises(ValueError, match=r"more open points than the 2 that are best .* only method='pairs' knows"):
        solution.best_moves_at((3, 0, 0))


def test_a_checkpoint_goes_with_method_start(tmp_path):
    path = tmp_path / "part"
    assert solve(RiskOrSafety(30), checkpoint=path).value == solve(RiskOrSafety(30)).value
    assert path.exists()  # until the caller has put the answer away
    with pytest.raises(ValueError, match="a checkpoint goes with method 'start', not with 'pairs'"):
        solve(RiskOrSafety(30), "pairs", checkpoint=path)


@pytest.mark.parametrize("n", [128, 200])
def test_pushed_mass_forward_residues_and_elimination_agree(n):
    forward = start_values(n)[-1]
    pushed = solve(RiskOrSafety(n), "start").fraction
    assert forward == pushed
    # Denominator of 17,814 bits at 200: measured before this package, by a rational recursion.
    if n == 200:
        assert pushed.denominator.bit_length() == 17_814


@pytest.mark.long
def test_all_three_ways_agree_at_two_hundred():
    exact = solve(RiskOrSafety(200), "pairs")
    for n, value in enumerate(start_values(200), 1):
        assert value == exact.values[0, n, n]
    assert solve(RiskOrSafety(200), "start").value == exact.value
