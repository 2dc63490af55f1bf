"""Compare Greed with rivals: ``python bench/greed.py``.

The measurements and the table are as in `founding.py`. V(a, b) is the value for a player to roll who is a points below
the limit, while the opponent is b points below. The rivals:

* gmpy2: the recursions for last and for normal turns, over all positions and numbers of dice, in rationals; exact.
* numpy: the recursions in float64, with all numbers of dice of a position at once; proves nothing.
* integers: like gmpy2, in integers over one denominator; normal turns try at most `find_max_useful_dice` dice; exact.
"""

from __future__ import annotations

import argparse
from functools import partial
from operator import mul

import numpy as np
from founding import Table
from gmpy2 import mpq, mpz

from trueodds.fast.greed.solve import solve
from trueodds.games.greed import Greed


def chances(number, most, sides):
    """Return the chances [n][t] that n dice have the sum t."""
    rows = [[number(1)] + [number(0)] * most]
    for _ in range(most):
        last = rows[-1]
        rows.append([sum(last[max(t - sides, 0) : t], number(0)) / sides for t in range(most + 1)])
    return rows


def gmpy2_loop(most, sides):
    """Return V(most, most), computed with the whole table of values in rationals."""
    p = chances(mpq, most, sides)
    last, value = {}, {}
    for a in range(most + 1):
        for b in range(most + 1):
            wins = [1 if a - t < b else mpq(1, 2) if a - t == b else 0 for t in range(a + 1)]
            last[a, b] = max(sum(x * w for x, w in zip(p[n], wins, strict=False) if w) for n in range(a + 1))
    for total in range(2 * most + 1):
        for a in range(max(0, total - most), min(total, most) + 1):
            b = total - a
            best = 1 - last[b, a]
            for n in range(1, a + 1):
                worth = sum(p[n][t] * (1 - value[b, a - t]) for t in range(n, min(sides * n, a) + 1))
                best = max(best, worth)
            value[a, b] = best
    return value[most, most]


def integer_loop(most, sides):
    """Return V(most, most), computed with the whole table in integers over 2 · sides^(2 most)."""
    ways = [[mpz(1)] + [mpz(0)] * most]
    for _ in range(most):
        ways.append([sum(ways[-1][max(t - sides, 0) : t], mpz(0)) for t in range(most + 1)])
    power = [mpz(sides) ** n for n in range(2 * most + 1)]
    one = 2 * power[-1]
    last, loss = {}, [[] for _ in range(most + 1)]
    for a in range(most + 1):
        for b in range(most + 1):
            twice = [2 if a - t < b else 1 if a - t == b else 0 for t in range(a + 1)]
            worth = (sum(map(mul, ways[n], twice)) * power[2 * most - n] for n in range(a + 1))
            last[a, b] = max(worth)
    for total in range(2 * most + 1):
        for a in range(max(0, total - most), min(total, most) + 1):
            b = total - a
            best = one - last[b, a]
            for n in range(1, -(-2 * a // (sides + 1)) + 1):
                high = min(sides * n, a)
                row = loss[b][a - high : a - n + 1]
                best = max(best, sum(map(mul, ways[n][high : n - 1 : -1], row)) // power[n])
            loss[a].append(one - best)
    return 1 - mpq(loss[most][most], one)


def numpy_floats(most, sides):
    """Return V(most, most) in float64."""
    p = np.array(chances(float, most, sides))
    rooms = np.arange(most + 1)
    left = rooms[:, None] - rooms[None, :]  # [a, t]: room left
    last = np.empty((most + 1, most + 1))
    for b in rooms:
        wins = np.where(left < 0, 0.0, np.where(left < b, 1.0, np.where(left == b, 0.5, 0.0)))
        last[:, b] = (p @ wins.T).max(axis=0)
    loss = np.zeros((most + 1, most + 1))  # [b, a]: 1 - V(b, a)
    for total in range(2 * most + 1):
        for a in range(max(0, total - most), min(total, most) + 1):
            b = total - a
            rolled = p[1 : a + 1, 1 : a + 1] @ loss[b, :a][::-1]
            loss[a, b] = min(last[b, a], 1 - rolled.max(initial=0.0))
    return 1 - loss[most, most]


#: Each rival, with the largest limit for which it takes less than a minute.
RIVALS = {"gmpy2": (gmpy2_loop, 100), "integers": (integer_loop, 100), "numpy": (numpy_floats, 400)}


def close(found, other):
    """Return whether the answers agree: exactly, or to twelve digits if the rival uses floats."""
    return other == found if isinstance(other, type(found)) else abs(other - float(found)) < 1e-12


def main():
    """Parse the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="omit the classic limit, 100, and larger limits")
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    options = parser.parse_args()
    table = Table(options.json)
    for limit, sides in [(40, 6), (60, 2), (60, 6), (60, 20)] + ([] if options.quick else [(100, 6), (200, 6)]):
        for name, (rival, most) in RIVALS.items():
            if limit <= most:
                ours, other = (partial(f, limit, sides) for f in (lambda *of: solve(Greed(*of)).value, rival))
                table.compare(f"{limit}, {sides}; {name}", ours, other, close)
    if not options.quick:
        table.alone("400, 6", lambda: solve(Greed(400, 6)))


if __name__ == "__main__":
    main()
