"""The list at the head of the reference: every name on the page with the first sentence of its docstring."""

from __future__ import annotations

import inspect
import pkgutil
import re

MARK = "<!-- functions -->"


def with_list(text: str) -> str:
    r"""The page with a list of what is on it instead of the mark, by its headings; functions and classes apart.

    Examples
    --------
    >>> print(with_list("<!-- functions -->\n\n## Solving\n\n::: trueodds.methods").partition(" | How")[0])
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
    return text.replace(MARK, "\n".join(kept))


def _empty(line: str, after: list[str]) -> bool:
    """Whether it is a heading that nothing follows."""
    return line.startswith("| **") and (not after or after[0].startswith("| **"))
