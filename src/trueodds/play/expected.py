"""Compute the expected results of a simulation: the means, exactly if that is cheap, and distributions in floats."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..records import Record
from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from ..solver.given_strategies import compute_chain_statistics
from ..solver.graph import check_ends
from ..solver.model import Model

#: The maximum number of outcomes of a chain whose results and mean length are computed exactly, in a few seconds.
MAX_EXACT = 50_000

_NEGLIGIBLE = 2.0**-60  # the distribution is cut off at the length that games exceed with at most this probability
_MAX_WORK = 4e9  # outcomes times moves; takes about ten seconds


@dataclass(frozen=True, eq=False)
class Expected(Record):
    """The odds of a game between two given strategies, and the distribution of its length.

    `value` is the exact mean payoff of seat 0, and `moves` the exact expected number of moves; for a large game, either
    can be None. `chances` maps each payoff of seat 0 to its probability, a float. `lengths[m]` is the probability that
    a game takes m moves.
    """

    value: Any
    moves: Any
    chances: Any
    lengths: NDArray[np.float64]

    @property
    def mean(self) -> float:
        """The mean payoff of seat 0 as a float, from the exact value if it is known."""
        if self.value is not None:
            return float(self.value)
        return math.fsum(float(payoff) * chance for payoff, chance in self.chances.items())

    @property
    def deviation(self) -> float:
        """The standard deviation of the payoff of one game."""
        mean = self.mean
        return math.sqrt(math.fsum(chance * (float(payoff) - mean) ** 2 for payoff, chance in self.chances.items()))

    @property
    def mean_moves(self) -> float:
        """The mean length of a game."""
        return float(self.lengths @ np.arange(len(self.lengths)) if self.moves is None else self.moves)

    @property
    def deviation_moves(self) -> float:
        """The standard deviation of the length of one game."""
        return math.sqrt(self.lengths @ (np.arange(len(self.lengths)) - self.mean_moves) ** 2)


def compute_expected(model: Model, value: Any = None, progress: Progress | None = None) -> Expected:
    """Return the odds of a game with one move at each position, and the distribution of its length.

    `value` is the exact mean payoff of seat 0, if it is already known.
    """
    check_ends(model, "cannot be simulated with these strategies")
    chances, lengths = _distribution(model, progress)
    if len(model.targets) > MAX_EXACT:
        return Expected(value, None, chances, lengths)
    statistics = compute_chain_statistics(model, progress=progress)
    mean = sum((payoff * chance for payoff, chance in statistics.results.items()), mpq(0))
    return Expected(mean, statistics.moves, chances, lengths)


def _distribution(model: Model, progress: Progress | None) -> tuple[dict[Any, float], NDArray[np.float64]]:
    """Return the probability of each payoff and of each length, from the distribution of positions after each move."""
    from scipy.sparse import csr_array

    count = len(model.positions)
    steps = csr_array(
        (np.array([float(p) for p in model.probabilities]), model.targets, model.first_outcome), shape=(count, count)
    ).T
    payoffs = model.payoffs[::-1]
    number = {payoff: at for at, payoff in enumerate(payoffs)}
    over = np.zeros((len(payoffs), count))
    for x, ends in enumerate(model.ends):
        for payoff, chance in ends:
            over[number[payoff], x] = float(chance)
    here: NDArray[np.float64] = np.zeros(count)
    here[0] = 1.0
    results, lengths = np.zeros(len(payoffs)), [0.0]
    while here.sum() > _NEGLIGIBLE:
        if len(lengths) * (len(model.targets) + 10_000.0) > _MAX_WORK:
            raise ValueError(f"games may last {len(lengths):,} moves or more; computing expectations takes too long")
        ended = over @ here
        results += ended
        lengths.append(float(ended.sum()))
        here = np.asarray(steps @ here)
        check_interrupt()
        if progress and len(lengths) % 64 == 0:
            progress("lengths", len(lengths), None)
    return dict(zip(payoffs, results.tolist(), strict=True)), np.array(lengths)
