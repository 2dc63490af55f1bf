"""Values of components with one move per position agree with rational elimination."""

import math

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import bellman, evaluation
from trueodds.solver.bellman import Weights
from trueodds.solver.evaluation import Evaluation, order_equations
from trueodds.solver.graph import split_graph
from trueodds.solver.model import explore
from trueodds.solver.submodel import follow_moves

from . import oracle


@st.composite
def graphs(draw):
    count = draw(st.integers(1, 12))
    return [draw(st.sets(st.integers(0, count - 1), max_size=4)) for _ in range(count)]


@given(graphs(), st.integers(0, 4))
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
    components = model.graph.components
    run = Evaluation(model, model.first_move[:-1], Weights(model, model.constants.table))
    values = [None] * len(model.positions)
    for c in range(len(components.first) - 1):
        run.solve(c, values)
    return values


@given(st.integers(0, 10**9))
def test_every_way_agrees_with_elimination(seed):
    """Each position has one move, which leads to other positions or to an end."""
    drawn = oracle.draw(seed, oracle.ENDING, 14, math.inf)
    model = oracle.model_of(drawn)
    model, followed = follow_moves(model, model.first_move[:-1], 0)
    values = oracle.values_of(drawn, [0] * len(drawn.seats))
    expected = [values[x] for x in followed]
    assert values_of(model) == expected
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
            assert values_of(model) == expected


def test_moves_that_never_end_have_no_values():
    model = explore(trueodds.Rules(0, lambda x: ["on"], lambda x, move: [(mpq(1), (x + 1) % 3)]))
    with pytest.raises(ZeroDivisionError):
        values_of(model)
