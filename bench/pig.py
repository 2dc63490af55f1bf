"""Measure Pig: the seconds of each stage, and ratios to rivals: ``python bench/pig.py [--to N]``.

The rivals are the obvious programs: value iteration over all positions in NumPy floats, and the exact recursion over
pairs of needs with the proved moves, in `fractions.Fraction` or gmpy2's mpq.
"""

from __future__ import annotations

import argparse
import time
from fractions import Fraction

import numpy as np
from gmpy2 import mpq

from trueodds.fast.pig.solve import solve_moves
from trueodds.fast.pig.values import Strategy
from trueodds.games.pig import Pig


def value_iteration(target, sides, closeness=1e-9):
    """Return the value of the start by value iteration in floats, which stops if no change exceeds `closeness`."""
    best = np.zeros((target, target, target + sides))  # [saved, other, total]; won if saved + total >= target
    won = np.arange(target + sides)[None, :] + np.arange(target)[:, None] >= target
    best[np.broadcast_to(won[:, None, :], best.shape)] = 1.0
    while True:
        start = best[:, :, 0]
        change = 0.0
        passed = 1.0 - start.T  # [saved, other]: the value if the turn gains nothing
        for here in range(target - 1, -1, -1):
            rows = slice(0, target - here)
            roll = (passed[rows] + sum(best[rows, :, here + face] for face in range(2, sides + 1))) / sides
            if here:
                roll = np.maximum(roll, 1.0 - start[:, here:target].T)
            change = max(change, float(np.abs(roll - best[rows, :, here]).max()))
            best[rows, :, here] = roll
        if change < closeness:
            return best[0, 0, 0]


def recursion(solution, number):
    """Return the exact value of the start for given moves, computed only at pairs of needs that play reaches."""
    strategy = Strategy(solution.bounds.rolls, solution.game.sides)
    needs = solution.game.target, solution.game.opponent_target
    V = {}

    def line(i, j):
        turn = strategy.find_turn(i, j)
        scale = int(turn.scale)
        sure = number(scale - int(turn.fail), scale)
        for total, weight in zip(turn.totals, turn.weights, strict=True):
            sure -= number(int(weight), scale) * V[j, i - total]
        return sure, number(int(turn.fail), scale)

    for i, j in strategy.list_reachable([needs]):
        (p, q), (r, s) = line(i, j), line(j, i)
        V[i, j] = (p + q - q * (r + s)) / (1 - q * s)
        V[j, i] = r + s * (1 - V[i, j])
    return V[needs]


def timed(function, *given):
    """Return the result of a function, and the seconds that the call takes."""
    began = time.perf_counter()
    found = function(*given)
    return found, time.perf_counter() - began


def main():
    """Parse the command line; print one row for each target."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=int, default=200, help="largest target [default: 200]")
    parser.add_argument("--sides", type=int, default=6)
    options = parser.parse_args()
    print("| target | moves, s | value, s | bits | mpq recursion | Fraction recursion | floats, unproved |")
    print("|---|---|---|---|---|---|---|")
    for target in (20, 50, 100, 200, 300, 400, 500):
        if target > options.to:
            continue
        solution, moves = timed(solve_moves, Pig(target, options.sides))
        solved, exact = timed(solution.with_value)
        value = solved.value
        own = moves + exact
        row = [str(target), f"{moves:.3g}", f"{exact:.3g}", str(value.denominator.bit_length())]
        for number in (mpq, Fraction):
            if target > 100:  # the recursion takes minutes at 200
                row.append("")
                continue
            found, seconds = timed(recursion, solution, number)
            assert found == value
            row.append(f"{seconds:.3g} s, {seconds / exact:.3g} × value")
        if target <= 100:
            found, seconds = timed(value_iteration, target, options.sides)
            row.append(f"{seconds:.3g} s, {seconds / own:.3g} × both, off by {abs(found - float(value)):.1g}")
        else:
            row.append("")
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
