"""Greed against rivals, as ratios measured in the same run: ``python bench/greed.py``.

Both sides run in turn, ours, rival, ours, rival …, after a run of each that warms up and compares the answers; a row
shows the medians and the ratio rival over ours (median, least, most). The rivals are told the rules and nothing else:

* gmpy2: the two recursions as a loop over all positions and all numbers of dice, in rationals; exact.
* numpy: the same in float64, all numbers of dice of a position at once; proves nothing.
* integers: the gmpy2 loop in whole numbers over one denominator, up to `max_useful_dice`; exact.
"""

from __future__ import annotations

import argparse
import statistics
import time
from operator import mul

import numpy as np
from gmpy2 import mpq, mpz

from trueodds.fast.greed.solve import solve
from trueodds.games.greed import Greed


def chances(number, most, sides):
    """[n][t]: chance of the sum t of n dice."""
    rows = [[number(1)] + [number(0)] * most]
    for _ in range(most):
        last = rows[-1]
        rows.append([sum(last[max(t - sides, 0) : t], number(0)) / sides for t in range(most + 1)])
    return rows


def gmpy2_loop(most, sides):
    """V(most, most) and the whole table on the way, by rationals."""
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
    """The same in whole numbers over 2 · sides^(2 most)."""
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
    """V(most, most) in float64."""
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


#: And up to which limit they take less than a minute.
RIVALS = {"gmpy2": (gmpy2_loop, 100), "integers": (integer_loop, 100), "numpy": (numpy_floats, 400)}


def timed(function, *arguments):
    """Seconds that a call takes."""
    began = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - began


def main():
    """Parse the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out the classic limit of 100 and what is beyond")
    options = parser.parse_args()
    print("| limit, sides; rival | ours, s | rival, s | rival / ours |\n|---|---|---|---|", flush=True)
    for limit, sides in [(40, 6), (60, 2), (60, 6), (60, 20)] + ([] if options.quick else [(100, 6), (200, 6)]):
        game = Greed(limit, sides)
        for name, (rival, most) in RIVALS.items():
            if limit > most:
                continue
            ours, theirs = solve(game).value, rival(limit, sides)
            if not (theirs == ours if isinstance(theirs, type(ours)) else abs(theirs - float(ours)) < 1e-12):
                raise SystemExit(f"{name} at {limit}, {sides}: the answers differ")
            first = timed(solve, game), timed(rival, limit, sides)
            more = 0 if first[1] > 10 else 2 if first[1] > 1 else 8
            runs = [first] + [(timed(solve, game), timed(rival, limit, sides)) for _ in range(more)]
            mine, its = (statistics.median(column) for column in zip(*runs, strict=True))
            ratios = [b / a for a, b in runs]
            spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} … {max(ratios):.2f})"
            print(f"| {limit}, {sides}; {name} | {mine:.3g} | {its:.3g} | {spread} |", flush=True)
    for limit, sides in [] if options.quick else [(400, 6)]:
        print(f"| {limit}, {sides} | {timed(solve, Greed(limit, sides)):.3g} | | |", flush=True)


if __name__ == "__main__":
    main()
