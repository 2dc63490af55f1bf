"""Weighted sums of values as whole numbers over one multiple: chunks of primes, a checkpoint, and back from residues.

The chunks are run, checked and kept as all residues are (`prime_chunks`). Numbers of B bits take B/30 primes.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ...exact.modular import SLACK, primes_below
from ...exact.reconstruction import CHUNK, Reconstruction
from ...exact.threads import release_gil
from ...game import Integer
from ...runtime.checkpoint import fingerprint
from ...runtime.executors import Progress
from ...solution import NotProved
from ..prime_chunks import Chunk, compute_residues, cut_primes, open_checkpoint
from . import residues
from .turns import Distribution

_LIMIT = 1 << 30  # of primes: the kernel's
_PRIME_BITS = 29.97  # the first million primes below it are above 2 to this power
_WORK = 1 << 27  # pairs times primes in a chunk, about: some tenths of a second
_BLOCKS = 64  # of primes in a chunk at most
_ROWS = 64  # whole numbers put together at once
_FAULT = "a fault of this machine or of the program, nothing is proved"


@dataclass(frozen=True, eq=False)
class Program:
    """The recurrence, and what is asked of it, as the arrays of `residues.sums`."""

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
        """From what is said by number.

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
        """How many sums are asked for."""
        return len(self.ask_first) - 1

    @property
    def pairs(self) -> int:
        """Pairs of needs."""
        return len(self.pair_kinds)

    @property
    def words(self) -> int:
        """Words of 32 bits that a block of primes takes."""
        rows = len(self.first) - 1 + 2 * (len(self.kinds) + len(self.turn_first) + len(self.pair_kinds))
        return rows * residues.WIDTH

    def fingerprint(self) -> str:
        """A short name for all of it."""
        return fingerprint(*(value.tobytes() for value in vars(self).values()))

    def modulo(self, primes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """The sums modulo whole blocks of primes, a row an ask."""
        found = np.empty((self.asks, len(primes)), dtype=np.uint32)
        block = np.empty((self.asks, residues.WIDTH), dtype=np.uint32)
        work = np.empty(self.words, dtype=np.uint32)
        for at in range(0, len(primes), residues.WIDTH):
            residues.sums(primes[at : at + residues.WIDTH], **vars(self), work=work, found=block)
            found[:, at : at + residues.WIDTH] = block
        return found


def numerators(
    program: Program,
    multiple: Integer,
    bits: int,
    avoid: int,
    about: Mapping[str, object],
    executor: str | Executor = "threads",
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> list[Integer]:
    """Weighted sums of values times a multiple of their denominators.

    Parameters
    ----------
    program : Program
        What is asked.
    multiple : mpz
        Proved to make whole numbers of the sums.
    bits : int
        Of the largest of these, sign not counted.
    avoid : int
        No prime that divides this or the multiple is used.
    about : mapping
        What a checkpoint says that it belongs to, besides the primes and the strategy.
    executor : str or Executor
        See `runtime.executors.run_chunks`.
    progress : callable, optional
        Gets ``("values", chunks of primes done, chunks)``.
    checkpoint : path, optional
        A file that keeps what is done, from which a killed run goes on.

    Returns
    -------
    list of mpz

    Raises
    ------
    ValueError
        The checkpoint cannot be used: it belongs to something else, another run has it.
    NotProved
        A chunk or a record is no residues of these primes, or the residues are of no such number.
    """
    primes = list(itertools.islice(_primes(multiple, avoid), count_primes(bits)))
    chunks = cut_primes(primes, _chunk_size(program.pairs))
    about = {**about, "primes": len(primes), "strategy": program.fingerprint()}
    if executor == "threads" and len(chunks) == 1:
        executor = "serial"
    with open_checkpoint(checkpoint, about) as kept:
        function = partial(_modulo, program)
        found = compute_residues(function, chunks, program.asks, executor, "values", progress, kept)
    return _put_together(found, primes, multiple)


def count_primes(bits: int) -> int:
    """How many primes tell whole numbers of so many bits, sign not counted: whole blocks.

    Examples
    --------
    >>> count_primes(893), count_primes(894)
    (32, 64)
    """
    return CHUNK * -(-(int((bits + SLACK + 2) / _PRIME_BITS) + 1) // CHUNK)


def count_chunks(pairs: int, primes: int) -> int:
    """Into how many chunks so many primes are put."""
    return -(-primes // _chunk_size(pairs))


def _chunk_size(pairs: int) -> int:
    return CHUNK * min(max(1, _WORK // (CHUNK * max(pairs, 1))), _BLOCKS)


def _modulo(program: Program, chunk: Chunk) -> NDArray[np.uint32]:
    return program.modulo(np.array(chunk[1], dtype=np.uint32))


def _primes(multiple: Integer, avoid: int) -> Iterator[int]:
    return (prime for prime in primes_below(_LIMIT) if avoid % prime and multiple % prime)


def _put_together(found: NDArray[np.uint32], primes: Sequence[int], multiple: Integer) -> list[Integer]:
    """The whole numbers of the least size that have the residues found, times the multiple."""
    reconstruction = Reconstruction(primes)
    weights = reconstruction.weights(len(primes) // CHUNK)
    moduli = np.array(primes, dtype=np.uint64)
    scales = np.array([int(multiple % prime) for prime in primes], dtype=np.uint64)
    numbers: list[Integer] = []
    with release_gil():
        for at in range(0, len(found), _ROWS):
            rows = (found[at : at + _ROWS] * scales % moduli).astype(np.uint32)
            try:
                numbers += reconstruction.integers(rows, weights)
            except ValueError as fault:
                raise NotProved(f"check of a value's size: {fault}; {_FAULT}") from None
    return numbers


def _starts(sizes: Sequence[int]) -> NDArray[np.int64]:
    """Where each begins, and the end."""
    return np.cumsum([0, *sizes], dtype=np.int64)
