"""Fractions in lowest terms, where greatest common divisors of long numbers would be nearly all the work."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import gmpy2
from gmpy2 import mpq, mpz

from ..game import Integer, Rational


def lowest_terms(numerator: Integer, denominator: Integer) -> Rational:
    """The rational number of a fraction in lowest terms, without another greatest common divisor.

    An mpq that is made of two numbers takes one, which for long numbers is nearly all the work: 7 s for V(n, n) to
    n = 1,000, instead of 0.2 s. One that is made of a Fraction is taken to be in lowest terms, as those are.

    Parameters
    ----------
    numerator : mpz
        From 0.
    denominator : mpz
        From 1, without a common divisor with the numerator.

    Returns
    -------
    mpq

    Examples
    --------
    >>> lowest_terms(mpz(6), mpz(11))
    mpq(6,11)
    """
    fraction: Any = Fraction()
    fraction._numerator, fraction._denominator = int(numerator), int(denominator)  # its own way takes the divisor, too
    return mpq(fraction)


def shared_part(numbers: Iterable[Integer], modulus: Integer) -> Integer:
    """A divisor of a modulus that has all that the modulus has in common with any of some numbers.

    It is the greatest common divisor of the modulus and the numbers' product: one for all of them, and for each number
    only a product modulo the modulus. Where a prime's power divides one of the numbers and the modulus, it divides the
    product, too.

    Parameters
    ----------
    numbers : iterable of mpz
        Not 0.
    modulus : mpz
        From 1.

    Returns
    -------
    mpz
        gcd(number, modulus) divides it, for each of the numbers.

    Notes
    -----
    Cost: for each number as long as the modulus a product and a remainder of that length; to 400,000 bits a seventh of
    a greatest common divisor.

    Examples
    --------
    >>> shared_part([mpz(5), mpz(10), mpz(7), mpz(3)], mpz(2 * 25 * 11 * 13))
    mpz(50)
    """
    product = mpz(1)
    for number in numbers:
        product = product * number % modulus
    return gmpy2.gcd(product, modulus)


def reduce_fraction(numerator: Integer, small: Integer, long: Integer, shared: Integer) -> Rational:
    """A fraction in lowest terms, its denominator given as a product of a short and a long factor.

    No greatest common divisor is taken of more than the short factor and what the long one shares with the numerator.

    Parameters
    ----------
    numerator : mpz
        From 1.
    small, long : mpz
        From 1; their product is the denominator.
    shared : mpz
        A multiple of gcd(numerator, long), such as `shared_part` gives; short.

    Returns
    -------
    mpq

    Notes
    -----
    What a prime q divides the numerator by and `small` · `long`, it divides `small` · `shared` by, too: if q^e is its
    part of `long`, `shared` has q^e, or all of q that the numerator has.

    Examples
    --------
    >>> reduce_fraction(mpz(12), mpz(9), mpz(8), mpz(4))
    mpq(1,6)
    """
    most = small * shared
    common = gmpy2.gcd(numerator % most, most)
    first = gmpy2.gcd(common, small)
    rest = common // first
    second = gmpy2.gcd(long % rest, rest)
    return lowest_terms(numerator // (first * second), small // first * (long // second))
