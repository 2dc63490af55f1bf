"""Integers from their residues modulo many primes, and fractions in lowest terms.

An integer v with residues v_p is Σ y_p M/p - q M, M the product of the primes, y_p = v_p (M/p)^-1 mod p, and q the
whole part of Σ y_p/p. The sum is made in chunks of `CHUNK` primes by an exact matrix product in floats (31-bit y by
16-bit limbs, 32 terms: below 2^52), then up a tree of products. If |v| < M / 2^SLACK, Σ y_p/p is within 2^-SLACK of q:
rounding finds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ..game import Integer, Rational
from .modular import SLACK, tree_product

#: How many primes a chunk has.
CHUNK = 32


def chunks_of_primes(bits: int) -> int:
    """How many chunks of the first usable primes below 2^31 reconstruct integers of so many bits, sign not counted.

    The first million primes below 2^31 are above 2^30.98, so a chunk has at least 31·CHUNK - 1 bits.

    Examples
    --------
    >>> chunks_of_primes(900), chunks_of_primes(1000)
    (1, 2)
    """
    return -(-(bits + SLACK + 2) // (31 * CHUNK - 1))


class Reconstruction:
    """Makes integers from residues modulo the first so many of a list of primes.

    Parameters
    ----------
    primes : sequence of int
        Different primes below 2^31; their number a multiple of `CHUNK`.

    Examples
    --------
    >>> import itertools
    >>> from trueodds.exact.modular import primes_below
    >>> primes = list(itertools.islice(primes_below(2**31), CHUNK))
    >>> Reconstruction(primes).integers(np.array([[12345678901234567890 % p for p in primes]], dtype=np.uint32))
    [mpz(12345678901234567890)]
    """

    def __init__(self, primes: Sequence[int]) -> None:
        if len(primes) % CHUNK or len(primes) == 0:
            raise ValueError(f"the number of primes must be a positive multiple of {CHUNK}, not {len(primes)}")
        self.primes = np.array(primes, dtype=np.uint64)
        chunks = [primes[at : at + CHUNK] for at in range(0, len(primes), CHUNK)]
        self._products: dict[tuple[int, int], Any] = {}
        self._cofactors = []
        for at, chunk in enumerate(chunks):
            product = gmpy2.mpz(1)
            for prime in chunk:
                product *= prime
            self._products[at, at + 1] = product
            limbs = [_limbs(product // prime) for prime in chunk]
            self._cofactors.append(np.array(limbs, dtype=np.float64))

    def modulus(self, chunks: int | None = None) -> Any:
        """The product of the primes of the first chunks; of all if left out."""
        return self._product(0, len(self._cofactors) if chunks is None else chunks)

    def chunks_for(self, bits: int) -> int:
        """How many chunks reconstruct integers of so many bits, sign not counted.

        Raises
        ------
        ValueError
            The primes do not suffice.
        """
        needed = int(np.searchsorted(self._chunk_bits, bits + SLACK + 1)) + 1
        if needed > len(self._cofactors):
            raise ValueError(f"{len(self.primes)} primes do not suffice for {bits} bits")
        return needed

    def weights(self, chunks: int) -> NDArray[np.uint64]:
        """(M/p)^-1 modulo each p of the first chunks."""
        found = np.empty(chunks * CHUNK, dtype=np.uint64)
        ones = [_integers(np.ones((1, CHUNK)) @ cofactors) for cofactors in self._cofactors[:chunks]]
        self._descend(self._ascend(ones, 0, 0, chunks), 0, chunks, found)
        return found

    def integers(self, residues: NDArray[np.uint32], weights: NDArray[np.uint64] | None = None) -> list[Any]:
        """The integers, of either sign, of least size that have these residues.

        Parameters
        ----------
        residues : uint32 array, shape (integers, primes)
            Of the first primes of the list, whole chunks.
        weights : uint64 array, optional
            What `weights` gave for this number of chunks, to be used again.

        Returns
        -------
        list of mpz

        Raises
        ------
        ValueError
            An integer is not small enough against the product of the primes, so that its residues do not determine it.
        """
        _, count = residues.shape
        chunks = count // CHUNK
        if weights is None:
            weights = self.weights(chunks)
        primes = self.primes[:count]
        y = residues.astype(np.uint64) * weights % primes
        whole = np.rint((y / primes).sum(axis=1)).astype(np.int64)
        parts = [
            _integers(y[:, at * CHUNK : (at + 1) * CHUNK].astype(np.float64) @ self._cofactors[at])
            for at in range(chunks)
        ]
        modulus = self.modulus(chunks)
        limit = modulus >> (SLACK - 1)
        found = []
        for row, quotient in enumerate(whole):
            value = self._ascend(parts, row, 0, chunks) - int(quotient) * modulus
            if abs(value) > limit:
                raise ValueError(f"{count} primes do not determine an integer with these residues")
            found.append(value)
        return found

    @cached_property
    def _chunk_bits(self) -> NDArray[np.float64]:
        """A lower bound on the bits of the product of the first chunks, for each number of them."""
        return np.cumsum(np.log2(self.primes.astype(np.float64)))[CHUNK - 1 :: CHUNK] - 1e-3

    def _product(self, start: int, stop: int) -> Any:
        found = self._products.get((start, stop))
        if found is None:
            middle = _middle(start, stop)
            found = self._products[start, stop] = self._product(start, middle) * self._product(middle, stop)
        return found

    def _ascend(self, parts: list[list[Any]], row: int, start: int, stop: int) -> Any:
        """Σ y M/p over the chunks from start to stop, M their product."""
        if stop - start == 1:
            return parts[start][row]
        middle = _middle(start, stop)
        left, right = self._ascend(parts, row, start, middle), self._ascend(parts, row, middle, stop)
        return left * self._product(middle, stop) + right * self._product(start, middle)

    def _descend(self, derivative: Any, start: int, stop: int, found: NDArray[np.uint64]) -> None:
        """Fill in the inverse of M/p for each prime of some chunks; `derivative` is Σ M/p modulo their product."""
        if stop - start > 1:
            middle = _middle(start, stop)
            self._descend(derivative % self._product(start, middle), start, middle, found)
            self._descend(derivative % self._product(middle, stop), middle, stop, found)
            return
        for at in range(start * CHUNK, stop * CHUNK):
            prime = int(self.primes[at])
            found[at] = int(gmpy2.invert(derivative, prime))


def _middle(start: int, stop: int) -> int:
    """Where a range of chunks is halved: at a multiple of the largest power of two, so that prefixes share halves."""
    half = 1 << ((stop - start - 1).bit_length() - 1)
    return start + half


def _limbs(number: Any, count: int = 2 * CHUNK) -> list[int]:
    """16-bit limbs, least first."""
    data = int(number).to_bytes(2 * count, "little")
    return [data[at] | data[at + 1] << 8 for at in range(0, 2 * count, 2)]


def _integers(limbs: NDArray[np.float64]) -> list[Any]:
    """Σ limb · 2^(16 position) for each row of limbs, whole numbers below 2^53."""
    words = np.ascontiguousarray(limbs.astype("<u8").reshape(len(limbs), -1, 4).transpose(0, 2, 1))
    read = mpz.from_bytes  # every fourth limb is a digit in base 2^64
    return [
        read(zero.tobytes(), "little")
        + (read(one.tobytes(), "little") << 16)
        + (read(two.tobytes(), "little") << 32)
        + (read(three.tobytes(), "little") << 48)
        for zero, one, two, three in words
    ]


def lowest_terms(numerator: Integer, denominator: Integer) -> Rational:
    """The rational number of a fraction in lowest terms, without another greatest common divisor.

    An mpq that is made of two numbers takes one, which for long numbers is nearly all the work: 7 s for V(n, n) to
    n = 1,000, instead of 0.2 s. One that is made of a Fraction is taken to be in lowest terms, as those are.

    Parameters
    ----------
    numerator : mpz
        From 0.
    denominator : mpz
        From 1, without a common divisor with the numerator.

    Returns
    -------
    mpq

    Examples
    --------
    >>> lowest_terms(mpz(6), mpz(11))
    mpq(6,11)
    """
    fraction: Any = Fraction()
    fraction._numerator, fraction._denominator = int(numerator), int(denominator)  # its own way takes the divisor, too
    return mpq(fraction)


def reduce_fraction(numerator: Integer, parts: Sequence[Integer]) -> Rational:
    """A fraction in lowest terms, its denominator given as a product of parts.

    Only remainders and greatest common divisors as long as a part are needed, where one of the whole would cost
    several times as much once the numbers have 10^5 bits.

    Parameters
    ----------
    numerator : mpz
    parts : sequence of mpz
        Positive; their product is the denominator.

    Returns
    -------
    mpq

    Examples
    --------
    >>> reduce_fraction(mpz(12), [mpz(9), mpz(8)])
    mpq(1,6)
    """
    parts = list(parts)
    todo = list(range(len(parts)))
    while todo:
        remainders = _remainders(numerator, [parts[at] for at in todo])
        common = [gmpy2.gcd(remainder, parts[at]) for remainder, at in zip(remainders, todo, strict=True)]
        again = []
        for at, divisor in zip(todo, common, strict=True):
            divisor = gmpy2.gcd(divisor, numerator)  # a prime that two parts share may be used up already
            if divisor > 1:
                numerator = gmpy2.divexact(numerator, divisor)
                parts[at] = gmpy2.divexact(parts[at], divisor)
                again.append(at)
        todo = again  # the others have no divisor in common with the numerator, nor ever will
    return lowest_terms(numerator, tree_product(parts))


def _remainders(number: Any, parts: Sequence[Any]) -> list[Any]:
    if len(parts) == 1:
        return [number % parts[0]]
    half = len(parts) // 2
    left, right = parts[:half], parts[half:]
    return _remainders(number % tree_product(left), left) + _remainders(number % tree_product(right), right)
