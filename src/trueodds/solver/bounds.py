"""Rigorous bounds of every position's value in floats, and the moves that they prove.

Sweeps that tighten bounds (`sweeps`, compiled) come first; components in which they crawl are bounded by strategy
iteration, which does them all as the reference implementation.

For one component let T be Bellman's operator: the best move's worth, given the values of the component's positions.
T is monotone, and since the game must end, T^n u tends to the value from wherever it starts. So if T u ≤ u, the value
is at most u: the sequence T^n u falls to it. And if T u ≥ u, it is at least u. Such u come from strategy iteration in
a game that pays a little more (or less) for every move; that they fit is then checked, every rounding on the safe side.

Error bounds: a move with k outcomes is off by less than (k + 8)·2^-52·scale, where no bound is larger in
absolute value than the scale: k products of numbers converted and rounded once, k additions. So a u that goes beyond
the scale is cut off there; where it is, T u ≤ u holds anyway, for no payoff is larger. Payoffs that floats cannot hold
well are measured in another unit (`Model.payoff_scale`). Memory: two floats a position, besides those of the sweeps.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..records import Record
from ..runtime.executors import Progress, is_elsewhere, usual_executor
from ..runtime.interrupts import check_interrupt
from ..solution import NotProved
from .components import Components
from .elsewhere import Sender
from .levels import count_threads, order_by_level, sweep_levels
from .model import Model
from .numbered import Numbered
from .strategy_iteration import float_strategies, inside_matrix
from .sweeps import Sweeps, in_unit

_UNIT = 2.0**-52
_SLACK = 2.0**-46  # of the float iteration
_STEP = 2.0**-44  # what a move pays more or less, of the scale; four times as much after each failure
_TRIES = 10


@dataclass(frozen=True, eq=False)
class Candidates(Sequence[list[int]]):
    """At each position the moves, counted from its first, that no other move surely beats.

    Attributes
    ----------
    first_move : int64 array, length positions + 1
        Where the moves of each position begin.
    left : bool array, length moves
        Which of them are left.

    Examples
    --------
    >>> list(Candidates(np.array([0, 2, 3]), np.array([False, True, True])))
    [[1], [0]]
    """

    first_move: NDArray[np.int64]
    left: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.first_move) - 1

    @overload
    def __getitem__(self, at: int) -> list[int]: ...
    @overload
    def __getitem__(self, at: slice) -> list[list[int]]: ...
    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[x] for x in range(*at.indices(len(self)))]
        x = range(len(self))[at]
        return np.flatnonzero(self.left[self.first_move[x] : self.first_move[x + 1]]).tolist()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Candidates):
            return np.array_equal(self.first_move, other.first_move) and np.array_equal(self.left, other.left)
        return list(self) == other

    __hash__ = None  # type: ignore[assignment]  # as a list

    def count(self) -> NDArray[np.int64]:  # type: ignore[override]  # of each position, not of a thing
        """How many there are at each position."""
        return np.add.reduceat(self.left, self.first_move[:-1], dtype=np.int64)

    def first(self) -> NDArray[np.int64]:
        """The number of each position's first one, counted through all moves."""
        found = np.flatnonzero(self.left)
        return found[np.searchsorted(found, self.first_move[:-1])]


@dataclass(frozen=True, eq=False)
class Bounds(Record):
    """What floats prove.

    Attributes
    ----------
    low, high : float64 array
        Bounds of the value of each position for seat 0.
    candidates : Candidates
        At each position the moves, counted from its first, that no other move surely beats.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    candidates: Candidates


def bound_positions(model: Model, components: Components, progress: Progress | None = None) -> Bounds:
    """Bound the value of every position, component by component; the game must end.

    By sweeps (`solver.tighten`); components that would take too many of them, by strategy iteration as in
    `bound_by_strategies`. Large games by several threads, or by other processes where such are the usual executor
    (`solver.levels`), with the same result.

    Raises
    ------
    NotProved
        Floats cannot bound some component.
    MemoryError
        There is not enough memory; refused before any is taken.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.components import find_components
    >>> from trueodds.solver.model import explore
    >>> model = explore(trueodds.RiskOrSafety(target=3))
    >>> found = bound_positions(model, find_components(model))
    >>> (found.low[0] <= 6 / 11 <= found.high[0]).item(), (found.high[0] - found.low[0] < 1e-14).item()
    (True, True)
    >>> found.candidates[0]
    [0]
    """
    executor = usual_executor()
    threads, sent = 1 if executor == "serial" else count_threads(model), is_elsewhere(executor)
    if threads > 1 or sent:
        components, levels = order_by_level(model, components)
    sweeps = Sweeps(model, components)
    if threads > 1 or sent:
        sender = Sender(model, components, sweeps, finish_sweeps, executor) if sent else None
        sweep_levels(model, components, levels, sweeps, finish_sweeps, threads, sender, progress)
    else:
        finish_sweeps(model, components, sweeps, progress)
    low, high = sweeps.in_payoffs()
    return Bounds(low, high, Candidates(model.first_move, sweeps.left.view(np.bool_)))


def finish_sweeps(model: Model, components: Components, sweeps: Sweeps, progress: Progress | None = None) -> None:
    """Go on with sweeps to the end of what they have begun; where they crawl, by strategy iteration."""
    run = None
    while (c := sweeps.go_on()) < sweeps.count:
        check_interrupt()
        if progress:
            progress("bounds", c, sweeps.count)
        if sweeps.stalled:
            run = run or _Run(model, sweeps.unit)
            members = components.members[components.first[c] : components.first[c + 1]]
            sweeps.take(members, *run.bound(members.tolist(), sweeps.bounds))


def bound_by_strategies(model: Model, components: Components) -> Bounds:
    """The same by strategy iteration alone, in Python: the reference that tests hold the sweeps against."""
    unit, _ = model.payoff_scale()
    run = _Run(model, unit)
    bounds, left = np.zeros((len(model.positions), 2)), np.zeros(len(model.moves), dtype=np.bool_)
    for begin, end in itertools.pairwise(components.first.tolist()):
        members = components.members[begin:end]
        bounds[members, 0], bounds[members, 1] = run.bound(members.tolist(), bounds)
        for x, moves in zip(members.tolist(), run.candidates, strict=True):
            left[model.first_move[x] + np.array(moves)] = True
    return Bounds(*in_unit(bounds, unit), Candidates(model.first_move, left))


class _Run:
    """Bounds of one component after the other, all numbers in a unit; `candidates` are those of the last one."""

    def __init__(self, model: Model, unit: Any) -> None:
        self.model = model
        self.candidates: list[list[int]] = []
        self.seats = model.seats.data
        self.first_move, self.first_outcome = model.first_move.data, model.first_outcome.data
        self.targets = model.targets.data
        self.chances = Numbered([float(p) for p in model.probability_table], model.probability_numbers)
        self.ends = Numbered([float(p / unit) for p in model.constants.table], model.end_numbers)
        largest = max(map(abs, model.payoffs), default=mpq(0)) / unit
        self.scale = float(largest) * (1 + 4 * _UNIT)  # not below the largest payoff

    def bound(self, members: list[int], bounds: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Bounds of the positions of a component, from those of all that it leads to."""
        inside = {x: at for at, x in enumerate(members)}
        starts: list[int] = [0]
        lows: list[float] = []
        highs: list[float] = []
        errors: list[float] = []
        within: list[tuple[int, int, float]] = []
        for x in members:
            for y in range(self.first_move[x], self.first_move[x + 1]):
                below = above = self.ends[y]
                outcomes = range(self.first_outcome[y], self.first_outcome[y + 1])
                for z in outcomes:
                    target = self.targets[z]
                    if target in inside:
                        within.append((len(lows), inside[target], self.chances[z]))
                    else:
                        below += self.chances[z] * bounds.item(target, 0)
                        above += self.chances[z] * bounds.item(target, 1)
                error = (len(outcomes) + 8) * _UNIT * self.scale
                lows.append(below - error)
                highs.append(above + error)
                errors.append(error)
            starts.append(len(lows))
        seats = [self.seats[x] for x in members]
        matrix = inside_matrix(within, len(lows), len(members)) if within else None
        low, high, margin = np.array(lows), np.array(highs), np.array(errors)
        floor = self._side(seats, starts, low, margin, matrix, -1, members[0])
        ceiling = self._side(seats, starts, high, margin, matrix, 1, members[0])
        if matrix is not None:
            low, high = low + matrix @ floor - margin, high + matrix @ ceiling + margin
        self.candidates = []
        for at, seat in enumerate(seats):
            own_low, own_high = low[starts[at] : starts[at + 1]], high[starts[at] : starts[at + 1]]
            good = own_high >= own_low.max() if seat == 0 else own_low <= own_high.min()
            self.candidates.append(np.flatnonzero(good).tolist())
        return floor, ceiling

    def _side(
        self,
        seats: list[int],
        starts: list[int],
        known: NDArray[np.float64],
        error: Any,
        matrix: Any,
        side: int,
        named: int,
    ) -> NDArray[np.float64]:
        """A bound of the values of a component: from above (side 1) or from below (side -1)."""
        first = np.array(starts[:-1])
        maximizes = np.array(seats) == 0

        def best(worth: NDArray[np.float64]) -> NDArray[np.float64]:
            return np.where(maximizes, np.maximum.reduceat(worth, first), np.minimum.reduceat(worth, first))

        if matrix is None:
            return best(known)
        step = _STEP * self.scale
        for _ in range(_TRIES):
            _, values = float_strategies(seats, starts, known + side * step, matrix, _SLACK, step / 4)
            if np.isfinite(values).all():
                values = np.clip(values, -self.scale, self.scale)
                # T u, every rounding outward, must not go beyond u; beyond the scale it never goes.
                after = best(known + matrix @ values + side * error)
                if ((side * (after - values) <= 0) | (side * values == self.scale)).all():
                    return values
            step *= 4
        raise NotProved(f"floats cannot bound the component of {self.model.positions[named]!r}; method general can")
