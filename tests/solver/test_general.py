"""The general solver gives one answer with bounds, without bounds, and from any guess."""

from fractions import Fraction

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import bellman, block, general, strategy_iteration
from trueodds.solver.bounds import bound
from trueodds.solver.exact_values import find_values
from trueodds.solver.general import solve
from trueodds.solver.model import explore
from trueodds.solver.proof import best_moves
from trueodds.solver.strategy_iteration import solve_component

from .oracle import ENDING, ENDLESS, draw, draw_model, game_of
from .test_margins import block_of

HALF = Fraction(1, 2)
GAMES = [
    trueodds.RiskOrSafety(7),
    trueodds.RiskOrSafety(5, 3, heads="2/5"),
    trueodds.Pig(9),
    trueodds.TheRace(9),
    trueodds.SuperSix(2),
    trueodds.Coinball(4),
]


def refuse(*_):
    raise trueodds.NotProved("floats cannot bound the component")


def both_ways(model):
    """Return values by the moves that bounds leave, and by strategy iteration alone."""
    return [find_values(model, left) for left in (bound(model).candidates, None)]


@given(st.integers(0, 10**9))
def test_random_games_with_and_without_bounds(seed):
    chosen, iterated = both_ways(draw_model(seed, ENDING, 8, 10**9))
    assert chosen == iterated


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_games_with_and_without_bounds(game, monkeypatch):
    model = explore(game)
    chosen, iterated = both_ways(model)
    assert chosen == iterated
    monkeypatch.setattr(block, "_DENSE", 10)  # sparse matrices
    assert find_values(model, None) == iterated
    for name in ("_GROWTH", "_ROOM", "_WEIGHT_BITS"):  # no common denominators
        monkeypatch.setattr(bellman, name, 0)
    assert find_values(model, bound(model).candidates) == iterated


@pytest.mark.parametrize(
    "guess", [lambda block, *_: (None, block.first[:-1].copy()), lambda block, *_: (None, block.first[1:] - 1)]
)
def test_exact_iteration_from_any_guess(monkeypatch, guess):
    """Begin with all first moves, or with all last moves."""
    games = [trueodds.RiskOrSafety(7, 5, "2/5"), trueodds.SuperSix(2)]
    games += [game_of(draw(seed, ENDLESS)) for seed in range(150)]
    expected = [(found.values, found.best) for found in map(solve, games)]
    monkeypatch.setattr(strategy_iteration, "guess_strategies", guess)
    monkeypatch.setattr(general, "bound", refuse)
    assert [(found.values, found.best) for found in map(solve, games)] == expected


def test_wrong_candidates_are_detected(monkeypatch):
    """Wrong bounds give values that Bellman's equation refuses."""
    model = explore(trueodds.Pig(8))
    refused = 0
    for x in np.flatnonzero(np.diff(model.first_move) > 1)[::7].tolist():

        def wrong(*given, x=x):
            found = bound(*given)
            found.candidates.left.flags.writeable = True
            found.candidates.left[model.first_move[x] : model.first_move[x + 1]] ^= True
            return found

        monkeypatch.setattr(general, "bound", wrong)
        with pytest.raises(trueodds.NotProved, match="Bellman's equation does not hold"):
            solve(trueodds.Pig(8))
        refused += 1
    assert refused > 20


@pytest.mark.parametrize("factor", [1, *(mpq(10**13, n) for n in (3, 7, 9, 11))])
@pytest.mark.parametrize("seat", [0, 1])
def test_floats_rank_moves_wrongly(factor, seat):
    """In floats three tenths added up exceed 0.3; the other move is better by less than a rounding error."""
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


@pytest.mark.parametrize("seed", range(40))
def test_games_without_loops(seed, monkeypatch):
    """Compare with Bellman's equation from the rules, which alone proves the values of such games."""
    near = [payoff + little for payoff in (-1, 0, 1, 2) for little in (0, Fraction(1, 10**12), -Fraction(1, 10**12))]
    monkeypatch.setattr(general, "bound", refuse)
    solution = solve(game_of(draw(seed, ENDING, 12, 10**9, near, onward=True)))
    for x in solution.model.positions:
        assert best_moves(solution.game, x, solution.value_at) == solution.best_moves_at(x)


def test_the_margin_grows_with_the_outcomes():
    """The rounding error of four million outcomes may exceed the usual margin."""
    block, actions = block_of([0], [mpq(1, 2), mpq(1, 2) + mpq(1, 2**31)], [(), ()])
    block.known[1] = 0.5 - 2.0**-30
    block.error[:] = 2.0**22 * 2.0**-53
    assert solve_component(block, actions.__getitem__, 1.0) == [actions[1].constant]


RING = {x: {"go": [(HALF, (x + 1) % 5), (HALF, (x + 2) % 5)]} for x in range(5)}
STAY_OR_END = {0: {"stay": [(1, 0)], "end": [(1, None, 1)]}}
BACK = {0: {"go": [(HALF, 1), (HALF, 2)]}, 1: {"back": [(1, 0)], "end": [(1, None, 1)]}, 2: {"back": [(1, 0)]}}


@pytest.mark.parametrize(("moves", "named"), [(STAY_OR_END, "0"), (BACK, "0, 1, 2"), (RING, "0, 1, 2 and 2 more")])
def test_game_that_may_never_end_is_refused(moves, named):
    game = trueodds.Rules(0, lambda x: list(moves[x]), lambda x, move: moves[x][move])
    with pytest.raises(trueodds.NotProved, match=f"may never end.* never leave the positions {named}$"):
        solve(game)


# From 1 one may go back to 0, but 0 ends with 1/2 whatever is done; where nobody comes play need not end.
MUST_END = {0: {"go": [(HALF, 1), (HALF, None, 1)]}, 1: {"back": [(1, 0)], "end": [(1, None, 0)]}}
UNREACHED = {0: {"go": [(1, None, 1)]}, 1: {"stay": [(1, 1)]}}


@pytest.mark.parametrize("moves", [MUST_END, UNREACHED])
def test_unreachable_loops_are_allowed(moves):
    assert solve(trueodds.Rules(0, lambda x: list(moves[x]), lambda x, move: moves[x][move])).value == 1


@pytest.mark.parametrize("dense", [0, 100])
def test_equations_that_are_singular_in_floats(dense, monkeypatch):
    """The probability of staying rounds to 1; leaving pays less than waiting for the end."""
    monkeypatch.setattr(block, "_DENSE", dense)
    chance = Fraction(1, 10**20)
    moves = {"stay": [(1 - chance, 0), (chance, None, 1)], "leave": [(1, None, HALF)]}
    solution = solve(trueodds.Rules(0, lambda x: list(moves), lambda x, move: moves[move]))
    assert solution.value == 1
    assert solution.best_moves == {"stay"}
    for claimed in (HALF, Fraction(9, 10), Fraction(2)):
        with pytest.raises(trueodds.NotProved, match=f"0: the value {claimed} is not that of the best move"):
            best_moves(solution.game, 0, lambda position, claimed=claimed: claimed)
