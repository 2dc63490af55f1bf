"""Regions of a chain, which are eliminated before its equations are solved."""

import random

import pytest
from gmpy2 import mpq
from hypothesis import example, given
from hypothesis import strategies as st

import trueodds
from trueodds.solver import regions as under_test
from trueodds.solver.model import explore
from trueodds.solver.regions import find_regions, push_through
from trueodds.solver.start_value import solve_chain


def random_chain(count, seed):
    """Return a game with one move per position, which ends with probability at least 1/4."""
    dice = random.Random(seed)

    def outcomes(x, move):
        after = sorted({dice.randrange(count) for _ in range(3)})
        ends = (mpq(1, 4), None, mpq(dice.randrange(3), 2))
        return rows.setdefault(x, [ends, *((mpq(3, 4 * len(after)), y) for y in after)])

    rows = {}
    return explore(trueodds.Rules(0, lambda x: ["on"], outcomes, lambda x: 0))


def outcomes(chain, x):
    for z in range(chain.first_outcome[x], chain.first_outcome[x + 1]):
        yield int(chain.targets[z]), chain.probabilities[z]


@given(st.integers(0, 10**9), st.sampled_from([0, 5, 128]))
def test_values_from_regions_that_are_entered_only_through_their_heads(seed, bits):
    chain = random_chain(15, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(under_test, "_MAX_BITS", bits)
        found = find_regions(chain)
        assert solve_chain(chain) == trueodds.solve(chain.game, "general").value
    assert sorted(found.order) == list(range(len(chain.positions)))
    assert bits or found.head == sorted(found.order)
    place = {x: at for at, x in enumerate(found.order)}
    assert found.head[0] == 0
    for x in found.order:
        assert found.head[found.head[x]] == found.head[x]
        for y, _ in outcomes(chain, x):
            if found.head[y] != y:  # inside: only onward from the same region
                assert found.head[x] == found.head[y]
                assert place[x] < place[y]


@given(st.integers(2, 40), st.integers(1, 40))
@example(40, 40)
def test_regions_end_where_probabilities_become_long(length, bits):
    half = mpq(1, 2)

    def outcomes(x, move):
        return [(half, None, mpq(1)), (half, x + 1) if x < length else (half, None, mpq(0))]

    rules = trueodds.Rules(0, lambda x: ["on"], outcomes, lambda x: 0)
    chain = explore(rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(under_test, "_MAX_BITS", bits)
        equations = dict(push_through(chain, find_regions(chain)))
    assert all(p.denominator <= 2 ** (bits + 1) for one in equations.values() for p in one.terms.values())
    assert solve_chain(chain) == 1 - mpq(1, 2) ** (length + 1)
