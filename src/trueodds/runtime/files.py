"""Write files completely or not at all, lock files, and create temporary folders."""

from __future__ import annotations

import contextlib
import errno
import glob
import hashlib
import os
import platform
import re
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

_PART = ".part"
_LOCK = "lock"
_HOST = hashlib.sha256(platform.node().encode()).hexdigest()[:8]  # names this machine; others may not see its locks
_NEW = 10  # seconds for which a new file is assumed to be in use even if it is not locked

#: Errors that come from a disk or a closed descriptor, not from the computation; some systems lack EDQUOT.
CANNOT_WRITE = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF, getattr(errno, "EDQUOT", errno.ENOSPC)}


@contextlib.contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    """Open a text file for writing; the file appears under its name only when it is complete.

    A temporary file in the same folder receives the text and is then renamed. An existing file is replaced, even
    through a symbolic link, and keeps its permissions. Pipes, devices and open descriptors, such as ``/dev/stdout`` and
    bash's ``>(command)``, are written to directly.
    """
    if str(path) == "-":
        yield sys.stdout
        return
    if not str(path):
        raise FileNotFoundError(errno.ENOENT, "the file name must not be empty", "''")
    if not is_regular(path):
        with name_file_in_errors(str(path)), _open_in_place(path) as file:  # raises OSError for a folder
            yield file
        return
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    prefix = f".{target.name[:60]}.{_HOST}."
    _remove_abandoned(target.parent, prefix)
    # The name must be known before the file exists; otherwise, an interruption could leave the file behind.
    name = str(target.parent / f"{prefix}{secrets.token_hex(8)}{_PART}")
    mode = target.stat().st_mode & 0o777 if target.exists() else None  # the system sets the mode of a new file
    try:
        try:
            handle = os.open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_BINARY", 0), mode or 0o666)
        except OSError as error:
            raise type(error)(error.errno, error.strerror, str(path)) from None  # names the user's file
        lock(handle)
        with name_file_in_errors(str(path)), open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def is_regular(path: str | os.PathLike[str]) -> bool:
    """Return whether a path can receive a file: it names no descriptor, and a regular file or nothing is there."""
    return find_descriptor(path) is None and (os.path.isfile(path) or not os.path.exists(path))


_LINKS = 40  # maximum number of symbolic links in a path, as in Linux


def find_descriptor(path: str | os.PathLike[str]) -> int | None:
    """Return the descriptor that a path such as ``/dev/stdout`` or ``/dev/fd/63`` names, or None for any other path.

    A path that names a descriptor is a link to an open file, pipe or socket. Opening the target would overwrite a file
    from its beginning, and would fail for a socket; replacing the target would leave the caller with the old file.
    """
    if os.name != "posix":
        return None
    current = os.fspath(path)
    for _ in range(_LINKS):
        folder, name = os.path.split(current)
        current = os.path.join(os.path.realpath(folder), name)
        if name.isdecimal() and re.fullmatch(
            rf"/proc/(self|thread-self|{os.getpid()})(/task/\d+)?/fd|/dev/fd", os.path.dirname(current)
        ):
            return int(name)
        if not os.path.islink(current):
            return None
        current = os.path.join(os.path.dirname(current), os.readlink(current))
    return None


def _open_in_place(path: str | os.PathLike[str]) -> TextIO:
    """Open, for writing, a file that cannot or must not be replaced."""
    descriptor = find_descriptor(path)
    where = path if descriptor is None else os.dup(descriptor)
    return open(where, "w", encoding="utf-8", newline="\n")


def lock(handle: int) -> bool | None:
    """Lock an open file until it is closed; return False if it is already locked, None after an error, else True."""
    if sys.platform == "win32":
        import msvcrt

        before = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, 1 << 40, os.SEEK_SET)  # far beyond the end, because locked bytes cannot be read
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, before, os.SEEK_SET)
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in (errno.EWOULDBLOCK, errno.EACCES) else None
    return True


def _is_abandoned(path: Path, locked: Path) -> bool:
    """Return whether a killed run left `path` behind: `path` is not new, and no run holds a lock on `locked`."""
    if time.time() - path.stat().st_mtime <= _NEW:
        return False
    if not locked.exists():
        return True  # the run was killed before it wrote anything
    handle = os.open(locked, os.O_RDWR)
    try:
        return lock(handle) is True
    finally:
        os.close(handle)


def _remove_abandoned(folder: Path, prefix: str) -> None:
    """Remove temporary files of killed runs on this machine."""
    for file in sorted(folder.glob(f"{glob.escape(prefix)}*{_PART}")):
        with contextlib.suppress(OSError):
            if _is_abandoned(file, file):
                file.unlink()


@contextlib.contextmanager
def name_file_in_errors(path: str) -> Iterator[None]:
    """Add the path to a write error that does not name a file."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in CANNOT_WRITE:
            error.filename = path
        raise


@contextlib.contextmanager
def make_temporary_folder() -> Iterator[Path]:
    """Create a folder for temporary files and remove it at the end.

    Folders of killed runs on this machine are removed first; a live run holds a lock on a file in its folder.
    """
    prefix = f"trueodds-{_HOST}-"
    for leftover in sorted(Path(tempfile.gettempdir()).glob(f"{prefix}*")):
        with contextlib.suppress(OSError):
            if _is_abandoned(leftover, leftover / _LOCK):
                shutil.rmtree(leftover)
    with tempfile.TemporaryDirectory(prefix=prefix) as name:
        handle = os.open(Path(name, _LOCK), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            lock(handle)
            with name_file_in_errors(name):
                yield Path(name)
        finally:
            os.close(handle)
