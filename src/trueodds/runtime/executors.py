"""Run independent chunks of work in this process, in its threads, in other processes, or on workers of a Dask cluster.

A chunk is plain data, and its result is a pure function of the chunk. A task is a group of chunks that is sent to
another process as bytes. A SHA-256 checksum of the task and its answer detects a flipped bit, a truncated message or
the answer to another task. A wrong or lost answer is computed again.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import pickle
import platform
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from .._version import __version__
from .interrupts import check_interrupt, end_with_parent

if TYPE_CHECKING:  # otherwise imported when needed, because most computations need no executor
    from concurrent.futures import Executor

#: Called repeatedly with the name of a stage, the amount done, and the total (None if unknown).
Progress = Callable[[str, int, int | None], object]

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")

#: A function of a chunk and its result that raises an exception if the result cannot be that of the chunk.
Check = Callable[[Any, Any], object]

_POLL_SECONDS = 0.5  # seconds between checks for a lost Ctrl-C or a lost scheduler
_TASK_SECONDS = 0.3  # intended seconds of work in a task; shorter chunks are sent together
_MAX_CHUNKS = 4096  # maximum number of chunks in a task
_TASKS_PER_WORKER = 2  # one in progress, and one waiting at the worker
_MAX_LOST = 4  # the computation fails when a task has been lost this many times
_MAX_WORKERS = 10_000  # more are likely to be a mistake
_ASSUMED_WORKERS = 8  # number of workers of an executor that does not report a number
_MAX_IDLE = 60.0  # maximum number of seconds without any worker
_CONNECT_SECONDS = 10.0  # seconds within which a scheduler must answer
_CACHE_SECONDS = 1.0  # seconds for which the number of workers of a cluster is cached
_SCHEMES = ("tcp", "tls", "ucx", "ws", "wss")
_ENCRYPTED = ("tls", "wss")
_DASK_LOGGERS = ("distributed", "distributed.client")
_DIGEST = hashlib.sha256().digest_size
_RESUME = "finished chunks are in the checkpoint, if the run has one"


class WorkerError(RuntimeError):
    """The workers cannot be reached, were lost, have another version of trueodds, or returned a wrong result twice."""


def check_workers(workers: Any) -> None:
    """Raise an exception unless `workers` is None, 1 to `_MAX_WORKERS`, an executor or, with Dask, an address."""
    if workers is None or (type(workers) is int and 1 <= workers <= _MAX_WORKERS):
        return
    if isinstance(workers, str) and _is_address(workers):
        from importlib.util import find_spec

        if find_spec("distributed") is None:
            raise ImportError('a cluster needs Dask: pip install "trueodds[cluster]"')
        return
    from concurrent.futures import Executor

    if not isinstance(workers, Executor):
        error_type = ValueError if type(workers) in (int, str) else TypeError
        text = repr(workers[:40] if isinstance(workers, str) else workers)
        raise error_type(
            f"workers must be a whole number from 1 to {_MAX_WORKERS:,}, an address such as tcp://10.0.0.1:8786, or "
            f"(in Python) an Executor, not {text}"
        )


def _is_address(text: str) -> bool:
    """Return whether a string has the form of a scheduler's address; Dask is slow to reject any other string."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text)
        return parts.scheme in _SCHEMES and bool(parts.hostname and parts.port) and not parts.path.strip("/")
    except ValueError:  # for example, the port is not a number
        return False


def run_chunks(
    function: Callable[[Chunk], Result],
    chunks: Iterable[Chunk],
    workers: int | str | Executor | None = None,
    check: Check | None = None,
) -> Iterator[tuple[Chunk, Result]]:
    """Apply a pure function to independent chunks; yield each finished chunk with its result, in any order.

    For `workers`, see `Run`. Other processes must be able to import the function. Chunks are read only a little ahead
    of the work. Wrong results (detected by `check`), failures in other processes and lost workers are reported by
    the logger ``trueodds``, and the affected chunks are recomputed; repeated faults raise an exception.
    """
    if isinstance(workers, int) and workers == 1:
        for numbered in enumerate(chunks):
            check_interrupt()
            yield _compute_here(function, check, numbered)
        return
    if workers is None:
        yield from _run_threads(partial(_compute_here, function, check), chunks)
        return
    with connect(workers) as connected:
        if isinstance(connected, int):
            pool: _Pool = _Processes(connected, function)
        elif client := getattr(connected, "_client", None):  # an executor opened by a Dask client
            pool = _Cluster(client, function)
        else:
            pool = _Pool(connected, function)
        yield from _run_tasks(pool, chunks, check)


@contextlib.contextmanager
def connect(workers: Any) -> Iterator[Any]:
    """Connect to a cluster for several calls to `run_chunks`: yield an executor for an address, else `workers` itself.

    The cluster's workers keep running when the connection closes.
    """
    if not isinstance(workers, str):
        yield workers
        return
    import logging

    import distributed

    dask: Any = distributed
    encrypted = workers.partition("://")[0] in _ENCRYPTED
    if encrypted and dask.Security().get_connection_args("client").get("ssl_context") is None:
        raise ValueError(f"{workers[:40]} needs TLS certificates; set distributed.comm.tls in Dask's settings")
    levels = [(logger, logger.level) for logger in map(logging.getLogger, _DASK_LOGGERS)]
    for logger, _ in levels:
        logger.setLevel(logging.CRITICAL)  # `run_chunks` reports the errors that matter
    client = None
    try:
        try:
            client = dask.Client(workers, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkerError(
                f"no scheduler answers at {workers} ({type(error).__name__}); check that the scheduler is running"
            ) from None
        yield client.get_executor()
    finally:
        if client is not None:
            with contextlib.suppress(Exception):  # the scheduler may be gone
                client.close(timeout=_CONNECT_SECONDS)
        for logger, level in levels:
            logger.setLevel(level)


def _compute_here(function: Callable[[Any], Any], check: Check | None, numbered: tuple[int, Any]) -> tuple[Any, Any]:
    """Compute a chunk in this process, and once more if the result fails the check."""
    number, chunk = numbered
    result = function(chunk)
    if check:
        try:
            check(chunk, result)
        except Exception as error:
            warn(f"chunk {number}: wrong result: {error}; recomputing")
            result = function(chunk)
            check(chunk, result)
    return chunk, result


def _run_threads(compute: Callable[[tuple[int, Any]], Any], chunks: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Compute chunks in threads of this process; kernels and long GMP operations release the GIL."""
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

    threads = os.cpu_count() or 1
    numbered, waiting = enumerate(chunks), set[Future[Any]]()
    pool = ThreadPoolExecutor(threads)
    try:
        while True:
            batch = itertools.islice(numbered, _TASKS_PER_WORKER * threads - len(waiting))
            waiting |= {pool.submit(compute, chunk) for chunk in batch}
            if not waiting:
                return
            done, waiting = wait(waiting, _POLL_SECONDS, FIRST_COMPLETED)
            check_interrupt()
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass(eq=False)
class _Task:
    """A group of chunks in progress, and its earlier failures."""

    number: int  # the number of the first chunk
    chunks: list[Any]
    wrong: str = ""
    failed: bool = False
    lost: int = 0
    future: Any = None  # the last attempt

    @cached_property
    def data(self) -> bytes:
        """The task as bytes, different for each task of a computation."""
        return pickle.dumps((__version__, self.number, self.chunks), pickle.HIGHEST_PROTOCOL)

    def __str__(self) -> str:
        last = self.number + len(self.chunks) - 1
        return f"chunk {self.number}" if last == self.number else f"chunks {self.number} to {last}"


def compute_task(function: Callable[[Any], Any], task: bytes) -> bytes:
    """Compute a task, in any process, and return the answer with its checksum."""
    began = time.perf_counter()
    version, _, chunks = pickle.loads(task)
    if version != __version__:  # a different version may interpret the chunks differently
        raise WorkerError(
            f"{_name_worker()} has trueodds {__version__}, but {version[:40]} is needed; install that version there"
        )
    results = [function(chunk) for chunk in chunks]
    answer = __version__, _name_worker(), time.perf_counter() - began, results
    data = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
    return _seal(task, data) + data


def open_answer(task: bytes, sent: Any) -> tuple[str, str, float, list[Any]]:
    """Verify the checksum of the answer to a task; return the version, worker, seconds and results in it."""
    if type(sent) is not bytes:
        raise ValueError(f"an answer must be bytes, not {type(sent).__name__}")
    if sent[:_DIGEST] != _seal(task, memoryview(sent)[_DIGEST:]):
        raise ValueError("the checksum does not match this task and its results")
    version, worker, seconds, results = pickle.loads(memoryview(sent)[_DIGEST:])
    return version, worker, seconds, results


def _seal(task: bytes, data: bytes | memoryview) -> bytes:
    seal = hashlib.sha256(hashlib.sha256(task).digest())
    seal.update(data)
    return seal.digest()


def _name_worker() -> str:
    return f"process {os.getpid()} on {platform.node() or 'this machine'}"


def _run_tasks(pool: _Pool, chunks: Iterable[Any], check: Check | None) -> Iterator[tuple[Any, Any]]:
    """Keep the workers of a pool busy, recompute lost or wrong tasks, and yield each chunk with its result."""
    from queue import Empty, SimpleQueue

    source, number, size = iter(chunks), 0, 1
    retries: deque[_Task] = deque()
    waiting: set[_Task] = set()
    done: SimpleQueue[_Task] = SimpleQueue()
    finished = False
    try:
        while True:
            while len(waiting) < _TASKS_PER_WORKER * max(1, pool.count()):
                if retries:
                    task = retries.popleft()
                elif group := list(itertools.islice(source, size)):
                    task = _Task(number, group)
                    number += len(group)
                else:
                    break
                task.future = pool.submit(task)
                waiting.add(task)
                task.future.add_done_callback(lambda _, task=task: done.put(task))
            if not waiting:
                finished = True
                return
            check_interrupt()
            try:
                task = done.get(timeout=_POLL_SECONDS)
            except Empty:
                pool.check()
                continue
            waiting.remove(task)
            received = _receive(pool, task, check)
            if received is None:
                retries.append(task)
                continue
            seconds, pairs = received
            task.future = None
            ratio = _TASK_SECONDS / max(seconds, 1e-9)
            size = max(1, min(int(len(task.chunks) * min(2.0, ratio)), _MAX_CHUNKS))
            yield from pairs
    finally:
        pool.close([task.future for task in waiting], finished)


def _receive(pool: _Pool, task: _Task, check: Check | None) -> tuple[float, list[tuple[Any, Any]]] | None:
    """Return a task's time in seconds and its chunks with their results, or None if the task must be computed again."""
    try:
        sent = task.future.result()
    except WorkerError:
        raise
    except pool.losses as error:
        pool.check()
        pool.lose()
        task.lost += 1
        if task.lost >= _MAX_LOST:
            raise WorkerError(
                f"workers were lost {task.lost} times while computing {task}, perhaps for lack of memory ({error}); "
                f"{_RESUME}; start again with fewer workers or more memory"
            ) from None
        warn(f"a worker was lost while computing {task}; recomputing")
        return None
    except Exception as error:
        pool.check()
        if task.failed:
            raise
        task.failed = True
        warn(f"{task} failed with {type(error).__name__}: {error}; recomputing")
        return None
    worker = ""
    try:
        version, name, seconds, results = open_answer(task.data, sent)
        worker = f" from {name}"
        if version != __version__:
            raise ValueError(f"its version of trueodds must be {__version__}, not {version}")
        pairs = list(zip(task.chunks, results, strict=True))
        if check:
            for chunk, result in pairs:
                check(chunk, result)
    except Exception as error:
        fault = f"{task}{worker}: wrong result: {error}"
        if task.wrong:
            raise WorkerError(
                f"{task.wrong}; another attempt also failed: {fault}; find the faulty machine, network or "
                f"disk, and start again without it; {_RESUME}"
            ) from error
        warn(f"{fault}; recomputing")
        task.wrong = fault
        return None
    return seconds, pairs


def warn(line: str) -> None:
    """Log a warning about a fault from which this run recovers."""
    import logging  # imported here because few runs report anything

    logging.getLogger("trueodds").warning("trueodds: %s", line)


class _Pool:
    """An executor that the caller opened, and that stays open."""

    def __init__(self, executor: Executor, function: Callable[[Any], Any]) -> None:
        from concurrent.futures import BrokenExecutor

        self._executor, self._function = executor, function
        self.losses: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def count(self) -> int:
        """Return the number of tasks that can be computed at once."""
        return int(getattr(self._executor, "_max_workers", None) or _ASSUMED_WORKERS)

    def submit(self, task: _Task) -> Any:
        """Send a task and return its future."""
        try:
            return self._executor.submit(compute_task, self._function, task.data)
        except self.losses:
            raise WorkerError(
                f"the executor is broken, perhaps because one of its processes was killed; {_RESUME}; "
                f"open a new executor and start again"
            ) from None

    def check(self) -> None:
        """Raise WorkerError if no more answers can arrive."""

    def lose(self) -> None:
        """Prepare to recompute tasks that were lost with a worker."""

    def close(self, futures: list[Any], finished: bool) -> None:
        """Cancel the tasks that have not started."""
        for future in futures:
            future.cancel()


class _Processes(_Pool):
    """Processes on this machine, which end with this process; each receives the function once."""

    def __init__(self, count: int, function: Callable[[Any], Any]) -> None:
        from concurrent.futures import ProcessPoolExecutor

        self._open = partial(ProcessPoolExecutor, count, initializer=_prepare_process, initargs=(function,))
        super().__init__(self._open(), function)

    def submit(self, task: _Task) -> Any:
        try:
            return self._executor.submit(_compute_in_process, task.data)
        except self.losses:
            self._executor.shutdown()
            self._executor = self._open()
            return self._executor.submit(_compute_in_process, task.data)

    def close(self, futures: list[Any], finished: bool) -> None:
        if not finished:  # the chunks in progress are not needed, for example after Ctrl-C
            for process in list((getattr(self._executor, "_processes", None) or {}).values()):
                process.kill()
        self._executor.shutdown(cancel_futures=True)


_process_functions: list[Callable[[Any], Any]] = []


def _prepare_process(function: Callable[[Any], Any]) -> None:
    """Store the function, leave Ctrl-C to the parent, and end with the parent."""
    import signal

    _process_functions[:] = [function]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _compute_in_process(task: bytes) -> bytes:
    return compute_task(_process_functions[0], task)


class _Cluster(_Pool):
    """The workers of a Dask cluster, which may come and go."""

    def __init__(self, client: Any, function: Callable[[Any], Any]) -> None:
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        self._client, self._function = client, function
        self.losses = (CancelledError, KilledWorker)
        self._address = getattr(client.scheduler, "address", None) or "?"
        self._sent: Any = None
        self._placed: list[tuple[Any, set[str]]] = []  # tasks that only some workers may compute
        self._counted, self._when = 0, 0.0
        self._seen = time.monotonic()  # the last time at which there was a worker
        with self._convert_errors():
            client.wait_for_workers(1, timeout=_MAX_IDLE)
            versions = client.run(eval, "__import__('trueodds').__version__", on_error="return")
        for worker, version in versions.items():
            if version != __version__:
                installed = f"no trueodds ({version})" if isinstance(version, Exception) else f"trueodds {version}"
                raise WorkerError(f"worker {worker} has {installed}; install version {__version__} there")

    def count(self) -> int:
        if time.monotonic() - self._when > _CACHE_SECONDS:
            with self._convert_errors():
                self._counted = sum(self._client.nthreads().values())
            self._when = time.monotonic()
            if self._counted:
                self._seen = self._when
        return self._counted

    def submit(self, task: _Task) -> Any:
        others: list[str] = []
        with self._convert_errors():
            if self._sent is None:
                self._sent = self._client.scatter(self._function, broadcast=True, hash=False)
            if task.wrong and task.future is not None:
                used = set(itertools.chain.from_iterable(self._client.who_has([task.future]).values()))
                # With allow_other_workers, any idle worker could steal the task, even the worker that was wrong.
                others = sorted(set(self._client.nthreads()) - used)
            future = self._client.submit(compute_task, self._sent, task.data, pure=False, workers=others or None)
        if others:
            self._placed.append((future, set(others)))
        return future

    def check(self) -> None:
        if self._client.status != "running":
            raise self._connection_error(self._client.status)
        if not self.count() and time.monotonic() - self._seen > _MAX_IDLE:
            raise WorkerError(
                f"the cluster at {self._address} has had no worker for {_MAX_IDLE:.0f} seconds; {_RESUME}; start "
                f"workers, then run the same command again"
            )
        if self._placed:
            with self._convert_errors():
                workers = set(self._client.nthreads())
            self._placed = [(future, others) for future, others in self._placed if not future.done()]
            for future, others in self._placed:
                if not others & workers:  # the task would wait for these workers forever
                    future.cancel()

    def lose(self) -> None:
        self._sent = None

    def close(self, futures: list[Any], finished: bool) -> None:
        if self._client.status == "running":
            with contextlib.suppress(Exception):
                self._client.cancel(futures, force=True)

    @contextlib.contextmanager
    def _convert_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:  # includes Dask's own errors and time-outs
            raise self._connection_error(error) from None

    def _connection_error(self, why: object) -> WorkerError:
        return WorkerError(
            f"the scheduler at {self._address} cannot be reached or has no workers ({why}); {_RESUME}; check the "
            f"scheduler and its workers, then run the same command again"
        )
