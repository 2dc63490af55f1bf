"""Exact values by another way: the chain of single rolls, modulo a prime, and in fixed point with its own moves."""

import pytest
from gmpy2 import mpz

from trueodds.exact.decimals import decimal
from trueodds.fast.pig.solve import solve
from trueodds.games.pig import Pig


def chain_residue(solution, prime):
    """The start's value modulo a prime, from the best moves, position by position."""
    target, sides = solution.game.target, solution.game.sides
    V = {}
    over = pow(sides, -1, prime)

    def line(i, j):
        """The worth p + q z of a turn, z that of a lost one."""
        held = set().union(*(set(r) for r in solution.hold_totals(target - i, target - j)))
        p, q = [1] * (i + sides), [0] * (i + sides)
        for total in range(i - 1, -1, -1):
            if total in held:
                p[total] = 1 - V[j, i - total]
            else:
                p[total] = sum(p[total + 2 : total + sides + 1]) * over % prime
                q[total] = (1 + sum(q[total + 2 : total + sides + 1])) * over % prime
        return p[0], q[0]

    for i in range(1, target + 1):
        for j in range(1, i + 1):
            (p, q), (r, s) = line(i, j), line(j, i)
            V[i, j] = (p + q - q * (r + s)) * pow(1 - q * s, -1, prime) % prime
            V[j, i] = (r + s * (1 - V[i, j])) % prime
    return V[target, target]


@pytest.mark.parametrize(("target", "sides"), [(30, 6), (40, 2), (45, 4), (100, 6)])
def test_residue_modulo_a_mersenne_prime(target, sides):
    prime = 2**61 - 1
    solution = solve(Pig(target, sides))
    value = solution.value
    assert int(value.numerator) * pow(int(value.denominator), -1, prime) % prime == chain_residue(solution, prime)


@pytest.mark.slow
def test_fifty_digits_at_one_hundred_with_moves_found_anew():
    one = 10**60
    target, sides, V = 100, 6, {}

    def line(i, j, passed):
        p, q = [one] * (i + sides), [0] * (i + sides)
        for total in range(i - 1, -1, -1):
            p[total] = sum(p[total + 2 : total + sides + 1]) // sides
            q[total] = (one + sum(q[total + 2 : total + sides + 1])) // sides
            if total and one - V[j, i - total] > p[total] + q[total] * passed // one:
                p[total], q[total] = one - V[j, i - total], 0
        return p[0], q[0]

    for i in range(1, target + 1):
        for j in range(1, i + 1):
            x = y = one // 2
            for _ in range(50):
                (p, q), (r, s) = line(i, j, one - y), line(j, i, one - x)
                before = x
                x = (p + q - q * (r + s) // one) * one // (one - q * s // one)
                y = r + s * (one - x) // one
                if abs(x - before) < 10**6:
                    break
            V[i, j], V[j, i] = x, y
    exact = solve(Pig()).value
    digits = mpz(V[target, target]).digits()
    assert decimal(exact, 50)[2:50] == digits[:48]
