"""Compute exact values of Pig under a fixed strategy: the whole recurrence modulo many primes, then fractions.

Let V(i, j) be the value for a player who begins a turn and needs i against j. This turn (`turns`) fails with weight F,
saves t points with weight b(t) and wins with the rest of its scale d. Let the other player's turn, at needs j against
i, have d', F' and b'. Then x = V(i, j) and y = V(j, i) satisfy

    x d + F y = C = d - Σ b(t) V(j, i-t),    y d' + F' x = C' = d' - Σ b'(t) V(i, j-t),

so x = (d' C - F C') / D, y = (d C' - F' C) / D with D = d d' - F F'; and V(i, i) = C / D with D = d + F. The right-hand
sides come from pairs with a smaller sum of needs. The denominators of x and y therefore divide D times the least common
multiple of the denominators on the right. This gives a multiple M of all denominators: a product of powers of primes
below 100 and of the remaining parts of the numbers D. A value lies between 0 and 1, so it is n/M with an integer n from
0 to M. This n is reconstructed from its residues modulo enough primes that do not divide M (`exact.pipeline`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import itemgetter, mul
from typing import Any, NamedTuple

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from ...exact.modular import find_multiple_of_denominators, split_into_limbs, split_small, yield_primes_below
from ...exact.pipeline import Chunk, Problem, solve_problem
from ...exact.reconstruction import CHUNK
from ...game import Integer
from ...runtime.run import Run
from ...runtime.store import compute_fingerprint
from ...solution import NotProved
from . import residues
from .turns import Distribution, cut_unreached, find_distribution

Needs = tuple[int, int]

#: The kernel's primes are below this limit.
LIMIT = 1 << 30

_WORK = 1 << 27  # approximate number of pairs times number of primes in a chunk
_BLOCKS = 64  # maximum number of blocks of primes in a chunk
_PAIR_BYTES = 2_400  # number of bytes of Python objects per pair of needs
_EXPONENTS = 1 << 28  # maximum number of bytes of exponents in `find_multiple_of_denominators`
_SMALL = [prime for prime in range(2, 100) if gmpy2.is_prime(prime)]


class LinearForm(NamedTuple):
    """A weighted sum of values: (constant + Σ weight V(i, j)) / scale; terms are (weight, (i, j))."""

    scale: Any
    constant: Any
    terms: tuple[tuple[Any, Needs], ...]


def make_value_form(i: int, j: int) -> LinearForm:
    """Return V(i, j) as a weighted sum."""
    return LinearForm(mpz(1), mpz(0), ((mpz(1), (i, j)),))


def subtract(first: LinearForm, second: LinearForm) -> LinearForm:
    """Return one weighted sum minus another."""
    scale = gmpy2.lcm(first.scale, second.scale)
    p, q = scale // first.scale, scale // second.scale
    terms = [(p * weight, needs) for weight, needs in first.terms]
    terms += [(-q * weight, needs) for weight, needs in second.terms]
    return LinearForm(scale, p * first.constant - q * second.constant, tuple(terms))


def enclose(form: LinearForm, one: Any, between: Callable[[int, int], tuple[Any, Any]]) -> tuple[Any, Any]:
    """Return bounds on a weighted sum times its scale, from bounds on values; all bounds are in units of 1/`one`."""
    low = high = form.constant * one
    for weight, needs in form.terms:
        lower, upper = between(*needs)[:: 1 if weight > 0 else -1]
        low, high = low + weight * lower, high + weight * upper
    return low, high


class _Pair(NamedTuple):
    """The coefficients of the recurrence at a pair of needs."""

    turn: Distribution
    other: Distribution
    read: tuple[int, ...]  # the indices of V(j, i-t), for the totals of `turn`
    other_read: tuple[int, ...]
    determinant: Any
    equal: bool


class Strategy:
    """A fixed strategy of both players, and exact values under it.

    `rolls` maps the needs of the player to move and of the opponent to bytes, one for each turn total below the
    player's need: 1 means roll, 0 means hold.
    """

    def __init__(self, rolls: Callable[[int, int], bytes], sides: int) -> None:
        self._rolls, self._sides = rolls, sides
        self._turns: dict[bytes, Distribution] = {}

    def find_turn(self, i: int, j: int) -> Distribution:
        """Return the distribution of the results of a turn for a player who needs i against j."""
        rolls = cut_unreached(self._rolls(i, j), self._sides)
        distribution = self._turns.get(rolls)
        if distribution is None:
            distribution = self._turns[rolls] = find_distribution(rolls, self._sides)
        return distribution

    def hold(self, total: int, i: int, j: int) -> LinearForm:
        """Return the value of holding at a turn total, for a player who needed i against j when the turn began."""
        return LinearForm(mpz(1), mpz(1), ((mpz(-1), (j, i - total)),))

    def roll(self, total: int, i: int, j: int) -> LinearForm:
        """Return the value of rolling at a turn total and then following the strategy."""
        turn = find_distribution(self._rolls(i, j), self._sides, total)
        terms = [(-weight, (j, i - saved)) for saved, weight in zip(turn.totals, turn.weights, strict=True)]
        return LinearForm(turn.scale, turn.scale, ((-turn.fail, (j, i)), *terms))

    def list_reachable(self, needs: Iterable[Needs]) -> list[Needs]:
        """Return the pairs (i, j), i ≥ j, that play can reach from the given needs, each after its successors."""
        waiting = [(max(pair), min(pair)) for pair in needs]
        pairs = set(waiting)
        while waiting:
            i, j = waiting.pop()
            nexts = [(i - total, j) for total in self.find_turn(i, j).totals]
            nexts += [(i, j - total) for total in self.find_turn(j, i).totals]
            for a, b in nexts:
                pair = (a, b) if a >= b else (b, a)
                if pair not in pairs:
                    pairs.add(pair)
                    waiting.append(pair)
        return sorted(pairs)

    def evaluate(self, forms: Sequence[LinearForm], run: Run = Run()) -> list[mpq]:
        """Return the exact value of each weighted sum; all must lie between -1 and 1.

        Cost: let P be the number of pairs that play can reach, and B the number of bits of the multiple M of all
        denominators. Then P pairs are evaluated modulo each of about B / 30 primes (`residues`). From the start of a
        game to 100, P = 1,574 and B = 71,766.
        """
        needed_pairs = sorted({needs for form in forms for _, needs in form.terms})
        pairs, numbers = self._program(self.list_reachable(needed_pairs))
        places = [numbers[needs] for needs in needed_pairs]
        multiple = _find_multiple(pairs, [place // 2 for place in places])
        program = _make_arrays(pairs, places, multiple)

        def add_up(values: Iterable[Any], one: Any) -> list[Any]:
            odds = dict(zip(needed_pairs, values, strict=True))
            return [form.constant * one + sum(weight * odds[needs] for weight, needs in form.terms) for form in forms]

        def finish(numerators: list[Any], workers: Any) -> list[mpq]:
            sums = zip(forms, add_up(numerators, multiple), strict=True)
            results = [mpq(total, multiple * form.scale) for form, total in sums]
            if any(abs(result) > 1 for result in results):
                raise NotProved("a value lies outside [-1, 1], so nothing is proved")
            return results

        def modulo(prime: int) -> list[int] | None:
            values = _evaluate(pairs, prime)
            if values is None or any(form.scale % prime == 0 for form in forms):
                return None
            sums = zip(forms, add_up((values[place] for place in places), 1), strict=True)
            return [int(total * gmpy2.invert(form.scale, prime) % prime) for form, total in sums]

        problem = Problem(
            about={
                "game": "pig",
                "sides": self._sides,
                "needs": needed_pairs[-1],
                "method": "turns",
                "strategy": compute_fingerprint(*(array.tobytes() for array in program)),
            },
            primes=(prime for prime in yield_primes_below(LIMIT) if self._sides % prime and multiple % prime),
            bits=[multiple.bit_length()] * len(needed_pairs),
            residues=partial(numerators_modulo, program),
            finish=finish,
            modulo=modulo,
            name=lambda _: "a value",
            size=CHUNK * min(max(1, _WORK // (CHUNK * max(len(pairs), 1))), _BLOCKS),
            stage="values",
        )
        return solve_problem(problem, run)

    def _program(self, reachable: list[Needs]) -> tuple[list[_Pair], dict[Needs, int]]:
        """Return the recurrence pair by pair, and the index of each value in the list of all values."""
        numbers: dict[Needs, int] = {}
        pairs: list[_Pair] = []
        for i, j in reachable:
            turn, other = self.find_turn(i, j), self.find_turn(j, i)
            read = tuple(numbers[j, i - total] for total in turn.totals)
            other_read = tuple(numbers[i, j - total] for total in other.totals)
            pair_determinant = turn.scale * other.scale - turn.fail * other.fail
            determinant = turn.scale + turn.fail if i == j else pair_determinant
            numbers[i, j] = 2 * len(pairs)
            numbers.setdefault((j, i), 2 * len(pairs) + 1)
            pairs.append(_Pair(turn, other, read, other_read, determinant, i == j))
        return pairs, numbers


def estimate_value_bytes(larger: int, smaller: int, threads: int) -> int:
    """Estimate the number of bytes needed to compute the value of the start, without those for the moves.

    >>> estimate_value_bytes(500, 500, 1)
    601099456
    """
    pairs = larger * smaller - smaller * (smaller - 1) // 2
    return _PAIR_BYTES * pairs + min(_EXPONENTS, 16 * pairs * (larger + smaller)) + threads * 256 * pairs


class Program(NamedTuple):
    """The recurrence, and the indices and multiplier of the wanted values, as arrays for `residues.compute_values`."""

    limbs: NDArray[np.uint32]
    first: NDArray[np.int64]
    turn_first: NDArray[np.int32]
    kinds: NDArray[np.int32]
    pair_kinds: NDArray[np.int32]
    read_first: NDArray[np.int64]
    read: NDArray[np.int32]
    wanted: NDArray[np.int32]


def _make_arrays(pairs: Sequence[_Pair], places: Sequence[int], multiple: Integer) -> Program:
    """Return the recurrence as arrays; turns and kinds, which many pairs share, are stored once each and numbered."""
    turns: dict[int, int] = {}
    numbers: list[list[Integer]] = []
    kinds: dict[tuple[int, int, bool], int] = {}
    pair_kinds, reads = [], []
    for pair in pairs:
        for turn in (pair.turn, pair.other):
            if id(turn) not in turns:
                turns[id(turn)] = len(numbers)
                numbers.append([turn.scale, turn.fail, *turn.weights])
        kind = turns[id(pair.turn)], turns[id(pair.other)], pair.equal
        pair_kinds.append(kinds.setdefault(kind, len(kinds)))
        # If both needs are equal, so are both turns, and only one is read.
        reads.append(pair.read if pair.equal else pair.read + pair.other_read)
    digits = [split_into_limbs(number) for number in (*itertools.chain.from_iterable(numbers), multiple)]
    return Program(
        limbs=np.array([*itertools.chain.from_iterable(digits)], dtype=np.uint32),
        first=_find_starts(digits),
        turn_first=_find_starts(numbers).astype(np.int32),
        kinds=np.array(list(kinds), dtype=np.int32),
        pair_kinds=np.array(pair_kinds, dtype=np.int32),
        read_first=_find_starts(reads),
        read=np.array([*itertools.chain.from_iterable(reads), 0], dtype=np.int32),  # never empty
        wanted=np.array(places, dtype=np.int32),
    )


def _find_starts(parts: Iterable[Sequence[Any]]) -> NDArray[np.int64]:
    """Return the index at which each part begins, and the index at which the last part ends."""
    return np.cumsum([0, *map(len, parts)], dtype=np.int64)


def numerators_modulo(program: Program, chunk: Chunk) -> NDArray[np.uint32]:
    """Return the wanted values times the multiple of their denominators, modulo each prime of a chunk."""
    numerators = np.empty((len(program.wanted), len(chunk[1])), dtype=np.uint32)
    residues.compute_values(np.array(chunk[1], dtype=np.uint32), *program, numerators)
    return numerators


def _evaluate(pairs: Sequence[_Pair], prime: int) -> list[int] | None:
    """Return all values modulo a prime, or None if the prime divides a scale or a determinant.

    If the needs differ, the determinant gives y, the first equation x, and the second equation checks both.
    """
    if any(pair.determinant % prime == 0 or pair.turn.scale % prime == 0 for pair in pairs):
        return None
    values: list[int] = []
    for turn, other, read, other_read, determinant, equal in pairs:
        gained = turn.scale - _add_up(turn.weights, read, values)
        if equal:
            x = y = int(gained * gmpy2.invert(turn.scale + turn.fail, prime) % prime)
        else:
            lost = other.scale - _add_up(other.weights, other_read, values)
            y = int((turn.scale * lost - other.fail * gained) * gmpy2.invert(determinant, prime) % prime)
            x = int((gained - turn.fail * y) * gmpy2.invert(turn.scale, prime) % prime)
            if (y * other.scale + other.fail * x - lost) % prime:
                raise NotProved(f"a pair of needs has a wrong determinant modulo {prime}, so nothing is proved")
        values += (x, y)
    return values


def _add_up(weights: tuple[Any, ...], places: tuple[int, ...], values: list[Any]) -> Any:
    if len(places) < 2:
        return weights[0] * values[places[0]] if places else 0
    return sum(map(mul, weights, itemgetter(*places)(values)))


def _find_multiple(pairs: Sequence[_Pair], last: Sequence[int]) -> Any:
    """Return a multiple of the denominators at the pairs numbered in `last`."""
    # Many pairs have the same determinant, because turns far from the end are identical.
    parts = {determinant: split_small(determinant, _SMALL) for determinant in {pair.determinant for pair in pairs}}
    reads = [{place // 2 for place in (*pair.read, *pair.other_read)} for pair in pairs]
    return find_multiple_of_denominators([parts[pair.determinant] for pair in pairs], reads, last)
