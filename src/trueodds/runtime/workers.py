"""What computes sealed tasks elsewhere: processes of our own, or an executor that somebody opened."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from typing import Any

from .._version import __version__
from .sealing import WorkerError, compute_task

_UNKNOWN = 8  # workers of an executor that does not say how many it has


class TasksLostError(RuntimeError):
    """Tasks that were on their way are gone with what computed them; they can be submitted again.

    Attributes
    ----------
    every : bool
        Whether all that were on their way are lost, not just the one that was asked for.
    """

    def __init__(self, why: str, every: bool = True) -> None:
        super().__init__(why)
        self.every = every


class Workers(ABC):
    """What `run_chunks` asks of whatever computes tasks. A ticket stands for a task that is on its way."""

    @abstractmethod
    def count(self) -> int:
        """How many tasks can be computed at once, now."""

    @abstractmethod
    def submit(self, task: bytes, avoid: Any = None) -> Any:
        """Send a task; gives its ticket. `avoid` is a ticket on whose worker it should not go, if there are others."""

    @abstractmethod
    def wait(self, tickets: Collection[Any], seconds: float) -> Collection[Any]:
        """Those of the tickets whose tasks are done or have failed; none after some seconds."""

    @abstractmethod
    def fetch(self, ticket: Any) -> Any:
        """What came back.

        Raises
        ------
        TasksLostError
            This task is lost, and perhaps all that were on their way.
        Exception
            What the task itself raised.
        """

    def restart(self) -> None:  # noqa: B027 - most have nothing to do
        """Make ready for tasks again after `TasksLostError`."""

    def close(self) -> None:  # noqa: B027 - what somebody else opened stays open
        """Drop what has not begun, and let go of what was taken."""


class GivenExecutor(Workers):
    """Any executor that is open; it stays open.

    Parameters
    ----------
    executor : Executor
        Whose.
    function : callable
        From a chunk to its result.
    """

    def __init__(self, executor: Executor, function: Callable[[Any], Any]) -> None:
        self._executor, self._function = executor, function
        self._mine: set[Future[bytes]] = set()

    def count(self) -> int:
        """As the executor says; else a guess."""
        return int(getattr(self._executor, "_max_workers", None) or _UNKNOWN)

    def submit(self, task: bytes, avoid: Any = None) -> Future[bytes]:
        """The executor alone knows where it goes."""
        try:
            ticket = self._executor.submit(compute_task, self._function, __version__, task)
        except BrokenExecutor as error:
            raise TasksLostError(str(error)) from error
        self._mine.add(ticket)
        return ticket

    def wait(self, tickets: Collection[Future[bytes]], seconds: float) -> Collection[Future[bytes]]:
        """As `concurrent.futures.wait`."""
        return wait(tickets, seconds, FIRST_COMPLETED).done

    def fetch(self, ticket: Future[bytes]) -> bytes:
        """A broken executor has lost all."""
        self._mine.discard(ticket)
        try:
            return ticket.result()
        except BrokenExecutor as error:
            raise TasksLostError(str(error)) from error

    def restart(self) -> None:
        """Not possible: it is not ours."""
        raise WorkerError(
            "the executor is broken, as when one of its processes was killed; open a new one and start again: "
            "what is done is in the checkpoint, if there is one"
        )

    def close(self) -> None:
        """Drop what has not begun."""
        for ticket in self._mine:
            ticket.cancel()


class OwnProcesses(GivenExecutor):
    """A process for each core; the function goes to each of them once.

    Parameters
    ----------
    function : callable
        From a chunk to its result.
    count : int
        How many.
    """

    def __init__(self, function: Callable[[Any], Any], count: int) -> None:
        self._count = count
        super().__init__(self._open(function), function)

    def _open(self, function: Callable[[Any], Any]) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, initializer=_keep, initargs=(function,))

    def count(self) -> int:
        """As many as were asked for."""
        return self._count

    def submit(self, task: bytes, avoid: Any = None) -> Future[bytes]:
        """To whichever process is free."""
        try:
            return self._executor.submit(_compute_kept, __version__, task)
        except BrokenExecutor as error:
            raise TasksLostError(str(error)) from error

    def restart(self) -> None:
        """New processes."""
        self.close()
        self._executor = self._open(self._function)

    def close(self) -> None:
        """End the processes."""
        self._executor.shutdown(cancel_futures=True)


_kept: list[Callable[[Any], Any]] = []


def _keep(function: Callable[[Any], Any]) -> None:
    _kept[:] = [function]


def _compute_kept(version: str, task: bytes) -> bytes:
    return compute_task(_kept[0], version, task)
