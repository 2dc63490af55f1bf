"""Compute exact values of a proved strategy from residues: one value V(i, j), or V(n, n) for all n up to a target.

V(i, j) is the winning probability of a player who starts a turn needing i against j.

**One value** (`compute_start_value`), for needs in the thousands: probability mass is pushed down from the pair (i, j)
modulo primes, and the resulting fractions are added up once, at the end.

The denominators of all mass on the way down divide Q, a number that `denominators` finds; for i = j = n, it has O(n)
bits. So a few thousand primes suffice, although the numerator and the denominator of the value have 0.4 n² bits each.
The sum w + Σ e / D is V if i ≥ j, otherwise 1 - V. Here w is what won games and changes of the lead add, and e / D is
what the pair (k, l) with the determinant D adds if play ends there. The residues give the numerators of w and of all e
over Q, and one sum by divide and conquer gives the fraction. If the D of (k, l) divides that of (3k, l) (as 2^k + 1
divides 2^(3k) + 1), their fractions are added first, which keeps the sum shorter.

The denominator F of the sum is a product of known numbers, so its greatest common divisor with the numerator N can be
found in parts. If F divides A B, gcd(N, F) divides gcd(N, A) gcd(N, B): if a prime occurs x times in A, y times
in B and z times in N, then min(z, x + y) ≤ min(z, x) + min(z, y). So parts of F can be treated in parallel. Let G be
the product of gcd(N, part) over all parts. Then gcd(N, F) = gcd(gcd(N, G), F), and G is short if little cancels.

**All values** (`compute_start_values`): one sweep per block of primes gives residues of all values. The number of
primes that a value takes follows from the proved multiple M of its denominator (`Multiples`): V lies between 0 and 1,
so its numerator over M lies between 0 and M.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import partial
from typing import Any

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ...exact.lowest_terms import find_shared_part, make_rational, reduce_fraction
from ...exact.modular import find_lcm_growth, multiply_all, multiply_powers, split_into_limbs
from ...exact.pipeline import Chunk, Problem, solve_problem
from ...exact.reconstruction import CHUNK, Reconstruction
from ...exact.threads import release_gil
from ...game import Integer, Rational
from ...runtime.executors import run_chunks
from ...runtime.run import Run
from ...runtime.store import compute_fingerprint
from ...solution import NotProved
from . import residues
from .denominators import Plan

PARTS = 8  # number of partial sums computed in parallel, and of parts of the denominator
PART_BITS = 1 << 25  # limit on the total number of bits of the numerators in a partial sum

_DIVISOR_BITS = 1 << 19  # longer products of known factors are split before gcd is called
_PRIME = 2**64 - 59  # the prime modulo which factors are compared with their product

TOGETHER = 64  # number of values V(n, n) that share the computation of one greatest common divisor
_FEW_PAIRS = 20_000  # up to this number of pairs, threads cost more than they save


def compute_start_value(plan: Plan, i: int, j: int, run: Run = Run()) -> Rational:
    """Return V(i, j), the exact winning probability of a player who starts a turn needing i against j.

    The plan must belong to a proved strategy that covers the needs, in either order.

    Cost for i = j = n in the thousands: n²/2 pairs times 0.35 n to 0.45 n primes, 0.4 ns each with AVX-512, and sums
    and greatest common divisors of 0.5 n² bits. Memory: 1.4 n² to 1.8 n² bytes of residues and a few numbers of 0.5 n²
    bits, in addition to the plan's 3 n² bytes.
    """
    trailing, leading, toss = (i, j, True) if i >= j else (j, i, False)
    determinants, _, exponents = plan.find_multiplicities(trailing, leading)
    common = multiply_powers(determinants, exponents)
    ends = [kind for kind in plan.list_ends() if plan.k_of[kind] <= trailing and plan.l_of[kind] <= leading]
    # |w| is at most 1 plus the number of lead changes, and |e| at most r^k s^l, because mass never exceeds 1.
    top, bottom = plan.heads.numerator, plan.heads.denominator
    largest = max((top ** int(plan.k_of[kind]) * bottom ** int(plan.l_of[kind])).bit_length() for kind in ends)
    bits = common.bit_length() + max(largest, (trailing + leading).bit_length()) + 1
    factors = _join_limbs([mpz(1), common, *[mpz(1)] * len(ends)])

    def finish(numbers: list[Integer], workers: Any) -> list[Rational]:
        coins = [(int(plan.k_of[kind]), int(plan.l_of[kind])) for kind in ends]
        won, *tops = numbers
        terms = _fold({pair: [tops.pop(0), plan.determinant(kind)] for pair, kind in zip(coins, ends, strict=True)})
        numbers.clear()  # to free their memory
        factors = [common, *(bottom for _, bottom in terms)]
        with release_gil():
            top, bottom = _sum(terms, workers, run)
            fraction = top + won * bottom, bottom * common
        return [_reduce(*fraction, factors, toss, workers, run)]

    problem = Problem(
        about={
            "game": "risk-or-safety",
            "needs": [i, j],
            "heads": str(plan.heads),
            "method": "start",
            "strategy": compute_fingerprint(plan.kind.data, plan.k_of.data, plan.l_of.data),
        },
        primes=plan.yield_primes(),
        bits=[bits] * (len(ends) + 1),
        residues=partial(_push, plan.runs, (trailing, leading, toss), *factors, ends),
        finish=finish,
        modulo=partial(plan.value_modulo, i, j),
        name=lambda _: f"V({i}, {j})",
    )
    return solve_problem(problem, run)[0]


def _push(
    runs: residues.Runs,
    start: tuple[int, int, bool],
    digits: NDArray[np.uint32],
    first: NDArray[np.int64],
    ends: list[int],
    chunk: Chunk,
) -> NDArray[np.uint32]:
    """Return Q times w and Q times the e of each kind in `ends` (see the module), modulo a chunk of primes."""
    edge = runs.push(chunk[1], *start)
    values = edge[[-1, -1, *ends]]
    residues.scale(values, digits, first, np.array(chunk[1], dtype=np.uint32))
    return values[1:]


def _fold(terms: dict[tuple[int, int], list[Integer]]) -> list[tuple[Integer, Integer]]:
    """Add each term (k, l) to (3k, l) if its denominator divides that of (3k, l); return the remaining fractions."""
    for k, l in sorted(terms):
        last = terms.get((3 * k, l))
        if last:
            cofactor, rest = divmod(last[1], terms[k, l][1])
            if rest == 0:
                last[0] += terms.pop((k, l))[0] * cofactor
    return [(top, bottom) for top, bottom in terms.values()]


def _sum(terms: list[tuple[Integer, Integer]], workers: Any, run: Run) -> tuple[Integer, Integer]:
    """Return Σ top/bottom as one fraction: add parts in parallel, then add their sums."""
    longest = max(top.bit_length() for top, _ in terms)
    size = max(1, min(-(-len(terms) // PARTS), PART_BITS // max(1, longest)))
    parts = [(number, terms[at : at + size]) for number, at in enumerate(range(0, len(terms), size))]
    sums: list[tuple[Integer, Integer]] = [(mpz(0), mpz(1))] * len(parts)
    for done, ((number, _), part_sum) in enumerate(run_chunks(_add, parts, workers), 1):
        sums[number] = part_sum
        run.report("sum", done, len(parts) + 1)
    total = _add((len(parts), sums))
    run.report("sum", len(parts) + 1, len(parts) + 1)
    return total


def _add(part: tuple[int, list[tuple[Integer, Integer]]]) -> tuple[Integer, Integer]:
    with release_gil():
        return _add_pairwise(part[1])


def _add_pairwise(terms: list[tuple[Integer, Integer]]) -> tuple[Integer, Integer]:
    if len(terms) == 1:
        return terms[0]
    half = len(terms) // 2
    (a, b), (c, d) = _add_pairwise(terms[:half]), _add_pairwise(terms[half:])
    return a * d + c * b, b * d


def _reduce(
    numerator: Integer, denominator: Integer, factors: list[Integer], toss: bool, workers: Any, run: Run
) -> Rational:
    """Return the fraction if `toss`, or else 1 minus it, in lowest terms; `denominator` is the product of `factors`."""
    if not 0 <= numerator <= denominator != 0:
        raise NotProved("the sum is wrong: a probability lies outside [0, 1]; nothing is proved")
    product = 1
    for factor in factors:
        product = product * int(factor % _PRIME) % _PRIME
    if product != denominator % _PRIME:
        raise NotProved("the sum is wrong: its denominator is not the product of its known factors; nothing is proved")

    parts = [(numerator, factors[part::PARTS]) for part in range(min(PARTS, len(factors)))]
    shared: list[Integer] = []
    run.report("greatest common divisors", 0, len(parts))
    for _, common_part in run_chunks(_find_common_divisor, parts, workers):
        shared.append(common_part)
        run.report("greatest common divisors", len(shared), len(parts))
    run.report("lowest terms", 0, 2)
    with release_gil():
        common = multiply_all(shared)
        divisor = gmpy2.gcd(gmpy2.gcd(numerator % common, common), denominator % common)
        run.report("lowest terms", 1, 2)
        numerator, denominator = gmpy2.divexact(numerator, divisor), gmpy2.divexact(denominator, divisor)
    value = make_rational(numerator if toss else denominator - numerator, denominator)
    run.report("lowest terms", 2, 2)
    return value


def _find_common_divisor(part: tuple[Integer, list[Integer]]) -> Integer:
    with release_gil():
        return _find_divisor(*part)


def _find_divisor(number: Integer, factors: list[Integer]) -> Integer:
    """Return a multiple of gcd(number, product of the factors) whose prime factors divide both; split long products."""
    product = multiply_all(factors)
    number %= product
    if len(factors) == 1 or product.bit_length() <= _DIVISOR_BITS:
        return gmpy2.gcd(number, product)
    return _find_divisor(number, factors[::2]) * _find_divisor(number, factors[1::2])


def compute_start_values(plan: Plan, run: Run = Run()) -> list[Rational]:
    """Return the exact values V(n, n) for n from 1 to the smaller target, given the plan of a proved strategy.

    Other processes compute only residues, because sending numerators and fractions would take longer than computing
    them.

    Cost if the smaller target is n: n²/2 pairs times 0.41 n²/31 primes, 0.4 ns each with AVX-512 (2.7 s on one core for
    n = 1,000), and the reconstruction of n integers of up to 0.41 n² bits. Memory: 4 bytes of residues per value and
    prime, and the fractions, in addition to the plan's 3 n² bytes if both targets are n.
    """
    multiples = Multiples(plan)

    def finish(numbers: list[Integer], workers: Any) -> list[Rational]:
        values: list[Rational] = [mpq(0)] * plan.smaller
        done = 0
        starts = range(1, plan.smaller + 1, TOGETHER)
        groups = [(start, numbers[start : start + TOGETHER]) for start in reversed(starts)]
        for (start, _), fractions in run_chunks(partial(_finish, multiples), groups, workers):
            values[start - 1 : start - 1 + len(fractions)] = fractions
            done += len(fractions)
            run.report("fractions", done, plan.smaller)
        return values

    problem = Problem(
        about={
            "game": "risk-or-safety",
            "values to": plan.smaller,
            "heads": str(plan.heads),
            "method": "start",
            "strategy": compute_fingerprint(plan.kind.data, plan.k_of.data, plan.l_of.data),
        },
        primes=plan.yield_primes(),
        bits=[0, *multiples.bits],
        residues=partial(_sweep, plan.runs, multiples.limbs, multiples.first),
        finish=finish,
        modulo=plan.equal_values_modulo,
        name=lambda number: f"V({number + 1}, {number + 1})",
        weights=_make_weights,
        serial=len(plan.kind) < _FEW_PAIRS,
    )
    return solve_problem(problem, run)


class Multiples:
    """The proved multiples M(n) of the denominators of V(n, n).

    M(n) is the product of last[0], …, last[n] and of powers of `determinants`. The `determinants` are pairwise coprime
    factors of the determinants D; row n of `exponents` holds their exponents in M(n). The product of last[0], …,
    last[n] is the least common multiple of the D of pairs with i ≤ n where play ends.

    Examples
    --------
    >>> from trueodds.risk_or_safety import proved_moves
    >>> moves = proved_moves(3)
    >>> multiples = Multiples(Plan.from_coins(moves.coins, moves.other_coins, moves.heads))
    >>> [int(multiples.multiple(n)) for n in (1, 2, 3)]  # of 2/3, 4/7 and 6/11
    [3, 105, 10395]
    """

    def __init__(self, plan: Plan) -> None:
        self.determinants, equal, _ = plan.find_multiplicities(plan.larger, plan.smaller)
        self.exponents = np.maximum.accumulate(equal, axis=0)
        ends = plan.list_ends()
        added = find_lcm_growth([plan.determinant(kind) for kind in ends])
        by_need: dict[int, Integer] = {}
        for kind, part in zip(ends, added, strict=True):
            need = int(plan.k_of[kind])
            by_need[need] = by_need.get(need, mpz(1)) * part
        self.last = [by_need.get(n, mpz(1)) for n in range(plan.smaller + 1)]
        steps = np.diff(self.exponents, axis=0, prepend=0)
        factors = [multiply_powers(self.determinants, steps[n]) * self.last[n] for n in range(plan.smaller + 1)]
        self.limbs, self.first = _join_limbs(factors)
        bits = itertools.accumulate(part.bit_length() for part in self.last)
        paths = [multiply_powers(self.determinants, row) for row in self.exponents]
        self.bits = [path.bit_length() + common for path, common in zip(paths[1:], list(bits)[1:], strict=True)]

    def multiple(self, n: int) -> Integer:
        """Return M(n)."""
        return multiply_powers(self.determinants, self.exponents[n]) * multiply_all(self.last[: n + 1])


def _join_limbs(factors: Sequence[Integer]) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """Return the arguments `limbs` and `first` of `residues.scale` for these factors."""
    digits = [split_into_limbs(factor) for factor in factors]
    first = np.cumsum([0, *map(len, digits)], dtype=np.int64)
    return np.array([*itertools.chain.from_iterable(digits)], dtype=np.uint32), first


def _sweep(
    runs: residues.Runs, digits: NDArray[np.uint32], first: NDArray[np.int64], chunk: Chunk
) -> NDArray[np.uint32]:
    """Return V(n, n) M(n) modulo a chunk of primes, for all n."""
    equal = runs.forward(chunk[1])
    residues.scale(equal, digits, first, np.array(chunk[1], dtype=np.uint32))
    return equal


def _make_weights(reconstruction: Reconstruction, levels: Sequence[int]) -> dict[int, NDArray[np.uint32]]:
    """Return the weights of the Chinese remainder theorem for each number of chunks in `levels`, which must decrease.

    The weights for fewer chunks are those for the next larger number, multiplied by the omitted primes.
    """
    largest = reconstruction.compute_weights(levels[0]).astype(np.uint32)
    weights = {level: largest[: level * CHUNK].copy() for level in levels}
    products = [reconstruction.modulus(level) for level in levels]
    left_out = [mpz(1), *(larger // smaller for larger, smaller in itertools.pairwise(products))]
    digits, first = _join_limbs(left_out)
    for at in range(0, len(largest), CHUNK):
        affected_levels = [level for level in levels if level * CHUNK > at]
        rows = np.tile(largest[at : at + CHUNK], (len(affected_levels), 1))
        residues.scale(rows, digits, first, reconstruction.primes[at : at + CHUNK].astype(np.uint32))
        for level, row in zip(affected_levels, rows, strict=True):
            weights[level][at : at + CHUNK] = row
    return weights


def _finish(multiples: Multiples, group: tuple[int, list[Integer]]) -> list[Rational]:
    """Return V(n, n) in lowest terms for each n of a group, given as the first n and the numerators over M(n)."""
    start, numerators = group
    last = multiples.last
    values = []
    with release_gil():
        skipped = [mpz(1)] * len(numerators)
        for at, n in enumerate(range(start, start + len(numerators))):
            numerators[at], skipped[at] = _divide_skipped(numerators[at], last[:n])
        long_factor = multiply_all(last[:start])
        shared = find_shared_part(numerators, long_factor * multiply_all(last[start : start + len(numerators)]))
        for at, n in enumerate(range(start, start + len(numerators))):
            long_factor *= last[n]
            small = list(zip(multiples.determinants, multiples.exponents[n].tolist(), strict=True))
            value = reduce_fraction(numerators[at], small, long_factor // skipped[at], shared)
            if not 0 <= value <= 1:
                raise NotProved("a fraction is wrong: a probability lies outside [0, 1]; nothing is proved")
            values.append(value)
    return values


def _divide_skipped(numerator: Integer, last: Sequence[Integer]) -> tuple[Integer, Integer]:
    """Divide a numerator by elements of `last`, from the end, while they divide it; return the quotient and divisor.

    Play from (n, n) usually skips the need n - 1, because both players toss two coins. Then last[n - 1] cancels.

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
