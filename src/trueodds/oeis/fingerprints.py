"""Check fractions V(n, n) by another method than the one that made them: residues modulo random primes.

The method that makes them works modulo a fixed list of 31-bit primes, in kernels. Here the recurrence on pairs of needs
i ≥ j runs once, in plain integers, modulo the product m of a few random primes. With the proved numbers of coins k of
the trailing and l of the leading player, D = 2^k + 2^l - 1, A = X(i, j-l), B = Y(i-k, j) as in all of this package,

    X = A + (2^l / D) (B - A)        Y = A + ((2^l - 1) / D) (B - A)

**What a match proves.** V(n, n) = a/b, where 0 ≤ a ≤ b and b divides the product of the D of all pairs with i ≤ n: one
pair multiplies the least common multiple of the denominators before it by D at most. As D ≤ 2^(k+l), that product P is
at most 2^S, S = Σ (k + l). A claimed N/H (H ≥ 1) is right if and only if N b - a H = 0. If it is wrong, this is an
integer of less than S + h + 1 bits, h the bits of the larger of |N| and H, and fewer than (S + h + 1) / 77 primes
from 2^77 on divide it. The primes are drawn uniformly, without replacement, from the primes between 2^77 and 2^78 that
divide no D. There are more than

    3·2^77 / (5 ln 2^77) - S/77,

since π(2x) - π(x) > 3x / (5 ln x) for x ≥ 20.5 (Rosser and Schoenfeld, *Approximate formulas for some functions of
prime numbers*, 1962, Corollary 3 of Theorem 2), and at most S/77 of them divide P. So a wrong fraction passes with a
probability below

    ((S + h + 1) / 77 / (3·2^77 / (5 ln 2^77) - S/77))^3

for three primes: 2^-166 for n = 1,000, 2^-146 for n = 10,000. A list with a wrong term passes with at most that
probability. That a number below 2^78 is prime is proved by strong tests to the first 12 prime bases (Sorenson and
Webster, *Strong pseudoprimes to twelve prime bases*, 2017: the least composite that passes is above 2^78).

Residues do not detect a common factor of N and H; greatest common divisors do. If the denominators of several fractions
divide one number, then that number and the product of the numerators share every factor that one of the fractions
shares, so one greatest common divisor serves all. The proved multiples of the right denominators nearly always are such
numbers. Each denominator is tried; a fraction whose denominator does not divide gets a greatest common divisor of its
own.

Up to `SMALL` all moves of both players are tried in plain fractions, which also checks the strategy; beyond it, this
method takes the proved strategy as given.

Cost: n²/2 pairs of 1.4 µs each; then, for each fraction, two remainders, three products and its share of a greatest
common divisor. Memory: 2 bytes per pair for the moves, and 150 n bytes for each of the last rows that moves reach back
to (11 rows at n = 1,000).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import gmpy2
from gmpy2 import mpq, mpz

from ..exact.lowest_terms import shared_part
from ..exact.threads import release_gil
from ..runtime.executors import run_chunks
from ..runtime.run import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..runtime.executors import Progress

#: The sequences of the numerators and of the denominators of V(n, n), n = 1, 2, …
HALVES = ("A387261", "A387262")

#: The largest n that is checked in plain fractions, every move tried: as far as the paper's table.
SMALL = 20

#: The number of random primes.
PRIMES = 3

_BITS = 78  # of the primes
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
BATCH = 64  # fractions checked at once, at most
BATCH_BITS = 1 << 24  # bits of fractions checked at once, about


class Fingerprints:
    """The values V(n, n), n = 1 … count, modulo the product of a few random primes.

    The primes come from the system's source of randomness, as the error probability assumes, unless a test passes its
    own. `multiples` has multiples of the denominators of right fractions.
    """

    def __init__(self, count: int, progress: Progress | None = None, source: Random | None = None) -> None:
        from ..fast.risk_or_safety.denominators import Plan
        from ..fast.risk_or_safety.prove import proved_moves
        from ..fast.risk_or_safety.start_values import Multiples

        moves = proved_moves(count, progress=progress)
        if moves.undecided:
            raise AssertionError("a pair of needs without a proved move, for a fair coin: please report this")
        coins = moves.coins
        kinds = _kinds(coins)
        self.primes = random_primes(PRIMES, kinds, source or SystemRandom())
        self.modulus = math.prod(self.primes)
        self.path_bits = sum((k + l) * often for (k, l), often in kinds.items())
        self.multiples = Multiples(Plan.from_coins(coins, moves.other_coins, moves.heads))
        self.values = [0, *start_values_modulo(coins, self.modulus, progress)]

    def match(self, n: int, numerator: Any, denominator: Any) -> bool:
        """Return whether numerator/denominator has the residue of V(n, n); a wrong fraction rarely does."""
        return bool((numerator - denominator * self.values[n]) % self.modulus == 0)

    def error_bits(self, bits: int) -> int:
        """Return e: a wrong fraction of parts of at most the given bits passes with a probability below 2^-e."""
        low = _BITS - 1
        bad = (self.path_bits + bits + 1) / low
        usable = 3 * 2.0**low / (5 * math.log(2) * low) - self.path_bits / low
        return math.floor(PRIMES * math.log2(usable / bad) - 1e-6)  # far more than these floats are off


def describe_checks(count: int, error_bits: int) -> tuple[tuple[str, ...], str | None]:
    """Describe the checks of V(1, 1) … V(count, count), and return the error probability; None if that is zero."""
    checks = (f"plain fractions, trying every move, to n = {min(count, SMALL)}",)
    if count <= SMALL:
        return checks, None
    beyond = f"beyond, residues modulo {PRIMES} random primes, and greatest common divisors"
    return (*checks, beyond), f"2^-{error_bits}"


def random_primes(count: int, kinds: Iterable[tuple[int, int]], source: Random) -> tuple[int, ...]:
    """Return different primes between 2^77 and 2^78, equally likely, that divide no D of these numbers of coins."""
    found: set[int] = set()
    while len(found) < count:
        candidate = source.getrandbits(_BITS) | 1 << (_BITS - 1) | 1
        if all(gmpy2.is_strong_prp(candidate, base) for base in _BASES) and all(
            (pow(2, k, candidate) + pow(2, l, candidate) - 1) % candidate for k, l in kinds
        ):
            found.add(candidate)
    return tuple(found)


def _kinds(coins: NDArray[Any]) -> dict[tuple[int, int], int]:
    """Return how often each pair of numbers of coins (of the trailing, of the leading player) occurs."""
    import numpy as np

    often: dict[tuple[int, int], int] = {}
    for j in range(len(coins)):  # the leading player needs j + 1
        both = coins[j:, j].astype(np.uint32) << 16 | coins[j, j:]
        for kind, times in zip(*(part.tolist() for part in np.unique(both, return_counts=True)), strict=True):
            often[kind >> 16, kind & 0xFFFF] = often.get((kind >> 16, kind & 0xFFFF), 0) + times
    return often


def start_values_modulo(coins: NDArray[Any], modulus: int, progress: Progress | None = None) -> Iterator[int]:
    """Yield V(n, n) modulo a number coprime to every D, for n = 1, 2, …, in plain integers.

    `coins[i-1, j-1]` is a proved best number of coins for a player who needs i against j. `progress` gets
    ``("fingerprints", rows done, rows)``.
    """
    count = len(coins)
    reach = max((int(row[row <= i].max(initial=1)) for i, row in enumerate(coins)), default=1)  # largest k < i
    factors: dict[tuple[int, int], tuple[int, int]] = {}
    toss: dict[int, list[int]] = {}  # rows X(i, ·) and Y(i, ·), as long as moves reach them
    passed: dict[int, list[int]] = {}
    for i in range(1, count + 1):
        mine, theirs = coins[i - 1, :i].tolist(), coins[:i, i - 1].tolist()
        x, y = [0] * (i + 1), [0] * (i + 1)
        toss[i], passed[i] = x, y
        for j in range(1, i + 1):
            k, l = mine[j - 1], theirs[j - 1]
            pair = factors.get((k, l))
            if pair is None:
                inverse = pow(2**k + 2**l - 1, -1, modulus)
                pair = factors[k, l] = 2**l * inverse % modulus, (2**l - 1) * inverse % modulus
            a, rest = x[j - l], i - k
            if rest >= j:
                d = passed[rest][j] - a
            elif rest:
                d = 1 - toss[j][rest] - a
            else:
                d = 1 - a
            x[j] = (a + pair[0] * d) % modulus
            y[j] = (a + pair[1] * d) % modulus
        yield x[i]
        passed.pop(i - reach, None)
        toss.pop(i - reach, None)
        if progress:
            progress("fingerprints", i, count)


@lru_cache(maxsize=1)
def small_values() -> dict[int, Any]:
    """Return V(n, n) for n up to `SMALL` from the reference implementation: plain fractions, every move tried."""
    from ..fast.risk_or_safety.reference import turn_values

    found = turn_values(SMALL, SMALL, mpq(1, 2))
    return {n: found[n, n] for n in range(1, SMALL + 1)}


def wrong_fractions(
    prints: Fingerprints,
    fractions: Iterable[tuple[int, Any, Any]],
    max_wrong: int = 1,
    run: Run = Run(),
) -> tuple[list[int], int]:
    """Return the n whose fractions are not V(n, n) in lowest terms, and the bits of the longest fraction.

    The fractions (n, numerator, denominator) come by increasing n, as far as the fingerprints reach, and are read a
    little ahead of the checks. Reading stops after `max_wrong` wrong ones; all fractions before the last one listed
    have been checked. `progress` gets ``("checks", fractions done, the largest n of the fingerprints)``.
    """
    bits = done = 0
    wrong: list[int] = []

    def batches() -> Iterator[tuple[tuple[int, Any, Any], ...]]:
        nonlocal bits
        batch: list[tuple[int, Any, Any]] = []
        size = 0
        for n, numerator, denominator in fractions:
            longest = max(numerator.bit_length(), denominator.bit_length())
            bits, size = max(bits, longest), size + longest
            batch.append((n, numerator, denominator))
            if len(batch) == BATCH or size > BATCH_BITS:
                yield tuple(batch)
                batch, size = [], 0
            if len(wrong) >= max_wrong:
                return
        if batch:
            yield tuple(batch)

    for batch, found in run_chunks(partial(_wrong, prints), batches(), run.workers, _check_batch):
        done += len(batch)
        wrong += found
        run.report("checks", done, len(prints.values) - 1)
    return sorted(wrong), bits


def _check_batch(batch: tuple[tuple[int, Any, Any], ...], found: Any) -> None:
    if not isinstance(found, list) or not {n for n, _, _ in batch}.issuperset(found):
        raise ValueError(f"not some of the numbers from {batch[0][0]} to {batch[-1][0]}")


def _wrong(prints: Fingerprints, batch: tuple[tuple[int, Any, Any], ...]) -> list[int]:
    with release_gil():
        match = [_matches(prints, *fraction) for fraction in batch]
        wrong = [n for (n, *_), right in zip(batch, match, strict=True) if not right]
        long = [fraction for fraction, right in zip(batch, match, strict=True) if right and fraction[0] > SMALL]
        multiple = prints.multiples.multiple(max(n for n, *_ in long)) if len(long) > 1 else mpz(1)
        return sorted(wrong + _reducible(long, multiple))


def _matches(prints: Fingerprints, n: int, numerator: Any, denominator: Any) -> bool:
    if n <= SMALL:
        exact = small_values()[n]
        return bool(numerator == exact.numerator and denominator == exact.denominator)
    return bool(denominator >= 1 and prints.match(n, numerator, denominator))


def _reducible(fractions: Sequence[tuple[int, Any, Any]], multiple: Any) -> list[int]:
    """Return the n of fractions that are not in lowest terms.

    The multiple, from 1, may be any number; one that is divisible by many of the denominators saves time.
    """
    together = [top > 0 and multiple % bottom == 0 for _, top, bottom in fractions]
    tops = [top for (_, top, _), within in zip(fractions, together, strict=True) if within]
    shared = shared_part(tops, multiple) if tops else mpz(1)
    found = []
    for (n, top, bottom), within in zip(fractions, together, strict=True):
        divisor = gmpy2.gcd(gmpy2.gcd(top % shared, bottom % shared), shared) if within else gmpy2.gcd(top, bottom)
        if divisor != 1:
            found.append(n)
    return found
