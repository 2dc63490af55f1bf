"""Solve Risk or Safety for large targets: proved moves, and exact values, one at a time or all V(n, n) together."""

from __future__ import annotations

import os
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ...game import Move, Rational
from ...games.risk_or_safety import RiskOrSafety
from ...parameters import check_whole_number
from ...records import check_array
from ...runtime.executors import Progress, connect
from ...runtime.run import Run
from ...solution import NotProved, SolutionOfStart
from .bounds import Layout, check_size, estimate_all_values_bytes, estimate_start_bytes
from .denominators import Plan
from .prove import MAX_TARGET, Gap, PairsProof, ProvedMoves, proved_moves
from .solution import HeadsToGoFor
from .start_values import compute_start_value, compute_start_values

METHOD = "moves proved by double-word floats, values modulo many primes"

_ROUNDING = 2.0**-53  # the largest relative error of one operation


@dataclass(frozen=True, eq=False)
class LargeTargetSolution(HeadsToGoFor, SolutionOfStart):
    """A solution of Risk or Safety for large targets: the best moves at all needs, and the value of the start.

    Positions and moves are as in `RiskOrSafetySolution`. The values of positions other than the start are computed on
    request; those at the start of turns are cached. Best moves, and values with open points, are known at all needs,
    but only as long as the open points do not exceed the largest best number of heads. At all other positions, which
    best play never reaches, `best_moves_at` and `value_at` raise ValueError; use ``method="pairs"`` for them.
    `move_values` returns the value of every legal move at any position, because every move ends the turn.

    Attributes
    ----------
    moves : ProvedMoves
        The best numbers of coins, with their proof.

    Examples
    --------
    >>> import trueodds
    >>> solution = trueodds.solve(trueodds.RiskOrSafety(target=200), "start")
    >>> solution.best_moves, solution.value.denominator.bit_length()
    (frozenset({2}), 17814)
    """

    values_everywhere = False

    game: RiskOrSafety
    moves: ProvedMoves
    plan: Plan = field(compare=False)  # the moves in a form for arithmetic modulo primes

    proof_type = PairsProof

    def to_parts(self) -> dict[str, Any]:
        """Return the value of the start, if computed, and the moves with their proof, which determine the plan."""
        moves = self.moves
        return {
            "start_value": [] if self.start_value is None else [self.start_value],
            "coins": moves.coins,
            "other_coins": None if moves.other_coins is moves.coins else moves.other_coins,
            "decided": (moves.by_float64, moves.by_double_word, moves.by_exact),
            "ties": tuple((i, j, *sorted(best)) for i, j, best in moves.ties),
            "gaps": (moves.trailing_gap, moves.leading_gap),
            "error": moves.error,
            "equal": moves.equal,
            "last": moves.last,
        }

    @classmethod
    def from_parts(cls, game: RiskOrSafety, method: str, proof: Any, parts: dict[str, Any]) -> Self:
        """Return the solution that has these parts."""
        layout = Layout.of(game)
        n, m = layout.larger, layout.smaller
        coins, start_value = parts["coins"], parts["start_value"]
        other = coins if parts["other_coins"] is None else parts["other_coins"]
        for table, shape in ((coins, (n, m)), (other, (m, n))):
            check_array("coins", table, np.uint16, shape)
            if (table < 1).any() or (table > np.arange(1, shape[0] + 1)[:, None]).any():
                raise ValueError("numbers of coins must be from 1 to the player's need")
        check_array("equal", parts["equal"], np.float64, (2, m + 1))
        gaps = [gap and Gap(*gap) for gap in parts["gaps"]]
        ties = tuple((i, j, frozenset(best)) for i, j, *best in parts["ties"])
        for i, j, best in ties:
            inside = {*map(type, (i, j, *best))} == {int} and 1 <= min(i, j) <= m and max(i, j) <= n
            if not (inside and best and 1 <= min(best) <= max(best) <= i):
                raise ValueError("ties must name two needs and equally good numbers of coins")
        fields = *parts["decided"], ties, (), *gaps, parts["error"], parts["equal"], parts["last"]
        moves = ProvedMoves(n, m, game.heads, coins, other, *fields)
        plan = Plan.from_coins(coins, other, game.heads)
        return cls(game, method, proof, moves, plan, start_value=start_value[0] if start_value else None)

    def with_value(self, run: Run = Run()) -> Self:
        """Return a copy with the value of the start, computed by `compute_start_value`."""
        solution = replace(self, start_value=self._turn_value(self.game.target, self.game.opponent_target, run))
        solution._cache.update(self._cache)
        return solution

    def best_moves_at(self, position: Any) -> frozenset[Move]:
        """Return all best moves at (a, b, c[, seat]).

        Raises
        ------
        ValueError
            The open points exceed every best number of heads, so the best moves at the position are not known.
        """
        position = self.game.position(position)
        i, j = self.game.needs(position)
        coins = self.coins(int(self.game.seat(position)))[i - 1, j - 1]
        best = self._tied.get((i, j), frozenset((int(coins),)))
        left = frozenset(k for k in best if k >= position[0])
        if not left:
            raise ValueError(
                f"at {tuple(position)}, more points are open than the best number of coins, {max(best)}; "
                f"method='pairs' finds the best moves there, if memory suffices"
            )
        return left

    def certificate(self, path: str | os.PathLike[str]) -> None:
        """Write a certificate that proves the value and the moves; it lists numbers of heads by needs, not by position.

        Parameters
        ----------
        path : path
            The file to write (`.odds`, `.odds.gz`); `check_odds.py` and ``trueodds check`` verify it.

        Raises
        ------
        ValueError
            A target is above 10,000, or `heads` has a denominator of too many bits for the larger target.
        """
        from ...certificates.heads import check_game, format_heads_certificate  # imported only when needed
        from ...certificates.write import write_lines

        check_game(self.game)
        solution = self if self.start_value is not None else self.with_value()
        game = self.game
        claims = {(game.target, game.opponent_target): solution.value}
        tables = (self.moves.coins, self.moves.other_coins)
        write_lines(format_heads_certificate(game, tables, self.moves.ties, claims), path)

    def coins(self, seat: int = 0) -> NDArray[np.uint16]:
        """Return the best numbers of coins: at [i-1, j-1] for a player who needs i against j, the smallest if tied."""
        target, other = self.game.targets_of(seat)
        return self.moves.coins if target >= other else self.moves.other_coins

    def tied_turns(self, seat: int = 0) -> list[tuple[int, int, frozenset[int]]]:
        """Return (i, j, coins) for all needs i, j at which several numbers of coins are best at the start of a turn."""
        rows, columns = self.coins(seat).shape
        return [(i, j, best) for (i, j), best in sorted(self._tied.items()) if i <= rows and j <= columns]

    @cached_property
    def _tied(self) -> dict[tuple[int, int], frozenset[int]]:
        return {(i, j): best for i, j, best in self.moves.ties}

    def _turn_value(self, i: int, j: int, run: Run) -> Rational:
        """Return, and cache, the exact winning probability of a player who starts a turn needing i against j."""
        if not j:
            self._cache[i, j] = mpq(0)
        elif (i, j) not in self._cache:
            value = compute_start_value(self.plan, i, j, run)
            self.moves.verify({(i, j): value})
            self._cache[i, j] = value
        return self._cache[i, j]


def compute_odds_at_needs(
    first: NDArray[np.integer], second: NDArray[np.integer], heads: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the odds of the first player (V) and of the second player (W) at the start of their own turns.

    Suppose that the first player needs i and goes for k coins, the second needs j and goes for l, and let p = heads^k
    and q = heads^l. Then V(i, j) = p (1 - W(j, i - k)) + (1 - p) (1 - W(j, i)) and
    W(j, i) = q (1 - V(i, j - l)) + (1 - q) (1 - V(i, j)). Cost: a few operations on arrays for each sum of needs.

    Parameters
    ----------
    first, second : integer arrays, shapes (n, m) and (m, n)
        The numbers of coins of both players, indexed [own need - 1, opponent's need - 1].
    heads : float
        Probability of heads.

    Returns
    -------
    tuple of two float64 arrays, shapes (n, m) and (m, n)
        V and W, with errors of at most `bound_odds_error`.

    Examples
    --------
    >>> coins = np.array([[1, 1], [2, 2]])
    >>> compute_odds_at_needs(coins, coins, 0.5)[0].round(4).tolist()
    [[0.6667, 0.8], [0.4, 0.5714]]
    """
    rows, columns = first.shape
    # Index 0: a player who needs no more points has won.
    tossing, waiting = np.ones((rows + 1, columns + 1)), np.ones((columns + 1, rows + 1))
    tossing[:, 0] = waiting[:, 0] = 0.0
    for total in range(2, rows + columns + 1):
        i = np.arange(max(1, total - columns), min(rows, total - 1) + 1)
        j = total - i
        k, l = first[i - 1, j - 1].astype(np.int64), second[j - 1, i - 1].astype(np.int64)
        p, q = heads**k, heads**l
        banked, answered = 1 - waiting[j, i - k], 1 - tossing[i, j - l]
        here = (p * banked + (1 - p) * q * (1 - answered)) / (1 - (1 - p) * (1 - q))
        tossing[i, j] = here
        waiting[j, i] = q * answered + (1 - q) * (1 - here)
    return tossing[1:, 1:], waiting[1:, 1:]


def bound_odds_error(first: NDArray[np.integer], second: NDArray[np.integer], heads: float) -> float:
    """Return a bound on the errors of `compute_odds_at_needs`.

    Each step is a weighted mean of odds found earlier, so it does not enlarge their errors. A power heads^k is off by
    at most k + 2 roundings, so the numerator and the denominator D of a step are together off by less than
    3k + 3l + 32 roundings. Hence their quotient is off by less than (3k + 3l + 32) / D roundings. A factor of 2 covers
    products of errors. The bound adds up the largest error of a step at each sum of needs.
    """
    k, l = first.astype(np.float64), second.T.astype(np.float64)
    p, q = heads**k, heads**l
    step = 2 * (3 * k + 3 * l + 32) * _ROUNDING / (1 - (1 - p) * (1 - q))
    worst = np.zeros(sum(first.shape) + 1)
    np.maximum.at(worst, np.add.outer(np.arange(1, first.shape[0] + 1), np.arange(1, first.shape[1] + 1)), step)
    return float(worst.sum())


def solve(game: RiskOrSafety, run: Run = Run()) -> LargeTargetSolution:
    """Solve Risk or Safety for large targets: prove the moves with floats, and compute the value exactly."""
    return solve_moves(game, run).with_value(run)


def solve_moves(game: RiskOrSafety, run: Run = Run()) -> LargeTargetSolution:
    """Prove the best moves, without computing the value of the start."""
    layout = Layout.of(game)
    check_size(layout.larger, layout.smaller, estimate_start_bytes, MAX_TARGET)
    moves = proved_moves(layout.larger, layout.smaller, game.heads, run.progress)
    return LargeTargetSolution(game, METHOD, moves.proof, moves, _make_plan(moves))


def make_statements(game: RiskOrSafety, progress: Progress | None = None) -> list[str]:
    """Return sentences that describe the best moves of both players at all needs, and their proof."""
    layout = Layout.of(game)
    moves = proved_moves(layout.larger, layout.smaller, game.heads, progress)
    return [*moves.statements(), f"Proved: {moves.proof}."]


def start_values(
    count: int,
    heads: Rational | None = None,
    *,
    workers: int | str | Executor | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> list[Rational]:
    """Return the exact values V(n, n) of the start for targets n = 1 … count, from one strategy.

    Parameters
    ----------
    count : int
        The largest target.
    heads : rational, optional
        Probability of heads, as for `proved_moves`; 1/2 by default.
    workers, checkpoint, progress
        See `solve`.

    Returns
    -------
    list of mpq
        For a fair coin, the numerators are OEIS A387261(n), and the denominators A387262(n).

    Raises
    ------
    TypeError, ValueError
        An argument is invalid, or the checkpoint belongs to another computation.
    MemoryError
        The values would not fit in memory; the error is raised before any memory is allocated.
    NotProved
        The moves at some needs, or a value, cannot be proved.

    See Also
    --------
    proved_moves : Find the strategy from which the values are computed.
    solve : Solve the game for one target.

    References
    ----------
    R. Jehn, Optimal strategy in the game Risk or Safety, arXiv:2603.01002, 2026, section 3.3.
    OEIS Foundation, A387261 and A387262, https://oeis.org/A387261.

    Examples
    --------
    >>> start_values(4)
    [mpq(2,3), mpq(4,7), mpq(6,11), mpq(2236,4165)]
    """
    count = check_whole_number("count", count)
    check_size(count, count, estimate_all_values_bytes, MAX_TARGET)
    run = Run(workers, checkpoint, progress)
    with connect(workers) as connected:
        moves = proved_moves(count, count, mpq(1, 2) if heads is None else heads, progress)
        values = compute_start_values(_make_plan(moves), replace(run, workers=connected))
    moves.verify({(n, n): value for n, value in enumerate(values, 1)})
    return values


def _make_plan(moves: ProvedMoves) -> Plan:
    if moves.undecided:
        i, j, _ = moves.undecided[0]
        raise NotProved(f"needs {i} against {j}: no number of coins is proved to be best")
    return Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
