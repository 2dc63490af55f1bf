"""The one place that knows Dask: chunks computed by the workers of a cluster, of this machine or of many.

The function and its inputs go to the cluster once, and from worker to worker there. A worker that is killed is Dask's
matter (its tasks go to others), as is one that joins; what Dask gives up on is told in a line. Results stay with the
workers until they are fetched, one at a time.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import queue
import signal
import time
import warnings
from collections import deque
from collections.abc import Callable, Collection, Iterator
from typing import Any

from .._version import __version__
from .sealing import WorkerError, compute_task
from .workers import TasksLostError, Workers

_PATIENCE = 60.0  # seconds without any worker
_CONNECT = 10.0  # seconds in which a scheduler answers
_CLOSE = 5.0  # seconds in which a cluster of our own ends
_FRESH = 1.0  # seconds for which the number of workers is taken as known
_LOGGERS = ("distributed", "distributed.client")  # Dask gives each a level of its own
_ENCRYPTED = ("tls", "wss")  # kinds of addresses
_REMEMBERED = 64  # tasks whose workers can still be asked for


@contextlib.contextmanager
def open_cluster(workers: int | None = None, scheduler: str | None = None) -> Iterator[Any]:
    """A client of a cluster; what was started for it ends with it.

    Parameters
    ----------
    workers : int, optional
        Start so many processes on this machine, which nobody can reach from another one.
    scheduler : str, optional
        Use the cluster whose scheduler is there, such as ``"tcp://10.0.0.1:8786"``; its workers stay.

    Yields
    ------
    distributed.Client
        For `run_chunks`, or as `executor` of what computes in chunks.

    Raises
    ------
    ImportError
        Dask is not installed; the message says what to install.
    ValueError
        Neither or both are given; or the address needs certificates, and there are none.
    WorkerError
        There is no such scheduler, or a worker has another version of the program.
    """
    if (workers is None) == (scheduler is None):
        raise ValueError("a cluster needs a number of workers, or the address of a scheduler, and not both")
    distributed = _distributed()
    if scheduler is not None and scheduler.partition("://")[0] in _ENCRYPTED:
        context = distributed.Security().get_connection_args("client").get("ssl_context")
        if context is None:  # Dask would tell it by a TypeError, after some time
            raise ValueError(f"{scheduler[:40]} needs certificates: Dask's settings distributed.comm.tls name none")
    levels = [(logger, logger.level) for logger in map(logging.getLogger, _LOGGERS)]
    for logger, _ in levels:
        logger.setLevel(logging.CRITICAL)  # what matters is told by `run_chunks`
    cluster = client = None
    try:
        if workers is not None:
            with _deaf_children(), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that a shared machine is slow, say
                cluster = distributed.LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    host="127.0.0.1",
                    dashboard_address=None,
                    memory_limit=0,
                    silence_logs=logging.CRITICAL,
                )
        try:
            client = distributed.Client(cluster or scheduler, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkerError(f"no scheduler answers at {scheduler} ({type(error).__name__}): is it running?") from None
        yield client
    finally:
        for opened in (client, cluster):
            if opened is not None:
                with contextlib.suppress(Exception):  # a cluster that was lost cannot say goodbye
                    opened.close(timeout=_CLOSE)
        for logger, level in levels:
            logger.setLevel(level)


class ClusterWorkers(Workers):
    """The workers of a Dask cluster.

    Parameters
    ----------
    client : distributed.Client
        Or the executor that its `get_executor` gives. It stays open.
    function : callable
        From a chunk to its result.

    Raises
    ------
    WorkerError
        There is no worker, or one has another version of the program or lacks it.
    """

    def __init__(self, client: Any, function: Callable[[Any], Any]) -> None:
        self._client = getattr(client, "_client", client)
        self._address = getattr(self._client.scheduler, "address", None) or "?"
        self._done: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._futures: dict[str, Any] = {}
        self._elsewhere: dict[str, set[str]] = {}  # tasks that only some workers may do
        self._fetched: deque[Any] = deque(maxlen=_REMEMBERED)
        self._names = map(
            "trueodds-{}-{}".format, itertools.repeat(f"{id(self):x}-{time.time_ns():x}"), itertools.count()
        )
        self._counted = (0, 0.0)
        self._seen = time.monotonic()
        with self._lost_means_so():
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        self._check_versions()
        self._function = function
        self.restart()

    def count(self) -> int:
        """Threads of all workers; workers may come and go."""
        number, when = self._counted
        if time.monotonic() - when > _FRESH:
            with self._lost_means_so():
                number = sum(self._client.nthreads().values())
            self._counted = number, time.monotonic()
        return number

    def submit(self, task: bytes, avoid: Any = None) -> str:
        """Send it to the scheduler; not to the worker of `avoid`, if there is another one."""
        where: dict[str, Any] = {}
        name = next(self._names)
        with self._lost_means_so():
            before = next((future for future in self._fetched if future.key == avoid), None)
            if before is not None:
                used = set(itertools.chain.from_iterable(self._client.who_has([before]).values()))
                others = sorted(set(self._client.nthreads()) - used)
                if others:
                    where, self._elsewhere[name] = {"workers": others}, set(others)
            future = self._client.submit(compute_task, self._sent, __version__, task, key=name, pure=False, **where)
        self._futures[name] = future
        future.add_done_callback(lambda done: self._done.put(done.key))
        return name

    def wait(self, tickets: Collection[str], seconds: float) -> Collection[str]:
        """Those that have come to an end."""
        found = []
        with contextlib.suppress(queue.Empty):
            found.append(self._done.get(timeout=seconds))
            while True:
                found.append(self._done.get_nowait())
        if not found:
            self._look()
        return [name for name in found if name in tickets]

    def fetch(self, ticket: str) -> Any:
        """From the worker that has it."""
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        future = self._futures.pop(ticket)
        self._elsewhere.pop(ticket, None)
        self._fetched.append(future)
        try:
            with self._lost_means_so():
                return future.result()
        except KilledWorker as error:
            raise TasksLostError(
                f"workers were killed one after the other, the last {error.last_worker}", False
            ) from None
        except CancelledError as error:
            self._look()
            raise TasksLostError(str(error), False) from None

    def restart(self) -> None:
        """Send the function and its inputs, to all workers that there are."""
        with self._lost_means_so():
            self._sent = self._client.scatter(self._function, broadcast=True, hash=False)

    def close(self) -> None:
        """Drop what has not begun."""
        if self._client.status == "running":
            with contextlib.suppress(Exception):
                self._client.cancel(list(self._futures.values()), force=True)
        self._futures.clear()
        self._elsewhere.clear()
        self._fetched.clear()

    def _check_versions(self) -> None:
        """Of all workers; none of our own functions is run there before."""
        with self._lost_means_so():
            found = self._client.run(eval, "__import__('trueodds').__version__", on_error="return")
        for worker, version in found.items():
            if isinstance(version, Exception):
                raise WorkerError(f"worker {worker} has no trueodds ({version}); install {__version__} there")
            if version != __version__:
                raise WorkerError(
                    f"worker {worker} has trueodds {version}, and here is {__version__}; "
                    f"install the same version on both"
                )

    def _look(self) -> None:
        """Whether there still is a scheduler, and a worker now and then."""
        if self._client.status != "running":
            raise self._gone(self._client.status)
        if self.count():
            self._seen = time.monotonic()
            self._free_those_without_worker()
        elif time.monotonic() - self._seen > _PATIENCE:
            raise WorkerError(
                f"the cluster at {self._address} has had no worker for {_PATIENCE:.0f} seconds; what is done is "
                f"in the checkpoint, if there is one: start workers, then run the same command again"
            )

    def _free_those_without_worker(self) -> None:
        """A task that only some workers may do is given up, and so computed again, when these are gone."""
        if self._elsewhere:
            with self._lost_means_so():
                there = set(self._client.nthreads())
                for name, others in list(self._elsewhere.items()):
                    if not others & there:
                        self._futures[name].cancel()

    @contextlib.contextmanager
    def _lost_means_so(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:  # of Dask's own, and time-outs
            raise self._gone(error) from None

    def _gone(self, why: object) -> WorkerError:
        return WorkerError(
            f"the scheduler at {self._address} is lost, or has no worker ({why}); what is done is in the "
            f"checkpoint, if there is one: run the same command again"
        )


@contextlib.contextmanager
def _deaf_children() -> Iterator[None]:
    """Ctrl-C, which a terminal sends to all processes, is for this one alone: it waits, and the others never see it.

    The thread that starts workers is begun inside, and hands on what it blocks, also to those that are started later.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would unblock the signal when it is first needed
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise ImportError('clusters need Dask: pip install "trueodds[cluster]"') from error
    return distributed
