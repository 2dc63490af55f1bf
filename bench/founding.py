"""Speeds of the first game against rivals, as ratios measured in the same run: ``python bench/founding.py``.

Both sides run in turn, A B A B …, after a run of each that warms up (and compiles, where the rival does) and compares
the answers; a row shows the medians and the median of the ratios, rival over ours. Rivals that are not installed are
skipped with a word (``pip install -r bench/requirements.txt``; PARI/GP as `gp`).
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
from pathlib import Path

import numpy as np
from gmpy2 import mpq

from trueodds.exact.elimination import Equation, solve_block
from trueodds.fast.risk_or_safety.bounds import Layout, by_pairs, by_sweeps
from trueodds.fast.risk_or_safety.exact import STOP, boundary, pair_values, prove

HERE = Path(__file__).parent
HALF = mpq(1, 2)
sys.path.insert(0, str(HERE))


class Table:
    """Prints rows as they come, as Markdown or as one JSON object a line."""

    def __init__(self, as_json):
        self.as_json = as_json
        if not as_json:
            print("| what; rival | ours, s | rival, s | rival / ours |\n|---|---|---|---|", flush=True)

    def row(self, what, ours, theirs=None, ratios=()):
        """One row: a rival's seconds and the sorted ratios, if there is a rival."""
        if self.as_json:
            ratio = dict(zip(("median", "least", "most"), _spread(ratios), strict=True)) if ratios else None
            text = json.dumps({"what": what, "ours": ours, "rival": theirs, "ratio": ratio}, ensure_ascii=False)
        elif ratios:
            text = "| {} | {:.3g} | {:.3g} | {:.2f} ({:.2f} … {:.2f}) |".format(what, ours, theirs, *_spread(ratios))
        else:
            text = f"| {what} | {ours:.3g} | | |"
        print(text, flush=True)

    def compare(self, what, ours, rival, same=None):
        """Run both in turn, see that they agree (`same`, equality if left out), and print the row."""
        first = ours()
        began = time.perf_counter()
        second = rival()
        spent = time.perf_counter() - began
        if not (same(first, second) if same else first == second):
            raise SystemExit(f"{what}: the answers differ")
        pairs = [(timed(ours), timed(rival)) for _ in range(how_often(spent))]
        mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
        self.row(what, mine, theirs, [b / a for a, b in pairs])

    def alone(self, what, function):
        """A row without a rival."""
        first = timed(function)
        self.row(what, statistics.median(timed(function) for _ in range(how_often(first))))


def _spread(ratios):
    return statistics.median(ratios), min(ratios), max(ratios)


def timed(function):
    """Seconds that a call takes."""
    began = time.perf_counter()
    function()
    return time.perf_counter() - began


def how_often(seconds):
    """How many runs to take the median of, if one takes that long."""
    return 25 if seconds < 0.1 else 9 if seconds < 2 else 5 if seconds < 15 else 3


def rival(name):
    """A rival's module, or None with a word."""
    try:
        return importlib.import_module(f"rivals.{name}")
    except ImportError as error:
        print(f"skipped: rivals.{name} ({error})", file=sys.stderr)
        return None


def sweeps(table):
    """The faithful kernel against the same sweeps in Numba, and against the paper's equations in place."""
    numba = rival("numba_sweeps")
    for n in (20, 30):
        layout = Layout(n, n)
        for name, kernel in numba.KERNELS.items() if numba else ():
            kernel(2)  # compiles
            table.compare(
                f"sweeps, n = {n}; Numba `{name}`",
                lambda layout=layout: by_sweeps(layout, HALF),
                lambda kernel=kernel, n=n: kernel(n),
                lambda mine, theirs, x=layout: np.array_equal(mine.S, numba.in_order(theirs[0], x.index)),
            )


def accelerated(table, sizes):
    """Bounds pair by pair, against our own sweeps where these can finish."""
    for n in sizes:
        layout = Layout(n, n)
        if n > 30:
            table.alone(f"bounds by pairs, n = {n}", lambda layout=layout: by_pairs(layout, HALF))
            continue
        table.compare(
            f"bounds by pairs, n = {n}; our sweeps",
            lambda layout=layout: by_pairs(layout, HALF),
            lambda layout=layout: by_sweeps(layout, HALF),
            lambda mine, theirs: np.array_equal(mine.S, theirs.S),
        )


def all_values(layout, s):
    """Values of all positions, open points too, by elimination, pair of needs by pair of needs."""
    values = boundary(layout)
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
    """The exact stage given the strategy, against SymPy's sparse reduction of the same equations."""
    sympy = rival("sympy_rref")

    def fraction(value):
        return int(value.numerator), int(value.denominator)

    for n in sizes:
        layout = Layout(n, n)
        bounds = by_pairs(layout, HALF)
        values = pair_values(bounds, HALF)
        s = prove(layout, HALF, values).S
        for what, start_only, ours in (
            ("the start", True, lambda b=bounds, n=n: fraction(pair_values(b, HALF)[0, n, n])),
            ("all positions", False, lambda x=layout, s=s, n=n: fraction(all_values(x, s)[0, n, n])),
        ):
            name = f"elimination, n = {n}, {what}"
            if sympy:
                table.compare(
                    f"{name}; SymPy", ours, lambda n=n, s=s, x=layout, o=start_only: sympy.start_value(n, s, x.index, o)
                )
            else:
                table.alone(name, ours)
        table.alone(f"proof, n = {n}", lambda x=layout, v=values: prove(x, HALF, v))


def output_of(*command, **options):
    """What a process writes to standard output."""
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


def processes(table):
    """Whole processes: the b-file of all terms up to 80, import and printing included."""
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
    """What `import trueodds` adds to an empty process, and what the interpreter itself says it took."""
    codes = ("pass", "import trueodds")
    pairs = [[timed(lambda code=code: output_of(sys.executable, "-c", code)) for code in codes] for _ in range(20)]
    empty, full = (statistics.median(column) for column in zip(*pairs, strict=True))
    table.row("import trueodds, process", full)
    table.row("empty process", empty)
    table.row("import trueodds, the difference", statistics.median(b - a for a, b in pairs))
    table.row("import trueodds, by -X importtime", statistics.median(_import_times()["trueodds"] for _ in range(20)))


def _import_times(*command):
    """Seconds that each module's import took with all that it imports, in a process of its own."""
    command = command or ("-c", "import trueodds")
    told = subprocess.run([sys.executable, "-X", "importtime", *command], check=True, capture_output=True, text=True)
    rows = re.findall(r"import time: +[0-9]+ \| +([0-9]+) \| +(\S+)", told.stderr)
    return {name: int(microseconds) / 1e6 for microseconds, name in rows}


def profile(table):
    """Where the process that writes the b-file to 80 spends its time."""
    command = ["-m", "trueodds", "oeis", "bfile", "A387261", "--terms", "80", "--output", "-", "--quiet"]
    runs = [(timed(lambda: output_of(sys.executable, *command)), _import_times(*command)) for _ in range(20)]
    table.row("b-file to 80, process", statistics.median(total for total, _ in runs))
    table.row(
        "— empty process", statistics.median(timed(lambda: output_of(sys.executable, "-c", "pass")) for _ in runs)
    )
    for module in ("click", "numpy", "gmpy2", "concurrent.futures"):
        if all(module in times for _, times in runs):
            table.row(f"— import {module}", statistics.median(times[module] for _, times in runs))
    code = (
        "import time; from trueodds import proved_moves, start_values; from trueodds.oeis.bfile import bfile_lines\n"
        "began = time.perf_counter(); moves = proved_moves(80); bounds = time.perf_counter()\n"
        "values = start_values(80); done = time.perf_counter()\n"
        "text = ''.join(bfile_lines([value.numerator for value in values], 1)); written = time.perf_counter()\n"
        "print(bounds - began, done - bounds - (bounds - began), written - done)"
    )
    stages = [[float(part) for part in output_of(sys.executable, "-c", code).split()] for _ in range(20)]
    for name, column in zip(("proved moves", "exact values", "digits"), zip(*stages, strict=True), strict=True):
        table.row(f"— {name}", statistics.median(column))


def main():
    """Parse the command line and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out n = 100")
    parser.add_argument("--json", action="store_true", help="one JSON object a row")
    parser.add_argument("--profile", action="store_true", help="only: where the b-file's process spends its time")
    options = parser.parse_args()
    table = Table(options.json)
    if options.profile:
        profile(table)
        return
    sweeps(table)
    accelerated(table, (20, 30, 50, 80) if options.quick else (20, 30, 50, 80, 100))
    elimination(table, (20, 50) if options.quick else (20, 50, 100))
    processes(table)
    imports(table)


if __name__ == "__main__":
    main()
