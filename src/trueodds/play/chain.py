"""Compile a game and two strategies into a flat Markov chain, for the kernel that walks it.

Probabilities are rounded to multiples of 2^-64. Each is off by less than 2^-64, and those of a move add up to exactly
1. The kernel draws outcomes by Walker's alias method in integers: a position has 2^b columns of capacity 2^(64-b), each
shared by at most two outcomes. The alias method adds no error. In a game of m moves, therefore, the probability of any
event is off by at most m·k·2^-65, where k is the largest number of outcomes of a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ..solver.model import Model

#: The layout, shared with the kernel, of the descriptor of a position or payoff: a bit that is 1 if the game is over,
#: followed by the number of the payoff or, during play, by the number b of bits that choose a column and the index of
#: the position's first column.
_OVER = 1 << 31
_COLUMN_BITS = 26
_MAX_PAYOFFS = 1 << 16

_WORD = mpz(1) << 64


@dataclass(frozen=True)
class Chain:
    """Positions with one move each, as the kernel walks them.

    `table`, uint64 of shape (columns, 2), has the limit of each column and the descriptors of its two outcomes. `start`
    is the descriptor of the start. `payoffs[n]`, an mpq, is the payoff of seat 0 that has the number n in descriptors.
    """

    table: NDArray[np.uint64]
    start: int
    payoffs: list[Any]


def compile_chain(model: Model) -> Chain:
    """Compile a game with one move at each position into a `Chain`."""
    payoffs = model.payoffs[::-1]
    number = {payoff: at for at, payoff in enumerate(payoffs)}
    targets, first = model.targets.tolist(), model.first_outcome.tolist()
    chances = [
        [*model.probabilities[first[x] : first[x + 1]], *(chance for _, chance in over)]
        for x, over in enumerate(model.ends)
    ]
    bits = [(len(row) - 1).bit_length() for row in chances]
    first_column = np.concatenate([[0], np.cumsum([1 << width for width in bits])])
    columns = int(first_column[-1])
    if columns > 1 << _COLUMN_BITS or len(payoffs) > _MAX_PAYOFFS:
        raise MemoryError(
            f"a simulation must have at most {1 << _COLUMN_BITS:,} columns (one to two per outcome) and "
            f"{_MAX_PAYOFFS:,} different payoffs, not {columns:,} and {len(payoffs):,}"
        )
    descriptors = [width << _COLUMN_BITS | column for width, column in zip(bits, first_column.tolist(), strict=False)]
    limits: list[int] = []
    successors: list[int] = []
    for x, row in enumerate(chances):
        after = [descriptors[target] for target in targets[first[x] : first[x + 1]]]
        after += [_OVER | number[payoff] for payoff, _ in model.ends[x]]
        for at, (limit, other) in enumerate(share_columns(round_weights(row), bits[x])):
            limits.append(limit)
            # A column beyond the number of outcomes belongs to its second outcome alone.
            successors.append(after[min(at, len(after) - 1)] | after[other] << 32)
    table = np.stack([np.array(limits, dtype=np.uint64), np.array(successors, dtype=np.uint64)], axis=1)
    return Chain(table, descriptors[0], payoffs)


def round_weights(chances: Sequence[Any]) -> list[int]:
    """Return probabilities as integer numerators over 2^64, each off by less than one; their sum is exactly 2^64."""
    total, before, weights = mpq(0), mpz(0), []
    for chance in chances:
        total += chance
        below = total.numerator * _WORD // total.denominator
        weights.append(int(below - before))
        before = below
    return weights


def share_columns(weights: Sequence[int], bits: int) -> list[tuple[int, int]]:
    """Distribute at most 2^bits weights, whose sum is 2^64, over 2^bits equal columns, with at most two in each.

    Return a limit and a second outcome for each column. The random word of 64 bits that chose a column is shifted left
    by `bits`. If the result is below the column's limit, the word stands for the outcome with the column's index;
    otherwise, it stands for the second outcome.
    """
    capacity = 1 << (64 - bits)
    remaining = [*weights, *[0] * ((1 << bits) - len(weights))]
    small = [at for at, weight in enumerate(remaining) if weight < capacity]
    large = [at for at, weight in enumerate(remaining) if weight >= capacity]
    columns = [(0, at) for at in range(len(remaining))]  # a column that the loop does not change has only one outcome
    while small:
        at, full = small.pop(), large[-1]
        columns[at] = (remaining[at] << bits, full)
        remaining[full] -= capacity - remaining[at]
        if remaining[full] < capacity:
            small.append(large.pop())
    return columns
