"""Reduce fractions to lowest terms with few greatest common divisors of long numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import gmpy2
from gmpy2 import mpq, mpz

from ..game import Integer, Rational
from .modular import multiply_all


def make_rational(numerator: Integer, denominator: Integer) -> Rational:
    """Return a fraction in lowest terms as a rational number, without computing a greatest common divisor.

    The numbers are coprime, and the denominator is positive. Constructing an mpq from them would compute their greatest
    common divisor, which dominates the cost for long numbers. gmpy2 assumes that a Fraction is in lowest terms.
    """
    fraction: Any = Fraction()
    fraction._numerator, fraction._denominator = int(numerator), int(denominator)  # Fraction(a, b) would compute a gcd
    value: Rational = mpq(fraction)
    return value


def find_shared_part(numbers: Sequence[Integer], modulus: Integer) -> Integer:
    """Return a divisor of the modulus that is a multiple of every gcd(number, modulus); the numbers are positive.

    The result is the greatest common divisor of the modulus and the product of the numbers. Cost per number: three
    multiplications of numbers as long as the modulus; at 400,000 bits, a seventh of a greatest common divisor's cost.
    """
    bits = modulus.bit_length()
    longest = bits + 2 + max(number.bit_length() for number in numbers)
    inverse = (mpz(1) << longest) // modulus
    product = mpz(1)
    for number in numbers:
        product *= number
        # The quotient is too small by less than 3, so the rest is below 3 · modulus: at most two bits longer.
        product -= ((product >> bits - 1) * inverse >> longest - bits + 1) * modulus
    return gmpy2.gcd(product, modulus)


def reduce_fraction(
    numerator: Integer, small: Sequence[tuple[Integer, int]], long: Integer, shared: Integer
) -> Rational:
    """Return a fraction in lowest terms, given its denominator as powers of a few numbers times a long factor.

    `small` holds pairwise coprime numbers with their exponents. The denominator is the product of these powers and
    `long`. `shared` is a short multiple of gcd(numerator, long). No greatest common divisor of two long numbers is
    computed.

    Proof: let q be a prime that divides the numerator. If q divides one of the numbers in `small`, `touched` includes
    the whole power of this number. `shared` is a multiple of every power of q that divides both the numerator and
    `long`.
    """
    remainder = numerator % multiply_all([mpz(1), *(number for number, _ in small)])
    powers = [number**exponent for number, exponent in small]
    touched = multiply_all(
        [mpz(1), *(power for power, (number, _) in zip(powers, small, strict=True) if gmpy2.gcd(remainder, number) > 1)]
    )
    multiple = touched * shared
    common = gmpy2.gcd(numerator % multiple, multiple)
    first = gmpy2.gcd(common, touched)
    second = common // first
    second = gmpy2.gcd(long % second, second)
    return make_rational(numerator // (first * second), multiply_all([mpz(1), *powers]) // first * (long // second))
