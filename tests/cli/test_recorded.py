"""Sessions of commands print, on both streams, exactly what is recorded in ``recorded.txt``.

A line ``$ COMMAND`` is typed, with the words after ``<`` as lines of standard input; ``$ cat FILE`` shows a file, and
``$ ls`` lists the files that commands wrote. Lines on standard error begin with ``!``; a status other than 0 is shown
in brackets.
"""

import datetime
import io
import os
import re
import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from trueodds.cli import run
from trueodds.oeis import draft

from ..sessions import read_sessions, replay

SESSIONS = read_sessions(Path(__file__).with_name("recorded.txt"))


@pytest.fixture
def shown(own, monkeypatch, capsys):
    """Return what a command prints; times and the date do not vary."""
    monkeypatch.setenv("COLUMNS", "80")
    today = SimpleNamespace(today=lambda: datetime.date(2026, 11, 5))
    monkeypatch.setattr(draft, "datetime", SimpleNamespace(date=today))

    def show(line):
        words, _, typed = line.partition(" < ")
        if words == "ls":
            return "".join(f"{name}\n" for name in sorted({*os.listdir()} - {"own.py", "__pycache__"}))
        if words.startswith("cat "):
            return Path(words[4:]).read_text(encoding="utf-8")
        lines = "".join(f"{word}\n" for word in shlex.split(typed))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
        status = run(shlex.split(words))
        said = capsys.readouterr()
        errors = "".join(f"! {one}\n" for one in said.err.splitlines())
        return re.sub(r"\b[0-9.]+ s\b", "… s", said.out) + errors + f"[{status}]\n" * (status != 0)

    return show


@pytest.mark.parametrize("session", SESSIONS)
def test_commands_print_what_is_recorded(session, shown, tmp_path_factory):
    assert replay(session, SESSIONS[session], shown, tmp_path_factory.mktemp("recorded")) == SESSIONS[session]
