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

# Signals are ignored by what a shell starts in the background: ask for them again, as at a terminal.
BEFORE = "import os, signal, sys, time; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


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


def told(code, status=130):
    found = subprocess.run([sys.executable, "-c", BEFORE + code], capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stderr) == (status, "trueodds: interrupted\n")
    return found.stdout


KILL = "os.kill(os.getpid(), signal.SIGINT)"


def test_during_imports():
    told(f"""
import trueodds.__main__ as program
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "click":
            {KILL}
sys.meta_path.insert(0, Finder())
program.main()
""")


@pytest.mark.parametrize("where", ["dropped", "named"])
def test_during_imports_where_it_is_no_interrupt_any_more(where):
    """One that Python drops is raised later; of one in the definition of a class it makes another exception."""
    told(f"""
import trueodds.__main__ as program
class Dropped:
    def __del__(self):
        {KILL}
class Named:
    def __set_name__(self, owner, name):
        {KILL}
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "click":
            if "{where}" == "dropped":
                Dropped()
            else:
                class Owner:
                    attribute = Named()
sys.meta_path.insert(0, Finder())
sys.argv = ["trueodds", "--version"]
program.main()
""")


def test_of_another_exception_in_a_command():
    told(f"""
import trueodds.__main__ as program, trueodds.cli as cli
class Named:
    def __set_name__(self, owner, name):
        {KILL}
def define(context):
    class Owner:
        attribute = Named()
cli.trueodds.invoke = define
sys.argv = ["trueodds", "games"]
program.main()
""")


def test_at_exit():
    told(f"""
import atexit, trueodds.__main__ as program
atexit.register(lambda: {KILL})
sys.argv = ["trueodds", "--version"]
program.main()
""")


def test_a_second_one_ends_at_once():
    told(f"""
import trueodds.__main__ as program, trueodds.cli as cli
def stubborn(arguments):
    try:
        {KILL}
    except KeyboardInterrupt:
        pass
    {KILL}
    time.sleep(60)
cli._answer = stubborn
program.main()
""")


def test_dropped_ones_leave_no_traceback():
    told(f"""
import trueodds.__main__ as program, trueodds.cli as cli
from trueodds.runtime.interrupts import check_interrupt
class Swallows:
    def __del__(self):
        {KILL}
def loop(arguments):
    Swallows()
    while True:
        check_interrupt()
cli._answer = loop
program.main()
""")


@pytest.mark.parametrize("delay", [0.02, 0.05, 0.1, 0.2, 0.4, 0.8])
def test_at_any_moment(delay):
    code = BEFORE + "import trueodds.__main__ as p; print(1, flush=True); p.install(); print(2, flush=True); p.main()"
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


def test_workers_of_a_pool_say_nothing(monkeypatch):
    monkeypatch.setattr(interrupts, "_owner", 1)
    ended = []
    monkeypatch.setattr(interrupts.os, "_exit", ended.append)
    with pytest.raises(KeyboardInterrupt):
        interrupts._answer(signal.SIGINT, None)
    interrupts._state.update(pressed=False)
    assert ended == [130]
