"""Method start gives exact values by residues, for payoffs of any size, and refuses undecided moves."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.runtime.run import Run
from trueodds.solver import bounds, general, given_strategies, graph, start_value, strategy_bounds
from trueodds.solver.bounded import bound_moves, solve, solve_moves
from trueodds.solver.model import explore
from trueodds.solver.regions import find_regions

from .oracle import ENDING, KINDS, REWARDS, draw_model, draw_varied, game_of, widths

HALF = Fraction(1, 2)
PAYOFFS = [Fraction(n, d) for n, d in ((-9, 7), (0, 1), (1, 60), (5, 53), (7, 1), (9, 58))]


@given(st.integers(0, 10**9), st.booleans())
def test_value_of_any_strategies(seed, best):
    drawn, chance = draw_varied(seed, ENDING, 6, 10**9, PAYOFFS), random.Random(seed)
    game = game_of(drawn, seed % len(drawn.seats))
    moves = general.solve(game) if best else {x: chance.choice(game.moves(x)) for x in range(len(drawn.seats))}
    chain = explore(given_strategies.Followed(game, {0: moves, 1: moves}))
    value = general.solve(chain.game).values[0]
    assert start_value.solve_chain(chain) == value
    assert start_value._find_multiple(start_value._list_rows(chain, find_regions(chain))) % value.denominator == 0


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("better", [0, 1])
def test_undecided_moves_are_compared_by_exact_values(seat, better):
    little = Fraction(1, 2**200)

    def outcomes(x, move):
        if x == "start":
            return [(1, move)]
        chance = HALF / 2 if move == 2 else HALF + little * (move == better)
        return [(chance, None, 1 - seat), (1 - chance, None, seat)]

    moves = {"start": ["worse", "next"], "worse": [2], "next": [2, 1, 0, 3]}
    found = solve_moves(trueodds.Rules("start", moves.get, outcomes, lambda x: seat))
    assert found.bounds.candidates.tolist() == [[1], [0], [1, 2, 3]]
    assert (found.proof.decided, found.proof.undecided) == ((("bounds", 2),), 1)
    assert found.value_at("next") == HALF + little
    assert found.best_moves_at("next") == {better}
    assert found.move_values("next") == {2: HALF / 2, better: HALF + little, 1 - better: HALF, 3: HALF}
    message = r"^at 'next', bounds cannot separate the moves 1, 0, 3; use method general, which compares moves exactly$"
    with pytest.raises(trueodds.NotProved, match=message):
        found.value_at("start")


def test_ties_off_the_best_path_are_allowed():
    # "safe" is better; after "risky" both moves are worth the same.
    moves = {
        "start": {"safe": [(1, None, HALF)], "risky": [(1, "tie")]},
        "tie": {"a": [(1, None, Fraction(1, 3))], "b": [(1, None, Fraction(1, 3))]},
    }
    found = solve(trueodds.Rules("start", lambda x: list(moves[x]), lambda x, move: moves[x][move]))
    assert found.value == HALF
    assert found.best_moves_at("tie") == {"a", "b"}
    assert (found.proof.positions, found.proof.decided, found.proof.undecided) == (2, (("bounds", 1),), 1)
    assert (found.proof.ties, found.proof.proved) == (0, True)
    widest = max(found.bounds.high - found.bounds.low)
    width = f"values known within {widest:.1e}"
    assert str(found.proof) == f"best moves by bounds at 1 of 2 positions, including all on the best path; {width}"
    assert str(solve_moves(found.game).proof) == f"best moves by bounds at 1 of 2 positions; {width}"


@pytest.mark.parametrize("power", [-330, -314, 120, 309, 400])
def test_payoffs_beyond_floats(power):
    """Multiply payoffs by powers of ten; moves differ by one part in a hundred or a thousand."""

    def scaled(unit):
        payoffs = [[unit / 3, unit / 3 + unit / 1000], [-unit, -unit * 99 / 100]]
        return trueodds.Rules(
            0, lambda x: [0, 1], lambda x, move: [(HALF, None, payoffs[x][move]), (HALF, 1 - x)], lambda x: x
        )

    game, plain = scaled(Fraction(10) ** power), general.solve(scaled(Fraction(1)))
    values = [value * mpq(10) ** power for value in plain.values]
    found = solve(game)
    assert general.solve(game).values == values
    assert general.solve(game).best == found.bounds.candidates.tolist() == plain.best == [[1], [0]]
    assert found.value == values[0]
    widths(values, found.bounds)
    # Infinite only where the value is larger than any float.
    assert power > 300 or all(map(math.isfinite, found.bounds.low + found.bounds.high))
    for payoff in (unit := mpq(10) ** power, -unit):
        assert solve(trueodds.Rules(0, lambda x: [0], lambda x, move, end=payoff: [(1, None, end)])).value == payoff
        half = trueodds.Rules(0, lambda x: [0], lambda x, move, end=payoff: [(HALF, None, end), (HALF, None, 1)])
        assert solve(half).value == general.solve(half).value == (payoff + 1) / 2


@pytest.mark.parametrize("chance", [Fraction(1, 2**40), Fraction(1, 2**50), Fraction(3, 2**52)])
def test_bounds_stay_within_the_payoffs(chance):
    """If the game rarely ends, the rewards of float strategies add up to more than error bounds cover."""
    game = trueodds.Rules(
        0, lambda x: ["go"], lambda x, move: [(chance, None, 1 if x else -1), (1 - chance, 1 - x)], lambda x: x
    )
    found = bounds.bound(explore(game))
    widths(general.solve(game).values, found)
    assert -1 - 1e-12 <= min(found.low) <= max(found.high) <= 1 + 1e-12


def test_none_is_a_move():
    moves = {None: Fraction(1, 3), "a": HALF, "b": HALF}
    game = trueodds.Rules(0, lambda x: list(moves), lambda x, move: [(1, None, moves[move])])
    assert solve(game).move_values(0) == general.solve(game).move_values(0) == moves
    assert solve(game).best_moves == {"a", "b"}
    assert solve(game).value == HALF  # although bounds cannot separate these


def test_component_without_bounds_is_named(monkeypatch):
    monkeypatch.setattr(strategy_bounds.StrategyBounds, "_fits", lambda *_: False)
    rare = Fraction(1, 10**7)  # sweeps would crawl
    moves = {"first": [(1, "loop")], "loop": [(rare, None, 1), (rare, None, 0), (1 - 2 * rare, "loop")]}
    game = trueodds.Rules("first", lambda x: ["go"], lambda x, move: moves[x])
    with pytest.raises(trueodds.NotProved, match="the values in the component that contains 'loop'"):
        solve(game)


def test_denominator_divisible_by_the_first_prime(monkeypatch):
    monkeypatch.setattr("trueodds.exact.pipeline.draw_prime", iter([2**31 - 1, 2**61 - 1]).__next__)
    chance = Fraction(1, 2**31 - 1)
    game = trueodds.Rules(0, lambda x: ["go"], lambda x, m: [(chance, None, 1), (1 - chance, None, 0)])
    assert solve(game).value == chance


def test_settings_are_passed_on():
    game, reports = trueodds.Pig(5), []
    for method in (solve, solve_moves, general.solve):
        with pytest.raises(MemoryError, match="more than 5 positions"):
            method(game, Run(max_positions=5))
    found = solve_moves(game)
    for ask in (found.value_at, found.move_values):
        ask(game.start, lambda *report: reports.append(report[0]))
    found.with_value(Run(progress=lambda *report: pytest.fail("the value is known")))
    assert reports[0] == "exact value"
    assert len(reports) >= 1 + len(game.moves(game.start))
    for ask in (solve_moves(game).with_value, lambda run: solve(game, run)):
        reports.clear()
        ask(Run(progress=lambda *report: reports.append(report[0])))
        assert reports[-1] == "exact value"
    with pytest.raises(ValueError, match="method start does not support rewards of moves; use method general"):
        bound_moves(draw_model(1, REWARDS))


def test_a_value_is_saved_if_it_is_known(tmp_path):
    found = solve_moves(draw_model(1, ENDING).game)
    for solution in (found, found.with_value()):
        solution.save(tmp_path / "a")
        assert trueodds.load(tmp_path / "a").start_value == solution.start_value
    assert solution.start_value is not None


@pytest.mark.parametrize("kind", KINDS)
def test_parts_that_do_not_fit_are_refused(kind):
    for seed in range(12):
        model = draw_model(seed, kind)
        found = general.solve(model.game)
        given, parts, ranks = (found.game, found.method, found.proof), found.to_parts(), found.ranks
        wrong = [{"positions": parts["positions"] + by} for by in (1, -1)]
        wrong += [{"best": np.packbits(graph.mark_moves(model, found.best[:-1]))}, {"values": parts["values"][1:]}]
        if ranks is None:
            wrong += [{"ranks": np.zeros((2, len(found.values)), int)}, {"followed": np.zeros(len(found.values), int)}]
        else:
            wrong += [{"ranks": None}, {"followed": None}, {"ranks": ranks[:1]}, {"ranks": np.vstack([ranks, ranks])}]
            for x, moves in enumerate(np.diff(model.first_move)):
                wrong += [{"followed": np.put(own := found.followed.copy(), x, y) or own} for y in (-1, moves)]
        message = r"positions|the stated number|at least one move|an array of|not exist|or neither"
        for change in wrong if parts["values"] else wrong[:3]:
            with pytest.raises(ValueError, match=message):
                type(found).from_parts(*given, parts | change)
        other = general.GeneralSolution if kind == REWARDS else general.RewardSolution
        with pytest.raises(ValueError, match="the kind of solution must fit the game"):
            other.from_parts(*given, parts)
