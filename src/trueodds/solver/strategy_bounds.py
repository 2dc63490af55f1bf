"""Find approximate values, or bounds, by strategy iteration in floats, component by component.

For one component, let T be Bellman's operator: the best move's value, given the values of the component's positions. T
is monotone. If the game must end, l <= T l shows that l is a lower bound, and u > T u that u is an upper bound, because
T^n converges to the value from any starting point. (`bounds` covers games that need not end.) Such l and u come from
strategy iteration in a game in which every move gains a little less, or more, than in the true game. The inequality is
then verified with 1.5 times the error bound of `block`, so that every rounding is on the safe side.

Cost: a few linear systems in floats for each component. Memory: 8 bytes per outcome and per move, and the equations of
the largest level.
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
from .strategy_iteration import guess_strategies

_TRIES = 12


class StrategyBounds:
    """Approximate values of a game (side 0), or upper bounds (side 1) or lower bounds (side -1), divided by `unit`.

    Bounds require a game that must end or whose moves have rewards.
    """

    def __init__(self, model: Model, side: int, unit: Any) -> None:
        self.model, self.side = model, side
        self.blocks = Blocks(model, unit)
        infinite = None if side or model.gains is not None else model.infinite_play
        self._infinite_play = None if infinite is None else float(infinite / unit)

    def find(
        self, choice: NDArray[np.int64] | None = None, progress: Progress | None = None
    ) -> tuple[Floats, NDArray[np.int64]]:
        """Return the values or bounds of all positions, and the moves found with them; begin with the moves `choice`.

        Where floats fail, values are 0 and bounds are infinite.
        """
        values, made = np.zeros(len(self.model.positions)), np.empty(len(self.model.positions), dtype=np.int64)
        components, levels = order_by_level(self.model)
        first = components.first
        for begin, end in itertools.pairwise(levels.tolist()):
            check_interrupt()
            if progress:
                progress("bounds" if self.side else "strategies", begin, len(first) - 1)
            # Bound all components of a level at once or, if floats fail, one by one.
            for cuts in ((begin, end), range(begin, end + 1)):
                for a, b in itertools.pairwise(cuts):
                    members = components.members[first[a] : first[b]]
                    result, made[members] = self.bound(members, values, choice)
                    values[members] = result if result is not None else math.inf * self.side if self.side else 0.0
                if result is not None:
                    break
        return values, made

    def bound(
        self, members: NDArray[np.int64], values: Floats, choice: NDArray[np.int64] | None = None
    ) -> tuple[Floats | None, NDArray[np.int64]]:
        """Return the values or bounds (None on failure) and the moves of components that do not lead to each other.

        `values` holds the values or bounds of the positions to which the components lead.
        """
        block = self.blocks.cut(members, values)
        begin = None if choice is None else block.first[:-1] + choice[members] - self.model.first_move[members]
        # `step` is the number of error bounds by which the value of each move is raised or lowered.
        for step in (2.0 * 4.0**n for n in range(_TRIES)) if self.side else (0.0,):
            new_values, made = guess_strategies(block, begin, self.side * step, self._infinite_play)
            if self._fits(block, new_values):
                return new_values, block.moves[made]
        return None, block.moves[made]

    def _fits(self, block: Block, values: Floats) -> bool:
        if not np.isfinite(values).all():
            return False
        after = block.best(block.move_values(values) + 1.5 * self.side * block.bound_errors(values))
        return bool((after < values).all() if self.side > 0 else (after >= values).all() or not self.side)
