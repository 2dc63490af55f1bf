"""How far the first game goes: time, memory and growth when n doubles: ``python bench/reach.py [--to N]``.

Each row is a process of its own, so that memory is its own. Where the gmpy2 recursion of `rivals` can still finish it
runs right after, and the ratio stands beside.
"""

from __future__ import annotations

import argparse
import math
import resource
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent


def moves(n):
    """Proved strategies for all needs to n."""
    from trueodds.risk_or_safety.proved import proved_moves

    return proved_moves(n).proof


def start(n):
    """The exact value of the start."""
    import trueodds

    return f"{trueodds.solve(trueodds.RiskOrSafety(n), 'start').fraction.denominator.bit_length()} bits"


def terms(n):
    """All exact values to n."""
    from trueodds.risk_or_safety.road import start_values

    return f"last: {start_values(n)[-1].denominator.bit_length()} bits"


def recursion(n):
    """All values to n by the rational recursion, every move tried."""
    from gmpy2 import mpq

    sys.path.insert(0, str(HERE))
    from rivals.recursion import start_values

    return f"last: {start_values(mpq, n)[-1].denominator.bit_length()} bits"


WORK = {
    "moves": (moves, (1000, 2000, 5000, 10000)),
    "start": (start, (1000, 2000, 5000, 10000)),
    "terms": (terms, (100, 250, 500, 1000)),
    "recursion": (recursion, (50, 100)),
}


def main():
    """Parse the command line; print the table, or do one piece of work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=int, default=10000, help="the largest n")
    parser.add_argument("--one", nargs=2, metavar=("WORK", "N"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        began = time.perf_counter()
        told = WORK[options.one[0]][0](int(options.one[1]))
        took = time.perf_counter() - began
        print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, told, sep="\t")
        return
    print("| work | n | seconds | MB | growth exponent | |\n|---|---|---|---|---|---|")
    for name, (_, sizes) in WORK.items():
        before = None
        for n in sizes:
            if n > options.to:
                continue
            command = [sys.executable, __file__, "--one", name, str(n)]
            row = subprocess.run(command, check=True, capture_output=True, text=True).stdout.rstrip("\n").split("\t")
            took = float(row[0])
            growth = f"{math.log(took / before[1]) / math.log(n / before[0]):.2f}" if before else ""
            print(f"| {name} | {n} | {took:.3g} | {row[1]} | {growth} | {row[2]} |", flush=True)
            before = n, took


if __name__ == "__main__":
    main()
