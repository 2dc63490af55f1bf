"""Rigorous bounds of expected rewards, which seat 1 pays until the game ends: infinite where it need never end.

Where seat 0 can keep the play from ending, the value is infinite: that is decided exactly (`traps`). Elsewhere seat 1
can have the game end for certain, and with T Bellman's operator

* any l <= T l is a lower bound: seat 0, by moves worth l, gets l on average where play ends, and more where it may not;
* any u > T u is an upper bound: by moves worth less than u, what is gained so far plus u falls with every move by more
  than some number, so play ends, and no more than u has been paid.

(docs/certificates.md has the proofs.) So only l and u that fit are to be found; `check_bounds` sees that they do, every
rounding on the safe side, and trusts nobody. Strategies come from strategy iteration in floats, begun with moves by
which seat 1 has the game end, for where it may wait without paying Bellman's equation has more solutions than the
value. Then seat 1's is given, seat 0 answers in a game in which each move gains a little more, and that is u; and the
other way round l, where sets in which seat 1 could wait for ever without paying become one position (`merge_loops`).

Where floats find no such numbers u is infinite or l the least payoff, and both hold.

Error bound: a move's worth, a constant and k products of numbers that were converted and rounded once, k additions, is
off by less than (k + 4) 2^-53 of the sum of all absolute values, and by 2^-1000 for underflow. Bounds are made with
half as much again. Cost: a few linear systems in floats a component. Memory: as the model, and 100 bytes an outcome.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from ..solution import NotProved
from .components import find_components
from .endless_bounds import merge_loops
from .flat_chain import runs
from .infinite_play import find_ranks, follow_ranks
from .levels import order_by_level
from .model import Model
from .strategy_iteration import solve_linear
from .sweeps import in_unit, nearest, outward
from .traps import find_traps, restrict

_UNIT, _UNDERFLOW = 2.0**-53, 2.0**-1000
_SLACK = 2.0**-46  # relative, below which floats do not tell which move is better
_DENSE = 300  # positions whose equations are a dense matrix
_ROUNDS, _TRIES = 1000, 12


def bound_rewards(model: Model, progress: Progress | None = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bounds of what seat 0 gets from every position, where moves gain something.

    Parameters
    ----------
    model : Model
        The game; no gain is below 0.
    progress : callable, optional
        Called now and then with a stage's name, how far it is and how far it goes.

    Returns
    -------
    tuple of two float64 arrays, length positions
        Lower and upper bounds. Both are infinite where the value is; the upper ones alone where floats find none.

    Raises
    ------
    NotProved
        The bounds do not hold together: a fault.

    Examples
    --------
    At position 0 seat 1 waits for nothing, or ends it for 5; at 1 seat 0 may wait for ever:

    >>> from gmpy2 import mpq
    >>> from trueodds.solver.numbered import Numbered
    >>> from dataclasses import replace
    >>> model = Model.from_arrays([1, 0], [0, 2, 4], [0, 1, 2, 3, 4], [0, 2, 1, 2], [1], [0, 0, 0, 0], [0])
    >>> model = replace(model, gains=Numbered([mpq(0), mpq(5)], np.array([0, 1, 0, 0])))
    >>> low, high = bound_rewards(model)
    >>> bool(4.999 < low[0] <= 5 <= high[0] < 5.001), low.item(1), high.item(1)
    (True, inf, inf)
    """
    traps = find_traps(model)
    low, high = np.full((2, len(traps)), math.inf)
    unit = model.payoff_scale()[0]
    part = restrict(model, traps == 0)
    if len(part.positions):
        whole = part.model
        ended = _ending_moves(whole)
        choice = _Side(whole, 0, unit).find(ended, progress)[1]
        owner = np.repeat(np.arange(len(whole.positions)), np.diff(whole.first_move))
        everywhere = np.ones(len(whole.positions), dtype=np.bool_)
        for seat, bounds in ((0, low), (1, high)):
            allowed = (whole.seats[owner] != seat) | (choice[owner] == np.arange(len(owner)))
            alone = restrict(whole, everywhere, allowed).model
            alone, place = merge_loops(alone, 1, None) if seat == 0 else (alone, np.arange(len(choice)))
            found = _Side(alone, (-1, 1)[seat], unit).find(_ending_moves(alone), progress)[0]
            bounds[part.positions] = found[place]
    check_bounds(model, traps, low, high, unit)
    found = np.array([low, high]).T
    low, high = np.where(np.isfinite(found).T, in_unit(np.where(np.isfinite(found), found, 0.0), unit), found.T)
    if model.payoffs:
        least = outward(model.payoffs[0], -math.inf)  # gains are not below 0
        low = np.maximum(low, least)
    return low, high


def _ending_moves(model: Model) -> NDArray[np.int64]:
    """At each position of seat 1 a move by which it has the game end; at those of seat 0 any."""
    moves = [list(range(b - a)) for a, b in itertools.pairwise(model.first_move.tolist())]
    return model.first_move[:-1] + follow_ranks(model, moves, find_ranks(model, moves))


class _Block(NamedTuple):
    """Some components that do not lead to each other, ready for strategy iteration."""

    members: NDArray[np.int64]
    moves: NDArray[np.int64]
    first: NDArray[np.int64]  # of each position its first move here
    known: NDArray[np.float64]  # of each move: what it gains, and positions elsewhere
    size: NDArray[np.float64]  # of each move: the sum of the absolute values of these
    error: NDArray[np.float64]  # of each move, a part of all absolute values
    matrix: Any  # probabilities within, None if there are none
    sign: NDArray[np.float64]  # of each position, -1 where small values are wanted

    def worths(self, values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What moves are worth, and how far that may be off."""
        if self.matrix is None:
            return self.known, self.error * self.size + _UNDERFLOW
        return self.known + self.matrix @ values, self.error * (self.size + self.matrix @ np.abs(values)) + _UNDERFLOW

    def best(self, worths: NDArray[np.float64]) -> NDArray[np.float64]:
        """The largest or smallest at each position."""
        owner = np.repeat(self.sign, np.diff(np.append(self.first, len(self.moves))))
        found: NDArray[np.float64] = self.sign * np.maximum.reduceat(owner * worths, self.first)
        return found


class _Side:
    """Values of a game nearly (side 0), or bounds of them from above (1) or below (-1)."""

    def __init__(self, model: Model, side: int, unit: Any) -> None:
        self.model, self.side = model, side
        self.chances = np.array([nearest(p) for p in model.probability_table])[model.probability_numbers]
        constants = model.constants
        self.constants = np.array([nearest(one / unit) for one in constants.table])[constants.numbers]
        self.values = np.zeros(len(model.positions))
        self.place: NDArray[np.int64] = np.full(len(model.positions), -1)

    def find(
        self, choice: NDArray[np.int64], progress: Progress | None
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Of all positions the numbers, and the moves that they belong to; `choice` has those to begin with."""
        choice = choice.copy()
        components, levels = order_by_level(self.model, find_components(self.model))
        first = components.first
        for begin, end in itertools.pairwise(levels.tolist()):
            check_interrupt()
            if progress:
                progress("bounds" if self.side else "strategies", begin, len(first) - 1)
            if not self._solve(components.members[first[begin] : first[end]], choice):
                for c in range(begin, end):
                    members = components.members[first[c] : first[c + 1]]
                    if not self._solve(members, choice):
                        self.values[members] = math.inf * self.side
        return self.values, choice

    def _solve(self, members: NDArray[np.int64], choice: NDArray[np.int64]) -> bool:
        """Those of some components; whether that can be done."""
        block = self._load(members)
        if np.isnan(block.known).any():
            return False
        for step in self._steps():
            found = _iterate(block, step, self.side, choice[members])
            if found is None:
                continue
            values, moves = found
            if self._holds(block, values):
                self.values[members], choice[members] = values, moves
                return True
        return False

    def _steps(self) -> Iterator[float]:
        """By how many errors a move gains more or less."""
        return (2.0 * 4.0**n for n in range(_TRIES)) if self.side else iter([0.0])

    def _holds(self, block: _Block, values: NDArray[np.float64]) -> bool:
        worths, errors = block.worths(values)
        after = block.best(worths + 1.5 * self.side * errors)
        fits = (after < values, np.isfinite(values), after >= values)[1 - self.side]
        return bool(fits.all())

    def _load(self, members: NDArray[np.int64]) -> _Block:
        model = self.model
        moves, first = runs(model.first_move, members)
        outcomes, rows = runs(model.first_outcome, moves)
        self.place[members] = np.arange(len(members))
        targets, chances = model.targets[outcomes], self.chances[outcomes]
        inner = self.place[targets]
        self.place[members] = -1
        mover = np.repeat(np.arange(len(moves)), np.diff(rows))
        inside, count = inner >= 0, len(moves)
        outside = chances[~inside] * self.values[targets[~inside]]
        known = self.constants[moves] + np.bincount(mover[~inside], outside, count)
        size = np.abs(self.constants[moves]) + np.bincount(mover[~inside], np.abs(outside), count)
        error = (np.diff(rows) + 4) * _UNIT
        matrix: Any = None
        if inside.any():
            given = (chances[inside], (mover[inside], inner[inside]))
            matrix = csr_array(given, shape=(count, len(members)))
            matrix = matrix.toarray() if len(members) <= _DENSE else matrix
        sign = np.where(model.seats[members] == 1, -1.0, 1.0)
        return _Block(members, moves, first[:-1], known, size, error, matrix, sign)


def _iterate(
    block: _Block, step: float, side: int, choice: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]] | None:
    """Strategy iteration from moves by which seat 1 has the game end; None where floats find no numbers.

    Seat 0 answers before seat 1 changes anything. Where seat 1 then changes what is worth less, the game still ends.
    """
    first, count = block.first, len(block.moves)
    own = np.repeat(np.arange(len(first)), np.diff(np.append(first, count)))
    made = first + choice - block.moves[first]
    values, settled = np.zeros(len(first)), block.matrix is None or not side
    for _ in range(_ROUNDS):
        # Of the solution of linear equations small values are off by as much as large ones.
        pushed = block.known + side * step * (block.worths(values)[1] + _UNIT * np.abs(values).max())
        values = pushed[made] if block.matrix is None else solve_linear(block.matrix[made], pushed[made])
        if not np.isfinite(values).all():
            return None
        worths = block.sign[own] * (pushed if block.matrix is None else pushed + block.matrix @ values)
        best = np.maximum.reduceat(worths, first)
        better = best > block.sign * values + _SLACK * np.abs(values)
        if (better & (block.sign > 0)).any():
            better &= block.sign > 0
        if not better.any():
            if settled:
                break
            settled = True  # once more, with what these values are off by
            continue
        attains = np.flatnonzero(worths == best[own])
        made = np.where(better, attains[np.unique(own[attains], return_index=True)[1]], made)
    return values, block.moves[made]


def check_bounds(
    model: Model, traps: NDArray[np.int64], low: NDArray[np.float64], high: NDArray[np.float64], unit: Any
) -> None:
    """See that numbers are bounds, whoever found them.

    Parameters
    ----------
    model : Model
        The game.
    traps : int64 array, length positions
        What `find_traps` gives.
    low, high : float64 arrays, length positions
        Lower and upper bounds, in a unit.
    unit : mpq
        The unit, a power of two.

    Raises
    ------
    NotProved
        They are not shown to be.
    """
    rows = np.diff(model.first_outcome)
    mover = np.repeat(np.arange(len(rows)), rows)
    owner = np.repeat(np.arange(len(low)), np.diff(model.first_move))
    chances = np.array([nearest(p) for p in model.probability_table])[model.probability_numbers]
    constants = np.array([nearest(one / unit) for one in model.constants.table])[model.constants.numbers]
    error = (rows + 4) * _UNIT

    def worths(bounds: NDArray[np.float64], side: int) -> NDArray[np.float64]:
        endless = np.bincount(mover, bounds[model.targets] == math.inf, len(rows)) > 0
        terms = np.where(endless[mover], 0.0, chances * bounds[model.targets])
        size = np.abs(constants) + np.bincount(mover, np.abs(terms), len(rows))
        found = constants + np.bincount(mover, terms, len(rows)) + side * (error * size + _UNDERFLOW)
        return np.where(endless, math.inf, found)

    def best(worths: NDArray[np.float64]) -> NDArray[np.float64]:
        first = model.first_move[:-1]
        return np.where(model.seats == 0, np.maximum.reduceat(worths, first), np.minimum.reduceat(worths, first))

    # A move that only leads to where bounds are no lower is worth no less: no gain is below 0.
    keeps = np.bincount(mover, low[model.targets] < low[owner][mover], len(rows)) == 0
    keeps &= ~np.array([bool(over) for over in model.end_table], dtype=np.bool_)[model.end_numbers]
    holds = (low == math.inf) == (traps > 0)
    holds &= (low == math.inf) | (best(np.where(keeps, low[owner], worths(low, -1))) >= low)
    holds &= (high == math.inf) | (best(worths(high, 1)) < high)
    if not holds.all():
        raise NotProved(f"the bounds at {model.positions[int(holds.argmin())]!r} do not hold together")
