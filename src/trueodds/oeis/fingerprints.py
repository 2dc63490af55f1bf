"""Check the values V(n, n) of Risk or Safety by a second method: residues modulo random primes.

The first method, which computes the fractions, works in the kernels of `residues`, modulo 31-bit primes from a fixed
list. The second method evaluates the recurrence modulo a few random primes in `one_prime`, which shares no code with
those kernels. For a pair of needs i ≥ j, let k and l be the numbers of coins that are proved best for the trailing and
the leading player. The determinant of the pair is D = 2^k + 2^l - 1.

**What a match proves.** Let V(n, n) = a/b in lowest terms, with 0 ≤ a ≤ b. Each pair multiplies the least common
multiple of the earlier denominators by a divisor of its D, so b divides the product P of the D of all pairs with i ≤ n.
Because D ≤ 2^(k+l), P is at most 2^S, where S = Σ (k + l). Let N/H, with H ≥ 1, be a claimed fraction, and let the
larger of |N| and H have h bits. The claim is correct if and only if N b - a H = 0. If it is wrong, then
0 < |N b - a H| < 2^(S+h+1), and fewer than (S + h + 1) / 61 primes above 2^61 divide this difference. The five random
primes are drawn uniformly, without replacement, from those between 2^61 and 2^62 that divide no D. There are more than

    3·2^61 / (5 ln 2^61) - S/61

such primes, because π(2x) - π(x) > 3x / (5 ln x) for x ≥ 20.5 (Rosser and Schoenfeld, *Approximate formulas for some
functions of prime numbers*, 1962, Corollary 3 of Theorem 2), and at most S/61 primes above 2^61 divide P. Therefore, a
wrong fraction matches V(n, n) modulo all five primes with a probability below

    ((S + h + 1) / 61 / (3·2^61 / (5 ln 2^61) - S/61))^5

which is less than 2^-197 for n = 1,000 and 2^-164 for n = 10,000. A list with a wrong term passes with at most this
probability.

Residues do not detect a common factor of N and H, so greatest common divisors are also computed. If the denominators of
several fractions divide a number M, every common factor of N and H in one of these fractions divides both M and the
product of all numerators N. The greatest common divisor of M and this product therefore serves for all of them. For M,
the code takes a proved multiple of the correct denominators. A fraction whose denominator does not divide M is checked
separately.

For n up to `SMALL`, all moves are tried in plain fractions, which also checks the strategy. For larger n, the strategy
is taken as proved.

Cost: n²/2 pairs at 5 ns each for each prime; then, for each fraction, a few products and remainders and a share of a
greatest common divisor. Memory: as much as the moves and `one_prime` take.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

import gmpy2
from gmpy2 import mpq, mpz

from ..exact.lowest_terms import find_shared_part
from ..exact.modular import draw_prime
from ..exact.threads import release_gil
from ..runtime.executors import run_chunks
from ..runtime.run import Run

if TYPE_CHECKING:
    from ..runtime.executors import Progress

#: The sequences of the numerators and of the denominators of V(n, n), n = 1, 2, …
HALVES = ("A387261", "A387262")

#: The largest n that is checked in plain fractions by trying every move: the size of Table 1 of Jehn's paper.
SMALL = 20

#: The number of random primes.
PRIMES = 5

_BITS = 62  # bits of the primes
BATCH = 64  # maximum number of fractions checked at once
BATCH_BITS = 1 << 24  # approximate maximum number of bits checked at once, counting each fraction's longer number


class Fingerprints:
    """The values V(n, n), n = 1 … count, modulo the product of a few random primes.

    The bound on the error probability requires the default `source`, the system's source of randomness. `multiples`
    holds multiples of the denominators of correct fractions.
    """

    def __init__(self, count: int, progress: Progress | None = None, source: Random | None = None) -> None:
        from ..fast.risk_or_safety.denominators import Plan
        from ..fast.risk_or_safety.prove import proved_moves
        from ..fast.risk_or_safety.start_values import Multiples

        moves = proved_moves(count, progress=progress)
        if moves.undecided:
            raise AssertionError("a pair of needs has no proved move for a fair coin; please report this")
        plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
        self.multiples = Multiples(plan)
        # S, the sum of all k + l. The table holds both k and l of a pair with i > j, but of a pair with i = j, where
        # k = l, it holds this number only once.
        self.path_bits = int(moves.coins.sum(dtype=int) + moves.coins.trace(dtype=int))
        self.primes: tuple[int, ...] = ()
        self.modulus, self.values = 1, [0] * (count + 1)
        while len(self.primes) < PRIMES:
            prime = draw_prime(_BITS, source)
            residues = None if prime in self.primes else plan.equal_values_modulo(prime)
            if residues is None:  # the prime divides a determinant
                continue
            inverse = pow(self.modulus, -1, prime)
            for n, residue in enumerate(residues, 1):
                self.values[n] += self.modulus * ((residue - self.values[n]) * inverse % prime)
            self.primes += (prime,)
            self.modulus *= prime
            if progress:
                progress("fingerprints", len(self.primes), PRIMES)

    def match(self, n: int, numerator: Any, denominator: Any) -> bool:
        """Return whether numerator/denominator has the residue of V(n, n)."""
        return bool((numerator - denominator * self.values[n]) % self.modulus == 0)

    def error_bits(self, bits: int) -> int:
        """Return e: a wrong fraction whose two numbers have up to `bits` bits passes with probability below 2^-e."""
        low = _BITS - 1
        bad = (self.path_bits + bits + 1) / low
        usable = 3 * 2.0**low / (5 * math.log(2) * low) - self.path_bits / low
        return math.floor(PRIMES * math.log2(usable / bad) - 1e-6)  # 1e-6 far exceeds the rounding errors


def describe_checks(count: int, error_bits: int) -> tuple[tuple[str, ...], str | None]:
    """Describe the checks of V(1, 1) … V(count, count), and bound the error probability (None if it is zero)."""
    checks = (f"plain fractions, trying every move, up to n = {min(count, SMALL)}",)
    if count <= SMALL:
        return checks, None
    beyond = f"beyond that, residues modulo {PRIMES} random primes, and greatest common divisors"
    return (*checks, beyond), f"2^-{error_bits}"


@lru_cache(maxsize=1)
def compute_small_values() -> dict[int, Any]:
    """Return V(n, n) for n up to `SMALL` from the exact reference implementation, which tries every move."""
    from ..fast.risk_or_safety.reference import compute_turn_values

    values = compute_turn_values(SMALL, SMALL, mpq(1, 2))
    return {n: values[n, n] for n in range(1, SMALL + 1)}


def find_wrong_fractions(
    prints: Fingerprints,
    fractions: Iterable[tuple[int, Any, Any]],
    max_wrong: int = 1,
    run: Run = Run(),
) -> tuple[list[int], int]:
    """Return the n whose fractions are not V(n, n) in lowest terms, and the bit length of the longest number read.

    The fractions (n, numerator, denominator) must be in increasing order of n, and `prints` must cover every n. Reading
    stops soon after `max_wrong` wrong fractions are found; all fractions before the last n returned have been checked.
    """
    bits = done = 0
    wrong_numbers: list[int] = []

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
            if len(wrong_numbers) >= max_wrong:
                return
        if batch:
            yield tuple(batch)

    for batch, more in run_chunks(partial(_find_wrong, prints), batches(), run.workers, _check_batch):
        done += len(batch)
        wrong_numbers += more
        run.report("checks", done, len(prints.values) - 1)
    return sorted(wrong_numbers), bits


def _check_batch(batch: tuple[tuple[int, Any, Any], ...], result: Any) -> None:
    if not isinstance(result, list) or not {n for n, _, _ in batch}.issuperset(result):
        raise ValueError(f"not a list of numbers from {batch[0][0]} to {batch[-1][0]}")


def _find_wrong(prints: Fingerprints, batch: tuple[tuple[int, Any, Any], ...]) -> list[int]:
    with release_gil():
        match = [_matches(prints, *fraction) for fraction in batch]
        wrong_numbers = [n for (n, *_), is_right in zip(batch, match, strict=True) if not is_right]
        long = [fraction for fraction, is_right in zip(batch, match, strict=True) if is_right and fraction[0] > SMALL]
        multiple = prints.multiples.multiple(max(n for n, *_ in long)) if len(long) > 1 else mpz(1)
        return sorted(wrong_numbers + _find_reducible(long, multiple))


def _matches(prints: Fingerprints, n: int, numerator: Any, denominator: Any) -> bool:
    if n <= SMALL:
        exact = compute_small_values()[n]
        return bool(numerator == exact.numerator and denominator == exact.denominator)
    return bool(denominator >= 1 and prints.match(n, numerator, denominator))


def _find_reducible(fractions: Sequence[tuple[int, Any, Any]], multiple: Any) -> list[int]:
    """Return the n of the fractions that are not in lowest terms.

    `multiple` may be any positive integer; the check is faster if many of the denominators divide it.
    """
    together = [top > 0 and multiple % bottom == 0 for _, top, bottom in fractions]
    tops = [top for (_, top, _), within in zip(fractions, together, strict=True) if within]
    shared = find_shared_part(tops, multiple) if tops else mpz(1)
    reducible = []
    for (n, top, bottom), within in zip(fractions, together, strict=True):
        divisor = gmpy2.gcd(gmpy2.gcd(top % shared, bottom % shared), shared) if within else gmpy2.gcd(top, bottom)
        if divisor != 1:
            reducible.append(n)
    return reducible
