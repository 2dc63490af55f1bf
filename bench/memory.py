"""Memory of each stage of one long value beside the size of the answer: ``python bench/memory.py TARGET``; on Linux.

The peak of a stage is the largest resident memory of the process while it lasts (VmHWM of /proc/self/status, set back
when it begins); the answer is numerator and denominator together.
"""

import re
import sys
from pathlib import Path

import trueodds

MEBI = 1 << 20


def memory(name):
    """Mebibytes, as the system says: VmRSS now, VmHWM at most."""
    return int(re.search(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text())[1]) / 1024


class Stages:
    """Gets the progress; keeps for each stage what it began with and its peak."""

    def __init__(self):
        self.now, self.began, self.rows = "", 0.0, []

    def __call__(self, stage, done, total):  # noqa: D102 - as `trueodds.solve` wants it
        name = stage.partition(":")[0]
        if name != self.now:
            self.end()
            self.now, self.began = name, memory("VmRSS")
            Path("/proc/self/clear_refs").write_text("5")

    def end(self):
        """The stage is over."""
        if self.now:
            self.rows.append((self.now, self.began, memory("VmHWM")))


def main():
    """Solve, and print the table."""
    stages = Stages()
    value = trueodds.solve(trueodds.RiskOrSafety(int(sys.argv[1])), "start", stages).value
    stages.end()
    answer = (value.numerator.bit_length() + value.denominator.bit_length()) / 8 / MEBI
    print(f"the answer: {answer:.2f} MiB\n")
    print("| stage | MiB at its begin | at most | more, in answers |\n|---|---|---|---|")
    for name, began, most in stages.rows:
        print(f"| {name} | {began:.0f} | {most:.0f} | {(most - began) / answer:.1f} |")


if __name__ == "__main__":
    main()
