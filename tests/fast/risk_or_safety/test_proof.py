"""The proof refuses whatever is not exactly the value, and agrees with a check straight from the rules."""

import pytest
from gmpy2 import mpq

from trueodds import NotProved, RiskOrSafety, solve
from trueodds.fast.risk_or_safety.bounds import Layout, by_pairs
from trueodds.fast.risk_or_safety.exact import pair_values, prove
from trueodds.solver.proof import best_moves


@pytest.mark.parametrize("heads", [mpq(1, 2), mpq(2, 5)])
def test_any_tampered_value_is_refused(heads):
    layout = Layout(6, 4)
    values = pair_values(by_pairs(layout, heads), heads)
    for node, value in values.items():
        if node[2]:
            for wrong in (value + mpq(1, 10**40), value - mpq(1, 10**40), 1 - value, mpq(float(value))):
                if wrong != value:
                    with pytest.raises(NotProved, match="is not that of the best move"):
                        prove(layout, heads, values | {node: wrong})


def test_values_of_a_worse_strategy_are_refused():
    p, layout = mpq(1, 2), Layout(5, 5)
    bounds = by_pairs(layout, p)
    bounds.S[layout.index(1, 5, 5)] *= -1  # at the start, stop where it is best to continue
    with pytest.raises(NotProved, match="needs 5 against 5"):
        prove(layout, p, pair_values(bounds, p))


@pytest.mark.parametrize("game", [RiskOrSafety(9), RiskOrSafety(8, 5, "2/5"), RiskOrSafety(2, 9, "3/5")], ids=str)
def test_every_position_satisfies_the_rules_own_bellman_equation(game):
    solution = solve(game)
    for seat in (0, 1):
        mine, other = (game.target, game.opponent_target)[:: 1 - 2 * seat]
        for b in range(mine):
            for c in range(other):
                for a in range(mine - b):
                    position = (a, b, c, seat)
                    assert best_moves(game, position, solution.value_at) == solution.best_moves_at(position)


def test_the_rules_own_check_refuses_a_wrong_value():
    game = RiskOrSafety(3)
    solution = solve(game)
    with pytest.raises(NotProved):
        best_moves(game, game.start, lambda p: solution.value_at(p) + (mpq(1, 1000) if p == game.start else 0))
