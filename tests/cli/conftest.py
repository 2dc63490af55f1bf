"""A command line typed in an empty folder, and games that users might write."""

import io
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from trueodds.cli import run
from trueodds.oeis.games import family


@pytest.fixture(autouse=True)
def nothing_computed():
    family("risk-or-safety")._values.clear()


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Make the test's folder, which contains ``own.py``, the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # so that Python creates no folder for compiled files
    shutil.copy(Path(__file__).with_name("own_games.py"), tmp_path / "own.py")
    return tmp_path


@pytest.fixture
def say(own, monkeypatch, capsys):
    """Run a command line; return what it prints or, if the status is not 0, its one line on standard error."""

    def typed(line, *, typed="", status=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert run(shlex.split(line) if isinstance(line, str) else list(map(str, line))) == status
        said = capsys.readouterr()
        if status == 0:
            return said.out
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert said.err.startswith("trueodds: ")
        return said.err.removeprefix("trueodds: ").rstrip("\n")

    return typed
