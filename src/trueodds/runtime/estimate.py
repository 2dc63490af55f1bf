"""What a computation will take, as data: stages, memory, bytes on the way, and the time on so many workers."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any, NamedTuple

from .memory import memory_available

#: What computes a stage: one thread of this process, its threads, or workers if there are any.
PLACES = ("one", "cores", "workers")


class Stage(NamedTuple):
    """A part of a computation.

    Attributes
    ----------
    name : str
        What is done.
    chunks : int
        Parts that need nothing of each other.
    seconds : float
        Of one core, for all chunks together.
    place : str
        One of `PLACES`.
    sent, back : int
        Bytes to a worker for a chunk, and back.
    """

    name: str
    chunks: int
    seconds: float
    place: str = "one"
    sent: int = 0
    back: int = 0

    def elapsed(self, workers: int, cores: int) -> float:
        """Seconds from its begin to its end, if chunks are alike."""
        at_once = {"one": 1, "cores": cores, "workers": workers}[self.place]
        return self.seconds * math.ceil(self.chunks / at_once) / max(1, self.chunks)


@dataclass(frozen=True)
class Estimate:
    """What a computation will take.

    Attributes
    ----------
    what : str
        What is computed, and by which method.
    stages : tuple of Stage
        In their order.
    memory : int or None
        Bytes of this process; None if that is not known.
    worker_memory : int or None
        Bytes of a worker besides what Python takes.
    sent_once : int
        Bytes that go to each worker once.
    measured : str
        What was measured on this machine, a moment ago.
    notes : tuple of str
        What else is known, each a sentence.
    """

    what: str
    stages: tuple[Stage, ...]
    memory: int | None = None
    worker_memory: int | None = None
    sent_once: int = 0
    measured: str = ""
    notes: tuple[str, ...] = ()

    @property
    def core_seconds(self) -> float:
        """Of all stages together.

        Examples
        --------
        >>> Estimate("a table", (Stage("rows", 10, 5.0, "workers"), Stage("sum", 1, 1.0))).core_seconds
        6.0
        """
        return sum(stage.seconds for stage in self.stages)

    def elapsed(self, workers: int, cores: int | None = None) -> float:
        """Seconds from begin to end on so many workers.

        Examples
        --------
        >>> Estimate("a table", (Stage("rows", 10, 5.0, "workers"), Stage("sum", 1, 1.0))).elapsed(4)
        2.5
        """
        return sum(stage.elapsed(workers, cores or os.cpu_count() or 1) for stage in self.stages)

    def to_json(self, workers: int | None = None) -> dict[str, Any]:
        """The same as plain data, with the time on so many workers; as many as there are cores if left out."""
        cores = os.cpu_count() or 1
        free = memory_available()
        fits = None if self.memory is None else self.memory <= free
        return {
            "what": self.what,
            "stages": [stage._asdict() for stage in self.stages],
            "core_seconds": self.core_seconds,
            "workers": workers or cores,
            "seconds": self.elapsed(workers or cores),
            "memory": self.memory,
            "memory_free": free,
            "fits": fits,
            "worker_memory": self.worker_memory,
            "sent_once": self.sent_once,
            "measured": self.measured,
            "notes": list(self.notes),
        }
