"""Compare Coinball and Two coins with the published programs: ``python bench/coinball_two_coins.py``.

The rivals are the published programs, translated to current Python, with the same states, tables and order of
computation, in floats. trueodds computes exact values and stores all of them.
"""

from __future__ import annotations

import argparse
from collections import namedtuple

from founding import Table

from trueodds.fast.packed.coinball import solve as solve_coinball
from trueodds.fast.packed.two_coins import solve as solve_two_coins
from trueodds.games.coinball import OPPONENTS, Coinball
from trueodds.games.two_coins import TwoCoins
from trueodds.research.two_coins_curve import compute_curve, compute_curve_points


def coinball_in_floats(n, opponent):
    """Return the expected wins of the player to call first, computed as in the published program."""
    E = {}
    for m in range(2 * n + 1):
        for y in range(max(0, n - m), 2 * n - m + 1):
            E[n, m, y] = 1 if m > y else 0 if y > m else 0.5
    for t in range(n - 1, -1, -1):
        if t % 2 and opponent != "optimal":
            continue
        for m in range(2 * t + 1):
            for y in range(max(0, t - m), 2 * t - m + 1):
                if opponent == "optimal":
                    rush = 1 - 0.5 * E[t + 1, y, m + 1] - 0.5 * E[t + 1, y + 1, m]
                    pass_ = 1 - 0.5 * E[t + 1, y, m + 2] - 0.5 * E[t + 1, y + 2, m]
                else:
                    k = 1 if opponent == "always-rush" else 2  # the opponent's points, after rush (1) and pass (2)
                    u = t + 2
                    rush = 0.25 * (E[u, m + 1, y + k] + E[u, m + 1 + k, y] + E[u, m, y + 1 + k] + E[u, m + k, y + 1])
                    pass_ = 0.25 * (E[u, m + 2, y + k] + E[u, m + 2 + k, y] + E[u, m, y + 2 + k] + E[u, m + k, y + 2])
                E[t, m, y] = max(rush, pass_)
    return E[0, 0, 0]


def two_coins_in_floats(flips, p_a=0.5):
    """Return the value of the start, computed as in the published program, with named tuples and a dictionary."""
    cache = {}

    class State(namedtuple("State", ("n_flip", "score"))):
        def expected_value(self):
            try:
                return cache[self]
            except KeyError:
                n, s = self.n_flip + 1, self.score
                if self.n_flip == flips:
                    value = 1.0 if s > 0 else 0.0
                else:
                    a = p_a * State(n, s + 1).expected_value() + (1 - p_a) * State(n, s - 1).expected_value()
                    b = 0.5 * State(n, s + 2).expected_value() + 0.5 * State(n, s - 2).expected_value()
                    value = max(a, b)
                cache[self] = value
                return value

    return State(0, 0).expected_value()


def close(found, other):
    """Return whether all answers agree to twelve digits."""
    return all(abs(float(one) - two) < 1e-12 for one, two in zip(found, other, strict=True))


def main():
    """Parse the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    table = Table(parser.parse_args().json)
    table.compare(
        "Coinball, 100 tosses, the three answers; the published program, in floats",
        lambda: [solve_coinball(Coinball(100, opponent=opponent)).value for opponent in OPPONENTS],
        lambda: [coinball_in_floats(100, opponent) for opponent in OPPONENTS],
        close,
    )
    table.compare(
        "Two coins, 100 flips; the published program, in floats",
        lambda: [solve_two_coins(TwoCoins(100)).value],
        lambda: [two_coins_in_floats(100)],
        close,
    )
    table.compare(
        "Two coins, 100 flips, 99 values of p; the published program, in floats",
        lambda: [value for _, value in compute_curve_points(100, 101)[1:-1]],
        lambda: [two_coins_in_floats(100, k / 100) for k in range(1, 100)],
        close,
    )
    for opponent in OPPONENTS:
        game = Coinball(1000, opponent=opponent)
        table.alone(f"Coinball, 1,000 tosses, {opponent}", lambda game=game: solve_coinball(game).value)
    table.alone("Two coins, 1,000 flips", lambda: solve_two_coins(TwoCoins(1000)).value)
    for flips in (10, 20, 30, 40):
        table.alone(f"Two coins, the curve in p, {flips} flips", lambda flips=flips: compute_curve(flips))


if __name__ == "__main__":
    main()
