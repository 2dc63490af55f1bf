"""The general solver against brute force over all strategies and the fast method; ties; games that never end."""

import random
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import strategies as st

import trueodds
from trueodds.solver import block, general, strategy_iteration
from trueodds.solver.general import solve
from trueodds.solver.proof import best_moves
from trueodds.solver.strategy_iteration import Actions, solve_component

from .test_margins import block_of

HALF = Fraction(1, 2)
PAYOFFS = st.builds(Fraction, st.integers(-2, 4), st.integers(1, 4))


@pytest.mark.parametrize(
    "guess", [lambda block, *_: (None, block.first[:-1].copy()), lambda block, *_: (None, block.first[1:] - 1)]
)
def test_exact_iteration_alone_finds_the_same(monkeypatch, guess):
    """Whatever floats guess, the answer is the same: worst guesses, all first moves and all last moves."""
    game = trueodds.RiskOrSafety(7, 5, "2/5")
    expected = solve(game).values
    monkeypatch.setattr(strategy_iteration, "float_strategies", guess)
    monkeypatch.setattr(general, "_candidates", lambda *_: None)
    assert solve(game).values == expected
    six = solve(trueodds.SuperSix(2))
    monkeypatch.undo()
    assert solve(trueodds.SuperSix(2)).values == six.values


def test_large_components_are_sparse_and_give_the_same(monkeypatch):
    expected = solve(trueodds.SuperSix(3)).values
    monkeypatch.setattr(block, "_DENSE", 10)
    monkeypatch.setattr(general, "_candidates", lambda *_: None)
    assert solve(trueodds.SuperSix(3)).values == expected


@pytest.mark.parametrize(
    "game",
    [
        trueodds.RiskOrSafety(1),
        trueodds.RiskOrSafety(9),
        trueodds.RiskOrSafety(20),
        trueodds.RiskOrSafety(6, 9, "1/3"),
        trueodds.RiskOrSafety(5, 1, "2/5"),
    ],
)
def test_risk_or_safety_equals_the_fast_road(game):
    general, fast = trueodds.solve(game, "general"), trueodds.solve(game)
    for position in general.model.positions:
        assert general.value_at(position) == fast.value_at(position)
        assert general.best_moves_at(position) == fast.best_moves_at(position)
    assert general.value == fast.value


def test_ties_are_ties():
    # Heads 2/5, needs (5, 1): 2 and 3 coins are exactly equally good.
    solution = solve(trueodds.RiskOrSafety(5, 1, "2/5"))
    assert solution.best_moves == {2, 3}
    several = sum(len(solution.best_moves_at(position)) > 1 for position in solution.model.positions)
    assert solution.proof.ties == several > 0


def test_moves_closer_than_floats_can_tell_are_told_apart():
    tiny = Fraction(1, 10**40)
    game = trueodds.Rules(
        0, lambda x: ["a", "b", "c"], lambda x, move: [(HALF, None, HALF + "abc".index(move) * tiny), (HALF, 0)]
    )
    solution = solve(game)
    assert solution.best_moves == {"c"}
    assert solution.value == HALF + 2 * tiny
    assert solution.move_values(0)["a"] < solution.move_values(0)["b"] < solution.value


def test_payoffs_may_be_any_rationals():
    game = trueodds.Rules(0, lambda x: ["go"], lambda x, move: [(HALF, None, -7), (HALF, None, Fraction(10**30, 3))])
    assert solve(game).value == mpq(-7, 2) + mpq(10**30, 6)


@pytest.mark.parametrize("power", [-330, -322, -314, -120, 120, 309, 400])
def test_payoffs_that_floats_cannot_hold(power):
    """Payoffs times a power of ten: the same best moves, the values times it."""

    def solved(unit):
        payoffs = [[unit / 3, unit / 3 + unit / 1000], [-unit, -unit * 99 / 100]]
        return solve(
            trueodds.Rules(
                0, lambda x: [0, 1], lambda x, move: [(HALF, None, payoffs[x][move]), (HALF, 1 - x)], lambda x: x
            )
        )

    scaled, plain = solved(Fraction(10) ** power), solved(Fraction(1))
    assert scaled.best == plain.best == [[1], [0]]
    assert scaled.values == [value * mpq(10) ** power for value in plain.values]


def test_the_margin_grows_with_the_outcomes():
    """Four million outcomes may put floats off by more than the usual margin."""
    block, actions = block_of([0], [mpq(1, 2), mpq(1, 2) + mpq(1, 2**31)], [(), ()])
    block.known[1] = 0.5 - 2.0**-30
    block.error[:] = 2.0**22 * 2.0**-53
    assert solve_component(block, Actions(actions.__getitem__), 1.0) == [actions[1].known]


@pytest.mark.parametrize(
    ("moves", "named"),
    [
        ({0: {"stay": [(1, 0)], "end": [(1, None, 1)]}}, "0"),
        (
            {0: {"go": [(HALF, 1), (HALF, 2)]}, 1: {"back": [(1, 0)], "end": [(1, None, 1)]}, 2: {"back": [(1, 0)]}},
            "0, 1, 2",
        ),
    ],
)
def test_a_game_that_can_go_on_for_ever_is_refused(moves, named):
    game = trueodds.Rules(0, lambda x: list(moves[x]), lambda x, move: moves[x][move])
    with pytest.raises(trueodds.NotProved, match=f"for ever.* never leave the positions {named}$"):
        solve(game)


def test_a_game_that_must_end_though_it_loops_is_not_refused():
    # From 1 one may go back to 0, but 0 ends with 1/2 whatever is done.
    moves = {0: {"go": [(HALF, 1), (HALF, None, 1)]}, 1: {"back": [(1, 0)], "end": [(1, None, 0)]}}
    game = trueodds.Rules(0, lambda x: list(moves[x]), lambda x, move: moves[x][move])
    assert solve(game).value == 1


def test_endless_positions_that_cannot_be_reached_do_not_matter():
    moves = {0: {"go": [(1, None, 1)]}, 1: {"stay": [(1, 1)]}}
    assert solve(trueodds.Rules(0, lambda x: list(moves[x]), lambda x, move: moves[x][move])).value == 1


def game_that_floats_take_for_endless():
    """Staying is so likely that floats find the equations singular; the exit pays, and there is a worse one."""
    chance = Fraction(1, 10**20)
    moves = {"stay": [(1 - chance, 0), (chance, None, 1)], "leave": [(1, None, HALF)]}
    return trueodds.Rules(0, lambda x: list(moves), lambda x, move: moves[move])


@pytest.mark.parametrize("dense", [0, 100])
def test_where_floats_find_no_solution_exact_arithmetic_does(dense, monkeypatch):
    monkeypatch.setattr(block, "_DENSE", dense)
    solution = solve(game_that_floats_take_for_endless())
    assert solution.value == 1
    assert solution.best_moves == {"stay"}


def test_a_value_that_is_not_that_of_the_best_move_is_refused():
    game = game_that_floats_take_for_endless()
    for claimed in (HALF, Fraction(9, 10), Fraction(2)):
        with pytest.raises(trueodds.NotProved, match=f"0: the value {claimed} is not that of the best move"):
            best_moves(game, 0, lambda position, claimed=claimed: claimed)
    assert best_moves(game, 0, lambda position: Fraction(1)) == {"stay"}


def test_positions_that_never_come_again_are_those_of_a_recursion():
    """Games without loops, of both seats, with ties, payoffs below 0 and above 1: against the plain recursion."""
    luck = random.Random(7)
    for _ in range(40):
        size = 12
        seats = [luck.randint(0, 1) for _ in range(size)]
        rules = [
            [
                [(Fraction(1, 3), luck.randint(x + 1, size), None), (Fraction(2, 3), luck.randint(x + 1, size), None)]
                for _ in range(luck.randint(1, 3))
            ]
            for x in range(size)
        ]
        near = (0, 0, Fraction(1, 10**12), Fraction(-1, 10**12))  # what floats do not tell apart
        pays = {x: Fraction(luck.randint(-1, 2)) + luck.choice(near) for x in range(size + 1)}

        def outcomes(x, move, rules=rules, pays=pays, size=size):
            found = {}
            for chance, after, _ in rules[x][move]:
                key = (None, pays[x]) if after == size else (after, None)
                found[key] = found.get(key, 0) + chance
            return [trueodds.Outcome(chance, *key) for key, chance in found.items()]

        game = trueodds.Rules(0, lambda x, rules=rules: list(range(len(rules[x]))), outcomes, seats.__getitem__)
        solved, values = trueodds.solve(game), {}
        for x in reversed(range(size)):
            worth = [
                sum(one.probability * (values[one.position] if one.position is not None else one.payoff) for one in own)
                for own in (outcomes(x, move) for move in range(len(rules[x])))
            ]
            values[x] = max(worth) if seats[x] == 0 else min(worth)
            if x in solved.model.index:
                assert solved.values[solved.model.index[x]] == values[x]
                assert solved.best_moves_at(x) == {move for move, value in enumerate(worth) if value == values[x]}
