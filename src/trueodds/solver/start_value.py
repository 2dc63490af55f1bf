"""Compute one exact value of a game whose strategies are given, first modulo a large prime power, then as a fraction.

Positions inside regions are eliminated first (`regions`). In each component of the remaining positions, the equations
are solved by elimination with small rationals; values outside the component remain symbols. This gives a finished row
for each remaining position: its value in terms of earlier values. These values are computed modulo the prime power.

The modulus is proved to be large enough. If a row has the common denominator L, the denominator of its position's value
divides L times the least common multiple of the denominators of the values in the row. From the numbers L,
`exact.modular` derives a multiple of all denominators. If a value is written with this multiple as its denominator, the
absolute value of its numerator is at most the multiple times the largest absolute payoff.

Cost: one product of a small and a long number for each term of a row, and one exact division by L for each row. Memory:
the long values that are still needed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz

from ..exact.elimination import eliminate
from ..exact.modular import (
    SLACK,
    divide_modulo,
    find_multiple_of_denominators,
    find_prime_power,
    reconstruct_fraction,
    split_small,
    yield_primes_below,
)
from ..exact.pipeline import verify_modulo
from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from ..runtime.run import track
from ..solution import NotProved
from .graph import split_graph
from .model import Model
from .regions import Regions, find_regions, push_through

_SMALL = (2, *yield_primes_below(48))

#: A finished row: the position, the common denominator L, the constant times L, and the terms times L.
_Row = tuple[int, Any, Any, list[tuple[int, Any]]]


def solve_chain(chain: Model, progress: Progress | None = None) -> mpq:
    """Return the exact value, for seat 0, of the first position of a game with one move per position."""
    regions = find_regions(chain)
    rows = _list_rows(chain, regions)
    multiple = _find_multiple(rows)
    largest = max(map(abs, chain.payoffs), default=mpq(1))
    bound = multiple * largest.numerator // largest.denominator
    modulus = find_prime_power(bound.bit_length() + SLACK + 1, multiple)
    residue = _evaluate(rows, modulus, [0], progress)[0] * multiple % modulus
    try:
        value = reconstruct_fraction(residue, modulus, multiple, largest)
    except ArithmeticError as fault:
        raise NotProved(f"the size of the value is wrong: {fault}; nothing is proved") from None
    verify_modulo([value], lambda prime: _evaluate_modulo(chain, regions, rows, prime), lambda _: "the value")
    return value


def _evaluate_modulo(chain: Model, regions: Regions, rows: list[_Row], prime: int) -> list[int] | None:
    """Return the value modulo a prime, in a list of length 1, or None if the prime divides a denominator."""
    try:
        values = _evaluate(rows, prime, [x for x, *_ in rows])
        right = _equations_hold(chain, regions, values, prime)
    except ZeroDivisionError:
        return None
    if not right:
        raise NotProved(f"the values computed modulo {prime} do not satisfy the equations of the chosen moves")
    return [values[0]]


def _equations_hold(chain: Model, regions: Regions, values: dict[int, int], prime: int) -> bool:
    """Return whether given values of heads satisfy the equations of the whole chain modulo a prime.

    The values of the other positions follow from their own equations. The check does not depend on how the given values
    were found.
    """
    weights = [_reduce(number, prime) for number in chain.probability_table]
    numbers, targets, first = chain.probability_numbers.tolist(), chain.targets.tolist(), chain.first_outcome.tolist()
    constants = [_reduce(number, prime) for number in chain.constants.table]
    ends, head = chain.constants.numbers.tolist(), regions.head
    values = dict(values)
    for x in reversed(regions.order):
        total = constants[ends[x]]
        for z in range(first[x], first[x + 1]):
            total += weights[numbers[z]] * values[targets[z]]
        if head[x] != x:
            values[x] = total % prime
        elif (total - values[x]) % prime:
            return False
    return True


def _reduce(number: Any, prime: int) -> int:
    return int(number.numerator) * _invert(number.denominator, prime) % prime


def _invert(number: Any, prime: int) -> int:
    return int(gmpy2.invert(number, prime))  # raises ZeroDivisionError if there is none


def _list_rows(chain: Model, regions: Regions) -> list[_Row]:
    """Return the finished rows of all heads, each after the rows to which it refers."""
    equations = dict(push_through(chain, regions))
    heads = list(equations)
    number = {x: at for at, x in enumerate(heads)}
    first = np.cumsum([0, *(len(equation.terms) for equation in equations.values())], dtype=np.int64)
    targets = np.array([number[y] for equation in equations.values() for y in equation.terms], dtype=np.int32)
    components = split_graph(targets, first)
    rows: list[_Row] = []
    for low, high in itertools.pairwise(components.first.tolist()):
        check_interrupt()
        block = {heads[at]: equations[heads[at]] for at in components.members[low:high].tolist()}
        for x, constant, terms in reversed(eliminate(block)):
            common = mpz(constant.denominator)
            for coefficient in terms.values():
                common = gmpy2.lcm(common, coefficient.denominator)
            scaled = [(other, (coefficient * common).numerator) for other, coefficient in terms.items()]
            rows.append((x, common, (constant * common).numerator, scaled))
    return rows


def _find_multiple(rows: list[_Row]) -> Any:
    """Return a proved common multiple of the denominators of all rows' values."""
    places = {x: place for place, (x, *_) in enumerate(rows)}
    parts = {common: split_small(common, _SMALL) for common in {row[1] for row in rows}}
    reads = [[places[other] for other, _ in terms] for *_, terms in rows]
    return find_multiple_of_denominators([parts[row[1]] for row in rows], reads, range(len(rows)))


def _evaluate(
    rows: list[_Row], modulus: Any, positions: Iterable[int], progress: Progress | None = None
) -> dict[int, Any]:
    """Return the values of some positions modulo a number; discard other values once no row needs them."""
    users = dict.fromkeys(positions, 1)
    for _, _, _, terms in rows:
        for other, _ in terms:
            users[other] = users.get(other, 0) + 1
    values: dict[int, Any] = {}
    for x, common, constant, terms in track("exact value", rows, progress):
        total = mpz(constant)
        for other, coefficient in terms:
            total += coefficient * values[other]
            users[other] -= 1
            if users[other] == 0:
                del values[other]
        if users.get(x):
            inverse = gmpy2.invert(modulus, common) if common != 1 else mpz(0)
            values[x] = divide_modulo(total, common, modulus, inverse)
    return values
