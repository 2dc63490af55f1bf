"""Residues of long numbers in chunks of primes: run anywhere, each chunk held against what it must be, kept on disk.

Chunks need nothing of each other, so any executor runs them. What comes back, and what a checkpoint says, must have the
type, the shape and the range of residues modulo its primes; whether they are the right ones is for the check of the
value that is made from them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.checkpoint import Checkpoint
from ..runtime.executors import Progress, run_chunks
from ..solution import NotProved

#: A chunk: its number, and its primes. All but the last one have as many.
Chunk = tuple[int, list[int]]

_FAULT = "a fault of this machine or of the program, nothing is proved"


def cut_primes(primes: Sequence[int], size: int) -> list[Chunk]:
    """Chunks of so many primes.

    Examples
    --------
    >>> cut_primes([2, 3, 5], 2)
    [(0, [2, 3]), (1, [5])]
    """
    return [(number, list(primes[at : at + size])) for number, at in enumerate(range(0, len(primes), size))]


def compute_residues(
    function: Callable[[Chunk], NDArray[np.uint32]],
    chunks: Sequence[Chunk],
    rows: int,
    executor: str | Executor,
    stage: str,
    progress: Progress | None = None,
    kept: Checkpoint | None = None,
) -> NDArray[np.uint32]:
    """The residues of so many numbers modulo all primes of the chunks.

    Parameters
    ----------
    function : callable
        From a chunk to its residues, a uint32 array of a row a number; other processes get it by pickle.
    chunks : sequence of (int, list of int)
        As `cut_primes` makes them.
    rows : int
        How many numbers.
    executor : str or Executor
        See `runtime.executors.run_chunks`.
    stage : str
        What progress calls it.
    progress : callable, optional
        Gets ``(stage, chunks done, chunks)``, first with those that were kept.
    kept : Checkpoint, optional
        Has what an earlier run did; gets each chunk that is done.

    Returns
    -------
    uint32 array, shape (rows, primes)

    Raises
    ------
    NotProved
        A chunk or a record is no residues of these primes.
    """
    size = len(chunks[0][1])
    found = np.empty((rows, sum(len(primes) for _, primes in chunks)), dtype=np.uint32)
    missing = dict(chunks)

    def put(number: int, result: NDArray[np.uint32]) -> None:
        at = number * size
        found[:, at : at + len(missing.pop(number))] = result

    for number, data in kept.pieces() if kept else ():
        if number not in missing or len(data) != 4 * rows * len(missing[number]):
            raise NotProved(
                f"check of the checkpoint: it has a record {number} of {len(data)} bytes, not of this computation"
            )
        result = np.frombuffer(data, dtype="<u4").astype(np.uint32).reshape(rows, -1)
        put(number, check_chunk(rows, (number, missing[number]), result))
    if progress:
        progress(stage, len(chunks) - len(missing), len(chunks))
    for (number, _), result in run_chunks(function, list(missing.items()), executor, partial(check_chunk, rows)):
        put(number, result)
        if kept:
            kept.add(number, result.astype("<u4").tobytes())
        if progress:
            progress(stage, len(chunks) - len(missing), len(chunks))
    return found


def check_chunk(rows: int, chunk: Chunk, result: Any) -> NDArray[np.uint32]:
    """What a chunk of work gave, if it has the type, the shape and the range of residues modulo its primes.

    Raises
    ------
    NotProved
        It has not: whatever ran it is at fault.
    """
    shape = rows, len(chunk[1])
    if not isinstance(result, np.ndarray) or result.dtype != np.uint32 or result.shape != shape:
        kind = f"{result.dtype} {result.shape}" if isinstance(result, np.ndarray) else type(result).__name__
        raise NotProved(f"check of a chunk of residues: {kind}, not uint32 {shape}; {_FAULT}")
    if (result >= np.array(chunk[1], dtype=np.uint32)).any():
        raise NotProved(f"check of a chunk of residues: one is not below its prime; {_FAULT}")
    return result


def open_checkpoint(
    path: str | os.PathLike[str] | None, about: Mapping[str, object]
) -> AbstractContextManager[Checkpoint | None]:
    """The checkpoint of a computation, as `runtime.checkpoint.Checkpoint`; None where none is wanted."""
    return nullcontext() if path is None else Checkpoint(path, about)
