"""Long work: how it reports its progress, and chunks of it, run one by one, in threads, in processes, or elsewhere.

Chunks are independent: a pure function of plain data each. What comes back from another process is sealed (`sealing`)
and checked; what is wrong, or does not come back, is computed again.
"""

from __future__ import annotations

import contextlib
import itertools
import operator
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from .interrupts import check_interrupt
from .sealing import Computed, WorkerError, WrongResultError, make_task, open_result

if TYPE_CHECKING:  # else opened when first used: most computations need none
    from concurrent.futures import Executor, Future

    from .workers import TasksLostError, Workers

#: Called now and then with what is being done, how far it is, and how far it goes (None if that cannot be known).
Progress = Callable[[str, int, int | None], object]

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

#: Looks at a chunk and its result; raises if the result cannot be right.
Check = Callable[[Any, Any], object]

_LOOK = 0.5  # seconds between two looks whether Ctrl-C was pressed and got lost
_TASK_SECONDS = 2.0  # of work in a task that goes to another process, about, if chunks are shorter than that
_MAX_CHUNKS = 4096  # in a task
_AHEAD = 2  # tasks on their way for each worker: one is computed, one waits there
_LOST = 4  # times that the same task may get lost

_usual: ContextVar[Any] = ContextVar("usual executor", default=None)

#: How chunks can be run: one by one; in threads (kernels and long GMP operations release the GIL); in processes.
EXECUTORS = ("serial", "threads", "processes")


def check_progress(progress: Any) -> None:
    """Refuse what cannot be called: long work would find out late.

    Raises
    ------
    TypeError
        It is neither None nor can be called.

    Examples
    --------
    >>> check_progress(None), check_progress(print)
    (None, None)
    """
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of stage, done and total, such as print, not {progress!r}")


def run_chunks(
    function: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    executor: str | Executor | Any = "threads",
    check: Check | None = None,
) -> Iterator[tuple[Chunk, Result]]:
    """Apply a pure function to independent chunks; results come as they are done, in any order.

    Parameters
    ----------
    function : callable
        For processes and clusters it must be importable (a module's function, or a partial of one).
    chunks : iterable
        Plain data; read only a little ahead of the work.
    executor : str, concurrent.futures.Executor or distributed.Client
        One of `EXECUTORS`, with a worker for each core, or any executor that is open, or a Dask cluster's client.
    check : callable, optional
        Gets a chunk and its result, and raises if the result cannot be right: its type, its shape.

    Yields
    ------
    (chunk, result)

    Raises
    ------
    ValueError
        Unknown executor.
    WorkerError
        Workers gave a wrong result for the same chunk twice, were lost with the same chunk again and again, are lost
        altogether, or have another version of the program.
    Exception
        What `function` raises: of other processes when it does so twice for a chunk; and what `check` raises twice.

    Notes
    -----
    Ctrl-C is answered between chunks; what has not begun is then dropped. A chunk that comes back wrong is named by the
    logger ``trueodds`` and computed again, elsewhere if there is another worker. Chunks that are short go to other
    processes many at a time, so that a task takes some seconds as measured there; twice as many tasks as there are
    workers are on their way, and results are fetched one at a time.

    Examples
    --------
    >>> sorted(run_chunks(len, ["a", "bcd"], "serial"))
    [('a', 1), ('bcd', 3)]
    """
    if isinstance(executor, str) and executor not in EXECUTORS:
        raise ValueError(f"executor must be one of {', '.join(EXECUTORS)} or an Executor, not {executor!r}")
    if executor == "serial":
        for number, chunk in enumerate(chunks):
            check_interrupt()
            yield chunk, _computed_here(function, number, chunk, check)
    elif executor == "threads":
        yield from _run_threads(function, chunks, check)
    else:
        workers = _find_workers(executor, function)
        try:
            yield from _Run(workers, chunks, check).results()
        finally:
            workers.close()


@contextlib.contextmanager
def use_executor(executor: str | Executor | Any) -> Iterator[None]:
    """Inside, `usual_executor` is this one: for a whole command, whose long work is done deep within.

    Parameters
    ----------
    executor : str, concurrent.futures.Executor, distributed.Client or None
        As for `run_chunks`; None changes nothing.
    """
    token = _usual.set(_usual.get() if executor is None else executor)
    try:
        yield
    finally:
        _usual.reset(token)


def usual_executor(otherwise: str = "threads") -> Any:
    """What runs chunks where nobody says it; `otherwise` outside of `use_executor`.

    Examples
    --------
    >>> usual_executor("serial")
    'serial'
    >>> with use_executor("processes"):
    ...     usual_executor("serial")
    'processes'
    """
    found = _usual.get()
    return otherwise if found is None else found


def is_elsewhere(executor: object) -> bool:
    """Whether what runs chunks shares no memory with this process.

    Examples
    --------
    >>> is_elsewhere("threads"), is_elsewhere("processes")
    (False, True)
    """
    return executor not in ("serial", "threads")


def _find_workers(executor: Any, function: Callable[[Any], Any]) -> Workers:
    import concurrent.futures

    from .workers import GivenExecutor, OwnProcesses

    if executor == "processes":
        return OwnProcesses(function, os.cpu_count() or 1)
    if type(executor).__module__.partition(".")[0] == "distributed":
        from .cluster import ClusterWorkers

        return ClusterWorkers(executor, function)
    if isinstance(executor, concurrent.futures.Executor):
        return GivenExecutor(executor, function)
    raise ValueError(f"executor must be one of {', '.join(EXECUTORS)} or an Executor, not {executor!r}")


def _computed_here(function: Callable[[Any], Any], number: int, chunk: Any, check: Check | None) -> Any:
    """The result of a chunk, computed once more if it does not stand the check."""
    result = function(chunk)
    if check:
        try:
            check(chunk, result)
        except Exception as error:
            _tell(f"chunk {number} came out wrong: {error}; computed again")
            result = function(chunk)
            check(chunk, result)
    return result


def _run_threads(
    function: Callable[[Chunk], Result], chunks: Iterable[Chunk], check: Check | None
) -> Iterator[tuple[Chunk, Result]]:
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    cores = os.cpu_count() or 1
    pool = ThreadPoolExecutor(cores)
    waiting: dict[Future[Result], Chunk] = {}
    source = enumerate(chunks)
    try:
        while True:
            for number, chunk in itertools.islice(source, 3 * cores - len(waiting)):
                waiting[pool.submit(_computed_here, function, number, chunk, check)] = chunk
            if not waiting:
                return
            done: set[Future[Result]] = set()
            while not done:
                check_interrupt()
                done, _ = wait(waiting, _LOOK, FIRST_COMPLETED)
            for future in done:
                yield waiting.pop(future), future.result()
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(eq=False)
class _Task:
    """Some chunks on their way, and what went wrong with them before."""

    number: int
    chunks: list[Any]
    data: bytes
    wrong: str = ""
    failed: bool = False
    lost: int = 0
    last: Any = None  # the ticket of the last try

    def __str__(self) -> str:
        last = self.number + len(self.chunks) - 1
        return f"chunk {self.number}" if last == self.number else f"chunks {self.number} to {last}"


class _Run:
    """Chunks computed by workers; knows what is on its way."""

    def __init__(self, workers: Workers, chunks: Iterable[Any], check: Check | None) -> None:
        self._workers, self._check = workers, check
        self._left = operator.length_hint(chunks, 0)
        self._source = iter(chunks)
        self._number = 0  # of the next chunk
        self._size = 1  # chunks in a task
        self._again: deque[_Task] = deque()
        self._waiting: dict[Any, _Task] = {}

    def results(self) -> Iterator[tuple[Any, Any]]:
        """Chunks and results, in any order."""
        from .workers import TasksLostError

        while True:
            try:
                self._send()
                if not self._waiting:
                    return
                done = self._wait()
            except TasksLostError as error:
                self._begin_again(error, [])
                continue
            lost: list[_Task] = []
            why: TasksLostError | None = None
            for ticket in done:
                task = self._waiting.pop(ticket)
                try:
                    computed = self._fetch(ticket, task)
                except TasksLostError as error:
                    lost.append(task)
                    why = error
                    continue
                if computed is not None:
                    yield from zip(task.chunks, computed.results, strict=True)
            if why:
                self._begin_again(why, lost)

    def _send(self) -> None:
        """Keep as much on its way as is of use."""
        while len(self._waiting) < _AHEAD * self._workers.count():
            task = self._again.popleft() if self._again else self._next()
            if task is None:
                return
            try:
                ticket = self._workers.submit(task.data, task.last)
            except BaseException:
                self._again.append(task)
                raise
            task.last = ticket
            self._waiting[ticket] = task

    def _next(self) -> _Task | None:
        size = self._size
        if self._left:  # the last of them should keep all workers busy, too
            size = max(1, min(size, (self._left - self._number) // (_AHEAD * max(1, self._workers.count()))))
        chunks = list(itertools.islice(self._source, size))
        if not chunks:
            return None
        task = _Task(self._number, chunks, make_task(self._number, chunks))
        self._number += len(chunks)
        return task

    def _wait(self) -> list[Any]:
        while True:
            check_interrupt()
            done = self._workers.wait(self._waiting, _LOOK)
            if done:
                return list(done)

    def _fetch(self, ticket: Any, task: _Task) -> Computed | None:
        """What a task gave; None if it is to be computed again."""
        from .workers import TasksLostError

        try:
            sent = self._workers.fetch(ticket)
        except (TasksLostError, WorkerError):
            raise
        except Exception as error:
            if task.failed:
                raise
            _tell(f"{task} failed with {type(error).__name__}: {error}; computed again")
            task.failed = True
            self._again.append(task)
            return None
        worker = ""
        try:
            computed = open_result(task.data, sent)
            worker = f" from {computed.worker}"
            if len(computed.results) != len(task.chunks):
                raise WrongResultError(f"{len(computed.results)} results for {len(task.chunks)} chunks")
            for chunk, result in zip(task.chunks, computed.results, strict=True):
                if self._check:
                    self._check(chunk, result)
        except Exception as error:
            wrong = f"{task} came back wrong{worker}: {error}"
            if task.wrong:
                raise WorkerError(
                    f"{task.wrong}; again, {wrong}; what is done is in the checkpoint, if there is one: find out "
                    f"which machine, network or disk is at fault, and start again without it"
                ) from error
            _tell(f"{wrong}; computed again")
            task.wrong = wrong
            self._again.append(task)
            return None
        each = max(computed.seconds / len(task.chunks), 1e-9)
        self._size = max(1, min(int(_TASK_SECONDS / each), 2 * len(task.chunks), _MAX_CHUNKS))
        return computed

    def _begin_again(self, error: TasksLostError, lost: list[_Task]) -> None:
        """Workers were lost, and these tasks with them, or all that are on their way."""
        if error.every:
            lost = lost + list(self._waiting.values())
            self._waiting.clear()
        for task in lost:
            task.lost += 1
            if task.lost >= _LOST:
                raise WorkerError(
                    f"workers were lost {task.lost} times with {task}, as when memory is short ({error}); what is done "
                    f"is in the checkpoint, if there is one: start again with fewer workers, or with more memory"
                ) from error
        self._again.extend(lost)
        self._workers.restart()
        _tell(f"a worker was lost; {', '.join(map(str, lost)) or 'nothing'} computed again")


def _tell(line: str) -> None:
    import logging  # not before: nearly no run has anything to say

    logging.getLogger("trueodds").warning("trueodds: %s", line)
