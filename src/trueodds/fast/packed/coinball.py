"""Solve Coinball by the fast method: backward induction in integers, with a layer for each number of tosses done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from ...game import Move, Position, Rational
from ...games.coinball import Coinball
from ...runtime.executors import Progress
from ...runtime.run import Run
from ...solution import Solution, Table
from .layers import Coin, Layers, LayersProof, Scores, Tosses

METHOD = "layers by tosses done, numerators over 2^(tosses left + 1)"


@dataclass(frozen=True, eq=False)
class CoinballSolution(Solution):
    """A solution of Coinball: exact values and best moves at every position.

    Examples
    --------
    >>> import trueodds
    >>> solution = trueodds.solve(trueodds.Coinball(tosses=2, opponent="always-rush"))
    >>> solution.value, sorted(solution.best_moves)
    (mpq(1,2), ['pass', 'rush'])
    >>> solution.move_values((1, -1, 1))
    {'rush': mpq(1,4)}
    """

    game: Coinball
    layers: Layers

    proof_type = LayersProof

    def to_parts(self) -> dict[str, Any]:
        """Return the parts of the layers."""
        return self.layers.to_parts()

    @classmethod
    def from_parts(cls, game: Coinball, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts."""
        return cls(game, method, proof, Layers.from_parts(*_make_layout(game), parts))

    def value_at(self, position: Position, progress: Progress | None = None) -> Rational:
        """Return the probability that the player to call wins, with a draw counting as one half."""
        tosses, lead, seat = self.game.position(position)
        return 1 - self.layers.value(tosses, -lead) if seat else self.layers.value(tosses, lead)

    def move_values(self, position: Position, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the value of each call for the player who makes it."""
        tosses, lead, seat = self.game.position(position)
        values = self.layers.coin_values(tosses, -lead if seat else lead)
        return dict(zip(self.game.moves(position), [1 - value if seat else value for value in values], strict=True))

    def tables(self) -> Sequence[Table]:
        """Return the best calls, in one table for each seat that has a choice."""
        chooses = [0, 1] if self.game.opponent == "optimal" else [self.game.value_seat]
        scores = self.layers.scores
        largest = max(scores.high(done) for done in range(self.game.tosses))
        tables = []
        for seat in chooses:
            rows = range(seat, self.game.tosses, 2)
            cells = np.zeros((len(rows), 2 * largest + 1), dtype=np.int64)
            for row, done in zip(cells, rows, strict=True):
                best = self.layers.best(done)
                row[largest + scores.low(done) : largest + scores.high(done) + 1] = best[::-1] if seat else best
            order = "first" if seat == 0 else "second"
            title = f"What to call, going {order}: 1 rush, 2 pass, 3 both are equally good, 0 decided or not possible"
            columns = range(-largest, largest + 1)
            tables.append(Table(title, "tosses done", "lead of the player to call", rows, columns, cells))
        return tables


def _make_layout(game: Coinball) -> tuple[Scores, list[Tosses]]:
    """Return the parameters of the layers, and the kinds of turns."""
    rush, pass_ = Coin(game.rush, 1, 1), Coin(game.pass_points, 1, 1)
    fixed = {"always-rush": (rush,), "always-pass": (pass_,)}.get(game.opponent)
    scores = Scores(game.tosses, 0, max(game.rush, game.pass_points), scale=2, level=1, win=2)
    free = (rush, pass_)
    turns = [Tosses(fixed if fixed and seat != game.value_seat else free, maximizes=seat == 0) for seat in (0, 1)]
    return scores, turns


def solve(game: Coinball, run: Run = Run()) -> CoinballSolution:
    """Solve Coinball exactly at every position.

    The module `layers` states the cost. Memory: 0.2 MB by default, 130 MB for 1,000 tosses.

    >>> from trueodds.exact.decimals import format_decimal
    >>> format_decimal(solve(Coinball(tosses=100)).value, 12)
    '0.489818590457'
    """
    layers = Layers(*_make_layout(game), run.progress)
    proof = LayersProof("exact Bellman equality", layers.choices, (("exactly", layers.choices),), layers.ties, "calls")
    return CoinballSolution(game, METHOD, proof, layers)
