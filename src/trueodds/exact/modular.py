"""Compute modulo powers of primes: exact division, the Chinese remainder theorem, and fractions from residues.

A value is computed modulo a number N that is coprime to every divisor in the computation. Let M be a multiple of the
value's denominator, and let B be a bound on M |value|. If N > 2 B, M · value is the integer of least absolute value in
its residue class modulo N. It is proved, not assumed, that M and B have these properties.

M is found as follows. Let a number of a recurrence be (c + Σ a y) / D, where c and the a are integers and the y are
earlier numbers. Its denominator divides D times the least common multiple of the denominators of the y. By induction,
the exponent of a prime in this denominator is at most the largest exponent of that prime in the product of the D along
any chain of dependent numbers. Any factors of the D, coprime or not, can replace the primes: M is the product of the
factors, each with its largest exponent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from random import Random, SystemRandom
from typing import Any

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

#: Bits by which a modulus exceeds the required size, to detect errors in the program.
SLACK = 64

_PRIME_BITS = 30.98  # each of the million largest primes below 2^31 exceeds 2 to this power
_TABLE_BYTES = 1 << 28  # number of bytes of exponents processed at a time


def yield_primes_below(limit: int) -> Iterator[int]:
    """Yield the odd primes below a limit, largest first.

    Parameters
    ----------
    limit : int
        The exclusive upper limit.

    Yields
    ------
    int

    Examples
    --------
    >>> list(yield_primes_below(12))
    [11, 7, 5, 3]
    """
    prime = mpz(limit)
    while prime > 3:
        prime = gmpy2.prev_prime(prime)
        yield int(prime)


def draw_prime(bits: int = 61, source: Random | None = None) -> int:
    """Return a random prime of `bits` bits; all such primes are equally likely. `bits` is from 7 to 78.

    A number below 2^78 that passes strong probable-prime tests to the first 12 prime bases is prime (Sorenson and
    Webster, *Strong pseudoprimes to twelve prime bases*, 2017).
    """
    while True:
        candidate = (source or SystemRandom()).getrandbits(bits) | 1 << (bits - 1) | 1
        if all(gmpy2.is_strong_prp(candidate, base) for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)):
            return candidate


def find_primes_beyond(bound: Any) -> list[int]:
    """Return the largest primes below 2^31, as many as are needed for their product to exceed a bound."""
    primes, product = [], mpz(1)
    for prime in yield_primes_below(2**31):
        primes.append(prime)
        product *= prime
        if product > bound:
            break
    return primes


def find_prime_power(bits: int, avoid: Any = 1) -> Any:
    """Return a power, with at least `bits` bits, of the largest prime below 2^31 that does not divide `avoid`.

    Examples
    --------
    >>> find_prime_power(60), find_prime_power(30, avoid=2147483647)
    (mpz(4611686014132420609), mpz(2147483629))
    """
    prime = next(prime for prime in yield_primes_below(2**31) if avoid % prime)
    return mpz(prime) ** max(1, -int(-bits // _PRIME_BITS))


def divide_modulo(number: Any, divisor: Any, modulus: Any, inverse: Any) -> Any:
    """Return number / divisor modulo a modulus coprime to the divisor; `inverse` is 1 / modulus modulo the divisor.

    For a short divisor, this is faster than multiplying by the divisor's inverse modulo the modulus.
    """
    return gmpy2.divexact(number - modulus * (number * inverse % divisor), divisor) % modulus


def has_residue(value: Any, residue: Any, prime: int) -> bool:
    """Return whether a fraction has this residue modulo a prime.

    If the prime divides the denominator but not the numerator, the answer is False.

    Parameters
    ----------
    value : rational
        Anything with ``numerator`` and ``denominator``.
    residue, prime : int
        The residue need not be reduced modulo the prime.

    Returns
    -------
    bool

    Examples
    --------
    2/3 is 3 modulo 7, because 3 · 3 = 9 is 2 modulo 7:

    >>> has_residue(mpq(2, 3), 3, 7)
    True
    """
    return bool((value.numerator - value.denominator % prime * residue) % prime == 0)


def reconstruct_integer(residues: Sequence[Any], moduli: Sequence[Any], bound: Any) -> Any:
    """Return the integer of absolute value at most `bound` with these residues.

    Parameters
    ----------
    residues, moduli : sequences of int
        The moduli are pairwise coprime, and their product exceeds twice the bound.
    bound : int
        A proved bound on the absolute value.

    Returns
    -------
    mpz

    Raises
    ------
    ArithmeticError
        No such integer exists, or the moduli are too small; either is due to an error in the calling program.

    Examples
    --------
    >>> reconstruct_integer([2, 3], [5, 7], mpz(17))
    mpz(17)
    """
    number, modulus = mpz(0), mpz(1)
    for residue, other in zip(residues, moduli, strict=True):
        number += modulus * ((residue - number) * gmpy2.invert(modulus, other) % other)
        modulus *= other
    if 2 * number > modulus:
        number -= modulus
    if modulus <= 2 * bound:
        raise ArithmeticError(
            f"the modulus ({modulus.bit_length():,} bits) must exceed twice the bound ({bound.bit_length():,} bits)"
        )
    if abs(number) > bound:
        raise ArithmeticError(f"no whole number within the bound ({bound.bit_length():,} bits) has these residues")
    return number


def reconstruct_fraction(residue: Any, modulus: Any, multiple: Any, largest: Any = 1) -> mpq:
    """Return the fraction whose product with `multiple` has a given residue.

    `multiple` is a proved multiple of the denominator, and `largest` a proved bound on the absolute value of the
    fraction. The modulus exceeds 2 · multiple · largest.

    Examples
    --------
    >>> reconstruct_fraction(-4 % 101, mpz(101), mpz(6))
    mpq(-2,3)
    """
    bound = multiple * largest.numerator // largest.denominator
    try:
        return mpq(reconstruct_integer([residue], [modulus], bound), multiple)
    except ArithmeticError as error:
        raise ArithmeticError(f"no fraction in [-{largest}, {largest}] was found: {error}") from None


def find_multiple_of_denominators(
    parts: Sequence[Sequence[tuple[Any, int]]], reads: Sequence[Iterable[int]], last: Iterable[int]
) -> Any:
    """Return a proved multiple of the denominators of the wanted numbers of a recurrence; see the module's docstring.

    `parts` lists the divisor D of each number as factors with their exponents. `reads` holds the indices of the earlier
    numbers on which each number depends; `last` holds the indices of the wanted numbers. Cost: a pass over `reads` for
    each 2^28 bytes of a table with four bytes for each pair of a number and a factor.
    """
    places: dict[Any, int] = {}
    for powers in parts:
        for factor, _ in powers:
            places.setdefault(factor, len(places))
    factors = list(places)
    numbered = [[(places[factor], exponent) for factor, exponent in powers] for powers in parts]
    before = [np.array(sorted(set(indices)), dtype=np.intp) for indices in reads]
    chosen = list(last)
    width = max(16, _TABLE_BYTES // (4 * len(parts)))  # number of factors processed at a time
    multiple = mpz(1)
    for start in range(0, len(factors), width):
        batch = factors[start : start + width]
        exponents = np.zeros((len(parts), len(batch)), dtype=np.uint32)
        for row, powers, read in zip(exponents, numbered, before, strict=True):
            if len(read) == 1:
                row[:] = exponents[read[0]]
            elif len(read):
                np.maximum.reduce(exponents[read], axis=0, out=row)
            for place, exponent in powers:
                if 0 <= place - start < len(row):
                    row[place - start] += exponent
        multiple *= multiply_powers(batch, exponents[chosen].max(axis=0))
    return multiple


def split_small(number: Any, primes: Sequence[int]) -> list[tuple[Any, int]]:
    """Split a number into powers of the given primes and the remaining factor."""
    powers = []
    for prime in primes:
        number, exponent = gmpy2.remove(number, prime)
        if exponent:
            powers.append((prime, exponent))
    return powers if number == 1 else [*powers, (number, 1)]


def find_coprime_base(numbers: Iterable[Any]) -> list[Any]:
    """Return pairwise coprime numbers above 1 such that every given number is a product of their powers."""
    base: list[Any] = []
    waiting = list(numbers)
    while waiting:
        number = waiting.pop()
        if number == 1:
            continue
        for at, other in enumerate(base):
            common = gmpy2.gcd(number, other)
            if common > 1:
                del base[at]
                waiting += [common, number // common, other // common]
                break
        else:
            base.append(number)
    return base


def find_lcm_growth(numbers: Sequence[Any]) -> list[Any]:
    """Return the factor by which each number enlarges the least common multiple of the numbers before it."""
    common, added = mpz(1), []
    for number in numbers:
        part = number // gmpy2.gcd(common % number, number)
        common *= part
        added.append(part)
    return added


def split_into_limbs(number: Any) -> list[int]:
    """Return the 30-bit limbs of a number, the most significant first.

    Examples
    --------
    >>> split_into_limbs(mpz(2**30 + 5))
    [1, 5]
    """
    text = mpz(number).digits(32)
    text = text.rjust(-(-len(text) // 6) * 6, "0")
    return [int(text[at : at + 6], 32) for at in range(0, len(text), 6)]


def multiply_powers(bases: Sequence[Any], exponents: Sequence[int] | NDArray[Any]) -> Any:
    """Return Π base^exponent."""
    powers = [base ** int(exponent) for base, exponent in zip(bases, exponents, strict=True) if exponent]
    return mpz(multiply_all(powers)) if powers else mpz(1)


def multiply_all(parts: Sequence[Any]) -> Any:
    """Return the product of one or more numbers; neighbours are multiplied first, so that factors stay balanced."""
    while len(parts) > 1:
        unpaired = parts[len(parts) & ~1 :]
        parts = [*map(mul, parts[::2], parts[1::2]), *unpaired]
    return parts[0]
