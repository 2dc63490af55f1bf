"""What the commands share: how numbers are read, how bad input is refused, how long work shows itself."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any

import click

from ..runtime.files import is_regular, named_descriptor
from ..runtime.streams import check_output
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
        raise Refused(_in_options(error) or "out of memory") from error


def _in_options(error: Exception) -> str:
    """The message of an error, where a limit is exceeded with the options of the command that raise it."""
    what, context = getattr(error, "what", None), click.get_current_context(silent=True)
    if not isinstance(error, MemoryError) or what is None or context is None:
        return str(error)
    known = {name for one in context.command.params for name in one.opts}
    advice = []
    if "--max-positions" in known:
        advice.append("raise the limit with --max-positions")
    if "--bounds" in known and not context.params.get("bounds"):
        advice.append("ask for bounds with --bounds")
    return f"{what}; {', or '.join(advice)}" if advice else what


#: Command lines to show in a help text, without the program's name, or what looks them up.
Examples = Sequence[str] | Callable[[], Sequence[str]]


class _WithExamples(click.Command):
    """A command whose help ends with examples, which are looked up when the help is shown."""

    def __init__(self, *arguments: Any, examples: Examples = (), **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._examples = examples

    @property
    def examples(self) -> list[str]:
        """The command lines that the help shows."""
        lines = self._examples() if callable(self._examples) else self._examples
        return [f"trueodds {line}".rstrip() for line in lines]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the epilog."""
        if lines := self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" for line in lines))
        super().format_epilog(ctx, formatter)


class Command(_WithExamples):
    """A command with examples."""


class LazyCommands(MutableMapping[str, click.Command]):
    """Commands that are made when they are asked for: a command line imports only what it names."""

    def __init__(self, names: Callable[[], Iterable[str]], make: Callable[[str], click.Command]) -> None:
        self._names, self._make = names, make
        self._made: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._made:
            if name not in self._names():
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(list(self._names()))

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]


class Choices(_WithExamples, click.Group):
    """A group that suggests a command for a name that it does not have, and refuses options that are given twice."""

    #: What its commands are, for the refusal.
    noun = "command"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the group."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and check that no option is repeated that takes one value."""
        name, command, rest = self.find_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _refuse_repeated(command, ctx, rest)
        return name, command, rest

    def find_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; the refusal names what is allowed."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            typed = args[0][:40]
            path = " ".join([*ctx.command_path.split()[1:], typed])  # the program's name stands before every message
            meant = self.meant(typed)
            hint = f", did you mean {meant}?" if meant else ";"
            raise Refused(f"{path}: no such {self.noun}{hint} there are {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)

    def meant(self, typed: str) -> str | None:
        """Return the name that is nearest to what was typed, None if none is near."""
        return nearest(typed, self.commands)


def parameters_of(options: Iterable[Callable[..., Any]]) -> list[click.Parameter]:
    """Return new parameters, in order, from decorators such as `click.option` returns."""

    def command() -> None:
        """Carry the decorators."""

    for option in reversed(list(options)):
        option(command)
    return list(reversed(getattr(command, "__click_params__", [])))


def _refuse_repeated(command: click.Command, parent: click.Context, args: list[str]) -> None:
    """Refuse an option that is given more than once, where click would silently use the last one.

    Options made to be repeated, and plain flags, for which it makes no difference, are allowed.
    """
    if isinstance(command, click.Group):  # its own command's options are not its
        return
    try:
        found = command.make_parser(click.Context(command, parent=parent)).parse_args(list(args))[2]
    except click.UsageError:
        return  # reported when the command itself parses them
    for one in found:
        plain_flag = isinstance(one, click.Option) and one.is_flag and not one.secondary_opts
        repeatable = not isinstance(one, click.Option) or one.multiple or one.count or plain_flag
        if not repeatable and (times := sum(other is one for other in found)) > 1:
            often = "twice" if times == 2 else f"{times} times"
            raise Refused(f"{max(one.opts, key=len)} is given {often}; give it once")


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


class Workers(click.ParamType):  # type: ignore[type-arg]  # has no parameter in old versions of click
    """A number of processes, or the address of a Dask scheduler."""

    name = "workers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Read it, or refuse it in one line."""
        from ..runtime.executors import check_workers

        found = int(value) if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,9}", value) else value
        try:
            check_workers(found)
        except (ImportError, ValueError) as error:
            what = "a number from 1 or an address such as tcp://10.0.0.1:8786"
            shown = str(error) if isinstance(error, ImportError) else f"--workers must be {what}, not {value[:40]!r}"
            raise Refused(shown) from None
        return found


def quoted(word: str) -> str:
    """Return a word of a command as it is typed into a shell.

    Double quotes serve all shells, that of Windows included; what they do not protect gets the quotes of POSIX.

    Examples
    --------
    >>> quoted("game.json"), quoted("my game.json"), quoted("$5.json")
    ('game.json', '"my game.json"', "'$5.json'")
    """
    if re.fullmatch(r"[\w./:+=@,-]+", word):
        return word
    return shlex.quote(word) if re.search(r'["$`\\!]', word) and os.name == "posix" else f'"{word}"'


def offering(find: Callable[[click.Context], Iterable[str]]) -> Callable[..., list[str]]:
    """Return what completes an option or argument on Tab: those of some words that begin with what is typed."""

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
        return [word for word in find(ctx) if word.startswith(incomplete)]

    return complete


#: What a RULE is, wherever a strategy is named.
RULES = "optimal, or a rule of thumb such as 'always 2', 'all in', 'hold at 20'."


def offered_rules(ctx: click.Context) -> list[str]:
    """Return the strategies that a shell offers for a game."""
    from ..catalog.opponents import words_to_type
    from ..catalog.registry import by_name, names

    return words_to_type(by_name(ctx.info_name).rules) if ctx.info_name in names() else []


#: The formats of a command's output by name, each with the suffixes of its files; the first is the usual one.
Formats = Mapping[str, Sequence[str]]

#: The formats of commands that print an answer for people, or with --json for programs.
TEXT_OR_JSON: Formats = {"text": (".txt",), "json": (".json",)}

#: Tables with a row for each position and move, or for each game of a sweep.
ROWS: Formats = {".csv": (".csv",), ".jsonl": (".jsonl",), ".parquet": (".parquet",)}


def check_installed(kind: str) -> None:
    """Refuse, before the work, a kind of table whose library is missing."""
    from ..answers import rows  # not for a help text

    try:
        rows.check_installed(kind)
    except ImportError as error:
        raise Refused(str(error)) from None


#: Certificates; the writer compresses where the name ends in ``.gz``.
CERTIFICATE: Formats = {"certificate": (".odds", ".odds.gz")}


def choose_format(option: str, path: str, formats: Formats, asked: Mapping[str, str] | None = None) -> str:
    """Return the name of the format in which a file is written.

    The suffix decides. A file without a suffix, and what is not a regular file (a pipe, standard output), get the
    format that another option asks for (`asked`: at most one option such as ``--json``, with its format), or else the
    command's usual one. Where two formats share a suffix, the first is used unless the other is asked for.
    """
    given, wanted = next(iter((asked or {}).items()), (None, None))
    suffix = _suffix(path) if path != "-" and is_regular(path) else ""
    if suffix in ("", "."):
        return wanted or next(iter(formats))
    possible = [wanted] if wanted else list(formats)
    found = next((name for name in possible if suffix in formats[name]), None)
    if found is None:
        because = f" with {given}" if given else ""
        raise Refused(f"{option} must end in {_suffixes(formats[name] for name in possible)}{because}, not {path!r}")
    return found


def text_or_json(output: str, as_json: bool) -> str:
    """Return the format of an answer: text, or JSON where the suffix or ``--json`` asks for it."""
    return choose_format("--output", output, TEXT_OR_JSON, {"--json": "json"} if as_json else {})


def _suffix(path: str) -> str:
    """Return the suffix in small letters, with the one before it if that is of a compressed file."""
    stem, last = os.path.splitext(path.lower())
    return os.path.splitext(stem)[1] + last if last == ".gz" else last


def _suffixes(formats: Iterable[Sequence[str]]) -> str:
    """List the suffixes of formats, each once."""
    every = list(dict.fromkeys(suffix for several in formats for suffix in several))
    return " or ".join(filter(None, [", ".join(every[:-1]), every[-1]]))


class OutputFile(click.ParamType):  # type: ignore[type-arg]  # has no parameter in old versions of click
    """A file to write, whose suffix is refused before any work if the command does not know it.

    A path that names the descriptor of standard output, such as ``/dev/stdout``, becomes ``-``. Standard output that
    is closed is refused as well.
    """

    name = "file"

    def __init__(self, formats: Formats) -> None:
        self.formats = formats

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the suffix."""
        path = "-" if named_descriptor(value) == 1 else str(value)
        choose_format(max(param.opts, key=len) if param else "the file", path, self.formats)
        if path == "-":
            check_output()
        return path


def output_option(formats: Formats = TEXT_OR_JSON, *, text: str = "", default: str | None = "-") -> Callable[..., Any]:
    """Return the option ``-o`` of a command that writes these formats; `text` replaces the usual help."""
    where = text or "Where to write [default: standard output]."
    if len(formats) > 1:
        where = f"{where} The suffix decides the format: {_suffixes(formats.values())}."
    return click.option("-o", "--output", type=OutputFile(formats), metavar="FILE", default=default, help=where)


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
seed_option = click.option(
    "--seed", metavar="N", type=WholeNumber(0), help="Seed of the random numbers [default: a new one each time]."
)
json_list_option = click.option("--json", "as_json", is_flag=True, help="Print a JSON list of objects.")
workers_option = click.option(
    "--workers",
    type=Workers(),
    metavar="N|tcp://…",
    help="Compute in N processes, or on the workers of this Dask scheduler.",
)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="Hide the progress display.")


def print_json(data: object) -> None:
    """Print plain data as one JSON object or list."""
    click.echo(json.dumps(data, ensure_ascii=not shows_all()))


@contextlib.contextmanager
def show_progress(quiet: bool, what: str = "") -> Iterator[Callable[[str, int, int | None], object] | None]:
    """Show progress on standard error for work that takes over a second; nothing if that is not a terminal.

    Each stage shows its percentage and the time remaining, or the number done where the total is not known. `what` is
    put before the name of each stage: what all of the work is for.
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
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

            display = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn(text_format_no_percentage="{task.completed:,.0f}"),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            display.start()
        if stage not in tasks:
            tasks[stage] = display.add_task(f"{what}: {stage}" if what else stage, total=total)
        display.update(tasks[stage], completed=done)

    try:
        yield progress
    finally:
        if display is not None:
            display.stop()
