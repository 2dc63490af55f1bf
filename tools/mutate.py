"""Plant faults, one at a time, and report whether the nearest tests detect them.

    python tools/mutate.py                        try all faults of tools/faults.toml, in an hour or two
    python tools/mutate.py --sample 12 --seed 7   try 12 random faults
    python tools/mutate.py --only C1 --only B7    try these two faults
    python tools/mutate.py --list                 print the names, and mark faults that no longer fit

tools/faults.toml has a table for each source file (under src/trueodds), with the faults of the file and the tests
nearest to it. A fault has a name, a function (`in`), an old expression, which must occur exactly once in the function,
and a new expression. White space and the code outside the function do not matter. A fault that does not fit or does not
compile is reported as broken.

The faults are planted in a copy of the tree. The tests first run without a fault.

The exit status is 1 if a fault was undetected or broken.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("src", "trueodds")
_COPIED = ("src", "build", "tests", "tools", "checker", "docs", "pyproject.toml", "setup.py", "README.md", "LICENSE")
_COMPILED = {".pyx", ".pxd", ".h"}
_MADE = ("*.c", "*.o", "*.obj", "*.so", "*.pyd")
_SECONDS = 300  # tests that take longer count as failed
_HEAD = r"^([ \t]*)(?:async def|def|class|cp?def|(?:CLONES )?static)\b[^\n(]*\b{}\s*[(:\[]"
_HEAD_OF_C = r"^\w[^\n(;]*\b(?:NAME\()?{}\)?\s*\("


@dataclass(frozen=True)
class Fault:
    """A fault to plant, as the module's docstring describes it."""

    name: str
    file: str
    function: str
    old: str
    new: str
    tests: tuple[str, ...]

    def apply(self, text: str) -> str:
        """Return the source with the fault."""
        start, end = _span(text, self.function, self.file.endswith(".h"))
        words = re.findall(r"\w+|[^\w\s]", self.old)
        gaps = (r"\s+" if one[-1].isalnum() and other[0].isalnum() else r"\s*" for one, other in pairwise(words))
        pattern = re.escape(words[0]) + "".join(
            gap + re.escape(word) for gap, word in zip(gaps, words[1:], strict=True)
        )
        found = list(re.finditer(pattern, text[start:end]))
        if len(found) != 1:
            raise ValueError(f"the old expression occurs {len(found)} times in {self.file}, {self.function}, not once")
        return text[: start + found[0].start()] + self.new + text[start + found[0].end() :]


def read_faults(path: Path = ROOT / "tools" / "faults.toml") -> list[Fault]:
    """Return all faults of a file such as tools/faults.toml."""
    found: list[Fault] = []
    for file, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for fault in table["faults"]:
            tests = tuple(fault.get("tests", table["tests"]))
            found.append(Fault(fault["name"], file, fault["in"], fault["old"], fault["new"], tests))
    names = [fault.name for fault in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"faults with the same name: {', '.join(sorted(twice))}")
    return found


def _span(text: str, function: str, is_c: bool) -> tuple[int, int]:
    """Return the offsets at which a function begins and ends."""
    start, end = 0, len(text)
    for part in function.split("."):  # Class.method
        head = re.compile((_HEAD_OF_C if is_c else _HEAD).format(re.escape(part)), re.MULTILINE).search(
            text, start, end
        )
        if head is None:
            raise ValueError(f"there is no function {function}")
        start = head.start()
        end = _end_of_c(text, start) if is_c else _end(text, start, end, len(head[1]))
    return start, end


def _end(text: str, start: int, end: int, indent: int) -> int:
    """Return the end of a function in Python or Cython."""
    at = text.find("\n", start, end) + 1
    while 0 < at < end:
        line = text[at : text.find("\n", at)]
        if line.strip() and not line.lstrip().startswith(")") and len(line) - len(line.lstrip()) <= indent:
            return at
        at = text.find("\n", at) + 1
    return end


def _end_of_c(text: str, start: int) -> int:
    line_end = text.find("\n", start)
    if text[start:line_end].rstrip().endswith("}"):
        return line_end
    close = text.find("\n}", start)
    return len(text) if close < 0 else close + 2


class Tree:
    """A copy of the tree in which faults are planted."""

    def __init__(self, folder: Path, build: bool = True) -> None:
        self.folder = folder
        for name in _COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif (ROOT / name).exists():
                shutil.copy2(ROOT / name, folder / name)
        self.environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        if build:
            self.build()
        self.clean = {path: path.stat().st_mtime_ns for path in self._built()}
        self.kept = folder / "kept"
        for path in self.clean:
            copy = self.kept / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)

    def _built(self) -> list[Path]:
        """Return the files that a build creates."""
        places = (self.folder / "src", self.folder / "build")
        return [path for place in places for kind in _MADE for path in place.rglob(kind)]

    def build(self) -> str:
        """Build the kernels whose source changed; return the error, or an empty string."""
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        return "" if done.returncode == 0 else (done.stdout + done.stderr)[-2000:]

    def test(self, tests: tuple[str, ...]) -> tuple[bool, str]:
        """Return whether tests pass, and the first test that failed."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-rf", "--tb=no", *tests]
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired:
            return False, f"still running after {_SECONDS} s"
        if done.returncode == 5 or "file or directory not found" in done.stdout + done.stderr:
            raise RuntimeError(f"no such tests: {' '.join(tests)}")
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        return done.returncode == 0, failed[1] if failed else (done.stdout + done.stderr).strip()[-200:]

    def try_fault(self, fault: Fault) -> tuple[str, str]:
        """Plant a fault, run its tests, and remove it; return the result and the failed test or error."""
        path = self.folder / PACKAGE / fault.file
        clean, times = path.read_text(encoding="utf-8"), path.stat()
        try:
            changed = fault.apply(clean)
        except ValueError as error:
            return "broken", str(error)
        compiled = path.suffix in _COMPILED
        try:
            path.write_text(changed, encoding="utf-8")
            if compiled and (error := self.build()):
                return "broken", f"does not build: {error.strip().splitlines()[-1]}"
            passed, by = self.test(fault.tests)
            return ("undetected", "") if passed else ("detected", by)
        finally:
            path.write_text(clean, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            for built in self._built() if compiled else ():
                if built.stat().st_mtime_ns != self.clean.get(built):
                    shutil.copy2(self.kept / built.relative_to(self.folder), built)


def main() -> int:
    """Parse the command line and try the faults."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="try this fault; may be repeated")
    parser.add_argument(
        "--file", default="", metavar="TEXT", help="try only faults of source files whose path contains TEXT"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="try N faults, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="seed of the draw [default: 0]")
    parser.add_argument("--list", action="store_true", help="print the names of the faults")
    parser.add_argument("--no-clean-run", action="store_true", help="do not run the tests without a fault first")
    given = parser.parse_args()
    faults = [fault for fault in read_faults() if given.file in fault.file]
    if unknown := set(given.only) - {fault.name for fault in faults}:
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    faults = [fault for fault in faults if fault.name in given.only or not given.only]
    if given.sample is not None:
        faults = random.Random(given.seed).sample(faults, min(given.sample, len(faults)))
    if given.list:
        return _list(faults)
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        tree = Tree(Path(folder, "tree"))
        if not given.no_clean_run:
            passed, by = tree.test(tuple(sorted({test for fault in faults for test in fault.tests})))
            if not passed:
                print(f"the tests fail without any fault: {by}")
                return 1
        return _try_all(tree, faults)


def _list(faults: list[Fault]) -> int:
    """Print the faults; return 1 if a fault does not fit the source or names a test file that does not exist."""
    broken = 0
    for fault in faults:
        error = ""
        try:
            fault.apply((ROOT / PACKAGE / fault.file).read_text(encoding="utf-8"))
            for test in fault.tests:
                (ROOT / test.partition("::")[0]).stat()
        except (OSError, ValueError) as refusal:
            error, broken = f"  BROKEN: {refusal}", broken + 1
        print(f"{fault.name:28} {fault.file} {fault.function}{error}")
    print(f"{len(faults)} faults, {broken} broken")
    return 1 if broken else 0


def _try_all(tree: Tree, faults: list[Fault]) -> int:
    counts: dict[str, int] = {}
    for number, fault in enumerate(faults, 1):
        began = time.perf_counter()
        result, by = tree.try_fault(fault)
        counts[result] = counts.get(result, 0) + 1
        seconds = time.perf_counter() - began
        place = f"{fault.file} {fault.function}".strip()
        print(f"{number:4}/{len(faults)} {result:10} {fault.name:28} {seconds:5.0f} s  {place}  {by}", flush=True)
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    return 0 if set(counts) <= {"detected"} else 1


if __name__ == "__main__":
    sys.exit(main())
