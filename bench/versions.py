"""Compare two installed versions of trueodds: ``python bench/versions.py OLD/bin/python NEW/bin/python``.

Each computation runs in its own process, with the old and the new version in turn, so that other load affects both. The
processor time of whole processes is measured, including imports. Both environments should contain the same libraries,
because installed packages slow down the start of Python.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

try:
    import resource
except ImportError:
    sys.exit("this needs a system that reports the processor time of a process (not Windows)")

CASES = {
    "import": "",
    "b-file of 80 terms": "from trueodds.cli import run; run(['oeis', 'bfile', 'A387261', '--terms', '80'])",
    "Risk or Safety 40": "trueodds.solve(trueodds.RiskOrSafety(40)).value",
    "Risk or Safety 30, sweeps": "trueodds.solve(trueodds.RiskOrSafety(30), 'sweeps').value",
    "Risk or Safety 1000, start": "trueodds.solve(trueodds.RiskOrSafety(1000), 'start').value",
    "all values to 300": "from trueodds.fast.risk_or_safety.large import start_values; start_values(300)",
    "moves to 5000, proved": "from trueodds.fast.risk_or_safety.prove import proved_moves; proved_moves(5000)",
    "Pig 60": "trueodds.solve(trueodds.Pig(60)).value",
    "Pig 40, general": "trueodds.solve(trueodds.Pig(40), 'general').value",
    "The Race 100, general": "trueodds.solve(trueodds.TheRace(100), 'general').value",
    "Risk or Safety 50, general": "trueodds.solve(trueodds.RiskOrSafety(50), 'general').value",
    "Greed 100": "trueodds.solve(trueodds.Greed(100)).value",
    "Coinball 400": "trueodds.solve(trueodds.Coinball(400)).value",
    "Two coins 300": "trueodds.solve(trueodds.TwoCoins(300)).value",
    "a million games of Pig 50": "trueodds.simulate(trueodds.Pig(50), games=1_000_000, seed=1)",
    "claims on Two coins": "from trueodds.claims.papers import check_claims; list(check_claims('two-coins'))",
}


def processor_seconds(python: str, code: str) -> float:
    """Return the processor seconds of one process, from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([python, "-c", f"import trueodds; {code}"], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print one row for each computation: the least time of each version, and the median ratio over all pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="Python of the environment with the old version")
    parser.add_argument("new", help="Python of the environment with the new version")
    parser.add_argument("--pairs", type=int, default=7, help="number of pairs of runs per computation [default: 7]")
    parser.add_argument("--only", default="", metavar="TEXT", help="run only computations whose names contain TEXT")
    given = parser.parse_args()
    print("| process | old, s | new, s | new / old |\n|---|---|---|---|", flush=True)
    for what, code in CASES.items():
        if given.only not in what:
            continue
        pairs = [[processor_seconds(python, code) for python in (given.old, given.new)] for _ in range(given.pairs)]
        ratio = statistics.median(new / old for old, new in pairs)
        old, new = (min(side) for side in zip(*pairs, strict=True))
        print(f"| {what} | {old:.3f} | {new:.3f} | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
