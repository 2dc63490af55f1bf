"""Coin by coin, the game is the same: the general solver, given these rules, finds the same odds and moves."""

import itertools

import numpy as np
import pytest
from gmpy2 import mpq

import trueodds
from trueodds.fast.risk_or_safety.coin_by_coin import convert_solution
from trueodds.games.risk_or_safety import CoinByCoin
from trueodds.play.match import solve_for_play
from trueodds.solver.general import solve


@pytest.mark.parametrize("method", ["pairs", "start"])
@pytest.mark.parametrize(
    "game", [trueodds.RiskOrSafety(1), trueodds.RiskOrSafety(7, 4), trueodds.RiskOrSafety(5, 1, "2/5")], ids=repr
)
def test_all_positions_have_the_values_and_moves_of_the_general_solver(game, method):
    general, found = solve(CoinByCoin(game)), convert_solution(trueodds.solve(game, method))
    assert type(found).__name__ == ("CoinByCoinSolution" if method == "pairs" else "LargeCoinByCoinSolution")
    assert found.value == general.value
    for seat, (mine, other) in enumerate([(game.target, game.opponent_target), (game.opponent_target, game.target)]):
        for a, b, c in itertools.product(range(mine), range(mine), range(other)):
            if a + b < mine and (position := (a, b, c, seat)) in general.model.positions:
                assert found.value_at(list(position)) == found.value_at(position) == general.value_at(position)
                assert found.move_values(position) == general.move_values(position)
                assert found.best_moves_at(position) == general.best_moves_at(position)


def test_floats_leave_few_heads_to_compare():
    large = convert_solution(trueodds.solve(trueodds.RiskOrSafety(60), "start"))
    positions = [large.game.position((a, 0, c, 0)) for a in range(1, 30) for c in range(0, 60, 7)]
    left = [len(large._list_useful_heads(position)) for position in positions]
    assert sum(left) / len(left) < 1.5


@pytest.mark.parametrize("error", [1e-15, 1e-4, 1e-2])
def test_errors_of_floats_within_their_bound_hide_no_best_heads(error):
    game = trueodds.RiskOrSafety(9, heads="2/5")
    exact, large = trueodds.solve(game, "pairs"), convert_solution(trueodds.solve(game, "start"))
    draw = np.random.default_rng(7)
    large.__dict__["_floats"] = tuple(odds + error * draw.choice([-1, 1], odds.shape) for odds in large._floats)
    large.__dict__["_error"] = error + large._error
    for a, c, seat in itertools.product(range(8), range(9), (0, 1)):
        others = {heads: exact.value_at((0, c, heads, 1 - seat)) if heads < 9 else 0 for heads in range(a + 1, 10)}
        worst = exact.value_at((0, c, 0, 1 - seat))
        gains = {heads: mpq(2, 5) ** (heads - a) * (worst - other) for heads, other in others.items()}
        best = {heads for heads, one in gains.items() if one == max(gains.values())}
        assert best & set(large._list_useful_heads(large.game.position((a, 0, c, seat))))


def test_a_game_to_200_starts_at_once(monkeypatch):
    """Play must not wait until every position is solved, which takes minutes."""
    monkeypatch.setattr("trueodds.fast.risk_or_safety.solution.bound_by_pairs", None)
    solution = solve_for_play(trueodds.RiskOrSafety(200))
    stages = []
    value = solution.value_at((6, 3, 50), lambda *report: stages.append(report[0]))
    assert (value, "residues" in stages) == (solution.move_values((6, 3, 50))["bank"], True)
    assert solution.best_moves_at((6, 3, 50)) == {"bank"}
    assert set(solution.move_values((6, 3, 50))) == {"bank", "toss"}
    assert solve_for_play(trueodds.RiskOrSafety(3, 51)).best_moves == {"toss"}  # one long target is enough
