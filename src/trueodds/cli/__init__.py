"""One file a command; parses, calls, prints; decides nothing."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from types import FrameType

import click

from ..runtime.interrupts import catch_interrupts, tell_interrupt
from ..runtime.sealing import WorkerError
from .advise import advise
from .check import check
from .claims import claims
from .common import Choices, nearest
from .compare import compare
from .completion import answer_shell, completion
from .encoding import output_plainly
from .explore import explore
from .export import export
from .games import games
from .oeis import oeis
from .plan import plan
from .play import play
from .plot import plot
from .review import review
from .selftest import selftest
from .simulate import simulate
from .solve import solve
from .strategy import strategy
from .sweep import sweep
from .version import print_version


class _Program(Choices):
    """The whole; its help shows commands for games of the registry."""

    @property
    def help(self) -> str | None:
        """The help, with examples of the first game and a word on it, and of another."""
        from ..catalog.registry import by_name, names
        from .games import examples

        first, second = map(by_name, names()[:2])
        simple = next((entry for entry in map(by_name, names()[1:]) if entry.page), first)  # opens no more than these
        lines = [
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
        tried = "".join(f"  trueodds {line}\n" for line in lines)
        return f"{self._help}\n\n\b\nTry:\n{tried}\n{first.name}: {first.text}\n\n{_REST}"

    @help.setter
    def help(self, text: str | None) -> None:
        self._help = text

    def meant(self, typed: str) -> str | None:
        """As for any group; a game's name alone is meant to be solved."""
        from ..catalog.registry import names

        game = nearest(typed, names())
        return super().meant(typed) or (f"'solve {game}'" if game else None)


_SHOWN = ("play", "advise", "explore")
_REST = """FILE.py:NAME instead of a game's name solves a game of your own; a page of Python is enough.

Every command that prints an answer takes --json. Exit status: 0 done; 1 the answer is "no" (a check that
failed); 2 bad usage; 130 stopped by Ctrl-C."""


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=print_version, help="Show versions."
)
def trueodds() -> None:
    """The true odds of games of chance: exact fractions, proved strategies."""


for command in (
    solve,
    strategy,
    games,
    oeis,
    claims,
    explore,
    play,
    review,
    advise,
    simulate,
    compare,
    sweep,
    plan,
    plot,
    check,
    export,
    selftest,
    completion,
):
    trueodds.add_command(command)


def answer() -> int:
    """Run the command line that the program was called with, or complete it for a shell; returns the exit status."""
    return 0 if answer_shell(trueodds) else run()


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit status. Errors are one line on standard error."""
    output_plainly()
    try:
        with catch_interrupts():
            return _answer(arguments)
    except BrokenPipeError:  # the reader has gone, e.g. `| head`
        _drop_output()
        return 141


def _drop_output() -> None:
    """Let go of what could not be written: Python would try, and complain, once more when it closes standard output."""
    with contextlib.suppress(OSError, ValueError):  # not a file, or none that can be written
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _answer(arguments: Sequence[str] | None) -> int:
    try:
        words = sys.argv[1:] if arguments is None else list(arguments)
        # Not `trueodds.main`: it answers Ctrl-C with an empty line of its own.
        with trueodds.make_context("trueodds", words) as context:
            trueodds.invoke(context)
        sys.stdout.flush()
        return 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), flush=True)
        return 2
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return tell_interrupt()
    except BrokenPipeError:
        raise
    except Exception as error:
        return _fail(error)


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
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error), 2)
    raise error


def _complain(message: str, status: int) -> int:
    print("trueodds: " + " ".join(message.split()), file=sys.stderr)
    return status
