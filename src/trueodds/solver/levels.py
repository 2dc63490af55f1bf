"""Components level by level: those of one level do not lead to each other, so that threads or processes share them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ..runtime.executors import Progress
from .components import Components
from .elsewhere import Finish, Sender, cut_evenly
from .model import Model
from .sweeps import Sweeps
from .tighten import find_levels

_LARGE = 1 << 19  # outcomes of a game; smaller ones take one thread less than a tenth of a second
_SHARED = 1 << 13  # outcomes of a level, 0.1 ms or more; smaller ones are left to one thread
_SENT = 1 << 19  # outcomes of a level that goes to other processes; smaller ones are done before they are there
_PART = 1 << 17  # outcomes that go together, one or two MB


def count_threads(model: Model) -> int:
    """How many threads a game's bounds are worth."""
    return min(os.cpu_count() or 1, 4) if len(model.targets) >= _LARGE else 1


def order_by_level(model: Model, components: Components) -> tuple[Components, NDArray[np.int64]]:
    """The components by rising level, and where each level begins.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.components import find_components
    >>> from trueodds.solver.model import explore
    >>> model = explore(trueodds.RiskOrSafety(target=2))
    >>> found, levels = order_by_level(model, find_components(model))
    >>> levels.tolist()
    [0, 1, 3, 4]
    """
    count = len(components.first) - 1
    levels = np.zeros(count, dtype=np.int32)
    rows = model.first_outcome[model.first_move]
    find_levels(rows, model.targets, components.members, components.first, components.label, levels)
    order = np.argsort(levels, kind="stable")
    place = np.empty(count, dtype=np.int64)
    place[order] = np.arange(count)
    label = place[components.label]
    sizes = np.diff(components.first)
    first = np.concatenate([[0], np.cumsum(sizes[order])])
    members = components.members[np.repeat(components.first[order] - first[:-1], sizes[order]) + np.arange(first[-1])]
    return Components(members, first, label), np.searchsorted(levels[order], np.arange(int(levels.max()) + 2))


def sweep_levels(
    model: Model,
    components: Components,
    levels: NDArray[np.int64],
    sweeps: Sweeps,
    finish: Finish,
    threads: int,
    sender: Sender | None = None,
    progress: Progress | None = None,
) -> None:
    """Sweep level by level, the large ones by several threads, or by other processes.

    Parameters
    ----------
    model : Model
        The game.
    components, levels
        As `order_by_level` gives them.
    sweeps : Sweeps
        Of these components.
    finish : callable
        Takes sweeps that have begun some components, and comes back when they are done.
    threads : int
        How many.
    sender : Sender, optional
        Other processes, which get the largest levels.
    progress : callable, optional
        As for `bound_positions`.
    """
    own = [sweeps, *(sweeps.share() for _ in range(threads - 1))]
    outcomes = np.diff(model.first_outcome[model.first_move])[components.members]
    work = np.concatenate([[0], np.cumsum(1 + outcomes)])[components.first]  # before each component

    def run(one: Sweeps, begin: int, end: int) -> None:
        one.begin(components.first, begin, end)
        finish(model, components, one)

    with ThreadPoolExecutor(threads) as pool:
        for begin, end, shared in _steps(levels, work):
            if sender and shared and work[end] - work[begin] >= _SENT:
                sender.send(cut_evenly(work, begin, end, _PART))
            elif shared:
                cuts = np.searchsorted(work[begin : end + 1], np.linspace(work[begin], work[end], threads + 1)) + begin
                list(pool.map(run, own, cuts[:-1].tolist(), cuts[1:].tolist()))
            else:
                run(sweeps, begin, end)
            if progress:
                progress("bounds", end, len(work) - 1)


def _steps(levels: NDArray[np.int64], work: NDArray[np.int64]) -> Iterator[tuple[int, int, bool]]:
    """Large levels one by one, small ones that follow each other together: first and last component, whether large."""
    shared = np.diff(work[levels]) >= _SHARED
    at = 0
    while at < len(shared):
        upto = at + 1
        while not shared[at] and upto < len(shared) and not shared[upto]:
            upto += 1
        yield int(levels[at]), int(levels[upto]), bool(shared[at])
        at = upto
