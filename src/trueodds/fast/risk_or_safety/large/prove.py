"""Finds and proves the best number of coins at every pair of needs, up to thousands.

The kernel `columns` does it in float64 and double-word floats, a batch of columns a call. Here are its tables of powers
and its work space, and what is done between calls: column 1 (`first_column`), and the pairs that floats leave undecided
(`decide`), need exact numbers.
"""

from __future__ import annotations

import time

import gmpy2
import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ....parameters import probability, readable_number, whole_number
from ....runtime.executors import Progress
from ....runtime.interrupts import check_interrupt
from ....runtime.memory import require_memory
from ....solution import NotProved
from .columns import DONE, FAULT, UNDECIDED, WIDE_FLOATS, Columns
from .decide import Decisions
from .first_column import FirstColumn
from .moves import Gap, ProvedMoves

#: The largest need; more does not fit a uint16.
MAX_NEED = 65535

# With a fair coin double words decide all pairs of smaller needs. Beyond, two and three coins come too near to each
# other around the line i = 3.43 j, from the second bound on three and four around i = 8.98 j, too. A band about the
# line, or over both, is done in 192 bits; `column_band` says why it may be any.
_BAND_FROM = 29_200, 61_000
_BAND_SLOPES = 3.43, 8.98
_BAND_ROWS = 800, 0.1  # on each side of the line: so many, and so many a column
_BAND_KEPT = 8  # columns

_SECONDS_A_CALL = 0.05  # of the kernel, so that Ctrl-C and the progress display are answered at once
_FLUSHED = 256  # columns at once put where they belong: a few at a time would wait for memory at every row
_BITS = 400  # of the powers, before they are rounded


def proved_moves(n: int, m: int | None = None, heads: object = None, progress: Progress | None = None) -> ProvedMoves:
    """The best number of coins at all needs up to n and m, with a proof that it is best.

    Parameters
    ----------
    n : int
        The larger target, at most 65535.
    m : int, optional
        The smaller target; n if left out.
    heads : rational, optional
        Probability of heads, from 2^-64 to 1 - 2^-64; 1/2 if left out.
    progress : callable, optional
        Gets ``("strategy", needs j done, needs)``.

    Returns
    -------
    ProvedMoves

    Raises
    ------
    ValueError
        With the value that was wrong and what is allowed.
    MemoryError
        The tables would not fit into this machine; refused before any memory is taken.
    NotProved
        Too many pairs could not be decided.

    See Also
    --------
    start_values : The values that they give.
    solve : With ``method="start"`` the moves and the value of the start.

    References
    ----------
    R. Jehn, Optimal strategy in the game Risk or Safety, arXiv:2603.01002, 2026, section 5.
    OEIS Foundation, A394776, https://oeis.org/A394776.

    Examples
    --------
    >>> proved_moves(5, heads="2/5").ties
    ((5, 1, frozenset({2, 3})),)
    """
    n = whole_number("n", n)
    m = n if m is None else whole_number("m", m)
    p = mpq(1, 2) if heads is None else probability("heads", heads)
    if n > MAX_NEED:
        raise ValueError(f"n, the larger target, must be at most {MAX_NEED}, not {readable_number(n)}")
    if m > n:
        raise ValueError(f"m must be at most n = {n}, not {readable_number(m)}")
    if not mpq(1, 2**64) <= p <= 1 - mpq(1, 2**64):
        raise ValueError(f"heads must be from 2^-64 to 1 - 2^-64 for proved moves, not {str(p)[:60]}")
    return _Run(n, m, p, progress).result()


class _Run:
    """One computation: its tables and work space, and the moves so far."""

    def __init__(self, n: int, m: int, heads: mpq, progress: Progress | None) -> None:
        self.n, self.m, self.heads, self.progress = n, m, heads, progress
        kept = max(32, 16 + 2 * int(4 / (1 - heads)))
        kept = min(kept, m + 1)  # columns, the present one included
        self.batch = max(1, min(64, m, 2_000_000 // n))  # columns a call at first
        self.max_batch = min(m, 32 * self.batch)
        banded = n >= _BAND_FROM[0] and heads == mpq(1, 2)
        needed = 2 * n * m * (1 if n == m else 2) + 28 * kept * (n + 1) + 2 * self.max_batch * (n + 1) + 100 * n
        needed += 8 * WIDE_FLOATS * (_BAND_KEPT + 1) * n if banded else 0
        require_memory(needed, f"needs up to {n} and {m}")
        self.coins = np.zeros((n, m), dtype=np.uint16)
        self.other = self.coins if n == m else np.zeros((m, n), dtype=np.uint16)
        self.moves = np.zeros((self.max_batch, n + 1), dtype=np.uint16)
        self.first = 1  # the column that moves[0] stands for
        self.column = FirstColumn(n, heads)
        self.equal = np.zeros((2, m + 1))
        self.columns = Columns(
            n,
            m,
            heads == mpq(1, 2),
            *power_tables(n, heads),
            np.zeros((3, kept, n + 1)),
            np.zeros((kept, n + 1), dtype=np.int32),
            np.zeros((3, n + 1)),
            np.zeros(n + 1, dtype=np.int32),
            np.zeros(kept, dtype=np.intp),
            np.ones(n + 1, dtype=np.uint8),
            self.equal,
            *(band_of_rows(n, m) if banded else ()),
        )
        self.decisions = Decisions(heads, self.columns, self.move)

    def move(self, i: int, j: int) -> tuple[int, int]:
        """The coins of the trailing and of the leading player at needs i ≥ j."""
        buffered = j >= self.first
        k = self.moves[j - self.first, i] if buffered else self.coins[i - 1, j - 1]
        return int(k), int(self.other[j - 1, i - 1])

    def result(self) -> ProvedMoves:
        """Sweep over all columns, batch by batch."""
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
            if last > self.m or last - self.first >= min(_FLUSHED, self.max_batch):
                self.flush(last)
            if self.progress:
                self.progress("strategy", last - 1, self.m)
            elapsed = time.perf_counter() - began
            wanted = int(self.batch * _SECONDS_A_CALL / elapsed) if elapsed else self.max_batch
            self.batch = max(1, min(2 * self.batch, wanted, self.max_batch))
        if self.n > self.m:  # both tables have the square of needs up to m; each got one half of it
            for i in range(self.m):
                self.coins[i, i + 1 :] = self.other[i, i + 1 : self.m]
                self.other[i, :i] = self.coins[i, :i]
        by_float64, by_double_word, by_wide = self.columns.decided
        trailing_gap, leading_gap = (Gap(*gap) if gap[1] else None for gap in self.columns.gaps)
        return ProvedMoves(
            n=self.n,
            m=self.m,
            heads=self.heads,
            coins=self.coins,
            other_coins=self.other,
            by_float64=by_float64,
            by_double_word=by_double_word,
            by_wide=by_wide,
            by_exact=self.n + self.decisions.count,
            ties=tuple((*needs, best) for needs, best in self.decisions.ties.items()),
            undecided=tuple((*needs, best) for needs, best in self.decisions.undecided.items()),
            trailing_gap=trailing_gap,
            leading_gap=leading_gap,
            error=self.columns.error,
            equal=self.equal,
            last=self.columns.last,
        )

    def sweep(self, last: int) -> None:
        """Let the kernel go on up to column `last`, deciding exactly what it cannot."""
        while (status := self.columns.run(self.moves, self.other, self.first, last)) != DONE:
            check_interrupt()
            i, j = self.columns.row, self.columns.column
            if status == FAULT:
                raise NotProved(f"tables or values contradict each other at needs {i} against {j}: nothing is proved")
            if status == UNDECIDED:
                try:
                    self.columns.decide(*self.decisions.decide(i, j))
                except ValueError as refusal:  # far beyond what can be best where p is not very near 1
                    raise NotProved(str(refusal)) from None

    def flush(self, last: int) -> None:
        """Put the moves of the finished columns where they belong."""
        first, count = self.first, last - self.first
        for j in range(first, last):
            self.coins[j - 1 : last - 1, j - 1] = self.moves[j - first, j:last]
        for start in range(last - 1, self.n, 1024):  # a transposed copy in blocks that fit the cache
            end = min(start + 1024, self.n)
            self.coins[start:end, first - 1 : last - 1] = self.moves[:count, start + 1 : end + 1].T
        self.first = last


def band_of_rows(n: int, m: int) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """Work space of the 192-bit step, and the first and the last row by column.

    Examples
    --------
    >>> _, first, last = band_of_rows(30_000, 30_000)
    >>> (int(first[8746]), int(last[8746])), (int(first[100]), int(last[100]))
    ((28324, 30000), (100, 1153))
    >>> _, first, last = band_of_rows(65_535, 65_535)
    >>> (int(first[7000]), int(last[7000])), (int(first[8000]), int(last[8000]))
    ((22510, 64360), (25840, 29040))
    """
    column = np.arange(m + 1)
    half = (_BAND_ROWS[0] + _BAND_ROWS[1] * column).astype(np.int64)
    near, far = ((slope * column).astype(np.int64) for slope in _BAND_SLOPES)
    both = (n >= _BAND_FROM[1]) & (far - half <= n)
    first, last = np.maximum(near - half, column), np.minimum(np.where(both, far, near) + half, n)
    rows = max(1, int((last - first).max()) + 1)
    return np.zeros((_BAND_KEPT + 1, rows, WIDE_FLOATS)), first, last


def power_tables(
    n: int, heads: mpq
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """p^k = (power + power_low) 2^(-512 scale) and 1 - p^k = rest + rest_low for k = 0 … n + 1, within 2^-106.

    Examples
    --------
    >>> power, low, scale, rest, rest_low = power_tables(1000, mpq(1, 2))
    >>> power[1000] == 2.0**24, scale[1000], rest[1]
    (np.True_, np.int32(2), np.float64(0.5))
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
