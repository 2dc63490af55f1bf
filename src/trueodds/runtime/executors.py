"""Long work: how it reports its progress, and chunks of it, run one by one, in threads, in processes, or elsewhere.

Chunks are independent: a pure function of plain data each.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from .interrupts import check_interrupt

if TYPE_CHECKING:  # else opened when first used: most computations need none
    from concurrent.futures import Executor, Future

#: Called now and then with what is being done, how far it is, and how far it goes (None if that cannot be known).
Progress = Callable[[str, int, int | None], object]

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

_LOOK = 0.5  # seconds between two looks whether Ctrl-C was pressed and got lost

#: How chunks can be run: one by one; in threads (kernels and long GMP operations release the GIL); in processes.
EXECUTORS = ("serial", "threads", "processes")


def run_chunks(
    function: Callable[[Chunk], Result], chunks: Iterable[Chunk], executor: str | Executor = "threads"
) -> Iterator[tuple[Chunk, Result]]:
    """Apply a pure function to independent chunks; results come as they are done, in any order.

    Parameters
    ----------
    function : callable
        For processes and clusters it must be importable (a module's function, or a partial of one).
    chunks : iterable
        Plain data; read only a little ahead of the work.
    executor : str or concurrent.futures.Executor
        One of `EXECUTORS`, with a worker for each core, or any executor that is open, a cluster's client for one.

    Yields
    ------
    (chunk, result)

    Raises
    ------
    ValueError
        Unknown executor.

    Notes
    -----
    Ctrl-C is answered between chunks; what has not begun is then dropped.

    Examples
    --------
    >>> sorted(run_chunks(len, ["a", "bcd"], "serial"))
    [('a', 1), ('bcd', 3)]
    """
    if executor == "serial":
        for chunk in chunks:
            check_interrupt()
            yield chunk, function(chunk)
        return
    import concurrent.futures

    if isinstance(executor, concurrent.futures.Executor):
        yield from _run(function, chunks, executor, 16)
        return
    if executor not in EXECUTORS:
        raise ValueError(f"executor must be one of {', '.join(EXECUTORS)} or an Executor, not {executor!r}")
    cores = os.cpu_count() or 1
    kinds = {"threads": concurrent.futures.ThreadPoolExecutor, "processes": concurrent.futures.ProcessPoolExecutor}
    pool: Executor = kinds[executor](cores)
    try:
        yield from _run(function, chunks, pool, 3 * cores)
    finally:
        pool.shutdown(cancel_futures=True)


def _run(
    function: Callable[[Chunk], Result], chunks: Iterable[Chunk], pool: Executor, ahead: int
) -> Iterator[tuple[Chunk, Result]]:
    from concurrent.futures import FIRST_COMPLETED, wait

    waiting: dict[Future[Result], Chunk] = {}
    source = iter(chunks)
    more = True
    while more or waiting:
        while more and len(waiting) < ahead:
            try:
                chunk = next(source)
            except StopIteration:
                more = False
            else:
                waiting[pool.submit(function, chunk)] = chunk
        done: set[Future[Result]] = set()
        while waiting and not done:
            check_interrupt()
            done, _ = wait(waiting, _LOOK, FIRST_COMPLETED)
        for future in done:
            yield waiting.pop(future), future.result()
