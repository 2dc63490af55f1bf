"""How a computation runs: who computes its chunks, where it is saved, who is told how far it is, and its limits."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..parameters import whole_number
from .executors import Progress, check_workers

if TYPE_CHECKING:
    from concurrent.futures import Executor


def check_progress(progress: object) -> None:
    """Refuse a `progress` that cannot be called."""
    if progress is not None and not callable(progress):
        raise TypeError(f"progress must be a function of stage, done and total, such as print, not {progress!r}")


@dataclass(frozen=True)
class Run:
    """Settings of one computation, checked once and then passed on.

    None of them changes the answer.

    Parameters
    ----------
    workers : int, str or concurrent.futures.Executor, optional
        Who computes independent chunks. By default the threads of this process; 1 for this process without threads, a
        larger number for that many processes on this machine, an address such as ``"tcp://10.0.0.1:8786"`` for the
        workers of a Dask scheduler, or any open executor.
    checkpoint : path, optional
        File that keeps finished chunks; a run that was killed resumes from it.
    progress : callable, optional
        Called now and then with the name of a stage, the amount done, and the total (None if unknown).
    max_positions : int, optional
        Refuse games with more positions.

    Raises
    ------
    TypeError, ValueError
        A setting has a wrong type or value.
    ImportError
        An address is given, but Dask is not installed.

    Examples
    --------
    >>> Run(workers=2).elsewhere, Run(workers=1).elsewhere, Run().elsewhere
    (True, False, False)
    >>> Run(workers="procs")
    Traceback (most recent call last):
        ...
    ValueError: workers must be a number from 1, an address such as tcp://10.0.0.1:8786, or an Executor, not 'procs'
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
            whole_number("max_positions", self.max_positions)

    @property
    def elsewhere(self) -> bool:
        """Whether chunks are computed outside of this process."""
        return self.workers not in (None, 1)

    def report(self, stage: str, done: int, total: int | None) -> None:
        """Report progress, if anybody asked for it."""
        if self.progress:
            self.progress(stage, done, total)
