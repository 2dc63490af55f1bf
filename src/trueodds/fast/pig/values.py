"""Exact values of Pig under a fixed strategy: the whole recurrence in integers modulo powers of a few primes.

A turn that fails with weight F, saves t with weight b(t) and wins with the rest of d (`turns`) gives for x = V(i, j),
y = V(j, i), the other player's turn being d', F', b':

    x d + F y = C = d - Σ b(t) V(j, i-t),    y d' + F' x = C' = d' - Σ b'(t) V(i, j-t),

so x = (d' C - F C') / D, y = (d C' - F' C) / D with D = d d' - F F'; and V(i, i) = C / (d + F). What is on the right
comes from pairs with a smaller sum of needs. So the denominators of x and y divide D times the least common multiple
of those on the right, and by induction the product M of powers of primes where each has the largest exponent that it
has in the product of the D on any one line of play. Most D occur at many pairs, for far from the end turns are alike,
but at few on one line. Instead of primes, factors of the D will do: here the primes below 100, and what is left. A
value, between 0 and 1, is n/M with a whole number n from 0 to M.

n is found from x M modulo a number N above 2^64 M; where |n| then is above M, something went wrong, and it is said.
N is made of powers of primes that do not divide M. Modulo such a power X / D is (X - q N) / D, q = X N^-1 mod D: a
remainder by a number of a few words and an exact division, no number longer than N, which GMP does faster than kernels
that handle many primes side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter, mul
from typing import Any, NamedTuple

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz

from ...exact.reconstruction import primes_below, tree_product
from ...runtime.executors import Progress
from .turns import Distribution, distribution, reached

Needs = tuple[int, int]

_ROOM = 1 << 28  # bytes for the values modulo one number
_SHORTEST = 4096  # bits of such a number at least, for each step costs as much as many words besides
_SLACK = 64  # bits by which the modulus exceeds what is reconstructed
_SMALL = [prime for prime in range(2, 100) if gmpy2.is_prime(prime)]


class Ask(NamedTuple):
    """A weighted sum of values: (constant + Σ weight V(i, j)) / scale, between -1 and 1.

    Attributes
    ----------
    scale, constant : mpz
    terms : tuple of (mpz, (int, int))
        Weights and needs.
    """

    scale: Any
    constant: Any
    terms: tuple[tuple[Any, Needs], ...]


def value_of(i: int, j: int) -> Ask:
    """V(i, j) itself."""
    return Ask(mpz(1), mpz(0), ((mpz(1), (i, j)),))


def difference(one: Ask, two: Ask) -> Ask:
    """One weighted sum less another."""
    scale = gmpy2.lcm(one.scale, two.scale)
    p, q = scale // one.scale, scale // two.scale
    terms = [(p * weight, needs) for weight, needs in one.terms]
    terms += [(-q * weight, needs) for weight, needs in two.terms]
    return Ask(scale, p * one.constant - q * two.constant, tuple(terms))


class _Pair(NamedTuple):
    """What the recurrence needs of a pair of needs."""

    turn: Distribution
    other: Distribution
    read: tuple[int, ...]  # the numbers of V(j, i-t), for the totals of `turn`
    other_read: tuple[int, ...]
    determinant: Any
    equal: bool


class Strategy:
    """A fixed strategy of both players, and exact values under it.

    Parameters
    ----------
    rolls : callable
        From the needs of the player to move and of the opponent to one byte for each turn total from 0, below the
        need: 1 to roll, 0 to hold.
    sides : int
        Faces of the die.

    Examples
    --------
    Who needs at most 3 points with a three-sided die best rolls on and on:

    >>> Strategy(lambda i, j: bytes([1] * i), 3).evaluate([value_of(3, 3)])
    [mpq(9,13)]
    """

    def __init__(self, rolls: Callable[[int, int], bytes], sides: int) -> None:
        self._rolls, self._sides = rolls, sides
        self._turns: dict[bytes, Distribution] = {}

    def turn(self, i: int, j: int) -> Distribution:
        """The turn of a player who needs i against j."""
        rolls = reached(self._rolls(i, j), self._sides)
        found = self._turns.get(rolls)
        if found is None:
            found = self._turns[rolls] = distribution(rolls, self._sides)
        return found

    def hold(self, total: int, i: int, j: int) -> Ask:
        """What it is worth to hold at a turn total, needing i against j when the turn began."""
        return Ask(mpz(1), mpz(1), ((mpz(-1), (j, i - total)),))

    def roll(self, total: int, i: int, j: int) -> Ask:
        """What it is worth to roll at a turn total, and to go on by the strategy."""
        turn = distribution(self._rolls(i, j), self._sides, total)
        terms = [(-weight, (j, i - saved)) for saved, weight in zip(turn.totals, turn.weights, strict=True)]
        return Ask(turn.scale, turn.scale, ((-turn.fail, (j, i)), *terms))

    def reach(self, needs: Iterable[Needs]) -> list[Needs]:
        """The pairs (i, j), i ≥ j, that play can reach from some needs, each after those that it reaches."""
        waiting = [(max(pair), min(pair)) for pair in needs]
        found = set(waiting)
        while waiting:
            i, j = waiting.pop()
            nexts = [(i - total, j) for total in self.turn(i, j).totals]
            nexts += [(i, j - total) for total in self.turn(j, i).totals]
            for a, b in nexts:
                pair = (a, b) if a >= b else (b, a)
                if pair not in found:
                    found.add(pair)
                    waiting.append(pair)
        return sorted(found)

    def evaluate(self, asks: Sequence[Ask], progress: Progress | None = None) -> list[mpq]:
        """Weighted sums of values, exactly.

        Parameters
        ----------
        asks : sequence of Ask
            What is wanted; each must lie between -1 and 1.
        progress : callable, optional
            Gets ``("values", pairs done, pairs)``, the pairs of all blocks counted.

        Returns
        -------
        list of mpq

        Raises
        ------
        ArithmeticError
            A result outside of [-1, 1]: this would be an error of the program.

        Notes
        -----
        Cost for P pairs in reach and M of B bits: P B / 64 times about 30 word products; at target 100 from the start
        P = 1,574, B = 71,766. Memory: 2 P numbers of at most `_ROOM` bytes in all, and a few of B bits.
        """
        wanted = {needs for ask in asks for _, needs in ask.terms}
        pairs, numbers = self._program(self.reach(wanted))
        multiple = _multiple(pairs, [numbers[needs] // 2 for needs in wanted])
        largest = multiple * max(ask.scale for ask in asks)
        moduli = list(_moduli(multiple, largest.bit_length() + _SLACK + 1, 4 * _ROOM // (len(pairs) + 1)))
        picks = [([weight for weight, _ in ask.terms], [numbers[needs] for _, needs in ask.terms]) for ask in asks]
        residues: list[list[Any]] = [[] for _ in asks]
        for block, modulus in enumerate(moduli):

            def told(done: int, block: int = block) -> None:
                if progress:
                    progress("values", block * len(pairs) + done, len(moduli) * len(pairs))

            values = _values(pairs, modulus, told)
            scale = multiple % modulus
            for ask, (weights, places), found in zip(asks, picks, residues, strict=True):
                total = ask.constant + sum(map(mul, weights, map(values.__getitem__, places)))
                found.append(total * scale % modulus)
        results = []
        for ask, found in zip(asks, residues, strict=True):
            numerator, modulus = _together(found, moduli)
            if 2 * numerator > modulus:
                numerator -= modulus
            bound = multiple * ask.scale
            if abs(numerator) > bound:
                raise ArithmeticError("a weighted sum of values came out outside of [-1, 1]")
            results.append(mpq(numerator, bound))
        return results

    def _program(self, reach: list[Needs]) -> tuple[list[_Pair], dict[Needs, int]]:
        """The recurrence pair by pair, and the place of each value in the list that it fills."""
        numbers: dict[Needs, int] = {}
        pairs: list[_Pair] = []
        for i, j in reach:
            turn, other = self.turn(i, j), self.turn(j, i)
            read = tuple(numbers[j, i - total] for total in turn.totals)
            other_read = tuple(numbers[i, j - total] for total in other.totals)
            both = turn.scale * other.scale - turn.fail * other.fail
            determinant = turn.scale + turn.fail if i == j else both
            numbers[i, j] = 2 * len(pairs)
            numbers.setdefault((j, i), 2 * len(pairs) + 1)
            pairs.append(_Pair(turn, other, read, other_read, determinant, i == j))
        return pairs, numbers


def _values(pairs: Sequence[_Pair], modulus: Any, told: Callable[[int], None]) -> list[Any]:
    """All values modulo a number that has no divisor in common with any determinant."""
    values: list[Any] = []
    invert = gmpy2.invert
    for done, (turn, other, read, other_read, determinant, equal) in enumerate(pairs):
        if not done % 256:
            told(done)
        gained = turn.scale - _sum(turn.weights, read, values)
        inverse = invert(modulus, determinant)
        if equal:
            value = _quotient(gained, determinant, modulus, inverse)
            values += (value, value)
            continue
        lost = other.scale - _sum(other.weights, other_read, values)
        values += (
            _quotient(other.scale * gained - turn.fail * lost, determinant, modulus, inverse),
            _quotient(turn.scale * lost - other.fail * gained, determinant, modulus, inverse),
        )
    told(len(pairs))
    return values


def _sum(weights: tuple[Any, ...], places: tuple[int, ...], values: list[Any]) -> Any:
    if len(places) < 2:
        return weights[0] * values[places[0]] if places else 0
    return sum(map(mul, weights, itemgetter(*places)(values)))


def _quotient(top: Any, bottom: Any, modulus: Any, inverse: Any) -> Any:
    """The quotient modulo a number; inverse = 1/modulus mod bottom."""
    return gmpy2.divexact(top - modulus * (top * inverse % bottom), bottom) % modulus


def _multiple(pairs: Sequence[_Pair], last: Sequence[int]) -> Any:
    """A multiple of the denominators at the pairs numbered in `last`: for each factor its largest power on one line."""
    numbers: dict[Any, int] = {}
    parts: dict[Any, list[tuple[int, int]]] = {}  # of each determinant: factors and exponents
    for pair in pairs:
        if pair.determinant not in parts:
            rest, found = pair.determinant, []
            for prime in _SMALL:
                rest, exponent = gmpy2.remove(rest, prime)
                found.append((prime, exponent))
            parts[pair.determinant] = [
                (numbers.setdefault(factor, len(numbers)), exponent)
                for factor, exponent in [*found, (rest, 1)]
                if exponent and factor > 1
            ]
    factors = list(numbers)
    nexts = [
        np.array(sorted({place // 2 for place in (*pair.read, *pair.other_read)}), dtype=np.intp) for pair in pairs
    ]
    multiple = mpz(1)
    width = max(16, _ROOM // (16 * len(pairs)))  # so many factors at a time
    for start in range(0, len(factors), width):
        exponents = np.zeros((len(pairs), min(width, len(factors) - start)), dtype=np.uint32)
        for row, pair, after in zip(exponents, pairs, nexts, strict=True):
            if len(after):
                exponents[after].max(axis=0, out=row)
            for number, exponent in parts[pair.determinant]:
                if 0 <= number - start < len(row):
                    row[number - start] += exponent
        largest = exponents[list(last)].max(axis=0).tolist()
        multiple *= tree_product([factor**power for factor, power in zip(factors[start:], largest, strict=False)])
    return multiple


def _moduli(multiple: Any, bits: int, longest: int) -> Iterable[Any]:
    """Powers of different primes that do not divide `multiple`, about equally long, so many bits in all."""
    blocks = -(-bits // max(longest, _SHORTEST))
    power = -(-bits // (30 * blocks))  # all primes used are above 2^30
    source = (prime for prime in primes_below(2**31) if multiple % prime)
    for _ in range(blocks):
        yield mpz(next(source)) ** power


def _together(residues: Sequence[Any], moduli: Sequence[Any]) -> tuple[Any, Any]:
    """The number with these residues, and the product of the moduli, by halves."""
    if len(residues) == 1:
        return residues[0], moduli[0]
    half = len(residues) // 2
    (a, m), (b, n) = _together(residues[:half], moduli[:half]), _together(residues[half:], moduli[half:])
    return a + m * ((b - a) * gmpy2.invert(m, n) % n), m * n
