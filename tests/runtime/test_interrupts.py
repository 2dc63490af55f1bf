"""Ctrl-C: one line and status 130 at any moment, also where Python drops the exception; a second one ends at once."""

import os
import signal
import subprocess
import sys
import time

import pytest

from trueodds.runtime import interrupts
from trueodds.runtime.executors import run_chunks
from trueodds.runtime.interrupts import catch_interrupts, check_interrupt

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


class Swallows:
    """Python drops what is raised here."""

    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)


def drop_one_and_run(workers, done):
    Swallows()
    for chunk, _ in run_chunks(abs, range(100), workers):
        done.append(chunk)


@pytest.mark.parametrize("workers", [1, None])
def test_an_interrupt_that_python_drops_is_raised_by_the_next_chunk(workers):
    done = []
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), catch_interrupts():
        drop_one_and_run(workers, done)
    assert len(done) < 20
    check_interrupt()  # nothing is left of it
    assert signal.getsignal(signal.SIGINT) is before


def test_one_that_is_not_dropped_is_raised_at_once():
    with pytest.raises(KeyboardInterrupt), catch_interrupts():
        os.kill(os.getpid(), signal.SIGINT)


# Signals are ignored by what a shell starts in the background: ask for them again, as at a terminal.
PROGRAM = """
import atexit, os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
import trueodds.__main__ as program
from trueodds.runtime.interrupts import check_interrupt

def kill():
    os.kill(os.getpid(), signal.SIGINT)

class Dropped:  # Python drops what is raised here
    def __del__(self):
        kill()

class Named:  # and makes another exception of what is raised here
    def __set_name__(self, owner, name):
        kill()

def name(*arguments):
    class Owner:
        attribute = Named()

def during_import(action):
    class Finder:
        def find_spec(self, name, path, target=None):
            if name == "click":
                action()
    sys.meta_path.insert(0, Finder())

def instead(action):
    import trueodds.cli
    trueodds.cli._answer = action

def stubborn(arguments):
    try:
        kill()
    except KeyboardInterrupt:
        try:
            kill()
        finally:
            print("not ended at once", file=sys.stderr)

def drop_and_loop(arguments):
    Dropped()
    while True:
        check_interrupt()

def define():
    import trueodds.cli
    trueodds.cli.trueodds.invoke = name

sys.argv = ["trueodds", sys.argv[1]]
{}
program.main()
"""
MOMENTS = {
    "during imports": "during_import(kill)",
    "during imports, and dropped": "during_import(Dropped)",
    "during imports, in the definition of a class": "during_import(name)",
    "in a command, as another exception": "define()",
    "at exit": "atexit.register(kill)",
    "a second one": "instead(stubborn)",
    "dropped ones": "instead(drop_and_loop)",
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_one_line_and_no_traceback(moment):
    words = [sys.executable, "-c", PROGRAM.format(MOMENTS[moment]), "games" if "command" in moment else "--version"]
    found = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stderr) == (130, "trueodds: interrupted\n")


@pytest.mark.parametrize("delay", [0.02, 0.05, 0.1, 0.2, 0.4, 0.8])
def test_at_any_moment(delay):
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import trueodds.__main__ as p; print(1, flush=True); p.install(); print(2, flush=True); p.main()"
    )
    command = [sys.executable, "-c", code, "simulate", "pig", "--target", "20", "--games", "9" * 12]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout.readline() + running.stdout.readline() == "1\n2\n"
        time.sleep(delay)
        running.send_signal(signal.SIGINT)
        _, error = running.communicate(timeout=30)
        assert (running.returncode, error) == (130, "trueodds: interrupted\n")
    finally:
        running.kill()
        running.communicate()


class Raises:
    def __init__(self, error):
        self.error = error

    def __del__(self):
        raise self.error


@pytest.mark.parametrize("error", [ValueError("lost"), KeyboardInterrupt()])
def test_other_exceptions_that_python_drops_are_passed_to_the_earlier_hook(error, monkeypatch):
    shown, hook = [], lambda unraisable: shown.append(type(unraisable.exc_value))
    monkeypatch.setattr(sys, "unraisablehook", hook)
    with catch_interrupts():
        Raises(error)
    assert shown == [ValueError] * isinstance(error, ValueError)
    assert sys.unraisablehook is hook


def test_processes_of_a_pool_leave_the_report_to_their_parent(monkeypatch):
    monkeypatch.setattr(interrupts, "_owner", 1)
    ended = []
    monkeypatch.setattr(interrupts.os, "_exit", ended.append)
    with pytest.raises(KeyboardInterrupt):
        interrupts._answer(signal.SIGINT, None)
    interrupts._state.update(pressed=False)
    assert ended == [130]
