"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

#: What goes wrong with a disk rather than with the computation; some systems lack EDQUOT.
_CANNOT_WRITE = {errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)}


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    r"""Open a text file for writing that appears under its name only when all has been written.

    It is written beside its final place and renamed; whatever goes wrong, Ctrl-C included, leaves what was there
    before. Lines end in LF on every system. ``-`` is standard output; pipes and devices are written to directly.

    Parameters
    ----------
    path : path
        Where to; a file that is there is replaced, through a symbolic link too, and keeps its permissions.

    Raises
    ------
    OSError
        The place cannot be written to; raised before the body runs where that can be known.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with atomic_write(Path(folder, "b.txt")) as file:
    ...         _ = file.write("1 2\n")
    ...     Path(folder, "b.txt").read_bytes()
    b'1 2\n'
    """
    if str(path) == "-":
        with _name_place("standard output"):
            yield sys.stdout
            sys.stdout.flush()
        return
    if not str(path):
        raise FileNotFoundError(errno.ENOENT, "a file needs a name", "''")
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with (
            _name_place(str(path)),
            open(target, "w", encoding="utf-8", newline="\n") as file,
        ):  # a folder is refused here
            yield file
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:60]}.", suffix=".part")
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None  # the user's name for it, not ours
    try:
        with _name_place(str(path)), open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


@contextlib.contextmanager
def _name_place(place: str) -> Iterator[None]:
    """A failure to write that does not say where it was gets the place."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _CANNOT_WRITE:
            error.filename = place
        raise


def check_distinct(output: str, checkpoint: str | None) -> None:
    """Refuse an answer and a checkpoint in one file: the checkpoint goes when the answer is there.

    Raises
    ------
    ValueError
        They are one file.

    Examples
    --------
    >>> check_distinct("v.json", "v.part")
    """
    if checkpoint is not None and output != "-" and os.path.realpath(output) == os.path.realpath(checkpoint):
        raise ValueError(f"the output and the checkpoint must be two files, not both {checkpoint!r}")


def _umask() -> int:
    now = os.umask(0)  # it can only be read by setting it
    os.umask(now)
    return now
