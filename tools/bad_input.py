"""Run random command lines, most of them wrong; each must end with an answer or with a message of one line.

    python tools/bad_input.py --lines 400 --seed 1

Commands, games and options come from the program. A fault is an uncaught exception, an exit status other than 0, 1 or
2, or an error message that is not exactly one line. `completion`, and commands that wait for a player or run for a
minute, are omitted. A command that takes more than 5 s is stopped and counted separately, because it may be valid.

The exit status is 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import signal
import sys
import tempfile
from pathlib import Path
from types import FrameType

import click

from trueodds.cli import run, trueodds

_EXCLUDED = {"play", "selftest", "claims", "completion"}
_SECONDS = 5
_VALUES = (
    *("0", "1", "2", "3", "7", "-1", "12", "99999999999", "9" * 50, "9" * 5000, "1e9", "2.5", "1/2", "2/5", "1/0"),
    *("", " ", "x", "nan", "inf", "--", "true", "٣", "½", "a\nb", "\x1b[2J", "()", "[1, 2]", '"1/2"', "all", "start"),
    *("general", "pairs", "{folder}", "{folder}/none", "{folder}/text", "{folder}/bytes", "{folder}/rules.py"),
    *("{folder}/rules.py:GAME", "{folder}/rules.py:NONE", "{folder}/a.odds", "/dev/null", "AB", "1,2,3", "0:5"),
)  # fmt: skip
_RULES = "import trueodds\nGAME = trueodds.Rules(0, lambda x: [0], lambda x, y: [(1, 1 - x)], lambda x: 0)\nNONE = 7\n"


class Busy(BaseException):
    """A command exceeded its time limit."""


def list_commands(group: click.Group, before: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    """Return all commands, each with the words that call it."""
    found = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or name in _EXCLUDED:
            continue
        found.append(((*before, name), command))
        if isinstance(command, click.Group):
            found += list_commands(command, (*before, name))
    return found


def draw_line(rng: random.Random, known: list[tuple[tuple[str, ...], click.Command]], folder: str) -> list[str]:
    """Return a random command line."""
    words, command = rng.choice(known)
    given = list(words)
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    for option in rng.sample(options, min(len(options), rng.randint(0, 4))):
        given.append(rng.choice(option.opts))
        if not option.is_flag or rng.random() < 0.05:
            given.append(rng.choice(_VALUES).format(folder=folder))
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
        given.insert(rng.randint(1, len(given)), rng.choice(_VALUES).format(folder=folder))
    return given


def find_fault(words: list[str]) -> str:
    """Run a command line; return a description of the fault, or an empty string."""
    output, errors = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    try:
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            status = run(words)
    except Exception as error:  # a user would see the traceback of any exception
        return f"{type(error).__name__}: {error}"
    lines = errors.getvalue().rstrip("\n").count("\n") + 1 if errors.getvalue() else 0
    if status not in (0, 1, 2):
        return f"exit status {status}"
    if status == 2 and lines != 1 and not output.buffer.getvalue().startswith(b"Usage"):  # type: ignore[attr-defined]
        return f"{lines} lines on standard error"
    return ""


def stop(number: int, frame: FrameType | None) -> None:
    """Interrupt a command."""
    raise Busy


def main() -> int:
    """Parse the command line and run the commands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lines", type=int, default=400, help="number of command lines [default: 400]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choices [default: 1]")
    given = parser.parse_args()
    rng, known = random.Random(given.seed), list_commands(trueodds)
    signal.signal(signal.SIGALRM, stop)
    faults = busy = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("text").write_text("neither this\nnor that\n")
        Path("bytes").write_bytes(bytes(range(256)))
        Path("rules.py").write_text(_RULES)
        Path("a.odds").write_text("odds 1\ngame x\nkind values\n")
        sys.stdin = io.StringIO()
        for _ in range(given.lines):
            words = draw_line(rng, known, folder)
            signal.alarm(_SECONDS)
            try:
                fault = find_fault(words)
            except Busy:
                busy += 1
                continue
            finally:
                signal.alarm(0)
            if fault:
                faults += 1
                print(f"{fault[:300]}\n    {[word[:60] for word in words]}", flush=True)
        os.chdir("/")
    print(f"{given.lines} command lines, {faults} faults; {busy} stopped after {_SECONDS} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
