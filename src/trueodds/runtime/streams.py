"""Replace standard streams that the caller has closed, as `>&-` does in a shell; Python sets them to None."""

from __future__ import annotations

import os
import sys


def replace_closed_streams() -> None:
    """Replace closed standard streams so that nothing can be read, messages are dropped, and output fails.

    The replacements also occupy the descriptors. Otherwise, the next file to be opened could get the number of standard
    output, and text that a C library prints would end up in that file. Standard output gets a descriptor for reading,
    so that writing to it fails.
    """
    for name, mode, flags in (
        ("stdin", "r", os.O_RDONLY),
        ("stdout", "w", os.O_RDONLY),
        ("stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, flags)  # gets the lowest free number, which is the stream's number
            os.set_inheritable(handle, True)
            setattr(sys, name, open(handle, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - for the whole run
