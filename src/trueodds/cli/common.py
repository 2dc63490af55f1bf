"""What the commands share: how numbers are read, how bad input is refused, how long work shows itself."""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click

from .encoding import shows_all


class Refused(click.ClickException):
    """Bad input: one line, exit status 2."""

    exit_code = 2


@contextlib.contextmanager
def user_input() -> Iterator[None]:
    """What is wrong with what the user gave becomes one line; use it only around checks of input."""
    try:
        yield
    except (TypeError, ValueError, MemoryError) as error:
        if getattr(error, "__notes__", None):
            raise  # of a user's own rules
        raise Refused(str(error) or "out of memory") from error


class Choices(click.Group):
    """A group of commands that, for a name it does not have, says which is meant and which there are."""

    #: What its commands are, for the refusal.
    noun = "command"

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; the refusal names what is allowed."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            typed = args[0][:40]
            path = " ".join([*ctx.command_path.split()[1:], typed])  # the program's name stands before every message
            meant = self.meant(typed)
            hint = f", did you mean {meant}?" if meant else ";"
            raise Refused(f"{path}: no such {self.noun}{hint} there are {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)

    def meant(self, typed: str) -> str | None:
        """The name that is nearest to what was typed; None if none is near."""
        return nearest(typed, self.commands)


def nearest(typed: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant, whatever its capitals and hyphens; None if none is near.

    Examples
    --------
    >>> nearest("Risk_or_safety", ["pig", "risk-or-safety"]), nearest("slove", ["solve", "play"]), nearest("x", ["pig"])
    ('risk-or-safety', 'solve', None)
    """
    from difflib import get_close_matches  # opened only for a wrong name

    plain = {name.lower().replace("-", ""): name for name in names}
    found = get_close_matches(re.sub(r"[-_ ]", "", typed.lower()), plain, n=1)
    return plain[found[0]] if found else None


class WholeNumber(click.ParamType):  # type: ignore[type-arg]  # has no parameter in old versions of click
    """A whole number from `minimum`, any if that is None, in plain ASCII digits."""

    name = "number"

    def __init__(self, minimum: int | None = 1) -> None:
        self.minimum = minimum

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read it, or refuse it in one line."""
        if isinstance(value, int):
            return value
        name = param.opts[0] if param else "a number"
        written = re.fullmatch(r"[+-]?[0-9]{1,4000}", value)
        if not written or (self.minimum is not None and int(value) < self.minimum):
            shown = value if len(value) <= 40 else value[:40] + "…"
            allowed = "" if self.minimum is None else f" from {self.minimum}"
            raise Refused(f"{name} must be a whole number{allowed}, not {shown!r}")
        return int(value)


def quoted(word: str) -> str:
    """A word of a command that can be pasted into any shell: in double quotes where it has more than plain letters.

    Examples
    --------
    >>> quoted("game.json"), quoted("my game.json")
    ('game.json', '"my game.json"')
    """
    return word if re.fullmatch(r"[\w./:+=@,-]+", word) else f'"{word}"'


def offering(find: Callable[[click.Context], Iterable[str]]) -> Callable[..., list[str]]:
    """What a shell is offered for an option or argument on Tab: those of some words that begin as what is typed."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        return [word for word in find(ctx) if word.startswith(incomplete)]

    return complete


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
json_list_option = click.option("--json", "as_json", is_flag=True, help="Print a JSON list of objects.")
output_option = click.option(
    "-o", "--output", metavar="FILE", default="-", help="Where to write; standard output if left out."
)
quiet_option = click.option("--quiet", is_flag=True, help="No progress display.")


def print_json(data: object) -> None:
    """Print plain data as one JSON object or list."""
    click.echo(json.dumps(data, ensure_ascii=not shows_all()))


@contextlib.contextmanager
def show_progress(quiet: bool, what: str = "") -> Iterator[Callable[[str, int, int | None], object] | None]:
    """A progress display on standard error for work that takes over a second; none if that is not a terminal.

    `what` is put before the name of each stage: what all of the work is for.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    began = time.monotonic()
    display: Any = None
    tasks: dict[str, Any] = {}

    def progress(stage: str, done: int, total: int | None) -> None:
        nonlocal display
        if display is None:
            if time.monotonic() - began < 1:
                return
            from rich.console import Console
            from rich.progress import Progress

            display = Progress(console=Console(stderr=True), transient=True)
            display.start()
        if stage not in tasks:
            tasks[stage] = display.add_task(f"{what}: {stage}" if what else stage, total=total)
        display.update(tasks[stage], completed=done)

    try:
        yield progress
    finally:
        if display is not None:
            display.stop()
