"""Improve the strategies of both players in a component by strategy iteration.

The iteration follows Hoffman and Karp: seat 0 improves until its strategy is a best response to seat 1's, then seat 1
switches to better moves, and so on. If every pair of strategies ends the game with probability 1, each pair has unique
values, every switch improves the values for the player who switches, and no pair occurs twice. The iteration stops when
no move is better than the value of its position, that is, when Bellman's equation holds.

If moves have rewards, a play that never ends costs seat 1 an infinite amount. The initial moves of seat 1 must end the
game whatever seat 0 does. All later moves of seat 1 then also end the game. To prove this, suppose that, after a switch
by seat 1, seat 0 could keep play in a loop of positions forever. No move of the loop is worth more than the value of
its position. On average over the loop, moves are worth at least the values, because no gain is below 0. So every move
of the loop is worth exactly the value of its position, none was switched, and seat 0 could have kept play in the loop
before the switch: a contradiction.

If play may never end, and the value of infinite play is given, positions from which the chosen moves can neither
end the game nor lead out of the component have this value; the other values are the unique solution of the equations.
Bellman's equation alone then proves nothing, because play in a loop may never realize the values. When no move is
better than the value of its position, a player therefore also looks for a better loop: a set of positions, all worth
less to that player than infinite play, in which best moves can keep play going forever. Every switch still improves the
values for the player who switches, and no pair occurs twice (proof: docs/mathematics.md).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .block import UNIT, Block, Floats
from .graph import attract, find_first_moves, find_lowering_moves

_ROUNDS = 1000  # maximum number of rounds in floats, where rounding errors could make the iteration cycle
_SLACK = 2.0**-46  # relative difference below which floats cannot decide which move is better

Bools = NDArray[np.bool_]
Moves = NDArray[np.int64]


def guess_strategies(
    block: Block, choice: Moves | None = None, push: float = 0.0, infinite_play: float | None = None
) -> tuple[Floats, Moves]:
    """Return the values and best moves of a block, found by strategy iteration as far as floats can decide.

    `choice` holds, for each position, the number of its initial move in the block. The value of each move is raised by
    `push` times a bound on its error. Values are not finite if the equations are singular in floats.
    """
    strategies, baseline = Strategies(block, infinite_play is not None), infinite_play or 0.0
    choice = strategies.find_way_out() if choice is None else choice.copy()
    values, settled = np.zeros(len(choice)), block.matrix is None or not push
    for _ in range(_ROUNDS):
        # In the solution of linear equations, small values can have errors as large as those of large values.
        level = UNIT * np.abs(values).max()
        margins = push * (block.bound_errors(values) + level)
        out = strategies.find_leaving(choice)
        values = block.solve_values(choice, np.where(out, (block.known + margins)[choice], baseline), out)
        if not np.isfinite(values).all():
            break
        move_values = block.move_values(values) + margins
        best, slack = block.best(move_values), _SLACK * np.abs(values) + 4 * level
        with np.errstate(invalid="ignore"):  # the difference of two infinite values is undefined
            attains = np.abs(move_values - best[block.owners]) <= slack[block.owners]
        better = block.sign * (best - values) > slack
        first = find_first_moves(block.first, move_values == best[block.owners])
        if not strategies.switch(choice, better, first, attains, values > baseline + slack, values < baseline - slack):
            if settled:
                break
            settled = True  # iterate once more, with the error bounds of these values
    return values, choice


class Strategies:
    """The rules for improving pairs of strategies of a block."""

    def __init__(self, block: Block, endless: bool) -> None:
        self.block, self.graph, self.endless = block, block.graph, endless
        self._one: NDArray[np.int32] = np.ones(len(block.sign), dtype=np.int32)

    def find_way_out(self) -> Moves:
        """Return for each position a move on a shortest path to an end or out of the block.

        A position without such a path gets its first move.
        """
        leaves = self.block.leaves
        ranks = attract(self.graph, leaves, np.ones_like(leaves), self._one)
        falls = find_lowering_moves(self.graph, leaves, ranks)
        return find_first_moves(self.graph.first_move, falls | (ranks == 0)[self.graph.owners])

    def find_leaving(self, choice: Moves) -> Bools:
        """Return the positions from which the chosen moves may end the game or lead out of the block."""
        if not self.endless:
            return np.ones(len(choice), dtype=np.bool_)
        chosen = np.zeros(len(self.block.moves), dtype=np.bool_)
        chosen[choice] = True
        return attract(self.graph, self.block.leaves, chosen, self._one) > 0

    def switch(self, choice: Moves, better: Bools, first: Moves, attains: Bools, above: Bools, below: Bools) -> bool:
        """Make the next switches of one player in `choice`, and return whether any move changed.

        `better` marks the positions whose best move is better than their value. `first` is the first best move of each
        position; `attains` marks all best moves. `above` and `below` mark the positions whose value is above or below
        that of infinite play.
        """
        before = choice.copy()
        for sign, worse in ((1, below), (-1, above)):
            movers = self.block.sign == sign
            here, moves = better & movers, first
            if self.endless and not here.any():
                allowed = attains
                if sign > 0:  # seat 0 seeks a best response to seat 1's choice
                    allowed = attains & movers[self.graph.owners]
                    allowed[choice[~movers]] = True
                here, moves = self._find_loops(movers, worse, allowed)
            if here.any():
                choice[here] = moves[here]
                return not np.array_equal(choice, before)
        return False

    def _find_loops(self, movers: Bools, worse: Bools, allowed: Bools) -> tuple[Bools, Moves]:
        """Return the player's positions in the largest better loop, and moves by which play stays in the loop.

        The loop is the largest part of `worse` in which the player always has an allowed move that certainly stays, and
        all allowed moves of the other player certainly stay. `movers` marks the player's positions, `worse` all
        positions worth less to the player than infinite play.
        """
        if not worse.any():
            return worse, np.zeros(len(worse), dtype=np.int64)
        graph = self.graph
        usable = allowed & worse[graph.owners]
        needed = np.where(movers, np.bincount(graph.owners[usable], minlength=len(movers)), 1)
        out = self.block.leaves | graph.may_lead(~worse[graph.targets])
        inside = worse & (attract(graph, out, usable, needed) == 0)
        stays = usable & ~self.block.leaves & ~graph.may_lead(~inside[graph.targets])
        here = inside & movers
        return here, find_first_moves(graph.first_move, stays | ~here[graph.owners])
