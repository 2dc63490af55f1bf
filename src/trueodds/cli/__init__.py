"""The command line, one file for each command: it parses, calls and prints."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from types import FrameType
from typing import Any

import click

from ..runtime.executors import WorkerError
from ..runtime.files import CANNOT_WRITE
from ..runtime.interrupts import catch_interrupts, report_interrupt
from ..runtime.streams import ClosedOutputError, replace_closed_streams
from .common import Choices, LazyCommands, nearest
from .encoding import output_plainly

#: The commands by purpose; each is in the module of its name.
COMMANDS = {
    "Solve a game": ("solve", "strategy", "compare", "simulate", "sweep"),
    "Play": ("play", "advise", "review"),
    "Draw and export": ("explore", "plot", "export"),
    "Check results": ("check", "claims", "oeis", "selftest"),
    "Other": ("games", "completion"),
}
_NAMES = tuple(name for names in COMMANDS.values() for name in names)
_SHOWN = ("play", "advise", "explore")
_REST = """FILE.py:NAME instead of a game's name solves your own game; a page of Python is enough.

Every command that prints an answer takes --json. Exit status: 0 done; 1 the answer is "no" (a check that
failed); 2 bad usage; 130 stopped by Ctrl-C."""


def _examples() -> list[str]:
    """Return command lines for the first game of the registry and for the first with a small page."""
    from ..catalog.registry import by_name, names
    from .games import examples

    first, second = map(by_name, names()[:2])
    simple = next((entry for entry in map(by_name, names()[1:]) if entry.page), first)
    return [
        *(f"solve {first.name} {options}" for options in examples(first, "solve")),
        f"strategy {first.name} {examples(first, 'strategy')[0]}",
        f"solve {simple.name} {examples(simple, 'solve')[-1]} --json",
        f"solve {simple.name} {examples(simple, 'solve')[0]} --certificate answer.odds",
        "check answer.odds",
        "games",
        *(f"{verb} {first.name} {one}" for verb in _SHOWN for one in examples(first, verb)[:1]),
        *(f"claims --paper {paper.name}" for paper in second.papers[:1]),
        "oeis bfile A387261 --terms 80 --output b387261.txt",
        "oeis verify b387261.txt",
    ]


class _Program(Choices):
    """All commands, each imported when it is used."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.commands: Any = LazyCommands(
            lambda: _NAMES, lambda name: getattr(import_module(f"{__name__}.{name}"), name)
        )

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by purpose."""
        for purpose, names in COMMANDS.items():
            with formatter.section(purpose):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(80)) for name in names])

    def meant(self, typed: str) -> str | None:
        """Return the nearest command; a game's name alone is meant to be solved."""
        from ..catalog.registry import names

        game = nearest(typed, names())
        return super().meant(typed) or (f"'solve {game}'" if game else None)


def _print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Print the versions of the package and of the libraries whose numbers it prints, and stop."""
    if not value or context.resilient_parsing:
        return
    import platform
    from importlib.metadata import version

    import gmpy2

    from .._version import __version__
    from ..play import walk

    click.echo(f"trueodds {__version__}")
    click.echo(f"gmpy2 {gmpy2.version()} ({gmpy2.mp_version()}), numpy {version('numpy')}, scipy {version('scipy')}")
    click.echo(f"Python {platform.python_version()} ({platform.python_compiler()})")
    click.echo(" ".join((platform.system(), platform.machine(), *platform.libc_ver())).rstrip())
    click.echo(f"kernels {walk.__file__}")
    context.exit()


@click.group(
    cls=_Program,
    examples=_examples,
    epilog=_REST,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Show versions."
)
def trueodds() -> None:
    """The true odds of games of chance: exact fractions, proved strategies."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, that of the program by default; return the exit status. Errors are one line on stderr."""
    replace_closed_streams()
    output_plainly()
    try:
        with catch_interrupts():
            return _answer(arguments)
    except BrokenPipeError:  # the reader has gone, e.g. `| head`
        _drop_output()
        return 141


def _drop_output() -> None:
    """Discard what could not be written; otherwise Python tries again when it closes standard output, and complains."""
    with contextlib.suppress(OSError, ValueError):  # not a file, or none that can be written
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer(arguments: Sequence[str] | None) -> int:
    """Run a command line; return the exit status, also for whatever is raised."""
    try:
        status = _invoke(arguments)
        sys.stdout.flush()
        return status
    except (KeyboardInterrupt, click.Abort):
        return report_interrupt()
    except BrokenPipeError:
        raise
    except Exception as error:
        return _fail(error)


def _invoke(arguments: Sequence[str] | None) -> int:
    """Run a command line, or complete it for a shell; return the exit status that click says."""
    if arguments is None and "_TRUEODDS_COMPLETE" in os.environ:
        from .completion import answer_shell

        if answer_shell(trueodds):
            return 0
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # Not `trueodds.main`: it answers Ctrl-C with an empty line of its own.
        with trueodds.make_context("trueodds", words) as context:
            trueodds.invoke(context)
        return 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
        return 2
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)


_NOT_THEIRS = (__package__.split(".")[0], "click", "importlib")


def _room(frame: FrameType) -> str:
    """The package that a frame's code is in; a kernel's frame has a whole name in place of globals that tell it."""
    name = frame.f_code.co_name
    return name if "." in name else frame.f_globals.get("__package__") or ""


def _fail(error: Exception) -> int:
    """What an error means for the user; one that is nobody's fault but ours is raised again."""
    if isinstance(error, ArithmeticError):
        from ..solution import NotProved  # not before: it opens numpy

        if isinstance(error, NotProved):
            return _complain(str(error), 1)
    if getattr(error, "__notes__", None):  # raised by a user's own rules, which need their own traceback
        trace = error.__traceback__
        while trace and _room(trace.tb_frame).split(".")[0] in _NOT_THEIRS:
            trace = trace.tb_next
        if not (trace or isinstance(error, SyntaxError)):  # what it gave was wrong, and no line of it
            return _complain("; ".join([f"{type(error).__name__}: {error}", *error.__notes__]), 2)
        traceback.print_exception(error.with_traceback(trace))
        return 2
    if isinstance(error, MemoryError):
        return _complain(str(error) or "out of memory", 2)
    if isinstance(error, WorkerError):
        return _complain(str(error), 2)
    if isinstance(error, OSError):
        _drop_output()
        status = 1 if isinstance(error, ClosedOutputError) or error.errno in CANNOT_WRITE else 2
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error), status)
    raise error


def _complain(message: str, status: int) -> int:
    print("trueodds: " + " ".join(message.split()), file=sys.stderr)
    return status
