"""Generate a page for each game from its rules and its catalog entry, and a live page with `trueodds explore`."""

from __future__ import annotations

import contextlib
import inspect
import io
import re
from collections.abc import Iterator
from typing import Any

from trueodds.catalog.entry import Entry
from trueodds.catalog.registry import list_entries
from trueodds.cli import run
from trueodds.cli.games import list_examples, make_parameter_options
from trueodds.drawing import make_page as draw_page
from trueodds.game import Game

#: Sizes of the live pages; other games have the size of the tests.
LIVE = {
    "risk-or-safety": {"target": 12},
    "pig": {"target": 20},
    "coinball": {"tosses": 10},
    "two-coins": {"flips": 10},
    "greed": {"limit": 12, "sides": 6},
    "the-race": {"target": 10},
    "hog": {"target": 20},
    "two-dice-pig": {"target": 10},
}

_INDEX = """# Games

Each page has the rules of a game, its options, an example, and a live page to explore every position.

| game | rules |
|---|---|
{rows}

You can also solve [your own game](../own-game.md) and [models from other tools](../other-tools.md).
"""


def pages() -> dict[str, str]:
    """Return the text of all pages about games, by path; the first is the index."""
    rows = "\n".join(f"| [{entry.title}]({entry.name}.md) | {entry.summary} |" for entry in list_entries())
    found = {"games/index.md": _INDEX.format(rows=rows)}
    return found | {f"games/{entry.name}.md": _page(entry) for entry in list_entries()}


def live_pages() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each game's live page."""
    for entry in list_entries():
        yield f"live/{entry.name}.html", draw_page(live_game(entry))


def live_game(entry: Entry) -> Game:
    """Return the game of the live page."""
    return entry.game(**LIVE.get(entry.name, entry.small))


def _sections(thing: Any) -> dict[str, str]:
    """Return the sections of a numpydoc docstring by title; the text before the first section is under ""."""
    pieces = re.split(r"(?m)^(\w[\w ]*)\n-{3,}\n", inspect.getdoc(thing) or "")
    return {"": pieces[0].strip()} | dict(zip(pieces[1::2], (one.strip() for one in pieces[2::2]), strict=True))


def _page(entry: Entry) -> str:
    sections = _sections(entry.game)
    live = f"../live/{entry.name}.html"
    parts = [
        f"# {entry.title}",
        sections[""].partition(": ")[2][:1].upper() + sections[""].partition(": ")[2][1:].replace("``", "`"),
        f"## Explore\n\n[Open as a full page]({live}){{ .md-button }} "
        f"`trueodds explore {_command_line(entry)}` writes this page.",
        f'<iframe class="live" src="../{live}" title="{entry.title}: every position, live" loading="lazy"></iframe>',
        f"## Example\n\n{_session(entry)}",
        "## Options\n\n" + _table(("option", "meaning"), _options(entry)),
        _position(entry),
        "## Methods, pictures, rules of thumb\n\n" + _offers(entry),
        "## Commands to try\n\n```sh\n" + "\n".join(_tries(entry)) + "\n```",
    ]
    if "References" in sections:
        sources = map(_linked, sections["References"].splitlines())
        parts.append("## Sources\n\n" + "\n".join(f"- {one}" for one in sources))
    return "\n\n".join(filter(None, parts)) + "\n"


def _linked(text: str) -> str:
    """Return a reference with links for addresses, arXiv and OEIS numbers.

    Examples
    --------
    >>> _linked("OEIS A349697; arXiv:2603.01002, 2026.")
    'OEIS [A349697](https://oeis.org/A349697); [arXiv:2603.01002](https://arxiv.org/abs/2603.01002), 2026.'
    """
    text = re.sub(r"(?<!/)\b(A\d{6})\b", r"[\1](https://oeis.org/\1)", re.sub(r"(https?://[^\s,]+\w)", r"<\1>", text))
    return re.sub(r"arXiv:(\d+\.\d+)", r"[arXiv:\1](https://arxiv.org/abs/\1)", text)


def _command_line(entry: Entry) -> str:
    """Return the game of the live page as command-line arguments."""
    given = LIVE.get(entry.name, entry.small)
    return " ".join(
        [
            entry.name,
            *(f"{one.opts[0]} {given[one.name]}" for one in make_parameter_options(entry) if one.name in given),
        ]
    )


def _session(entry: Entry) -> str:
    """Run `trueodds solve` for a small game and return the session."""
    small = [
        word
        for one in make_parameter_options(entry)
        if one.name in entry.small
        for word in (one.opts[0], str(entry.small[one.name]))
    ]
    words = ["solve", entry.name, *small]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = run(words)
    if status != 0:
        raise RuntimeError(f"trueodds {' '.join(words)} ended with status {status}")
    return f"```console\n$ trueodds {' '.join(words)}\n{printed.getvalue()}```"


def _options(entry: Entry) -> list[tuple[str, str]]:
    return [(f"`{one.opts[0]}`", one.help or "") for one in make_parameter_options(entry)]


def _position(entry: Entry) -> str:
    """Return the fields of a position in Python."""
    kind = entry.game.position_type
    sections = _sections(kind).get("Attributes", "")
    pairs = re.findall(r"(?m)^(\w[\w, ]*) : (.*)\n((?:^ +.*\n?)+)", sections)
    if not pairs:
        return ""
    rows = [(f"`{name}`", " ".join(text.split())) for name, _, text in pairs]
    return f"## Positions\n\nIn Python, a position is a `{kind.__name__}`, a named tuple.\n\n" + _table(
        ("field", "meaning"), rows
    )


def _offers(entry: Entry) -> str:
    rows = [
        ("methods", "; ".join(f"`{name}`: {one.help}" for name, one in entry.all_methods.items())),
        (
            "pictures",
            ", ".join(f"`{kind}`" + (f" ({one.note})" if one.note else "") for kind, one in entry.pictures.items()),
        ),
        ("rules of thumb", ", ".join(f"`{one.name}`" for one in entry.rules)),
        ("papers", "; ".join(f"[{one.title}](../claims.md)" for one in entry.papers)),
        ("in Python", f"[`trueodds.{entry.game.__name__}`](../reference-games.md#trueodds.{entry.game.__name__})"),
    ]
    return _table(("kind", "names"), [row for row in rows if row[1]])


def _tries(entry: Entry) -> Iterator[str]:
    for verb in ("solve", "strategy", "play", "advise", "explore", "simulate", "compare"):
        for one in list_examples(entry, verb)[:1]:
            yield f"trueodds {verb} {entry.name} {one}".rstrip()


def _table(heads: tuple[str, ...], rows: list[tuple[str, str]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
