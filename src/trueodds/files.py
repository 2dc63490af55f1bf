"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO


@contextlib.contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[TextIO]:
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
    ...     with written_whole(Path(folder, "b.txt")) as file:
    ...         _ = file.write("1 2\n")
    ...     Path(folder, "b.txt").read_bytes()
    b'1 2\n'
    """
    if str(path) == "-":
        yield sys.stdout
        return
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with open(target, "w", encoding="utf-8", newline="\n") as file:  # a folder is refused here
            yield file
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:60]}.", suffix=".part")
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None  # the user's name for it, not ours
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, target.stat().st_mode & 0o7777 if target.exists() else 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _umask() -> int:
    now = os.umask(0)  # it can only be read by setting it
    os.umask(now)
    return now
