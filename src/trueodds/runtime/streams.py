"""Replace standard streams that the caller has closed, as `>&-` does in a shell; Python sets them to None."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import NoReturn


class ClosedOutputError(OSError):
    """Standard output is closed, but there is something to write to it."""

    def __init__(self) -> None:
        super().__init__(errno.EBADF, os.strerror(errno.EBADF), "standard output")


class _ClosedOutput(io.TextIOBase):
    """A closed standard output: every attempt to write raises `ClosedOutputError`."""

    encoding = "utf-8"

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> NoReturn:
        raise ClosedOutputError

    @property
    def buffer(self) -> NoReturn:
        raise ClosedOutputError


def check_output() -> None:
    """Raise `ClosedOutputError` if standard output is closed, so that a command fails before its work."""
    if isinstance(sys.stdout, _ClosedOutput):
        raise ClosedOutputError


def replace_closed_streams() -> None:
    """Give closed standard streams a substitute.

    Standard input is then empty, and messages on standard error are dropped. Standard output raises an error when it is
    first written to, so a command that writes only to a file still works. The descriptors are also taken: otherwise the
    next file that is opened would get the number of standard output, and child processes would print into it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is not None:
            continue
        handle = os.open(os.devnull, os.O_RDWR)
        if handle == number:
            os.set_inheritable(handle, True)
        else:
            os.close(handle)
        setattr(sys, name, _ClosedOutput() if name == "stdout" else io.TextIOWrapper(io.BytesIO(), "utf-8"))
