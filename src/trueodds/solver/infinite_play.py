"""Components in which play can go on for ever, and what infinite play is worth is given: exact values, and ranks.

Strategy iteration as in `strategy_iteration`, with one more kind of step. Two strategies have values also where they
never end: from positions whose chosen moves never lead out of the component, play is worth `infinite_play`; the
others have a unique solution. Bellman's equation alone proves nothing there, for a loop may promise and never pay.
So, where no move is better than the values, a player also looks for a loop that is: a set of positions, all worth less
to them than infinite play, in which moves as good as the best keep the play for ever. Seat 1 switches until this
strategy is a best response to that of seat 0, then seat 0 switches, and so on. Every switch makes the values
better for who switches, so no strategy comes twice; docs/mathematics.md has the proof. Floats only guess where to
begin.

At the end `graph.find_ranks` finds what proves the values: at each position the number of moves within which, with
positive probability, the game ends whatever the other player does.

Cost: as `solve_component`, and a walk over the moves of the component for each pair of strategies; mostly a few pairs.
Where every move costs its player something and both could pass, positions are won from the loops one by one, and the
pairs grow with the square of the positions. Memory: lists of the component's moves and outcomes.
"""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..exact.elimination import Equation, solve_block
from ..game import Game
from .block import Block, Floats
from .graph import attract, falling_moves, first_moves
from .strategy_iteration import Actions, best_moves

_ROUNDS = 200  # of floats; rounding could let them go in circles
_SLACK = 1e-12  # of the largest absolute value; below this floats cannot tell which move is better

Bools = NDArray[np.bool_]
Moves = NDArray[np.int64]


def worth_of_infinite_play(game: Game) -> Any:
    """Return what infinite play is worth to seat 0; None if the game does not say.

    Examples
    --------
    >>> import trueodds
    >>> worth_of_infinite_play(trueodds.Rules(0, lambda x: ["wait"], lambda x, move: [(1, 0)], infinite_play=1))
    mpq(1,1)
    """
    given = game.infinite_play
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, numbers.Rational):
        raise TypeError(
            f"{game.name}: infinite_play {given!r} ({type(given).__name__}) must be an exact rational: "
            f"an int, a Fraction or an mpq"
        )
    return mpq(int(given.numerator), int(given.denominator))


def solve_endless_component(block: Block, actions: Actions, infinite_play: Any, scale: float) -> list[Any]:
    """Return the exact value of each position of a component in which play can go on for ever.

    Parameters
    ----------
    infinite_play : mpq
        What seat 0 gets from a play that never ends, in the unit of the block.
    """
    strategies = _Strategies(block)
    choice = guess_endless(block, float(infinite_play), scale)[1]
    seen: set[bytes] = set()
    while True:
        if choice.tobytes() in seen:
            raise RuntimeError("strategy iteration: a pair of strategies came twice")
        seen.add(choice.tobytes())
        values = _exact_values(strategies.getting_out(choice).tolist(), actions, choice.tolist(), infinite_play)
        best, moves = best_moves(block, values, actions, scale)
        first = np.array([own[0] for own in moves])
        better = np.array([top != value for top, value in zip(best, values, strict=True)])
        attains = np.zeros(len(block.moves), dtype=np.bool_)
        attains[[y for own in moves for y in own]] = True
        above, below = np.array([v > infinite_play for v in values]), np.array([v < infinite_play for v in values])
        if not strategies.switch(choice, better, first, attains, above, below):
            return values


class _Strategies:
    """Pairs of strategies of a block, and how they are improved."""

    def __init__(self, block: Block) -> None:
        self.block, self.graph = block, block.graph
        self._one: NDArray[np.int32] = np.ones(len(block.sign), dtype=np.int32)

    def way_out(self) -> Moves:
        """Return at each position a move on the shortest way out; any move where there is no way out."""
        leaves = self.block.leaves
        ranks = attract(self.graph, leaves, np.ones_like(leaves), self._one)
        falls = falling_moves(self.graph, leaves, ranks)
        return first_moves(self.graph.first_move, falls | (ranks == 0)[self.graph.owners])

    def getting_out(self, choice: Moves) -> Bools:
        """Return the positions from which chosen moves may lead out of the block."""
        chosen = np.zeros(len(self.block.moves), dtype=np.bool_)
        chosen[choice] = True
        return attract(self.graph, self.block.leaves, chosen, self._one) > 0

    def switch(
        self,
        choice: NDArray[np.int64],
        better: Bools,
        first: NDArray[np.int64],
        attains: Bools,
        above: Bools,
        below: Bools,
    ) -> bool:
        """Make the next switches of one player; return whether anything changed.

        Parameters
        ----------
        choice : int64 array
            The move at each position; changed.
        better : bool array, length positions
            Where the best move is better than the value.
        first : int64 array
            The first best move of each position.
        attains : bool array, length moves
            Whether each is a best one by the values.
        above, below : bool arrays, length positions
            Where the value is above, or below, that of infinite play.
        """
        before = choice.copy()
        for sign, worse in ((-1, above), (1, below)):
            mine = self.block.sign == sign
            here, moves = better & mine, first
            if not here.any():
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
        """Return where a player's moves keep the play among positions that are worse than infinite play, and the moves.

        These positions are the largest set in which the player has an allowed move that surely stays in the set,
        wherever it is their turn, and all allowed moves of the other player surely stay.
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


def _exact_values(out: list[bool], actions: Actions, choice: list[int], infinite_play: Any) -> list[Any]:
    """Return the values of a pair of strategies."""
    equations = {}
    for x, y in enumerate(choice):
        if out[x]:
            inside = actions[y].inside
            endless = sum((chance for target, chance in inside.items() if not out[target]), mpq(0))
            terms = {target: chance for target, chance in inside.items() if out[target]}
            equations[x] = Equation(actions[y].known + endless * infinite_play, terms)
    found = solve_block(equations, {})
    return [found[x] if out[x] else infinite_play for x in range(len(choice))]


def guess_endless(block: Block, infinite_play: float, scale: float) -> tuple[Floats, Moves]:
    """Return values of a block in which play can go on for ever, and a pair of strategies, as far as floats can tell.

    Strategy iteration begins with the shortest ways out. Values are not finite where floats find equations singular.
    """
    strategies, slack = _Strategies(block), _SLACK * scale
    choice = strategies.way_out()
    for _ in range(_ROUNDS):
        out = strategies.getting_out(choice)
        values = block.values_of(choice, np.where(out, block.known[choice], infinite_play), out)
        if not np.isfinite(values).all():
            break
        worths = block.worths(values)
        best = block.best(worths)
        better = block.sign * (best - values) > slack
        attains = np.abs(worths - best[block.owners]) <= slack
        above, below = values > infinite_play + slack, values < infinite_play - slack
        if not strategies.switch(choice, better, block.first_best(worths, best), attains, above, below):
            break
    return values, choice
