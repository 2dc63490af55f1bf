"""Generate lists for the docs: the names in the reference, and the files of the package."""

from __future__ import annotations

import inspect
import pkgutil
import re
from itertools import groupby
from pathlib import Path

from command_pages import plain

NAMES, FILES = "<!-- functions -->", "<!-- files -->"  # placeholders of the lists
SOURCE = Path(__file__).parents[1] / "src" / "trueodds"


def with_lists(text: str) -> str:
    """Return a page with its placeholders replaced by lists."""
    if NAMES in text:
        text = text.replace(NAMES, list_names(text))
    return text.replace(FILES, list_files()) if FILES in text else text


def list_names(text: str) -> str:
    r"""List every name documented on a page, under its headings, with the first sentence of its docstring.

    Examples
    --------
    >>> print(list_names("<!-- functions -->\n\n## Solving\n\n::: trueodds.methods").partition(" | Return")[0])
    | name | what it is |
    |---|---|
    | **Solving** | |
    | [`methods()`](#trueodds.methods)
    """
    lines = ["| name | what it is |", "|---|---|"]
    for head, named in re.findall(r"(?m)^## (.*)$|^::: (\S+)$", text):
        if head:
            lines.append(f"| **{head}** | |")
            continue
        thing = pkgutil.resolve_name(named)
        called = "()" if inspect.isfunction(thing) else ""
        summary = (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ").replace("``", "`")
        lines.append(f"| [`{named.rpartition('.')[2]}{called}`](#{named}) | {summary.replace('|', chr(92) + '|')} |")
    kept = [one for at, one in enumerate(lines) if not _empty(one, lines[at + 1 : at + 2])]
    return "\n".join(kept)


def _empty(line: str, after: list[str]) -> bool:
    """Return whether a line is a heading without rows."""
    return line.startswith("| **") and (not after or after[0].startswith("| **"))


def list_files() -> str:
    """List the files of the package by folder, each with its first sentence."""
    files = [path for path in SOURCE.rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".h", ".js")]
    files.sort(key=lambda path: (path.parent, path.name))
    parts = []
    for folder, inside in groupby(files, key=lambda path: path.parent):
        name = folder.relative_to(SOURCE.parent).as_posix()
        about = summarize(folder / "__init__.py") if (folder / "__init__.py").exists() else ""
        rows = [f"| `{path.name}` | {summarize(path)} |" for path in inside if path.name != "__init__.py"]
        parts.append(f"### {name}/\n\n{about}\n\n| file | purpose |\n|---|---|\n" + "\n".join(rows))
    return "\n\n".join(parts)


def summarize(path: Path) -> str:
    """Return the first line of a file's docstring or, in C and JavaScript, the beginning of its first comment."""
    first = re.search(r'"""(.+)|/\* *(.+)|^// (.+)', path.read_text(encoding="utf-8"), re.MULTILINE)
    docstring, *comments = first.groups("") if first else ("",)
    line = docstring.removesuffix('"""') or "".join(comments).removesuffix("*/").partition(". ")[0]
    return plain(line.replace("``", "`").strip())
