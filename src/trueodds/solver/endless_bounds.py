"""Rigorous bounds where play can go on for ever: each player's strategy, guessed in floats, against every reply.

Whatever strategy seat 1 is given, what seat 0 can get against it is an upper bound of the value; and the other way
round. With one strategy given one player is left. Within an end component of that player all positions are worth the
same: the best way out, or infinite play. So it becomes one position (`submodel.merge_end_components`). What comes of
that must end, since any set to stay in would have been part of a larger one; so it is bounded by `sweeps`, rigorously.

The guess is strategy iteration in floats; of the moves that attain its values, those are taken that end the game
soonest (`find_ranks`), for others may only promise. The bounds hold for any guess. They are as narrow as those of a
game that must end if the guess is optimal; if it is not, they are apart.

Cost: strategy iteration in floats; for each seat a few passes over all outcomes, and `sweeps`. Memory: as the model.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from .block import Blocks
from .graph import find_ranks, follow_ranks, order_by_level
from .infinite_play import guess_endless
from .model import Model
from .submodel import merge_end_components, restrict
from .sweeps import Sweeps, sweep

_SLACK = 1e-11  # of the largest payoff, within which moves are taken for as good as the best


def bound_endless(model: Model, worth: Any, progress: Progress | None = None) -> list[tuple[Sweeps, NDArray[np.int64]]]:
    """Bound the values of a game that need not end.

    Parameters
    ----------
    worth : mpq
        What infinite play is worth to seat 0.

    Returns
    -------
    list of two tuples of (Sweeps, int64 array)
        The game against the strategy of seat 0, whose lower bounds hold, and that against the strategy of seat 1, whose
        upper bounds do; each with the position in it of each position of the model.
    """
    unit, largest = model.payoff_scale(worth)
    blocks = Blocks(model, unit)
    choice = _guess(blocks, float(worth / unit), float(largest), progress)
    found = []
    for seat in (0, 1):
        allowed = model.seats[model.owners] != seat
        allowed[choice[model.seats == seat]] = True
        alone, place = merge_end_components(restrict(model, None, allowed).model, 1 - seat, worth)
        found.append((sweep(alone, progress), place))
    return found


def _guess(blocks: Blocks, worth: float, scale: float, progress: Progress | None) -> NDArray[np.int64]:
    """Return the best move of each position, as far as floats can tell; one that lowers a rank where there is one."""
    model = blocks.model
    components, levels = order_by_level(model)
    first, count = components.first, len(model.positions)
    near, choice = np.zeros(count), np.empty(count, dtype=np.int64)
    for begin, end in itertools.pairwise(levels.tolist()):
        check_interrupt()
        if progress:
            progress("strategies", begin, len(first) - 1)
        # All components of a level at once; if floats fail there, one by one.
        for cuts in ((begin, end), range(begin, end + 1)):
            for a, b in itertools.pairwise(cuts):
                members = components.members[first[a] : first[b]]
                block = blocks.cut(members, near)
                values, made = guess_endless(block, worth, scale)
                near[members], choice[members] = np.nan_to_num(values, posinf=0.0, neginf=0.0), block.moves[made]
            if np.isfinite(values).all():
                break
    block = blocks.cut(np.arange(count), near)
    worths = block.worths(near)
    attains = np.abs(worths - block.best(worths)[model.owners]) <= _SLACK * scale
    ranks = find_ranks(model, attains)
    ranked = ranks[model.seats, np.arange(count)] > 0
    return np.where(ranked, model.first_move[:-1] + follow_ranks(model, attains, ranks), choice)
