"""Bounds hold the exact values; the start's value by residues is the exact one; what bounds cannot tell is refused."""

from fractions import Fraction
from math import lcm

import pytest
from gmpy2 import mpq
from hypothesis import example, given, settings
from hypothesis import strategies as st

import trueodds
from trueodds.solver import bounds, general, start_value
from trueodds.solver.bounded import solve
from trueodds.solver.bounds import bound_positions
from trueodds.solver.components import find_components
from trueodds.solver.model import explore
from trueodds.solver.play import duel

HALF = Fraction(1, 2)


@st.composite
def random_games(draw):
    """Up to six positions, up to three moves each; every move may end the game, so every game ends."""
    size = draw(st.integers(1, 6))
    seats = [draw(st.integers(0, 1)) for _ in range(size)]
    rules = []
    for _ in range(size):
        own = []
        for _ in range(draw(st.integers(1, 3))):
            parts = [draw(st.integers(1, 9)) for _ in range(draw(st.integers(1, 3)) + 1)]
            total = sum(parts)
            over = (Fraction(parts[0], total), None, Fraction(draw(st.integers(-9, 9)), draw(st.integers(1, 60))))
            own.append([over, *((Fraction(p, total), draw(st.integers(0, size - 1)), None) for p in parts[1:])])
        rules.append(own)
    return seats, rules


def game_of(drawn):
    seats, rules = drawn
    return trueodds.Rules(0, lambda x: list(range(len(rules[x]))), lambda x, move: rules[x][move], seats.__getitem__)


@settings(max_examples=150, deadline=None)
@given(random_games())
@example(([0], [[[(Fraction(1, 10**9), None, 1), (1 - Fraction(1, 10**9), 0, None)]]]))
def test_bounds_hold_the_exact_values_and_keep_the_best_moves(drawn):
    game = game_of(drawn)
    exact = general.solve(game)
    model = explore(game)
    found = bound_positions(model, find_components(model))
    for x, value in enumerate(exact.values):
        assert mpq(found.low[x]) <= value <= mpq(found.high[x])
        assert set(exact.best[x]) <= set(found.candidates[x])


@settings(max_examples=150, deadline=None)
@given(random_games(), st.randoms(use_true_random=False))
def test_the_value_of_any_strategies_is_the_exact_one(drawn, chance):
    game = game_of(drawn)
    moves = {x: chance.choice(game.moves(x)) for x in range(len(drawn[0]))}
    assert start_value.start_value(game, moves.__getitem__) == duel(game, moves, moves).values[0]


@settings(max_examples=60, deadline=None)
@given(random_games())
def test_the_multiple_is_one(drawn):
    game = game_of(drawn)
    solution = general.solve(game)
    chain = explore(trueodds.solver.play.Followed(game, {0: solution, 1: solution}))
    assert start_value._multiple(start_value._rows(chain)) % solution.values[0].denominator == 0


@pytest.mark.parametrize(
    "game",
    [
        trueodds.Pig(12),
        trueodds.SuperSix(3),
        trueodds.TheRace(12),
        trueodds.RiskOrSafety(9, 7),
        trueodds.RiskOrSafety(20),
    ],
    ids=str,
)
def test_the_same_as_the_exact_road(game):
    found, exact = solve(game), general.solve(game)
    assert found.value == exact.value
    assert found.best_moves == exact.best_moves
    for position in exact.model.positions[:: max(1, len(exact.model.positions) // 9)]:
        assert found.value_at(position) == exact.value_at(position)
        assert found.move_values(position) == exact.move_values(position)
        assert found.best_moves_at(position) == exact.best_moves_at(position)


def test_exact_ties_on_the_path_are_refused_with_the_position():
    found = solve(trueodds.TwoCoins(4))
    with pytest.raises(trueodds.NotProved, match=r"at Flip\(flips=0, score=0\) bounds cannot tell 'A', 'B' apart"):
        _ = found.value


def test_ties_off_the_path_do_not_matter():
    # "safe" is better; after "risky" both moves are worth the same.
    moves = {
        "start": {"safe": [(1, None, HALF)], "risky": [(1, "tie")]},
        "tie": {"a": [(1, None, Fraction(1, 3))], "b": [(1, None, Fraction(1, 3))]},
    }
    game = trueodds.Rules("start", lambda x: list(moves[x]), lambda x, move: moves[x][move])
    found = solve(game)
    assert found.value == HALF
    assert found.best_moves_at("tie") == {"a", "b"}
    assert "at 1 of 2 positions" in found.proof


def test_negative_and_large_payoffs():
    payoff = Fraction(-(10**40), 7)
    game = trueodds.Rules(0, lambda x: ["go"], lambda x, move: [(HALF, None, payoff), (HALF, 0)])
    assert solve(game).value == payoff


def test_a_denominator_with_the_first_prime_takes_another_modulus():
    prime = 2**61 - 1
    game = trueodds.Rules(
        0, lambda x: ["go"], lambda x, m: [(Fraction(1, prime), None, 1), (1 - Fraction(1, prime), None, 0)]
    )
    assert solve(game).value == Fraction(1, prime)
    assert lcm(prime, 2) == 2 * prime


def test_bounds_that_do_not_fit_are_not_taken(monkeypatch):
    """With nothing paid for moves no bound is proved, and none is given."""
    monkeypatch.setattr(bounds, "_STEP", 0.0)
    with pytest.raises(trueodds.NotProved, match="floats cannot bound the component"):
        solve(trueodds.SuperSix(2))


def test_an_endless_game_is_refused_here_too():
    with pytest.raises(trueodds.NotProved, match="for ever"):
        solve(trueodds.Rules(0, lambda x: ["go"], lambda x, move: [(1, 1 - x)]))
