"""Real algebraic numbers between 0 and 1: roots of integer polynomials, isolated, compared and ordered exactly.

A root is represented by an integer polynomial that has it as a simple root and by an interval with rational ends that
contains no other root of that polynomial. Roots are isolated by Descartes' rule of signs: for a polynomial f of degree
n, the number of sign changes of the coefficients of (1 + y)^n f((a + b y) / (1 + y)) is the number of roots of f in the
open interval (a, b), counted with multiplicity, or exceeds it by an even number. Counts of 0 and 1 are therefore exact.
After any other count, the interval is split near its middle (Collins and Akritas, 1976). Two roots with overlapping
intervals are equal if and only if the greatest common divisor of their polynomials has a root that lies in both
intervals; if not, the intervals are split until they are disjoint. All arithmetic is exact.
"""

from __future__ import annotations

import bisect
import itertools
import operator
from functools import cached_property
from typing import Any

from gmpy2 import mpq, mpz

from .decimals import format_decimal

try:
    from flint import fmpq, fmpz, fmpz_poly
except ImportError as error:
    raise ImportError('exact curves need python-flint: pip install "trueodds[curves]"') from error


class Root:
    """A real algebraic number, given by an integer polynomial and an interval with rational ends.

    If both ends are equal, the number is rational. The interval shrinks when necessary.
    """

    def __init__(self, polynomial: Any, lower: Any, upper: Any) -> None:
        self._polynomial, self._lower, self._upper = polynomial, lower, upper
        if lower != upper:
            self._sign = _sign(polynomial, lower)

    def __reduce__(self) -> tuple[Any, ...]:
        ends = ((int(end.p), int(end.q)) for end in (self._lower, self._upper))
        return _rebuild, ([int(coefficient) for coefficient in self._polynomial.coeffs()], *ends)

    def __repr__(self) -> str:
        if self.rational is not None:
            return f"Root({self.rational})"
        return f"Root(≈ {self.decimal(12)}, degree {len(self.minimal_polynomial) - 1})"

    @property
    def interval(self) -> tuple[mpq, mpq]:
        """Rational ends of an interval that contains the number and no other root of its minimal polynomial."""
        return _mpq(self._lower), _mpq(self._upper)

    @cached_property
    def minimal_polynomial(self) -> tuple[int, ...]:
        """The integer coefficients, constant term first, of the irreducible polynomial that has this root."""
        if self._lower == self._upper:
            return -int(self._lower.p), int(self._lower.q)
        _, factors = self._polynomial.factor()
        for factor, _ in factors:
            if _sign(factor, self._lower) != _sign(factor, self._upper):
                return tuple(map(int, factor.coeffs()))  # flint makes the leading coefficient positive
        raise AssertionError("an isolated root is not a root of any factor")

    @property
    def rational(self) -> mpq | None:
        """The number if it is rational, otherwise None."""
        constant, *others = self.minimal_polynomial
        return mpq(-constant, others[0]) if len(others) == 1 else None

    def decimal(self, digits: int = 15) -> str:
        """Format the number as `format_decimal` does; `digits` must be at least 1."""
        if (rational := self.rational) is not None:
            return format_decimal(rational, digits)
        while format_decimal(_mpq(self._lower), digits) != format_decimal(_mpq(self._upper), digits):
            self.halve()
        return format_decimal(_mpq(self._lower), digits)

    def halve(self) -> None:
        """Split the interval near its middle, and keep the part that contains the number."""
        middle = _choose_middle(self._lower, self._upper)
        sign = _sign(self._polynomial, middle)
        if sign == 0:
            self._lower = self._upper = middle
        elif sign == self._sign:
            self._lower = middle
        else:
            self._upper = middle

    def overlaps(self, other: Root) -> bool:
        """Return whether the intervals have a point in common."""
        return bool(self._lower <= other._upper and other._lower <= self._upper)

    def less_than(self, number: mpq) -> bool:
        """Return whether this number is less than a rational number."""
        at = fmpq(int(number.numerator), int(number.denominator))
        while self._lower < at <= self._upper:
            if _sign(self._polynomial, at) == 0:
                return False
            self.halve()
        return bool(self._upper < at)

    def equals(self, other: Root) -> bool:
        """Return whether two roots with overlapping intervals are the same number."""
        for first, second in ((self, other), (other, self)):
            if first._lower == first._upper:
                return _sign(second._polynomial, first._lower) == 0  # the other interval contains this point
        common = self._polynomial.gcd(other._polynomial)
        lower, upper = max(self._lower, other._lower), min(self._upper, other._upper)
        # The ends of a root's interval are not roots of its polynomial, nor therefore of the common divisor.
        return common.degree() > 0 and _sign(common, lower) != _sign(common, upper)

    def find_point_before(self, other: Root) -> Any:
        """Return a rational point between this root and a larger one; their intervals must be disjoint."""
        return (self._upper + other._lower) / 2


def _rebuild(coefficients: list[int], lower: tuple[int, int], upper: tuple[int, int]) -> Root:
    """Rebuild a pickled root."""
    return Root(fmpz_poly(coefficients), fmpq(*lower), fmpq(*upper))


class Roots:
    """The numbers 0 and 1 and the roots between them that a computation has found, in order, in disjoint intervals."""

    def __init__(self) -> None:
        self.zero, self.one = (Root(fmpz_poly([-number, 1]), fmpq(number), fmpq(number)) for number in (0, 1))
        self._all = [self.zero, self.one]

    def sort_roots(self, roots: set[Root]) -> list[Root]:
        """Return the given stored roots in increasing order."""
        return sorted(roots, key=lambda root: root._lower)

    def list_roots(self) -> list[Root]:
        """Return all currently stored roots in increasing order, from 0 to 1."""
        return list(self._all)

    def find_cells(self, polynomial: Any, after: Root, before: Root) -> list[tuple[Root, Root, int]]:
        """Split the interval between two stored roots at the roots of a polynomial; return its sign in each part.

        The polynomial is not zero. The result lists (lower end, upper end, sign) in order.
        """
        signs = _coefficient_signs(polynomial, self.zero._lower, self.one._lower)
        low, high, changes = signs[-1], signs[0], _count_changes(signs)
        if changes == 0:
            return [(after, before, low)]
        if changes == 1:  # by far the most frequent case: one root, with the sign `low` before it and `high` after it
            if after is not self.zero and _sign(polynomial, after._lower) == high:
                return [(after, before, high)]
            if before is not self.one and _sign(polynomial, before._upper) == low:
                return [(after, before, low)]
        ends = [after, *self.find_roots_between(polynomial, after, before), before]
        return [(low, high, _sign(polynomial, low.find_point_before(high))) for low, high in itertools.pairwise(ends)]

    def find_roots_between(self, polynomial: Any, after: Root, before: Root) -> list[Root]:
        """Return the distinct roots of a nonzero polynomial strictly between two stored roots, in order."""
        roots = []
        for root in isolate(_make_square_free(polynomial), after._lower, before._upper):
            stored = self._store(root)
            if after._lower < stored._lower < before._lower:
                roots.append(stored)
        return roots

    def _store(self, root: Root) -> Root:
        """Return the stored root that equals this one; store this one if it is new."""
        while True:
            at = bisect.bisect_left(self._all, root._lower, key=lambda other: other._upper)
            other = self._all[at] if at < len(self._all) else None
            if other is None or not root.overlaps(other):
                self._all.insert(at, root)
                return root
            if root.equals(other):
                return other
            while root.overlaps(other):  # halve the wider interval, to keep the ends short
                max(root, other, key=lambda candidate: candidate._upper - candidate._lower).halve()


def isolate(polynomial: Any, lower: Any, upper: Any) -> list[Root]:
    """Return the roots of a polynomial in an open interval, in order; their intervals share at most end points.

    The polynomial is not zero and has no multiple roots in the interval.
    """
    for end in (lower, upper):
        while _sign(polynomial, end) == 0:
            polynomial = _divide_out(polynomial, end)
    changes = _count_changes(_coefficient_signs(polynomial, lower, upper))
    if changes == 0:
        return []
    if changes == 1:
        return [Root(polynomial, lower, upper)]
    middle = _choose_middle(lower, upper)
    exact = []
    if _sign(polynomial, middle) == 0:
        exact = [Root(polynomial, middle, middle)]
        polynomial = _divide_out(polynomial, middle)
    return [*isolate(polynomial, lower, middle), *exact, *isolate(polynomial, middle, upper)]


def _coefficient_signs(polynomial: Any, lower: Any, upper: Any) -> list[int]:
    """Map an open interval to the positive numbers; return the signs of the mapped polynomial's nonzero coefficients.

    The first sign is the polynomial's just below the upper end; the last is its sign just above the lower end.
    """
    if lower == 0 and upper == 1:
        mapped = polynomial
    else:
        bottom = lower.q.lcm(upper.q)
        start, end = (number.p * (bottom // number.q) for number in (lower, upper))
        scaled, power = [], fmpz(1)
        for coefficient in reversed(polynomial.coeffs()):
            scaled.append(coefficient * power)
            power *= bottom
        mapped = fmpz_poly(scaled[::-1])(fmpz_poly([start, end - start]))
    shifted = fmpz_poly(mapped.coeffs()[::-1])(fmpz_poly([1, 1]))
    return [1 if coefficient > 0 else -1 for coefficient in shifted.coeffs() if coefficient != 0]


def _count_changes(signs: list[int]) -> int:
    """Return the number of sign changes."""
    return sum(map(operator.ne, signs, signs[1:]))


def _sign(polynomial: Any, at: Any) -> int:
    """Return the sign of a polynomial at a rational point."""
    value = polynomial(at)
    return int(value > 0) - int(value < 0)


def _choose_middle(lower: Any, upper: Any) -> Any:
    """Return a point in the middle half of an interval; its denominator is a power of two."""
    bits = int((upper - lower) ** -1).bit_length() + 2  # 2^-bits is less than a quarter of the length
    return fmpq(((lower + upper) * 2 ** (bits - 1)).floor(), 2**bits)


def _make_square_free(polynomial: Any) -> Any:
    """Return a square-free polynomial with the same roots."""
    return polynomial // polynomial.gcd(polynomial.derivative())


def _divide_out(polynomial: Any, root: Any) -> Any:
    """Return the polynomial divided by the linear factor of a rational root."""
    return polynomial // fmpz_poly([-root.p, root.q])


def _mpq(number: Any) -> mpq:
    return mpq(mpz(int(number.p)), mpz(int(number.q)))
