"""Prepare a strategy for arithmetic modulo primes: kinds of pairs, determinants, and a multiple of the denominators.

Let r/s be the probability of heads, and let k and l be the coins at a pair. Then X and Y (see `residues`) are integer
combinations of A and B, divided by D = r^k s^l + r^l s^k - r^k r^l. A line of play takes one coefficient at each pair;
the denominator of the line is that of the product of these coefficients. So the denominator of a value divides the lcm
of the denominators of all lines that do not end with the value 0, and

    M = Π f^(largest multiplicity of f in the denominator of a line of play)  ·  lcm of the D of pairs where play ends

is a multiple of the denominator of the value. The product, over coprime factors f of the D, covers all pairs of a line
except the last, where play ends; the lcm covers that pair. Numerators can cancel factors. With a fair coin, for
example, a step from X to A with k = 2 and l = 1 has the coefficient 3/5, whose numerator cancels a factor of D = 9 at a
step with k = 3 and l = 1. A factor f that is not prime is counted only as a whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ...exact.modular import find_coprime_base, yield_primes_below
from ...solution import NotProved
from . import one_prime, residues
from .residues import Runs


@dataclass(frozen=True, eq=False)
class Plan:
    """The coins at all pairs of needs (i, j) with j ≤ i ≤ larger and j ≤ smaller, grouped by kinds (k, l).

    `kind` holds the kind of each pair, row by row; `runs` holds the kinds column by column, for `residues`. `k_of` and
    `l_of` hold the coins of each kind. `reach` is the largest k at pairs with k < i, or 1 if there are none.
    """

    larger: int
    smaller: int
    heads: Any
    runs: Runs
    kind: NDArray[np.uint16]
    k_of: NDArray[np.int32]
    l_of: NDArray[np.int32]
    reach: int
    coins: tuple[NDArray[np.uint16], NDArray[np.uint16]]

    @classmethod
    def from_coins(cls, first: NDArray[np.uint16], second: NDArray[np.uint16], heads: mpq) -> Plan:
        """Return the plan for two tables of coins.

        `first`, of shape (larger, smaller), holds at [i-1, j-1] the coins of a player who needs i against j; `second`,
        of shape (smaller, larger), holds at [j-1, i-1] those of the other player.
        """
        parts = residues.find_runs(first, second, heads)
        if parts is None:
            raise NotProved("the tables contain impossible numbers of coins, so nothing is proved")
        runs, kind, reach = parts
        larger, smaller = first.shape
        k_of, l_of = runs.given[3:5]
        return cls(larger, smaller, heads, runs, kind, k_of, l_of, reach, (first, second))

    def list_ends(self) -> list[int]:
        """Return the kinds of pairs where play ends (both players go for all points: k = i, l = j), in order of i."""
        first, second = self.coins
        ends = []
        for kind, (k, l) in enumerate(zip(self.k_of.tolist(), self.l_of.tolist(), strict=True)):
            if l <= min(k, self.smaller) and first[k - 1, l - 1] == k and second[l - 1, k - 1] == l:
                ends.append(kind)
        return sorted(ends, key=lambda kind: int(self.k_of[kind]))

    def determinant(self, kind: int) -> Any:
        """Return the determinant D of a kind."""
        k, l, r, s = int(self.k_of[kind]), int(self.l_of[kind]), self.heads.numerator, self.heads.denominator
        return r**k * s**l + r**l * s**k - r ** (k + l)

    def compute_weights(self, kind: int) -> tuple[Any, Any, Any, Any]:
        """Return D times the coefficients of A and B in X, then in Y: D - ad, ad, cb, a(d - c), as in `residues`."""
        k, l, r, s = int(self.k_of[kind]), int(self.l_of[kind]), self.heads.numerator, self.heads.denominator
        return r**l * (s**k - r**k), r**k * s**l, r**l * s**k, r**k * (s**l - r**l)

    def yield_primes(self) -> Iterator[int]:
        """Yield primes below 2^31 that divide no D, largest first, in whole chunks of `residues.WIDTH`."""
        usable: list[int] = []
        source = iter(yield_primes_below(2**31))
        while chunk := list(itertools.islice(source, residues.WIDTH)):
            flags = self.runs.useless_primes(chunk)
            usable += [prime for prime, useless in zip(chunk, flags, strict=True) if not useless]
            while len(usable) >= residues.WIDTH:
                yield from usable[: residues.WIDTH]
                del usable[: residues.WIDTH]

    def value_modulo(self, i: int, j: int, prime: int) -> list[int] | None:
        """Return a list with V(i, j) modulo a prime (see `one_prime`), or None if the prime divides a denominator."""
        values = one_prime.compute_values(*self.coins, self.heads, max(i, j), min(i, j), prime)
        if values is None:
            return None
        x, y, _ = values
        return [x if i >= j else (1 - y) % prime]

    def equal_values_modulo(self, prime: int) -> list[int] | None:
        """Return V(1, 1), V(2, 2), … modulo a prime (see `one_prime`), or None if the prime divides a denominator."""
        values = one_prime.compute_values(*self.coins, self.heads, self.smaller, self.smaller, prime)
        return None if values is None else values[2][1:].tolist()

    def find_multiplicities(
        self, trailing: int, leading: int
    ) -> tuple[list[Any], NDArray[np.int32], NDArray[np.int32]]:
        """Return each factor's largest multiplicity in the denominators of lines of play, excluding their last pairs.

        The first result lists pairwise coprime factors; the D of every pair where play need not end is a product of
        their powers. Row n of the second has the multiplicities for X(n, n). The third has the larger of those for X
        and Y at the needs `trailing` and `leading`.
        """
        often = np.bincount(self.kind, minlength=len(self.k_of))
        for kind in self.list_ends():
            often[kind] -= 1
        inner = np.flatnonzero(often).tolist()
        factors = find_coprime_base({self.determinant(kind) for kind in inner}) or [mpz(1)]
        added = np.zeros((len(self.k_of), 4, len(factors)), dtype=np.int32)
        for kind in inner:
            determinant, weights = self.determinant(kind), self.compute_weights(kind)
            for at, factor in enumerate(factors):
                if factor > 1:
                    below = gmpy2.remove(determinant, factor)[1]
                    added[kind, :, at] = [below - gmpy2.remove(weight, factor)[1] for weight in weights]
        return factors, *self.runs.find_multiplicities(self.kind, added, self.reach, trailing, leading)
