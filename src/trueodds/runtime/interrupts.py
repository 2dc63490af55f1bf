"""Handle Ctrl-C and other termination signals so that none is lost and a second one ends the program at once.

Python drops a KeyboardInterrupt that is raised while it closes a generator or runs a callback of the garbage collector.
The handler therefore also sets a flag, which makes the next `check_interrupt` raise KeyboardInterrupt again. Only the
command-line program installs the handler.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from types import FrameType
from typing import Any

_LINES = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "terminated because its terminal was closed"}
_SIGNALS = [getattr(signal, name) for name in _LINES if hasattr(signal, name)]
_state = {"pressed": False, "reported": False, "leaving": False}
_latest = [signal.SIGINT]
_owner = os.getpid()


def check_interrupt() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was pressed or another termination signal arrived."""
    if _state["pressed"]:
        raise KeyboardInterrupt


def is_interrupted() -> bool:
    """Return whether a termination signal came; Python may have turned the KeyboardInterrupt into another exception."""
    return _state["pressed"]


def install() -> None:
    """Make the first Ctrl-C raise KeyboardInterrupt, and a second one end the program at once.

    SIGTERM and SIGHUP are handled in the same way unless they are ignored (as under ``nohup``) or have a handler.
    """
    for number in _SIGNALS:
        if number == signal.SIGINT or signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _handle_signal)
    sys.unraisablehook = _report_unraisable


def report_interrupt() -> int:
    """Report which signal stopped the program; return the exit status."""
    _state["reported"] = True
    with contextlib.suppress(OSError):  # the terminal may be closed
        print(_line(), file=sys.stderr, flush=True)
    return 128 + _latest[0]


def leave() -> None:
    """Let Ctrl-C end the program at once, without a traceback, during the shutdown of Python."""
    _state.update(leaving=True)


def _line() -> str:
    return f"trueodds: {_LINES[_latest[0].name]}"


def _handle_signal(number: int, frame: FrameType | None) -> None:
    _latest[0] = signal.Signals(number)
    if os.getpid() != _owner:  # a process of a pool, whose parent reports the signal
        os._exit(128 + number)
    if _state["pressed"] or _state["leaving"]:
        if not _state["reported"]:
            with contextlib.suppress(OSError):
                os.write(2, f"{_line()}\n".encode())
        os._exit(128 + number)
    _state["pressed"] = True
    raise KeyboardInterrupt


def _report_unraisable(unraisable: Any) -> None:
    """Suppress the traceback that Python prints for a dropped KeyboardInterrupt; `check_interrupt` raises it again."""
    if not isinstance(unraisable.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)


def end_with_parent() -> None:
    """Make this process, started by multiprocessing, end on SIGTERM or when its parent ends for any reason."""
    import multiprocessing

    def watch() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a pool must be able to end this process, even while a kernel runs
