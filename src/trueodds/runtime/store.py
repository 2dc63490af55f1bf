"""Store finished work in an append-only file, from which a killed run resumes.

The first line is a JSON object that names the program's version and the computation. Records follow. Each record has
the lengths of its key and data, a SHA-256 checksum, the key, and the data. The checksum covers the first line and the
rest of the record, so a record is valid only in a file with this first line. Of several records with the same key, the
last counts. A killed run leaves at most one incomplete record. Opening the file removes this record and any whose
checksum is wrong.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from .._version import __version__
from .executors import Check, run_chunks, warn
from .files import lock, name_file_in_errors

_HEAD = struct.Struct("<IQ")  # the lengths in bytes of the key and of the data
_DIGEST = hashlib.sha256().digest_size
_SYNC_SECONDS = 1.0  # minimum number of seconds between calls of fsync
_SHOWN = 60  # maximum number of characters of a key in a message
_FORMAT = 1

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


class Store:
    """Finished work by key, in a file, which is created if it does not exist.

    `about` identifies the computation by plain data, such as game, parameters and method; a run that resumes must pass
    equal data. `kept` holds the keys of records that earlier runs wrote. `dropped` holds a message for each record
    whose checksum is wrong.
    """

    def __init__(self, path: str | os.PathLike[str], about: Mapping[str, object]) -> None:
        self.path = Path(path)
        if self.path.exists() and not self.path.is_file():
            kind = "a folder" if self.path.is_dir() else "a device or a pipe"
            raise ValueError(f"{self.path}: a checkpoint must be a file, not {kind}")
        about = {"trueodds checkpoint": _FORMAT, "version": __version__, **about}
        self._header = json.dumps(about, sort_keys=True).encode() + b"\n"
        self._end = len(self._header)
        self._places: dict[str, tuple[int, int]] = {}
        self.dropped: list[str] = []
        self._file = open(self.path, "r+b" if self.path.exists() else "x+b")  # noqa: SIM115 - kept open, see __exit__
        try:
            if lock(self._file.fileno()) is False:
                raise ValueError(f"{path}: another run is writing this file; wait until it ends, or use another file")
            with name_file_in_errors(str(self.path)):
                self._open()
        except BaseException:
            self._file.close()
            raise
        self.kept = frozenset(self._places)
        self._synced = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with name_file_in_errors(str(self.path)):
            self._file.close()

    def __contains__(self, key: str) -> bool:
        return key in self._places

    def __getitem__(self, key: str) -> bytes:
        at, length = self._places[key]
        self._file.seek(at)
        return self._file.read(length)

    def add(self, key: str, data: bytes) -> None:
        """Append a record; it then survives the death of this process and, after the next fsync, a machine crash."""
        name = key.encode()
        head = _HEAD.pack(len(name), len(data))
        with name_file_in_errors(str(self.path)):
            self._file.seek(self._end)
            self._file.write(head + self._digest(head, name, data) + name + data)
            self._file.flush()
            if time.monotonic() - self._synced > _SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        self._end = self._file.tell()
        self._places[key] = self._end - len(data), len(data)

    def _open(self) -> None:
        """Check or write the first line, find the valid records, and remove all other records from the file."""
        size = os.fstat(self._file.fileno()).st_size
        header = self._file.read(len(self._header))
        if not self._header.startswith(header):
            raise ValueError(
                f"{self.path} belongs to another computation or another version of trueodds, or is not a checkpoint; "
                f"the file was not changed; use another file, or delete this one"
            )
        if len(header) < len(self._header):  # the file is new, or its first run was killed early
            self._file.seek(0)
            self._file.write(self._header)
        at = self._end
        while at + _HEAD.size + _DIGEST <= size:
            self._file.seek(at)
            head, digest = self._file.read(_HEAD.size), self._file.read(_DIGEST)
            length, rest = _HEAD.unpack(head)
            after = at + _HEAD.size + _DIGEST + length + rest
            if after > size:
                break
            name, data = self._file.read(length), self._file.read(rest)
            if self._digest(head, name, data) == digest:
                if self._end < at:  # an earlier record was dropped
                    self._file.seek(self._end)
                    self._file.write(head + digest + name + data)
                self._end += after - at
                self._places[name.decode()] = self._end - rest, rest
            else:
                key = name[:_SHOWN].decode(errors="replace")
                self.dropped.append(f"{self.path}: record {key} was changed after it was written")
            at = after
        self._file.truncate(self._end)
        self._file.flush()

    def _digest(self, head: bytes, name: bytes, data: bytes) -> bytes:
        digest = hashlib.sha256(self._header)
        for part in (head, name, data):
            digest.update(part)
        return digest.digest()


class Codec(NamedTuple):
    """Functions that return the key of a chunk, pack its result as bytes, and unpack the result."""

    key: Callable[[Any], str]
    pack: Callable[[Any, Any], bytes]
    unpack: Callable[[Any, bytes], Any]


def open_store(
    path: str | os.PathLike[str] | None, about: Mapping[str, object]
) -> AbstractContextManager[Store | None]:
    """Open a store, or return a context that yields None if there is no path."""
    return nullcontext() if path is None else Store(path, about)


def compute_chunks(
    function: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    take: Callable[[Chunk, Result], object],
    workers: Any = None,
    check: Check | None = None,
    store: Store | None = None,
    codec: Codec | None = None,
) -> None:
    """Pass each chunk and its result to `take`, in any order; read stored results, and compute and store the rest."""
    if store is None or codec is None:
        for chunk, result in run_chunks(function, chunks, workers, check):
            take(chunk, result)
        return
    for line in store.dropped:
        warn(f"{line}; recomputing")

    def missing() -> Iterator[Chunk]:
        for chunk in chunks:
            key = codec.key(chunk)
            if key in store:
                try:
                    result = codec.unpack(chunk, store[key])
                    if check:
                        check(chunk, result)
                except (ValueError, TypeError, KeyError, IndexError, ArithmeticError) as error:
                    warn(f"{store.path}: record {key[:_SHOWN]} is invalid ({error}); recomputing")
                else:
                    take(chunk, result)
                    continue
            yield chunk

    for chunk, result in run_chunks(function, missing(), workers, check):
        store.add(codec.key(chunk), codec.pack(chunk, result))
        take(chunk, result)


def recheck_chunks(
    function: Callable[[Chunk], Result], chunks: Iterable[Chunk], workers: Any, store: Store, codec: Codec
) -> bool:
    """Recompute the chunks that earlier runs stored; report and replace wrong records; return whether any was wrong."""
    any_wrong = False
    kept = [chunk for chunk in chunks if codec.key(chunk) in store.kept]
    for chunk, result in run_chunks(function, kept, workers):
        key, data = codec.key(chunk), codec.pack(chunk, result)
        if store[key] != data:
            any_wrong = True
            warn(f"{store.path}: record {key[:_SHOWN]} is wrong; replacing it")
            store.add(key, data)
    return any_wrong


def compute_fingerprint(*parts: bytes | memoryview) -> str:
    """Return a checksum of 32 hexadecimal digits by which another run recognizes the data."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()[:32]
