"""How far the first game goes, time and memory when n doubles: ``python bench/reach.py [--to N | --one WORK N]``.

Each row is a process of its own, so that memory is its own; short work is repeated and the least time taken. The growth
exponent is that of the processor's time, log2 of the ratio when n doubles (or the like where it does not quite). Where
a rational recursion in gmpy2 or PARI/GP can still finish, it runs between two runs of ours, with the ratio beside.
Seconds of the processor, of all threads together, tell more than those of the clock where others use the machine, too.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
REPEAT_BELOW = 1.0  # seconds, and at least so often if each takes less than ten times as long
REPEATS = 5


class Stages:
    """Seconds from one stage's last word to the next one's: a profile from what is told on the way."""

    def __init__(self):
        self.seconds, self.last = {}, time.perf_counter()

    def __call__(self, stage, done, total):  # noqa: D102 - as `trueodds.solve` wants it
        now = time.perf_counter()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self.last
        self.last = now

    def __str__(self):
        return ", ".join(f"{stage.partition(':')[0]} {took:.3g}" for stage, took in self.seconds.items())


def moves(n):
    """Moves at all needs, proved."""
    from trueodds.risk_or_safety import proved_moves

    found = proved_moves(n)
    return (
        f"{found.by_float64} pairs by float64, {found.by_double_word} by double-word floats, {found.by_exact} exactly"
    )


def start(n):
    """One exact value, strategy included."""
    import trueodds

    stages = Stages()
    value = trueodds.solve(trueodds.RiskOrSafety(n), "start", stages).value
    return f"{value.denominator.bit_length():,} bits; seconds: {stages}"


def terms(n):
    """All exact values to n."""
    from gmpy2 import mpq

    from trueodds.fast.risk_or_safety.large import start_values

    stages = Stages()
    found = start_values(n, mpq(1, 2), stages)
    bits = sum(value.denominator.bit_length() for value in found)
    return f"denominators of {bits:,} bits together; seconds: {stages}"


def verify(n):
    """Numerators and denominators to n, in files, checked together."""
    from trueodds.oeis.pair import verify_pair
    from trueodds.runtime.run import Run

    stages = Stages()
    files = (str(Path(os.environ["REACH_FILES"], f"b{half}.txt")) for half in (387261, 387262))
    found = verify_pair(*files, n, Run(progress=stages))
    first = next(iter(found.values()))
    assert first.ok
    return f"error probability below {first.error_probability}; seconds: {stages}"


def divisor(n):
    """GMP alone: one greatest common divisor, of numbers as long as the fraction's before it is reduced."""
    import random

    import gmpy2

    bits = 46 * n * n // 100
    one, other = (gmpy2.mpz(random.Random(seed).getrandbits(bits)) for seed in (1, 2))
    began = time.perf_counter()
    product = one * other
    took = time.perf_counter() - began
    assert gmpy2.gcd(one, other) < product
    return f"{bits:,} bits; of it one product {took:.3g}"


def gmpy2_recursion(n):
    """The recursion in rationals, every move tried; gmpy2."""
    from gmpy2 import mpq

    sys.path.insert(0, str(HERE))
    from rivals.recursion import start_values

    return f"last denominator: {start_values(mpq, n)[-1].denominator.bit_length():,} bits"


def pari_recursion(n):
    """The recursion in rationals, every move tried; PARI/GP, a process with its start."""
    program = f"N = {n};\n" + (HERE / "rivals" / "recursion.gp").read_text()
    lines = subprocess.run(["gp", "-q"], input=program, capture_output=True, text=True, check=True).stdout.split()
    assert len(lines) == n
    return f"last numerator: {len(lines[-1]):,} digits"


WORK = {
    "moves": (moves, (625, 1250, 2500, 5000, 10_000)),
    "start": (start, (250, 500, 1000, 2000, 10_000)),
    "terms": (terms, (125, 250, 500, 1000, 2000)),
    "verify": (verify, (250, 500, 1000)),
    "divisor": (divisor, (500, 1000, 2000, 10_000)),
}

_ONE = "one row alone, without a table: seconds, of the processor, MB and what came out; WORK is " + ", ".join(WORK)

RIVALS = {"gmpy2": (gmpy2_recursion, (40, 80)), "pari": (pari_recursion, (40, 80))}


def one(name, n):
    """Do one piece of work, often if it is short; print seconds, seconds of the processor, peak MB, what it was."""
    who = resource.RUSAGE_CHILDREN if name == "pari" else resource.RUSAGE_SELF
    work = (WORK | RIVALS)[name][0]
    best, least, told, runs, began = math.inf, math.inf, "", 0, time.perf_counter()
    while not runs or time.perf_counter() - began < REPEAT_BELOW or (runs < REPEATS and best < 10 * REPEAT_BELOW):
        at, used = time.perf_counter(), processor(who)
        said = work(n)
        took, least = time.perf_counter() - at, min(least, processor(who) - used)
        runs += 1
        if took < best:
            best, told = took, said
    print(best, least, resource.getrusage(who).ru_maxrss // 1024, told, sep="\t")


def processor(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def measured(name, n):
    command = [sys.executable, __file__, "--one", name, str(n)]
    row = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.rstrip("\n").split("\t")
    return float(row[0]), float(row[1]), int(row[2]), row[3]


def files(folder, n):
    """Files of all terms to n, for `verify`."""
    from trueodds.oeis.bfile import bfile_lines
    from trueodds.risk_or_safety import start_values

    values = start_values(n)
    for number, terms in ((387261, (v.numerator for v in values)), (387262, (v.denominator for v in values))):
        with open(Path(folder, f"b{number}.txt"), "w") as file:
            file.writelines(bfile_lines(terms, 1))


def make_files(folder, n):
    """By a process of its own: memory is counted from what the parent had."""
    os.environ["REACH_FILES"] = folder
    subprocess.run([sys.executable, __file__, "--files", folder, str(n)], check=True)


def reach(most):
    """The table of our own work."""
    print("| work | n | seconds | of the processor | MB | growth | |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, (work, sizes) in WORK.items():
            before = None
            for n in (size for size in sizes if size <= most):
                if name == "verify":
                    make_files(folder, n)
                took, used, memory, told = measured(name, n)
                growth = f"{math.log(used / before[1]) / math.log(n / before[0]):.2f}" if before else ""
                label = work.__doc__.partition(".")[0]
                print(f"| {label} | {n:,} | {took:.3g} | {used:.3g} | {memory} | {growth} | {told} |", flush=True)
                before = n, used


def rivals():
    """All values to n against rational recursions, in turn."""
    print("\n| all exact values to n; rival | ours, s (processor) | rival, s | MB, ours and rival | rival / ours |")
    print("|---|---|---|---|---|")
    for name, (_, sizes) in RIVALS.items():
        if name == "pari" and not shutil.which("gp"):
            continue
        for n in sizes:
            first, theirs, second = measured("terms", n), measured(name, n), measured("terms", n)
            ours = min(first, second)
            print(
                f"| n = {n}; {name} recursion | {ours[0]:.3g} ({ours[1]:.3g}) | {theirs[0]:.3g} ({theirs[1]:.3g}) | "
                f"{ours[2]}, {theirs[2]} | {theirs[0] / ours[0]:.0f} ({theirs[1] / ours[1]:.0f}) |",
                flush=True,
            )


def main():
    """Parse the command line; print the tables, or do one piece of work."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=int, default=2000, help="the largest n; 10000 takes minutes more")
    parser.add_argument("--one", nargs=2, metavar=("WORK", "N"), help=_ONE)
    parser.add_argument("--files", nargs=2, metavar=("FOLDER", "N"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.files:
        files(options.files[0], int(options.files[1]))
        return
    if options.one:
        name, n = options.one[0], int(options.one[1])
        if name not in WORK | RIVALS:
            parser.error(f"--one {name}: there are {', '.join(WORK | RIVALS)}")
        with tempfile.TemporaryDirectory() as folder:
            if name == "verify" and "REACH_FILES" not in os.environ:
                make_files(folder, n)
            one(name, n)
        return
    with contextlib.suppress(KeyboardInterrupt):
        reach(options.to)
        rivals()


if __name__ == "__main__":
    main()
