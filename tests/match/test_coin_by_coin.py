"""Coin by coin it is the same game: the general solver, given these rules, finds the same odds and moves."""

import pytest

import trueodds
from trueodds.fast.risk_or_safety.coin_by_coin import coin_by_coin
from trueodds.games.risk_or_safety import CoinByCoin
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


def test_a_tie_is_a_tie():
    solution = coin_by_coin(trueodds.solve(trueodds.RiskOrSafety(5, 1, "2/5")))
    assert solution.best_moves_at((2, 0, 0, 0)) == {"bank", "toss"}  # two or three heads are best at the start


def test_illegal_moves_and_positions_are_refused():
    game = CoinByCoin(trueodds.RiskOrSafety(3))
    with pytest.raises(ValueError, match="allowed are toss"):
        game.outcomes((0, 0, 0), "bank")
    with pytest.raises(ValueError, match="is no position"):
        game.moves((3, 0, 0))
