"""All best numbers of coins against an opponent who needs one point, by products.

If the opponent needs j and always goes for all of it, they win in their turn with probability y = p^j, else the player
is to toss. Going for k_1, k_2, … in turns, k_1 + k_2 + … = i, then wins with probability

    X = p^i / ((1-y) f(k_1) f(k_2) …),   f(k) = c + p^k,   c = y / (1-y),

which small products compare. In column 1 the opponent has no choice, and the best turns are the partitions of i with
the smallest product. To split a + b into a and b is worse if and only if f(a) f(b) > f(a+b), that is c + p^a + p^b > 1.
So with p ≥ 1/2, c ≥ 1, it is best to go for all, and nothing else is; with p < 1/2 a part k ≥ 2 can be best only if
c + p^(k//2) + p^(k-k//2) ≥ 1.
"""

from __future__ import annotations

import gmpy2
from gmpy2 import mpq

_BITS = 400  # of the products, before fractions decide


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
            order = compare_products(mine, parts, self.c, self.heads) if best else -1
            if order < 0:
                best, parts = [], mine
            if order <= 0:
                best.append(k)
        return best, parts


def compare_products(first: int, second: int, c: mpq, heads: mpq) -> int:
    """The sign of the difference of two products of c + p^k, given by how often each k occurs."""
    ratio, k = mpq(1), 0
    if first != second:
        while first or second:
            times = (first & 0xFFFFFFFF) - (second & 0xFFFFFFFF)
            if times:
                ratio *= (c + heads**k) ** times
            first, second, k = first >> 32, second >> 32, k + 1
    return int(ratio > 1) - int(ratio < 1)
