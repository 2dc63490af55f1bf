"""Values pulled up, mass pushed down and the recursion in plain integers agree: exactly to 200, by fingerprints beyond.

The recursion here is in plain integers modulo pinned primes, written straight from the two equations of a pair; it
shares no code with the kernels. The moves of all are the proved ones.
"""

import itertools
import math

import numpy as np
import pytest
from gmpy2 import mpq

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety import residues
from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.fast.risk_or_safety.large import start_values
from trueodds.fast.risk_or_safety.start_values import start_value
from trueodds.risk_or_safety import proved_moves

#: Primes drawn once at random between 2^60 and 2^61, for the exact fractions; the kernels take none as long.
LONG_PRIMES = (1723780530469635433, 1896107384590155643)


def recursion(coins, number, half):
    """V(n, n) for n = 1, 2, … in any field: `number` makes its elements, `half` is 1/2."""
    x, y = {}, {}
    powers = [number(1)]
    for _ in coins:
        powers.append(powers[-1] * half)
    for i in range(1, len(coins) + 1):
        for j in range(1, i + 1):
            p, q = powers[coins[i - 1][j - 1]], powers[coins[j - 1][i - 1]]
            k, l = int(coins[i - 1][j - 1]), int(coins[j - 1][i - 1])
            bank = number(1) if k == i else y[i - k, j] if i - k >= j else number(1) - x[j, i - k]
            lead = number(0) if l == j else x[i, j - l]
            # x = (1 - p) y + p bank,  y = (1 - q) x + q lead
            x[i, j] = ((1 - p) * q * lead + p * bank) / (1 - (1 - p) * (1 - q))
            y[i, j] = (1 - q) * x[i, j] + q * lead
        yield x[i, i]


def recursion_modulo(coins, modulus):
    """The same by rows of plain integers, as far back as moves reach; for thousands of needs."""
    x, y, inverses = {}, {}, {}
    reach = max(int(row[row < i].max(initial=1)) for i, row in enumerate(coins, 1))
    for i in range(1, len(coins) + 1):
        mine, theirs = coins[i - 1, :i].tolist(), coins[:i, i - 1].tolist()
        here, there = x.setdefault(i, [0]), y.setdefault(i, [0])
        for j, (k, l) in enumerate(zip(mine, theirs, strict=True), 1):
            bank = 1 if k == i else y[i - k][j] if i - k >= j else 1 - x[j][i - k]
            lead = here[j - l]
            if (k, l) not in inverses:
                inverses[k, l] = pow(2**k + 2**l - 1, -1, modulus)
            here.append(((2**k - 1) * lead + 2**l * bank) * inverses[k, l] % modulus)
            there.append((2**k * lead + (2**l - 1) * bank) * inverses[k, l] % modulus)
        x.pop(i - reach, None)
        y.pop(i - reach, None)
        yield here[i]


def pulled_and_pushed(plan, primes):
    """V(n, n) modulo each of a block of primes: for all n by one kernel, for the largest by the other."""
    n, width = plan.smaller, residues.WIDTH
    equal, last = np.zeros((n + 1, width), dtype=np.uint32), np.zeros((2, width), dtype=np.uint32)
    plan.runs.forward(primes, equal, last)
    edge, won = np.zeros((len(plan.k_of), width), dtype=np.uint32), np.zeros(width, dtype=np.uint32)
    plan.runs.push(primes, n, n, True, edge, won)
    pushed = won.astype(object)
    for kind in plan.ends():
        determinant = int(plan.determinant(kind))
        pushed += edge[kind].astype(object) * [pow(determinant, -1, prime) for prime in primes]
    return equal, pushed % primes


def agree(n, rational=False):
    """All methods at n points, by fingerprints; the exact fraction by mass pushed down is one of them."""
    moves = proved_moves(n)
    plan = Plan.from_coins(moves.coins, moves.other_coins, moves.heads)
    primes = list(itertools.islice(plan.primes(), residues.WIDTH))
    pulled, pushed = pulled_and_pushed(plan, primes)
    assert pulled[n].tolist() == pushed.tolist()
    some = [primes[0], primes[13], primes[31]]
    modulus = math.prod(LONG_PRIMES) * math.prod(some)
    plain = [0, *recursion_modulo(moves.coins, modulus)]
    for prime in some:
        assert [value % prime for value in plain[1:]] == pulled[1:, primes.index(prime)].tolist()
    fraction = start_value(plan, n, n)
    assert (fraction.numerator - fraction.denominator * plain[n]) % modulus == 0
    if rational:
        for m, value in enumerate(start_values(n), 1):
            assert (value.numerator - value.denominator * plain[m]) % modulus == 0
        assert value == fraction


@pytest.mark.parametrize("heads", ["1/2", "2/5"])
def test_exactly_to_sixty(heads):
    coins = proved_moves(60, None, heads).coins
    found = start_values(60, mpq(heads))
    assert list(recursion(coins, mpq, mpq(heads))) == found
    assert solve(RiskOrSafety(60, heads=heads), "start").value == found[-1]


@pytest.mark.slow
def test_exactly_to_two_hundred():
    coins = proved_moves(200).coins
    found = start_values(200)
    for n, value in enumerate(recursion(coins, mpq, mpq(1, 2)), 1):
        assert value == found[n - 1]
        if n % 10 == 0:
            assert solve(RiskOrSafety(n), "start").value == found[n - 1]


def test_the_recursion_modulo_primes_is_the_rational_one():
    coins = proved_moves(40).coins
    for value, found in zip(recursion(coins, mpq, mpq(1, 2)), recursion_modulo(coins, LONG_PRIMES[0]), strict=True):
        assert found == int(value.numerator) * pow(int(value.denominator), -1, LONG_PRIMES[0]) % LONG_PRIMES[0]


def test_by_fingerprints_at_a_thousand():
    agree(1000)


@pytest.mark.slow
def test_by_fingerprints_all_terms_to_a_thousand():
    agree(1000, rational=True)


@pytest.mark.slow
def test_by_fingerprints_at_two_thousand():
    agree(2000)


@pytest.mark.slow
def test_by_fingerprints_at_ten_thousand():
    agree(10_000)
