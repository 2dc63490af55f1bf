"""Write src/trueodds/__init__.pyi, the type stub of `import trueodds`, from the registry of games.

    python tools/make_stubs.py           write the stub
    python tools/make_stubs.py --print   print it

Every public name is imported from the file that defines it. `solve` gets an overload for each game and each class that
the game's methods return, read from their annotations. A new game needs no change here.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_overloads, get_type_hints

import trueodds
from trueodds.catalog.entry import ANY_GAME, Entry, Method, load
from trueodds.catalog.registry import entries
from trueodds.games.rules import Rules
from trueodds.solution import Solution

STUB = Path(__file__).parents[1] / "src" / "trueodds" / "__init__.pyi"
HEAD = '''"""What editors know of trueodds; made by tools/make_stubs.py from the registry of games."""

'''
OPTIONS = """
class Options(TypedDict, total=False):
    workers: int | str | Executor | None
    checkpoint: str | os.PathLike[str] | None
    progress: Progress | None
    max_positions: int | None

"""


def make() -> str:
    """Return the text of the stub."""
    overloads, used = all_overloads()
    imports = {("concurrent.futures", "Executor")}
    imports |= {("typing", name) for name in ("Literal", "TypedDict", "Unpack", "overload")}
    imports |= {(".runtime.executors", "Progress"), ("._version", "__version__")}
    imports |= {(module_of(kind), kind.__name__) for kind in used}
    imports |= {(f".{module}", name) for name, module in trueodds._MODULES.items() if name != "solve"}  # spelled out
    imports |= {(".", name) for name in trueodds._SUBMODULES}
    by_module: dict[str, list[str]] = {}
    for module, name in sorted(imports):
        by_module.setdefault(module, []).append(name)
    lines = ["import os"]
    for module in sorted(by_module, key=lambda name: (name.startswith("."), name)):
        if module.startswith(".") and lines[-1] and not lines[-1].startswith("from ."):
            lines.append("")
        names = sorted(by_module[module], key=import_order)
        exported = [name for name in names if name in trueodds.__all__]
        used_here = ", ".join(name for name in names if name not in exported)
        # A stub exports what it imports under the same name.
        for one in (*(f"{name} as {name}" for name in exported), used_here):
            lines += [f"from {module} import {one}"] if one else []
    return HEAD + "\n".join([*lines, ""]) + OPTIONS + "".join(overloads)


def all_overloads() -> tuple[list[str], set[type]]:
    """Return the signatures of `solve`, and the classes that they name."""
    found: dict[tuple[str, tuple[type, ...]], list[type]] = {}  # games by what is asked for and what is returned
    for entry in entries():
        for key in by_return(entry):
            found.setdefault(key, []).append(entry.game)
    of_any_game = {name: returns(method) for name, method in ANY_GAME.items()}
    for at, (name, returned) in enumerate(of_any_game.items()):
        literal = f'Literal["{name}"]' + ("" if at else " | None = None")
        found.setdefault((literal, returned), []).append(Rules)
    for name, returned in of_any_game.items():
        own = [kind for entry in entries() if name in entry.methods for kind in returns(entry.methods[name])]
        found.setdefault((f'Literal["{name}"]', (common_base([*returned, *own]),)), []).append(trueodds.Game)
    found["str | None = None", (Solution,)] = [trueodds.Game]
    texts = [
        signature(" | ".join(game.__name__ for game in games), method, returned)
        for (method, returned), games in found.items()
    ]
    return texts, {kind for (_, returned), games in found.items() for kind in (*games, *returned)}


def by_return(entry: Entry) -> list[tuple[str, tuple[type, ...]]]:
    """Return the annotations of `method` and the classes that are returned for it; the default method comes first."""
    methods = {name: returns(method) for name, method in entry.all_methods.items()}
    groups: dict[tuple[type, ...], list[str]] = {}
    for name, returned in methods.items():
        groups.setdefault(returned, []).append(f'"{name}"')
    usual = next(iter(methods.values()))
    found = []
    if entry.choose:  # by the game: any of its own methods
        own = [kind for name in entry.methods for kind in methods[name]]
        found.append(("None = None", tuple(dict.fromkeys(own))))
    for returned, names in groups.items():
        literal = f"Literal[{', '.join(names)}]"
        is_usual = returned == usual and not entry.choose
        if names == ['"general"'] and not is_usual:
            continue  # as for any game
        found.append((f"{literal} | None = None" if is_usual else literal, returned))
    return found


def returns(method: Method) -> tuple[type, ...]:
    """Return the classes in the return annotation of a method's function, or of the overload that fits."""
    function = load(method.solver)
    for one in get_overloads(function):
        hints = resolve(one)
        if all(value in get_args(hints[name]) for name, value in method.given.items()):
            return members(hints["return"])
    return members(resolve(function)["return"])


def resolve(function: Any) -> dict[str, Any]:
    """Return the annotations of a function, where names that only the type checker knows are Any."""
    module = sys.modules[function.__module__]
    return get_type_hints(function, {**vars(module), "Progress": Any, "Executor": Any})


def members(annotation: Any) -> tuple[type, ...]:
    """Return the classes of a union, or the one class."""
    return get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)


def common_base(kinds: list[type]) -> type:
    """Return the nearest common base class."""
    return next(base for base in kinds[0].__mro__ if all(issubclass(kind, base) for kind in kinds))


def signature(game: str, method: str, returned: tuple[type, ...]) -> str:
    """Return one overload in the formatter's layout."""
    given = [f"game: {game}", f"method: {method}", "**options: Unpack[Options]"]
    returns = " | ".join(kind.__name__ for kind in returned)
    for inside in (", ".join(given), f"\n    {', '.join(given)}\n", "\n" + "".join(f"    {one},\n" for one in given)):
        text = f"def solve({inside}) -> {returns}: ...\n"
        if max(map(len, text.splitlines())) <= 120:
            break
    return f"@overload\n{text}"


def module_of(kind: type) -> str:
    """Return the relative name of the module of a class."""
    return kind.__module__.removeprefix("trueodds")


def import_order(name: str) -> tuple[bool, bool, str]:
    """Return the key by which linters sort names: constants, classes, functions."""
    return not name.isupper(), not name[0].isupper(), name


if __name__ == "__main__":
    if "--print" in sys.argv:
        print(make(), end="")
    else:
        STUB.write_text(make(), encoding="utf-8")
