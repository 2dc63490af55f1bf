"""Probabilities as whole numbers over 2^64, and the columns that the kernel looks them up in."""

from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import trueodds
from trueodds.simulation import chain
from trueodds.simulation.chain import compile_chain, shared_columns, whole_weights
from trueodds.solver.model import explore

WHOLE = 2**64


def of_columns(columns, outcomes, bits):
    """How many of the 2^64 words each outcome gets, column by column."""
    found = [0] * outcomes
    for own, (limit, other) in enumerate(columns):
        below, rest = divmod(limit, 1 << bits)
        assert rest == 0
        if below:
            found[own] += below
        found[other] += (1 << (64 - bits)) - below
    return found


@given(st.lists(st.integers(1, 10**30), min_size=1, max_size=70))
def test_words_are_shared_out_exactly(parts):
    chances = [mpq(part, sum(parts)) for part in parts]
    weights = whole_weights(chances)
    assert sum(weights) == WHOLE
    assert all(abs(weight - WHOLE * chance) < 1 for weight, chance in zip(weights, chances, strict=True))
    bits = (len(parts) - 1).bit_length()
    columns = shared_columns(weights, bits)
    assert len(columns) == 1 << bits
    assert all(0 <= limit < WHOLE for limit, _ in columns)
    assert of_columns(columns, len(parts), bits) == weights


def test_too_many_payoffs_are_refused(monkeypatch):
    monkeypatch.setattr(chain, "_MAX_PAYOFFS", 60)
    game = trueodds.Rules(0, lambda _: ["go"], lambda _, __: [(Fraction(1, 70), None, n) for n in range(70)])
    with pytest.raises(MemoryError, match="70 payoffs"):
        compile_chain(explore(game))
