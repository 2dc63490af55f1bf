"""A game and two strategies as a flat Markov chain, for the kernel that walks it.

Probabilities become whole numbers over 2^64: each outcome's is off by less than 2^-64, the sum is exactly 1. The
kernel looks them up by Walker's alias method in whole numbers: a position has 2^b columns of the capacity 2^(64-b),
each shared by at most two outcomes, without any further error. So in a game of m moves no event is off by more than
m·k·2^-65, where k is the most outcomes of a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ..solver.model import Model

#: The layout of a descriptor, which the kernel knows too: whether the game is over (then a number of its payoff
#: follows), the bits b that choose a column, and the first column.
_OVER = 1 << 31
_COLUMN_BITS = 26
_MAX_PAYOFFS = 1 << 16

_WORD = mpz(1) << 64


@dataclass(frozen=True)
class Chain:
    """Positions with one move each, as the kernel walks them.

    Attributes
    ----------
    table : uint64 array, shape (columns, 2)
        Limit of a column, and the descriptors of its two outcomes.
    start : int
        The descriptor of the start.
    payoffs : list of mpq
        What the numbers of results mean: what seat 0 gets.
    """

    table: NDArray[np.uint64]
    start: int
    payoffs: list[Any]


def compile_chain(model: Model) -> Chain:
    """Compile a game with one move at each position; a MemoryError says that it has too many outcomes or payoffs.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> chain = compile_chain(explore(trueodds.TheRace(target=1)))
    >>> chain.table.shape, chain.payoffs
    ((4, 2), [mpq(1,1), mpq(0,1)])
    """
    payoffs = model.payoffs[::-1]
    number = {payoff: at for at, payoff in enumerate(payoffs)}
    targets, first = model.targets.tolist(), model.first_outcome.tolist()
    chances = [
        [*model.probabilities[first[x] : first[x + 1]], *(chance for _, chance in over)]
        for x, over in enumerate(model.ends)
    ]
    bits = [(len(own) - 1).bit_length() for own in chances]
    first_column = np.concatenate([[0], np.cumsum([1 << own for own in bits])])
    columns = int(first_column[-1])
    if columns > 1 << _COLUMN_BITS or len(payoffs) > _MAX_PAYOFFS:
        raise MemoryError(
            f"{columns} columns and {len(payoffs)} payoffs; to simulate, a game may have {1 << _COLUMN_BITS} columns, "
            f"which is about one an outcome, and {_MAX_PAYOFFS} payoffs"
        )
    descriptors = [own << _COLUMN_BITS | column for own, column in zip(bits, first_column.tolist(), strict=False)]
    limits: list[int] = []
    successors: list[int] = []
    for x, own in enumerate(chances):
        after = [descriptors[target] for target in targets[first[x] : first[x + 1]]]
        after += [_OVER | number[payoff] for payoff, _ in model.ends[x]]
        for at, (limit, other) in enumerate(shared_columns(whole_weights(own), bits[x])):
            limits.append(limit)
            # A column beyond the outcomes belongs to its partner alone.
            successors.append(after[min(at, len(after) - 1)] | after[other] << 32)
    table = np.stack([np.array(limits, dtype=np.uint64), np.array(successors, dtype=np.uint64)], axis=1)
    table.flags.writeable = False
    return Chain(table, descriptors[0], payoffs)


def whole_weights(chances: Sequence[Any]) -> list[int]:
    """Return probabilities as whole numbers over 2^64, each off by less than one, that add to 2^64 exactly."""
    total, before, weights = mpq(0), mpz(0), []
    for chance in chances:
        total += chance
        below = total.numerator * _WORD // total.denominator
        weights.append(int(below - before))
        before = below
    return weights


def shared_columns(weights: Sequence[int], bits: int) -> list[tuple[int, int]]:
    """Lay at most 2^bits weights that add to 2^64 into 2^bits columns of equal capacity, at most two in a column.

    Return for each column a limit and another outcome: of the 2^64 words that choose the column, shifted left by
    `bits`, those below the limit are the outcome of the column's own number, the others are the other outcome.

    Examples
    --------
    >>> quarter = 2**62
    >>> shared_columns([quarter, 3 * quarter], 1) == [(2**63, 1), (0, 1)]
    True
    """
    capacity = 1 << (64 - bits)
    left = [*weights, *[0] * ((1 << bits) - len(weights))]
    small = [at for at, weight in enumerate(left) if weight < capacity]
    large = [at for at, weight in enumerate(left) if weight >= capacity]
    columns = [(0, at) for at in range(len(left))]  # all of what is left over fills its own column
    while small:
        at, full = small.pop(), large[-1]
        columns[at] = (left[at] << bits, full)
        left[full] -= capacity - left[at]
        if left[full] < capacity:
            small.append(large.pop())
    return columns
