"""Speeds of the first game against rivals, as ratios measured in the same run: ``python bench/founding.py [--quick]``.

Both sides run in turn, A B A B …; a row shows the medians and the median of the ratios, rival over ours. Answers are
compared. Rivals that are not installed are skipped with a word (``pip install -r bench/requirements.txt``; PARI/GP as
`gp`).
"""

from __future__ import annotations

import argparse
import importlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from gmpy2 import mpq

from trueodds.risk_or_safety.bounds import by_pairs, by_sweeps
from trueodds.risk_or_safety.exact import all_values, boundary, equation, pair_values, prove
from trueodds.risk_or_safety.layout import Layout

HERE = Path(__file__).parent
HALF = mpq(1, 2)
sys.path.insert(0, str(HERE))


def timed(function):
    """Seconds and result."""
    began = time.perf_counter()
    result = function()
    return time.perf_counter() - began, result


def compare(what, ours, rival, same, runs):
    """Run both in turn, check that they agree, and print the row."""
    _, first = timed(ours)
    _, second = timed(rival)  # compiles, warms up
    if not same(first, second):
        raise SystemExit(f"{what}: the answers differ")
    pairs = [(timed(ours)[0], timed(rival)[0]) for _ in range(runs)]
    ratios = sorted(b / a for a, b in pairs)
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} … {ratios[-1]:.2f})"
    print(f"| {what} | {mine:.4g} | {theirs:.4g} | {ratio} |", flush=True)


def alone(what, function, runs=5):
    """A row without a rival."""
    function()
    print(f"| {what} | {statistics.median(timed(function)[0] for _ in range(runs)):.4g} | | |", flush=True)


def rival(name):
    """A rival's module, or None with a word."""
    try:
        return importlib.import_module(f"rivals.{name}")
    except ImportError as error:
        print(f"skipped: rivals.{name} ({error})")
        return None


def sweeps(runs):
    """The faithful kernel against the same sweeps in Numba, and against the paper's equations in place."""
    numba = rival("numba_sweeps")
    if numba is None:
        return
    for n in (20, 30):
        layout = Layout(n, n)
        for name in numba.KERNELS:
            compare(
                f"sweeps, n = {n}; Numba `{name}`",
                lambda layout=layout: by_sweeps(layout, HALF),
                lambda name=name, n=n: numba.solve(numba.KERNELS[name], n),
                lambda mine, theirs: np.array_equal(mine.S, theirs[2]),
                runs if n == 20 else 5,
            )
        compare(
            f"bounds by pairs, n = {n}; our sweeps",
            lambda layout=layout: by_pairs(layout, HALF),
            lambda layout=layout: by_sweeps(layout, HALF),
            lambda mine, theirs: np.array_equal(mine.S, theirs.S),
            5,
        )


def elimination(quick):
    """The exact stage given the strategy, against SymPy's sparse reduction of the same equations."""
    sympy = rival("sympy_rref")
    for n in (20, 50) if quick else (20, 50, 100):
        layout = Layout(n, n)
        bounds = by_pairs(layout, HALF)
        s = prove(layout, HALF, pair_values(bounds, HALF)).S
        equations = {
            (a, i, j): equation(a, i, j, a == 0 or s[layout.index(a, i, j)] == 1, HALF)
            for trailing, leading in layout.pairs()
            for i, j in dict.fromkeys([(trailing, leading), (leading, trailing)])
            for a in range(i - 1, -1, -1)
        }
        equations |= {node: (value, {}) for node, value in boundary(layout).items()}
        start = (0, n, n)
        for what, ours in (
            (f"elimination, n = {n}, start", lambda b=bounds, n=n: pair_values(b, HALF, (n, n))[0, n, n]),
            (f"elimination, n = {n}, all positions", lambda x=layout, s=s, n=n: all_values(x, s, HALF)[0, n, n]),
        ):
            if sympy and n <= 50:
                compare(
                    f"{what}; SymPy",
                    ours,
                    lambda e=equations, at=start: sympy.start_value(e, at),
                    lambda mine, theirs: str(mine) == str(theirs),
                    3,
                )
            else:
                alone(what, ours, 2)
        alone(f"proof, n = {n}", lambda x=layout, b=bounds: prove(x, HALF, pair_values(b, HALF)), 2)


def processes(quick):
    """Whole processes: the b-file of all terms up to 80, import and printing included."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "b.txt")

        def ours():
            command = ["oeis", "bfile", "A387261", "--terms", "80", "--output", str(target), "--quiet"]
            subprocess.run([sys.executable, "-m", "trueodds", *command], check=True, capture_output=True)
            return [line.split()[1] for line in target.read_text().splitlines()]

        def gmpy2_recursion():
            command = [sys.executable, str(HERE / "rivals" / "recursion.py"), "gmpy2", "80"]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()

        def pari():
            program = "N = 80;\n" + (HERE / "rivals" / "recursion.gp").read_text()
            return subprocess.run(
                ["gp", "-q", "-s", "200M"], input=program, check=True, capture_output=True, text=True
            ).stdout.split()

        runs = 1 if quick else 3
        compare("b-file to 80, process; gmpy2 recursion", ours, gmpy2_recursion, list.__eq__, runs)
        if shutil.which("gp"):
            compare("b-file to 80, process; PARI/GP recursion", ours, pari, list.__eq__, runs)
        else:
            print("skipped: PARI/GP (no `gp`)")
    for what, code in (("import trueodds, process", "import trueodds"), ("empty process", "pass")):
        alone(what, lambda code=code: subprocess.run([sys.executable, "-c", code], check=True), 20)


def main():
    """Parse the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out what takes minutes")
    quick = parser.parse_args().quick
    print("| what; rival | ours, s | rival, s | rival / ours |\n|---|---|---|---|")
    sweeps(5 if quick else 15)
    elimination(quick)
    processes(quick)


if __name__ == "__main__":
    main()
