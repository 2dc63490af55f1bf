"""Bounds hold the exact values; the start's value by residues is the exact one; what bounds cannot tell is refused."""

import math
import random
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import general, start_value, strategy_bounds
from trueodds.solver.bounded import solve, solve_moves
from trueodds.solver.bounds import bound
from trueodds.solver.model import explore
from trueodds.solver.regions import find_regions
from trueodds.strategies import duel

from .random_games import game_of, random_games

HALF = Fraction(1, 2)
PAYOFFS = st.builds(Fraction, st.integers(-9, 9), st.integers(1, 60))


@st.composite
def random_games_without_a_way_back(draw):
    """Up to seven positions, each leading only to later ones: no loop's slack hides how numbers are rounded."""
    size = draw(st.integers(1, 7))
    seats = [draw(st.integers(0, 1)) for _ in range(size)]
    rules = []
    for x in range(size):
        own = []
        for _ in range(draw(st.integers(1, 3))):
            parts = [draw(st.integers(1, 99)) for _ in range(draw(st.integers(1, 4)))]
            chances = [Fraction(part, sum(parts)) for part in parts]
            ends = [Fraction(draw(st.integers(-9, 9)), draw(st.integers(1, 60))) for _ in parts]
            after = [draw(st.integers(x + 1, size)) for _ in parts]
            own.append(
                [
                    (p, None, payoff) if at == size else (p, at, None)
                    for p, payoff, at in zip(chances, ends, after, strict=True)
                ]
            )
        rules.append(own)
    return seats, rules


@given(random_games_without_a_way_back())
@example(
    ([0, 0], [[[(Fraction(1, 3), 1, None), (Fraction(2, 3), None, Fraction(1, 7))]], [[(1, None, Fraction(1, 3))]]])
)
@example(([0], [[[(Fraction(1, 10**9), None, 1), (1 - Fraction(1, 10**9), 0, None)]]]))
def test_bounds_hold_the_exact_values_and_keep_the_best_moves(drawn):
    game = game_of(drawn)
    exact = general.solve(game)
    model = explore(game)
    found = bound(model)
    for x, value in enumerate(exact.values):
        assert mpq(found.low[x]) <= value <= mpq(found.high[x])
        assert set(exact.best[x]) <= set(found.candidates[x])


@given(random_games(6, 9, PAYOFFS), st.randoms(use_true_random=False))
def test_the_value_of_any_strategies_is_the_exact_one(drawn, chance):
    game = game_of(drawn)
    moves = {x: chance.choice(game.moves(x)) for x in range(len(drawn[0]))}
    assert start_value.start_value(game, moves.__getitem__) == duel(game, moves, moves).values[0]


@given(random_games(6, 9, PAYOFFS))
def test_the_multiple_is_one(drawn):
    game = game_of(drawn)
    solution = general.solve(game)
    chain = explore(trueodds.solver.given_strategies.Followed(game, {0: solution, 1: solution}))
    assert start_value._multiple(start_value._rows(chain, find_regions(chain))) % solution.values[0].denominator == 0


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
def test_the_same_as_the_exact_method(game):
    found, exact = solve(game), general.solve(game)
    assert found.value == exact.value
    assert found.best_moves == exact.best_moves
    for position in exact.model.positions[:: max(1, len(exact.model.positions) // 9)]:
        assert found.value_at(position) == exact.value_at(position)
        assert found.move_values(position) == exact.move_values(position)
        assert found.best_moves_at(position) == exact.best_moves_at(position)


def test_exact_ties_on_the_path_are_refused_with_the_position():
    with pytest.raises(trueodds.NotProved, match=r"at Flip\(flips=1, score=1\) bounds cannot tell 'A', 'B' apart"):
        solve(trueodds.TwoCoins(4))
    found = solve_moves(trueodds.TwoCoins(4))
    assert not found.proof.proved
    with pytest.raises(trueodds.NotProved, match=r"at Flip\(flips=1, score=1\) bounds cannot tell 'A', 'B' apart"):
        found.value_at((0, 0))
    with pytest.raises(ValueError, match=r"only the moves were asked for: with_value\(\) computes the value"):
        _ = found.value


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("better", [0, 1])
def test_of_moves_that_bounds_cannot_tell_apart_the_better_one_counts(seat, better):
    little = Fraction(1, 2**200)

    def outcomes(x, move):
        chance = HALF + little * (move == better)
        return [(chance, None, 1 - seat), (1 - chance, None, seat)]

    found = solve_moves(trueodds.Rules("start", lambda x: [0, 1], outcomes, lambda x: seat))
    assert list(found.bounds.candidates) == [[0, 1]]
    assert found.value_at("start") == HALF + little
    assert found.best_moves_at("start") == {better}


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
    assert (found.proof.positions, found.proof.decided, found.proof.undecided) == (2, (("bounds", 1),), 1)
    assert found.proof.proved
    assert str(found.proof).startswith(
        "best moves by bounds at 1 of 2 positions, all on the best path among them; values known within "
    )


def test_negative_and_large_payoffs():
    payoff = Fraction(-(10**40), 7)
    game = trueodds.Rules(0, lambda x: ["go"], lambda x, move: [(HALF, None, payoff), (HALF, 0)])
    assert solve(game).value == payoff


@pytest.mark.parametrize("power", [-330, -322, -314, -120, 120, 309, 400])
def test_payoffs_that_floats_cannot_hold(power):
    """Bounds hold, and the best moves are kept, where floats of the payoffs would overflow or vanish."""
    game, same = scaled_game(power), scaled_game(0)
    found, exact = solve(game), general.solve(same)
    assert found.value == exact.value * mpq(10) ** power
    assert found.bounds.candidates == exact.best
    for low, value, high in zip(found.bounds.low, exact.values, found.bounds.high, strict=True):
        assert low <= value * mpq(10) ** power <= high
    # Infinite only where the value is larger than any float.
    assert power > 300 or all(map(math.isfinite, found.bounds.low + found.bounds.high))


def scaled_game(power):
    """Two positions, each with two moves that differ by a thousandth or a hundredth; payoffs times a power of ten."""
    unit = Fraction(10) ** power
    payoffs = [[unit / 3, unit / 3 + unit / 1000], [-unit, -unit * 99 / 100]]
    return trueodds.Rules(
        0, lambda x: [0, 1], lambda x, move: [(HALF, None, payoffs[x][move]), (HALF, 1 - x)], lambda x: x
    )


@pytest.mark.parametrize("chance", [Fraction(1, 2**40), Fraction(1, 2**50), Fraction(3, 2**52)])
def test_no_bound_goes_beyond_the_payoffs(chance):
    """Where the game hardly ends, what is paid for moves adds up to more than error bounds cover."""
    game = trueodds.Rules(
        0,
        lambda x: ["go"],
        lambda x, move: [(chance, None, 1 if x else -1), (1 - chance, 1 - x)],
        lambda x: x,
    )
    model = explore(game)
    found = bound(model)
    for low, value, high in zip(found.low, general.solve(game).values, found.high, strict=True):
        assert -1 - 1e-12 <= low <= value <= high <= 1 + 1e-12


@pytest.mark.parametrize("seed", [308, 446, 1101])
def test_values_near_zero_among_large_ones_do_not_send_floats_in_circles(seed):
    """A ring of thirty positions with two seats; without an absolute slack the bounds came out several units wide."""
    chance = random.Random(seed)
    seats = [chance.randint(0, 1) for _ in range(30)]
    rules = []
    for x in range(30):
        own = []
        for _ in range(chance.randint(1, 3)):
            ends = Fraction(1, chance.choice([2, 10, 1000]))
            payoff = Fraction(chance.randint(-9, 9), chance.randint(1, 3))
            own.append([(ends, None, payoff), (1 - ends, (x + chance.choice([1, 1, 1, 2])) % 30)])
        rules.append(own)
    model = explore(game_of((seats, rules)))
    found = bound(model)
    assert max(high - low for low, high in zip(found.low, found.high, strict=True)) < 1e-9


def test_a_move_may_be_none():
    moves = {None: Fraction(1, 3), "a": HALF, "b": HALF}
    game = trueodds.Rules(0, lambda x: list(moves), lambda x, move: [(1, None, moves[move])])
    assert solve(game).move_values(0) == general.solve(game).move_values(0) == moves
    assert solve(game).best_moves == {"a", "b"}
    assert solve(game).value == HALF  # though bounds cannot tell these apart


def test_a_position_that_is_equal_stands_for_the_games_own():
    """Asked with floats, the rules are still asked with the whole numbers that they expect."""
    game = trueodds.Rules(
        (1, 1),
        lambda x: ["go"],
        lambda x, move: [(HALF, None, Fraction(x[0], 2)), (HALF, None, 0)],
    )
    assert solve(game).value_at((1.0, 1.0)) == Fraction(1, 4)
    assert solve(game).move_values((True, 1.0)) == {"go": Fraction(1, 4)}


def test_a_component_without_bounds_is_named_by_its_own_position(monkeypatch):
    monkeypatch.setattr(strategy_bounds, "_TRIES", 0)
    rare = Fraction(1, 10**7)  # sweeps would crawl
    moves = {"first": [(1, "loop")], "loop": [(rare, None, 1), (rare, None, 0), (1 - 2 * rare, "loop")]}
    game = trueodds.Rules("first", lambda x: ["go"], lambda x, move: moves[x])
    with pytest.raises(trueodds.NotProved, match="the component of 'loop'"):
        solve(game)


def test_a_denominator_with_the_first_prime_takes_another_modulus():
    prime = 2**31 - 1
    game = trueodds.Rules(
        0, lambda x: ["go"], lambda x, m: [(Fraction(1, prime), None, 1), (1 - Fraction(1, prime), None, 0)]
    )
    assert solve(game).value == Fraction(1, prime)


def test_an_endless_game_is_refused_here_too():
    with pytest.raises(trueodds.NotProved, match="for ever"):
        solve(trueodds.Rules(0, lambda x: ["go"], lambda x, move: [(1, 1 - x)]))
