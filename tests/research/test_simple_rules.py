"""What simple rules cost: against plain systems of equations, and in order."""

import pytest

from trueodds.research.linear_systems import values
from trueodds.research.simple_rules import cost


@pytest.mark.parametrize("target", [1, 2, 5])
@pytest.mark.parametrize("coins", [1, 2, None])
def test_against_itself_it_is_a_strategy_of_the_papers(target, coins):
    every = range(1, target + 1)
    table = {(i, j): i if coins is None else min(i, coins) for i in every for j in every}
    assert cost(target, coins).itself == values(table)[0, target, target]


@pytest.mark.parametrize("coins", [1, 2, 3, None])
def test_no_rule_beats_perfect_play_and_the_best_answer_is_the_worst_for_it(coins):
    found = cost(8, coins)
    assert found.worst <= found.against_perfect < found.value


def test_two_coins_are_the_best_simple_rule():
    chances = {coins: cost(10, coins).against_perfect for coins in (1, 2, 3, None)}
    assert max(chances, key=chances.get) == 2


def test_bad_coins():
    with pytest.raises(ValueError, match="coins must be a whole number from 1, not 0"):
        cost(5, 0)
