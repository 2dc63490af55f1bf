"""Exact values, computed component by component in order of dependency.

The first moves that bounds leave give the values of a component by linear equations (`evaluation`). Where bounds leave
several moves, the others are compared with these values. If one of them is better, or there are no bounds, strategy
iteration finds moves and values (`strategy_iteration`). Nothing is proved here: `bellman` does that.

Cost: that of `evaluation`, and a few products for each further move that bounds leave. Memory: the values, floats near
them where strategy iteration is needed, and the numbers of one component.
"""

from __future__ import annotations

from array import array
from functools import cache, cached_property
from typing import Any

import numpy as np

from ..exact.elimination import Equation
from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from .bellman import Weights, scale_values, share_denominator
from .block import Blocks
from .bounds import Candidates
from .evaluation import Evaluation
from .model import Model
from .strategy_iteration import MARGIN, solve_component

_OFTEN = 256  # components between two calls of `progress`
_FIRST, _RISE, _MOST_RISES = 1 << 20, 1 << 40, 100  # start, factor and steps of the stand-in for infinity


def find_values(model: Model, candidates: Candidates | None, progress: Progress | None = None) -> list[Any]:
    """Return the exact value of every position.

    `candidates` are the moves that bounds leave at each position; None if there are no bounds, or if play need not end.
    """
    run = _Run(model)
    members, first = model.graph.components.members.tolist(), model.graph.components.first.tolist()
    endless = model.endless.tolist()
    chosen, several = None, endless
    waiting: list[int] = []  # positions whose values have not yet been needed as floats
    if candidates is not None:
        chosen = Evaluation(model, candidates.first(), run.weights)
        several = (candidates.count() > 1).tolist()
    for c in range(len(first) - 1):
        if c % _OFTEN == 0:
            check_interrupt()
            if progress:
                progress("components", c, len(first) - 1)
        own = members[first[c] : first[c + 1]]
        if chosen is not None and candidates is not None:
            chosen.solve(c, run.values)
            if all(run.candidates_hold(x, candidates[x]) for x in own if several[x]):
                waiting += own
                continue
            for x in waiting:
                run.near[x] = float(run.values[x])
            waiting.clear()
        if len(own) == 1 and not run.loops[own[0]]:
            found = [run.solve_alone(own[0])]
        else:
            found = run.solve(own, any(endless[x] for x in own))
        for x, value in zip(own, found, strict=True):
            run.values[x], run.near[x] = value, float(value)
    return run.values if run.unit == 1 else [value * run.unit for value in run.values]


class _Run:
    """The state of `find_values` as it proceeds through the components; `values` are in `unit`."""

    def __init__(self, model: Model) -> None:
        self.model, count = model, len(model.positions)
        self.values: list[Any] = [None] * count
        self.near = array("d", bytes(8 * count))
        self.unit, self.largest = model.payoff_scale()
        self.seats = model.seats.tolist()
        self.first_move, self.first_outcome = model.first_move.tolist(), model.first_outcome.tolist()
        self.targets = model.targets.tolist()
        self.probabilities, self.chance_of = model.probability_table, model.probability_numbers.tolist()
        table = model.constants.table
        self.constants = table if self.unit == 1 else [constant / self.unit for constant in table]
        self.constant_of = model.constants.numbers.tolist()
        self.weights = Weights(model, self.constants)
        self.chances = [float(p) for p in self.probabilities]
        self.known = [float(p) for p in self.constants]
        self.most_outcomes = int(np.diff(model.first_outcome).max())
        owners = model.owners[model.movers]
        self.loops = np.zeros(count, dtype=np.bool_)  # positions that may follow themselves
        self.loops[owners[owners == model.targets]] = True
        worth = model.infinite_play
        self.infinite: Any = None if worth is None else worth / self.unit
        if model.gains is not None:
            self.infinite = self.largest * _FIRST + 1

    @cached_property
    def blocks(self) -> Blocks:
        """The maker of the model's blocks."""
        return Blocks(self.model, self.unit)

    def candidates_hold(self, x: int, numbers: list[int]) -> bool:
        """Return whether no candidate at position `x` is better than the value that the first candidate gives."""
        first, divisor = self.first_outcome, self.weights.denominator
        for y in (self.first_move[x] + number for number in numbers[1:]):
            outcomes = range(first[y], first[y + 1])
            met = {x: self.values[x]} | {self.targets[z]: self.values[self.targets[z]] for z in outcomes}
            shared = share_denominator(met.values())
            scaled = scale_values(met.items(), shared)
            more = self.weights.constants[self.constant_of[y]] * shared - divisor * scaled[x]
            for z in outcomes:
                more = more + self.weights.chances[self.chance_of[z]] * scaled[self.targets[z]]
            if more and (more > 0) == (self.seats[x] == 0):
                return False
        return True

    def solve_alone(self, x: int) -> Any:
        """Return the value of a position that does not lead to itself.

        Only moves near the best in floats are compared exactly.
        """
        first, sign = self.first_outcome, -1 if self.seats[x] else 1
        moves = range(self.first_move[x], self.first_move[x + 1])
        about, scale = [], float(self.largest)
        for y in moves:
            total = self.known[self.constant_of[y]]
            for z in range(first[y], first[y + 1]):
                near = self.near[self.targets[z]]
                total += self.chances[self.chance_of[z]] * near
                scale = max(scale, abs(near))
            scale = max(scale, abs(total))
            about.append(sign * total)
        least = max(about) - 2 * max(MARGIN, (self.most_outcomes + 8) * 2.0**-51) * scale
        best = max if sign > 0 else min
        return best(self.equation(y, {}).constant for y, worth in zip(moves, about, strict=True) if worth >= least)

    def solve(self, members: list[int], endless: bool) -> list[Any]:
        """Return the values of a component, raising the stand-in for infinity until it exceeds all of them."""
        block = self.blocks.cut(np.array(members), np.frombuffer(self.near))
        inside, moves = {x: at for at, x in enumerate(members)}, block.moves.tolist()
        action = cache(lambda number: self.equation(moves[number], inside))
        found = solve_component(block, action, float(self.largest), self.infinite if endless else None)
        for _ in range(_MOST_RISES if endless and self.model.gains is not None else 0):
            if max(found) < self.infinite:
                break
            self.infinite *= _RISE
            found = solve_component(block, action, float(self.largest), self.infinite)
        return found

    def equation(self, y: int, inside: dict[int, int]) -> Equation:
        """Return a move's exact worth as an equation over the positions `inside`, whose values are not yet known."""
        exact, terms = self.constants[self.constant_of[y]], {}
        for z in range(self.first_outcome[y], self.first_outcome[y + 1]):
            target, chance = self.targets[z], self.probabilities[self.chance_of[z]]
            if target in inside:
                terms[inside[target]] = chance
            else:
                exact = exact + chance * self.values[target]
        return Equation(exact, terms)
