"""Generate a page for each command from its help text."""

from __future__ import annotations

import html
import inspect
import re
from collections.abc import Iterator

import click

from trueodds.cli import trueodds

_INDEX = """# Commands

These pages show the same text as `trueodds COMMAND --help`.

| command | what it does |
|---|---|
{rows}

{rest}
"""


def pages() -> dict[str, str]:
    """Return the text of all pages about commands, by path; the first is the index."""
    top = click.Context(trueodds, info_name="trueodds")
    commands = {name: trueodds.get_command(top, name) for name in trueodds.list_commands(top)}
    rows = "\n".join(f"| [{name}]({name}.md) | {one.get_short_help_str(200)} |" for name, one in commands.items())
    rest = _prose(trueodds.epilog or "")
    found = {"commands/index.md": _INDEX.format(rows=rows, rest=rest)}
    return found | {f"commands/{name}.md": _page(one, top, name) for name, one in commands.items()}


def _page(command: click.Command, above: click.Context, name: str) -> str:
    here = click.Context(command, info_name=name, parent=above)
    parts = [f"# trueodds {name}", *_usage(command, here)]
    if isinstance(command, click.Group):
        for below in command.list_commands(here):
            part = command.get_command(here, below)
            parts += [f"## {name} {below}", *_usage(part, click.Context(part, info_name=below, parent=here))]
    return "\n\n".join(parts) + "\n"


def _usage(command: click.Command, context: click.Context) -> Iterator[str]:
    """Return the usage line of a command, its description and its options."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```"
    yield _prose(command.help or "")
    if lines := getattr(command, "examples", []):
        yield "Examples\n\n```sh\n" + "\n".join(lines) + "\n```"
    records = [one.get_help_record(context) for one in command.params if isinstance(one, click.Option)]
    rows = [f"| {_option(name)} | {text.replace('|', chr(92) + '|')} |" for name, text in filter(None, records)]
    if rows:
        yield "\n".join(["| option | what it does |", "|---|---|", *rows])


def _option(name: str) -> str:
    """Return the names of an option and its value, with line breaks only at spaces and between choices."""
    words = (re.split(r"(?<=\|)", word) for word in name.split())
    whole = ("<wbr>".join(f'<span class="whole">{html.escape(part)}</span>' for part in word) for word in words)
    return f"<code>{' '.join(whole)}</code>".replace("|", "&#124;")


def _prose(text: str) -> str:
    """Return the paragraphs of a help text; those marked to keep their lines are examples."""
    parts = []
    for part in re.split(r"\n\s*\n", inspect.cleandoc(text)):
        if part.startswith("\b"):
            head, _, lines = part.removeprefix("\b\n").partition("\n")
            parts.append(f"{head}\n\n```sh\n{inspect.cleandoc(lines)}\n```")
        else:
            parts.append(plain(" ".join(part.split())))
    return "\n\n".join(parts)


def plain(text: str) -> str:
    """Return text in which only names between backticks are markup."""
    return "`".join(
        one if at % 2 else re.sub(r"([\\*_<>\[\]|])", r"\\\1", one) for at, one in enumerate(text.split("`"))
    )
