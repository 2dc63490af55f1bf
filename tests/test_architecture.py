"""The rules that imports can break: one direction, no cycles, games hold rules, views render.

Imports inside functions count, also in Cython files; those for the type checker alone do not. Functions named by
strings ("module:function") are loaded when used and are not imports.
"""

import ast
import graphlib
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "trueodds"

# Allowed exceptions: a solution that displays, saves or certifies itself imports what it needs at that moment.
BACK = ("solution", ("views/", "drawing", "certificates/", "answers/"))
RULES_MAY_IMPORT = {"game", "parameters", "exact/distributions", "games/two_targets"}
VIEWS_MAY_NOT_IMPORT = ("dispatch", "solver/", "fast/", "research/")
MAY_NAME_GAMES = (
    *("__init__.py", "__init__.pyi", "games/", "catalog/", "fast/", "research/", "claims/", "oeis/"),
    *("certificates/heads.py", "certificates/check_odds.py", "certificates/check_odds.js"),
    *("risk_or_safety.py", "two_coins.py"),
)

pytestmark = pytest.mark.skipif(not SOURCE.exists(), reason="tests of an installed package, without its sources")


def imports(text: str) -> list[tuple[str, tuple[str, ...], bool]]:
    """Return the imports of a file except for type checkers: module with leading dots, names, whether in a function."""
    text = re.sub(r'"""[\s\S]*?"""|#.*', "", text)
    text = re.sub(r"^if TYPE_CHECKING:\n(?: .*\n|\n)+", "", text, flags=re.M)
    text = re.sub(r"\(([^()]*)\)", lambda group: "(" + " ".join(group[1].split()) + ")", text)
    some = re.findall(r"^([ \t]*)from +([.\w]+) +c?import +\(?([\w, *]+)", text, re.M)
    some += [(*one, "") for one in re.findall(r"^([ \t]*)c?import +([\w.]+)", text, re.M)]
    return [
        (name, tuple(part.split()[0] for part in names.split(",") if part.strip()), bool(at))
        for at, name, names in some
    ]


@cache
def files() -> list[str]:
    """Return all files of the package except build products; headers are handwritten C."""
    made = (".so", ".pyd", ".o", ".c")
    paths = (path for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path.relative_to(SOURCE).as_posix() for path in paths if path.suffix not in made)


@cache
def arrows() -> set[tuple[str, str, bool]]:
    """Return all imports between modules, by names without suffix, and whether each is in a function."""
    code = [file for file in files() if file.endswith((".py", ".pyx", ".pxd"))]
    known = {file.rsplit(".", 1)[0].removesuffix("/__init__") for file in code}
    found = set()
    for file in code:
        here = file.rsplit(".", 1)[0]
        for name, taken, lazy in imports((SOURCE / file).read_text(encoding="utf-8")):
            level = len(name) - len(name.lstrip("."))
            if level:
                base = [*here.split("/")[:-level], *filter(None, name[level:].split("."))]
            elif name.split(".")[0] == "trueodds":
                base = name.split(".")[1:]
            else:
                continue
            inner = ["/".join([*base, one]) for one in taken]
            targets = {one if one in known else "/".join(base) for one in inner or ["/".join(base)]}
            mine = here.removesuffix("/__init__")  # a kernel, its declarations and its stub are one
            found |= {(mine, target, lazy) for target in targets & known if target != mine}
    return found


def test_imports_run_one_way():
    """Lazy imports of a solution's output functions are exempt; imports in Cython files are seen."""
    assert {("exact/long_sums", "exact/lanes"), ("dispatch", "game")} <= {arrow[:2] for arrow in arrows()}
    order = graphlib.TopologicalSorter()
    for mine, target, lazy in arrows():
        if not (mine == BACK[0] and lazy and target.startswith(BACK[1])):
            order.add(mine, target)
    order.prepare()  # raises CycleError, which names a cycle


def test_games_hold_rules_and_views_render():
    for mine, target, _ in arrows():
        assert not mine.startswith("games/") or target in RULES_MAY_IMPORT, (mine, target)
        assert not mine.startswith("views/") or not target.startswith(VIEWS_MAY_NOT_IMPORT), (mine, target)


def test_no_file_names_a_game():
    """Files about a game, paper, sequence or finding are exempt."""
    stems = {Path(file).stem for file in files() if file.startswith("games/")} - {"__init__", "rules"}
    if (SOURCE / "catalog").exists():  # a module without an entry is part of another game
        stems = {stem for stem in stems if (SOURCE / "catalog" / f"{stem}.py").exists()}
    pattern = "|".join(
        "(?i:" + "[ _-]?".join(parts) + ")" if len(parts) > 1 else f"(?<![A-Za-z])(?i:{parts[0]})(?![a-z])"
        for parts in (stem.split("_") for stem in sorted(stems))
    )
    naming = [
        file
        for file in files()
        if not file.startswith(MAY_NAME_GAMES) and "/data/" not in file
        if re.search(pattern, file + "\n" + without_examples((SOURCE / file).read_text(encoding="utf-8")))
    ]
    assert naming == []


def test_options_are_passed_on():
    """A function with an option passes it to each function that takes it; a run contains the progress function."""
    trees = {file: ast.parse((SOURCE / file).read_text(encoding="utf-8")) for file in files() if file.endswith(".py")}
    options, taken = {"progress", "max_positions", "checkpoint", "workers", "run"}, {}
    taken["runtime/run.py", "Run"] = {"progress"}
    for file, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                taken[file, node.name] = options & {one.arg for one in node.args.args + node.args.kwonlyargs}
    dropped = []
    for file, tree in trees.items():
        known = {name: (file, name) for there, name in taken if there == file}
        for node in (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level):
            module = "/".join([*file.split("/")[: -node.level], *(node.module or "__init__").split(".")])
            known |= {one.asname or one.name: (f"{module}.py", one.name) for one in node.names}
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            own = {one.arg for one in function.args.args + function.args.kwonlyargs} & {*options, "run"}
            for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
                bases = {node.value for node in ast.walk(call) if isinstance(node, ast.Attribute)}
                said = {ast.unparse(node).rpartition(".")[2] for node in {*ast.walk(call)} - bases}
                said |= {keyword.arg for keyword in call.keywords}
                name = ast.unparse(call.func)
                for option in taken.get(known.get(name), ()):
                    needed = {option, "run"} if option in ("progress", "workers") and name != "Run" else {option}
                    if own & needed and not said & {option, "run"}:
                        dropped.append((file, name, option))
    callers = {file for file, *_ in dropped}
    known = {"oeis/games.py", "oeis/pair.py", "research/two_coins_curve.py", "strategies.py"}
    assert callers == known  # which report once per game, or solve one game
    assert len(dropped) == 6


def without_examples(text: str) -> str:
    """Return a file's text without docstring examples and without games given as examples."""
    doctests = r"^ *>>> (.*\n)+?(?= *\n| *\"\"\")"
    one = r"(e\.g\.|such as) (``)?(RiskOrSafety\(target=20\)|risk-or-safety)"
    return re.sub(one, "", re.sub(doctests, "", text, flags=re.MULTILINE))
