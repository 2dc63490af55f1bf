"""All exact values V(n, n) up to a target in one go: residues of every one from one sweep for each block of primes.

How many primes a value needs follows from the proved multiple M of its denominator (`plan`): V lies between 0 and 1, so
its numerator over M lies between 0 and M. Nothing is guessed from "it stopped changing".
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from operator import mul

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ....exact.lowest_terms import reduce_fraction, shared_part
from ....exact.modular import grow_lcm, power_product, tree_product
from ....exact.reconstruction import CHUNK, LEAF, Reconstruction, chunks_of_primes
from ....exact.threads import release_gil
from ....game import Integer, Rational
from ....runtime.checkpoint import fingerprint
from ....runtime.executors import Progress, is_elsewhere, run_chunks
from ....solution import NotProved
from ...prime_chunks import Chunk, compute_residues, cut_primes, open_checkpoint
from . import residues
from .denominators import Plan, Runs, limbs
from .held import hold_equal

#: Values finished together: they share a greatest common divisor, which is then little beside the rest.
TOGETHER = 64

_FEW_PAIRS = 20_000  # up to which threads cost more than they bring
_CHUNKS = 2  # at least: a wrong chunk that is alone would agree with itself


def start_fractions(
    plan: Plan,
    executor: str | Executor = "threads",
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> list[Rational]:
    """V(n, n) for n = 1 … the smaller target of a plan, exactly, in lowest terms.

    Parameters
    ----------
    plan : Plan
        A proved strategy.
    executor : str or Executor
        See `runtime.executors.run_chunks`.
    progress : callable, optional
        Gets ``("residues", blocks of primes done, blocks)`` and ``("fractions", done, wanted)``.
    checkpoint : path, optional
        A file that keeps residues, from which a killed run goes on.

    Returns
    -------
    list of mpq

    Raises
    ------
    ValueError
        The checkpoint cannot be used: it belongs to something else, another run has it.
    NotProved
        A chunk, a record of the checkpoint, or a value put together does not stand the checks (`held`).

    Notes
    -----
    Cost: n²/2 pairs times 0.41 n²/31 primes, 0.4 ns each with AVX-512: 3.5 s of one core at n = 1,000; then the
    reconstruction, about n³ bit operations. Memory: 4·n·primes bytes of residues.
    """
    multiples = _Multiples(plan)
    if executor == "threads" and len(plan.kind) < _FEW_PAIRS:
        executor = "serial"
    blocks = max(_CHUNKS, chunks_of_primes(multiples.bits[-1]))
    primes = list(itertools.islice(plan.primes(), CHUNK * blocks))
    reconstruction = Reconstruction(primes)
    sweep = partial(_sweep, plan.runs, multiples.limbs, multiples.first)
    chunks = cut_primes(primes, CHUNK)
    about = {
        "values to": plan.smaller,
        "heads": str(plan.heads),
        "primes": len(primes),
        "strategy": fingerprint(plan.kind.data, plan.k_of.data, plan.l_of.data),
    }
    with open_checkpoint(checkpoint, about) as kept:
        found = compute_residues(sweep, chunks, plan.smaller + 1, executor, "residues", progress, kept)

    levels = [_round_up(reconstruction.chunks_for(bits), blocks) for bits in multiples.bits]
    weights = _weights(reconstruction, sorted(set(levels), reverse=True))
    groups = [(at, min(at + TOGETHER, plan.smaller + 1)) for at in range(1, plan.smaller + 1, TOGETHER)]
    fractions: list[Rational] = [mpq(0)] * plan.smaller
    finish = partial(_finish, reconstruction, weights, levels, multiples, multiples.long_parts(groups), found)
    done = 0
    for (start, stop), values in run_chunks(finish, groups[::-1], _local(executor)):
        fractions[start - 1 : stop - 1] = values
        done += len(values)
        if progress:
            progress("fractions", done, plan.smaller)
    hold_equal(plan, fractions)
    return fractions


class _Multiples:
    """The proved multiples M(n) of the denominators of V(n, n): the powers of `small` times last[0] … last[n]."""

    def __init__(self, plan: Plan) -> None:
        self._determinants, equal, _ = plan.longest_paths(plan.larger, plan.smaller)
        self._exponents = np.maximum.accumulate(equal, axis=0)
        ends = plan.ends()
        added = grow_lcm([plan.determinant(kind) for kind in ends])
        by_need: dict[int, Integer] = {}
        for kind, part in zip(ends, added, strict=True):
            need = int(plan.k_of[kind])
            by_need[need] = by_need.get(need, mpz(1)) * part
        self.last = [by_need.get(n, mpz(1)) for n in range(plan.smaller + 1)]
        steps = np.diff(self._exponents, axis=0, prepend=0)
        factors = [power_product(self._determinants, steps[n]) * self.last[n] for n in range(plan.smaller + 1)]
        self.limbs, self.first = _joined_limbs(factors)
        bits = itertools.accumulate(part.bit_length() for part in self.last)
        paths = [power_product(self._determinants, row) for row in self._exponents]
        self.bits = [path.bit_length() + common for path, common in zip(paths[1:], list(bits)[1:], strict=True)]

    def small(self, n: int) -> list[tuple[Integer, int]]:
        """The part of M(n) of all pairs but the last one: coprime numbers and their exponents."""
        return list(zip(self._determinants, self._exponents[n].tolist(), strict=True))

    def long_parts(self, groups: Sequence[tuple[int, int]]) -> dict[int, Integer]:
        """last[0] … last[start - 1] for the start of each group."""
        products = itertools.accumulate(
            (tree_product(self.last[start:stop]) for start, stop in groups), mul, initial=self.last[0]
        )
        return dict(zip((start for start, _ in groups), products, strict=False))


def _joined_limbs(factors: Sequence[Integer]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Factors, and where each begins, as `residues.scale` takes them."""
    digits = [limbs(factor) for factor in factors]
    first = np.cumsum([0, *map(len, digits)], dtype=np.int64)
    return np.array([*itertools.chain.from_iterable(digits)], dtype=np.uint32), first


def _sweep(runs: Runs, digits: NDArray[np.uint32], first: NDArray[np.int64], chunk: Chunk) -> NDArray[np.uint32]:
    """V(n, n) M(n) modulo a chunk of primes, for all n."""
    primes, tops, bottoms = runs.modulo(chunk[1])
    equal = np.zeros((len(first) - 1, CHUNK), dtype=np.uint32)
    last = np.empty((2, CHUNK), dtype=np.uint32)
    residues.forward(*runs.arrays, primes, tops, bottoms, equal, last)
    residues.scale(equal, digits, first, primes)
    return equal


def _weights(reconstruction: Reconstruction, levels: Sequence[int]) -> dict[int, NDArray[np.uint64]]:
    """The weights for some numbers of chunks, the largest first: those of the next one times the primes left out."""
    largest = reconstruction.weights(levels[0])
    found = {level: largest[: level * CHUNK].copy() for level in levels}
    products = [reconstruction.modulus(level) for level in levels]
    left_out = [mpz(1), *(more // less for more, less in itertools.pairwise(products))]
    digits, first = _joined_limbs(left_out)
    for at in range(0, len(largest), CHUNK):
        own = [level for level in levels if level * CHUNK > at]
        rows = np.tile(largest[at : at + CHUNK].astype(np.uint32), (len(own), 1))
        residues.scale(rows, digits, first, reconstruction.primes[at : at + CHUNK].astype(np.uint32))
        for level, row in zip(own, rows, strict=True):
            found[level][at : at + CHUNK] = row
    return found


def _finish(
    reconstruction: Reconstruction,
    weights: dict[int, NDArray[np.uint64]],
    levels: Sequence[int],
    multiples: _Multiples,
    long_parts: dict[int, Integer],
    found: NDArray[np.uint32],
    group: tuple[int, int],
) -> list[Rational]:
    """Numerators from residues, then lowest terms, for n = start … stop - 1."""
    start, stop = group
    numerators: list[Integer] = []
    fractions = []
    with release_gil():
        try:
            for level, members in itertools.groupby(range(start, stop), key=lambda n: levels[n - 1]):
                rows = list(members)
                own = found[rows[0] : rows[-1] + 1, : level * CHUNK]
                numerators += reconstruction.integers(own, weights[level])
        except ValueError as fault:
            raise NotProved(f"check of the chunks of residues: {fault}; one of them is wrong") from None
        long = long_parts[start]
        shared = shared_part(numerators, long * tree_product(multiples.last[start:stop]))
        for n, numerator in enumerate(numerators, start):
            long *= multiples.last[n]
            fractions.append(reduce_fraction(numerator, multiples.small(n), long, shared))
    return fractions


def _round_up(chunks: int, max_chunks: int) -> int:
    """A few sizes for all values: whole leaves, less only of one."""
    return min(max_chunks, max(_CHUNKS, chunks if chunks < LEAF else -(-chunks // LEAF) * LEAF))


def _local(executor: str | Executor) -> str | Executor:
    """Residues are shared with threads; to hand them to processes would cost more than the work."""
    return "threads" if is_elsewhere(executor) else executor
