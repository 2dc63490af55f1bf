"""A file of finished pieces of a long computation, from which a killed run goes on.

The first line says which computation it is; then come records: number, length, CRC-32, data. Each is on the disk
before the next is begun, so a run that is killed at any moment leaves whole records and at most one torn one, which is
cut off.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

_HEAD = struct.Struct("<QQ")  # number, bytes
_CHECK = struct.Struct("<I")  # CRC-32 of head and data


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
        The file belongs to another computation, or is no checkpoint.
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
        header = json.dumps({"trueodds checkpoint": 1, **about}, sort_keys=True).encode() + b"\n"
        self._file = open(self.path, "r+b" if self.path.exists() else "x+b")  # noqa: SIM115 - kept open, see __exit__
        try:
            found = self._file.read(len(header))
            if not header.startswith(found):
                raise ValueError(f"{self.path} is the checkpoint of another computation, or none: not touched")
            if len(found) < len(header):  # new, or killed while it was new
                self._file.seek(0)
                self._file.write(header)
                self._sync()
            self._start = len(header)
            self._end = self._start
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
            head, check = self._file.read(_HEAD.size), self._file.read(_CHECK.size)
            if len(check) < _CHECK.size:
                return
            number, length = _HEAD.unpack(head)
            data = self._file.read(length) if length <= os.fstat(self._file.fileno()).st_size else b""
            if len(data) < length or _CHECK.pack(zlib.crc32(data, zlib.crc32(head))) != check:
                return
            at = self._file.tell()
            self._end = at
            yield number, data

    def add(self, number: int, data: bytes) -> None:
        """Keep a piece; it is on the disk when this returns."""
        self._file.seek(self._end)
        head = _HEAD.pack(number, len(data))
        self._file.write(head + _CHECK.pack(zlib.crc32(data, zlib.crc32(head))) + data)
        self._sync()
        self._end = self._file.tell()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())


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
