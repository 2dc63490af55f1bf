"""One exact value V(i, j), for needs in the thousands: mass pushed down in residues, summed up once at the end.

All mass on the way down has denominators that divide Q, which `denominators` finds, of O(n) bits: a few thousand primes
suffice where the value itself has 0.4 n² bits. The mass that ends at the pair (k, l), e / D with D of its kind, and
what was won, w, give V = w + Σ e / D; those numerators over Q come from their residues, and one sum by halves makes
the fraction. Where one D divides another (2^i + 1 divides 2^3i + 1) their fractions are first put
together, which keeps the sum shorter.

The denominator F of the sum is a product of known numbers, so its greatest common divisor with the numerator N need not
be one long call. If F divides A B, gcd(N, F) divides gcd(N, A) gcd(N, B): of a prime that A has x times and B y times,
N with z of it has min(z, x + y) ≤ min(z, x) + min(z, y). So parts of F can be looked at side by side. With G the
product of what each has in common with N, gcd(N, F) = gcd(gcd(N, G), F), and G is short where little cancels.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

import gmpy2
import numpy as np
from gmpy2 import mpz
from numpy.typing import NDArray

from ....exact.lowest_terms import lowest_terms
from ....exact.modular import power_product, tree_product
from ....exact.reconstruction import CHUNK, Reconstruction, chunks_of_primes
from ....exact.threads import release_gil
from ....game import Integer, Rational
from ....runtime.checkpoint import Checkpoint, fingerprint
from ....runtime.executors import Progress, is_elsewhere, run_chunks
from ....solution import NotProved
from ...prime_chunks import Chunk, compute_residues, cut_primes, open_checkpoint
from . import residues
from .denominators import Plan, Runs, limbs
from .held import hold_value

#: Integers that are reconstructed together.
ROWS = 64

#: Of the sum, at least so many are made side by side,
PARTS = 8

#: and each of so many bits of numerators at most, 4 MB: a part may go far.
PART_BITS = 1 << 25

_DIVISOR_BITS = 1 << 19  # of a part of the denominator whose greatest common divisor is taken in one call, about
_PRIME = 2**64 - 59  # modulo which factors are held against their product
_FEW_PRIMES = 1_500  # up to which reconstruction is so much Python and so little GMP that threads only get in the way
_CHUNKS = 2  # at least: a wrong chunk that is alone would agree with itself
_SUM = 1 << 40  # the number of the piece of a checkpoint that holds the fraction not yet in lowest terms


def start_value(
    plan: Plan,
    i: int,
    j: int,
    executor: str | Executor = "threads",
    progress: Progress | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
) -> Rational:
    """V(i, j), the probability that a player to toss who needs i against j wins, exactly.

    Parameters
    ----------
    plan : Plan
        A proved strategy that covers the needs.
    i, j : int
        Needs of the player to toss and of the opponent, either way round.
    executor : str or Executor
        See `runtime.executors.run_chunks`.
    progress : callable, optional
        Gets ``("residues", blocks of primes done, blocks)``, then ``("numerators", …)``, ``("sum", …)``,
        ``("greatest common divisors", …)`` and ``("lowest terms", …)``.
    checkpoint : path, optional
        A file that keeps what is done, from which a killed run goes on; deleted at the end.

    Returns
    -------
    mpq

    Raises
    ------
    ValueError
        The checkpoint cannot be used: it belongs to something else, another run has it.
    NotProved
        A chunk, a record of the checkpoint, or the value put together does not stand the checks (`held`).

    Notes
    -----
    Cost: n²/2 pairs times 0.35 n to 0.45 n primes, 0.45 ns each with AVX-512; then sums and greatest common divisors
    of 0.5 n² bits. Memory: 1.4 n² to 1.8 n² bytes of residues and about ten numbers of 0.5 n² bits.
    """
    trailing, leading, toss = (i, j, True) if i >= j else (j, i, False)
    determinants, _, exponents = plan.longest_paths(trailing, leading)
    common = power_product(determinants, exponents)
    ends = [kind for kind in plan.ends() if plan.k_of[kind] <= trailing and plan.l_of[kind] <= leading]
    # |w| is at most the number of turns in which the lead changes, |e| at most r^k s^l: mass never exceeds 1.
    top, bottom = plan.heads.numerator, plan.heads.denominator
    largest = max((top ** int(plan.k_of[kind]) * bottom ** int(plan.l_of[kind])).bit_length() for kind in ends)
    bits = common.bit_length() + max(largest, (trailing + leading).bit_length()) + 1
    primes = list(itertools.islice(plan.primes(), CHUNK * max(_CHUNKS, chunks_of_primes(bits))))
    about = {
        "needs": [i, j],
        "heads": str(plan.heads),
        "primes": len(primes),
        "strategy": fingerprint(plan.kind.data, plan.k_of.data, plan.l_of.data),
    }
    try:
        with open_checkpoint(checkpoint, about) as kept:
            fraction = _fraction(plan, (trailing, leading, toss), common, ends, primes, executor, progress, kept)
        factors = [common, *(bottom for _, bottom in _terms(plan, ends, [mpz(0)] * len(ends)))]
        how = "threads" if len(primes) <= _FEW_PRIMES and is_elsewhere(executor) else executor
        value = _in_lowest_terms(*fraction, factors, toss, how, progress)
        hold_value(plan, i, j, value)
    except NotProved as fault:
        if checkpoint is None:
            raise
        raise NotProved(f"{fault}; delete {os.fspath(checkpoint)}, where it may come from, and begin again") from None
    return value


def _in_lowest_terms(
    numerator: Integer,
    denominator: Integer,
    factors: list[Integer],
    toss: bool,
    executor: str | Executor = "threads",
    progress: Progress | None = None,
) -> Rational:
    """The value; the denominator is the product of the factors."""
    if not 0 <= numerator <= denominator != 0:
        raise NotProved("check of the sum: a probability came out outside of [0, 1]; nothing is proved")
    product = 1
    for factor in factors:
        product = product * int(factor % _PRIME) % _PRIME
    if product != denominator % _PRIME:
        raise NotProved("check of the sum: its denominator is not the product of those of its parts")

    def tell(stage: str, done: int, total: int) -> None:
        if progress:
            progress(stage, done, total)

    pieces = [(numerator, factors[part::PARTS]) for part in range(min(PARTS, len(factors)))]
    shared: list[Integer] = []
    tell("greatest common divisors", 0, len(pieces))
    if is_elsewhere(executor):  # what goes there is no longer than the denominator then
        pieces = [(rest, part) for (_, part), rest in run_chunks(_reduce, pieces, "threads")]
    for _, found in run_chunks(_share, pieces, executor, _hold_divisor):
        shared.append(found)
        tell("greatest common divisors", len(shared), len(pieces))
    tell("lowest terms", 0, 2)
    with release_gil():
        common = tree_product(shared)
        divisor = gmpy2.gcd(gmpy2.gcd(numerator % common, common), denominator % common)
        tell("lowest terms", 1, 2)
        numerator, denominator = gmpy2.divexact(numerator, divisor), gmpy2.divexact(denominator, divisor)
    value = lowest_terms(numerator if toss else denominator - numerator, denominator)
    tell("lowest terms", 2, 2)
    return value


def _reduce(piece: tuple[Integer, list[Integer]]) -> Integer:
    with release_gil():
        return piece[0] % tree_product(piece[1])


def _share(piece: tuple[Integer, list[Integer]]) -> Integer:
    with release_gil():
        return _shared_divisor(*piece)


def _shared_divisor(number: Integer, factors: list[Integer]) -> Integer:
    """A multiple of gcd(number, product of the factors) made of primes of both: by parts, where that is long.

    Examples
    --------
    >>> _shared_divisor(mpz(30), [mpz(4), mpz(9), mpz(7)])
    mpz(6)
    """
    product = tree_product(factors)
    number %= product
    if len(factors) == 1 or product.bit_length() <= _DIVISOR_BITS:
        return gmpy2.gcd(number, product)
    return _shared_divisor(number, factors[::2]) * _shared_divisor(number, factors[1::2])


def _hold_divisor(piece: tuple[Integer, list[Integer]], found: Any) -> None:
    if not isinstance(found, mpz) or not 0 < found.bit_length() <= sum(factor.bit_length() for factor in piece[1]):
        raise NotProved(f"check of the divisors: {type(found).__name__} divides no product of {len(piece[1])} numbers")


def _fraction(
    plan: Plan,
    start: tuple[int, int, bool],
    common: Integer,
    ends: list[int],
    primes: list[int],
    executor: str | Executor,
    progress: Progress | None,
    kept: Checkpoint | None,
) -> tuple[Integer, Integer]:
    """The trailing player's value as numerator and denominator, not in lowest terms."""
    for number, data in kept.pieces() if kept else ():
        if number == _SUM:
            return _split(data)
    chunks = cut_primes(primes, CHUNK)
    chunk_of = partial(_push, plan.runs, start, limbs(common), ends)
    found = compute_residues(chunk_of, chunks, len(ends) + 1, executor, "residues", progress, kept)

    reconstruction = Reconstruction(primes)
    finish = partial(_finish, reconstruction, reconstruction.weights(len(chunks)))
    numerators: list[Integer] = [None] * len(found)
    starts = range(0, len(found), ROWS)
    pieces = ((first, found[first : first + ROWS]) for first in starts)
    few = len(primes) <= _FEW_PRIMES
    for done, ((first, _), values) in enumerate(
        run_chunks(finish, pieces, "serial" if few else executor, _hold_integers), 1
    ):
        numerators[first : first + len(values)] = values
        if progress:
            progress("numerators", done, len(starts))
    del found
    won = numerators.pop(0)
    terms = _terms(plan, ends, numerators)
    del numerators
    with release_gil():
        top, bottom = _sum(terms, "threads" if few and is_elsewhere(executor) else executor, progress)
        numerator, denominator = top + won * bottom, bottom * common
    if kept:
        kept.add(_SUM, _join(gmpy2.to_binary(numerator), gmpy2.to_binary(denominator)))
    return numerator, denominator


def _push(
    runs: Runs, start: tuple[int, int, bool], scale: list[int], ends: list[int], chunk: Chunk
) -> NDArray[np.uint32]:
    """What was won, and what each end gets times its D, times Q, modulo a chunk of primes."""
    primes, tops, bottoms = runs.modulo(chunk[1])
    edge = np.zeros((runs.kinds, CHUNK), dtype=np.uint32)
    values = np.zeros((len(ends) + 2, CHUNK), dtype=np.uint32)
    residues.push(*runs.arrays, primes, tops, bottoms, *start, edge, values[1])
    values[2:] = edge[ends]
    first = np.arange(len(values) + 1, dtype=np.int64) + len(scale) - 2
    first[:2] = 0, 0
    residues.scale(values, np.array([*scale, *[1] * len(ends)], dtype=np.uint32), first, primes)
    return values[1:]


def _finish(
    reconstruction: Reconstruction, weights: NDArray[np.uint64], piece: tuple[int, NDArray[np.uint32]]
) -> list[Integer]:
    with release_gil():
        try:
            return reconstruction.integers(piece[1], weights)
        except ValueError as fault:
            raise NotProved(f"check of the chunks of residues: {fault}; one of them is wrong") from None


def _hold_integers(piece: tuple[int, NDArray[np.uint32]], found: Any) -> None:
    if not isinstance(found, list) or len(found) != len(piece[1]) or not all(isinstance(one, mpz) for one in found):
        raise NotProved(f"{len(piece[1])} whole numbers were asked for, and not {type(found).__name__}")


def _terms(plan: Plan, ends: list[int], numerators: Sequence[Integer]) -> list[tuple[Integer, Integer]]:
    """What the ends add up to; which denominators it has, their numerators do not matter for."""
    coins = [(int(plan.k_of[kind]), int(plan.l_of[kind])) for kind in ends]
    tops = zip(coins, numerators, ends, strict=True)
    return _fold({both: [top, plan.determinant(kind)] for both, top, kind in tops})


def _fold(terms: dict[tuple[int, int], list[Integer]]) -> list[tuple[Integer, Integer]]:
    """The fractions top/bottom, by coins (k, l); those whose denominator divides that of (3k, l) are added to that one.

    Examples
    --------
    >>> _fold({(1, 1): [1, 3], (2, 1): [1, 5], (3, 1): [1, 9]})
    [(1, 5), (4, 9)]
    """
    for k, l in sorted(terms):
        last = terms.get((3 * k, l))
        if last:
            cofactor, rest = divmod(last[1], terms[k, l][1])
            if rest == 0:
                last[0] += terms.pop((k, l))[0] * cofactor
    return [(top, bottom) for top, bottom in terms.values()]


def _sum(
    terms: list[tuple[Integer, Integer]], executor: str | Executor, progress: Progress | None
) -> tuple[Integer, Integer]:
    """Σ top/bottom as one fraction: parts side by side, then the rest."""
    longest = max(top.bit_length() for top, _ in terms)
    size = max(1, min(-(-len(terms) // PARTS), PART_BITS // max(1, longest)))
    parts = [(number, terms[at : at + size]) for number, at in enumerate(range(0, len(terms), size))]
    sums: list[tuple[Integer, Integer]] = [(mpz(0), mpz(1))] * len(parts)
    for done, ((number, _), found) in enumerate(run_chunks(_add, parts, executor, _hold_sum), 1):
        sums[number] = found
        if progress:
            progress("sum", done, len(parts) + 1)
    total = _add((len(parts), sums))
    if progress:
        progress("sum", len(parts) + 1, len(parts) + 1)
    return total


def _add(part: tuple[int, list[tuple[Integer, Integer]]]) -> tuple[Integer, Integer]:
    with release_gil():
        return _add_pairwise(part[1])


def _hold_sum(part: tuple[int, list[tuple[Integer, Integer]]], found: Any) -> None:
    if not isinstance(found, tuple) or len(found) != 2 or not all(isinstance(one, mpz) for one in found):
        raise NotProved(f"check of the sum of {len(part[1])} fractions: {type(found).__name__} is not a fraction")


def _add_pairwise(terms: list[tuple[Integer, Integer]]) -> tuple[Integer, Integer]:
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    (a, b), (c, d) = _add_pairwise(terms[:half]), _add_pairwise(terms[half:])
    return a * d + c * b, b * d


def _join(first: bytes, second: bytes) -> bytes:
    return len(first).to_bytes(8, "little") + first + second


def _split(data: bytes) -> tuple[Integer, Integer]:
    size = int.from_bytes(data[:8], "little")
    try:
        return gmpy2.from_binary(data[8 : 8 + size]), gmpy2.from_binary(data[8 + size :])
    except ValueError:
        raise NotProved("check of the checkpoint: its record of the sum does not hold two numbers") from None
