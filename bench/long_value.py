"""Measure one long value of Risk or Safety: time, memory, digits, and fingerprints of the fraction.

python bench/long_value.py TARGET [CHECKPOINT]

The fraction modulo 2^61 - 1 is printed beside the result of the recurrence modulo that prime, computed from the table
of coins. With a checkpoint, an interrupted run resumes; finished stages are not timed again. This needs Linux.
"""

import hashlib
import re
import sys
import time
from pathlib import Path

import gmpy2

from trueodds import RiskOrSafety, solve
from trueodds.fast.risk_or_safety import one_prime
from trueodds.risk_or_safety import proved_moves

PRIME = 2**61 - 1


def residue_by_recurrence(target):
    moves = proved_moves(target)
    return one_prime.compute_values(moves.coins, moves.other_coins, moves.heads, target, target, PRIME)[0]


def memory(name):
    """Return memory in MiB as Linux reports it: VmRSS is the current use, VmHWM the peak since the last reset."""
    return int(re.search(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024


class Stages:
    """A progress callback that records the processor seconds, initial memory and peak memory of each stage."""

    def __init__(self):
        self.now, self.began, self.rows = "", (0.0, 0.0), []

    def __call__(self, stage, done, total):  # noqa: D102 - as `trueodds.solve` requires it
        name = stage.partition(":")[0]
        if name != self.now:
            self.end()
            self.now, self.began = name, (time.process_time(), memory("VmRSS"))
            Path("/proc/self/clear_refs").write_text("5")

    def end(self):
        """End the current stage."""
        if self.now:
            seconds, before = self.began
            self.rows.append((self.now, time.process_time() - seconds, before, memory("VmHWM")))


def main(target, checkpoint=None):
    stages, began = Stages(), time.perf_counter()
    value = solve(RiskOrSafety(target), "start", progress=stages, checkpoint=checkpoint).value
    clock = time.perf_counter() - began
    stages.end()
    size = (value.numerator.bit_length() + value.denominator.bit_length()) / 8 / 2**20
    print(f"processor time {time.process_time():.4g} s, elapsed time {clock:.4g} s; size of the answer {size:.2f} MiB")
    print("| stage | s | MiB at the start | peak MiB | increase / answer |\n|---|---|---|---|---|")
    for name, seconds, before, most in stages.rows:
        print(f"| {name} | {seconds:.3g} | {before:.0f} | {most:.0f} | {(most - before) / size:.1f} |")
    for name, number in (("numerator", value.numerator), ("denominator", value.denominator)):
        digits = gmpy2.digits(number)
        print(f"{name}: {len(digits):,} digits, {number.bit_length():,} bits")
        print(f"  SHA-256 {hashlib.sha256(digits.encode()).hexdigest()}")
    fraction = int(value.numerator * gmpy2.invert(value.denominator, PRIME) % PRIME)
    print(f"modulo 2^61 - 1: {fraction}; by the recurrence: {residue_by_recurrence(target)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:3])
