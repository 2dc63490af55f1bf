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
from typing import Any, NamedTuple

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ....exact.lowest_terms import lowest_terms, reduce_fraction, shared_part
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

#: Up to so many values, workers elsewhere do no more than residues: to send them the rest costs more than it takes.
FEW_VALUES = 500

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
        See `runtime.executors.run_chunks`. Up to `FEW_VALUES`, what is no residue stays in this process.
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
    multiples = Multiples(plan)
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
    groups = _groups(multiples, levels, weights, found)
    few = plan.smaller <= FEW_VALUES
    fractions: list[Rational] = [mpq(0)] * plan.smaller
    done = 0
    for group, pairs in run_chunks(
        partial(_finish, reconstruction, multiples.determinants),
        groups,
        "threads" if few and is_elsewhere(executor) else executor,
        _hold_pairs,
    ):
        fractions[group.start - 1 : group.stop - 1] = itertools.starmap(lowest_terms, pairs)
        done += len(pairs)
        if progress:
            progress("fractions", done, plan.smaller)
    hold_equal(plan, fractions)
    return fractions


class _Group(NamedTuple):
    """Values V(n, n) that are finished together, n from `start` to `stop` - 1, and what they alone need."""

    start: int
    stop: int
    levels: list[int]  # chunks of primes, for each n
    residues: NDArray[np.uint32]  # a row for each n
    weights: dict[int, NDArray[np.uint32]]
    exponents: NDArray[np.int32]  # of the determinants in M(n), a row for each n
    last: list[Integer]  # last[0] … last[stop - 1]


def _groups(
    multiples: Multiples, levels: list[int], weights: dict[int, NDArray[np.uint32]], found: NDArray[np.uint32]
) -> list[_Group]:
    """The longest first; of all that is long they have views, which are copied when a group is sent somewhere."""
    groups = []
    for start in range(1, len(levels) + 1, TOGETHER):
        rows = slice(start, min(start + TOGETHER, len(levels) + 1))
        own = levels[start - 1 : rows.stop - 1]
        groups.append(
            _Group(
                start,
                rows.stop,
                own,
                found[rows, : max(own) * CHUNK],
                {level: weights[level] for level in own},
                multiples.exponents[rows],
                multiples.last[: rows.stop],
            )
        )
    return groups[::-1]


class Multiples:
    """The proved multiples M(n) of the denominators of V(n, n): powers of `determinants` times last[0] … last[n].

    The exponents for n stand in row n; what the determinants are powers of is coprime in pairs.

    Parameters
    ----------
    plan : Plan
        A proved strategy.

    Examples
    --------
    >>> from trueodds import proved_moves
    >>> moves = proved_moves(3)
    >>> multiples = Multiples(Plan.from_coins(moves.coins, moves.other_coins, moves.heads))
    >>> [int(multiples.multiple(n)) for n in (1, 2, 3)]  # of 2/3, 4/7 and 6/11
    [3, 105, 10395]
    """

    def __init__(self, plan: Plan) -> None:
        self.determinants, equal, _ = plan.longest_paths(plan.larger, plan.smaller)
        self.exponents = np.maximum.accumulate(equal, axis=0)
        ends = plan.ends()
        added = grow_lcm([plan.determinant(kind) for kind in ends])
        by_need: dict[int, Integer] = {}
        for kind, part in zip(ends, added, strict=True):
            need = int(plan.k_of[kind])
            by_need[need] = by_need.get(need, mpz(1)) * part
        self.last = [by_need.get(n, mpz(1)) for n in range(plan.smaller + 1)]
        steps = np.diff(self.exponents, axis=0, prepend=0)
        factors = [power_product(self.determinants, steps[n]) * self.last[n] for n in range(plan.smaller + 1)]
        self.limbs, self.first = _joined_limbs(factors)
        bits = itertools.accumulate(part.bit_length() for part in self.last)
        paths = [power_product(self.determinants, row) for row in self.exponents]
        self.bits = [path.bit_length() + common for path, common in zip(paths[1:], list(bits)[1:], strict=True)]

    def multiple(self, n: int) -> Integer:
        """M(n)."""
        return power_product(self.determinants, self.exponents[n]) * tree_product(self.last[: n + 1])


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


def _weights(reconstruction: Reconstruction, levels: Sequence[int]) -> dict[int, NDArray[np.uint32]]:
    """The weights for some numbers of chunks, the largest first: those of the next one times the primes left out."""
    largest = reconstruction.weights(levels[0]).astype(np.uint32)
    found = {level: largest[: level * CHUNK].copy() for level in levels}
    products = [reconstruction.modulus(level) for level in levels]
    left_out = [mpz(1), *(more // less for more, less in itertools.pairwise(products))]
    digits, first = _joined_limbs(left_out)
    for at in range(0, len(largest), CHUNK):
        own = [level for level in levels if level * CHUNK > at]
        rows = np.tile(largest[at : at + CHUNK], (len(own), 1))
        residues.scale(rows, digits, first, reconstruction.primes[at : at + CHUNK].astype(np.uint32))
        for level, row in zip(own, rows, strict=True):
            found[level][at : at + CHUNK] = row
    return found


def _finish(
    reconstruction: Reconstruction, determinants: list[Integer], group: _Group
) -> list[tuple[Integer, Integer]]:
    """Numerators from residues, then lowest terms: as pairs, for an mpq that is sent takes another common divisor."""
    numerators: list[Integer] = []
    pairs = []
    with release_gil():
        try:
            for level, members in itertools.groupby(range(len(group.levels)), key=group.levels.__getitem__):
                rows = list(members)
                own = group.residues[rows[0] : rows[-1] + 1, : level * CHUNK]
                numerators += reconstruction.integers(own, group.weights[level].astype(np.uint64))
        except ValueError as fault:
            raise NotProved(f"check of the chunks of residues: {fault}; one of them is wrong") from None
        skipped = [mpz(1)] * len(numerators)
        for at, n in enumerate(range(group.start, group.stop)):
            numerators[at], skipped[at] = _divide_skipped(numerators[at], group.last[:n])
        long = tree_product(group.last[: group.start])
        shared = shared_part(numerators, long * tree_product(group.last[group.start :]))
        for n, row in enumerate(group.exponents.tolist(), group.start):
            at = n - group.start
            long *= group.last[n]
            small = list(zip(determinants, row, strict=True))
            value = reduce_fraction(numerators[at], small, long // skipped[at], shared)
            pairs.append((value.numerator, value.denominator))
    return pairs


def _hold_pairs(group: _Group, found: Any) -> None:
    many = group.stop - group.start
    if not isinstance(found, list) or len(found) != many:
        raise NotProved(f"check of the fractions: {many} were asked for, and not {type(found).__name__}")
    for pair in found:
        if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(one, mpz) for one in pair):
            raise NotProved(f"check of the fractions: {type(pair).__name__} is not a fraction")
        if not 0 <= pair[0] <= pair[1] != 0:
            raise NotProved("check of the fractions: a probability came out outside of [0, 1]")


def _divide_skipped(numerator: Integer, last: Sequence[Integer]) -> tuple[Integer, Integer]:
    """A numerator without the last of `last` that divide it, and their product.

    A player who tosses two coins at equal needs (n, n) never needs n - 1 later, so that no play ends there, and
    last[n - 1] cancels as a whole. Where it did not, the greatest common divisor would find what does, only slower.

    Examples
    --------
    >>> _divide_skipped(mpz(70), [mpz(2), mpz(3), mpz(5), mpz(7)])
    (mpz(2), mpz(35))
    """
    product = mpz(1)
    for part in reversed(last):
        quotient, rest = gmpy2.f_divmod(numerator, part)
        if rest:
            break
        numerator, product = quotient, product * part
    return numerator, product


def _round_up(chunks: int, max_chunks: int) -> int:
    """A few sizes for all values: whole leaves, less only of one."""
    return min(max_chunks, max(_CHUNKS, chunks if chunks < LEAF else -(-chunks // LEAF) * LEAF))
