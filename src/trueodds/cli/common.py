"""Command classes, option types and error reporting that all commands share."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import click


class InputError(click.ClickException):
    """An error in the user's input, reported in one line with exit status 2."""

    exit_code = 2


@contextlib.contextmanager
def user_input() -> Iterator[None]:
    """Report invalid input, lack of memory or a missing extra in one line; leave errors of user-defined rules alone."""
    try:
        yield
    except (TypeError, ValueError, MemoryError, ImportError) as error:
        if getattr(error, "__notes__", None):
            raise  # from user-defined rules
        raise InputError(_describe_error(error) or "out of memory") from error


def _describe_error(error: Exception) -> str:
    """Return an error's message; if the error concerns a limit, add the options that raise or avoid the limit."""
    what, context = getattr(error, "what", None), click.get_current_context(silent=True)
    if not isinstance(error, MemoryError) or what is None or context is None:
        return str(error)
    options = {name for parameter in context.command.params for name in parameter.opts}
    advice = []
    if "--max-positions" in options:
        advice.append("raise the limit with --max-positions")
    if "--bounds" in options and not context.params.get("bounds"):
        advice.append("ask for bounds with --bounds")
    return f"{what}; {', or '.join(advice)}" if advice else what


#: Command lines to show in a help text, without the program's name, or a function that returns them.
Examples = Sequence[str] | Callable[[], Sequence[str]]


class _Formatter(click.HelpFormatter):
    """A help formatter that wraps lines at spaces only."""

    def write(self, string: str) -> None:
        """Write text after restoring its protected hyphens."""
        super().write(string.replace("\u2011", "-"))

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        super().write_text(text.replace("-", "\u2011"))

    def write_dl(self, rows: Iterable[tuple[str, str]], *columns: int) -> None:
        """Write a list of terms and their descriptions."""
        super().write_dl([(term, text.replace("-", "\u2011")) for term, text in rows], *columns)


class _Context(click.Context):
    formatter_class = _Formatter


class Command(click.Command):
    """A command that rejects repeated options and shows examples in its help; examples are computed only when shown."""

    context_class = _Context

    def __init__(self, *arguments: Any, examples: Examples = (), **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._examples = examples

    @property
    def examples(self) -> list[str]:
        """The example command lines that the help shows."""
        lines = self._examples() if callable(self._examples) else self._examples
        return [f"trueodds {line}".rstrip() for line in lines]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the epilog."""
        if lines := self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" for line in lines))
        super().format_epilog(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments and reject a repeated option where click would silently use the last value.

        Plain flags may be repeated, because repeating them has no effect.
        """
        typed = [] if ctx.resilient_parsing else self.make_parser(ctx).parse_args(list(args))[2]
        for parameter in typed:
            plain_flag = isinstance(parameter, click.Option) and parameter.is_flag and not parameter.secondary_opts
            repeatable = not isinstance(parameter, click.Option) or parameter.multiple or plain_flag
            if not repeatable and sum(other is parameter for other in typed) > 1:
                raise InputError(f"{max(parameter.opts, key=len)} can be given only once")
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            what, _, words = error.message.partition(" (")
            if not what.startswith("Got unexpected extra argument"):
                raise
            raise InputError(
                f"unexpected {what.split()[-1]} {words.removesuffix(')')!r}; "
                f"`{ctx.command_path} --help` shows the usage"
            ) from None


class Choices(Command, click.Group):
    """A group that suggests the most similar command if a name is unknown."""

    #: The word for a command of this group in messages.
    noun = "command"

    #: The class of the commands that `command` adds.
    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order in which they were added."""
        return list(self.commands)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command, or raise an `InputError` that lists the known names."""
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            typed = args[0][:40]
            path = " ".join([*ctx.command_path.split()[1:], typed])  # every message begins with the program's name
            suggestion = self.suggest(typed, names)
            hint = f" (did you mean {suggestion}?);" if suggestion else ";"
            raise InputError(f"{path}: no such {self.noun}{hint} choose from {', '.join(names)}")
        return super().resolve_command(ctx, args)

    def suggest(self, typed: str, names: Sequence[str]) -> str | None:
        """Return the known name that is most similar to the typed one, or None."""
        return find_nearest(typed, names)


def make_option(*names: str, **settings: Any) -> click.Option:
    """Return an option that several commands can share in their `params`."""
    return click.Option(names, **settings)


def find_nearest(typed: str, names: Iterable[str]) -> str | None:
    """Return the name that is most similar to the typed one, or None."""
    from difflib import get_close_matches  # imported only for a wrong name

    plain = {name.lower().replace("-", ""): name for name in names}
    matches = get_close_matches(typed.lower().replace("-", ""), plain, n=1)
    return plain[matches[0]] if matches else None


class WholeNumber(click.ParamType):  # type: ignore[type-arg]  # not generic in old versions of click
    """A whole number in ASCII digits, at least `minimum` unless this is None."""

    name = "number"

    def __init__(self, minimum: int | None = 1) -> None:
        self.minimum = minimum

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or raise `InputError`."""
        if isinstance(value, int):
            return value
        name = param.opts[0] if param else "a number"
        match = re.fullmatch(r"[+-]?[0-9]{1,4000}", value)
        if not match or (self.minimum is not None and int(value) < self.minimum):
            text = value if len(value) <= 40 else value[:40] + "…"
            digits = " of at most 4,000 digits" * (len(value) > 4000)
            allowed = f"at least {self.minimum}" if match else f"a whole number{digits}"
            raise InputError(f"{name} must be {allowed}, not {text!r}")
        return int(value)


class Workers(click.ParamType):  # type: ignore[type-arg]  # not generic in old versions of click
    """A number of processes, or the address of a Dask scheduler."""

    name = "workers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Return the number or the address, or raise `InputError`."""
        from ..runtime.executors import check_workers

        workers = int(value) if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,9}", value) else value
        with user_input():
            check_workers(workers)
        return workers


def quote(word: str) -> str:
    """Return a word of a command, quoted for a shell if necessary.

    Double quotes also work in the shells of Windows.
    """
    if re.fullmatch(r"[\w./:+=@,-]+", word):
        return word
    return shlex.quote(word) if re.search(r'["$`\\!]', word) and os.name == "posix" else f'"{word}"'


def make_completion(find: Callable[[click.Context], Iterable[str]]) -> Callable[..., list[str]]:
    """Return a Tab-completion function that offers the words from `find` that begin with the typed text."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        return [word for word in find(ctx) if word.startswith(incomplete)]

    return complete


#: The description of RULE in help texts.
RULES = "'optimal', or a rule of thumb such as 'always 2', 'all in' or 'hold at 20'."


def find_rules(ctx: click.Context) -> list[str]:
    """Return the strategies that Tab completion offers for a game."""
    from ..catalog.registry import find_by_name, list_games
    from ..catalog.rules import list_names

    return list_names(find_by_name(ctx.info_name).rules) if ctx.info_name in list_games() else []
