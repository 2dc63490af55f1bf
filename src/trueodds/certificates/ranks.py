"""Compute the ranks by which a certificate shows that play ends, or that it can last forever."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..solution import NotProved
from ..solver.graph import attract, find_traps
from ..solver.model import Model


def find_infinite_value(model: Model) -> Any:
    """Return the value of infinite play for seat 0: ``math.inf`` if moves have rewards, None if it is not defined."""
    return model.infinite_play if model.gains is None else math.inf


def rank_positions(
    model: Model, low: Sequence[Any], high: Sequence[Any], keeps: NDArray[np.bool_], unit: Any
) -> NDArray[np.int64] | None:
    """Return the ranks of all positions, or None if the game must end and no position can recur in play.

    `low` and `high` are bounds in units of `unit`. If the game must end, all positions are on side 1. Otherwise, a
    position is on side 1 if its value is proved to exceed the value of infinite play, and on side -1 if its value is
    proved to be less. From a position on a side, moves must lead with positive probability to an end or to a position
    of lower rank on the same side. If the game must end or the player to move prefers infinite play, this rule applies
    to every move. Otherwise, at least one of the moves marked in `keeps` must satisfy it; `keeps` marks the moves that
    guarantee the bound of their position (`bounds.Judged`). With rewards, the ranks of positions with infinite values
    are their layers in `find_traps`.
    """
    count, infinite_value = len(model.positions), find_infinite_value(model)
    if infinite_value is None:
        all_single = len(model.graph.components.first) == count + 1
        if all_single and not (model.graph.owners[model.graph.movers] == model.targets).any():
            return None
        every, sides = np.ones(count, dtype=np.bool_), np.ones(count, dtype=np.int8)
    else:
        limit = infinite_value if infinite_value == math.inf else infinite_value / unit
        sides = np.array([(l > limit) - (h < limit) for l, h in zip(low, high, strict=True)], dtype=np.int8)
        every = sides == np.where(model.seats == 0, -1, 1)
    usable = every[model.graph.owners] | keeps
    needed = np.where(every, model.graph.count_moves(), 1)
    ranks: NDArray[np.int64] = np.zeros(count, dtype=np.int64)
    for side in (-1, 1):
        ranks += attract(model.graph, model.may_end, usable & (sides == side)[model.graph.owners], needed)
    unranked = (sides != 0) & (ranks == 0)
    if unranked.any():
        raise NotProved(f"no ranks show that play from {model.positions[int(unranked.argmax())]!r} ends")
    if infinite_value == math.inf:
        traps = find_traps(model)
        if [value == math.inf for value in low] != (traps > 0).tolist():
            raise NotProved("values must be infinite exactly where seat 0 can make it possible that play never ends")
        ranks += traps  # at positions without another rank
    return ranks
