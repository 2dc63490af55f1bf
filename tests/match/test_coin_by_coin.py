"""Coin by coin it is the same game: the general solver, given these rules, finds the same odds and moves."""

import itertools

import pytest

import trueodds
from trueodds.fast.risk_or_safety.coin_by_coin import coin_by_coin
from trueodds.games.risk_or_safety import CoinByCoin
from trueodds.match.match import solve_for_play
from trueodds.solver.general import solve


@pytest.mark.parametrize(
    "game",
    [trueodds.RiskOrSafety(1), trueodds.RiskOrSafety(6), trueodds.RiskOrSafety(5, 1, "2/5")],
    ids=repr,
)
def test_the_general_road_agrees_everywhere(game):
    general, read_off = solve(CoinByCoin(game)), coin_by_coin(trueodds.solve(game))
    assert read_off.value == trueodds.solve(game).value
    for position in general.model.positions:
        assert read_off.value_at(position) == general.value_at(position)
        assert read_off.move_values(position) == general.move_values(position)
        assert read_off.best_moves_at(position) == general.best_moves_at(position)


@pytest.mark.parametrize(
    "game",
    [trueodds.RiskOrSafety(12), trueodds.RiskOrSafety(9, 4), trueodds.RiskOrSafety(5, 1, "2/5")],
    ids=repr,
)
def test_for_large_targets_a_few_values_tell_the_same_everywhere(game):
    """On the best path and off it: the moves, their values, and who is asked by which seat."""
    whole, large = (coin_by_coin(trueodds.solve(game, method)) for method in ("pairs", "start"))
    assert type(large).__name__ == "LargeCoinByCoinSolution"
    for seat, (mine, other) in enumerate([(game.target, game.opponent_target), (game.opponent_target, game.target)]):
        for b in range(mine):
            for c, a in itertools.product(range(other), range(mine - b)):
                position = (a, b, c, seat)
                assert large.best_moves_at(position) == whole.best_moves_at(position)
                assert large.value_at(position) == whole.value_at(position)
                assert large.move_values(position) == whole.move_values(position)


def test_floats_leave_few_heads_to_compare():
    large = coin_by_coin(trueodds.solve(trueodds.RiskOrSafety(60), "start"))
    game = large.game
    left = [len(large._worth_going_for(game.position((a, 0, c, 0)))) for a in range(1, 30) for c in range(0, 60, 7)]
    assert sum(left) / len(left) < 1.5


def test_a_game_to_200_starts_at_once(monkeypatch):
    """Nothing is solved at all positions for it: that takes minutes."""
    monkeypatch.setattr("trueodds.fast.risk_or_safety.solution.by_pairs", None)
    solution = solve_for_play(trueodds.RiskOrSafety(200))
    assert solution.best_moves_at((6, 3, 50)) == {"bank"}
    assert set(solution.move_values((6, 3, 50))) == {"bank", "toss"}
