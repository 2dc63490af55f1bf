"""Exact values by moves that bounds prove against those by strategy iteration alone."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import bellman, general
from trueodds.solver.exact_values import find_values
from trueodds.solver.general import solve
from trueodds.solver.model import explore

from .random_games import game_of, random_games

PAYOFFS = st.sampled_from([Fraction(0), Fraction(1, 7), Fraction(1)])
GAMES = [
    trueodds.RiskOrSafety(7),
    trueodds.RiskOrSafety(5, 3, heads="2/5"),
    trueodds.Pig(9),
    trueodds.TheRace(9),
    trueodds.SuperSix(3),
    trueodds.Coinball(4),
]


def both_ways(model):
    components = model.graph.components
    endless = np.zeros(len(model.positions), dtype=bool)
    candidates = general._candidates(model, None)
    return [find_values(model, components, endless, None, left) for left in (candidates, None)]


@given(random_games(8, 5, PAYOFFS))
def test_at_random(drawn):
    chosen, iterated = both_ways(explore(game_of(drawn)))
    assert chosen == iterated


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_games(game, monkeypatch):
    chosen, iterated = both_ways(explore(game))
    assert chosen == iterated
    monkeypatch.setattr(bellman, "_GROWTH", 0)  # no common denominators
    monkeypatch.setattr(bellman, "_ROOM", 0)
    monkeypatch.setattr(bellman, "_WEIGHT_BITS", 0)
    assert both_ways(explore(game))[0] == iterated


def test_bounds_that_leave_the_wrong_moves_are_found_out(monkeypatch):
    """What bounds say is not believed: a choice that is not best gives values that Bellman's equation refuses."""
    model = explore(trueodds.Pig(8))
    bound = general._candidates
    refused = 0
    for x in np.flatnonzero(np.diff(model.first_move) > 1)[::7].tolist():

        def wrong(*given, x=x):
            candidates = bound(*given)
            own = candidates.left[model.first_move[x] : model.first_move[x + 1]]
            own[:] = ~own
            return candidates

        monkeypatch.setattr(general, "_candidates", wrong)
        with pytest.raises(trueodds.NotProved, match="Bellman's equation does not hold"):
            solve(trueodds.Pig(8))
        refused += 1
    assert refused > 20


def test_where_floats_cannot_bound_all_goes_by_strategies(monkeypatch):
    def no_bounds(*given):
        raise trueodds.NotProved("floats cannot bound the component")

    expected = solve(trueodds.Pig(6))
    monkeypatch.setattr(general, "bound", no_bounds)
    assert solve(trueodds.Pig(6)) == expected


def test_a_loop_of_one_position():
    after = {0: [(mpq(2, 3), 0), (mpq(1, 3), None, mpq(1, 5))]}
    game = trueodds.Rules(0, lambda x: [0], lambda x, move: after[x])
    assert both_ways(explore(game)) == [[mpq(1, 5)]] * 2


@pytest.mark.parametrize("factor", [1, *(mpq(10**13, n) for n in (3, 7, 9, 11))])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_move_that_floats_put_first_is_not_the_best(factor, seat):
    """A tenth three times is more than three tenths in floats; the other move is better by less than they can tell."""
    little = mpq(-1 if seat else 1, 2**70)
    direct = [(mpq(3, 10) + little, None, factor), (mpq(7, 10) - little, None, 0)]
    by_steps = [*((mpq(1, 10), x) for x in (1, 2, 3)), (mpq(7, 10), None, 0)]

    def outcomes(x, move):
        return (direct if move == "direct" else by_steps) if x == 0 else [(mpq(1), None, factor)]

    for order in (["direct", "by steps"], ["by steps", "direct"]):
        game = trueodds.Rules(0, lambda x, own=order: own if x == 0 else ["on"], outcomes, lambda x: seat)
        solution = solve(game)
        assert solution.best_moves == {"direct"}
        assert solution.values[0] == (mpq(3, 10) + little) * factor
        assert both_ways(explore(game)) == [solution.values] * 2
