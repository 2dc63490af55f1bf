"""The proved best number of coins at every pair of needs, as a result: tables, how they were proved, thresholds."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ....game import Rational
from ....parameters import readable_number
from ....records import Record
from .proof import PairsProof
from .statements import statements

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
    by_float64, by_double_word, by_wide, by_exact : int
        Pairs of needs {i, j} at which comparisons of float64, of double-word floats, of 192-bit numbers, exact
        reasoning proved the moves of both players. Column 1 counts as exact.
    ties : tuple of (int, int, frozenset)
        Needs of the player to toss and of the opponent where several numbers of coins are exactly equally good, and
        these.
    undecided : tuple of (int, int, frozenset)
        The same where it is not proved which is best; an empty set stands for all numbers. The proof of all else
        assumes that the moves in the tables are right there.
    trailing_gap, leading_gap : Gap or None
        The smallest gap, over all pairs proved by floats with i ≥ j ≥ 2 (for the leading player i > j); None if there
        is no such pair.
    error : float
        Every value was known within error·(i + j) of itself.
    equal : float64 array, shape (2, m + 1)
        The sweep's values V(i, i), as double words, the low parts in row 1.
    last : pair of (float, float, int)
        Its values of the pair of targets, for the player who needs n, to toss or not: double words times 2^(-512 s).
    seal : int
        A checksum of the tables, taken when they were proved.

    Examples
    --------
    >>> from trueodds import proved_moves
    >>> found = proved_moves(20)
    >>> found.coins[19, :12].tolist()
    [20, 4, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2]
    >>> found.thresholds(20)
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
    by_wide: int
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
        """The CRC-32 of the tables as they are now; anything but `seal` means that they were changed since.

        It sees every change of up to 32 bits in a row, and all but one in 4·10^9 others; a cryptographic hash would
        take a tenth of the time of the proof.
        """
        tables = [self.coins] if self.n == self.m else [self.coins, self.other_coins]  # one table serves equal targets
        found = zlib.crc32(str(self.heads).encode())
        for table in tables:
            found = zlib.crc32(np.ascontiguousarray(table).data.cast("B"), found)
        return found

    def enclose(self, i: int, j: int) -> tuple[Rational, Rational] | None:
        """Bounds of V(i, j), where the sweep that proved the moves kept it: at equal needs and at the targets.

        Examples
        --------
        >>> from trueodds import proved_moves
        >>> low, high = proved_moves(20).enclose(3, 3)
        >>> low <= mpq(6, 11) <= high, high - low < 1e-29
        (True, True)
        """
        high, low, scale = 0.0, 0.0, 0
        if i == j:
            high, low = float(self.equal[0, i]), float(self.equal[1, i])
        elif (max(i, j), min(i, j)) == (self.n, self.m):
            high, low, scale = self.last[0 if i > j else 1]
        else:
            return None
        value = (mpq(high) + mpq(low)) / mpq(2) ** (512 * scale)
        error = value * mpq(self.error) * (i + j)
        return (value - error, value + error) if i >= j else (1 - value - error, 1 - value + error)

    @property
    def pairs(self) -> int:
        """How many pairs of needs {i, j} there are."""
        return self.m * (self.m + 1) // 2 + (self.n - self.m) * self.m

    @property
    def proof(self) -> PairsProof:
        """How the moves were proved."""
        gaps = ("trailing gap", self.trailing_gap), ("leading gap", self.leading_gap)
        wide = (("192-bit", self.by_wide),) if self.by_wide else ()
        return PairsProof(
            "comparison of all numbers of coins",
            self.pairs,
            (("float64", self.by_float64), ("double-word", self.by_double_word), *wide, ("exactly", self.by_exact)),
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
        >>> from trueodds import proved_moves
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
        near = {
            "trailing": self.trailing_gap,
            "leading": self.leading_gap and (self.leading_gap.size, self.leading_gap.j, self.leading_gap.i),
        }
        return list(statements(self.heads, self.coins, self.other_coins, self.ties, len(self.undecided), near))
