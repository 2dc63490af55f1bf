"""Values of components with one move per position, and of chains by regions, agree with rational elimination."""

import math

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import bellman, evaluation
from trueodds.solver import regions as under_test
from trueodds.solver.bellman import Weights, find_best_moves, scale_values, share_denominator
from trueodds.solver.evaluation import Evaluation, order_equations
from trueodds.solver.graph import split_graph
from trueodds.solver.model import explore
from trueodds.solver.regions import find_regions, push_through
from trueodds.solver.start_value import solve_chain
from trueodds.solver.submodel import follow_moves

from . import oracle


@st.composite
def graphs(draw):
    count = draw(st.integers(1, 12))
    return [draw(st.sets(st.integers(0, count - 1), max_size=4)) for _ in range(count)]


@given(graphs(), st.integers(0, 4))
@example([{3}, {0}, {1, 4}, {0, 2, 4}, {0, 5}, {0, 3, 4}], 4)  # the second cut follows a longer chain
def test_order_of_equations(graph, max_cuts):
    rows = np.cumsum([0, *map(len, graph)])
    targets = np.array([y for after in graph for y in sorted(after)], dtype=np.int32)
    parts = split_graph(targets, rows)
    order, depths, cuts = order_equations(targets, rows, parts, max_cuts)
    for c, (begin, end) in enumerate(zip(parts.first, parts.first[1:], strict=False)):
        own = order[begin:end].tolist()
        assert sorted(own) == sorted(parts.members[begin:end].tolist())
        if cuts[c] < 0:
            assert len(own) > max_cuts
            continue
        assert cuts[c] <= max_cuts
        count = len(own) - cuts[c]
        depth = dict.fromkeys(own[count:], 0)
        for at, x in enumerate(own[:count]):
            inside = graph[x] & set(own)
            assert inside <= set(own[:at]) | set(own[count:])
            depth[x] = 1 + max((depth[y] for y in inside), default=0)
        assert depths[c] == max(depth.values())
        assert cuts[c] > 0 or len(own) == 1  # a component of more positions is a cycle


def values_of(model):
    run = Evaluation(model, model.first_move[:-1], Weights(model, model.constants.table))
    values = [None] * len(model.positions)
    for c in range(len(model.graph.components.first) - 1):
        run.solve(c, values)
    return values


def draw_chain(seed):
    """Return a random game that ends, with one move per position, and its values."""
    drawn = oracle.draw_varied(seed, oracle.ENDING, 14, math.inf)
    model = oracle.model_of(drawn)
    chain, followed = follow_moves(model, model.first_move[:-1], 0)
    values = oracle.values_of(drawn, [0] * len(drawn.seats))
    return chain, [values[x] for x in followed]


@given(st.integers(0, 10**9))
def test_every_way_agrees_with_elimination(seed):
    chain, expected = draw_chain(seed)
    assert values_of(chain) == expected
    for limits in (
        {"_MAX_CUTS": 1},  # elimination if more are needed
        {"_MAX_CUTS": 14},
        {"_MAX_CUTS": 14, "_MAX_BITS": 8},  # D^K is too long
        {"_MAX_CUTS": 14, "_GROWTH": 0, "_ROOM": 0},  # no common denominators of values
        {"_MAX_CUTS": 14, "_GROWTH": 0, "_ROOM": 0, "_WEIGHT_BITS": 0},  # nor of probabilities
    ):
        with pytest.MonkeyPatch.context() as patch:
            for name, limit in limits.items():
                patch.setattr(evaluation if "_MAX" in name else bellman, name, limit)
            assert values_of(chain) == expected


@given(st.integers(0, 10**9), st.sampled_from([0, 5, 128]))
def test_values_from_regions_that_are_entered_only_through_their_heads(seed, bits):
    chain, values = draw_chain(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(under_test, "_MAX_BITS", bits)
        found = find_regions(chain)
        assert solve_chain(chain) == values[0]
    assert sorted(found.order) == list(range(len(chain.positions)))
    assert bits or found.head == sorted(found.order)
    place = {x: at for at, x in enumerate(found.order)}
    assert found.head[0] == 0
    for x in found.order:
        assert found.head[found.head[x]] == found.head[x]
        for y in chain.targets[chain.first_outcome[x] : chain.first_outcome[x + 1]].tolist():
            if found.head[y] != y:  # inside: only onward from the same region
                assert found.head[x] == found.head[y]
                assert place[x] < place[y]


@given(st.integers(2, 40), st.integers(1, 40))
@example(40, 40)
def test_regions_end_where_probabilities_become_long(length, bits):
    half = mpq(1, 2)

    def outcomes(x, move):
        return [(half, None, mpq(1)), (half, x + 1) if x < length else (half, None, mpq(0))]

    chain = explore(trueodds.Rules(0, lambda x: ["on"], outcomes))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(under_test, "_MAX_BITS", bits)
        equations = dict(push_through(chain, find_regions(chain)))
    assert all(p.denominator <= 2 ** (bits + 1) for one in equations.values() for p in one.terms.values())
    assert solve_chain(chain) == 1 - mpq(1, 2) ** (length + 1)


def test_long_probabilities_and_unrelated_denominators(monkeypatch):
    """Without common denominators the answers and the refusals are the same."""
    solution = trueodds.solve(trueodds.RiskOrSafety(6, heads="2/5"), "general")
    assert any(len(own) > 1 for own in solution.best)  # ties
    for name in ("_WEIGHT_BITS", "_GROWTH", "_ROOM"):
        monkeypatch.setattr(bellman, name, 0)
        assert find_best_moves(solution.model, solution.values) == solution.best
        with pytest.raises(trueodds.NotProved, match="does not hold"):
            find_best_moves(solution.model, [*solution.values[:-1], solution.values[-1] + oracle.TINY])
    assert Weights(solution.model, solution.model.constants.table).denominator == 1
    assert share_denominator([mpq(1, 6), mpq(3, 4)]) == 1


@pytest.mark.parametrize("factor", [1, 10**20])
def test_float_errors_of_many_outcomes_are_covered(factor):
    """Thousands of roundings in the same direction add up to more than one rounding."""
    count = 3001
    after = {0: [(mpq(1, count), x) for x in range(1, count + 1)]}

    def outcomes(x, move):
        return after[0] if x == 0 else [(mpq(1, 3), None, factor), (mpq(2, 3), None, mpq(x % 2, 10**9) * factor)]

    model = explore(trueodds.Rules(0, lambda x: [0], outcomes))
    odd = (count + 1) // 2
    values = [mpq(factor, 3) * (1 + mpq(2 * (x % 2), 10**9)) for x in range(1, count + 1)]
    start = mpq(factor, 3) * (1 + mpq(2 * odd, count * 10**9))
    assert find_best_moves(model, [start, *values]) == [[0]] * (count + 1)


@given(st.lists(st.fractions(0, 1, max_denominator=10**6), min_size=1), st.integers(0, 2), st.integers(0, 40))
def test_values_over_a_common_denominator(values, growth, room):
    values = list(map(mpq, values))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bellman, "_GROWTH", growth)
        patch.setattr(bellman, "_ROOM", room)
        shared = share_denominator(values)
    common = math.lcm(*(int(value.denominator) for value in values))
    longest = max(value.denominator.bit_length() for value in values)
    assert shared == (common if common.bit_length() <= growth * longest + room else 1)
    assert scale_values(enumerate(values), shared) == {at: value * shared for at, value in enumerate(values)}
