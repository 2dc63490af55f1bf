"""Reconstruct integers from their residues modulo many primes.

An integer v with residues v_p is Σ y_p M/p - q M, where M is the product of the primes, y_p = v_p (M/p)^-1 mod p, and q
is an integer. A kernel (`long_sums`) computes the sum over one leaf at a time: `LEAF` chunks of `CHUNK` primes.
A tree of products combines these sums. If |v| < M / 2^SLACK, Σ y_p/p is within 2^-SLACK of q, so rounding finds q.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import cached_property

import gmpy2
import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

from ..game import Integer
from . import long_sums
from .modular import SLACK, multiply_all

#: The number of primes in a chunk.
CHUNK = 32

#: The number of chunks in a leaf, which the kernel combines at once; GMP combines the results.
LEAF = long_sums.MAX_WORDS // CHUNK

_LIMB_BYTES = 3


def take_primes(primes: Iterable[int], bits: int) -> list[int]:
    """Return enough primes, in whole chunks, to reconstruct integers of up to `bits` bits, not counting the sign."""
    source, taken, have = iter(primes), list[int](), 0.0
    while have < bits + SLACK + 2:
        chunk = list(itertools.islice(source, CHUNK))
        if len(chunk) < CHUNK:
            raise ValueError(f"{len(taken) + len(chunk):,} primes do not suffice for {bits:,} bits")
        have += math.log2(math.prod(chunk)) - 1e-3
        taken += chunk
    return taken


class Reconstruction:
    """The reconstruction of integers from residues modulo the first primes of a list.

    The primes are distinct and below 2^31. Memory: 1.4 kB of cofactors per prime, and a product tree over L leaves,
    about 1 + log2 L times as long as the product of all primes. Threads may share an instance.
    """

    def __init__(self, primes: Sequence[int]) -> None:
        if len(primes) % CHUNK or len(primes) == 0:
            raise ValueError(f"the number of primes must be a positive multiple of {CHUNK}, not {len(primes)}")
        self.primes = np.array(primes, dtype=np.uint64)
        self.chunks = len(primes) // CHUNK
        self._leaf_primes = [
            list(map(mpz, primes[at : at + LEAF * CHUNK])) for at in range(0, len(primes), LEAF * CHUNK)
        ]
        self._products: dict[tuple[int, int], Integer] = {}
        self._cofactors: dict[tuple[int, int], NDArray[np.uint32]] = {}

    def modulus(self, chunks: int | None = None) -> Integer:
        """Return the product of the primes of the first `chunks` chunks."""
        return self.product(0, self.chunks if chunks is None else chunks)

    def product(self, start: int, stop: int) -> Integer:
        """Return the product of the primes of chunks start to stop - 1; start is a multiple of `LEAF`."""
        product = self._products.get((start, stop))
        if product is None:
            if stop - start <= LEAF:
                product = multiply_all(self._leaf_primes[start // LEAF][: (stop - start) * CHUNK])
            else:
                middle = _find_middle(start, stop)
                product = self.product(start, middle) * self.product(middle, stop)
            self._products[start, stop] = product
        return product

    def count_chunks(self, bits: int) -> int:
        """Return the number of chunks needed to reconstruct integers of up to `bits` bits."""
        needed = int(np.searchsorted(self._chunk_bits, bits + SLACK + 1)) + 1
        if needed > self.chunks:
            raise ValueError(f"{len(self.primes):,} primes do not suffice for {bits:,} bits")
        return needed

    def compute_weights(self, chunks: int) -> NDArray[np.uint64]:
        """Return (M/p)^-1 modulo each prime p of the first `chunks` chunks; M is the product of these primes."""
        inverses = np.empty(chunks * CHUNK, dtype=np.uint64)
        ones = [self._leaf_sums(np.ones((1, CHUNK * (b - a)), dtype=np.uint32), a, b)[0] for a, b in _split(chunks)]
        self._descend(self._ascend(ones, 0, chunks), 0, chunks, inverses)
        return inverses

    def reconstruct(self, residues: NDArray[np.uint32], weights: NDArray[np.uint64] | None = None) -> list[Integer]:
        """Return the integers of least absolute value that have these residues.

        `residues`, of shape (integers, primes), are modulo the primes of the first chunks; `weights` is the result of
        `compute_weights` for these chunks. Raise ValueError if an integer is too long for these primes.
        """
        _, count = residues.shape
        chunks = count // CHUNK
        if weights is None:
            weights = self.compute_weights(chunks)
        primes = self.primes[:count]
        y = (residues * weights % primes).astype(np.uint32)
        whole = np.rint((y / primes).sum(axis=1)).astype(np.int64)
        parts = [self._leaf_sums(y[:, a * CHUNK : b * CHUNK], a, b) for a, b in _split(chunks)]
        modulus = self.modulus(chunks)
        limit = modulus >> (SLACK - 1)
        values = []
        for quotient, sums in zip(whole.tolist(), zip(*parts, strict=True), strict=True):
            value = self._ascend(sums, 0, chunks) - quotient * modulus
            if abs(value) > limit:
                raise ValueError(f"the integer with these residues is too long for {count:,} primes")
            values.append(value)
        return values

    @cached_property
    def _chunk_bits(self) -> NDArray[np.float64]:
        """Lower bounds on log2 of the product of the primes in the first 1, 2, … chunks."""
        return np.cumsum(np.log2(self.primes.astype(np.float64)))[CHUNK - 1 :: CHUNK] - 1e-3

    def _leaf_sums(self, y: NDArray[np.uint32], start: int, stop: int) -> list[Integer]:
        """Return Σ y M/p over the primes p of a leaf, whose product is M, for each row."""
        cofactors = self._cofactors.get((start, stop))
        if cofactors is None:
            product = self.product(start, stop)
            primes = self._leaf_primes[start // LEAF][: (stop - start) * CHUNK]
            cofactors = self._cofactors[start, stop] = _split_limbs([product // prime for prime in primes])
        sums = np.empty((len(y), _LIMB_BYTES * long_sums.BLOCK * len(cofactors) + 5), dtype=np.uint8)
        long_sums.weigh(np.ascontiguousarray(y), cofactors, sums)
        return [mpz.from_bytes(row.tobytes(), "little") for row in sums]

    def _ascend(self, parts: Sequence[Integer], start: int, stop: int) -> Integer:
        """Return Σ y M/p over the primes p of chunks start to stop - 1, whose product is M."""
        if stop - start <= LEAF:
            return parts[start // LEAF]
        middle = _find_middle(start, stop)
        left, right = self._ascend(parts, start, middle), self._ascend(parts, middle, stop)
        return left * self.product(middle, stop) + right * self.product(start, middle)

    def _descend(self, derivative: Integer, start: int, stop: int, inverses: NDArray[np.uint64]) -> None:
        """Write (M/p)^-1 modulo p to `inverses` for each prime p of chunks start to stop - 1.

        `derivative` is Σ M/p over all primes used, whose product is M, modulo the product of those in these chunks.
        """
        if stop - start > LEAF:
            middle = _find_middle(start, stop)
            self._descend(derivative % self.product(start, middle), start, middle, inverses)
            self._descend(derivative % self.product(middle, stop), middle, stop, inverses)
            return
        for at in range(start * CHUNK, stop * CHUNK):
            prime = int(self.primes[at])
            inverses[at] = int(gmpy2.invert(derivative, prime))


def _split(chunks: int) -> list[tuple[int, int]]:
    """Return the first chunk of each leaf, and the chunk after its last chunk."""
    return [(start, min(start + LEAF, chunks)) for start in range(0, chunks, LEAF)]


def _find_middle(start: int, stop: int) -> int:
    """Return where to split: after a number of leaves that is a power of two, so that prefixes share products."""
    leaves = -(-(stop - start) // LEAF)
    return start + LEAF * (1 << ((leaves - 1).bit_length() - 1))


def _split_limbs(numbers: Sequence[Integer]) -> NDArray[np.uint32]:
    """Return numbers in the form that `long_sums.weigh` takes."""
    block = _LIMB_BYTES * long_sums.BLOCK
    blocks = -(-max(number.bit_length() for number in numbers) // (8 * block))
    digits = np.frombuffer(b"".join([int(number).to_bytes(blocks * block, "little") for number in numbers]), np.uint8)
    limbs = np.zeros((blocks, len(numbers), long_sums.BLOCK, 4), dtype=np.uint8)
    limbs[..., :_LIMB_BYTES] = digits.reshape(len(numbers), blocks, -1, _LIMB_BYTES).swapaxes(0, 1)
    return limbs.view("<u4").reshape(blocks, len(numbers), -1).astype(np.uint32, copy=False)
