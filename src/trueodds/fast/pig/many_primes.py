"""Weighted sums of values modulo chunks of primes: the recurrence as arrays for the kernel."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...exact.pipeline import Chunk
from ...exact.reconstruction import CHUNK
from ...game import Integer
from ...runtime.store import fingerprint
from . import residues
from .turns import Distribution

#: The kernel's primes are below this.
LIMIT = 1 << 30

_WORK = 1 << 27  # pairs times primes in a chunk, about: some tenths of a second
_BLOCKS = 64  # of primes in a chunk at most


@dataclass(frozen=True, eq=False)
class Program:
    """The recurrence and the sums of values that are wanted, as the arrays of `residues.sums`."""

    limbs: NDArray[np.uint32]
    first: NDArray[np.int64]
    turn_first: NDArray[np.int32]
    kinds: NDArray[np.int32]
    pair_kinds: NDArray[np.int32]
    read_first: NDArray[np.int64]
    read: NDArray[np.int32]
    ask_first: NDArray[np.int32]
    negative: NDArray[np.uint8]
    ask_read_first: NDArray[np.int64]
    ask_read: NDArray[np.int32]

    @classmethod
    def make(
        cls,
        turns: Sequence[Distribution],
        kinds: Sequence[tuple[int, int, bool]],
        pairs: Sequence[tuple[int, Sequence[int]]],
        asks: Sequence[tuple[Sequence[Integer], Sequence[int]]],
    ) -> Program:
        """Make the arrays from numbered turns, kinds and values.

        Parameters
        ----------
        turns : sequence of Distribution
        kinds : sequence of (int, int, bool)
            A turn, the other player's, whether both needs are equal.
        pairs : sequence of (int, sequence of int)
            A kind, and the values that are read.
        asks : sequence of (sequence of mpz, sequence of int)
            A constant and weights, and the values that these belong to.
        """
        numbers = [int(number) for turn in turns for number in (turn.scale, turn.fail, *turn.weights)]
        asked = [int(number) for signed, _ in asks for number in signed]
        whole = [*numbers, *map(abs, asked)]
        lengths = [-(-number.bit_length() // 32) for number in whole]
        limbs = b"".join(number.to_bytes(4 * length, "little") for number, length in zip(whole, lengths, strict=True))
        one_more = [0]  # so that an array which ends with nothing to read still has that place
        return cls(
            limbs=np.frombuffer(limbs, dtype="<u4").astype(np.uint32),
            first=_starts(lengths),
            turn_first=_starts([2 + len(turn.weights) for turn in turns]).astype(np.int32),
            kinds=np.array(kinds, dtype=np.int32),
            pair_kinds=np.array([kind for kind, _ in pairs], dtype=np.int32),
            read_first=_starts([len(places) for _, places in pairs]),
            read=np.array([*itertools.chain.from_iterable(places for _, places in pairs), *one_more], dtype=np.int32),
            ask_first=(_starts([len(signed) for signed, _ in asks]) + len(numbers)).astype(np.int32),
            negative=np.array([*(number < 0 for number in asked), *one_more], dtype=np.uint8),
            ask_read_first=_starts([len(places) for _, places in asks]),
            ask_read=np.array(
                [*itertools.chain.from_iterable(places for _, places in asks), *one_more], dtype=np.int32
            ),
        )

    @property
    def asks(self) -> int:
        """The number of sums."""
        return len(self.ask_first) - 1

    @property
    def pairs(self) -> int:
        """The number of pairs of needs."""
        return len(self.pair_kinds)

    @property
    def words(self) -> int:
        """The number of 32-bit words that a block of primes needs."""
        rows = len(self.first) - 1 + 2 * (len(self.kinds) + len(self.turn_first) + len(self.pair_kinds))
        return rows * residues.WIDTH

    def fingerprint(self) -> str:
        """Return a short name for the arrays."""
        return fingerprint(*(value.tobytes() for value in vars(self).values()))

    def modulo(self, primes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the sums modulo whole blocks of primes, one row for each sum."""
        found = np.empty((self.asks, len(primes)), dtype=np.uint32)
        block = np.empty((self.asks, residues.WIDTH), dtype=np.uint32)
        work = np.empty(self.words, dtype=np.uint32)
        for at in range(0, len(primes), residues.WIDTH):
            residues.sums(primes[at : at + residues.WIDTH], **vars(self), work=work, found=block)
            found[:, at : at + residues.WIDTH] = block
        return found


def _starts(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Where each part begins, and the end of the last."""
    return np.cumsum([0, *sizes], dtype=np.int64)


def chunk_size(pairs: int) -> int:
    """Return how many primes make a chunk of work.

    Examples
    --------
    >>> chunk_size(1_000), chunk_size(10**9)
    (2048, 32)
    """
    return CHUNK * min(max(1, _WORK // (CHUNK * max(pairs, 1))), _BLOCKS)


def numerators_modulo(program: Program, multiple: Integer, chunk: Chunk) -> NDArray[np.uint32]:
    """Return the sums that a program asks for, times a multiple of their denominators, modulo a chunk of primes."""
    primes = np.array(chunk[1], dtype=np.uint64)
    scales = np.array([int(multiple % prime) for prime in chunk[1]], dtype=np.uint64)
    return (program.modulo(primes.astype(np.uint32)) * scales % primes).astype(np.uint32)
