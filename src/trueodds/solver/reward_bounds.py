"""Rigorous bounds of expected rewards, which seat 1 pays until the game ends: infinite where it need never end.

Where seat 0 can keep the play from ending, the value is infinite: that is decided exactly (`find_traps`). Elsewhere
seat 1 can have the game end for certain, and with T Bellman's operator

* any l <= T l is a lower bound: seat 0, by moves worth l, gets l on average where play ends, and more where it may not;
* any u > T u is an upper bound: by moves worth less than u, what is gained so far plus u falls with every move by more
  than some number, so play ends, and no more than u has been paid.

(docs/certificates.md has the proofs.) So only l and u that fit are to be found; `check_bounds` verifies that they do,
every rounding on the safe side, whoever found them. Strategies come from strategy iteration in floats, begun with moves
by which seat 1 has the game end, for where it may wait without paying Bellman's equation has more solutions than the
value. Then seat 1's is given, seat 0 answers in a game in which each move gains a little more, and that is u; and the
other way round l, where sets in which seat 1 could wait for ever without paying become one position
(`merge_end_components`). Where floats find no such numbers u is infinite or l the least payoff, and both hold.

Cost: a few linear systems in floats a component. Memory: as the model, and 100 bytes an outcome.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.executors import Progress
from ..solution import NotProved
from .block import Blocks, Floats
from .graph import find_ranks, find_traps, follow_ranks
from .model import Model
from .rounding import outward
from .strategy_bounds import StrategyBounds
from .submodel import merge_end_components, restrict


def bound_rewards(model: Model, progress: Progress | None = None) -> tuple[Floats, Floats, Any]:
    """Bound what seat 0 gets from every position, where moves gain something.

    Parameters
    ----------
    model : Model
        The game; no gain is below 0.

    Returns
    -------
    tuple of (float64 array, float64 array, mpq)
        Lower and upper bounds, and the unit that they are in. Both are infinite where the value is; the upper ones
        alone where floats find none.
    """
    traps = find_traps(model)
    low, high = np.full((2, len(traps)), math.inf)
    unit = model.payoff_scale()[0]
    part = restrict(model, traps == 0)
    if len(part.positions):
        whole = part.model
        choice = StrategyBounds(whole, 0, unit).find(_ending_moves(whole), progress)[1]
        for seat, bounds in ((0, low), (1, high)):
            allowed = whole.seats[whole.owners] != seat
            allowed[choice[whole.seats == seat]] = True
            alone = restrict(whole, None, allowed).model
            alone, place = merge_end_components(alone, 1, None) if seat == 0 else (alone, np.arange(len(choice)))
            found = StrategyBounds(alone, (-1, 1)[seat], unit).find(_ending_moves(alone), progress)[0]
            bounds[part.positions] = found[place]
    check_bounds(model, traps, low, high, unit)
    if model.payoffs:
        low = np.maximum(low, outward(model.payoffs[0] / unit, -math.inf))  # gains are not below 0
    return low, high, unit


def _ending_moves(model: Model) -> NDArray[np.int64]:
    """Return at each position of seat 1 a move by which it has the game end; at those of seat 0 any."""
    every = np.ones(len(model.moves), dtype=np.bool_)
    return model.first_move[:-1] + follow_ranks(model, every, find_ranks(model, every))


def safe_worths(model: Model, bounds: Floats, side: int, unit: Any) -> Floats:
    """Return what each move is worth by bounds of all positions, rounded up (side 1) or down (side -1)."""
    finite = np.where(np.isfinite(bounds), bounds, 0.0)
    block = Blocks(model, unit).cut(np.arange(len(bounds)), finite)
    worths = block.worths(finite) + side * block.errors(finite)
    for infinite in (-math.inf, math.inf):
        worths[model.graph.may_lead(bounds[model.targets] == infinite)] = infinite
    return worths


def check_bounds(model: Model, traps: NDArray[np.int64], low: Floats, high: Floats, unit: Any) -> None:
    """Verify that numbers are bounds, whoever found them.

    Parameters
    ----------
    traps : int64 array, length positions
        What `find_traps` returns.
    low, high : float64 arrays, length positions
        Lower and upper bounds, in a unit.
    unit : mpq
        The unit, a power of two.
    """

    def best(worths: Floats) -> Floats:
        first = model.first_move[:-1]
        return np.where(model.seats == 0, np.maximum.reduceat(worths, first), np.minimum.reduceat(worths, first))

    # A move that only leads to where bounds are no lower is worth no less: no gain is below 0.
    own = low[model.owners]
    keeps = ~model.graph.may_lead(low[model.targets] < own[model.movers]) & ~model.may_end
    holds = (low == math.inf) == (traps > 0)
    holds &= (low == math.inf) | (best(np.where(keeps, own, safe_worths(model, low, -1, unit))) >= low)
    holds &= (high == math.inf) | (best(safe_worths(model, high, 1, unit)) < high)
    if not holds.all():
        raise NotProved(f"the bounds at {model.positions[int(holds.argmin())]!r} do not hold together")
