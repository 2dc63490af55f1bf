"""Models written for these tests, and Storm; tests that need Storm are skipped without it."""

import os
import subprocess
from contextlib import nullcontext
from pathlib import Path

import pytest

from trueodds.cli import run
from trueodds.formats import prism, storm_child

MODELS = Path(__file__).parent / "models"


class Process(nullcontext):
    """A process that has ended; `answer` writes its files."""

    def __init__(self, words, **pipes):
        super().__init__(self)
        own = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        assert (words[1], pipes) == ("-P", own)
        self.answer(Path(words[-1]))

    def kill(self):
        """Do nothing."""

    def wait(self):
        return 0


class Forked(Process):
    """Run the program that calls Storm in a fork instead of a new process, so that the library is loaded only once."""

    def answer(self, folder):
        reading, writing = os.pipe()
        pid = os.fork()
        if pid:
            os.close(reading)
            self.status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            os.close(writing)
            return
        try:
            os.close(writing)
            os.dup2(reading, 0)
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            storm_child.main(folder)
        finally:
            os._exit(0)

    def wait(self):
        return self.status


@pytest.fixture
def refused(capfd):
    """Run a command that must be refused in one line; return this line."""

    def refuse(*words):
        assert run(words) == 2
        out, err = capfd.readouterr()  # the streams of the process, to which libraries print
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("trueodds: ")
        return err

    return refuse


@pytest.fixture
def storm(monkeypatch):
    """Skip without Storm."""
    pytest.importorskip("stormpy", reason="stormpy, which builds models of the PRISM language, is not installed")
    if hasattr(os, "fork"):
        monkeypatch.setattr(prism.subprocess, "Popen", Forked)
