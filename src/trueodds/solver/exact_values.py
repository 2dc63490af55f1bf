"""Compute exact values, component by component in order of dependency.

Strategies found in floats give the values of a component by linear equations (`evaluation`). These values are compared
exactly with the value of every other move that floats do not exclude. If a move is better, or a better loop exists,
strategy iteration continues from there (`strategy_iteration`). The values are not proved here but in `bellman`.

Cost: that of `evaluation`, a few products for each other move that floats do not exclude, and one elimination for each
pair of strategies in strategy iteration. Memory: all values, and the intermediate numbers of one component.
"""

from __future__ import annotations

from functools import cached_property
from operator import mul
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..runtime.executors import Progress
from ..runtime.run import track
from .bellman import Weights, scale_values, share_denominator
from .block import Blocks
from .bounds import Candidates
from .evaluation import Evaluation
from .model import Model
from .strategy_iteration import Strategies


def find_values(
    model: Model, choice: NDArray[np.int64], candidates: Candidates | None, progress: Progress | None = None
) -> list[Any]:
    """Return the exact value, for seat 0, of every position if only the initial moves and candidates may be made.

    `choice` holds the initial move of each position, by its number in the model. With rewards, the initial moves of
    seat 1 must end the game whatever seat 0 does. If `candidates` is None, all moves may be made.
    """
    run = _Run(model, choice, candidates)
    members, first = model.graph.components.members.tolist(), model.graph.components.first.tolist()
    loops = model.endless.tolist() if run.infinite_play is not None else [False] * len(members)
    for c in track("components", range(len(first) - 1), progress):
        component = members[first[c] : first[c + 1]]
        if any(loops[x] for x in component):
            run.iterate(component, True)
            continue
        run.chosen.solve(c, run.values)
        if any(run.compute_excess(x, y) > 0 for x in component if run.several[x] for y in run.list_others(x)):
            run.iterate(component, False)
    return run.values if run.unit == 1 else [value * run.unit for value in run.values]


class _Run:
    """The state of `find_values` as it proceeds through the components; `values` are in units of `unit`."""

    def __init__(self, model: Model, choice: NDArray[np.int64], candidates: Candidates | None) -> None:
        self.model = model
        self.values: list[Any] = [None] * len(model.positions)
        self.unit = model.payoff_scale()[0]
        self.infinite_play = None
        if model.gains is None and model.infinite_play is not None:
            self.infinite_play = model.infinite_play / self.unit
        self.seats = model.seats.tolist()
        self.weights = Weights(model, [constant / self.unit for constant in model.constants.table])
        left = np.ones(len(model.moves), dtype=np.bool_) if candidates is None else candidates.left.copy()
        left[choice] = True
        self.candidates = Candidates(model.first_move, left)
        self.several = (self.candidates.count() > 1).tolist()
        self.chosen = Evaluation(model, choice, self.weights)
        self.zeros = np.zeros(len(model.positions))

    @cached_property
    def blocks(self) -> Blocks:
        """The object that cuts blocks out of the model."""
        return Blocks(self.model, self.unit)

    def list_others(self, x: int) -> list[int]:
        """Return the candidates at position `x` besides the chosen one, by their numbers in the model."""
        first = self.model.first_move.item(x)
        return [first + number for number in self.candidates[x] if first + number != self.chosen.choice[x]]

    def compute_excess(self, x: int, y: int) -> Any:
        """Return the value of move `y` minus that of its position `x`, for the player to move."""
        constant, targets, chances = self.weights.row(y)
        reached = {x, *targets}
        shared, divisor = share_denominator(self.values[at] for at in reached), self.weights.denominator
        scaled = scale_values([(at, self.values[at]) for at in reached], shared)
        difference = sum(map(mul, chances, map(scaled.__getitem__, targets)), constant * shared) - divisor * scaled[x]
        return mpq(difference, divisor * shared) * (-1 if self.seats[x] else 1) if difference else difference

    def iterate(self, members: list[int], endless: bool) -> None:
        """Find the values of a component by exact strategy iteration among the candidates."""
        block = self.blocks.cut(np.array(members), self.zeros)  # only its structure is used
        strategies, seen = Strategies(block, endless), set()
        first = block.first[:-1] - block.moves[block.first[:-1]]  # a move's number in the block minus that in the model
        while True:
            choice = np.array([self.chosen.choice[x] for x in members]) + first
            if choice.tobytes() in seen:
                raise RuntimeError("strategy iteration: a pair of strategies occurred twice")
            seen.add(choice.tobytes())
            out = strategies.find_leaving(choice).tolist()
            for x, leaves in zip(members, out, strict=True):
                if not leaves:
                    self.values[x] = self.infinite_play
            self.chosen.eliminate([x for x, leaves in zip(members, out, strict=True) if leaves], self.values)
            attains, best = np.zeros(len(block.moves), dtype=np.bool_), choice.copy()
            attains[choice] = True
            better = np.zeros(len(members), dtype=np.bool_)
            for at, x in enumerate(members):
                best_excess = 0
                for y in self.list_others(x):
                    excess = self.compute_excess(x, y)
                    attains[first[at] + y] = excess == 0
                    if excess > best_excess:
                        best_excess, best[at], better[at] = excess, first[at] + y, True
            above, below = (
                np.array([endless and sign * (self.values[x] - self.infinite_play) > 0 for x in members])
                for sign in (1, -1)
            )
            if not strategies.switch(choice, better, best, attains, above, below):
                return
            for x, y in zip(members, (choice - first).tolist(), strict=True):
                self.chosen.choice[x] = y
