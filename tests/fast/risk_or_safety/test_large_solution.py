"""Large targets give the answers of the exact methods where both apply; beyond, methods for one value agree."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from trueodds import RiskOrSafety, dispatch, solve
from trueodds.catalog import entry, registry
from trueodds.fast.risk_or_safety.large import LargeTargetSolution, bound_odds_error, start_values
from trueodds.fast.risk_or_safety.solution import RiskOrSafetySolution


@pytest.mark.parametrize("given", [(20,), (14, 9, "2/5"), (5, 12, "2/5"), (9, 9, "3/4")])
def test_the_method_for_large_targets_agrees_with_the_exact_one(given, tmp_path):
    game, path = RiskOrSafety(*given), tmp_path / "part"
    far, exact, both = solve(game, checkpoint=path), solve(game, "pairs"), min(game.target, game.opponent_target)
    assert path.exists()  # until the caller has stored the answer
    assert start_values(both, game.heads)[-1] == solve(RiskOrSafety(both, heads=game.heads)).value
    assert isinstance(far, LargeTargetSolution)
    assert (far.value, far.best_moves, far.records()) == (exact.value, exact.best_moves, exact.records())
    for mine, theirs in zip(far.tables(), exact.tables(), strict=True):
        assert (mine.title, mine.rows, mine.columns) == (theirs.title, theirs.rows, theirs.columns)
    places = [(0, 0, 0), (0, 1, 2), (1, 2, 1), (0, 4, 1), (2, 0, 3), (4, 0, 11)]
    for seat, (a, b, c) in itertools.product((0, 1), places):
        assert far.tied_turns(seat) == exact.tied_turns(seat)
        assert np.array_equal(far.coins(seat), exact.coins(seat))
        own, other = game.targets_of(seat)
        if a + b >= own or c >= other:
            continue
        best = exact.best_moves_at((0, b, c, seat))
        for ask in ("best_moves_at", "value_at", "move_values"):
            if a <= max(best) or ask == "move_values":
                assert getattr(far, ask)((a, b, c, seat)) == getattr(exact, ask)((a, b, c, seat))
            else:
                with pytest.raises(ValueError, match=f"than the best number of coins, {max(best)}; method='pairs'"):
                    getattr(far, ask)((a, b, c, seat))


@pytest.mark.parametrize("heads", [Fraction(1, 2), Fraction(2, 5), Fraction(9, 10)])
def test_the_error_bound_adds_up_the_worst_steps(heads):
    """Errors of a step are at most 3k + 2l + 24 roundings, divided by D; steps of equal sums of needs do not add up."""
    game = RiskOrSafety(7, 4, heads)
    first, second = (solve(game).coins(seat) for seat in (0, 1))
    worst = {}
    for i, j in itertools.product(range(1, 8), range(1, 5)):
        k, l = int(first[i - 1, j - 1]), int(second[j - 1, i - 1])
        step = (3 * k + 2 * l + 24) * Fraction(1, 2**53) / (1 - (1 - heads**k) * (1 - heads**l))
        worst[i + j] = max(worst.get(i + j, 0), step)
    assert bound_odds_error(np.ones((1, 1)), np.ones((1, 1)), 0.5) == 2 * (3 + 3 + 32) * 2.0**-53 / 0.75
    assert sum(worst.values()) <= bound_odds_error(first, second, float(heads)) < 5 * sum(worst.values())


def test_the_method_is_chosen_by_size():
    usual = entry.load(registry.find(RiskOrSafety(1)).choose)
    assert (usual(RiskOrSafety(127)), usual(RiskOrSafety(128))) == ("pairs", "start")
    assert isinstance(dispatch.solve_moves(RiskOrSafety(20)), RiskOrSafetySolution)
    assert isinstance(dispatch.solve_moves(RiskOrSafety(128)), LargeTargetSolution)
