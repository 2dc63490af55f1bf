"""Compare the gambler's problem with all strategies of small goals, known formulas, and the stored results."""

from itertools import product

import gambler
import numpy as np
import pytest
from gmpy2 import mpq

from ..solver.oracle import eliminate
from .conftest import read_results

RESULTS = read_results(gambler)


def value_of(strategy, chance, goal):
    """Return the values of all capitals from 1 if the stakes are given, by elimination."""
    rows = []
    for capital, stake in enumerate(strategy, 1):
        row = [mpq(0)] * goal  # unknowns 1 … goal - 1, then the constant
        row[capital - 1] += 1
        for odds, to in ((chance, capital + stake), (1 - chance, capital - stake)):
            if to == goal:
                row[-1] += odds
            elif to:
                row[to - 1] -= odds
        rows.append(row)
    eliminate(rows)
    return [row[-1] for row in rows]


@pytest.mark.parametrize("chance", gambler.CHANCES)
@pytest.mark.parametrize("goal", [3, 6, 8])
def test_values_and_stakes_are_those_of_the_best_of_all_strategies(goal, chance):
    values, best, _ = gambler.solve(chance, goal)
    every = {s: value_of(s, chance, goal) for s in product(*(gambler.stakes(c, goal) for c in range(1, goal)))}
    highest = [max(column) for column in zip(*every.values(), strict=True)]
    assert list(values.values()) == highest
    optimal = [strategy for strategy, found in every.items() if found == highest]
    assert [sorted(set(column)) for column in zip(*optimal, strict=True)] == list(best.values())


@pytest.mark.parametrize("chance", gambler.CHANCES)
def test_results_agree_with_the_program(chance):
    """Bold play is best in an unfair game; stakes of 1, with the value of gambler's ruin, in a favourable one."""
    values, best, _ = gambler.solve(chance)
    found = RESULTS[f"p = {chance}"]
    assert found["value of 50"] == gambler.results.as_json(values[50])
    assert found["best stakes"] == {str(capital): stakes for capital, stakes in best.items()}
    ratio = (1 - chance) / chance
    if ratio > 1:
        assert all(min(capital, 100 - capital) in stakes for capital, stakes in best.items())
    elif ratio < 1:
        assert all(value == (1 - ratio**capital) / (1 - ratio**100) for capital, value in values.items())
        assert all(stakes == [1] for stakes in best.values())


def test_value_iteration_in_floats_chooses_best_stakes_but_not_always_the_least():
    _, best, _ = gambler.solve(gambler.CHANCES[1])  # 2/5
    compared = gambler.compare(best, gambler.value_iteration(gambler.CHANCES[1], np.float64))
    assert compared["not best"] == 0 < compared["best, but not the least"]
