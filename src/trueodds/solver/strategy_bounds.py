"""Values by strategy iteration in floats, component by component, and bounds that come of them.

For one component let T be Bellman's operator: the best move's worth, given the values of the component's positions.
T is monotone. Where the game must end, l <= T l shows that l is a lower bound and u > T u that u is an upper one, for
T^n goes to the value from wherever it starts. (`reward_bounds` says what they show where it need not end.) Such numbers
come from strategy iteration in a game in which every move gains a little more, or less, than it does; that they fit is
then checked with every rounding on the safe side (`block` has the error bound, half as much again is taken).

Cost: a few linear systems in floats for each component. Memory: as the model, and 16 bytes an outcome.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from .block import Block, Blocks, Floats
from .graph import order_by_level
from .model import Model
from .strategy_iteration import float_strategies

_TRIES = 12


class StrategyBounds:
    """Values of a game nearly (side 0), or bounds of them from above (1) or from below (-1).

    Parameters
    ----------
    side : int
        See above.
    unit : mpq
        What all numbers are divided by.
    """

    def __init__(self, model: Model, side: int, unit: Any) -> None:
        self.model, self.side = model, side
        self.blocks = Blocks(model, unit)

    def find(self, choice: NDArray[np.int64], progress: Progress | None = None) -> tuple[Floats, NDArray[np.int64]]:
        """Return the numbers of all positions, and the moves that they belong to.

        Parameters
        ----------
        choice : int64 array, length positions
            The moves to begin with.

        Returns
        -------
        tuple of (float64 array, int64 array)
            Infinite, on the side, where floats find no numbers.
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
        """Return the numbers and the moves of some components that do not lead to each other; None if that fails.

        Parameters
        ----------
        values : float64 array, length positions of the model
            The numbers of those that they lead to.
        choice : int64 array, length positions of the model, optional
            The moves to begin with; the first ones if omitted.
        """
        block = self.blocks.cut(members, values)
        if np.isnan(block.known).any():
            return None
        begin = (
            block.first[:-1] if choice is None else block.first[:-1] + choice[members] - block.moves[block.first[:-1]]
        )
        # By how many errors a move gains more or less.
        for step in (2.0 * 4.0**n for n in range(_TRIES)) if self.side else (0.0,):
            found, made = float_strategies(block, begin, self.side * step)
            if self._holds(block, found):
                return found, block.moves[made]
        return None

    def _holds(self, block: Block, values: Floats) -> bool:
        if not np.isfinite(values).all():
            return False
        after = block.best(block.worths(values) + 1.5 * self.side * block.errors(values))
        return bool((after < values).all() if self.side > 0 else (after >= values).all() or not self.side)
