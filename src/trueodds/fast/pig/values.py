"""Exact values of Pig under a fixed strategy: the whole recurrence in integers modulo powers of a few primes.

A turn that fails with weight F, saves t with weight b(t) and wins with the rest of d (`turns`) gives for x = V(i, j),
y = V(j, i), the other player's turn being d', F', b':

    x d + F y = C = d - Σ b(t) V(j, i-t),    y d' + F' x = C' = d' - Σ b'(t) V(i, j-t),

so x = (d' C - F C') / D, y = (d C' - F' C) / D with D = d d' - F F'; and V(i, i) = C / (d + F). What is on the right
comes from pairs with a smaller sum of needs. So the denominators of x and y divide D times the least common multiple
of those on the right, which gives a multiple M of them, made of the primes below 100 and what these leave of the D. A
value, between 0 and 1, is n/M with a whole number n from 0 to M, found from x M modulo powers of primes that do not
divide M (`exact.modular`). D has a few words, so to divide by it modulo a long number takes a remainder and an exact
division, which GMP does faster than kernels that handle many primes side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter, mul
from typing import Any, NamedTuple

import gmpy2
from gmpy2 import mpq, mpz

from ...exact.modular import (
    SLACK,
    divide_modulo,
    fraction_from_residues,
    has_residue,
    multiple_of_denominators,
    prime_powers,
    random_prime,
    split_small,
)
from ...runtime.executors import Progress
from ...solution import NotProved
from .turns import Distribution, distribution, mark_reached

Needs = tuple[int, int]

_VALUES_BYTES = 1 << 28  # bytes for the values modulo one number
_SHORTEST = 4096  # bits of such a number at least, for each step costs as much as many words besides
_DRAWS = 8
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
        rolls = mark_reached(self._rolls(i, j), self._sides)
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

    def reachable(self, needs: Iterable[Needs]) -> list[Needs]:
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
            Gets ``("values", pairs done, pairs)``, the pairs counted once for each modulus.

        Returns
        -------
        list of mpq

        Raises
        ------
        NotProved
            A result outside of [-1, 1], or one that is not what the recurrence gives modulo a prime drawn at random:
            a fault of the machine or of the program.

        Notes
        -----
        Cost for P reachable pairs and M of B bits: P B / 64 times about 30 word products; at target 100 from the start
        P = 1,574, B = 71,766. Memory: 2 P numbers of at most `_VALUES_BYTES` bytes in all, and a few of B bits.
        """
        wanted = {needs for ask in asks for _, needs in ask.terms}
        pairs, numbers = self._program(self.reachable(wanted))
        multiple = _multiple(pairs, [numbers[needs] // 2 for needs in wanted])
        largest = multiple * max(ask.scale for ask in asks)
        bits = largest.bit_length() + SLACK + 1
        moduli = prime_powers(bits, -(-bits // max(4 * _VALUES_BYTES // (len(pairs) + 1), _SHORTEST)), multiple)
        picks = [([weight for weight, _ in ask.terms], [numbers[needs] for _, needs in ask.terms]) for ask in asks]
        residues: list[list[Any]] = [[] for _ in asks]
        for pass_number, modulus in enumerate(moduli):

            def report(done: int, before: int = pass_number * len(pairs)) -> None:
                if progress:
                    progress("values", before + done, len(moduli) * len(pairs))

            values = _values(pairs, modulus, report)
            scale = multiple % modulus
            for ask, (weights, places), found in zip(asks, picks, residues, strict=True):
                total = ask.constant + sum(map(mul, weights, map(values.__getitem__, places)))
                found.append(total * scale % modulus)
        try:
            results = [
                fraction_from_residues(found, moduli, multiple * ask.scale)
                for ask, found in zip(asks, residues, strict=True)
            ]
        except ArithmeticError as fault:
            raise NotProved(f"check of a value's size: {fault}; nothing is proved") from None
        _hold(pairs, asks, picks, results)
        return results

    def _program(self, reachable: list[Needs]) -> tuple[list[_Pair], dict[Needs, int]]:
        """The recurrence pair by pair, and the place of each value in the list that it fills."""
        numbers: dict[Needs, int] = {}
        pairs: list[_Pair] = []
        for i, j in reachable:
            turn, other = self.turn(i, j), self.turn(j, i)
            read = tuple(numbers[j, i - total] for total in turn.totals)
            other_read = tuple(numbers[i, j - total] for total in other.totals)
            both = turn.scale * other.scale - turn.fail * other.fail
            determinant = turn.scale + turn.fail if i == j else both
            numbers[i, j] = 2 * len(pairs)
            numbers.setdefault((j, i), 2 * len(pairs) + 1)
            pairs.append(_Pair(turn, other, read, other_read, determinant, i == j))
        return pairs, numbers


def _values(pairs: Sequence[_Pair], modulus: Any, report: Callable[[int], None]) -> list[Any]:
    """All values modulo a number that has no divisor in common with any determinant."""
    values: list[Any] = []
    invert = gmpy2.invert
    for done, (turn, other, read, other_read, determinant, equal) in enumerate(pairs):
        if not done % 256:
            report(done)
        gained = turn.scale - _sum(turn.weights, read, values)
        inverse = invert(modulus, determinant)
        if equal:
            value = divide_modulo(gained, determinant, modulus, inverse)
            values += (value, value)
            continue
        lost = other.scale - _sum(other.weights, other_read, values)
        values += (
            divide_modulo(other.scale * gained - turn.fail * lost, determinant, modulus, inverse),
            divide_modulo(turn.scale * lost - other.fail * gained, determinant, modulus, inverse),
        )
    report(len(pairs))
    return values


def _hold(
    pairs: Sequence[_Pair],
    asks: Sequence[Ask],
    picks: Sequence[tuple[list[Any], list[int]]],
    results: Sequence[mpq],
) -> None:
    """Hold results against the recurrence modulo a prime that they were not made from, every pair's equations checked.

    There, the values of a pair come from its two equations one after the other, not from their determinant alone.
    """
    for _ in range(_DRAWS):
        prime = random_prime()
        if any(pair.determinant % prime == 0 or pair.turn.scale % prime == 0 for pair in pairs):
            continue
        values: list[int] = []
        for turn, other, read, other_read, determinant, equal in pairs:
            gained = turn.scale - _sum(turn.weights, read, values)
            if equal:
                x = y = int(gained * gmpy2.invert(turn.scale + turn.fail, prime) % prime)
            else:
                lost = other.scale - _sum(other.weights, other_read, values)
                y = int((turn.scale * lost - other.fail * gained) * gmpy2.invert(determinant, prime) % prime)
                x = int((gained - turn.fail * y) * gmpy2.invert(turn.scale, prime) % prime)
                if (y * other.scale + other.fail * x - lost) % prime:
                    raise NotProved(f"check of a pair of needs modulo {prime}: wrong determinant; nothing is proved")
            values += (x, y)
        for ask, (weights, places), result in zip(asks, picks, results, strict=True):
            total = ask.constant + sum(map(mul, weights, map(values.__getitem__, places)))
            if not has_residue(result * ask.scale, total, prime):
                raise NotProved(
                    f"check of a value modulo {prime}: it does not solve the equations of these moves; a fault of this "
                    f"machine or of the program, nothing is proved"
                )
        return
    raise NotProved("check of the values modulo a long prime: every prime divides a denominator; nothing is proved")


def _sum(weights: tuple[Any, ...], places: tuple[int, ...], values: list[Any]) -> Any:
    if len(places) < 2:
        return weights[0] * values[places[0]] if places else 0
    return sum(map(mul, weights, itemgetter(*places)(values)))


def _multiple(pairs: Sequence[_Pair], last: Sequence[int]) -> Any:
    """A multiple of the denominators at the pairs numbered in `last`."""
    # Most determinants occur at many pairs, for far from the end turns are alike, but at few on one line.
    parts = {determinant: split_small(determinant, _SMALL) for determinant in {pair.determinant for pair in pairs}}
    reads = [{place // 2 for place in (*pair.read, *pair.other_read)} for pair in pairs]
    return multiple_of_denominators([parts[pair.determinant] for pair in pairs], reads, last)
