"""Measure time and memory of Risk or Safety as the target n grows: ``python bench/reach.py [--to N | --one WORK N]``.

Each row is measured in its own process, because the peak memory is that of a whole process. Short work is repeated, and
the least time is reported. Growth is the exponent of n in the processor time from one row to the next. Processor
seconds, of all threads together, depend less on other programs than elapsed seconds do.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import resource
import subprocess
import sys
import time

REPEAT_BELOW = 1.0  # seconds; shorter work is repeated for at least this time
REPEATS = 5  # minimum number of runs of work that takes less than 10 * REPEAT_BELOW


class Stages:
    """A progress callback that adds up, for each stage, the seconds since the previous call."""

    def __init__(self):
        self.seconds, self.last = {}, time.perf_counter()

    def __call__(self, stage, done, total):  # noqa: D102 - as `trueodds.solve` requires it
        now = time.perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self.last
        self.last = now

    def __str__(self):
        return ", ".join(f"{stage.partition(':')[0]} {took:.3g}" for stage, took in self.seconds.items())


def moves(n):
    """Prove the moves at all needs."""
    from trueodds.risk_or_safety import proved_moves

    found = proved_moves(n)
    return (
        f"{found.by_float64} pairs by float64, {found.by_double_word} by double-word floats, {found.by_exact} exactly"
    )


def start(n):
    """Compute one exact value, including the proof of the strategy."""
    import trueodds

    stages = Stages()
    value = trueodds.solve(trueodds.RiskOrSafety(n), "start", progress=stages).value
    return f"{value.denominator.bit_length():,} bits; seconds: {stages}"


def terms(n):
    """Compute all exact values up to n."""
    from gmpy2 import mpq

    from trueodds.fast.risk_or_safety.large import start_values

    stages = Stages()
    found = start_values(n, mpq(1, 2), progress=stages)
    bits = sum(value.denominator.bit_length() for value in found)
    return f"denominators of {bits:,} bits together; seconds: {stages}"


WORK = {
    "moves": (moves, (625, 1250, 2500, 5000, 10_000)),
    "start": (start, (250, 500, 1000, 2000, 10_000)),
    "terms": (terms, (125, 250, 500, 1000, 2000)),
}

_ONE = "print one row without a table: elapsed s, processor s, MB and the result; WORK is one of " + ", ".join(WORK)


def one(name, n):
    """Run one piece of work, repeatedly if it is short; print elapsed and processor seconds, peak MB and a note."""
    work = WORK[name][0]
    best, least, note, runs, began = math.inf, math.inf, "", 0, time.perf_counter()
    while not runs or time.perf_counter() - began < REPEAT_BELOW or (runs < REPEATS and best < 10 * REPEAT_BELOW):
        at, used = time.perf_counter(), processor()
        result = work(n)
        took, least = time.perf_counter() - at, min(least, processor() - used)
        runs += 1
        if took < best:
            best, note = took, result
    print(best, least, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, note, sep="\t")


def processor():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measured(name, n):
    command = [sys.executable, __file__, "--one", name, str(n)]
    row = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.rstrip("\n").split("\t")
    return float(row[0]), float(row[1]), int(row[2]), row[3]


def reach(most):
    """Measure all kinds of work and print the table."""
    print("| work | n | elapsed s | processor s | MB | growth | |\n|---|---|---|---|---|---|---|")
    for name, (work, sizes) in WORK.items():
        before = None
        for n in (size for size in sizes if size <= most):
            took, used, memory, note = measured(name, n)
            growth = f"{math.log(used / before[1]) / math.log(n / before[0]):.2f}" if before else ""
            label = work.__doc__.partition(".")[0]
            print(f"| {label} | {n:,} | {took:.3g} | {used:.3g} | {memory} | {growth} | {note} |", flush=True)
            before = n, used


def main():
    """Parse the command line; print the tables, or run one piece of work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=int, default=2000, help="largest n [default: 2000]; 10000 takes minutes more")
    parser.add_argument("--one", nargs=2, metavar=("WORK", "N"), help=_ONE)
    options = parser.parse_args()
    if options.one:
        name, n = options.one[0], int(options.one[1])
        if name not in WORK:
            parser.error(f"--one {name}: WORK must be one of {', '.join(WORK)}")
        one(name, n)
        return
    with contextlib.suppress(KeyboardInterrupt):
        reach(options.to)


if __name__ == "__main__":
    main()
