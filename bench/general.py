"""Measure the solver for any game: processor seconds and memory.

    python bench/general.py [--json] [--only GAME]

The rivals of the solver return floats or cannot be installed in the same environment. In separate runs on the same kind
of machine, a hand-written strategy iteration with stormpy 2.0.0 took 1.9 s for Risk or Safety with target 20, and 85 s
with target 50; OpenSpiel's value iteration, in floats, took 4.6 s for target 20.
"""

import argparse
import resource
import sys
import time

from founding import Table

import trueodds
from trueodds.solver.general import solve

GAMES = (
    trueodds.RiskOrSafety(20),
    trueodds.RiskOrSafety(50),
    trueodds.Pig(20),
    trueodds.Pig(40),
    trueodds.Coinball(100),
    trueodds.Greed(40),
    trueodds.SuperSix(4),
    trueodds.SuperSix(8),
    trueodds.TheRace(100),
)


def main():
    """Measure all games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    parser.add_argument(
        "--only", default="", metavar="GAME", help="measure only games whose repr contains this text, such as 'Pig('"
    )
    options = parser.parse_args()
    table = Table(options.json)
    for game in GAMES:
        if options.only not in repr(game):
            continue
        times = []
        for _ in range(3):
            began = time.process_time()
            solution = solve(game)
            times.append(time.process_time() - began)
        positions = len(solution.model.positions)
        parameters = ", ".join(f"{name} {value}" for name, value in game.parameters.items())
        bits = solution.value.denominator.bit_length()
        table.row(f"{game.name}, {parameters}: {positions} positions, {bits} bits in the denominator", min(times))
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
