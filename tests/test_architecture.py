"""The rules that imports can break: one direction, no cycles, games hold rules, views render.

Imports inside functions count, also in Cython files; those for the type checker alone do not. Functions named by
strings ("module:function") are loaded when used and are not imports.
"""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "trueodds"
CODE = (".py", ".pyi", ".pyx", ".pxd", ".pxi")

# What may stay as it is: a solution that is asked to show, save or certify itself loads what does that, then.
BACK = ("solution.py", ("views/", "drawing.py", "certificates/", "answers/"))
RULES_MAY_IMPORT = {"game.py", "parameters.py", "exact/distributions.py", "games/two_targets.py"}
VIEWS_MAY_NOT_IMPORT = ("dispatch.py", "solver/", "fast/", "research/")
MAY_NAME_GAMES = (
    *("__init__.py", "__init__.pyi", "games/", "catalog/", "fast/", "research/", "claims/", "oeis/"),
    *("certificates/heads.py", "certificates/check_odds.py", "certificates/check_odds.js"),
    *("risk_or_safety.py", "two_coins.py"),
)

pytestmark = pytest.mark.skipif(not SOURCE.exists(), reason="tests of an installed package, without its sources")


class Arrow(NamedTuple):
    """One file imports another; kind is "top", "lazy" (inside a function) or "types" (for the type checker alone)."""

    file: str
    target: str
    kind: str


@cache
def files() -> list[str]:
    """Every file of the package but what the build leaves there."""
    found = (path for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    kept = (
        path
        for path in found
        if path.suffix not in (".so", ".pyd", ".o", ".c")  # C of our own stands in headers
    )
    return sorted(path.relative_to(SOURCE).as_posix() for path in kept)


def room(file: str) -> str:
    """The folder of a file; a file that stands on the ground floor is a room of its own, with its stub."""
    folder, slash, _ = file.rpartition("/")
    return folder + slash or file.replace(".pyi", ".py")


@cache
def modules() -> dict[str, str]:
    """Module names below trueodds and their files; a kernel's name leads to the kernel, not to its stub."""
    order = {suffix: rank for rank, suffix in enumerate((".py", ".pyx", ".pxd", ".pyi"))}
    names: dict[str, str] = {}
    for file in sorted((file for file in files() if Path(file).suffix in order), key=lambda f: order[Path(f).suffix]):
        name = file.rsplit(".", 1)[0].replace("/", ".")
        names.setdefault("" if name == "__init__" else name.removesuffix(".__init__"), file)
    return names


def statements(file: str) -> list[tuple[str, int, tuple[str, ...], str]]:
    """All imports of a file: the module's name, its leading dots, the names taken from it, the kind."""
    text = (SOURCE / file).read_text(encoding="utf-8")
    return python_imports(text) if file.endswith((".py", ".pyi")) else cython_imports(text)


def python_imports(text: str) -> list[tuple[str, int, tuple[str, ...], str]]:
    found = []

    def walk(node: ast.AST, kind: str) -> None:
        if isinstance(node, ast.ImportFrom):
            found.append((node.module or "", node.level, tuple(name.name for name in node.names), kind))
        elif isinstance(node, ast.Import):
            found.extend((name.name, 0, (), kind) for name in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            for inner in node.body:
                walk(inner, "types")
            for inner in node.orelse:
                walk(inner, kind)
        else:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and kind == "top":
                kind = "lazy"
            for inner in ast.iter_child_nodes(node):
                walk(inner, kind)

    walk(ast.parse(text), "top")
    return found


def cython_imports(text: str) -> list[tuple[str, int, tuple[str, ...], str]]:
    """The same for Cython, which `ast` cannot read: line by line, without docstrings and comments."""
    text = re.sub(r'"""[\s\S]*?"""|#.*', "", text)
    text = re.sub(r"\(([^()]*)\)", lambda group: "(" + " ".join(group[1].split()) + ")", text)
    found = []
    for indent, dots, name, names in re.findall(r"^([ \t]*)from +(\.*)([\w.]*) +c?import +\(?([\w, *]+)", text, re.M):
        taken = tuple(part.split()[0] for part in names.split(",") if part.strip())
        found.append((name, len(dots), taken, "lazy" if indent else "top"))
    for indent, names in re.findall(r"^([ \t]*)c?import +([\w., ]+)", text, re.M):
        found += [(part.split()[0], 0, (), "lazy" if indent else "top") for part in names.split(",")]
    return found


@cache
def arrows() -> set[Arrow]:
    """Every import of a file of the package in another."""
    known, found = modules(), set()
    for file in files():
        if Path(file).suffix not in CODE:
            continue
        here = file.rsplit(".", 1)[0].split("/")[:-1]
        for name, level, taken, kind in statements(file):
            if level == 0 and name.split(".")[0] != "trueodds":
                continue
            base = name.split(".")[1:] if level == 0 else here[: len(here) - level + 1] + [p for p in [name] if p]
            module = ".".join(base)
            inner = [known[f"{module}.{one}".strip(".")] for one in taken if f"{module}.{one}".strip(".") in known]
            whole = [known[module]] if len(inner) < max(1, len(taken)) and module in known else []
            kind = "types" if file.endswith(".pyi") else kind
            found |= {Arrow(file, target, kind) for target in inner + whole if not same_module(file, target)}
    return found


def same_module(file: str, other: str) -> bool:
    """A kernel, its declarations and its stub are one."""
    return file.rsplit(".", 1)[0] == other.rsplit(".", 1)[0]


def circles(edges: set[tuple[str, str]]) -> list[set[str]]:
    """Sets of files that import each other in a circle (strongly connected components of two files or more)."""
    reach: dict[str, set[str]] = {}
    for start in {start for start, _ in edges}:
        seen, todo = set(), [start]
        while todo:
            here = todo.pop()
            new = {end for begin, end in edges if begin == here} - seen
            seen |= new
            todo += new
        reach[start] = seen
    groups = {frozenset(x for x in seen if start in reach.get(x, ())) for start, seen in reach.items() if start in seen}
    return [set(group) for group in groups]


def circle_offences() -> set[str]:
    """Circles among files; the arrow back from a solution to what shows it must be lazy and is left out."""
    edges = {
        (arrow.file, arrow.target)
        for arrow in arrows()
        if not (arrow.file == BACK[0] and arrow.kind == "lazy" and room(arrow.target) in BACK[1])
    }
    return {
        "in a circle: " + ", ".join(f"{start} -> {end}" for start, end in sorted(edges) if {start, end} <= group)
        for group in circles(edges)
    }


def trade_offences() -> set[str]:
    """Folders of code whose `__init__` has no docstring."""
    folders = {room(file) for file in files() if file.endswith(CODE) and "/" in file}
    inits = {name: SOURCE / name / "__init__.py" for name in folders}
    return {
        f"{name}__init__.py does not say what the folder is for"
        for name, init in inits.items()
        if not (init.exists() and ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))))
    }


def rules_offences() -> set[str]:
    """The rules of a game import nothing else than what a game is made of."""
    mine = (arrow for arrow in arrows() if arrow.file.startswith("games/"))
    return {f"{arrow.file} imports {arrow.target}" for arrow in mine if arrow.target not in RULES_MAY_IMPORT}


def views_offences() -> set[str]:
    """Views render what they are given."""
    mine = (arrow for arrow in arrows() if arrow.file.startswith("views/") and arrow.kind != "types")
    return {f"{arrow.file} imports {arrow.target}" for arrow in mine if arrow.target.startswith(VIEWS_MAY_NOT_IMPORT)}


def name_offences() -> set[str]:
    """No file names a game, in code or prose, but those that are about a game, a paper, a sequence or a finding."""
    stems = {Path(file).stem for file in files() if file.startswith("games/")} - {"__init__", "rules"}
    if (SOURCE / "catalog").exists():  # what has no entry there is part of another game
        stems = {stem for stem in stems if (SOURCE / "catalog" / f"{stem}.py").exists()}
    words = [stem.split("_") for stem in sorted(stems)]
    pattern = "|".join(
        "(?i:" + "[ _-]?".join(parts) + ")" if len(parts) > 1 else f"(?<![A-Za-z])(?i:{parts[0]})(?![a-z])"
        for parts in words
    )
    return {
        f"{file} names a game"
        for file in files()
        if not file.startswith(MAY_NAME_GAMES) and "/data/" not in file
        if re.search(pattern, file + "\n" + without_examples((SOURCE / file).read_text(encoding="utf-8")))
    }


def without_examples(text: str) -> str:
    """A file's text without the examples in its docstrings, and without "such as" one, which are of some game."""
    doctests = r"^ *>>> (.*\n)+?(?= *\n| *\"\"\")"
    one = r"(e\.g\.|such as) (``)?(RiskOrSafety\(target=20\)|risk-or-safety)"
    return re.sub(one, "", re.sub(doctests, "", text, flags=re.MULTILINE))


RULES = {
    "one way": circle_offences,
    "one trade a folder": trade_offences,
    "games hold rules": rules_offences,
    "views render": views_offences,
    "no file names a game": name_offences,
}


@pytest.mark.parametrize("rule", RULES)
def test_the_rules_of_the_house(rule):
    offences = RULES[rule]()
    assert not offences, f"{rule}: " + "; ".join(sorted(offences))


def test_the_reader_sees_every_kind_of_import():
    text = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .a import b\ndef f():\n    from .. import c\n"
    assert python_imports(text)[1:] == [("a", 1, ("b",), "types"), ("", 2, ("c",), "lazy")]
    text = '"""from .no import no"""\nfrom .a cimport (b,\n  c as d)\ncimport cython\ndef f():\n    from .. import e\n'
    assert cython_imports(text) == [
        ("a", 1, ("b", "c"), "top"),
        ("", 2, ("e",), "lazy"),
        ("cython", 0, (), "top"),
    ]
    assert circles({("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")}) == [{"b", "c"}]
