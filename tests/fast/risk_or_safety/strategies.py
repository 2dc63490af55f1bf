"""Strategies, and their values straight from the rules, with which the kernels are compared."""

import numpy as np
from gmpy2 import mpq

from trueodds.fast.risk_or_safety.denominators import Plan
from trueodds.risk_or_safety import proved_moves


def planned(larger, smaller=None, heads="1/2"):
    """Return the plan of the best moves."""
    moves = proved_moves(larger, smaller, heads)
    return Plan.from_coins(moves.coins, moves.other_coins, moves.heads)


def drawn(larger, smaller, most, heads, seed):
    """Return random coins up to `most`: runs of equal pairs, and moves of all lengths next to each other."""
    draw, needs = np.random.default_rng(seed), np.arange(1, larger + 1)
    first = draw.integers(1, np.minimum(needs, most), (smaller, larger), endpoint=True).T
    second = draw.integers(1, np.minimum(needs[:smaller], most), (larger, smaller), endpoint=True).T
    return Plan.from_coins(*(np.ascontiguousarray(table, dtype=np.uint16) for table in (first, second)), mpq(heads))


def reaching(larger, smaller, k, heads):
    """Return one coin everywhere, but k where that leads the trailing player to equal needs, or just past them."""
    first, second = (np.ones(shape, dtype=np.uint16) for shape in ((larger, smaller), (smaller, larger)))
    for j in range(1, smaller + 1):
        for i in (j + k, j + k - 1) if j % 2 else (j + k,):
            if max(k, j) < i <= larger:
                first[i - 1, j - 1] = k
    return Plan.from_coins(first, second, mpq(heads))


def recurrence(plan, modulus=None):
    """Yield the rows i = 1, 2, … of X and of Y, j in place j, in fractions or modulo a number."""
    first, second = plan.coins
    p = plan.heads if modulus is None else int(plan.heads.numerator) * pow(int(plan.heads.denominator), -1, modulus)
    x, y, weights = {}, {}, {}
    for i in range(1, plan.larger + 1):
        width = min(i, plan.smaller)
        x[i], y[i] = [0], [0]
        for j, (k, l) in enumerate(zip(first[i - 1, :width].tolist(), second[:width, i - 1].tolist(), strict=True), 1):
            if (k, l) not in weights:
                q, r = pow(p, k, modulus), pow(p, l, modulus)
                both = q + r - q * r
                weights[k, l] = r, (q / both if modulus is None else q * pow(both, -1, modulus))
            r, share = weights[k, l]
            a = x[i][j - l]
            b = 1 if k == i else y[i - k][j] if i - k >= j else 1 - x[j][i - k]
            toss = a + share * (b - a)
            wait = toss + r * (a - toss)
            x[i].append(toss if modulus is None else toss % modulus)
            y[i].append(wait if modulus is None else wait % modulus)
        yield x[i], y[i]
