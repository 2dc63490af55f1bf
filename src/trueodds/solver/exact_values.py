"""Exact values, component by component, those that a component leads to before it.

The first moves that bounds leave give values of a component by linear equations (`evaluation`); where bounds leave
several moves, the others are compared with these values. Where one of them is better, or there are no bounds, strategy
iteration finds moves and values (`strategy_iteration`, `infinite_play`). Nothing is proved here: `bellman` does that.

Cost: that of `evaluation`, and a few products for each further move that bounds leave. Memory: values, floats near them
where strategy iteration is needed, the numbers of one component.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.executors import Progress
from ..runtime.interrupts import check_interrupt
from .bellman import Weights, scale_values, share_denominator
from .block import Block, Blocks
from .bounds import Candidates
from .evaluation import Evaluation
from .graph import Components
from .infinite_play import solve_endless_component
from .model import Model
from .strategy_iteration import MARGIN, Action, Actions, solve_component

_OFTEN = 256  # components between two calls of `progress`
_FIRST, _RISE, _MOST_RISES = 1 << 20, 1 << 40, 100  # of what stands for infinitely much, in gains of a move


def find_values(
    model: Model,
    components: Components,
    endless: NDArray[np.bool_],
    worth: Any,
    candidates: Candidates | None,
    progress: Progress | None = None,
) -> list[Any]:
    """The value of every position, exactly.

    Parameters
    ----------
    endless : bool array, length positions
        Where play can go on for ever.
    worth : mpq or None
        What infinite play is worth to seat 0; None if the game must end.
    candidates : Candidates or None
        The moves of each position that bounds leave; None if there are no bounds. Only for games that must end.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.graph import find_components
    >>> from trueodds.solver.model import explore
    >>> model = explore(trueodds.RiskOrSafety(target=2))
    >>> find_values(model, find_components(model), np.zeros(8, dtype=bool), None, None)[0]
    mpq(4,7)
    """
    run = _Run(model, worth)
    members, first = components.members.tolist(), components.first.tolist()
    lasts = endless.tolist()
    chosen, several = None, lasts
    waiting: list[list[int]] = []  # components whose values in floats nobody needed yet
    if candidates is not None:
        chosen = Evaluation(model, components, candidates.first(), run.weights)
        several = (candidates.count() > 1).tolist()
    for c in range(len(first) - 1):
        if c % _OFTEN == 0:
            check_interrupt()
            if progress:
                progress("components", c, len(first) - 1)
        own = members[first[c] : first[c + 1]]
        if chosen is not None and candidates is not None:
            chosen.solve(c, run.values)
            open_here = [x for x in own if several[x]]
            if not open_here or run.candidates_hold(open_here, candidates):
                waiting.append(own)
                continue
            for done in waiting:
                run.take(done, [run.values[x] for x in done])
            waiting.clear()
        if len(own) == 1 and not run.loops[own[0]]:
            run.solve_alone(own[0])
        elif any(lasts[x] for x in own):
            run.solve_endless(own)
        else:
            run.take(own, solve_component(*run.cut(own), float(run.largest)))
    return run.values if run.unit == 1 else [value * run.unit for value in run.values]


class _Run:
    """One component after the other; `values` are in `unit`."""

    def __init__(self, model: Model, worth: Any) -> None:
        count = len(model.positions)
        self.values: list[Any] = [None] * count
        self.unit, self.largest = model.payoff_scale(worth)
        self.seats = model.seats.tolist()
        self.first_move, self.first_outcome = model.first_move.tolist(), model.first_outcome.tolist()
        self.targets = model.targets.tolist()
        self.probabilities, self.chance_of = model.probability_table, model.probability_numbers.tolist()
        table = model.constants.table
        self.constants = table if self.unit == 1 else [constant / self.unit for constant in table]
        self.constant_of = model.constants.numbers.tolist()
        self.weights = Weights(model, self.constants)
        self.near = array("d", bytes(8 * count))
        self.chances = [float(p) for p in self.probabilities]
        self.known = [float(p) for p in self.constants]
        self.most_outcomes = int(np.diff(model.first_outcome).max())
        owners = np.repeat(np.arange(count), np.diff(model.first_outcome[model.first_move]))
        self.loops = np.zeros(count, dtype=np.bool_)  # positions that may follow themselves
        self.loops[owners[owners == model.targets]] = True
        self.model = model
        self.rises = model.gains is not None
        self.infinite: Any = self.largest * _FIRST + 1 if self.rises else None if worth is None else worth / self.unit

    @cached_property
    def blocks(self) -> Blocks:
        """Cuts blocks out of the model."""
        return Blocks(self.model, self.unit)

    def take(self, members: list[int], found: Sequence[Any]) -> None:
        """Keep the values of a component."""
        for x, value in zip(members, found, strict=True):
            self.values[x], self.near[x] = value, float(value)

    def candidates_hold(self, members: list[int], candidates: Candidates) -> bool:
        """Whether no move that bounds left is better than the values that the first of them give."""
        first, divisor = self.first_outcome, self.weights.denominator
        for x in members:
            moves = [self.first_move[x] + number for number in candidates[x]]
            for y in moves[1:]:
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

    def solve_alone(self, x: int) -> None:
        """The value of a position that does not lead to itself; only moves near the best in floats are compared."""
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
        value = None
        for y, worth in zip(moves, about, strict=True):
            if worth >= least:
                exact = self.constants[self.constant_of[y]]
                for z in range(first[y], first[y + 1]):
                    exact = exact + self.probabilities[self.chance_of[z]] * self.values[self.targets[z]]
                value = exact if value is None or sign * (exact - value) > 0 else value
        self.take([x], [value])

    def solve_endless(self, members: list[int]) -> None:
        """The values of a component in which play can go on for ever."""
        block, actions = self.cut(members)
        found = solve_endless_component(block, actions, self.infinite, float(self.largest))
        for _ in range(_MOST_RISES if self.rises and max(found) >= self.infinite else 0):
            self.infinite *= _RISE
            found = solve_endless_component(block, actions, self.infinite, float(self.largest))
            if max(found) < self.infinite:
                break
        self.take(members, found)

    def cut(self, members: list[int]) -> tuple[Block, Actions]:
        """A component for strategy iteration, in floats and exactly."""
        block = self.blocks.cut(np.array(members), np.frombuffer(self.near))
        inside, moves, first = {x: at for at, x in enumerate(members)}, block.moves.tolist(), self.first_outcome

        def action(number: int) -> Action:
            y = moves[number]
            exact, loops = self.constants[self.constant_of[y]], {}
            for z in range(first[y], first[y + 1]):
                target, chance = self.targets[z], self.probabilities[self.chance_of[z]]
                if target in inside:
                    loops[inside[target]] = chance
                else:
                    exact = exact + chance * self.values[target]
            return Action(exact, loops)

        return block, Actions(action)
