"""The command line, with one module for each command."""

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
from ..runtime.files import CANNOT_WRITE, name_file_in_errors
from .common import Choices, find_nearest
from .encoding import replace_unencodable

#: The commands by purpose. The module of a command has the command's name.
COMMANDS = {
    "Solve a game": ("solve", "strategy", "compare", "simulate", "sweep"),
    "Play": ("play", "advise", "review"),
    "Draw and export": ("explore", "plot", "export"),
    "Check results": ("check", "claims", "oeis", "selftest"),
    "Other": ("games", "completion"),
}
_NAMES = tuple(name for names in COMMANDS.values() for name in names)
_REST = """To use your own game, write FILE.py:NAME in place of GAME. The rules of a game take about a page of Python.

Every command that prints an answer accepts --json. The exit status is 0 on success; 1 if the answer is "no" or is not
proved (for example, if a check fails or a game may never end); 2 if the input is invalid; and 130 after Ctrl-C."""


def _examples() -> list[str]:
    """Return example command lines, most of them for the first game in the registry."""
    from ..catalog.registry import find_by_name, list_games
    from .games import list_examples

    first = find_by_name(list_games()[0])
    verbs = ("solve", "strategy", "play", "advise", "explore")
    solve, *others = (" ".join([verb, first.name, *list_examples(first, verb)[:1]]) for verb in verbs)
    checked = f"{solve} --certificate answer.odds", "check answer.odds"
    bfile = "oeis bfile A387261 --terms 80 --output b387261.txt", "oeis verify b387261.txt"
    return [solve, *checked, *others, "games", *bfile]


class _Program(Choices):
    """The group of all commands, which imports the module of a command when it is first needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, grouped by purpose."""
        return list(_NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> Any:
        """Import a command and return it, or return None for an unknown name."""
        return getattr(import_module(f"{__name__}.{cmd_name}"), cmd_name) if cmd_name in _NAMES else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, grouped by purpose."""
        for purpose, names in COMMANDS.items():
            with formatter.section(purpose):
                formatter.write_dl([(name, self.get_command(ctx, name).get_short_help_str(80)) for name in names])

    def suggest(self, typed: str, names: Sequence[str]) -> str | None:
        """Return the command or option that the user probably meant, or None."""
        from ..catalog.registry import list_games

        game = find_nearest(typed, list_games())
        if typed in ("help", "version"):
            return f"--{typed}"
        return super().suggest(typed, names) or (f"'solve {game}'" if game else None)


def _print_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Print the software versions, the platform and the path of a kernel, and exit."""
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
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print version information and exit.",
)
def trueodds() -> None:
    """The true odds of games of chance: exact fractions, proved strategies."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of this process, and return the exit status."""
    replace_unencodable()
    try:
        with name_file_in_errors("standard output"):
            status = _invoke(arguments)
            sys.stdout.flush()
            return status
    except BrokenPipeError:  # the reader has closed the pipe, as `| head` does
        _drop_output()
        return 141
    except Exception as error:
        return _fail(error)


def _drop_output() -> None:
    """Flush standard output; if that fails, discard the output so that Python does not report the failure again."""
    with contextlib.suppress(OSError, ValueError):  # closed, or not writable
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _invoke(arguments: Sequence[str] | None) -> int:
    """Run a command line, or complete it for a shell; return the exit status."""
    if arguments is None and "_TRUEODDS_COMPLETE" in os.environ:
        from .completion import answer_shell

        if answer_shell(trueodds):
            return 0
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # Not `trueodds.main`, which prints an empty line on Ctrl-C.
        with trueodds.make_context("trueodds", words) as context:
            trueodds.invoke(context)
        return 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message())
        return 2
    except click.ClickException as error:
        return _print_error(error.format_message(), error.exit_code)


_NOT_USER_CODE = (__package__.split(".")[0], "click", "importlib")


def _package_of(frame: FrameType) -> str:
    """Return the package of a frame's code or, for compiled code, its qualified name, which begins with the package."""
    name = frame.f_code.co_name
    return name if "." in name else frame.f_globals.get("__package__") or ""


def _fail(error: Exception) -> int:
    """Report an error that the user can act on, and return the exit status; re-raise other errors, which are bugs."""
    if isinstance(error, ArithmeticError):
        from ..solution import NotProved  # imported late because it imports numpy

        if isinstance(error, NotProved):
            return _print_error(str(error), 1)
    if getattr(error, "__notes__", None):  # raised by user-defined rules; show their part of the traceback
        trace = error.__traceback__
        while trace and _package_of(trace.tb_frame).split(".")[0] in _NOT_USER_CODE:
            trace = trace.tb_next
        if trace is None and not isinstance(error, SyntaxError):  # the rules returned a wrong value
            return _print_error("; ".join([f"{type(error).__name__}: {error}", *error.__notes__]), 2)
        traceback.print_exception(error.with_traceback(trace))
        return 2
    if isinstance(error, (MemoryError, WorkerError)):
        return _print_error(str(error) or "out of memory", 2)
    if isinstance(error, OSError):
        _drop_output()
        status = 1 if error.errno in CANNOT_WRITE else 2
        text = str(error) if error.filename is None else f"{error.filename or repr('')}: {error.strerror}"
        return _print_error(text, status)
    raise error


def _print_error(message: str, status: int) -> int:
    print("trueodds: " + " ".join(message.split()), file=sys.stderr)
    return status
