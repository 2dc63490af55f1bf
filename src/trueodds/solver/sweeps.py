"""Bound, by sweeps from both sides, the values of games that must end (`tighten` has the loops and the error bound).

If the sweeps of a component converge too slowly, strategy iteration bounds its values (`strategy_bounds`), and one more
sweep then excludes moves.

Memory: 20 bytes per position, 8 per component, 1 per move and, in each thread, space for the largest component. With
several threads, there is also a second copy of the components.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from ..runtime.memory import require_memory
from ..solution import NotProved
from .graph import Components, order_by_level
from .model import Model
from .rounding import find_power_above, round_nearest, round_outward
from .strategy_bounds import StrategyBounds
from .tighten import GameArrays, Tightener

UNIT = 2.0**-53  # the largest relative error of one rounding
MARGIN = 2.0**-61  # added to all other errors, in the unit of the bounds
_BUDGET = 20_000_000  # number of outcomes between two checks for an interrupt, about 50 ms
_LARGE = 1 << 19  # minimum number of outcomes for several threads; one thread bounds smaller games in less than 0.1 s
_SHARED = 1 << 13  # minimum `work` of a level that threads share (0.1 ms); one thread handles smaller levels


class Sweeps:
    """Bounds on the values of a game that must end, in a unit in which no payoff exceeds 1 in absolute value.

    `bounds`, of shape (positions, 2), holds lower and upper bounds. `left` marks the moves that no other move certainly
    beats. `components` must come in order of dependency.
    """

    def __init__(self, model: Model, components: Components) -> None:
        self.model, self.components = model, components
        positions, first, members = len(model.positions), components.first, components.members
        moves = np.concatenate([[0], np.cumsum(model.graph.count_moves()[members])])[first]
        outcomes = np.diff(model.first_outcome[model.first_move])[members]
        self.work = np.concatenate([[0], np.cumsum(1 + outcomes)])[first]  # positions and outcomes before a component
        size = int(np.diff(first).max())
        sizes = size, int(np.diff(moves).max()), int(np.diff(self.work).max()), int(model.graph.count_moves().max())
        require_memory(
            20 * positions + len(model.moves) + 24 * sizes[0] + 24 * sizes[1] + 12 * sizes[2],
            f"bounds on the values of {positions:,} positions",
        )
        self._sizes = sizes
        payoffs = model.payoffs
        self.unit = mpq(2) ** find_power_above(max(map(abs, payoffs), default=mpq(0)))
        self.bounds = np.empty((positions, 2))
        self.bounds[:, 0] = round_outward(payoffs[0] / self.unit, -math.inf)
        self.bounds[:, 1] = round_outward(payoffs[-1] / self.unit, math.inf)
        self.left = np.ones(len(model.moves), dtype=np.bool_)
        places = np.empty(positions, dtype=np.int32)
        places[members] = np.arange(positions, dtype=np.int32)
        self._arrays = GameArrays(
            model.seats,
            model.first_move,
            model.first_outcome,
            model.targets,
            model.probability_numbers,
            np.array([round_nearest(p) for p in model.probability_table]),
            model.end_numbers,
            np.array([round_nearest(p / self.unit) for p in model.constants.table]),
            members,
            first,
            places,
            self.bounds,
            self.left.view(np.uint8),
            UNIT,
            MARGIN,
            0.0 if payoffs[0] >= 0 else 1.0,
        )

    def make_tightener(self) -> Tightener:
        """Return a `Tightener` of these bounds with its own memory; each thread needs one."""
        return Tightener(self._arrays, *self._sizes)

    def finish(self, tightener: Tightener, begin: int, end: int, progress: Progress | None = None) -> None:
        """Bound the components ``begin:end``."""
        tightener.begin(begin, end)
        sides = None
        while tightener.run(_BUDGET):
            check_interrupt()
            if progress:
                progress("bounds", tightener.component, len(self.components.first) - 1)
            if tightener.stalled:
                sides = sides or [StrategyBounds(self.model, side, self.unit) for side in (-1, 1)]
                self._bound_by_strategies(tightener.component, sides)
                tightener.sweep_once()

    def _bound_by_strategies(self, component: int, sides: list[StrategyBounds]) -> None:
        first = self.components.first
        members = self.components.members[first[component] : first[component + 1]]
        for side, tighter, column in zip(sides, (np.maximum, np.minimum), self.bounds.T, strict=True):
            bounds, _ = side.bound(members, column)
            if bounds is None:
                named = self.model.positions[int(members[0])]
                where = f"the component that contains {named!r}"
                raise NotProved(f"floats cannot bound the values in {where}; use method general")
            column[members] = tighter(column[members], bounds)


def sweep(model: Model, progress: Progress | None = None) -> Sweeps:
    """Bound the value of every position of a game that must end."""
    threads = count_threads(model)
    if threads == 1:
        sweeps = Sweeps(model, model.graph.components)
        sweeps.finish(sweeps.make_tightener(), 0, len(sweeps.work) - 1, progress)
        return sweeps
    components, levels = order_by_level(model)
    sweeps = Sweeps(model, components)
    tighteners = [sweeps.make_tightener() for _ in range(threads)]
    work = sweeps.work
    with ThreadPoolExecutor(threads) as pool:
        for begin, end, shared in _list_steps(levels, work):
            if shared:
                cuts = np.searchsorted(work[begin : end + 1], np.linspace(work[begin], work[end], threads + 1)) + begin
                list(pool.map(sweeps.finish, tighteners, cuts[:-1].tolist(), cuts[1:].tolist()))
            else:
                sweeps.finish(tighteners[0], begin, end)
            if progress:
                progress("bounds", end, len(work) - 1)
    return sweeps


def count_threads(model: Model) -> int:
    """Return the number of threads that are worth using to bound a game."""
    return min(os.cpu_count() or 1, 4) if len(model.targets) >= _LARGE else 1


def _list_steps(levels: NDArray[np.int64], work: NDArray[np.int64]) -> Iterator[tuple[int, int, bool]]:
    """Yield consecutive ranges of components as (begin, end, whether threads share them).

    Consecutive levels, each too small to be shared, are yielded together.
    """
    shared = np.diff(work[levels]) >= _SHARED
    at = 0
    while at < len(shared):
        upto = at + 1
        while not shared[at] and upto < len(shared) and not shared[upto]:
            upto += 1
        yield int(levels[at]), int(levels[upto]), bool(shared[at])
        at = upto
