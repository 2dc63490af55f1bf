"""Bound every position's value rigorously in floats, and find the moves that the bounds do not exclude.

**Games that must end**: sweeps of Bellman's equation from both sides (`sweeps`).

**Games that need not end**: strategy iteration in floats guesses a strategy for each player. Among the moves that
attain the values found, those that lower the mover's rank are chosen (`find_ranks`), because others may keep play going
forever without attaining the values. For any strategy of seat 1, the most that seat 0 can get against it is an upper
bound on the value; a strategy of seat 0 gives a lower bound likewise. With one strategy fixed, one player is left.
Within an end component of that player, all positions have the same value: that of the best way out or that of infinite
play, whichever is better for the player. The component is therefore merged into one position
(`submodel.merge_end_components`). The resulting game, which is bounded by `sweeps`, must end, because any set in which
play could stay forever would contain an end component that has not been merged.

**Games whose moves have rewards**: seat 1 pays the rewards until the game ends. Where seat 0 can ensure that play has a
positive probability of never ending, the value is infinite; this is decided exactly (`find_traps`). Elsewhere seat 1
can end the game with certainty. Let T be Bellman's operator. Then

* any l <= T l is a lower bound: by making moves worth at least l, seat 0 gets at least l on average if play ends, and
  an infinite amount if play may never end;
* any u > T u is an upper bound: if seat 1 makes moves worth less than u, the expected sum of the gain so far and u
  decreases by at least some fixed positive number with every move, so play ends, and on average at most u is paid.

The proofs are in docs/certificates.md. Strategy iteration in floats finds such l and u, and `check_bounds` verifies
them with every rounding on the safe side. The iteration begins with moves by which seat 1 ends the game, because where
seat 1 can wait without paying, Bellman's equation has several solutions. To find u, seat 1's strategy is fixed
and seat 0 answers in a game in which each move gains a little more. To find l, the roles are exchanged, and each set in
which seat 1 could wait forever without paying is merged into one position (`merge_end_components`). Where floats find
no such u, it is infinity; where they find no such l, it is the least payoff; both are valid.

Cost: without rewards, that of `sweeps`; if play need not end, strategy iteration in floats is added. With rewards,
there is only strategy iteration, which takes a few passes over all outcomes and a few linear systems per component.
Memory: that of `sweeps` if the game must end and has no rewards, otherwise a few hundred bytes per outcome.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..records import Record, check_array
from ..runtime.executors import Progress
from ..solution import NotProved
from .block import Blocks, Floats
from .graph import check_ends, find_first_moves, find_ranks, find_traps
from .model import Model
from .rounding import round_outward, scale_bounds
from .strategy_bounds import StrategyBounds
from .submodel import merge_end_components, restrict
from .sweeps import sweep

#: The kinds of games that are bounded in different ways.
ENDING, ENDLESS, REWARDS = "ending", "endless", "rewards"

_SLACK, _NEAR = 1e-11, 1e-9  # relative distances from the best value up to which moves count as best, or may be best


@dataclass(frozen=True, eq=False)
class Candidates(Record):
    """The moves at each position that have not been excluded, numbered from the position's first move.

    ``left[first_move[x]:first_move[x+1]]`` marks those of position x.

    >>> Candidates(np.array([0, 2, 3]), np.array([False, True, True])).tolist()
    [[1], [0]]
    """

    first_move: NDArray[np.int64]
    left: NDArray[np.bool_]

    def __getitem__(self, x: int) -> list[int]:
        moves: list[int] = np.flatnonzero(self.left[self.first_move[x] : self.first_move[x + 1]]).tolist()
        return moves

    def tolist(self) -> list[list[int]]:
        """Return the candidates of each position."""
        return [self[x] for x in range(len(self.first_move) - 1)]

    def count(self) -> NDArray[np.int64]:
        """Return the number of candidates at each position."""
        return np.add.reduceat(self.left, self.first_move[:-1], dtype=np.int64)

    def first(self) -> NDArray[np.int64]:
        """Return the first candidate of each position, by its number in the model."""
        return find_first_moves(self.first_move, self.left)


def unpack_moves(model: Model, bits: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which moves are marked in bits packed by `numpy.packbits`; each position must have a marked move."""
    count = len(model.moves)
    check_array("moves", bits, np.uint8, ((count + 7) // 8,))
    left = np.unpackbits(bits, count=count).astype(bool)
    if not np.logical_or.reduceat(left, model.first_move[:-1]).all():
        raise ValueError("the bits must mark at least one move at each position")
    return left


@dataclass(frozen=True, eq=False)
class Bounds(Record):
    """Proved bounds on all values for seat 0, and the moves that they do not exclude.

    `low` and `high` have one entry per position. Both are infinite where the value is; elsewhere, an entry is infinite
    if floats find no finite bound.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    candidates: Candidates
    kind: str = ENDING


def bound(model: Model, progress: Progress | None = None) -> Bounds:
    """Return bounds on the value, for seat 0, of every position."""
    if model.gains is not None:
        kind, (low, high, unit) = REWARDS, bound_rewards(model, progress)
    elif model.endless.any():
        if model.infinite_play is None:
            check_ends(model)
        kind, (low, high, unit) = ENDLESS, _bound_endless(model, progress)
    else:
        sweeps = sweep(model, progress)
        low, high = scale_bounds(sweeps.bounds[:, 0], sweeps.bounds[:, 1], sweeps.unit)
        return Bounds(low, high, Candidates(model.first_move, sweeps.left))
    return Bounds(
        *scale_bounds(low, high, unit), Candidates(model.first_move, keep_moves(model, low, high, unit)), kind
    )


def bound_move_values(model: Model, bounds: Floats, side: int, unit: Any) -> Floats:
    """Return each move's value, computed from bounds on all values and rounded up (side 1) or down (side -1)."""
    finite = np.where(np.isfinite(bounds), bounds, 0.0)
    block = Blocks(model, unit).cut(np.arange(len(bounds)), finite)
    move_values = block.move_values(finite) + side * block.bound_errors(finite)
    for infinite in (-math.inf, math.inf):
        move_values[model.graph.may_lead(bounds[model.targets] == infinite)] = infinite
    return move_values


def keep_moves(model: Model, low: Floats, high: Floats, unit: Any) -> NDArray[np.bool_]:
    """Return the moves that no other move certainly beats, given the bounds on all values."""
    lows, highs = bound_move_values(model, low, -1, unit), bound_move_values(model, high, 1, unit)
    first, owners = model.first_move[:-1], model.graph.owners
    kept: NDArray[np.bool_] = np.where(
        model.seats[owners] == 0,
        highs >= np.maximum.reduceat(lows, first)[owners],
        lows <= np.minimum.reduceat(highs, first)[owners],
    )
    return kept


def _bound_endless(model: Model, progress: Progress | None) -> tuple[Floats, Floats, Any]:
    """Return lower and upper bounds on the values of a game that need not end, and their unit."""
    choice, bounds = guess(model, progress)[0], []
    for seat in (0, 1):
        reduced, place = _fix_strategy(model, seat, choice)
        swept = sweep(reduced, progress)
        bounds.append(swept.bounds[place, seat])
    return *bounds, swept.unit


def _fix_strategy(
    model: Model, seat: int, choice: NDArray[np.int64], merge: bool = True
) -> tuple[Model, NDArray[np.int64]]:
    """Return the game in which a seat's moves are given, and each position's number in this game.

    If `merge` is true, end components of the other seat are merged.
    """
    allowed = model.seats[model.graph.owners] != seat
    allowed[choice[model.seats == seat]] = True
    reduced = restrict(model, None, allowed).model
    return merge_end_components(reduced, 1 - seat) if merge else (reduced, np.arange(len(choice)))


def guess(model: Model, progress: Progress | None = None) -> tuple[NDArray[np.int64], Candidates]:
    """Return the best move of each position as far as floats can decide, and all moves that are nearly as good.

    All values must be finite. Without rewards, the best moves lower the mover's rank (`find_ranks`) if possible. With
    rewards, those of seat 1 end the game whatever seat 0 does.
    """
    unit, largest = model.payoff_scale()
    rewards, strategies = model.gains is not None, StrategyBounds(model, 0, unit)
    values, choice = strategies.find(find_ending_moves(model) if rewards else None, progress)
    block = strategies.blocks.cut(np.arange(len(values)), values)
    move_values = block.move_values(values)
    gaps = np.abs(move_values - block.best(move_values)[model.graph.owners])
    scale = max(float(largest), float(np.abs(values).max()))
    if rewards:
        made = np.zeros(len(model.moves), dtype=np.bool_)
        made[choice] = True
        if not find_ranks(model, made)[0][1].all():
            choice = find_ending_moves(model)
    else:
        ranks, followed = find_ranks(model, gaps <= _SLACK * scale)
        choice = np.where(ranks[model.seats, np.arange(len(values))] > 0, followed, choice)
    return choice, Candidates(model.first_move, gaps <= _NEAR * scale)


def bound_rewards(model: Model, progress: Progress | None = None) -> tuple[Floats, Floats, Any]:
    """Return lower and upper bounds on the values of a game with nonnegative rewards, and their unit."""
    traps = find_traps(model)
    low, high = np.full((2, len(traps)), math.inf)
    unit = model.payoff_scale()[0]
    part = restrict(model, traps == 0)
    if len(part.positions):
        whole = part.model
        choice = guess(whole, progress)[0]
        for seat, bounds in ((0, low), (1, high)):
            reduced, place = _fix_strategy(whole, seat, choice, merge=seat == 0)
            reduced_bounds = StrategyBounds(reduced, (-1, 1)[seat], unit).find(find_ending_moves(reduced), progress)[0]
            bounds[part.positions] = reduced_bounds[place]
    check_bounds(model, traps, low, high, unit)
    if model.payoffs:
        low = np.maximum(low, round_outward(model.payoffs[0] / unit, -math.inf))  # gains are not below 0
    return low, high, unit


def find_ending_moves(model: Model) -> NDArray[np.int64]:
    """Return a move for each position; in a game without traps, those of seat 1 end the game whatever seat 0 does."""
    return find_ranks(model, np.ones(len(model.moves), dtype=np.bool_))[1]


def check_bounds(model: Model, traps: NDArray[np.int64], low: Floats, high: Floats, unit: Any) -> None:
    """Verify that `low` and `high`, in units of `unit`, satisfy Bellman's inequalities.

    `traps` is the result of `find_traps`.
    """

    def best(values: Floats) -> Floats:
        first = model.first_move[:-1]
        return np.where(model.seats == 0, np.maximum.reduceat(values, first), np.minimum.reduceat(values, first))

    # If a move cannot end the game, and the lower bound of its position is at most those of all its targets, the
    # move's value is at least that bound, because gains are >= 0.
    owner_low = low[model.graph.owners]
    keeps = ~model.graph.may_lead(low[model.targets] < owner_low[model.graph.movers]) & ~model.may_end
    holds = (low == math.inf) == (traps > 0)
    holds &= (low == math.inf) | (best(np.where(keeps, owner_low, bound_move_values(model, low, -1, unit))) >= low)
    holds &= (high == math.inf) | (best(bound_move_values(model, high, 1, unit)) < high)
    if not holds.all():
        raise NotProved(f"the bounds at {model.positions[int(holds.argmin())]!r} do not satisfy Bellman's inequalities")


def find_widest(model: Model, low: Floats, high: Floats) -> tuple[int, int]:
    """Return the position with the widest bounds in a component, and the component's size.

    The component is the first, in order of dependency, in which some bounds are at least half as wide as the widest.
    """
    wide = high - low
    apart = np.flatnonzero(wide >= wide.max() / 2)
    components = model.graph.components
    c = components.label[apart].min()
    members = components.members[components.first[c] : components.first[c + 1]]
    return int(members[wide[members].argmax()]), len(members)
