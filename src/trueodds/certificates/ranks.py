"""Compute the ranks by which a certificate shows that play ends."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..solution import NotProved
from ..solver.graph import attract, find_traps
from ..solver.model import Model


def rank_positions(
    model: Model, every: NDArray[np.bool_], sides: NDArray[np.int8], best: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return ranks such that moves lead with positive probability to an end or to a lower rank on the same side.

    All moves of a position must do so where `every` is true, elsewhere one of the `best`. `sides` is 1 where a value
    above that of infinite play is promised, -1 where a value below it, 0 where no rank is needed; one number everywhere
    if the game must end. The rank is the number of steps within which the game may end, whatever the players do; 0
    where none is needed. NotProved if no such ranks exist. Cost: linear in the number of outcomes. Memory: 20 bytes per
    outcome.
    """
    counts = every[model.owners] | best
    needed = np.where(every, model.graph.count_moves(), 1)
    ranks: NDArray[np.int64] = np.zeros(len(sides), dtype=np.int64)
    for side in (-1, 1):
        ranks += attract(model.graph, model.may_end, counts & (sides == side)[model.owners], needed)
    without = (sides != 0) & (ranks == 0)
    if without.any():
        raise NotProved(f"nothing shows that play from position {without.argmax()} of the certificate ends")
    return ranks


def position_ranks(
    model: Model, low: Sequence[Any], high: Sequence[Any], best: NDArray[np.bool_], worth: Any = None
) -> NDArray[np.int64] | None:
    """Return the ranks of all positions; None where every move leads forward, so that their order is rank enough.

    `low` and `high` are bounds, `math.inf` for infinite rewards; the `best` moves are those by which a position may
    keep what its bounds promise. `worth` is the value of infinite play for seat 0 in the same unit, `math.inf` where
    moves gain rewards, None if the game must end. NotProved if no ranks exist, or if values are infinite where play
    cannot be kept from ending.
    """
    count = len(model.positions)
    if worth is None:
        alone = len(model.graph.components.first) == count + 1
        if alone and not (model.owners[model.movers] == model.targets).any():
            return None
        return rank_positions(model, np.ones(count, dtype=np.bool_), np.ones(count, dtype=np.int8), best)
    sides = np.array([(l > worth) - (h < worth) for l, h in zip(low, high, strict=True)], dtype=np.int8)
    ranks = rank_positions(model, sides == np.where(model.seats == 0, -1, 1), sides, best)
    if worth == math.inf:
        traps = find_traps(model)
        if [one == math.inf for one in low] != (traps > 0).tolist():
            raise NotProved("the positions with infinite values are not those from which play can avoid the end")
        ranks += traps  # of other positions than those that have a rank
    return ranks
