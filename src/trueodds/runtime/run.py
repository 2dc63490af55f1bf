"""The settings of a run: workers, checkpoint, progress reports and a limit on positions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ..parameters import check_whole_number
from .executors import Progress, check_workers
from .interrupts import check_interrupt

if TYPE_CHECKING:
    from concurrent.futures import Executor

_T = TypeVar("_T")
_INTERVAL = 256  # number of items between two reports of `track`


def check_progress(progress: object) -> None:
    """Raise TypeError unless `progress` is None or can be called."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of stage, done and total, such as print, not {progress!r}")


def track(stage: str, items: Iterable[_T], progress: Progress | None) -> Iterator[_T]:
    """Yield items; at the first and at every 256th item after it, check for Ctrl-C and report progress."""
    total = len(items) if isinstance(items, Sized) else None
    for number, item in enumerate(items):
        if number % _INTERVAL == 0:
            check_interrupt()
            if progress:
                progress(stage, number, total)
        yield item


@dataclass(frozen=True)
class Run:
    """The settings of one computation, which are checked once and then passed on. No setting changes the answer.

    `workers` selects the executor of independent chunks: None for the threads of this process, 1 for this process
    without threads, a larger number for processes on this machine, an address such as ``"tcp://10.0.0.1:8786"`` for the
    workers of a Dask scheduler, or an open `concurrent.futures.Executor`. `checkpoint` is a file of finished chunks,
    from which a killed run resumes. `progress` receives reports on the progress; see `Progress`. Games with more than
    `max_positions` positions are rejected.
    """

    workers: int | str | Executor | None = None
    checkpoint: str | os.PathLike[str] | None = None
    progress: Progress | None = None
    max_positions: int | None = None

    def __post_init__(self) -> None:
        check_workers(self.workers)
        if self.checkpoint == "" or not isinstance(self.checkpoint, (str, os.PathLike, type(None))):
            raise TypeError(f"checkpoint must be the path of a file, not {self.checkpoint!r}")
        check_progress(self.progress)
        if self.max_positions is not None:
            check_whole_number("max_positions", self.max_positions)

    @property
    def is_distributed(self) -> bool:
        """Whether chunks may be computed outside this process."""
        return self.workers not in (None, 1)

    def report(self, stage: str, done: int, total: int | None) -> None:
        """Report progress if `progress` is given."""
        if self.progress:
            self.progress(stage, done, total)
