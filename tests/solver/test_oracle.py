"""Random small games: graphs, bounds, values, best moves and ranks agree with the definitions in `oracle`."""

import itertools
import math
import pickle
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds.solution import pluralize
from trueodds.solver import bounded, bounds, general, graph
from trueodds.solver.model import Model
from trueodds.solver.proof import verify_best_moves

from . import oracle
from .oracle import ENDING, ENDLESS, KINDS, REWARDS

MANY = pytest.param(range(1000, 5000), marks=pytest.mark.slow)
SEEDS = pytest.mark.parametrize("seeds", [[*range(30), 35, 67, 80, *range(100, 118)], MANY], ids=["few", "many"])
ANY = pytest.mark.parametrize("kind", KINDS)


def exact(values):
    return [value if value == math.inf else mpq(value) for value in values]


@ANY
@SEEDS
def test_values_best_moves_ranks_and_strategies(kind, seeds):
    solved = [check_solution(oracle.draw_varied(seed, kind), seed) for seed in seeds]
    assert sum(found.proof.ties > 0 for found in solved) > len(seeds) / 10
    assert sum(found.ranks is not None for found in solved) > len(seeds) / 10 or kind == ENDING
    assert sum(found.proof.infinite > 0 for found in solved) > len(seeds) / 10 or kind != REWARDS


@pytest.mark.parametrize(("seed", "sign"), [(23, 1), (39, 1), (72, 1), (33, -1), (39, -1), (70, -1)])
def test_infinite_play_worth_nearly_as_much_as_the_start(seed, sign):
    """Floats cannot tell them apart."""
    drawn = oracle.draw(seed, ENDLESS)
    check_solution(replace(drawn, worth=oracle.solve(drawn)[0] + Fraction(sign, 2**70)), seed)


def check_solution(drawn, seed):
    """Compare the general solution with the definitions, and return it."""
    count, rewards = len(drawn.seats), drawn.kind == REWARDS
    value_seat = 0 if rewards else seed % 2
    model = oracle.model_of(drawn, start=seed % count, value_seat=value_seat)
    values, found = oracle.solve(drawn), general.solve(model.game)
    assert list(found.values) == exact(values), drawn
    best = oracle.best_moves(drawn, values)
    assert found.best == best, drawn
    assert found.proof.proved
    check_proof(drawn, values, best, found.proof, found.ranks is not None)
    assert found.one_player == (1 not in drawn.seats)
    wanted = [1 - value if value_seat else value for value in exact(values)]
    assert [found.game_value_at(oracle.name(x)) for x in range(count)] == wanted
    assert found.value == wanted[seed % count]
    assert found == type(found).from_parts(found.game, found.method, found.proof, found.to_parts())
    assert found == general.prove(found.model, list(found.values))
    again = general.solve(Model.from_arrays(**model.to_arrays()).game)
    assert (again.values, again.best, again.value) == (found.values, found.best, found.value)
    assert model.game.parameters == {"positions": count, "moves": sum(map(len, drawn.rules))}
    if not rewards:  # from the rules alone
        assert [verify_best_moves(model.game, x, found.value_at) for x in range(count)] == list(map(set, best))
    for x in (x for x in range(count) if values[x] < math.inf):
        for wrong in (values[x] + oracle.TINY, values[x] - oracle.TINY, values[x] - mpq(1, 7), math.inf):
            claimed = [*found.values[:x], wrong, *found.values[x + 1 :]]
            with pytest.raises(general.NotProved) as fault:
                general.prove(found.model, claimed)
            assert str(fault.value).removeprefix("game from arrays: ") in list_faults(drawn, claimed, x)
    for x, seat in enumerate(drawn.seats):
        mine = partial(for_seat, drawn.kind, seat)
        assert found.value_at(x) == mine(values[x])
        move_values = [oracle.worth(drawn, values, x, y) for y in range(len(drawn.rules[x]))]
        assert list(found.move_values(x).values()) == list(map(mine, move_values)), drawn
    if found.ranks is not None and (found.proof.ranked or not found.proof.infinite):
        limit = math.inf if rewards else drawn.worth
        above = [x for x in range(count) if values[x] > limit]
        below = [x for x in range(count) if values[x] < limit]
        for seat, promise in enumerate((above, below)):
            wanted = [rank * (values[x] < math.inf) for x, rank in enumerate(ranks_by_definition(drawn, best, seat))]
            assert found.ranks[seat].tolist() == wanted or (found.proof.infinite and seat == 0), drawn
            assert all(wanted[x] for x in promise), drawn
        assert found.proof.ranked == len(above) + len(below)
    strategy = [y[0] if found.followed is None else int(found.followed[x]) for x, y in enumerate(found.best)]
    for seat in (0, 1):
        assert oracle.against_all(drawn, seat, strategy) == values, (drawn, seat)
    return found


def list_faults(drawn, claimed, x):
    """Return the messages that may refuse claimed values, of which that at `x` is wrong."""
    if claimed[x] == math.inf:
        return [f"the value at {oracle.name(x)} is not infinity"]
    best = oracle.best_moves(drawn, claimed)
    if wrong := [x for x, own in enumerate(best) if oracle.worth(drawn, claimed, x, own[0]) != claimed[x]]:
        return [f"Bellman's equation does not hold at {oracle.name(x)}" for x in wrong]
    limit, unranked = math.inf if drawn.kind == REWARDS else drawn.worth, []  # the positions that need a rank
    for seat in (0, 1):
        ranked = enumerate(ranks_by_definition(drawn, best, seat))
        unranked += [x for x, rank in ranked if (claimed[x] > limit, claimed[x] < limit)[seat] and not rank]
    return [f"no rank proves the value at {oracle.name(unranked[0])}"]


def check_proof(drawn, values, best, proof, lasting):
    """Compare what a proof states; components consist of positions with finite values, and play may be `lasting`."""
    worth, infinite = partial(oracle.worth, drawn, values), values.count(math.inf)
    finite = [[own[y] for y in range(len(own)) if worth(x, y) < math.inf] for x, own in enumerate(drawn.rules)]
    leads = oracle.reachable(replace(drawn, rules=finite))
    parts = {frozenset(y for y in own if x in leads[y]) for x, own in enumerate(leads) if values[x] < math.inf}
    assert (proof.components, proof.largest) == (len(parts), max(map(len, parts), default=0))
    ties, moves = sum(len(own) > 1 for own in best), sum(map(len, drawn.rules))
    assert (proof.positions, proof.moves, proof.ties, proof.infinite) == (len(values), moves, ties, infinite)
    text = f"exact Bellman equality at {pluralize(len(values), 'position')} over {pluralize(moves, 'move')}"
    text += f", {pluralize(ties, 'tie')}"
    most, other = "at most " * (len(parts) > 1), "other " * (infinite > 0)
    text += f"; {pluralize(len(parts), 'component')} of {most}{pluralize(proof.largest, 'position')}" * bool(parts)
    text += f"; infinite at {pluralize(infinite, 'position')}" * bool(infinite)
    text += f"; ranks at all {other}positions" * (drawn.kind == REWARDS and proof.ranked > 0)
    text += f"; ranks at {proof.ranked}, infinite play {drawn.worth}" * (drawn.kind == ENDLESS and lasting)
    assert str(proof) == text
    assert proof.infinite_play == (drawn.worth if lasting else None)


def for_seat(kind, seat, value):
    """Return seat 0's value as that of the player to move."""
    (value,) = exact([value])
    return value if seat == 0 else -value if kind == REWARDS else 1 - value


def ranks_by_definition(drawn, best, seat):
    reach = enumerate(oracle.reach_of(drawn))
    moves = [(x, after) for x, own in reach for y, after in enumerate(own) if drawn.seats[x] != seat or y in best[x]]
    needed = [1 if own == seat else len(moves) for own, moves in zip(drawn.seats, drawn.rules, strict=True)]
    return oracle.ranks(len(drawn.seats), moves, needed)


@ANY
@SEEDS
def test_bounds_are_valid_and_narrow_and_keep_best_moves(kind, seeds):
    wide = decided = 0
    for seed in seeds:
        drawn = oracle.draw_varied(seed, kind)
        values, found = oracle.solve(drawn), bounds.bound(model := oracle.model_of(drawn))
        payoffs = [payoff for own in drawn.rules for _, move in own for _, after, payoff in move if after is None]
        if kind != ENDLESS and payoffs:  # not even by a rounding error
            assert np.nextafter(float(min(payoffs)), -math.inf) <= found.low.min(), seed
        if kind == ENDING:
            assert np.nextafter(float(max(payoffs)), math.inf) >= found.high.max(), seed
        wide += sum(width > 1e-9 for width in oracle.widths(exact(values), found, math.prod(model.payoff_scale()) or 1))
        best = oracle.best_moves(drawn, values)
        assert all(set(own) <= set(left) for own, left in zip(best, found.candidates, strict=True)), seed
        decided += sum(len(left) < len(own) for left, own in zip(found.candidates, drawn.rules, strict=True))
    assert wide == 0
    assert decided > len(seeds) / 2


@SEEDS
def test_method_start_of_games_that_end(seeds):
    refused = 0
    for seed in seeds:
        drawn = oracle.draw_varied(seed, ENDING)
        values, found = oracle.solve(drawn), bounded.solve_moves(oracle.model_of(drawn).game)
        undecided = [x for x in range(len(values)) if len(found.bounds.candidates[x]) > 1]
        assert found.proof.undecided == len(undecided)
        assert found.one_player == (1 not in drawn.seats)
        assert dict(found.proof.bounds)["width"] == max(found.bounds.high - found.bounds.low)
        for x, seat in enumerate(drawn.seats):
            mine = [value if seat == 0 else 1 - value for value in exact(values)]
            try:
                assert found.value_at(x) == mine[x], seed
                move_values = exact(oracle.worth(drawn, values, x, y) for y in range(len(drawn.rules[x])))
                move_values = [one if seat == 0 else 1 - one for one in move_values]
                assert list(found.move_values(x).values()) == move_values, seed
                assert found.best_moves_at(x) == {y for y, one in enumerate(move_values) if one == max(move_values)}
            except general.NotProved:
                assert undecided
                refused += 1
    assert refused


@ANY
@SEEDS
def test_graphs(kind, seeds):
    lasting = 0
    for seed in seeds:
        drawn = oracle.draw(seed, kind)
        model, count = oracle.model_of(drawn), len(drawn.seats)
        reach, leads = oracle.reach_of(drawn), oracle.reachable(drawn)
        components = pickle.loads(pickle.dumps(model.graph)).components  # a copy derives everything again
        label = components.label.tolist()
        assert all((label[x] == label[y]) == (x in leads[y] and y in leads[x]) for x in range(count) for y in leads[x])
        assert all(label[y] <= label[x] for x in range(count) for y in leads[x])
        parts = [sorted(components.members[a:b].tolist()) for a, b in itertools.pairwise(components.first.tolist())]
        assert parts == [[x for x in range(count) if label[x] == c] for c in range(max(label) + 1)]
        # Where play can be kept in the component: the largest set in which each position has a move that surely stays.
        kept = set(range(count))
        while out := {
            x for x in kept if not any(after <= kept and {label[y] for y in after} == {label[x]} for after in reach[x])
        }:
            kept -= out
        assert set(np.flatnonzero(graph.find_endless(model)).tolist()) == kept, seed
        lasting += bool(kept)
        infinite = [x for x, value in enumerate(oracle.solve(drawn)) if value == math.inf]
        if kind == REWARDS:
            assert np.flatnonzero(graph.find_traps(model)).tolist() == infinite
    assert lasting > len(seeds) / 4 or kind == ENDING
