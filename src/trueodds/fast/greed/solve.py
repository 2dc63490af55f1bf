"""Solve Greed by the fast method: one table indexed by both players' needs, and a solution in Addis's terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from gmpy2 import mpq, mpz

from ...game import Move, Rational
from ...games.greed import Greed
from ...parameters import check_whole_number, format_number
from ...runtime.executors import Progress
from ...runtime.memory import require_memory
from ...runtime.run import Run
from ...solution import BellmanProof, Solution, Table, pluralize
from .dice import find_max_useful_dice
from .tables import FractionRows, GreedTables, list_sure_wins, make_tables

METHOD = "float bounds for all numbers of dice, then exact integers for the best"


class Results(NamedTuple):
    """The first player's exact probabilities of winning, drawing and losing; they add up to 1."""

    win: Rational
    draw: Rational
    lose: Rational


@dataclass(frozen=True)
class GreedProof(BellmanProof):
    """The proof by comparison of moves; `decided` counts moves, and `last_ties` counts ties in the last turn."""

    last_ties: int

    def __str__(self) -> str:
        decided = dict(self.decided)
        return (
            f"{self.method} at {self.positions:,} positions over {self.moves:,} moves; "
            f"{pluralize(self.ties - self.last_ties, 'tie')} in normal turns, {self.last_ties:,} in the last; "
            f"{pluralize(decided['exactly'], 'move')} compared in whole numbers, the others by bounds or monotonicity"
        )


@dataclass(frozen=True, eq=False)
class GreedSolution(Solution):
    """A solution of Greed: exact values and best moves at every position.

    A position is (score of the player to roll, opponent's score[, last[, seat]]); `last` is true in the last turn.
    A move is a number of dice.

    Examples
    --------
    >>> import trueodds
    >>> solution = trueodds.solve(trueodds.Greed(limit=10, sides=3))
    >>> solution.value, solution.best_moves
    (mpq(14352595,28697814), frozenset({1}))
    >>> solution.move_values((8, 9)), solution.best_moves_at((8, 9, True))
    ({0: mpq(0,1), 1: mpq(4,9), 2: mpq(5,54)}, frozenset({1}))
    """

    game: Greed
    by_needs: GreedTables

    proof_type = GreedProof

    def to_parts(self) -> dict[str, Any]:
        """Return the parts of the table."""
        return self.by_needs.to_parts()

    @classmethod
    def from_parts(cls, game: Greed, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts."""
        tables = GreedTables.from_parts(game.sides, parts)
        if tables.max_need < game.limit:
            raise ValueError(f"the table covers only needs up to {tables.max_need}")
        return cls(game, method, proof, tables)

    def value_at(self, position: Any, progress: Progress | None = None) -> Rational:
        """Return the exact probability that the player to roll wins, with a draw counting as one half."""
        a, b, last = self._needs(position)
        return self.by_needs.last_value(a, b) if last else self.by_needs.value(a, b)

    def move_values(self, position: Any, progress: Progress | None = None) -> Mapping[Move, Rational]:
        """Return the exact value, for the player to roll, of every legal number of dice."""
        a, b, last = self._needs(position)
        value = self.by_needs.evaluate_last_move if last else self.by_needs.evaluate_move
        return {dice: value(a, b, dice) for dice in range(a + 1)}

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """Return all best numbers of dice, several if they tie exactly."""
        a, b, last = self._needs(position)
        return self.by_needs.find_best_last(a, b) if last else self.by_needs.find_best(a, b)

    def tables(self) -> Sequence[Table]:
        """Return the best numbers of dice in normal turns and in the last turn (Addis's figures 4 and 3).

        If several numbers are best, the smallest is shown.
        """
        scores = range(self.game.limit + 1)
        return [
            Table(
                title,
                "the other's score",
                "score of the player to roll",
                scores,
                scores,
                self._cells(best),
                tuple((other, score, tuple(sorted(dice))) for score, other, dice in self.ties(last)),
            )
            for title, best, last in (
                ("Dice to roll", self.by_needs.dice_to_roll, False),
                ("Dice to roll in the last turn", self.by_needs.last_dice, True),
            )
        ]

    def ratings(self, last: bool = False) -> list[list[Rational]]:
        """Return the values, which Addis calls ratings, of all positions.

        Parameters
        ----------
        last : bool
            Whether to return the values in the last turn instead of those in normal turns.

        Returns
        -------
        list of lists of mpq
            The values by the opponent's score, then by the score of the player to roll.

        Examples
        --------
        >>> import trueodds
        >>> trueodds.solve(trueodds.Greed(limit=1, sides=2)).ratings()
        [[mpq(1,2), mpq(3,4)], [mpq(1,4), mpq(1,2)]]
        """
        value = self.by_needs.last_value if last else self.by_needs.value
        needs = range(self.game.limit, -1, -1)
        return [[value(a, b) for a in needs] for b in needs]

    def ties(self, last: bool = False) -> list[tuple[int, int, frozenset[int]]]:
        """Return the positions at which several numbers of dice are best (exact ties).

        Parameters
        ----------
        last : bool
            Whether to return the ties in the last turn instead of those in normal turns. Several numbers of dice often
            win the last turn with certainty.

        Returns
        -------
        list of (score of the player to roll, opponent's score, best numbers of dice)
        """
        best, limit = self.by_needs.find_best_last if last else self.by_needs.find_best, self.game.limit
        entries = ((limit - a, limit - b, best(a, b)) for a in range(limit, -1, -1) for b in range(limit, -1, -1))
        return [entry for entry in entries if len(entry[2]) > 1]

    def results(self) -> Results:
        """Return the first player's probabilities of winning, drawing and losing if both players make best moves.

        If several moves are best, the fewest dice are rolled. Other best moves would give the same win + draw/2, but
        possibly a different probability of a draw.

        Examples
        --------
        >>> import trueodds
        >>> trueodds.solve(trueodds.Greed(limit=2, sides=2)).results()
        Results(win=mpq(1,8), draw=mpq(3,4), lose=mpq(1,8))
        """
        return self._results

    @cached_property
    def _results(self) -> Results:
        draw = compute_draw_probability(self.by_needs, self.game.limit)
        win = self.value - draw / 2
        return Results(win, draw, 1 - win - draw)

    def within(self, limit: int) -> GreedSolution:
        """Return the solution for another limit, from the same table.

        Parameters
        ----------
        limit : int
            The limit, from 1 to the largest solved limit.

        Examples
        --------
        >>> import trueodds
        >>> trueodds.solve(trueodds.Greed(limit=30, sides=3)).within(10).value
        mpq(14352595,28697814)
        """
        game = Greed(limit, self.game.sides)
        if game.limit > self.by_needs.max_need:
            raise ValueError(f"limit must be from 1 to {self.by_needs.max_need}, not {format_number(game.limit)}")
        return GreedSolution(game, self.method, self.proof, self.by_needs)

    def _needs(self, position: Any) -> tuple[int, int, bool]:
        score, other, last, _ = self.game.position(position)
        return self.game.limit - score, self.game.limit - other, last

    def _cells(self, best: Any) -> Any:
        """Convert an array indexed by needs [a, b] into an array indexed by scores [opponent's, own]."""
        limit = self.game.limit
        return best[limit::-1, limit::-1].T.astype(np.int64)


def solve(game: Greed, run: Run = Run()) -> GreedSolution:
    """Solve Greed exactly, with a proof; `tables.py` describes the method."""
    check_memory(game.limit, game.sides)
    tables = make_tables(game.limit, game.sides, run.progress)
    return GreedSolution(game, METHOD, _make_proof(tables), tables)


def compute_start_values(max_limit: int, sides: int = 6, progress: Progress | None = None) -> list[Rational]:
    """Return the values of the start for all limits 1 … `max_limit`, from one table.

    >>> compute_start_values(4, sides=2)
    [mpq(1,2), mpq(1,2), mpq(31,64), mpq(63,128)]
    """
    game = Greed(check_whole_number("max_limit", max_limit), sides)
    tables = solve(game, Run(progress=progress)).by_needs
    return [tables.value(limit, limit) for limit in range(1, game.limit + 1)]


def estimate_bytes(limit: int, sides: int) -> int:
    """Estimate the bytes needed: per pair of needs, floats and an integer of up to 2·limit·log2(sides) bits."""
    bits = 64 + 2 * limit * sides.bit_length()
    return (limit + 1) ** 2 * (bits // 8 + 200)


def check_memory(limit: int, sides: int) -> None:
    """Raise MemoryError, before any memory is allocated, if the tables would not fit."""
    what = f"limit {format_number(limit)}, dice with {format_number(sides)} sides"
    require_memory(estimate_bytes(limit, sides), what)


def _make_proof(tables: GreedTables) -> GreedProof:
    side = tables.max_need + 1
    moves = side**2 * (side + 1)  # number of moves in both kinds of turns
    monotone = 2 * side * sum(a - find_max_useful_dice(a, tables.sides) for a in range(side))
    sure = sum(max(0, len(list_sure_wins(a, b, tables.sides)) - 1) > 0 for a in range(side) for b in range(side))
    last_ties = sure + len(tables.last_ties)
    decided = (
        ("monotonicity", monotone),
        ("float64", moves - monotone - tables.exactly),
        ("exactly", tables.exactly),
    )
    ties = len(tables.ties) + last_ties
    return GreedProof("exact Bellman equality", 2 * side**2, decided, ties, moves, last_ties)


def compute_draw_probability(tables: GreedTables, limit: int) -> mpq:
    """Return the exact probability that a game ends in a draw, for a limit up to that of the tables.

    Both players make best moves, with the fewest dice if several moves are best.

    >>> compute_draw_probability(make_tables(1, 1), 1)
    mpq(1,1)
    """
    dice, roll, sides = tables.dice, tables.dice_to_roll, tables.sides
    reachable = np.zeros((limit + 1, limit + 1), dtype=np.bool_)
    reachable[limit, limit] = True
    for total in range(2 * limit, -1, -1):
        for a, b in _list_needs(total, limit):
            n = int(roll[a, b])
            if reachable[a, b] and n:
                reachable[b, a - min(sides * n, a) : a - n + 1] = True
    draws = FractionRows(dice, limit + 1)
    for total in range(2 * limit + 1):
        for a, b in _list_needs(total, limit):
            n = int(roll[a, b])
            if not reachable[a, b]:
                here = mpz(0)
            elif n:
                here = draws.divide(draws.sum_products(n, a, b), n)
            else:  # the other player has the last turn, and draws with a sum of b - a
                last = int(tables.last_dice[b, a])
                below = dice.count_below(last)
                level = below[b - a + 1] - below[b - a] if b >= a else mpz(0)
                here = draws.divide(2 * level * dice.power(draws.exponent), last)
            draws.rows[a].append(here)
    return draws[limit, limit]


def _list_needs(total: int, limit: int) -> list[tuple[int, int]]:
    return [(total - b, b) for b in range(max(0, total - limit), min(total, limit) + 1)]
