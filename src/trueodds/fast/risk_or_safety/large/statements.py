"""Sentences on proved moves that can be quoted: what all players at all needs do, exceptions, ties, gaps."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from ....game import Rational

_FEW = 8  # exceptions that a sentence lists


def count(number: int, thing: str) -> str:
    """How many of these there are, in words.

    Examples
    --------
    >>> count(0, "tie"), count(1, "tie"), count(2, "tie")
    ('no ties', '1 tie', '2 ties')
    """
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


def _coins(number: int) -> str:
    return f"{number} coin{'' if number == 1 else 's'}"


def _among(rows: Callable[[], Iterator[tuple[int, NDArray[np.uint16]]]], where: Callable[[int, int], str]) -> str:
    """How many coins are tossed in these rows of the table; the exceptions, if they are few, named by `where`."""
    counts = np.zeros(2**16, dtype=np.int64)
    for _, row in rows():
        found = np.bincount(row)
        counts[: len(found)] += found
    common = int(counts.argmax())
    if counts.sum() - counts[common] > _FEW:
        low, *_, high = np.flatnonzero(counts).tolist()
        return f"{low} to {high} coins"
    others = [
        f"{where(label, at)} ({row[at]})" for label, row in rows() for at in np.flatnonzero(row != common).tolist()
    ]
    return f"exactly {_coins(common)}" + (f", except needing {', '.join(others)}" if others else "")


def statements(
    heads: Rational,
    coins: NDArray[np.uint16],
    other: NDArray[np.uint16],
    ties: Collection[tuple[int, int, frozenset[int]]],
    undecided: int,
    gaps: Mapping[str, tuple[float, int, int] | None],
) -> Iterator[str]:
    """What was proved, sentence by sentence.

    Parameters
    ----------
    heads, coins, other, ties
        As in `ProvedMoves`.
    undecided : int
        At how many turns it is not proved which number of coins is best.
    gaps : mapping
        By player, "trailing" or "leading": the smallest gap, with the needs of that player and of the other.
    """
    n, m = coins.shape
    limits = f"all needs up to {n}" if n == m else f"all pairs of needs up to {n} and {m}"
    yield f"Heads probability {heads}, {limits}."
    if undecided:
        yield f"Not decided: {count(undecided, 'turn')}; all that follows assumes the moves given there."

    if np.array_equal(coins[:, 0], np.arange(1, n + 1)):
        yield "Against an opponent who needs 1 point, the trailing player goes for all points at once."
    else:
        yield f"Against an opponent who needs 1 point, the player to toss tosses 1 to {_coins(int(coins[:, 0].max()))}."

    def leading() -> Iterator[tuple[int, NDArray[np.uint16]]]:
        return ((j, other[j - 1, j:]) for j in range(2, min(m, n - 1) + 1))

    def equal() -> Iterator[tuple[int, NDArray[np.uint16]]]:
        return iter([(2, np.diagonal(coins)[1:])])

    def trailing() -> Iterator[tuple[int, NDArray[np.uint16]]]:
        return ((i, coins[i - 1, 1 : min(i - 1, m)]) for i in range(3, n + 1))

    if m > 1 and n > 2:
        yield f"The leading player tosses {_among(leading, lambda j, at: f'{j} against {j + 1 + at}')}."
    if m > 1:
        said = _among(equal, lambda _, at: f"{at + 2} against {at + 2}")
        yield f"At equal needs from 2 on, the player to toss tosses {said}."
    if m > 1 and n > 2:
        said = _among(trailing, lambda i, at: f"{i} against {at + 2}")
        yield f"Against an opponent who needs 2 points or more, the trailing player tosses {said}."
        rows = [coins[i - 1, : min(i - 1, m)] for i in range(2, n + 1)]
        if all((row[1:] <= row[:-1]).all() for row in rows):
            yield "The more the leading player needs, the fewer coins, or as many, does the trailing player toss."
        if all((row[: len(before)] >= before).all() for before, row in itertools.pairwise(rows)):
            yield "The more the trailing player needs, the more coins, or as many, do they toss."

    if ties:
        i, j, best = min(ties, key=lambda tie: (tie[0] + tie[1], tie[1]))
        tied = " or ".join(map(str, sorted(best)))
        yield f"Exact ties: {count(len(ties), 'turn')}, the first needing {i} against {j} ({tied} coins)."
    else:
        yield "There are no exact ties between two numbers of coins."
    near = [
        f"for the {who} player needing {gap[1]} against {gap[2]}, by {gap[0]:.2e} of the value"
        for who, gap in gaps.items()
        if gap
    ]
    if near:
        yield f"Against 2 points or more, ties apart, second best comes nearest to best {'; '.join(near)}."
