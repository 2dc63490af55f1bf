"""One exact value of a game whose strategies are given: modulo one large prime power, then as a fraction.

The equations of a component are eliminated with small rationals, positions outside as symbols; each finished
row gives a value from values that are known by then. These are taken modulo M = p^k: a row with denominator L
costs one product of a small by a long number for each of its terms, and one exact division by L.

The modulus is large enough by proof: the denominator of a row's value divides L times the least common multiple
of those in the row. So its power of a small prime is at most the sum of the powers in L along some line of rows
(the longest is taken), and what is left of all L divides their product. This multiple of the denominator, times
the largest payoff, bounds the numerator.

Cost: as many products of small by long numbers as there are outcomes on the best path. Memory: the long values
that are still needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gmpy2
from gmpy2 import mpq, mpz

from ..exact.elimination import Equation, finished_rows
from ..game import Game, Move
from ..runtime.executors import Progress
from .components import find_components
from .given_strategies import Followed
from .model import Model, explore

_SMALL = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
_FIRST_PRIME = mpz(2) ** 61 - 1
_OFTEN = 1024

#: A finished row: the position, the denominator L, the constant times L, and the terms times L.
_Row = tuple[int, Any, Any, list[tuple[int, Any]]]


def start_value(
    game: Game, choose: Callable[[Any], Move], progress: Progress | None = None, max_positions: int | None = None
) -> mpq:
    """The exact value of the start for seat 0 if both players follow a strategy.

    Parameters
    ----------
    game : Game
        The rules.
    choose : callable
        From a position to its move.
    progress : callable, optional
        Gets ``("exact value", rows done, rows)``.
    max_positions : int, optional
        Refuse more positions on the way; as `explore` if left out.

    Returns
    -------
    mpq

    Examples
    --------
    >>> import trueodds
    >>> game = trueodds.RiskOrSafety(target=3)
    >>> start_value(game, lambda position: 1)
    mpq(46,81)
    """
    followed = Followed(game, {0: choose, 1: choose})
    chain = explore(followed) if max_positions is None else explore(followed, max_positions=max_positions)
    rows = _rows(chain)
    multiple = _multiple(rows)
    largest = max((abs(payoff) for over in chain.ends for payoff, _ in over), default=mpq(1))
    bound = 2 * multiple * (largest.numerator // largest.denominator + 1)
    prime = _FIRST_PRIME
    while multiple % prime == 0:
        prime = gmpy2.next_prime(prime)
    modulus = prime ** (bound.bit_length() // (prime.bit_length() - 1) + 1)
    top = _evaluated(rows, modulus, progress) * multiple % modulus
    if 2 * top > modulus:
        top -= modulus
    value = mpq(top, multiple)
    assert abs(value) <= largest, "a value beyond every payoff: please report this"
    return value


def _rows(chain: Model) -> list[_Row]:
    """All finished rows, each after those that it mentions."""
    components = find_components(chain)
    targets, first = chain.targets.tolist(), chain.first_outcome.tolist()
    found: list[_Row] = []
    for low, high in zip(components.first[:-1], components.first[1:], strict=True):
        equations = {
            x: Equation(chain.constants[x], {targets[z]: chain.probabilities[z] for z in range(first[x], first[x + 1])})
            for x in components.members[low:high].tolist()
        }
        for x, constant, terms in reversed(finished_rows(equations)):
            common = mpz(constant.denominator)
            for coefficient in terms.values():
                common = gmpy2.lcm(common, coefficient.denominator)
            scaled = [(other, (coefficient * common).numerator) for other, coefficient in terms.items()]
            found.append((x, common, (constant * common).numerator, scaled))
    return found


def _multiple(rows: list[_Row]) -> Any:
    """A proved multiple of the denominator of every row's value."""
    powers: dict[int, tuple[int, ...]] = {}
    rest = mpz(1)
    for x, common, _, terms in rows:
        own = []
        for at, prime in enumerate(_SMALL):
            common, power = gmpy2.remove(common, prime)
            own.append(power + max((powers[other][at] for other, _ in terms), default=0))
        powers[x] = tuple(own)
        rest *= common
    for at, prime in enumerate(_SMALL):
        rest *= mpz(prime) ** max(power[at] for power in powers.values())
    return rest


def _evaluated(rows: list[_Row], modulus: Any, progress: Progress | None) -> Any:
    """The value of position 0 modulo the modulus; long values are forgotten when no row needs them any more."""
    users: dict[int, int] = {0: 1}
    for _, _, _, terms in rows:
        for other, _ in terms:
            users[other] = users.get(other, 0) + 1
    values: dict[int, Any] = {}
    for number, (x, common, constant, terms) in enumerate(rows):
        if progress and number % _OFTEN == 0:
            progress("exact value", number, len(rows))
        total = mpz(constant)
        for other, coefficient in terms:
            total += coefficient * values[other]
            users[other] -= 1
            if users[other] == 0:
                del values[other]
        total %= modulus
        if common != 1:
            # Add a multiple of the modulus that makes the sum divisible.
            total += modulus * (-total * gmpy2.invert(modulus, common) % common)
            total = gmpy2.divexact(total, common)
        if users.get(x):
            values[x] = total
    return values[0]
