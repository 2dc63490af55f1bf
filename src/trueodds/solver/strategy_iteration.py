"""Exact values of one component and the strategies that attain them: strategy iteration in floats, then exactly.

The exact iteration follows Hoffman and Karp: seat 1 improves until its strategy is a best response to seat 0's, then
seat 0 switches to better moves, and so on. Where every pair of strategies ends the game with probability 1, each pair
has unique values, every switch improves the values for the player who switches, and no strategy occurs twice. Floats
only provide the initial guess. The exact iteration stops when no move of either player is better than the value; this
is Bellman's equation at every position of the component over all its legal moves.

Where play may never end, and the worth of infinite play is given, two strategies have values even if play never
ends. From positions whose chosen moves never lead out of the component, play is worth `infinite_play`; the other values
are the unique solution of the equations. Bellman's equation alone proves nothing there, because a loop may promise and
never pay. When no move is better than the values, a player therefore also looks for a better loop: a set of positions,
all worth less to that player than infinite play, in which moves as good as the best keep the play forever. Every
switch still improves the values for the player who switches, so no strategy occurs twice (proof: docs/mathematics.md).
Finally, `graph.find_ranks` finds the proof of the values: at each position the number of moves within which, with
positive probability, the game ends whatever the other player does.

A move whose worth in floats is below the value by more than all rounding errors together is certainly worse; all others
are compared exactly. Error bound of a move's worth in floats: `block` has it, relative to the sum of all absolute
values, which is at most twice the scale; the code uses eight times that, and at least `MARGIN`. Values must be far from
the limits of floats: `Model.payoff_scale` gives the unit.

Cost: for each pair of strategies that is evaluated exactly, usually one, an elimination and the exact values of the
moves that floats cannot exclude; where play need not end, also a walk over the moves of the component. Where every move
costs its player something and both could pass, positions are freed from the loops one by one, and the number of pairs
grows with the square of the number of positions. Memory: lists of the component's moves and outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..exact.elimination import Equation, solve_block
from .block import Block, Floats
from .graph import attract, falling_moves, first_moves

_ROUNDS = 200  # of floats; rounding errors could make them cycle
_SLACK = 1e-12  # of the largest absolute value; below this floats cannot decide which move is better
MARGIN = 2.0**-31  # of the largest absolute value

#: The exact equation of a move of a block, from its number: its part outside, and its positions inside.
Action = Callable[[int], Equation]
Bools = NDArray[np.bool_]
Moves = NDArray[np.int64]


def solve_component(block: Block, action: Action, scale: float, infinite_play: Any = None) -> list[Any]:
    """Return the exact value of each position of a component.

    No value of the game may exceed `scale` in absolute value. `infinite_play` is seat 0's payoff for a play that never
    ends, in the unit of the block; None if every play ends.
    """
    strategies = _Strategies(block, infinite_play is not None)
    choice = guess_strategies(block, scale, None if infinite_play is None else float(infinite_play))[1]
    seen: set[bytes] = set()
    while True:
        if choice.tobytes() in seen:
            raise RuntimeError("strategy iteration: a pair of strategies occurred twice")
        seen.add(choice.tobytes())
        values = _exact_values(strategies.getting_out(choice).tolist(), action, choice.tolist(), infinite_play)
        best, moves = best_moves(block, values, action, scale)
        first = np.array([own[0] for own in moves])
        better = np.array([top != value for top, value in zip(best, values, strict=True)])
        attains = np.zeros(len(block.moves), dtype=np.bool_)
        attains[[y for own in moves for y in own]] = True
        above, below = (
            np.array([infinite_play is not None and sign * (value - infinite_play) > 0 for value in values])
            for sign in (1, -1)
        )
        if not strategies.switch(choice, better, first, attains, above, below):
            return values


def guess_strategies(block: Block, scale: float, infinite_play: float | None = None) -> tuple[Floats, Moves]:
    """Return values of a block and a pair of strategies, as far as floats can decide.

    Strategy iteration starts from the shortest ways out. Values are not finite where floats find the equations
    singular.
    """
    strategies, slack = _Strategies(block, infinite_play is not None), _SLACK * scale
    worth = 0.0 if infinite_play is None else infinite_play
    choice = strategies.way_out()
    for _ in range(_ROUNDS):
        out = strategies.getting_out(choice)
        values = block.values_of(choice, np.where(out, block.known[choice], worth), out)
        if not np.isfinite(values).all():
            break
        worths = block.worths(values)
        best = block.best(worths)
        better = block.sign * (best - values) > slack
        attains = np.abs(worths - best[block.owners]) <= slack
        above, below = values > worth + slack, values < worth - slack
        if not strategies.switch(choice, better, block.first_best(worths, best), attains, above, below):
            break
    return values, choice


class _Strategies:
    """Pairs of strategies of a block, and the rules for improving them."""

    def __init__(self, block: Block, endless: bool) -> None:
        self.block, self.graph, self.endless = block, block.graph, endless
        self._one: NDArray[np.int32] = np.ones(len(block.sign), dtype=np.int32)

    def way_out(self) -> Moves:
        """Return a move on the shortest way out at each position; any move if there is no way out."""
        leaves = self.block.leaves
        ranks = attract(self.graph, leaves, np.ones_like(leaves), self._one)
        falls = falling_moves(self.graph, leaves, ranks)
        return first_moves(self.graph.first_move, falls | (ranks == 0)[self.graph.owners])

    def getting_out(self, choice: Moves) -> Bools:
        """Return the positions from which the chosen moves may lead out of the block."""
        if not self.endless:
            return np.ones(len(choice), dtype=np.bool_)
        chosen = np.zeros(len(self.block.moves), dtype=np.bool_)
        chosen[choice] = True
        return attract(self.graph, self.block.leaves, chosen, self._one) > 0

    def switch(self, choice: Moves, better: Bools, first: Moves, attains: Bools, above: Bools, below: Bools) -> bool:
        """Make the next switches of one player in `choice`, and return whether any move changed.

        `better` marks the positions whose best move is better than the value, `first` is the first best move of each
        position. `attains` marks the moves that are best by the values. `above` and `below` mark the positions whose
        value is above or below that of infinite play.
        """
        before = choice.copy()
        for sign, worse in ((-1, above), (1, below)):
            mine = self.block.sign == sign
            here, moves = better & mine, first
            if self.endless and not here.any():
                allowed = attains
                if sign < 0:  # seat 1 seeks a best response to what seat 0 has chosen
                    allowed = attains & mine[self.graph.owners]
                    allowed[choice[~mine]] = True
                here, moves = self._loops(mine, worse, allowed)
            if here.any():
                choice[here] = moves[here]
                return not np.array_equal(choice, before)
        return False

    def _loops(self, mine: Bools, worse: Bools, allowed: Bools) -> tuple[Bools, Moves]:
        """Return where a player's moves keep the play among positions worse than infinite play, and these moves.

        The positions are the largest set in which the player has, wherever it is their turn, an allowed move that
        certainly stays in the set, and all allowed moves of the other player certainly stay.
        """
        if not worse.any():
            return worse, np.zeros(len(worse), dtype=np.int64)
        graph = self.graph
        usable = allowed & worse[graph.owners]
        needed = np.where(mine, np.bincount(graph.owners[usable], minlength=len(mine)), 1)
        out = self.block.leaves | graph.may_lead(~worse[graph.targets])
        inside = worse & (attract(graph, out, usable, needed) == 0)
        stays = usable & ~self.block.leaves & ~graph.may_lead(~inside[graph.targets])
        here = inside & mine
        return here, first_moves(graph.first_move, stays | ~here[graph.owners])


def _exact_values(out: list[bool], action: Action, choice: list[int], infinite_play: Any) -> list[Any]:
    """Return the values of a pair of strategies, `infinite_play` where the chosen moves do not lead out."""
    equations = {}
    for x, y in enumerate(choice):
        if out[x]:
            constant, inside = action(y)
            endless = sum((chance for target, chance in inside.items() if not out[target]), mpq(0))
            terms = {target: chance for target, chance in inside.items() if out[target]}
            equations[x] = Equation(constant + endless * infinite_play if endless else constant, terms)
    found = solve_block(equations, {})
    return [found[x] if out[x] else infinite_play for x in range(len(choice))]


def best_moves(block: Block, values: list[Any], action: Action, scale: float) -> tuple[list[Any], list[list[int]]]:
    """Return the exact worth of the best moves at each position, and all of these moves, counted in the block."""

    def worth(y: int) -> Any:
        constant, inside = action(y)
        return constant + sum(chance * values[x] for x, chance in inside.items())

    near = np.array([float(value) for value in values])
    scale = max(scale, float(np.abs(near).max()), float(np.abs(block.known).max()))  # gains can add up to more
    slack = max(MARGIN, 8 * float(block.error.max())) * scale
    about = block.sign[block.owners] * (block.worths(near) - near[block.owners])
    maybe = np.flatnonzero(about >= -slack)
    ends = np.searchsorted(maybe, block.first[1:]).tolist()
    best, moves, begin = [], [], 0
    for sign, end in zip(block.sign.tolist(), ends, strict=True):
        exact = {y: worth(y) for y in maybe[begin:end].tolist()}
        top = max(exact.values()) if sign > 0 else min(exact.values())
        best.append(top)
        moves.append([y for y, value in exact.items() if value == top])
        begin = end
    return best, moves
