"""All exact values V(n, n) up to a target in one go: residues of every one from one sweep for each block of primes.

How many primes a value needs follows from the proved multiple M of its denominator (`plan`): V lies between 0 and 1, so
its numerator over M lies between 0 and M. Nothing is guessed from "it stopped changing".
"""

from __future__ import annotations

import itertools
from concurrent.futures import Executor
from functools import partial

import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ....exact.modular import grow_lcm, power_product
from ....exact.reconstruction import CHUNK, Reconstruction, chunks_of_primes, reduce_fraction
from ....exact.threads import release_gil
from ....game import Integer, Rational
from ....runtime.executors import Progress, is_elsewhere, run_chunks
from ....solution import NotProved
from ...prime_chunks import Chunk, compute_residues, cut_primes
from . import residues
from .denominators import Plan, Runs, limbs
from .held import hold_equal

_CHUNK_BITS = 13_000  # parts of a denominator: shorter than GMP's fast multiplications need, long enough to be few
_FEW_PAIRS = 20_000  # up to which threads cost more than they bring
_CHUNKS = 2  # at least: a wrong chunk that is alone would agree with itself
_ROWS = 16  # values reconstructed at once


def start_fractions(
    plan: Plan, executor: str | Executor = "threads", progress: Progress | None = None
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

    Returns
    -------
    list of mpq

    Raises
    ------
    NotProved
        A chunk, or a value put together, does not stand the checks (`held`).

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
    sweep = partial(_sweep, plan.runs, multiples)
    found = compute_residues(sweep, cut_primes(primes, CHUNK), plan.smaller + 1, executor, "residues", progress)

    needed = [reconstruction.chunks_for(bits) for bits in multiples.bits]
    rows: list[tuple[int, int, int]] = []  # (first n, last n + 1, blocks), values of one size together
    for level, group in itertools.groupby(range(1, plan.smaller + 1), key=lambda n: _round_up(needed[n - 1], blocks)):
        members = list(group)
        rows += [(at, min(at + _ROWS, members[-1] + 1), level) for at in range(members[0], members[-1] + 1, _ROWS)]
    weights = {level: reconstruction.weights(level) for level in {level for *_, level in rows}}
    fractions: list[Rational] = [mpq(0)] * plan.smaller
    finish = partial(_finish, reconstruction, weights, multiples, found)
    done = 0
    for (start, stop, _), values in run_chunks(finish, sorted(rows, reverse=True), _local(executor)):
        fractions[start - 1 : stop - 1] = values
        done += len(values)
        if progress:
            progress("fractions", done, plan.smaller)
    hold_equal(plan, fractions)
    return fractions


class _Multiples:
    """The proved multiples M(n) of the denominators of V(n, n), as products of parts."""

    def __init__(self, plan: Plan) -> None:
        determinants, equal, _ = plan.longest_paths(plan.larger, plan.smaller)
        exponents = np.maximum.accumulate(equal, axis=0)
        ends = plan.ends()
        added = grow_lcm([plan.determinant(kind) for kind in ends])
        by_need: dict[int, Integer] = {}
        for kind, part in zip(ends, added, strict=True):
            need = int(plan.k_of[kind])
            by_need[need] = by_need.get(need, mpz(1)) * part
        self.paths = [power_product(determinants, row) for row in exponents]
        self.last = [by_need.get(n, mpz(1)) for n in range(plan.smaller + 1)]
        steps = np.diff(exponents, axis=0, prepend=0)
        factors = [power_product(determinants, steps[n]) * self.last[n] for n in range(plan.smaller + 1)]
        digits = [limbs(factor) for factor in factors]
        self.first = np.cumsum([0, *(len(number) for number in digits)], dtype=np.int64)
        self.limbs = np.array(list(itertools.chain.from_iterable(digits)), dtype=np.uint32)
        bits = itertools.accumulate(part.bit_length() for part in self.last)
        self.bits = [path.bit_length() + common for path, common in zip(self.paths[1:], list(bits)[1:], strict=True)]
        self._full, self._open = self._group_products()

    def parts(self, n: int) -> list[Integer]:
        """Parts of about the same length whose product is M(n)."""
        return [self.paths[n], *self._full[: self._open[n][0]], self._open[n][1]]

    def _group_products(self) -> tuple[list[Integer], list[tuple[int, Integer]]]:
        """Products of consecutive `last`; and for each n, how many of these are full, and the one begun after them."""
        full: list[Integer] = []
        begun, product = [(0, mpz(1))], mpz(1)
        for part in self.last[1:]:
            product *= part
            begun.append((len(full), product))
            if product.bit_length() >= _CHUNK_BITS:
                full.append(product)
                product = mpz(1)
        return full, begun


def _sweep(runs: Runs, multiples: _Multiples, chunk: Chunk) -> NDArray[np.uint32]:
    """V(n, n) M(n) modulo a chunk of primes, for all n."""
    primes, tops, bottoms = runs.modulo(chunk[1])
    equal = np.zeros((len(multiples.bits) + 1, CHUNK), dtype=np.uint32)
    last = np.empty((2, CHUNK), dtype=np.uint32)
    residues.forward(*runs.arrays, primes, tops, bottoms, equal, last)
    residues.scale(equal, multiples.limbs, multiples.first, primes)
    return equal


def _finish(
    reconstruction: Reconstruction,
    weights: dict[int, NDArray[np.uint64]],
    multiples: _Multiples,
    found: NDArray[np.uint32],
    rows: tuple[int, int, int],
) -> list[Rational]:
    """Numerators from residues, then lowest terms, for n = start … stop - 1."""
    start, stop, blocks = rows
    with release_gil():
        try:
            numerators = reconstruction.integers(found[start:stop, : blocks * CHUNK], weights[blocks])
        except ValueError as fault:
            raise NotProved(f"check of the chunks of residues: {fault}; one of them is wrong") from None
        return [reduce_fraction(numerator, multiples.parts(n)) for n, numerator in enumerate(numerators, start)]


def _round_up(blocks: int, max_blocks: int) -> int:
    """A few sizes for all values, none more than about a tenth above what is needed."""
    step = 1 << max(0, blocks.bit_length() - 4)
    return min(max_blocks, max(_CHUNKS, -(-blocks // step) * step))


def _local(executor: str | Executor) -> str | Executor:
    """Residues are shared with threads; to hand them to processes would cost more than the work."""
    return "threads" if is_elsewhere(executor) else executor
