"""Solve Two coins by the fast method: backward induction in integers, with a layer for each number of flips done."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from ...game import Move, Position, Rational
from ...games.two_coins import TwoCoins
from ...runtime.executors import Progress
from ...runtime.run import Run
from ...solution import Solution, Table
from .layers import Coin, Layers, LayersProof, Scores, Tosses

METHOD = "layers by flips done, numerators over powers of the coins' common denominator"


@dataclass(frozen=True, eq=False)
class TwoCoinsSolution(Solution):
    """A solution of Two coins: exact values and best coins at every position.

    Examples
    --------
    >>> import trueodds
    >>> solution = trueodds.solve(trueodds.TwoCoins(flips=3, heads_a="3/5"))
    >>> solution.value, solution.best_moves
    (mpq(81,125), frozenset({'A'}))
    >>> solution.move_values((2, -1))
    {'A': mpq(0,1), 'B': mpq(1,2)}
    """

    game: TwoCoins
    layers: Layers

    proof_type = LayersProof

    def to_parts(self) -> dict[str, Any]:
        """Return the parts of the layers."""
        return self.layers.to_parts()

    @classmethod
    def from_parts(cls, game: TwoCoins, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts."""
        return cls(game, method, proof, Layers.from_parts(*_make_layout(game, game.heads_a), parts))

    @property
    def one_player(self) -> bool:
        """Whether only one player moves: always true."""
        return True

    def value_at(self, position: Position, progress: Progress | None = None) -> Rational:
        """Return the probability of winning."""
        flips, score = self.game.position(position)
        return self.layers.value(flips, score - self.game.threshold)

    def move_values(self, position: Position, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the probability of winning if coin A is flipped next, and if coin B is."""
        flips, score = self.game.position(position)
        values = self.layers.coin_values(flips, score - self.game.threshold)
        return dict(zip(("A", "B"), values, strict=True))

    def tables(self) -> Sequence[Table]:
        """Return the table of the best coins."""
        scores, threshold, turns = self.layers.scores, self.game.threshold, range(self.game.flips)
        lows = [scores.low(done) + threshold for done in turns]
        counts = [scores.count(done) for done in turns]
        columns = range(min(lows), max(low + max(count, 1) for low, count in zip(lows, counts, strict=True)))
        cells = np.zeros((len(turns), len(columns)), dtype=np.int64)
        for done, low, count in zip(turns, lows, counts, strict=True):
            cells[done, low - columns[0] : low - columns[0] + count] = self.layers.best(done)
        title = "Which coin to flip: 1 coin A, 2 coin B, 3 both are equally good, 0 decided or not possible"
        return [Table(title, "flips done", "score", turns, columns, cells)]


def make_layers(game: TwoCoins, heads_a: Rational, progress: Progress | None = None) -> Layers:
    """Return the layers of a game in which coin A has the given probability of heads, from 0 to 1 inclusive."""
    return Layers(*_make_layout(game, heads_a), progress)


def _make_layout(game: TwoCoins, heads_a: Rational) -> tuple[Scores, list[Tosses]]:
    """Return the parameters of the layers, and the kinds of turns."""
    scale = math.lcm(int(heads_a.denominator), int(game.heads_b.denominator))
    a, b = (
        Coin(value, int(heads * scale), int((1 - heads) * scale))
        for value, heads in ((game.value_a, heads_a), (game.value_b, game.heads_b))
    )
    scores = Scores(game.flips, game.threshold, max(a.points, b.points), scale, level=1, win=1)
    return scores, [Tosses((a, b))]


def solve(game: TwoCoins, run: Run = Run()) -> TwoCoinsSolution:
    """Solve Two coins exactly at every position.

    The module `layers` states the cost. Memory: 0.2 MB by default, 130 MB for 1,000 flips.
    """
    layers = make_layers(game, game.heads_a, run.progress)
    proof = LayersProof("exact Bellman equality", layers.choices, (("exactly", layers.choices),), layers.ties, "coins")
    return TwoCoinsSolution(game, METHOD, proof, layers)
