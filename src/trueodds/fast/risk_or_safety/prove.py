"""Prove the best number of coins at every pair of needs, for needs in the thousands.

The kernel `columns` proves these numbers in float64 and double-word floats, a batch of columns per call. Exact
reasoning provides column 1 (`FirstColumn`) and decides pairs that floats leave undecided (`Decisions`).
"""

from __future__ import annotations

import itertools
import math
import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import gmpy2
import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ...exact.pipeline import NOTHING_PROVED, verify_enclosed
from ...game import Rational
from ...parameters import check_probability, check_whole_number, format_number
from ...records import Record
from ...runtime.executors import Progress
from ...runtime.interrupts import check_interrupt
from ...runtime.memory import require_memory
from ...solution import NotProved, Proof, pluralize
from .columns import DONE, FAULT, UNDECIDED, Columns
from .decide import Decisions, FirstColumn

#: The largest need that the tables can hold.
MAX_NEED = 65_535

# The needs i, j at which double words first fail for a fair coin: the values of three and four coins, or of two and
# three, differ by less than the error bound. `docs/findings.md` reports results beyond these needs.
_TOO_CLOSE = (61_475, 6_846, "three coins from four"), (29_200, 8_513, "two coins from three")

#: The largest equal targets for which the moves with a fair coin can be proved.
MAX_TARGET = _TOO_CLOSE[-1][0] - 1

_SECONDS_PER_CALL = 0.05  # intended time of a kernel call, so that Ctrl-C and the progress display respond at once
_FLUSH_COLUMNS = 256  # number of columns transposed at once; with fewer, memory access would be inefficient
_BITS = 400  # number of bits of the powers before rounding

_MAX_EXCEPTIONS = 8  # maximum number of exceptions that a sentence lists

Turn = tuple[int, int, frozenset[int]]  # needs of the player to toss and of the opponent, and numbers of coins


@dataclass(frozen=True)
class PairsProof(Proof):
    """The proof of the moves of both players at all pairs of needs i, j.

    `positions` and `decided` count pairs; `ties` and `undecided` count turns. `bounds` holds a bound on
    each value's relative error divided by i + j, and the sizes of the smallest gaps (`Gap`).
    """

    def __str__(self) -> str:
        names = {
            "float64": "by float64",
            "double-word": "by double-word floats",
            "exactly": "exactly",
        }
        text = f"{pluralize(self.positions, 'pair')} of needs: "
        text += ", ".join(f"{count:,} {names[way]}" for way, count in self.decided)
        text += f"; {pluralize(self.ties, 'tie')}"
        return text + (f"; {self.undecided:,} undecided" if self.undecided else "")


class Gap(NamedTuple):
    """The gap in value between the best and the second-best number of coins.

    `size` is the difference between the values of the two moves, divided by the value of the best. All values are the
    trailing player's probability of winning. `i` and `j` are the needs of the trailing and of the leading player.
    """

    size: float
    i: int
    j: int


@dataclass(frozen=True, eq=False)
class ProvedMoves(Record):
    """The proved best numbers of coins for all needs of two players with targets n ≥ m.

    Attributes
    ----------
    n, m : int
        The targets.
    heads : mpq
        Probability of heads.
    coins : uint16 array, shape (n, m)
        At [i-1, j-1], the best number for the player with target n if this player needs i and the opponent needs j; the
        smallest if several are best.
    other_coins : uint16 array, shape (m, n)
        Likewise for the player with target m. For equal targets this is the same array as `coins`.
    by_float64, by_double_word, by_exact : int
        The numbers of pairs of needs {i, j} at which float64 comparisons, double-word comparisons, and exact reasoning,
        respectively, proved the moves of both players. Pairs with j = 1 or heads^j > 1/2, where j ≤ i, count as exact.
    ties : tuple of (int, int, frozenset)
        Needs of the player to toss and of the opponent at which several numbers of coins are best, and these numbers.
    undecided : tuple of (int, int, frozenset)
        Needs where the best number is not proved, and the candidates; an empty set stands for all numbers. The proof
        of all other moves assumes that the tables are right at these needs.
    trailing_gap, leading_gap : Gap or None
        The smallest gap over all pairs with i ≥ j ≥ 2 (for the leading player, i > j) that floats decide; None if there
        is no such pair.
    error : float
        The relative error of every value is at most error·(i + j).
    equal : float64 array, shape (2, m + 1)
        The values V(i, i) as double words, with the low parts in row 1. V(i, j) is the probability that the player to
        toss wins if this player needs i and the opponent needs j.
    last : pair of (float, float, int)
        The values for a player who needs n against m: first if this player is to toss, then if the opponent is. A value
        is a double word (high part, low part) times 2^(-512 s), where s is the third number.
    seal : int
        The checksum of `heads` and the tables when this object was created.

    Examples
    --------
    >>> from trueodds.risk_or_safety import proved_moves
    >>> found = proved_moves(20)
    >>> found.coins[19, :12].tolist()
    [20, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2]
    >>> found.find_thresholds(20)
    ((1, 20), (2, 4), (3, 3), (6, 2))
    >>> print(found.proof)
    210 pairs of needs: 173 by float64, 17 by double-word floats, 20 exactly; no ties
    """

    n: int
    m: int
    heads: Rational
    coins: NDArray[np.uint16] = field(repr=False)
    other_coins: NDArray[np.uint16] = field(repr=False)
    by_float64: int
    by_double_word: int
    by_exact: int
    ties: tuple[Turn, ...] = field(repr=False)
    undecided: tuple[Turn, ...] = field(repr=False)
    trailing_gap: Gap | None
    leading_gap: Gap | None
    error: float
    equal: NDArray[np.float64] = field(repr=False)
    last: tuple[tuple[float, float, int], tuple[float, float, int]] = field(repr=False)
    seal: int = field(default=-1, repr=False, compare=False)

    def _freeze(self) -> None:
        super()._freeze()
        if self.seal < 0:
            object.__setattr__(self, "seal", self.compute_seal())

    def compute_seal(self) -> int:
        """Return the CRC-32 of `heads` and the tables; if it differs from `seal`, they have changed."""
        tables = [self.coins] if self.n == self.m else [self.coins, self.other_coins]  # equal targets share one table
        checksum = zlib.crc32(str(self.heads).encode())
        for table in tables:
            checksum = zlib.crc32(np.ascontiguousarray(table).data.cast("B"), checksum)
        return checksum

    def enclose(self, i: int, j: int) -> tuple[Rational, Rational] | None:
        """Return bounds on V(i, j) from the proof if i = j, or if i and j are the targets; otherwise None.

        Examples
        --------
        >>> from gmpy2 import mpq
        >>> from trueodds.risk_or_safety import proved_moves
        >>> low, high = proved_moves(20).enclose(3, 3)
        >>> low <= mpq(6, 11) <= high, high - low < 1e-29
        (True, True)
        """
        high, low, scale = 0.0, 0.0, 0
        if 1 <= i == j <= self.m:
            high, low = float(self.equal[0, i]), float(self.equal[1, i])
        elif (max(i, j), min(i, j)) == (self.n, self.m):
            high, low, scale = self.last[0 if i > j else 1]
        else:
            return None
        value = (mpq(high) + mpq(low)) / mpq(2) ** (512 * scale)
        error = value * mpq(self.error) * (i + j)
        return (value - error, value + error) if i >= j else (1 - value - error, 1 - value + error)

    def verify(self, values: Mapping[tuple[int, int], Rational]) -> None:
        """Verify that values lie within the bounds of `enclose`, and that no table was changed.

        This detects a wrong strategy, which residues cannot reveal: all of them would agree. Values without bounds are
        not checked.
        """
        for (i, j), value in values.items():
            within = self.enclose(i, j)
            if within:
                verify_enclosed(value, *within, f"V({i}, {j})")
        if self.seal != self.compute_seal():
            raise NotProved(f"the table of coins does not have the checksum of the proved table; {NOTHING_PROVED}")

    @property
    def pairs(self) -> int:
        """The number of pairs of needs {i, j}."""
        return self.m * (self.m + 1) // 2 + (self.n - self.m) * self.m

    @property
    def proof(self) -> PairsProof:
        """The proof of the moves."""
        gaps = ("trailing gap", self.trailing_gap), ("leading gap", self.leading_gap)
        return PairsProof(
            "comparison of all numbers of coins",
            self.pairs,
            (("float64", self.by_float64), ("double-word", self.by_double_word), ("exactly", self.by_exact)),
            len(self.ties),
            bounds=(("error", self.error), *((name, gap.size) for name, gap in gaps if gap)),
            undecided=len(self.undecided),
        )

    def find_thresholds(self, i: int) -> tuple[tuple[int, int], ...]:
        """Return the best numbers of coins of a trailing player who needs i, by ranges of the leading player's needs.

        Parameters
        ----------
        i : int
            From 1 to n.

        Returns
        -------
        tuple of (int, int)
            Pairs (j, coins) with j < i and j ≤ m; `coins` is the best number from this j to just below the next j.

        Raises
        ------
        ValueError
            i is not from 1 to n.
        """
        if not 1 <= i <= self.n:
            raise ValueError(f"i must be from 1 to {self.n:,}, not {format_number(i)}")
        row = self.coins[i - 1, : min(i - 1, self.m)]
        starts = [0, *(np.flatnonzero(row[1:] != row[:-1]) + 1).tolist()] if len(row) else []
        return tuple((start + 1, int(row[start])) for start in starts)

    def statements(self) -> list[str]:
        r"""Return the results of this computation as sentences that can be quoted.

        Examples
        --------
        >>> from trueodds.risk_or_safety import proved_moves
        >>> print("\n".join(proved_moves(50).statements()))  # doctest: +ELLIPSIS
        Heads probability 1/2, all needs up to 50.
        Against an opponent who needs 1 point, the trailing player goes for all points at once.
        The leading player tosses exactly 1 coin, except when needing 2 against 3 (2).
        At equal needs of at least 2, the player to toss tosses exactly 2 coins, except when needing 3 against 3 (1).
        Against an opponent who needs 2 points or more, the trailing player tosses 2 to 6 coins.
        The trailing player never tosses more coins when the leading player needs more.
        There are no exact ties between two numbers of coins.
        Against at least 2 points, the smallest gap to the second best is ...
        """
        return list(self._sentences())

    def _sentences(self) -> Iterator[str]:
        n, m, coins, other = self.n, self.m, self.coins, self.other_coins
        limits = f"all needs up to {n}" if n == m else f"all pairs of needs up to {n} and {m}"
        yield f"Heads probability {self.heads}, {limits}."
        if self.undecided:
            turns = pluralize(len(self.undecided), "turn")
            yield f"Undecided: {turns}. The statements below assume the moves in the table."

        if np.array_equal(coins[:, 0], np.arange(1, n + 1)):
            yield "Against an opponent who needs 1 point, the trailing player goes for all points at once."
        else:
            most = int(coins[:, 0].max())
            number = f"{'1 to ' * (most > 1)}{_count_coins(most)}"
            yield f"Against an opponent who needs 1 point, the player to toss tosses {number}."
        if m > 1 and n > 2:
            leading = [(j, j + 1, other[j - 1, j:]) for j in range(2, min(m, n - 1) + 1)]
            yield f"The leading player tosses {_describe(leading)}."
        if m > 1:
            equal = [(i, i, coins[i - 1, i - 1 : i]) for i in range(2, m + 1)]
            yield f"At equal needs of at least 2, the player to toss tosses {_describe(equal)}."
        if m > 1 and n > 2:
            trailing = [(i, 2, coins[i - 1, 1 : min(i - 1, m)]) for i in range(3, n + 1)]
            yield f"Against an opponent who needs 2 points or more, the trailing player tosses {_describe(trailing)}."
            rows = [coins[i - 1, : min(i - 1, m)] for i in range(2, n + 1)]
            if all((row[1:] <= row[:-1]).all() for row in rows):
                yield "The trailing player never tosses more coins when the leading player needs more."
            if all((row[: len(before)] >= before).all() for before, row in itertools.pairwise(rows)):
                yield "The trailing player never tosses fewer coins when they need more themselves."

        if self.ties:
            i, j, best = min(self.ties, key=lambda tie: (tie[0] + tie[1], tie[1]))
            tied = " or ".join(map(str, sorted(best)))
            yield f"Exact ties: {pluralize(len(self.ties), 'turn')}, the first needing {i} against {j} ({tied} coins)."
        else:
            yield "There are no exact ties between two numbers of coins."
        gap_texts = []
        if gap := self.trailing_gap:
            gap_texts.append(f"{gap.size:.2e} of the value for the trailing player, needing {gap.i} against {gap.j}")
        if gap := self.leading_gap:
            gap_texts.append(f"{gap.size:.2e} of the value for the leading player, needing {gap.j} against {gap.i}")
        if gap_texts:
            min_need = max(2, math.ceil(math.log(0.5) / math.log1p(float(self.heads - 1))))  # smaller needs are skipped
            apart = ["decided exactly"] * (self.by_exact > n) + ["undecided"] * bool(self.undecided)
            where = f"{min_need} points" + f", apart from turns that are {' or '.join(apart)}" * bool(apart)
            yield f"Against at least {where}, the smallest gap to the second best is {'; '.join(gap_texts)}."


def _count_coins(number: int) -> str:
    return f"{number} coin{'' if number == 1 else 's'}"


def _describe(rows: list[tuple[int, int, NDArray[np.uint16]]]) -> str:
    """Return a phrase: the usual number of coins in the given rows and its exceptions or, if these are many, the range.

    A row consists of the need of the player to toss, the opponent's need at the first entry, and the entries.
    """
    counts = np.zeros(2**16, dtype=np.int64)
    for *_, row in rows:
        row_counts = np.bincount(row)
        counts[: len(row_counts)] += row_counts
    common = int(counts.argmax())
    if counts.sum() - counts[common] > _MAX_EXCEPTIONS:
        low, *_, high = np.flatnonzero(counts).tolist()
        return f"{low} to {high} coins"
    others = [
        f"{need} against {first + at} ({row[at]})"
        for need, first, row in rows
        for at in np.flatnonzero(row != common).tolist()
    ]
    return f"exactly {_count_coins(common)}" + (f", except when needing {', '.join(others)}" if others else "")


def proved_moves(n: int, m: int | None = None, heads: object = None, progress: Progress | None = None) -> ProvedMoves:
    """Return the best numbers of coins at all needs up to n and m, proved except at the result's `undecided` turns.

    Parameters
    ----------
    n : int
        The larger target: at most 65,535; for a fair coin at most 61,474 if m ≥ 6,846, and 29,199 if m ≥ 8,513.
    m : int, optional
        The smaller target; n by default.
    heads : rational, optional
        Probability of heads, from 2^-64 to 1 - 2^-64; 1/2 by default.
    progress : callable, optional
        Called with ``("strategy", leading needs done, m)``.

    Returns
    -------
    ProvedMoves

    Raises
    ------
    TypeError, ValueError
        An argument is invalid; the message shows the argument and the allowed values.
    MemoryError
        The tables would not fit in memory; the error is raised before any memory is allocated.
    NotProved
        Too many turns could not be decided, the tables are inconsistent, or needed values are no longer stored.

    See Also
    --------
    start_values : Compute the values of the start under this strategy.
    solve : Find the moves and the value of the start, with ``method="start"``.

    References
    ----------
    R. Jehn, Optimal strategy in the game Risk or Safety, arXiv:2603.01002, 2026, section 5.
    OEIS Foundation, A394776, https://oeis.org/A394776.

    Examples
    --------
    >>> proved_moves(5, heads="2/5").ties
    ((5, 1, frozenset({2, 3})),)
    """
    n = check_whole_number("n, the larger target,", n, 1, MAX_NEED)
    m = n if m is None else check_whole_number("m", m)
    p = mpq(1, 2) if heads is None else check_probability("heads", heads)
    if m > n:
        raise ValueError(f"m must be at most n = {n:,}, not {format_number(m)}")
    if not mpq(1, 2**64) <= p <= 1 - mpq(1, 2**64):
        raise ValueError(f"heads must be from 2^-64 to 1 - 2^-64 for this method, not {str(p)[:60]}")
    for i, j, moves in _TOO_CLOSE:
        if n >= i and m >= j and p == mpq(1, 2):
            raise ValueError(
                f"targets {n:,} and {m:,}: at needs {i:,} against {j:,}, double-word floats cannot separate {moves}; "
                f"with a fair coin, moves can be proved if both targets are at most {MAX_TARGET:,}, or if the larger "
                f"is {n:,} and the smaller is below {j:,}"
            )
    return _Computation(n, m, p, progress).compute()


class _Computation:
    """A computation in progress: its tables, its workspace, and the moves found so far."""

    def __init__(self, n: int, m: int, heads: mpq, progress: Progress | None) -> None:
        self.n, self.m, self.heads, self.progress = n, m, heads, progress
        kept = max(32, 16 + 2 * int(4 / (1 - heads)))
        kept = min(kept, m + 1)  # number of columns, including the current one
        self.batch = max(1, min(64, m, 2_000_000 // n))  # initial number of columns per call
        self.max_batch = min(m, 32 * self.batch)
        needed = 2 * n * m * (1 if n == m else 2) + 28 * kept * (n + 1) + 2 * self.max_batch * (n + 1) + 100 * n
        require_memory(needed, f"needs up to {n:,} and {m:,}")
        self.coins = np.zeros((n, m), dtype=np.uint16)
        self.other = self.coins if n == m else np.zeros((m, n), dtype=np.uint16)
        self.moves = np.zeros((self.max_batch, n + 1), dtype=np.uint16)
        self.first = 1  # the column of moves[0]
        self.column = FirstColumn(n, heads)
        self.columns = Columns(n, m, heads == mpq(1, 2), make_power_tables(n, heads), kept)
        self.decisions = Decisions(heads, self.columns, self.move)

    def move(self, i: int, j: int) -> tuple[int, int]:
        """Return the coins of the trailing and of the leading player at needs i ≥ j."""
        buffered = j >= self.first
        k = self.moves[j - self.first, i] if buffered else self.coins[i - 1, j - 1]
        return int(k), int(self.other[j - 1, i - 1])

    def compute(self) -> ProvedMoves:
        """Sweep over all columns, batch by batch, and return the moves."""
        for i, best in enumerate(self.column.best[1:], 1):
            self.moves[0, i] = min(best)
            if len(best) > 1:
                self.decisions.ties[i, 1] = best
        last = 1
        while last <= self.m:
            check_interrupt()
            began = time.perf_counter()
            last = min(last + self.batch, self.first + self.max_batch, self.m + 1)
            self.sweep(last)
            if last > self.m or last - self.first >= min(_FLUSH_COLUMNS, self.max_batch):
                self.flush(last)
            if self.progress:
                self.progress("strategy", last - 1, self.m)
            elapsed = time.perf_counter() - began
            ideal_batch = int(self.batch * _SECONDS_PER_CALL / elapsed) if elapsed else self.max_batch
            self.batch = max(1, min(2 * self.batch, ideal_batch, self.max_batch))
        if self.n > self.m:  # both tables contain the pairs of needs up to m, and each has half of them filled
            for i in range(self.m):
                self.coins[i, i + 1 :] = self.other[i, i + 1 : self.m]
                self.other[i, :i] = self.coins[i, :i]
        by_float64, by_double_word, all_in = self.columns.decided
        trailing_gap, leading_gap = (Gap(*gap) if gap[1] else None for gap in self.columns.gaps)
        return ProvedMoves(
            n=self.n,
            m=self.m,
            heads=self.heads,
            coins=self.coins,
            other_coins=self.other,
            by_float64=by_float64,
            by_double_word=by_double_word,
            by_exact=self.n + all_in + self.decisions.count,
            ties=tuple((*needs, best) for needs, best in self.decisions.ties.items()),
            undecided=tuple((*needs, best) for needs, best in self.decisions.undecided.items()),
            trailing_gap=trailing_gap,
            leading_gap=leading_gap,
            error=self.columns.error,
            equal=self.columns.equal,
            last=self.columns.last,
        )

    def sweep(self, last: int) -> None:
        """Run the kernel on the columns before `last`; try exact rules at the pairs that it leaves undecided."""
        while (status := self.columns.run(self.moves, self.other, self.first, last)) != DONE:
            check_interrupt()
            i, j = self.columns.row, self.columns.column
            if status == FAULT:
                raise NotProved(f"the tables are inconsistent at needs {i} against {j}, so nothing is proved")
            if status == UNDECIDED:
                try:
                    self.columns.decide(*self.decisions.decide(i, j))
                except ValueError as refusal:  # too few columns are stored, which happens only for p very near 1
                    raise NotProved(str(refusal)) from None

    def flush(self, last: int) -> None:
        """Copy the trailing player's moves in the columns before `last` into the table."""
        first, count = self.first, last - self.first
        for j in range(first, last):
            self.coins[j - 1 : last - 1, j - 1] = self.moves[j - first, j:last]
        for start in range(last - 1, self.n, 1024):  # copy and transpose blocks that fit into the cache
            end = min(start + 1024, self.n)
            self.coins[start:end, first - 1 : last - 1] = self.moves[:count, start + 1 : end + 1].T
        self.first = last


def make_power_tables(
    n: int, heads: mpq
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """Return tables of p^k and 1 - p^k for k = 0 … n + 1, with relative errors of at most 2^-106.

    The tables are power, power_low, scale, rest and rest_low. With p = `heads`,
    p^k = (power + power_low) 2^(-512 scale) and 1 - p^k = rest + rest_low.
    """
    power, power_low, rest, rest_low = np.zeros((4, n + 2))
    scale = np.zeros(n + 2, dtype=np.int32)
    with gmpy2.context(precision=_BITS, emin=gmpy2.get_emin_min(), emax=gmpy2.get_emax_max()):
        p, x = gmpy2.mpfr(heads), gmpy2.mpfr(1)
        for k in range(n + 2):
            scale[k] = (256 - gmpy2.get_exp(x)) // 512
            mantissa, complement = gmpy2.mul_2exp(x, 512 * int(scale[k])), 1 - x
            power[k], rest[k] = float(mantissa), float(complement)
            power_low[k], rest_low[k] = float(mantissa - power[k]), float(complement - rest[k])
            x *= p
    return power, power_low, scale, rest, rest_low
