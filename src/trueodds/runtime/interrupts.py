"""Ctrl-C that is never lost: a flag besides the exception, looked at by every long loop; a second one ends at once.

Python drops a KeyboardInterrupt that is raised while it closes a generator or runs a callback of the garbage collector.
So the handler also sets a flag, at which the next `check_interrupt` raises again. It is installed by the program alone,
not by the library.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any

#: Exit status of a program that was stopped by Ctrl-C.
STOPPED = 130

_LINE = "trueodds: interrupted"
_state = {"pressed": False, "told": False, "leaving": False}
_owner = os.getpid()


def check_interrupt() -> None:
    """Raise KeyboardInterrupt if Ctrl-C was pressed and nobody has answered it yet.

    Examples
    --------
    >>> check_interrupt()
    """
    if _state["pressed"]:
        raise KeyboardInterrupt


def is_interrupted() -> bool:
    """Whether Ctrl-C was pressed. What is raised then may be another exception that Python made of it.

    Examples
    --------
    >>> is_interrupted()
    False
    """
    return _state["pressed"]


def install() -> None:
    """The first Ctrl-C raises KeyboardInterrupt and sets the flag, a second one ends the program at once.

    In another thread than the main one, which gets no signals, it does nothing.
    """
    global _owner
    _owner = os.getpid()
    _state.update(pressed=False, told=False, leaving=False)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, _answer)
        sys.unraisablehook = _without_interrupts


@contextlib.contextmanager
def catch_interrupts() -> Iterator[None]:
    """`install`, if the program has not; what was there before is there again afterwards."""
    if signal.getsignal(signal.SIGINT) is _answer:
        check_interrupt()  # one that Python dropped before, in an import, say
        yield
        return
    before, hook = signal.getsignal(signal.SIGINT), sys.unraisablehook
    install()
    try:
        yield
    finally:
        _state.update(pressed=False)
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, before)
            sys.unraisablehook = hook


def tell_interrupt() -> int:
    """Say once that it was Ctrl-C; gives the exit status."""
    if not _state["told"]:
        _state["told"] = True
        print(_LINE, file=sys.stderr, flush=True)
    return STOPPED


def leave() -> None:
    """From here on Python only closes down: Ctrl-C ends it at once, without a traceback."""
    _state.update(leaving=True)


def _answer(number: int, frame: FrameType | None) -> None:
    if os.getpid() != _owner:  # a process of a pool: its parent speaks
        os._exit(STOPPED)
    if _state["pressed"] or _state["leaving"]:
        if not _state["told"]:
            os.write(2, f"{_LINE}\n".encode())
        os._exit(STOPPED)
    _state["pressed"] = True
    raise KeyboardInterrupt


def _without_interrupts(unraisable: Any) -> None:
    """Python would print a traceback of an exception that it drops; this one is raised again by the flag."""
    if not isinstance(unraisable.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
