"""Remove or negate every check of the certificate checkers, one at a time, and report faults that no test detects.

    python tools/unchecked.py                   both checkers, a few minutes
    python tools/unchecked.py --list            list the faults and run nothing
    python tools/unchecked.py check_odds.js     one checker

A check is a call of `require` (`require_` in JavaScript). Each part of a condition is also removed separately, and the
conditions of branches and loops are negated. Every such change is a *fault*.

First, the tests run once, and the files that they check are stored with the verdicts. A fault that changes one of these
verdicts is detected, because the tests compare both checkers word for word. For any other fault, the tests run in a
copy of the tree. The exit status is 1 if the tests pass in spite of a fault.
"""

from __future__ import annotations

import ast
import base64
import importlib
import io
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path("src", "trueodds", "certificates")
CHECKERS = ("check_odds.py", "check_odds.js")
TESTS = ("test_changes.py", "test_small_games.py", "test_files.py", "test_heads.py", "test_written.py")
MAX_BYTES = 100_000  # maximum size of a file that is stored
_NEGATED = {ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt}


class Fault(NamedTuple):
    """A checker without one check or part of a check, or with one condition negated."""

    file: str
    line: int
    what: str
    text: str


def in_python(file: str, text: str) -> Iterator[Fault]:
    """Yield each faulty version of a Python checker."""
    for at in range(len(list(_changes(ast.parse(text))))):
        tree = ast.parse(text)
        line, what, change = list(_changes(tree))[at]
        change()
        yield Fault(file, line, what, ast.unparse(tree))


def _changes(tree: ast.AST) -> Iterator[tuple[int, str, Callable[[], object]]]:
    """Yield the line of each fault, its description, and a function that plants it in the tree."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "require":
            # Names that the condition assigns are still assigned.
            other = ast.BoolOp(ast.Or(), [node.args[0], ast.Constant(True)])
            yield node.lineno, ast.unparse(node.args[0]), partial(node.args.__setitem__, 0, other)
        elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
            other_test = ast.UnaryOp(ast.Not(), node.test)
            yield node.lineno, f"not {ast.unparse(node.test)}", partial(setattr, node, "test", other_test)
        elif isinstance(node, ast.BoolOp):
            for at, part in enumerate(node.values):
                yield node.lineno, f"{ast.unparse(part)} in {ast.unparse(node)}", partial(node.values.pop, at)
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            for at, sign in enumerate(node.ops):
                what = f"comparison {at + 1} of {ast.unparse(node)}"
                yield node.lineno, what, partial(node.ops.__setitem__, at, _NEGATED[type(sign)]())


def in_javascript(file: str, text: str) -> Iterator[Fault]:
    """Yield each faulty version of a JavaScript checker."""
    for found in re.finditer(r"require_\((?!holds)", text):
        begin, end = found.end(), _end_of_argument(text, found.end())
        condition, line = text[begin:end], text.count("\n", 0, begin) + 1
        yield Fault(file, line, condition, f"{text[:begin]}({condition}) || true{text[end:]}")
        yield from _without_parts(file, text, begin, end)
    for found in re.finditer(r"const (\w+) = ([^;\n]* && [^;\n]*);", text):
        if f"require_({found[1]}, " in text:  # a condition with a name
            yield from _without_parts(file, text, *found.span(2))
    for found in re.finditer(r"\bif \(", text):
        end = _end_of_argument(text, found.end(), ")")
        condition, line = text[found.end() : end], text.count("\n", 0, found.end()) + 1
        yield Fault(file, line, f"not {condition}", f"{text[: found.end()]}!({condition}){text[end:]}")


def _without_parts(file: str, text: str, begin: int, end: int) -> Iterator[Fault]:
    """Yield, for each part of a condition, the checker without this part."""
    parts = text[begin:end].split(" && ")
    if len(parts) > 1 and all(part.count("(") == part.count(")") for part in parts):
        for at, part in enumerate(parts):
            left = " && ".join(parts[:at] + parts[at + 1 :])
            yield Fault(file, text.count("\n", 0, begin) + 1, part, text[:begin] + left + text[end:])


def _end_of_argument(text: str, at: int, mark: str = ",") -> int:
    """Return the end of the first argument: the first comma, or another mark, outside brackets and strings."""
    depth, quote = 0, ""
    while depth or quote or text[at] != mark:
        letter = text[at]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'`":
            quote = letter
        else:
            depth += (letter in "([{") - (letter in ")]}")
        at += 1
    return at


class Recorder:
    """A pytest plugin that records the files given to the Python checker, and its verdicts."""

    def __init__(self) -> None:
        self.files: dict[bytes, str] = {}

    def pytest_collection_finish(self) -> None:
        """Wrap the checker."""
        checker: Any = importlib.import_module("trueodds.certificates.check_odds")
        right, usual = checker.check, {name: value for name, value in vars(checker).items() if name != "check"}

        def check(file: Any) -> str:
            if not isinstance(file, io.IOBase):  # a test's stand-in for a file
                return str(right(file))
            data = file.read()
            changed = [name for name, value in usual.items() if getattr(checker, name) is not value]
            verdict = verdict_of(right, data)
            if not changed and "one" not in vars(checker.Heads) and len(data) < MAX_BYTES:
                self.files.setdefault(data, verdict)
            file.seek(0)
            return str(right(file))

        checker.check = check


def verdict_of(check: Any, data: bytes) -> str:
    """Return the line that a checker returns, or its error message."""
    try:
        return str(check(io.BytesIO(data)))
    except Exception as error:
        return f"not proved: {error}" if type(error).__name__ == "Refused" else repr(error)


def in_child(work: Callable[[], bool]) -> bool:
    """Run a function in a child process; return its result, or False if it fails."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nowhere, stream)
            signal.alarm(300)
            status = 0 if work() else 1
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def same_in_python(text: str, files: dict[bytes, str]) -> bool:
    """Return whether a Python checker reproduces all verdicts."""
    names: dict[str, Any] = {"__name__": "checker"}
    exec(compile(text, "checker", "exec"), names)
    sys.set_int_max_str_digits(400_000)
    return all(verdict_of(names["check"], data) == verdict for data, verdict in files.items())


COMPARE = """
const fs = require("node:fs"), { checkOdds, unpack } = require(process.argv[1]);
const verdict = (data) => {
  try { return checkOdds(new Uint8Array(unpack(Buffer.from(data, "base64")))); }
  catch (error) { return `not proved: ${error.message}`; }
};
const files = JSON.parse(fs.readFileSync(process.argv[2])), same = ([data, wanted]) => verdict(data) === wanted;
if (process.argv[3]) fs.writeFileSync(process.argv[2], JSON.stringify(files.filter(same)));
else process.exit(files.every(same) ? 0 : 1);
"""


def same_in_javascript(text: str, folder: Path, *keep: str) -> bool:
    """Return whether a JavaScript checker reproduces all verdicts on the files in a folder.

    With `keep`, remove files with other verdicts from the list, because the checkers report invalid compressed data
    differently.
    """
    (folder / "checker.js").write_text(text, encoding="utf-8")
    words = ["node", "-e", COMPARE, str(folder / "checker.js"), str(folder / "files.json"), *keep]
    return subprocess.run(words, stderr=subprocess.DEVNULL, timeout=240).returncode == 0


def passes(copy: Path, *plugins: Any) -> bool:
    """Return whether the tests pass in a copy of the tree."""
    os.chdir(copy)
    tests = [str(copy / "tests" / "certificates" / name) for name in TESTS]
    return pytest.main(["-q", "-x", "--tb=no", "-p", "no:cacheprovider", *tests], plugins) == 0


def detected(fault: Fault, files: dict[bytes, str], copy: Path) -> bool:
    """Return whether a fault changes a verdict, or else whether a test fails."""
    if fault.file.endswith(".js"):
        same = in_child(lambda: same_in_javascript(fault.text, copy))
    else:
        same = in_child(lambda: same_in_python(fault.text, files))
    if not same:
        return True
    path = copy / FOLDER / fault.file
    right = path.read_text(encoding="utf-8")
    path.write_text(fault.text, encoding="utf-8")
    try:
        return not in_child(lambda: passes(copy))
    finally:
        path.write_text(right, encoding="utf-8")


def main() -> int:
    """Try all faults and return the exit status."""
    wanted = [word for word in sys.argv[1:] if not word.startswith("-")] or CHECKERS
    texts = {file: (ROOT / FOLDER / file).read_text(encoding="utf-8") for file in wanted}
    faults = [
        fault for file in wanted for fault in (in_python if file.endswith(".py") else in_javascript)(file, texts[file])
    ]
    if "--list" in sys.argv:
        print("\n".join(f"{fault.file}:{fault.line}: {fault.what}" for fault in faults))
        return 0
    missed, recorder = 0, Recorder()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        sys.path.insert(0, str(copy / "src"))
        os.environ["PYTHONPATH"] = str(copy / "src")
        sys.dont_write_bytecode = True
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.c"))
        shutil.copy(ROOT / "pyproject.toml", copy)
        (copy / "docs").mkdir()
        shutil.copy(ROOT / "docs" / "certificates.md", copy / "docs")  # a test reads its list of characters
        kept = copy / "files.pickle"
        if not in_child(lambda: passes(copy, recorder) and bool(kept.write_bytes(pickle.dumps(recorder.files)))):
            print("the tests fail without any fault")
            return 1
        files: dict[bytes, str] = pickle.loads(kept.read_bytes())
        listed = [(base64.b64encode(data).decode(), verdict) for data, verdict in files.items()]
        (copy / "files.json").write_text(json.dumps(listed))
        same_in_javascript((ROOT / FOLDER / CHECKERS[1]).read_text(encoding="utf-8"), copy, "keep")
        for fault in faults:
            found = detected(fault, files, copy)
            missed += not found
            print(f"{'detected' if found else 'MISSED  '} {fault.file}:{fault.line}: {fault.what}", flush=True)
    print(f"{len(faults)} planted, {len(faults) - missed} detected")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
