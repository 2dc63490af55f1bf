"""Rigorous bounds of every position's value in floats, and the moves that they leave: one function for all games.

* A game that must end: sweeps of Bellman's equation from both sides (`sweeps`).
* One that need not: each player's strategy against every reply (`endless_bounds`).
* One whose moves gain something: strategies, and layers of positions from which the end can be missed
  (`reward_bounds`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ..records import Record, check_array
from ..runtime.executors import Progress
from .block import Floats
from .endless_bounds import bound_endless
from .graph import check_ends, find_components, first_moves
from .infinite_play import worth_of_infinite_play
from .model import Model
from .reward_bounds import bound_rewards, safe_worths
from .rounding import in_unit
from .strategy_bounds import StrategyBounds
from .sweeps import sweep

#: The kinds of games that are bounded in different ways.
ENDING, ENDLESS, REWARDS = "ending", "endless", "rewards"


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
        """Return how many there are at each position."""
        return np.add.reduceat(self.left, self.first_move[:-1], dtype=np.int64)

    def first(self) -> NDArray[np.int64]:
        """Return the number of each position's first one, counted through all moves."""
        return first_moves(self.first_move, self.left)


def unpack_moves(model: Model, bits: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which moves are left, from a bit for each, at least one a position, as `numpy.packbits` has them.

    Raises
    ------
    ValueError
        There are more or fewer bits, or a position without any.
    """
    count = len(model.moves)
    check_array("moves", bits, np.uint8, ((count + 7) // 8,))
    left = np.unpackbits(bits, count=count).astype(bool)
    if not np.logical_or.reduceat(left, model.first_move[:-1]).all():
        raise ValueError("a position without a move")
    return left


@dataclass(frozen=True, eq=False)
class Bounds(Record):
    """What floats prove.

    Attributes
    ----------
    low, high : float64 array
        Bounds of the value of each position for seat 0. Both are infinite where an expected reward is; the upper one
        alone where floats find none.
    candidates : Candidates
        At each position the moves, counted from its first, that no other move surely beats.
    kind : str
        Which kind of game it is: `ENDING`, `ENDLESS` or `REWARDS`.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    candidates: Candidates
    kind: str = ENDING


def bound(model: Model, progress: Progress | None = None) -> Bounds:
    """Bound the value of every position; NotProved if floats cannot, or if infinite play has no worth where it matters.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> found = bound(explore(trueodds.RiskOrSafety(target=3)))
    >>> (found.low[0] <= 6 / 11 <= found.high[0]).item(), (found.high[0] - found.low[0] < 1e-14).item()
    (True, True)
    >>> found.candidates[0]
    [0]

    Seat 0 may pass to seat 1, who may pass back, or take 1/4; seat 1 may end the game for 3/4:

    >>> from gmpy2 import mpq
    >>> model = Model.from_arrays([0, 1], [0, 2, 4], [0, 1, 2, 3, 4], [1, 2, 0, 3], [1], [0, 0, 0, 0],
    ...     [mpq(1, 4), mpq(3, 4)], infinite_play=0)
    >>> found = bound(model)
    >>> [bool(found.low[x] <= 1 / 4 <= found.high[x] < found.low[x] + 1e-15) for x in (0, 1)]
    [True, True]

    At position 0 seat 1 waits for nothing, or ends it for 5; at 1 seat 0 may wait for ever:

    >>> from trueodds.solver.numbered import Numbered
    >>> from dataclasses import replace
    >>> model = Model.from_arrays([1, 0], [0, 2, 4], [0, 1, 2, 3, 4], [0, 2, 1, 2], [1], [0, 0, 0, 0], [0])
    >>> found = bound(replace(model, gains=Numbered([mpq(0), mpq(5)], np.array([0, 1, 0, 0]))))
    >>> bool(4.999 < found.low[0] <= 5 <= found.high[0] < 5.001), found.low.item(1), found.high.item(1)
    (True, inf, inf)
    """
    if model.gains is not None:
        low, high, unit = bound_rewards(model, progress)
        return _from_intervals(model, low, high, unit, REWARDS)
    if not model.endless.any():
        sweeps = sweep(model, progress)
        return Bounds(*sweeps.in_payoffs(), Candidates(model.first_move, sweeps.left))
    worth = worth_of_infinite_play(model.game)
    if worth is None:
        check_ends(model)
    (least, of_first), (most, of_second) = bound_endless(model, worth, progress)
    low, high = least.bounds[of_first, 0], most.bounds[of_second, 1]
    return _from_intervals(model, low, high, least.unit, ENDLESS)


def bound_by_strategies(model: Model) -> Bounds:
    """Bound a game that must end by strategy iteration alone: the reference that tests compare sweeps with."""
    unit, _ = model.payoff_scale()
    choice = model.first_move[:-1]
    low, high = (StrategyBounds(model, side, unit).find(choice)[0] for side in (-1, 1))
    return _from_intervals(model, low, high, unit, ENDING)


def _from_intervals(model: Model, low: Floats, high: Floats, unit: Any, kind: str) -> Bounds:
    """Return bounds that are given in a unit, with the moves that they leave."""
    least, most = safe_worths(model, low, -1, unit), safe_worths(model, high, 1, unit)
    first, owners = model.first_move[:-1], model.owners
    left = np.where(
        model.seats[owners] == 0,
        most >= np.maximum.reduceat(least, first)[owners],
        least <= np.minimum.reduceat(most, first)[owners],
    )
    return Bounds(*in_unit(low, high, unit), Candidates(model.first_move, left), kind)


def widest_component(model: Model, low: Floats, high: Floats) -> tuple[int, int]:
    """Return a position where bounds are apart though those of all that follows are not, and its component's size."""
    wide = high - low
    apart = np.flatnonzero(wide >= wide.max() / 2)
    components = find_components(model)
    c = components.label[apart].min()
    own = components.members[components.first[c] : components.first[c + 1]]
    return int(own[wide[own].argmax()]), len(own)
