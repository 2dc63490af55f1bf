"""A file of finished pieces of a long computation, from which a killed run goes on.

The first line says which computation it is, and the version of the program; then come records: number, length, SHA-256,
data. The hash covers the first line, too, so that a record counts in its own file only. Each is on the disk before the
next is begun, so a run that is killed at any moment leaves whole records and at most one torn one, which is cut off.
Only one run at a time may have the file open.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import struct
import sys
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from .._version import __version__

_HEAD = struct.Struct("<QQ")  # number, bytes
_SEAL = hashlib.sha256().digest_size
_FORMAT = 2
_usual: ContextVar[str | os.PathLike[str] | None] = ContextVar("usual checkpoint", default=None)


class Checkpoint:
    """Pieces of a computation by number, kept in a file.

    Parameters
    ----------
    path : path
        The file; made if it is not there.
    about : mapping
        What is computed, for JSON: the same for the run that goes on.

    Raises
    ------
    ValueError
        The file belongs to another computation, or to another version of the program; it is no checkpoint, no file, or
        another run has it. The message names it and says what to do.
    OSError
        It cannot be read or written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Checkpoint(Path(folder, "c"), {"n": 3}) as first:
    ...         first.add(7, b"seven")
    ...     with Checkpoint(Path(folder, "c"), {"n": 3}) as second:
    ...         dict(second.pieces())
    {7: b'seven'}
    """

    def __init__(self, path: str | os.PathLike[str], about: Mapping[str, object]) -> None:
        self.path = Path(path)
        if self.path.exists() and not self.path.is_file():
            kind = "a folder" if self.path.is_dir() else "a device or a pipe"
            raise ValueError(f"{path}: a checkpoint must be a file, not {kind}")
        about = {"trueodds checkpoint": _FORMAT, "program": __version__, **about}
        header = json.dumps(about, sort_keys=True).encode() + b"\n"
        self._file = open(self.path, "r+b" if self.path.exists() else "x+b")  # noqa: SIM115 - kept open, see __exit__
        try:
            lock_file(self._file, self.path)
            found = self._file.read(len(header))
            if not header.startswith(found):
                raise ValueError(
                    f"{self.path} is the checkpoint of another computation, or none: not touched; give another file, "
                    f"or delete this one (one of another version of trueodds cannot be used either)"
                )
            if len(found) < len(header):  # new, or killed while it was new
                self._file.seek(0)
                self._file.write(header)
                self._sync()
            self._start = self._end = len(header)
            self._sealed = hashlib.sha256(header)
            for _ in self.pieces():
                pass
            self._file.truncate(self._end)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def pieces(self) -> Iterator[tuple[int, bytes]]:
        """All whole pieces, in the order in which they were added."""
        at = self._start
        while True:
            self._file.seek(at)
            head, seal = self._file.read(_HEAD.size), self._file.read(_SEAL)
            if len(seal) < _SEAL:
                return
            number, length = _HEAD.unpack(head)
            data = self._file.read(length) if length <= os.fstat(self._file.fileno()).st_size else b""
            if len(data) < length or self._seal(head, data) != seal:
                return
            at = self._file.tell()
            self._end = at
            yield number, data

    def add(self, number: int, data: bytes) -> None:
        """Keep a piece; it is on the disk when this returns."""
        self._file.seek(self._end)
        head = _HEAD.pack(number, len(data))
        self._file.write(head + self._seal(head, data) + data)
        self._sync()
        self._end = self._file.tell()

    def _seal(self, head: bytes, data: bytes) -> bytes:
        seal = self._sealed.copy()
        seal.update(head)
        seal.update(data)
        return seal.digest()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


@contextlib.contextmanager
def use_checkpoint(path: str | os.PathLike[str] | None) -> Iterator[None]:
    """Inside, `usual_checkpoint` is this file: for a command whose long work is done deep within."""
    token = _usual.set(path)
    try:
        yield
    finally:
        _usual.reset(token)


def usual_checkpoint() -> str | os.PathLike[str] | None:
    """Where long work is kept if nobody says it; None outside of `use_checkpoint`.

    Examples
    --------
    >>> with use_checkpoint("part"):
    ...     usual_checkpoint()
    'part'
    """
    return _usual.get()


def lock_file(file: BinaryIO, path: Path) -> None:
    """Keep other runs out until the file is closed; where the system cannot lock, they are not kept out."""
    refusal = ValueError(f"{path}: another run is writing this checkpoint; wait for its end, or give another file")
    if sys.platform == "win32":
        import msvcrt

        file.seek(1 << 40)  # far behind the end: locked bytes cannot be read
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise refusal from None
        file.seek(0)
        return
    import fcntl

    with contextlib.suppress(OSError):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
                raise refusal from None
            raise


def fingerprint(*parts: bytes | memoryview) -> str:
    """A short name for data that two runs must share.

    Examples
    --------
    >>> fingerprint(b"ab", b"c") == fingerprint(b"abc"), len(fingerprint(b""))
    (False, 32)
    """
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8, "little"))
        whole.update(part)
    return whole.hexdigest()[:32]
