"""Values by strategy iteration in floats, component by component, and bounds derived from them.

For one component let T be Bellman's operator: the best move's worth, given the values of the component's positions. T
is monotone. Where the game must end, l <= T l shows that l is a lower bound and u > T u that u is an upper one, because
T^n converges to the value from any starting point. (`bounds` explains what they show where the game need not end.) Such
numbers come from strategy iteration in a game in which every move gains a little more, or less, than it does. That they
satisfy the inequality is then verified with every rounding on the safe side (`block` has the error bound; 1.5 times
that is used).

Cost: a few linear systems in floats for each component. Memory: as the model, and 16 bytes per outcome.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from .block import UNIT, Block, Blocks, Floats
from .graph import order_by_level
from .model import Model

_TRIES = 12
_ROUNDS = 1000  # of floats; rounding errors could make them cycle
_SLACK = 2.0**-46  # relative; below this floats cannot decide which move is better


class StrategyBounds:
    """Approximate values of a game (side 0), or bounds of them from above (1) or from below (-1).

    All numbers are divided by `unit`, an mpq.
    """

    def __init__(self, model: Model, side: int, unit: Any) -> None:
        self.model, self.side = model, side
        self.blocks = Blocks(model, unit)

    def find(self, choice: NDArray[np.int64], progress: Progress | None = None) -> tuple[Floats, NDArray[np.int64]]:
        """Return the numbers of all positions, and the moves that they belong to, starting from the moves `choice`.

        Where floats find no numbers, these are infinite on the given side.
        """
        choice, values = choice.copy(), np.zeros(len(choice))
        components, levels = order_by_level(self.model)
        first = components.first
        for begin, end in itertools.pairwise(levels.tolist()):
            check_interrupt()
            if progress:
                progress("bounds" if self.side else "strategies", begin, len(first) - 1)
            level = components.members[first[begin] : first[end]]
            if (found := self.bound(level, values, choice)) is not None:
                values[level], choice[level] = found
                continue
            for c in range(begin, end):
                members = components.members[first[c] : first[c + 1]]
                found = self.bound(members, values, choice)
                values[members], choice[members] = found or (math.inf * self.side, choice[members])
        return values, choice

    def bound(
        self, members: NDArray[np.int64], values: Floats, choice: NDArray[np.int64] | None = None
    ) -> tuple[Floats, NDArray[np.int64]] | None:
        """Return the numbers and moves of some components that do not lead to each other; None on failure.

        `values` has the numbers of the positions that they lead to, `choice` the moves to start from, by default the
        first.
        """
        block = self.blocks.cut(members, values)
        if np.isnan(block.known).any():
            return None
        begin = block.first[:-1]
        if choice is not None:
            begin = begin + choice[members] - block.moves[begin]
        # By how many errors a move gains more or less.
        for step in (2.0 * 4.0**n for n in range(_TRIES)) if self.side else (0.0,):
            found, made = float_strategies(block, begin, self.side * step)
            if self._fits(block, found):
                return found, block.moves[made]
        return None

    def _fits(self, block: Block, values: Floats) -> bool:
        if not np.isfinite(values).all():
            return False
        after = block.best(block.worths(values) + 1.5 * self.side * block.errors(values))
        return bool((after < values).all() if self.side > 0 else (after >= values).all() or not self.side)


def float_strategies(block: Block, choice: NDArray[np.int64], push: float) -> tuple[Floats, NDArray[np.int64]]:
    """Return the values and best moves of a block as far as floats can decide, by strategy iteration.

    The components of the block must not lead to each other. `choice` are the initial moves, one per position, counted
    through the block; under them the game must end. Each move gains `push` times its error more than it does. Seat 0
    answers before seat 1 changes anything. If seat 1 then switches only to moves that are worth less, a game that ended
    under its moves still ends. Values are not finite where floats find the equations singular.
    """
    choice = choice.copy()
    values, settled = np.zeros(len(choice)), block.matrix is None or not push
    for _ in range(_ROUNDS):
        # Small values of the solution of linear equations are off by as much as large ones.
        level = UNIT * np.abs(values).max()
        pushed = block.known if not push else block.known + push * (block.errors(values) + level)
        values = block.values_of(choice, pushed[choice])
        if not np.isfinite(values).all():
            break
        worths = pushed if block.matrix is None else pushed + block.matrix @ values
        best = block.best(worths)
        better = block.sign * (best - values) > _SLACK * np.abs(values) + 4 * level
        if (better & (block.sign > 0)).any():
            better &= block.sign > 0
        if not better.any():
            if settled:
                break
            settled = True  # once more, with the errors of these values
            continue
        choice = np.where(better, block.first_best(worths, best), choice)
    return values, choice
