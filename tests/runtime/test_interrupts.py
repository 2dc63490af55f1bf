"""Ctrl-C gives one line and status 130 at any moment, even if Python drops the exception; a second ends at once."""

import signal
import subprocess
import sys
from unittest.mock import Mock, call

import pytest

from trueodds.runtime import executors, interrupts
from trueodds.runtime.run import track

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")


@pytest.mark.parametrize("workers", [1, None, 2, "track"])
def test_an_interrupt_that_python_dropped_is_raised_by_the_next_chunk(workers, monkeypatch):
    run = executors.run_chunks(abs, range(1000), workers) if workers != "track" else track("x", range(1000), None)
    next(run)
    monkeypatch.setitem(interrupts._state, "pressed", True)
    with pytest.raises(KeyboardInterrupt):
        list(run)


# Programs that a shell starts in the background or under nohup ignore signals; restore them, as at a terminal.
PROGRAM = """
import atexit, os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
import trueodds.__main__ as main
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
    trueodds.cli._invoke = action

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

def with_nohup():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    instead(lambda _: (os.kill(os.getpid(), signal.SIGHUP), kill()))

def define():
    import trueodds.cli
    trueodds.cli.trueodds.invoke = name

sys.argv = ["trueodds", sys.argv[1]]
{}
main.main()
"""
MOMENTS = {
    "during imports": "during_import(kill)",
    "during imports, and dropped": "during_import(Dropped)",
    "during imports, in the definition of a class": "during_import(name)",
    "in a command, as another exception": "define()",
    "at exit": "atexit.register(kill)",
    "in a command and again at exit": "atexit.register(kill); instead(lambda _: kill())",
    "a second one": "instead(stubborn)",
    "in text that is executed": "instead(lambda _: exec('kill()', globals()))",
    "dropped ones": "instead(drop_and_loop)",
    "after a signal that nohup ignores": "with_nohup()",
    "by another signal: SIGTERM": "instead(lambda _: os.kill(os.getpid(), signal.SIGTERM))",
    "by another signal: SIGHUP": "instead(lambda _: os.kill(os.getpid(), signal.SIGHUP))",
}
#: The status and the line, if it is not Ctrl-C.
OTHERS = {"SIGTERM": (143, "terminated"), "SIGHUP": (129, "terminated because its terminal was closed")}


@pytest.mark.parametrize("moment", MOMENTS)
def test_one_line_and_no_traceback(moment, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM.format(MOMENTS[moment]))
    words = [sys.executable, "-m", "program", "games" if "command" in moment else "--version"]
    found = subprocess.run(words, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    status, said = OTHERS.get(moment.rpartition(" ")[2], (130, "interrupted"))
    assert (found.returncode, found.stderr) == (status, f"trueodds: {said}\n")


def test_handlers_of_others_stay_and_a_closed_terminal_does_no_harm(monkeypatch):
    """Only a handler of Ctrl-C is replaced, and only a dropped KeyboardInterrupt is not reported."""
    closed, changed, tell, ended = Mock(side_effect=OSError(5, "closed")), Mock(), Mock(), Mock()
    monkeypatch.setattr(signal, "getsignal", {2: print, 15: print, 1: signal.SIG_DFL}.get)
    monkeypatch.setattr(signal, "signal", changed)
    for name, value in {"unraisablehook": None, "__unraisablehook__": tell, "stderr": Mock(write=closed)}.items():
        monkeypatch.setattr(sys, name, value)
    for name, value in {"write": closed, "_exit": ended}.items():
        monkeypatch.setattr(interrupts.os, name, value)
    interrupts.install()
    assert {one.args[0] for one in changed.mock_calls} == {signal.SIGINT, signal.SIGHUP}
    for error in (KeyboardInterrupt(), other := ValueError()):
        sys.unraisablehook(Mock(exc_value=error))
    assert [one.args[0].exc_value for one in tell.mock_calls] == [other]
    monkeypatch.setattr(interrupts, "_state", {"pressed": True, "reported": False})
    with pytest.raises(KeyboardInterrupt):
        interrupts._handle_signal(signal.SIGHUP, None)
    assert (interrupts.report_interrupt(), ended.mock_calls) == (129, [call(129)])


def test_processes_of_a_pool_leave_the_report_to_their_parent(monkeypatch):
    monkeypatch.setattr(interrupts, "_owner", 1)
    ended = []
    monkeypatch.setattr(interrupts.os, "_exit", ended.append)
    with pytest.raises(KeyboardInterrupt):
        interrupts._handle_signal(signal.SIGINT, None)
    interrupts._state.update(pressed=False)
    assert ended == [130]
    monkeypatch.setattr(signal, "signal", changed := Mock())
    executors._prepare_process(abs)
    assert changed.mock_calls == [call(signal.SIGINT, signal.SIG_IGN), call(signal.SIGTERM, signal.SIG_DFL)]
