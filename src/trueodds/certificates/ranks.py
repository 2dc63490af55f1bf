"""Ranks that show that play ends, as a certificate needs them."""

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
    """Ranks such that moves lead with positive probability to an end or to a lower rank on the same side.

    All moves of a position must do so where `every` is true, elsewhere one of the `best`; `sides` is 1 where more than
    infinite play is worth is promised, -1 where less, 0 where no rank is needed, and one number where the game must
    end. The rank is the number of steps within which the game may end, whatever is done; 0 where none is needed.
    NotProved if there are no such ranks. Cost: linear in the number of outcomes. Memory: 20 bytes an outcome.

    Examples
    --------
    Position 0 ends, or leads to 1, which leads back:

    >>> from fractions import Fraction
    >>> model = Model.from_arrays([0, 0], [0, 1, 2], [0, 2, 3], [2, 1, 0], [Fraction(1, 2), 1], [0, 0, 1], [1])
    >>> rank_positions(model, np.ones(2, dtype=bool), np.ones(2, dtype=np.int8), np.ones(2, dtype=bool)).tolist()
    [1, 2]
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
    """Ranks of all positions; None where every move leads forward, so that their order is rank enough.

    `low` and `high` are bounds, `math.inf` for infinite rewards; by the `best` moves a position may keep what they
    promise. `worth` is what infinite play is worth to seat 0 in the same unit, `math.inf` where moves gain rewards,
    None if the game must end. NotProved if there are no ranks, or values are infinite elsewhere than where play can be
    kept from ending.
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
            raise NotProved("values are infinite elsewhere than where play can be kept from ending")
        ranks += traps  # of other positions than those that have a rank
    return ranks
