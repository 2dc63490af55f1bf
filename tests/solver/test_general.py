"""The general solver gives one answer with bounds, without bounds, and from any guess."""

from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.certificates import lines
from trueodds.certificates.write import format_certificate
from trueodds.runtime import run
from trueodds.runtime.run import Run
from trueodds.solver import bellman, block, general, graph, regions, start_value, strategy_bounds, sweeps
from trueodds.solver.bounds import Bounds, Candidates, bound, find_ending_moves
from trueodds.solver.exact_values import find_values
from trueodds.solver.general import solve
from trueodds.solver.given_strategies import Followed
from trueodds.solver.model import explore
from trueodds.solver.proof import verify_best_moves

from .oracle import ENDING, ENDLESS, KINDS, REWARDS, draw_model, draw_varied

HALF = Fraction(1, 2)


@given(st.integers(0, 10**9), st.sampled_from(KINDS))
def test_any_guess_gives_the_same_answer(seed, kind):
    """Floats may exclude any moves. With rewards, the initial moves of seat 1 end the game."""
    luck, wrong = np.random.default_rng(seed), []

    def anything(model, *_):
        choice = luck.integers(model.first_move[:-1], model.first_move[1:])
        if kind == REWARDS:
            choice = np.where(model.seats == 1, find_ending_moves(model), choice)
        left = luck.random(len(model.moves)) < 0.7
        left[choice] = True
        wrong.append(left)
        return choice, Candidates(model.first_move, left)

    game = draw_model(seed, kind, draw=draw_varied).game
    expected = solve(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(general, "guess", anything)
        patch.setattr(general, "bound", lambda *given: Bounds(None, None, anything(*given)[1]))
        assert solve(game) == expected
    assert wrong or expected.proof.infinite


@pytest.mark.parametrize("factor", [1, *(mpq(10**13, n) for n in (3, 11))])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("better", "little"), [("direct", mpq(1, 2**70)), ("by steps", mpq(-1, 2**300))])
def test_floats_rank_moves_wrongly(factor, seat, better, little):
    """In floats three tenths added up exceed 0.3; the other move is better or worse by less than a rounding error."""
    little *= (1, -1)[seat]
    direct = [(mpq(3, 10) + little, None, factor), (mpq(7, 10) - little, None, 0)]
    by_steps = [*((mpq(1, 10), x) for x in (1, 2, 3)), (mpq(7, 10), None, 0)]

    def outcomes(x, move):
        return (direct if move == "direct" else by_steps) if x == 0 else [(mpq(1), None, factor)]

    for order in (["direct", "by steps"], ["by steps", "direct"]):
        game = trueodds.Rules(0, lambda x, own=order: own if x == 0 else ["on"], outcomes, lambda x: seat)
        solution = solve(game)
        assert solution.best_moves == {better}
        assert solution.values[0] == (mpq(3, 10) + (better == "direct") * little) * factor
        left = bound(model := explore(game)).candidates
        start = np.random.default_rng(1).integers(model.first_move[:-1], model.first_move[1:])
        assert find_values(model, left.first(), left) == find_values(model, start, None) == solution.values


@pytest.mark.parametrize("kind", KINDS)
def test_progress_counts_components(kind):
    for game in (trueodds.TheRace(20), *(draw_model(seed, kind).game for seed in range(10))):
        told = {}
        proof = solve(game, Run(progress=lambda stage, *at, told=told: told.setdefault(stage, []).append(at))).proof
        explored = range(0, proof.positions, 256) if game.name == "the-race" else ()
        assert told.pop("positions", []) == [(at, None) for at in explored]
        wanted = {"components", "Bellman's equation"} if proof.components else set()
        assert {*told} == wanted | ({"strategies"} if proof.ranked else {*told} & {"strategies"})
        for stage, reports in told.items():
            done = sorted({at for at, _ in reports}) if stage == "strategies" else range(0, proof.components, 256)
            assert reports == [(at, proof.components) for at in done]
    told = set()
    bound(draw_model(1, kind), lambda stage, *at: told.add(stage))
    assert told == {ENDING: set(), ENDLESS: {"strategies"}, REWARDS: {"strategies", "bounds"}}[kind]


def test_long_computations_can_be_interrupted(monkeypatch):
    """Ctrl-C is noticed without progress reports; here it is pressed before each computation."""
    model, followed = explore(trueodds.Pig(4)), solve(trueodds.Pig(4))
    chain = explore(Followed(followed.game, {0: followed, 1: followed}))
    monkeypatch.setattr(sweeps, "_BUDGET", 5)
    for module, call in (
        (run, lambda: explore(trueodds.Pig(4))),
        (run, lambda: find_values(model, np.array(model.first_move[:-1]), None)),
        (run, lambda: bellman.find_best_moves(model, followed.values)),
        (graph, lambda: graph.find_traps(draw_model(1, REWARDS))),
        (strategy_bounds, lambda: bound(draw_model(1, REWARDS))),
        (sweeps, lambda: bound(model)),
        (regions, lambda: regions.find_regions(chain)),
        (start_value, lambda: start_value._list_rows(chain, regions.find_regions(chain))),
        (run, lambda: start_value._evaluate([(0, 1, 1, [])], 7, [0])),
        (lines, lambda: list(format_certificate(followed))),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, "check_interrupt", Mock(side_effect=KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                call()


RING = {x: {"go": [(HALF, (x + 1) % 5), (HALF, (x + 2) % 5)]} for x in range(5)}
STAY_OR_END = {0: {"stay": [(1, 0)], "end": [(1, None, 1)]}}
BACK = {0: {"go": [(HALF, 1), (HALF, 2)]}, 1: {"back": [(1, 0)], "end": [(1, None, 1)]}, 2: {"back": [(1, 0)]}}


@pytest.mark.parametrize(("moves", "named"), [(STAY_OR_END, "0"), (BACK, "0, 1, 2"), (RING, "0, 1, 2 and 2 more")])
def test_game_that_may_never_end_is_refused(moves, named):
    game = trueodds.Rules(0, lambda x: list(moves[x]), lambda x, move: moves[x][move])
    with pytest.raises(trueodds.NotProved, match=f"may never end.* play can stay forever: {named}$"):
        solve(game)


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
            verify_best_moves(solution.game, 0, lambda position, claimed=claimed: claimed)
