"""The best number of coins at every pair of needs up to thousands, proved, and what can be quoted from it.

The kernel `columns` finds and proves the moves in float64 and twofold floats. Here are the parts that need exact
numbers: the tables of powers, column 1, and the pairs that floats leave undecided.

**Ties by exchange.** Let the opponent toss l(b) coins a turn whenever they need b, whatever the player needs, for all b
from j down to 0 that this leads to. The number of turns that the player then needs for k heads does not depend on what
else they do, so to go for k and next for k', or for k' and next for k, comes to the same. Hence at needs (i, j) k and
k' are an exact tie if, for all those b, both are best at (i, b), b < j, k' is best at (i-k, b) and k is best at (i-k',
b).

**Products.** If the opponent needs j and always goes for all of it, they win in their turn with probability
y = p^j, else the player is to toss. Going for k_1, k_2, … in turns, k_1 + k_2 + … = i, then wins with probability

    X = p^i / ((1-y) f(k_1) f(k_2) …),   f(k) = c + p^k,   c = y / (1-y),

which small products compare. In column 1 the opponent has no choice, and the best turns are the partitions of i with
the smallest product. To split a + b into a and b is worse if and only if f(a) f(b) > f(a+b), that is c + p^a + p^b > 1.
So with p ≥ 1/2, c ≥ 1, it is best to go for all, and nothing else is; with p < 1/2 a part k ≥ 2 can be best only if
c + p^(k//2) + p^(k-k//2) ≥ 1.

**Fractions**, for all else that is undecided, as far as they stay small.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import gmpy2
import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ....game import Rational, probability, readable_number, whole_number
from ....records import Record
from ....runtime.executors import Progress
from ....runtime.memory import require_memory
from ....solution import NotProved
from .columns import DONE, FAULT, UNDECIDED, Columns
from .proof import PairsProof

#: The largest need; more does not fit a uint16.
MOST = 65535

_SECONDS_A_CALL = 0.05  # of the kernel, so that Ctrl-C and the progress display are answered at once
_BITS = 400  # of the powers, before they are rounded
_EXACT = 200_000  # (i + j)² times the bits of the probability, up to which a pair is decided in fractions
_MAX_UNDECIDED = 10_000
_FEW = 8  # exceptions that a sentence lists

Choice = Sequence[int]  # numbers of coins
Turn = tuple[int, int, frozenset[int]]  # needs of the player to toss and of the opponent, numbers of coins


class Gap(NamedTuple):
    """How near the second-best number of coins comes to the best one.

    Attributes
    ----------
    size : float
        The difference of the two gains over the value of the best, both the trailing player's probability to win.
    i, j : int
        Needs of the trailing and of the leading player.
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
        [i-1, j-1]: coins for the player with target n, who needs i, if the other needs j; the fewest of several best.
    other_coins : uint16 array, shape (m, n)
        The same for the player with target m. For equal targets both are one array.
    by_float64, by_twofold, by_exact : int
        Pairs of needs {i, j} at which float64 comparisons, comparisons of twofold floats, exact reasoning proved the
        moves of both players. Column 1 counts as exact.
    ties : tuple of (int, int, frozenset)
        Needs of the player to toss and of the opponent where several numbers of coins are exactly equally good, and
        these.
    undecided : tuple of (int, int, frozenset)
        The same where it is not proved which is best; an empty set stands for all numbers. The proof of all else
        supposes that the moves in the tables are right there.
    trailing_gap, leading_gap : Gap or None
        The smallest gap, over all pairs proved by floats with i ≥ j ≥ 2 (for the leading player i > j); None if there
        is no such pair.
    error : float
        Every value was known within error·(i + j) of itself.

    Examples
    --------
    >>> found = proved_moves(20)
    >>> found.coins[19, :12].tolist()
    [20, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2]
    >>> found.thresholds(20)
    ((1, 20), (2, 4), (3, 3), (6, 2))
    >>> print(found.proof)
    210 pairs of needs: 173 by float64, 17 by twofold floats, 20 exactly; no ties
    """

    n: int
    m: int
    heads: Rational
    coins: NDArray[np.uint16] = field(repr=False)
    other_coins: NDArray[np.uint16] = field(repr=False)
    by_float64: int
    by_twofold: int
    by_exact: int
    ties: tuple[Turn, ...] = field(repr=False)
    undecided: tuple[Turn, ...] = field(repr=False)
    trailing_gap: Gap | None
    leading_gap: Gap | None
    error: float

    @property
    def pairs(self) -> int:
        """How many pairs of needs {i, j} there are."""
        return _pairs(self.n, self.m)

    @property
    def proof(self) -> PairsProof:
        """How the moves were proved."""
        gaps = ("trailing gap", self.trailing_gap), ("leading gap", self.leading_gap)
        return PairsProof(
            "comparison of all numbers of coins",
            self.pairs,
            (("float64", self.by_float64), ("twofold", self.by_twofold), ("exactly", self.by_exact)),
            len(self.ties),
            bounds=(("error", self.error), *((name, gap.size) for name, gap in gaps if gap)),
            undecided=len(self.undecided),
        )

    def thresholds(self, i: int) -> tuple[tuple[int, int], ...]:
        """Where the coins of a trailing player who needs i change as the leading player needs more.

        Parameters
        ----------
        i : int
            From 1 to n.

        Returns
        -------
        tuple of (int, int)
            j and coins: so many from this j on, up to the next; all j < i.

        Raises
        ------
        ValueError
            No such need.
        """
        if not 1 <= i <= self.n:
            raise ValueError(f"i must be from 1 to {self.n}, not {readable_number(i)}")
        row = self.coins[i - 1, : min(i - 1, self.m)]
        starts = [0, *(np.flatnonzero(row[1:] != row[:-1]) + 1).tolist()] if len(row) else []
        return tuple((start + 1, int(row[start])) for start in starts)

    def statements(self) -> list[str]:
        r"""What this computation has proved, in sentences that can be quoted.

        Examples
        --------
        >>> print("\n".join(proved_moves(50).statements()))  # doctest: +ELLIPSIS
        Heads probability 1/2, all needs up to 50.
        Against an opponent who needs 1 point, the trailing player goes for all points at once.
        The leading player tosses exactly 1 coin, except needing 2 against 3 (2).
        At equal needs from 2 on, the player to toss tosses exactly 2 coins, except needing 3 against 3 (1).
        Against an opponent who needs 2 points or more, the trailing player tosses 2 to 6 coins.
        The more the leading player needs, the fewer coins, or as many, does the trailing player toss.
        There are no exact ties between two numbers of coins.
        Against 2 points or more, ties apart, second best comes nearest to best ...
        """
        return list(_statements(self))


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

    Examples
    --------
    >>> proved_moves(5, heads="2/5").ties
    ((5, 1, frozenset({2, 3})),)
    """
    n = whole_number("n", n)
    m = n if m is None else whole_number("m", m)
    p = mpq(1, 2) if heads is None else probability("heads", heads)
    if n > MOST:
        raise ValueError(f"n, the larger target, must be at most {MOST}, not {readable_number(n)}")
    if m > n:
        raise ValueError(f"m must be at most n = {n}, not {readable_number(m)}")
    if not mpq(1, 2**64) <= p <= 1 - mpq(1, 2**64):
        raise ValueError(f"heads must be from 2^-64 to 1 - 2^-64 for proved moves, not {str(p)[:60]}")
    return _Run(n, m, p, progress).result()


def _pairs(n: int, m: int) -> int:
    return m * (m + 1) // 2 + (n - m) * m


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


class _Run:
    """One computation: its tables and work space, and the moves so far."""

    def __init__(self, n: int, m: int, heads: mpq, progress: Progress | None) -> None:
        self.n, self.m, self.heads, self.progress = n, m, heads, progress
        kept = max(32, 16 + 2 * int(4 / (1 - heads)))
        kept = min(kept, m + 1)  # columns, the present one included
        self.batch = max(1, min(64, m, 2_000_000 // n))  # columns a call at first
        self.most = min(m, 32 * self.batch)
        needed = 2 * n * m * (1 if n == m else 2) + 28 * kept * (n + 1) + 2 * self.most * (n + 1) + 100 * n
        require_memory(needed, f"needs up to {n} and {m}")
        self.coins = np.zeros((n, m), dtype=np.uint16)
        self.other = self.coins if n == m else np.zeros((m, n), dtype=np.uint16)
        self.moves = np.zeros((self.most, n + 1), dtype=np.uint16)
        self.first = 1  # the column that moves[0] stands for
        self.column = FirstColumn(n, heads)
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
        )
        self.exact = _ExactPairs(heads, self.move)
        self.by_exact = n
        self.ties: dict[tuple[int, int], frozenset[int]] = {}
        self.undecided: dict[tuple[int, int], frozenset[int]] = {}
        self.steady: dict[tuple[int, int], tuple[int, int]] = {}
        self.chains: dict[tuple[int, int], int] = {}

    def move(self, i: int, j: int) -> tuple[int, int]:
        """The coins of the trailing and of the leading player at needs i ≥ j."""
        buffered = j >= self.first
        k = self.moves[j - self.first, i] if buffered else self.coins[i - 1, j - 1]
        return int(k), int(self.other[j - 1, i - 1])

    def result(self) -> ProvedMoves:
        for i, best in enumerate(self.column.best[1:], 1):
            self.moves[0, i] = min(best)
            if len(best) > 1:
                self.ties[i, 1] = best
        while self.first <= self.m:
            began = time.perf_counter()
            last = min(self.first + self.batch, self.m + 1)
            self.sweep(last)
            self.flush(last)
            if self.progress:
                self.progress("strategy", last - 1, self.m)
            elapsed = time.perf_counter() - began
            wanted = int(self.batch * _SECONDS_A_CALL / elapsed) if elapsed else self.most
            self.batch = max(1, min(2 * self.batch, wanted, self.most))
        if self.n > self.m:  # both tables have the square of needs up to m; each was told one half of it
            for i in range(self.m):
                self.coins[i, i + 1 :] = self.other[i, i + 1 : self.m]
                self.other[i, :i] = self.coins[i, :i]
        by_float64, by_twofold = self.columns.decided
        trailing_gap, leading_gap = (Gap(*gap) if gap[1] else None for gap in self.columns.gaps)
        return ProvedMoves(
            n=self.n,
            m=self.m,
            heads=self.heads,
            coins=self.coins,
            other_coins=self.other,
            by_float64=by_float64,
            by_twofold=by_twofold,
            by_exact=self.by_exact,
            ties=tuple((*needs, best) for needs, best in self.ties.items()),
            undecided=tuple((*needs, best) for needs, best in self.undecided.items()),
            trailing_gap=trailing_gap,
            leading_gap=leading_gap,
            error=self.columns.error,
        )

    def sweep(self, last: int) -> None:
        """Let the kernel go on up to column `last`, deciding exactly what it cannot."""
        while (status := self.columns.run(self.moves, self.other, self.first, last)) != DONE:
            i, j = self.columns.row, self.columns.column
            if status == FAULT:
                raise NotProved(f"tables or values contradict each other at needs {i} against {j}: nothing is proved")
            if status == UNDECIDED:
                try:
                    self.columns.decide(*self.decide(i, j))
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

    def decide(self, i: int, j: int) -> tuple[int, int]:
        """The moves of both players at a pair that floats could not decide; notes ties and what stays undecided."""
        mine, theirs = self.columns.candidates
        found = None
        if mine and theirs:
            found = self.by_exchange(i, j, mine, theirs) or self.by_products(i, j, mine, theirs)
        if not found and (i + j) ** 2 * self.heads.denominator.bit_length() <= _EXACT:
            everything: tuple[Choice, Choice] = range(1, i + 1), range(1, j + 1)
            found = self.exact.best(i, j, mine or everything[0], theirs or everything[1])
            if not self.guess_is_candidate(*found):
                found = self.exact.best(i, j, *everything)
        if not found:
            self.note(self.undecided, i, j, mine, theirs)
            if len(self.undecided) > _MAX_UNDECIDED:
                raise NotProved(self.too_near())
            return self.columns.guess
        self.by_exact += 1
        self.note(self.ties, i, j, *found)
        return min(found[0]), min(found[1])

    def too_near(self) -> str:
        """What to say where too many pairs are undecided: how many, the first, and why."""
        (i, j), coins = next(iter(self.undecided.items()))
        between = f" ({' or '.join(map(str, sorted(coins)))} coins)" if coins else ""
        return (
            f"heads {self.heads}: more than {_MAX_UNDECIDED} pairs of needs could not be decided, "
            f"the first needing {i} against {j}{between}; all that were found have a need of "
            f"{min(map(max, self.undecided))} or more; they are ties that no rule here proves, or gains nearer to each "
            f"other than {4 * self.columns.error * (i + j):.0e} of the value, which twofold floats cannot tell apart"
        )

    def guess_is_candidate(self, mine: Choice, theirs: Choice) -> bool:
        """Whether the kernel's guess is among these: the candidates are all that is left only against its value."""
        k, l = self.columns.guess
        return k in mine and l in theirs

    def by_exchange(self, i: int, j: int, mine: Choice, theirs: Choice) -> tuple[Choice, Choice] | None:
        """All candidates of both players, if they are ties by exchange."""
        if i == j:
            return (mine, mine) if self.exchange(i, i, mine, min(mine)) else None
        both = self.exchange(i, j, mine, min(theirs)) and self.exchange(j, i, theirs, min(mine))
        return (mine, theirs) if both else None

    def exchange(self, own: int, other: int, coins: Choice, l: int) -> bool:
        """Whether these are ties by exchange for one who needs `own`, if the other tosses l."""
        first = min(coins)
        if len(coins) == 1:
            return True
        if l < other and not set(coins) <= self.ties.get((own, other - l), frozenset()):
            return False  # the walks below would find it, a step for each b
        best, below = self.steady_best(own, other - l) if l < other else (-1, 0)
        for k in coins:
            if k > first:
                after_first, after_k = (self.steady_best(own - t, other) if t < own else (0, 0) for t in (first, k))
                chain = self.chains.get((l, below))
                if not (best >> first & best >> k & after_first[0] >> k & after_k[0] >> first & 1):
                    return False
                if not after_first[1] == after_k[1] == chain:
                    return False
        return True

    def steady_best(self, own: int, other: int) -> tuple[int, int]:
        """What is best for one who needs `own`, whatever of the numbers that the other comes through they still need.

        Bit k of the first number is set if k is. The second number stands for what the other tosses on the way.
        """
        waiting = []
        while other and (own, other) not in self.steady:
            k, l = self.turn(own, other)
            waiting.append((other, k, l))
            other -= l
        best, chain = self.steady[own, other] if other else (-1, 0)
        for other, k, l in reversed(waiting):
            here = 0 if (own, other) in self.undecided else sum(1 << t for t in self.ties.get((own, other), (k,)))
            best, chain = best & here, self.chains.setdefault((l, chain), len(self.chains) + 1)
            self.steady[own, other] = best, chain
        return best, chain

    def turn(self, own: int, other: int) -> tuple[int, int]:
        """The coins of one who needs `own` and of the other."""
        return self.move(own, other) if own >= other else self.move(other, own)[::-1]

    def by_products(self, i: int, j: int, mine: Choice, theirs: Choice) -> tuple[Choice, Choice] | None:
        """The best candidates of both players, if one of them goes for all, here and wherever the other gets."""
        if i == j:
            return None
        if theirs == [j]:
            mine = self.least_product(i, j, mine)
        elif mine == [i]:
            theirs = self.least_product(j, i, theirs)
        else:
            return None
        return (mine, theirs) if self.guess_is_candidate(mine, theirs) else None

    def least_product(self, own: int, other: int, candidates: Choice) -> list[int]:
        """The best ways to begin for one who needs `own` if the other always goes for all; none if they do not."""
        y = self.heads**other
        best: list[int] = []
        least = 0
        for k in candidates:
            parts, left = 1 << 32 * k, own - k
            while left:
                part, l = self.turn(left, other)
                if l != other:
                    return []
                parts, left = parts + (1 << 32 * part), left - part
            order = _compare(parts, least, y / (1 - y), self.heads) if best else -1
            if order < 0:
                best, least = [], parts
            if order <= 0:
                best.append(k)
        return best

    @staticmethod
    def note(
        where: dict[tuple[int, int], frozenset[int]], i: int, j: int, mine: Choice | None, theirs: Choice | None
    ) -> None:
        """Put down the turns at this pair with several candidates, or with none known."""
        turns = {(i, j): mine} if i == j else {(i, j): mine, (j, i): theirs}
        where.update({needs: frozenset(k or ()) for needs, k in turns.items() if k is None or len(k) > 1})


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


class FirstColumn:
    """All best numbers of coins against an opponent who needs one point: the partitions with the smallest product.

    The smallest product over the partitions of i is kept as a float of 400 bits, off by less than 2^-370 of itself, and
    as its parts. Where two products differ by less than 2^-340, their parts decide: the same, or compared as fractions.

    Parameters
    ----------
    n : int
        The largest need.
    heads : mpq
        Probability of heads.

    Attributes
    ----------
    best : list of frozenset
        By need, all best numbers of coins.

    Examples
    --------
    >>> [sorted(best) for best in FirstColumn(7, mpq(2, 5)).best[1:]]
    [[1], [2], [3], [2], [2, 3], [3], [2, 3]]
    """

    def __init__(self, n: int, heads: mpq) -> None:
        self.heads, self.c = heads, heads / (1 - heads)
        self.parts = [0]  # of one best partition, how often each k occurs: the 32 bits from 32 k on
        self.best: list[frozenset[int]] = [frozenset()]
        if self.c >= 1:
            self.best += [frozenset((i,)) for i in range(1, n + 1)]
            return
        largest = 1
        while largest < n and self.c + heads ** ((largest + 1) // 2) + heads ** (largest // 2 + 1) >= 1:
            largest += 1
        with gmpy2.context(precision=_BITS):
            near = 1 + gmpy2.mpfr(2) ** -340
            f = [gmpy2.mpfr(self.c + heads**k) for k in range(largest + 1)]
            product = [gmpy2.mpfr(1)]
            for i in range(1, n + 1):
                products = [f[k] * product[i - k] for k in range(1, min(i, largest) + 1)]
                limit = min(products) * near
                best, parts = self._least([k for k, found in enumerate(products, 1) if found < limit], i)
                product.append(products[min(best) - 1])
                self.parts.append(parts)
                self.best.append(frozenset(best))

    def _least(self, close: list[int], i: int) -> tuple[list[int], int]:
        """Of these first parts of i, all with the smallest product, and the parts of the first one."""
        best: list[int] = []
        parts = 0
        for k in close:
            mine = self.parts[i - k] + (1 << 32 * k)
            order = _compare(mine, parts, self.c, self.heads) if best else -1
            if order < 0:
                best, parts = [], mine
            if order <= 0:
                best.append(k)
        return best, parts


def _compare(first: int, second: int, c: mpq, heads: mpq) -> int:
    """The sign of the difference of two products of c + p^k, given by how often each k occurs."""
    ratio, k = mpq(1), 0
    if first != second:
        while first or second:
            times = (first & 0xFFFFFFFF) - (second & 0xFFFFFFFF)
            if times:
                ratio *= (c + heads**k) ** times
            first, second, k = first >> 32, second >> 32, k + 1
    return int(ratio > 1) - int(ratio < 1)


class _ExactPairs:
    """X and Y in fractions, at the pairs that are asked for and those that they lead to, from moves already known."""

    def __init__(self, heads: mpq, move: Callable[[int, int], tuple[int, int]]) -> None:
        self.heads, self.move = heads, move
        self.known: dict[tuple[int, int], tuple[Any, Any]] = {}

    def best(self, i: int, j: int, mine: Choice, theirs: Choice) -> tuple[list[int], list[int]]:
        """All best moves of the trailing and of the leading player, among those given."""
        self._solve([pair for k in mine for pair in self._after_trailing(i, j, k)])
        self._solve([pair for l in theirs for pair in self._after_leading(i, j, l)])
        power = [self.heads**k for k in range(i + 1)]
        for k in mine:
            for l in (k,) if i == j else theirs:
                x, y = self._values(i, j, k, l)
                gains = {t: power[t] * (self._trailing_banks(i, j, t) - y) for t in mine}
                losses = {t: power[t] * (x - self._leading_banks(i, j, t)) for t in theirs}
                most, least = max(gains.values()), max(losses.values())
                if gains[k] == most and (i == j or losses[l] == least):
                    best = [t for t in mine if gains[t] == most]
                    return best, best if i == j else [t for t in theirs if losses[t] == least]
        raise NotProved(f"needs {i} against {j}: no choice of both players is best against the other")

    @staticmethod
    def _after_trailing(i: int, j: int, k: int) -> list[tuple[int, int]]:
        return [(max(i - k, j), min(i - k, j))] if k < i else []

    @staticmethod
    def _after_leading(i: int, j: int, l: int) -> list[tuple[int, int]]:
        return [(i, j - l)] if l < j else []

    def _solve(self, pairs: list[tuple[int, int]]) -> None:
        wanted, waiting = set(), pairs
        while waiting:
            pair = waiting.pop()
            if pair not in self.known and pair not in wanted:
                wanted.add(pair)
                k, l = self.move(*pair)
                waiting += self._after_trailing(*pair, k) + self._after_leading(*pair, l)
        for pair in sorted(wanted, key=sum):
            self.known[pair] = self._values(*pair, *self.move(*pair))

    def _trailing_banks(self, i: int, j: int, k: int) -> Any:
        if k == i:
            return mpq(1)
        return self.known[i - k, j][1] if i - k >= j else 1 - self.known[j, i - k][0]

    def _leading_banks(self, i: int, j: int, l: int) -> Any:
        return mpq(0) if l == j else self.known[i, j - l][0]

    def _values(self, i: int, j: int, k: int, l: int) -> tuple[Any, Any]:
        x, y, a = self.heads**k, self.heads**l, self._leading_banks(i, j, l)
        step = x / (x + y * (1 - x)) * (self._trailing_banks(i, j, k) - a)
        return a + step, a + (1 - y) * step


def _coins(number: int) -> str:
    return f"{number} coin{'' if number == 1 else 's'}"


def _among(rows: Callable[[], Iterator[tuple[int, NDArray[np.uint16]]]], where: Callable[[int, int], str]) -> str:
    """How many coins are tossed in these rows of the table; the exceptions, if they are few, told by `where`."""
    counts = np.zeros(MOST + 1, dtype=np.int64)
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


def _statements(found: ProvedMoves) -> Iterator[str]:
    n, m, coins, other = found.n, found.m, found.coins, found.other_coins
    limits = f"all needs up to {n}" if n == m else f"all pairs of needs up to {n} and {m}"
    yield f"Heads probability {found.heads}, {limits}."
    if found.undecided:
        yield f"Not decided: {_count(len(found.undecided), 'turn')}; all that follows supposes the moves given there."

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
        told = _among(equal, lambda _, at: f"{at + 2} against {at + 2}")
        yield f"At equal needs from 2 on, the player to toss tosses {told}."
    if m > 1 and n > 2:
        told = _among(trailing, lambda i, at: f"{i} against {at + 2}")
        yield f"Against an opponent who needs 2 points or more, the trailing player tosses {told}."
        rows = [coins[i - 1, : min(i - 1, m)] for i in range(2, n + 1)]
        if all((row[1:] <= row[:-1]).all() for row in rows):
            yield "The more the leading player needs, the fewer coins, or as many, does the trailing player toss."
        if all((row[: len(before)] >= before).all() for before, row in itertools.pairwise(rows)):
            yield "The more the trailing player needs, the more coins, or as many, do they toss."

    if found.ties:
        i, j, best = min(found.ties, key=lambda tie: (tie[0] + tie[1], tie[1]))
        tied = " or ".join(map(str, sorted(best)))
        yield f"Exact ties: {_count(len(found.ties), 'turn')}, the first needing {i} against {j} ({tied} coins)."
    else:
        yield "There are no exact ties between two numbers of coins."
    near = [
        f"for the {who} player needing {needs[0]} against {needs[1]}, by {gap.size:.2e} of the value"
        for who, gap, needs in (
            ("trailing", found.trailing_gap, found.trailing_gap and (found.trailing_gap.i, found.trailing_gap.j)),
            ("leading", found.leading_gap, found.leading_gap and (found.leading_gap.j, found.leading_gap.i)),
        )
        if gap and needs
    ]
    if near:
        yield f"Against 2 points or more, ties apart, second best comes nearest to best {'; '.join(near)}."
