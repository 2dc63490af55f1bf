"""Compare Risk or Safety with rivals: ``python bench/founding.py``.

Both sides run in turn. The answers of their first runs are compared; these runs do not count, because a rival may
compile during its first run. Each row shows the median times, and the ratio of the rival's time to ours (median, least
and greatest). Rivals that are not installed are skipped (``pip install -r bench/requirements.txt``; PARI/GP as `gp`).
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numpy as np
from gmpy2 import mpq

from trueodds.exact.elimination import Equation, solve_block
from trueodds.fast.risk_or_safety.bounds import Layout, bound_by_pairs, bound_by_sweeps
from trueodds.fast.risk_or_safety.exact import STOP, make_boundary, prove, solve_pairs

HERE = Path(__file__).parent
HALF = mpq(1, 2)
sys.path.insert(0, str(HERE))


class Table:
    """Print rows as they are measured, in Markdown or as one JSON object per line."""

    def __init__(self, as_json):
        self.as_json = as_json
        if not as_json:
            print("| what; rival | ours, s | rival, s | rival / ours |\n|---|---|---|---|", flush=True)

    def row(self, what, ours, other=None, ratios=()):
        """Print a row; if there is a rival, include its seconds and the median, least and greatest ratio."""
        if self.as_json:
            ratio = dict(zip(("median", "least", "most"), _spread(ratios), strict=True)) if ratios else None
            text = json.dumps({"what": what, "ours": ours, "rival": other, "ratio": ratio}, ensure_ascii=False)
        elif ratios:
            text = "| {} | {:.3g} | {:.3g} | {:.2f} ({:.2f} … {:.2f}) |".format(what, ours, other, *_spread(ratios))
        else:
            text = f"| {what} | {ours:.3g} | | |"
        print(text, flush=True)

    def compare(self, what, ours, rival, same=None):
        """Run both sides in turn, check that they agree by `same` [default: equality], and print the row."""
        first = ours()
        began = time.perf_counter()
        second = rival()
        spent = time.perf_counter() - began
        if not (same(first, second) if same else first == second):
            raise SystemExit(f"{what}: the answers differ")
        pairs = [(timed(ours), timed(rival)) for _ in range(choose_runs(spent))]
        own, other = (statistics.median(column) for column in zip(*pairs, strict=True))
        self.row(what, own, other, [b / a for a, b in pairs])

    def alone(self, what, function):
        """Print a row without a rival."""
        first = timed(function)
        self.row(what, statistics.median(timed(function) for _ in range(choose_runs(first))))


def _spread(ratios):
    return statistics.median(ratios), min(ratios), max(ratios)


def timed(function):
    """Return the seconds that a call takes."""
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


def choose_runs(seconds):
    """Return the number of runs for a median, given the seconds of one run."""
    return 25 if seconds < 0.1 else 9 if seconds < 2 else 5 if seconds < 15 else 3


def rival(name):
    """Return a rival's module, or print a note and return None if it is not installed."""
    try:
        return importlib.import_module(f"rivals.{name}")
    except ImportError as error:
        print(f"skipped: rivals.{name} ({error})", file=sys.stderr)
        return None


def sweeps(table):
    """Compare the paper's iteration in Cython with two forms in Numba; `plain` is the form in the paper."""
    numba = rival("numba_sweeps")
    for n in (20, 30):
        layout = Layout(n, n)
        for name, kernel in numba.KERNELS.items() if numba else ():
            kernel(2)  # compiles
            table.compare(
                f"sweeps, n = {n}; Numba `{name}`",
                partial(bound_by_sweeps, layout, HALF),
                partial(kernel, n),
                lambda found, other, x=layout: np.array_equal(found.S, numba.in_order(other[0], x.index)),
            )


def accelerated(table, sizes):
    """Compare bounds by pairs with our sweeps for targets up to 30; for larger targets, measure only the bounds."""
    for n in sizes:
        layout = Layout(n, n)
        if n > 30:
            table.alone(f"bounds by pairs, n = {n}", partial(bound_by_pairs, layout, HALF))
            continue
        table.compare(
            f"bounds by pairs, n = {n}; our sweeps",
            partial(bound_by_pairs, layout, HALF),
            partial(bound_by_sweeps, layout, HALF),
            lambda found, other: np.array_equal(found.S, other.S),
        )


def all_values(layout, s):
    """Return the values of all positions by elimination, one pair of needs at a time, given the decisions `s`."""
    values = make_boundary(layout)
    for i, j in layout.pairs():
        equations = {}
        for own, other in {(i, j), (j, i)}:
            for a in range(own):
                if a and s[layout.index(a, own, other)] == STOP:
                    equations[a, own, other] = Equation(mpq(1), {(0, other, own - a): mpq(-1)})
                elif a + 1 == own:
                    equations[a, own, other] = Equation(mpq(1), {(0, other, own): -HALF})
                else:
                    equations[a, own, other] = Equation(HALF, {(0, other, own): -HALF, (a + 1, own, other): HALF})
        values |= solve_block(equations, values)
    return values


def elimination(table, sizes):
    """Compare the elimination for the optimal strategy with SymPy's sparse reduction of the same equations."""
    sympy = rival("sympy_rref")

    def start(layout, s):
        value = all_values(layout, s)[0, layout.larger, layout.larger]
        return int(value.numerator), int(value.denominator)

    for n in sizes:
        layout = Layout(n, n)
        values = solve_pairs(bound_by_pairs(layout, HALF), HALF)
        ours = partial(start, layout, prove(layout, HALF, values).S)
        if sympy:
            rival_start = partial(sympy.start_value, n, ours.args[1], layout.index)
            table.compare(f"elimination, n = {n}, all positions; SymPy", ours, rival_start)
        else:
            table.alone(f"elimination, n = {n}, all positions", ours)
        table.alone(f"proof, n = {n}", partial(prove, layout, HALF, values))


def output_of(*command, **options):
    """Return the standard output of a process."""
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def processes(table):
    """Compare whole processes, including imports and output, that compute the 80 terms of a b-file."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "b.txt")

        def ours():
            command = ["oeis", "bfile", "A387261", "--terms", "80", "--output", str(target), "--quiet"]
            output_of(sys.executable, "-m", "trueodds", *command)
            return [line.split()[1] for line in target.read_text(encoding="ascii").splitlines()]

        def gmpy2_recursion():
            return output_of(sys.executable, str(HERE / "rivals" / "recursion.py"), "gmpy2", "80").split()

        def pari():
            program = "N = 80;\n" + (HERE / "rivals" / "recursion.gp").read_text(encoding="ascii")
            return output_of("gp", "-q", "-f", "-s", "200M", input=program).split()

        table.compare("b-file to 80, process; gmpy2 recursion", ours, gmpy2_recursion)
        if shutil.which("gp"):
            table.compare("b-file to 80, process; PARI/GP recursion", ours, pari)
        else:
            print("skipped: PARI/GP (no `gp`)", file=sys.stderr)


def imports(table):
    """Measure the import time of `trueodds` with all its imports, as the interpreter reports it."""

    def seconds():
        command = [sys.executable, "-X", "importtime", "-c", "import trueodds"]
        report = subprocess.run(command, check=True, capture_output=True, text=True).stderr
        return int(re.search(r"\| +([0-9]+) \| trueodds$", report, re.MULTILINE)[1]) / 1e6

    table.row("import trueodds", statistics.median(seconds() for _ in range(20)))


def main():
    """Parse the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="omit the target 100")
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    options = parser.parse_args()
    table = Table(options.json)
    sweeps(table)
    accelerated(table, (20, 30, 50, 80) if options.quick else (20, 30, 50, 80, 100))
    elimination(table, (20, 50) if options.quick else (20, 50, 100))
    processes(table)
    imports(table)


if __name__ == "__main__":
    main()
