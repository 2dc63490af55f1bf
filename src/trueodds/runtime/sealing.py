"""Chunks of work on their way to another process and back: sealed where they are computed, so that a fault is seen.

A task is some chunks of work in bytes. Whoever computes it sends back bytes, too: SHA-256 over the task and what came
out, then what came out. So one flipped bit, another task's result, a cut or something else altogether is told apart
from a right result, before a byte of it is read.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .._version import __version__

_SEAL = hashlib.sha256().digest_size
_SHOWN = 60  # characters


class WorkerError(RuntimeError):
    """Workers that compute chunks cannot be used: gone, of another version, or wrong again and again.

    What was done before stands in the checkpoint, if one was asked for.
    """


class WrongResultError(ValueError):
    """What came back is not what was computed for this task."""


class Computed(NamedTuple):
    """What a task gave.

    Attributes
    ----------
    worker : str
        Which process of which machine.
    seconds : float
        How long it took there.
    results : list
        One for each chunk.
    """

    worker: str
    seconds: float
    results: list[Any]


def make_task(number: int, chunks: Sequence[Any]) -> bytes:
    """A task for other processes; no two of a computation are alike.

    Parameters
    ----------
    number : int
        Of the first chunk.
    chunks : sequence
        Plain data.
    """
    return pickle.dumps((number, list(chunks)), pickle.HIGHEST_PROTOCOL)


def compute_task(function: Callable[[Any], Any], version: str, task: bytes) -> bytes:
    """Compute a task, wherever this runs, and seal what comes out.

    Parameters
    ----------
    function : callable
        From a chunk to its result.
    version : str
        Of the program that asks.
    task : bytes
        From `make_task`.

    Raises
    ------
    WorkerError
        The version here is another.

    Examples
    --------
    >>> task = make_task(7, ["ab", "c"])
    >>> open_result(task, compute_task(len, __version__, task)).results
    [2, 1]
    """
    check_version(version)
    began = time.perf_counter()
    _, chunks = pickle.loads(task)
    results = [function(chunk) for chunk in chunks]
    computed = Computed(name_worker(), time.perf_counter() - began, results)
    data = pickle.dumps(tuple(computed), pickle.HIGHEST_PROTOCOL)
    return _seal(task, data) + data


def open_result(task: bytes, sent: object) -> Computed:
    """What a task gave, if it is that.

    Raises
    ------
    WrongResultError
        It is not: in one line, what is wrong.

    Examples
    --------
    >>> task = make_task(7, ["ab", "c"])
    >>> sent = bytearray(compute_task(len, __version__, task))
    >>> sent[-3] ^= 1
    >>> open_result(task, bytes(sent))
    Traceback (most recent call last):
        ...
    trueodds.runtime.sealing.WrongResultError: the seal is not that of this chunk and its result
    """
    if type(sent) is not bytes:
        raise WrongResultError(f"{type(sent).__name__} came back, not sealed bytes")
    seal, data = sent[:_SEAL], memoryview(sent)[_SEAL:]
    if seal != _seal(task, data):
        raise WrongResultError("the seal is not that of this chunk and its result")
    return Computed(*pickle.loads(data))


def check_version(asked: str) -> None:
    """Refuse to compute for another version of the program, whose chunks may mean something else.

    Raises
    ------
    WorkerError
        In one line, with both versions.

    Examples
    --------
    >>> check_version(__version__)
    """
    if asked != __version__:
        raise WorkerError(
            f"trueodds {asked[:_SHOWN]} asks, but {name_worker()} has trueodds {__version__}; "
            f"install the same version on both"
        )


def name_worker() -> str:
    """Which process of which machine this is."""
    return f"process {os.getpid()} on {platform.node() or 'this machine'}"


def _seal(task: bytes, data: bytes | memoryview) -> bytes:
    seal = hashlib.sha256(hashlib.sha256(task).digest())
    seal.update(data)
    return seal.digest()
