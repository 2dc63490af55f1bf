"""Plants faults one at a time and sees whether the nearest tests die: the tests' own test.

    python tools/mutate.py                        all faults of tools/faults/*.toml, hours
    python tools/mutate.py --sample 12 --seed 7   some of them, drawn at random
    python tools/mutate.py --only C1 --only B7    these
    python tools/mutate.py --list                 what there is
    python tools/mutate.py --clean                no fault: whether all tests that faults name exist and pass

A list has a table for each source file (under src/trueodds): the tests nearest to it, and faults. A fault has a name,
the function it is in (`in`, none for the whole file), the old text, which must stand there exactly once, the new text,
tests of its own if it needs others, and, if no test can see it, the reason (`why`). Places are given by text and not by
line, so the lists live as long as the text does; a fault whose text is gone is told as broken, and so is one that does
not compile.

All is done in a copy of the tree; only the kernels concerned are built. First the tests run without any fault.

Exit status: 0 if all were killed, but for those with a reason; 1 if one survived, is broken, or was killed in spite of
its reason.
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
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("src", "trueodds")
_COPIED = ("src", "build", "tests", "tools", "checker", "docs", "pyproject.toml", "setup.py", "README.md", "LICENSE")
_COMPILED = {".pyx", ".pxd", ".h"}
_MADE = ("*.c", "*.o", "*.obj", "*.so", "*.pyd")
_SECONDS = 300  # after which tests that hang count as failed
_HEAD = r"^([ \t]*)(?:async def|def|class|cp?def)\b[^\n(]*\b{}\s*[(:\[]"
_HEAD_OF_C = r"^\w[^\n(;]*\b{}\s*\("


@dataclass(frozen=True)
class Fault:
    """A fault to plant; see the module's text."""

    name: str
    file: str
    function: str
    old: str
    new: str
    tests: tuple[str, ...]
    why: str

    def apply(self, text: str) -> str:
        """The source with the fault in it; ValueError if the text is not there once."""
        start, end = _span(text, self.function, self.file.endswith(".h"))
        body = text[start:end]
        if body.count(self.old) != 1:
            where = f"{self.file}, {self.function or 'top'}"
            raise ValueError(f"{self.name}: the old text stands {body.count(self.old)} times in {where}, not once")
        return text[:start] + body.replace(self.old, self.new) + text[end:]


def read_faults(folder: Path = ROOT / "tools" / "faults") -> list[Fault]:
    """All faults of all lists."""
    found: list[Fault] = []
    for path in sorted(folder.glob("*.toml")):
        for file, table in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for fault in table["faults"]:
                tests = tuple(fault.get("tests", table["tests"]))
                place = fault.get("in", "")
                found.append(Fault(fault["name"], file, place, fault["old"], fault["new"], tests, fault.get("why", "")))
    names = [fault.name for fault in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"faults with the same name: {', '.join(sorted(twice))}")
    return found


def _span(text: str, function: str, is_c: bool) -> tuple[int, int]:
    """Where a function stands, or the text outside of functions as far as it can be told: all."""
    if not function:
        return 0, len(text)
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
    """Where a function ends: at the first line that stands no deeper than its head, closing brackets aside."""
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

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in _COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif (ROOT / name).exists():
                shutil.copy2(ROOT / name, folder / name)
        self.environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        self.build()
        self.clean = {path: path.stat().st_mtime_ns for path in self._built()}
        self.kept = folder / "kept"
        for path in self.clean:
            copy = self.kept / path.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)

    def _built(self) -> list[Path]:
        """What building makes: translations, objects, kernels, those in the folder of builds too."""
        places = (self.folder / "src", self.folder / "build")
        return [path for place in places for kind in _MADE for path in place.rglob(kind)]

    def build(self) -> str:
        """Build the kernels whose source changed; what went wrong, if anything."""
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        return "" if done.returncode == 0 else (done.stdout + done.stderr)[-2000:]

    def test(self, tests: tuple[str, ...]) -> tuple[bool, str]:
        """Whether tests pass; the first one that failed."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-rf", "--tb=no", *tests]
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired:
            return False, f"no end after {_SECONDS} s"
        if done.returncode == 5 or "file or directory not found" in done.stdout + done.stderr:
            raise RuntimeError(f"no such tests: {' '.join(tests)}")
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        return done.returncode == 0, failed[1] if failed else (done.stdout + done.stderr).strip()[-200:]

    def try_fault(self, fault: Fault) -> tuple[str, str]:
        """Plant it, test, take it out again: killed, survived or broken, and by what."""
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
            return ("survived", "") if passed else ("killed", by)
        finally:
            path.write_text(clean, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            for built in self._built() if compiled else ():
                if built.stat().st_mtime_ns != self.clean.get(built):
                    shutil.copy2(self.kept / built.relative_to(self.folder), built)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="this fault; may be given again")
    parser.add_argument(
        "--file", default="", metavar="TEXT", help="faults of source files that have this in their path"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    parser.add_argument("--list", action="store_true", help="name the faults, try none")
    parser.add_argument(
        "--clean", action="store_true", help="plant none; run all tests that the faults name, one by one"
    )
    parser.add_argument("--no-clean-run", action="store_true", help="do not run the tests without a fault first")
    given = parser.parse_args()
    faults = [fault for fault in read_faults() if given.file in fault.file]
    if unknown := set(given.only) - {fault.name for fault in faults}:
        parser.error(f"no such fault: {', '.join(sorted(unknown))}")
    faults = [fault for fault in faults if fault.name in given.only or not given.only]
    if given.sample is not None:
        faults = random.Random(given.seed).sample(faults, min(given.sample, len(faults)))
    if given.list:
        for fault in faults:
            print(f"{fault.name:28} {fault.file} {fault.function}{'  (' + fault.why + ')' if fault.why else ''}")
        print(f"{len(faults)} faults; for {sum(bool(fault.why) for fault in faults)} a reason why no test sees them")
        return 0
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        tree = Tree(Path(folder, "tree"))
        if given.clean:
            return _run_clean(tree, faults)
        if not given.no_clean_run:
            passed, by = tree.test(tuple(sorted({test for fault in faults for test in fault.tests})))
            if not passed:
                print(f"the tests fail without any fault: {by}")
                return 1
        return _try_all(tree, faults)


def _run_clean(tree: Tree, faults: list[Fault]) -> int:
    """Run each test file that faults name, without a fault; 1 if one fails or has no tests."""
    wrong = 0
    names = sorted({test for fault in faults for test in fault.tests})
    for number, name in enumerate(names, 1):
        began = time.perf_counter()
        try:
            passed, by = tree.test((name,))
        except RuntimeError as error:
            passed, by = False, str(error)
        wrong += not passed
        result = "passes" if passed else "FAILS"
        seconds = time.perf_counter() - began
        print(f"{number:4}/{len(names)} {result:6} {name:60} {seconds:5.0f} s  {'' if passed else by}", flush=True)
    print(f"{len(names)} named by {len(faults)} faults, {len(names) - wrong} pass")
    return 1 if wrong else 0


def _try_all(tree: Tree, faults: list[Fault]) -> int:
    counts: dict[str, int] = {}
    for number, fault in enumerate(faults, 1):
        began = time.perf_counter()
        result, by = tree.try_fault(fault)
        if fault.why and result != "broken":
            result = "explained" if result == "survived" else "killed in spite of its reason"
        counts[result] = counts.get(result, 0) + 1
        seconds = time.perf_counter() - began
        place = f"{fault.file} {fault.function}".strip()
        print(f"{number:4}/{len(faults)} {result:9} {fault.name:28} {seconds:5.0f} s  {place}  {by}", flush=True)
    print(", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    return 0 if set(counts) <= {"killed", "explained"} else 1


if __name__ == "__main__":
    sys.exit(main())
