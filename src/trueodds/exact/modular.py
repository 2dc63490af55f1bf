"""Arithmetic modulo powers of primes, and back: exact division, one Chinese remainder, fractions with a known multiple.

A value is computed modulo a number N that is coprime to every divisor in the computation. If M is a multiple of its
denominator and M |value| at most some bound, the integer M · value is the one of least absolute value with its residue,
as soon as N is more than twice the bound. Nothing is inferred from "it stopped changing": M and the bound are proved.

M is found as follows. Let a number of a recurrence be (c + Σ a y) / D, c and all a integers, over earlier numbers y.
Its denominator divides D times the least common multiple of those of the y. So by induction the exponent of a prime is
at most the largest that it has in the product of the D on any one line of the recurrence. Instead of primes, any
factors of the D will do, coprime or not: M is the product of the factors, each with its largest exponent on a line.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from operator import mul
from typing import Any

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

#: Bits by which a modulus should exceed what it must hold, so that an error of the program is noticed, not believed.
SLACK = 64

_PRIME_BITS = 30.98  # the first million primes below 2^31 are above 2 to this power
_TABLE_BYTES = 1 << 28  # of exponents at a time


def primes_below(limit: int) -> Iterator[int]:
    """Yield the primes below a limit, largest first."""
    prime = mpz(limit)
    while prime > 3:
        prime = gmpy2.prev_prime(prime)
        yield int(prime)


def random_prime() -> int:
    """Return an unpredictable 61-bit prime, modulo which finished values are verified."""
    return int(gmpy2.next_prime((1 << 60) + secrets.randbits(59)))


def primes_beyond(bound: Any) -> list[int]:
    """Return the first primes below 2^31 whose product is more than a bound."""
    found, product = [], mpz(1)
    for prime in primes_below(2**31):
        found.append(prime)
        product *= prime
        if product > bound:
            break
    return found


def prime_powers(bits: int, count: int, avoid: Any = 1) -> list[Any]:
    """Return powers of different primes below 2^31, about equally long, whose product has at least `bits` bits.

    None of the primes divides `avoid`.
    """
    power = max(1, -int(-bits // (_PRIME_BITS * count)))
    good = (prime for prime in primes_below(2**31) if avoid % prime)
    return [mpz(next(good)) ** power for _ in range(count)]


def divide_modulo(number: Any, divisor: Any, modulus: Any, inverse: Any) -> Any:
    """Return number / divisor modulo a number coprime to the divisor; `inverse` is 1 / modulus modulo the divisor.

    It takes a remainder by the divisor and an exact division. For a divisor of few words this is faster than a product
    with its inverse, and no number is longer than the modulus.
    """
    return gmpy2.divexact(number - modulus * (number * inverse % divisor), divisor) % modulus


def has_residue(value: Any, residue: Any, prime: int) -> bool:
    """Return whether a fraction has this residue modulo a prime; never if the prime divides its denominator alone."""
    return bool((value.numerator - value.denominator % prime * residue) % prime == 0)


def integer_from_residues(residues: Sequence[Any], moduli: Sequence[Any], bound: Any) -> Any:
    """Return the integer of absolute value at most `bound` with these residues modulo numbers coprime in pairs.

    ArithmeticError, an error of the program, if there is no such integer or the moduli are too small.
    """
    number, modulus = _combine(residues, moduli)
    if 2 * number > modulus:
        number -= modulus
    if modulus <= 2 * bound:
        raise ArithmeticError(f"a modulus of {modulus.bit_length()} bits cannot tell numbers of {bound.bit_length()}")
    if abs(number) > bound:
        raise ArithmeticError(f"no whole number of at most {bound.bit_length()} bits has these residues")
    return number


def _combine(residues: Sequence[Any], moduli: Sequence[Any]) -> tuple[Any, Any]:
    """Return the number with these residues, from 0, and the product of the moduli; by halves."""
    if len(residues) == 1:
        return residues[0], moduli[0]
    half = len(residues) // 2
    (a, m), (b, n) = _combine(residues[:half], moduli[:half]), _combine(residues[half:], moduli[half:])
    return a + m * ((b - a) * gmpy2.invert(m, n) % n), m * n


def fraction_from_residues(residues: Sequence[Any], moduli: Sequence[Any], multiple: Any, largest: Any = 1) -> mpq:
    """Return a fraction from the residues of its product with a proved, positive multiple of its denominator.

    The moduli are coprime in pairs, their product above 2 · multiple · largest. The fraction is at most `largest` in
    absolute value; ArithmeticError if there is none.
    """
    bound = multiple * largest.numerator // largest.denominator
    try:
        return mpq(integer_from_residues(residues, moduli, bound), multiple)
    except ArithmeticError as error:
        raise ArithmeticError(f"a value came out outside of [-{largest}, {largest}]: {error}") from None


def multiple_of_denominators(
    parts: Sequence[Sequence[tuple[Any, int]]], reads: Sequence[Iterable[int]], last: Iterable[int]
) -> Any:
    """Return a multiple of the denominators of some numbers of a recurrence, as the module's docstring proves.

    `parts` has what each number is divided by: different factors above 1, and their exponents. `reads` has the indices
    of the earlier numbers on which each number depends, and `last` those of the numbers whose denominators are wanted.
    Cost: a pass over `reads` for each 2^28 bytes of a table with four bytes for each number and factor.
    """
    places: dict[Any, int] = {}
    for own in parts:
        for factor, _ in own:
            places.setdefault(factor, len(places))
    factors = list(places)
    numbered = [[(places[factor], exponent) for factor, exponent in own] for own in parts]
    before = [np.array(sorted(set(own)), dtype=np.intp) for own in reads]
    chosen = list(last)
    width = max(16, _TABLE_BYTES // (4 * len(parts)))  # factors at a time
    multiple = mpz(1)
    for start in range(0, len(factors), width):
        some = factors[start : start + width]
        exponents = np.zeros((len(parts), len(some)), dtype=np.uint32)
        for row, own, read in zip(exponents, numbered, before, strict=True):
            if len(read) == 1:
                row[:] = exponents[read[0]]
            elif len(read):
                np.maximum.reduce(exponents[read], axis=0, out=row)
            for place, exponent in own:
                if 0 <= place - start < len(row):
                    row[place - start] += exponent
        multiple *= power_product(some, exponents[chosen].max(axis=0))
    return multiple


def split_small(number: Any, primes: Sequence[int]) -> list[tuple[Any, int]]:
    """Return a number as powers of some primes and the rest, in the form of `multiple_of_denominators`."""
    found = []
    for prime in primes:
        number, exponent = gmpy2.remove(number, prime)
        if exponent:
            found.append((prime, exponent))
    return found if number == 1 else [*found, (number, 1)]


def coprime_base(numbers: Iterable[Any]) -> list[Any]:
    """Return numbers above 1, coprime in pairs, such that all given numbers are products of their powers."""
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


def grow_lcm(numbers: Sequence[Any]) -> list[Any]:
    """Return the factor by which each number enlarges the least common multiple: lcm(first n) / lcm(first n-1)."""
    common, added = mpz(1), []
    for number in numbers:
        part = number // gmpy2.gcd(common % number, number)
        common *= part
        added.append(part)
    return added


def power_product(bases: Sequence[Any], exponents: Sequence[int] | NDArray[Any]) -> Any:
    """Return Π base^exponent."""
    powers = [base ** int(exponent) for base, exponent in zip(bases, exponents, strict=True) if exponent]
    return mpz(tree_product(powers)) if powers else mpz(1)


def tree_product(parts: Sequence[Any]) -> Any:
    """Return the product of at least one number, by a tree of neighbours, so that factors are of similar length."""
    while len(parts) > 1:
        alone = parts[len(parts) & ~1 :]
        parts = [*map(mul, parts[::2], parts[1::2]), *alone]
    return parts[0]
