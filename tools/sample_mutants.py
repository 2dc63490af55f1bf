"""Draw random mutants of Python files, and report the mutants that the default tests do not detect.

    python tools/sample_mutants.py formats                      100 mutants of src/trueodds/formats, with tests/formats
    python tools/sample_mutants.py formats -n 300 --seed 7      300 mutants, drawn with another seed
    python tools/sample_mutants.py solver exact -n 300          300 mutants of both packages
    python tools/sample_mutants.py solution.py --tests tests/test_interface.py
    python tools/sample_mutants.py formats --jobs 2 --output mutants.txt

Cosmic Ray (pip install cosmic-ray coverage) makes the mutants; each has one changed comparison, operator, number,
keyword, loop, handler or decorator. A place is drawn first, and then a change of that place. Type annotations, strings,
`if TYPE_CHECKING` and the argument `strict` of `zip`, which is an assertion, do not change. `is` and `==` are not
exchanged, because the effect would depend on the interpreter.

The tests and the programs that they start run once under coverage, in a copy of the tree. For each mutant, the tests of
its package and those of `_OF_ALL` run until one fails: first those that reach the changed statement, and then the
others, because a statement that runs only once (at import, in a fixture or for a cache) can affect many tests. A mutant
also counts as detected if either group takes more than four times its usual time plus a minute.

The exit status is 1 if a mutant was not detected.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import coverage
import pytest
from mutate import PACKAGE, ROOT, Tree

_FORKS = multiprocessing.get_context("forkserver")
_OF_ALL = (
    "tests/cli/test_recorded.py",
    "tests/test_calls.py",
    "tests/test_docs.py::test_examples",
    "tests/test_docs.py::test_examples_in_docstrings",
    "tests/test_interface.py",
    "tests/test_selftest.py",
    "tests/test_strategies.py",
)
_SLOWEST = 60  # seconds allowed for the tests of a mutant in addition to four times their usual time
_EXCLUDED = ("Eq_Is", "Eq_IsNot", "Is_Eq", "IsNot_NotEq")


@dataclass(frozen=True)
class Mutant:
    """One change of one file, identified by an operator of Cosmic Ray and the number of a place where it applies."""

    file: Path
    operator: str
    occurrence: int
    line: int

    def apply(self) -> str:
        """Return the changed source."""
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        changed = mutate_code(
            (ROOT / self.file).read_text(encoding="utf-8"), get_operator(self.operator)(), self.occurrence
        )
        assert changed is not None
        return str(changed)


def find_mutants(file: Path) -> dict[tuple[Any, Any], list[Mutant]]:
    """Return all mutants of a file, grouped by the place that they change."""
    from cosmic_ray.ast import ast_nodes, get_ast_from_path
    from cosmic_ray.plugins import get_operator, operator_names

    places = defaultdict(list)
    excluded = _find_excluded(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    nodes = list(ast_nodes(get_ast_from_path(ROOT / file)))
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments() or name.endswith(_EXCLUDED):
            continue
        occurrence = 0
        for node in nodes:
            for start, end in operator().mutation_positions(node):
                if not any(first <= start and end <= last for first, last in excluded):
                    places[start, end].append(Mutant(file, name, occurrence, start[0]))
                occurrence += 1
    return places


def _find_excluded(tree: ast.Module) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the spans of annotations, f-strings, values of `strict`, and `TYPE_CHECKING`."""
    nodes: list[ast.AST | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            nodes.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            nodes.append(node.annotation)
        elif isinstance(node, ast.JoinedStr):
            nodes.append(node)
        elif isinstance(node, ast.keyword) and node.arg == "strict":
            nodes.append(node.value)
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            nodes.append(node.test)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        for node in nodes
        if isinstance(node, ast.expr)
    ]


def find_statement(tree: ast.Module, line: int) -> range:
    """Return the lines of a function's innermost statement at `line`, without its body if it is compound."""
    best = range(0)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for node in (node for top in function.body for node in ast.walk(top) if isinstance(node, ast.stmt)):
            body = getattr(node, "body", None)
            end = max(node.lineno, body[0].lineno - 1 if body else node.end_lineno or line)
            if node.lineno <= line <= end and (not best or node.lineno >= best.start):
                best = range(node.lineno, end + 1)
    return best


class Recorder:
    """A pytest plugin that labels coverage data with the running test and records the time of each test."""

    def __init__(self, measured: coverage.Coverage) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a context named after the test."""
        self.measured.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Add the time of a phase of a test."""
        self.seconds[report.nodeid] += report.duration


def record(tests: list[str], folder: Path) -> int:
    """Run the tests under coverage; write the lines that each test reaches, and its time, to `folder`."""
    settings = folder / "coverage.ini"  # programs that a test starts read this file and label their data with the test
    settings.write_text(
        f"[run]\ndata_file = {folder / 'coverage'}\nparallel = true\ninclude = {Path.cwd() / PACKAGE}/*\n"
        "context = ${PYTEST_CURRENT_TEST-}\n"
    )
    measured = coverage.Coverage(config_file=str(settings))
    os.environ["COVERAGE_PROCESS_START"] = str(settings)
    recorder = Recorder(measured)
    measured.start()
    status = pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=short", *tests], [recorder])
    measured.stop()
    measured.save()
    (folder / "seconds.json").write_text(json.dumps(recorder.seconds), encoding="utf-8")
    return int(status)


def read_record(folder: Path, root: Path) -> dict[Path, dict[int, set[str]]]:
    """Return the tests that reach each line of each file, by the file's path from `root`."""
    found: dict[Path, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for part in folder.glob("coverage.*.*"):
        data = coverage.CoverageData(str(part))
        try:
            data.read()
        except coverage.CoverageException:  # the program that wrote the data was killed by a test
            continue
        for file in data.measured_files():
            lines = found[Path(file).relative_to(root)]
            for line, contexts in data.contexts_by_lineno(file).items():
                lines[line].update(context.rpartition(" (")[0] or context for context in contexts if context)
    return found


def run_tests(folder: Path, tests: list[str], seconds: float) -> bool:
    """Run tests in a copy of the tree, in a process that has imported the libraries; return whether they pass."""
    process = _FORKS.Process(target=_run_pytest, args=(str(folder), tests))
    process.start()
    process.join(seconds)
    if process.is_alive():
        os.killpg(process.pid or 0, signal.SIGKILL)
        process.join()
    if process.exitcode == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise RuntimeError(f"no such tests: {' '.join(tests)}")
    return process.exitcode == pytest.ExitCode.OK


def _run_pytest(folder: str, tests: list[str]) -> None:
    os.setsid()
    os.chdir(folder)
    multiprocessing.set_start_method(None, force=True)  # tests start processes in the usual way
    source = str(Path(folder, "src"))
    sys.path.insert(0, source)
    os.environ |= {"PYTHONPATH": source, "PYTHONDONTWRITEBYTECODE": "1", "CI": "true"}
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    imported = "ignore::pytest.PytestAssertRewriteWarning"  # Hypothesis is already imported in the forking process
    sys.exit(pytest.main(["-x", "-q", "-W", imported, "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=no", *tests]))


def try_mutant(folder: Path, mutant: Mutant, groups: list[list[str]], seconds: dict[str, float]) -> bool:
    """Return whether a test detects the mutant, planted in a copy of the tree."""
    path, chosen = folder / mutant.file, folder / "chosen.txt"
    clean = path.read_text(encoding="utf-8")
    try:
        path.write_text(mutant.apply(), encoding="utf-8")
        for tests in filter(None, groups):
            chosen.write_text("\n".join(tests), encoding="utf-8")
            if not run_tests(folder, [f"@{chosen}"], _SLOWEST + 4 * sum(map(seconds.__getitem__, tests))):
                return True
        return False
    finally:
        path.write_text(clean, encoding="utf-8")


def main() -> int:
    """Parse the command line and try the mutants."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="+", metavar="PART", help="folder or file under src/trueodds")
    parser.add_argument("-n", type=int, default=100, metavar="N", help="number of mutants [default: 100]")
    parser.add_argument("--seed", type=int, default=0, help="seed of the draw [default: 0]")
    parser.add_argument("--tests", nargs="+", help="tests to run [default: tests/PART and some general tests]")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="number of mutants tried at once [default: 1]")
    parser.add_argument("--output", type=Path, help="file for a copy of the report")
    parser.add_argument("--record", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    tests = given.tests or [*(f"tests/{Path(part).parts[0]}" for part in given.parts), *_OF_ALL]
    if given.record:
        return record(tests, given.record)
    files = []
    for part in given.parts:
        path = ROOT / PACKAGE / part
        if not (found := [path] if path.is_file() else sorted(path.rglob("*.py"))):
            parser.error(f"no such folder or file: {part}")
        files += found
    places = {place: found for file in files for place, found in _name_places(file.relative_to(ROOT))}
    draw = random.Random(given.seed)
    chosen = (choose(draw, places[place]) for place in draw.sample(sorted(places), len(places)))
    drawn = list(islice(filter(None, chosen), given.n))
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        lines = _try_all(Path(folder), drawn, tests, given)
    if given.output:
        given.output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0 if not lines[:-1] else 1


def choose(draw: random.Random, mutants: list[Mutant]) -> Mutant | None:
    """Return a random mutant that Cosmic Ray can make, or None; for example, it cannot change `except module.Error`."""
    for mutant in draw.sample(mutants, len(mutants)):
        with contextlib.suppress(AttributeError):
            mutant.apply()
            return mutant
    return None


def _name_places(file: Path) -> list[tuple[tuple[str, Any], list[Mutant]]]:
    return [((str(file), place), mutants) for place, mutants in find_mutants(file).items()]


def _try_all(folder: Path, drawn: list[Mutant], tests: list[str], given: argparse.Namespace) -> list[str]:
    """Try mutants in parallel; return a line for each undetected mutant, and a summary."""
    trees = [Tree(folder / f"tree-{number}", build=False) for number in range(given.jobs)]
    environment = trees[0].environment | {"CI": "true"}  # Hypothesis then draws the same examples in every run
    command = [sys.executable, str(ROOT / "tools" / "sample_mutants.py"), *given.parts, "--record", str(folder)]
    # Coverage may make a test fail, such as a test that fills the disk. The next run shows whether all tests pass.
    subprocess.run([*command, "--tests", *tests], cwd=trees[0].folder, env=environment, check=False)
    seconds: dict[str, float] = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))
    _FORKS.set_forkserver_preload(["__main__", "gmpy2", "hypothesis", "numpy", "pytest", "scipy.sparse"])
    (trees[0].folder / "chosen.txt").write_text("\n".join(seconds), encoding="utf-8")
    if not run_tests(trees[0].folder, ["@chosen.txt"], _SLOWEST + 4 * sum(seconds.values())):
        raise SystemExit("the tests fail without any mutant when they are named one by one")
    reached = read_record(folder, trees[0].folder)
    free: SimpleQueue[Tree] = SimpleQueue()
    for tree in trees:
        free.put(tree)
    # The main thread finds the statements, because ast.parse can fail in another thread of Python 3.11.
    statements = [find_statement(ast.parse((ROOT / one.file).read_text(encoding="utf-8")), one.line) for one in drawn]

    def run(mutant: Mutant, statement: range) -> bool:
        contexts = reached[mutant.file]
        lines = statement or contexts.keys()
        package = f"tests/{mutant.file.relative_to(PACKAGE).parts[0]}/", *_OF_ALL
        found = set().union(*(contexts.get(line, ()) for line in lines))
        own = [test for test in sorted(seconds, key=seconds.__getitem__) if given.tests or test.startswith(package)]
        groups = [[test for test in own if test in found], [test for test in own if test not in found]]
        tree = free.get()
        try:
            return try_mutant(tree.folder, mutant, groups, seconds)
        finally:
            free.put(tree)

    survivors, by_file = [], defaultdict(lambda: [0, 0])
    with ThreadPoolExecutor(given.jobs) as pool:
        for number, (mutant, detected) in enumerate(zip(drawn, pool.map(run, drawn, statements), strict=True), 1):
            count = by_file[mutant.file]
            count[0] += 1
            count[1] += detected
            if not detected:
                survivors.append(_describe(mutant))
            print(f"{number:5}/{len(drawn)} {'detected' if detected else survivors[-1]}", flush=True)
    for file, (total, found) in sorted(by_file.items()):
        print(f"{found:5} of {total:4}  {file}")
    total, found = len(drawn), len(drawn) - len(survivors)
    print(summary := f"{found} of {total} detected, {found / max(total, 1):.1%}; seed {given.seed}")
    return [*survivors, summary]


def _describe(mutant: Mutant) -> str:
    """Return the place of a mutant, and its line before and after."""
    old = (ROOT / mutant.file).read_text(encoding="utf-8").splitlines()
    new = mutant.apply().splitlines()
    at = next((i for i, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), mutant.line - 1)
    return f"{mutant.file}:{at + 1}: {old[at].strip()}  ->  {new[at].strip() if at < len(new) else ''}"


if __name__ == "__main__":
    sys.exit(main())
