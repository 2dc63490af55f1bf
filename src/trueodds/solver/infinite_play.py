"""Components in which play can go on for ever, and what infinite play is worth is given: exact values, and ranks.

Strategy iteration as in `strategy_iteration`, with one more kind of step. Two strategies have values also where they
never end: from positions whose chosen moves never lead out of the component, play is worth `infinite_play`; the
others have a unique solution. Bellman's equation alone proves nothing there, for a loop may promise and never pay.
So, where no move is better than the values, a player also looks for a loop that is: a set of positions, all worth less
to them than infinite play, in which moves as good as the best keep the play for ever. Seat 1 switches until this
strategy is a best response to that of seat 0, then seat 0 switches, and so on. Every switch makes the values
better for who switches, so no strategy comes twice; docs/mathematics.md has the proof. Floats only guess where to
begin.

At the end `find_ranks` finds what proves the values: at each position the number of moves within which, with positive
probability, the game ends whatever the other player does.

Cost: as `solve_component`, and a walk over the moves of the component for each pair of strategies; mostly a few pairs.
Where every move costs its player something and both could pass, positions are won from the loops one by one, and the
pairs grow with the square of the positions. Memory: lists of the component's moves and outcomes.
"""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..exact.elimination import Equation, solve_block
from ..game import Game
from .model import Model
from .strategy_iteration import Action, Block, best_moves, inside_matrix, solve_linear

_ROUNDS = 200  # of floats; rounding could let them go in circles
_SLACK = 1e-12  # of the largest absolute value; below this floats cannot tell which move is better

#: A player's switches: positions, and the moves to make there.
_Switches = list[tuple[int, int]]


def worth_of_infinite_play(game: Game) -> Any:
    """What a game says that infinite play is worth to seat 0; None if it says nothing.

    Raises
    ------
    TypeError
        It is no exact rational.

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


def solve_endless_component(block: Block, infinite_play: Any) -> tuple[list[Any], list[list[int]]]:
    """Solve a component exactly in which play can go on for ever.

    Parameters
    ----------
    block : Block
        The component; it knows which moves may leave it.
    infinite_play : mpq
        What seat 0 gets from a play that never ends, in the unit of the block.

    Returns
    -------
    tuple of (list of mpq, list of lists of int)
        As `solve_component`: values, and all moves that attain Bellman's equation.

    Examples
    --------
    Seat 0 may pass to seat 1, who may pass back, or take 1/4; seat 1 may take the game, which is then lost:

    >>> actions = [Action(mpq(0), {1: mpq(1)}), Action(mpq(1, 4), {}), Action(mpq(0), {0: mpq(1)}), Action(mpq(0), {})]
    >>> known, inside, leaves = np.array([0, .25, 0, 0]), [(0, 1, 1.), (2, 0, 1.)], [False, True, False, True]
    >>> block = Block([0, 1], [0, 2, 4], known, inside, actions.__getitem__, leaves=leaves)
    >>> solve_endless_component(block, mpq(1, 2))
    ([mpq(1,4), mpq(0,1)], [[1], [1]])
    """
    graph = _Graph(block)
    matrix = inside_matrix(block.inside, len(block.known), len(block.seats))
    choice = _guess(graph, block, matrix, float(infinite_play))
    actions: dict[int, Action] = {}
    seen: set[tuple[int, ...]] = set()
    while True:
        if tuple(choice) in seen:
            raise RuntimeError("strategy iteration: a pair of strategies came twice")
        seen.add(tuple(choice))
        for y in choice:
            if y not in actions:
                actions[y] = block.action(y)
        values = _exact_values(graph, [actions[y] for y in choice], choice, infinite_play)
        best, moves = best_moves(block, matrix, values, actions)
        better = [own[0] if top != value else None for own, top, value in zip(moves, best, values, strict=True)]
        attains = [False] * len(graph.owner)
        for own in moves:
            for y in own:
                attains[y] = True
        above, below = [value > infinite_play for value in values], [value < infinite_play for value in values]
        switches = graph.switches(choice, better, attains, above, below)
        if not switches:
            return values, [[y - start for y in own] for own, start in zip(moves, block.first, strict=False)]
        for x, y in switches:
            choice[x] = y


class _Graph:
    """Who moves where in a component, and where moves lead."""

    def __init__(self, block: Block) -> None:
        self.seats, self.first, self.leaves = block.seats, block.first, block.leaves
        count = len(self.seats)
        self.owner = [x for x in range(count) for _ in range(self.first[x], self.first[x + 1])]
        self.targets: list[list[int]] = [[] for _ in self.owner]
        self.users: list[list[int]] = [[] for _ in range(count)]  # moves that may lead to a position
        for y, target, _ in block.inside:
            self.targets[y].append(target)
            self.users[target].append(y)

    def way_out(self) -> list[int]:
        """At each position a move on the shortest way out; any move where there is no way out."""
        choice: list[int] = [-1] * len(self.seats)
        found = []
        for y, leaves in enumerate(self.leaves):
            if leaves and choice[self.owner[y]] < 0:
                choice[self.owner[y]] = y
                found.append(self.owner[y])
        for x in found:  # grows while it is read
            for y in self.users[x]:
                if choice[self.owner[y]] < 0:
                    choice[self.owner[y]] = y
                    found.append(self.owner[y])
        return [y if y >= 0 else start for y, start in zip(choice, self.first, strict=False)]

    def getting_out(self, choice: Sequence[int]) -> list[bool]:
        """The positions from which chosen moves may lead out of the component."""
        found = [x for x, y in enumerate(choice) if self.leaves[y]]
        known = [self.leaves[y] for y in choice]
        for x in found:  # grows while it is read
            for y in self.users[x]:
                owner = self.owner[y]
                if not known[owner] and choice[owner] == y:
                    known[owner] = True
                    found.append(owner)
        return known

    def switches(
        self,
        choice: Sequence[int],
        better: Sequence[int | None],
        attains: list[bool],
        above: list[bool],
        below: list[bool],
    ) -> _Switches:
        """The next switches of one player; none if neither has any.

        Parameters
        ----------
        choice : list of int
            The move at each position.
        better : list of (int or None)
            At each position a move that is better than the value, if there is one.
        attains : list of bool
            Of each move, whether it is a best one by the values.
        above, below : list of bool
            Of each position, whether its value is above, or below, that of infinite play.
        """
        for seat, worse in ((1, above), (0, below)):
            switches = [(x, y) for x, y in enumerate(better) if y is not None and self.seats[x] == seat]
            if not switches:
                allowed = attains
                if seat == 1:  # seeks a best response to what seat 0 has chosen
                    allowed = [own if self.seats[x] == 1 else False for own, x in zip(attains, self.owner, strict=True)]
                    for x, y in enumerate(choice):
                        if self.seats[x] == 0:
                            allowed[y] = True
                switches = self._loops(seat, worse, allowed)
            if switches:
                return switches
        return []

    def _loops(self, seat: int, worse: list[bool], allowed: list[bool]) -> _Switches:
        """Moves of a player that keep the play among positions that are worse than infinite play.

        The largest set of such positions in which the player has an allowed move that surely stays in the set,
        wherever it is their turn, and all allowed moves of the other player surely stay.
        """
        inside = list(worse)
        stays = [False] * len(self.owner)
        left = [0] * len(inside)
        thrown = []
        for x, here in enumerate(worse):
            if not here:
                continue
            moves = [y for y in range(self.first[x], self.first[x + 1]) if allowed[y]]
            for y in moves:
                stays[y] = not self.leaves[y] and all(worse[target] for target in self.targets[y])
                left[x] += stays[y]
            if left[x] == 0 or (self.seats[x] != seat and left[x] < len(moves)):
                inside[x] = False
                thrown.append(x)
        while thrown:
            for y in self.users[thrown.pop()]:
                x = self.owner[y]
                if stays[y]:
                    stays[y] = False
                    left[x] -= 1
                    if inside[x] and (left[x] == 0 or self.seats[x] != seat):
                        inside[x] = False
                        thrown.append(x)
        return [
            (x, next(y for y in range(self.first[x], self.first[x + 1]) if stays[y]))
            for x, here in enumerate(inside)
            if here and self.seats[x] == seat
        ]


def _exact_values(graph: _Graph, chosen: list[Action], choice: Sequence[int], infinite_play: Any) -> list[Any]:
    """The values of a pair of strategies."""
    out = graph.getting_out(choice)
    equations = {}
    for x, action in enumerate(chosen):
        if out[x]:
            endless = sum((chance for target, chance in action.inside.items() if not out[target]), mpq(0))
            terms = {target: chance for target, chance in action.inside.items() if out[target]}
            equations[x] = Equation(action.known + endless * infinite_play, terms)
    found = solve_block(equations, {})
    return [found[x] if out[x] else infinite_play for x in range(len(chosen))]


def guess_endless_component(block: Block, infinite_play: float) -> tuple[list[int], NDArray[np.float64]]:
    """A pair of strategies of a component in which play can go on for ever, and its values, as far as floats can tell.

    Parameters
    ----------
    block, infinite_play
        As for `solve_endless_component`.
    """
    matrix = inside_matrix(block.inside, len(block.known), len(block.seats))
    return _iterate_in_floats(_Graph(block), block, matrix, infinite_play)


def _guess(graph: _Graph, block: Block, matrix: Any, infinite_play: float) -> list[int]:
    """The best pair of strategies as far as floats can tell."""
    return _iterate_in_floats(graph, block, matrix, infinite_play)[0]


def _iterate_in_floats(
    graph: _Graph, block: Block, matrix: Any, infinite_play: float
) -> tuple[list[int], NDArray[np.float64]]:
    """The best pair of strategies as far as floats can tell, and its values; it begins with the shortest ways out."""
    first = np.array(block.first)
    owner = np.array(graph.owner)
    sign = np.where(np.array(block.seats) == 1, -1.0, 1.0)
    slack = _SLACK * block.scale
    choice = graph.way_out()
    for _ in range(_ROUNDS):
        out = np.array(graph.getting_out(choice))
        chosen = np.array(choice)
        own = matrix[chosen]
        own = own * out[:, None] if isinstance(own, np.ndarray) else own.multiply(out[:, None]).tocsr()
        values = solve_linear(own, np.where(out, block.known[chosen], infinite_play))
        if not np.isfinite(values).all():
            break
        worth = (block.known + matrix @ values) * sign[owner]
        best = np.maximum.reduceat(worth, first[:-1])
        is_better = best > values * sign + slack
        attaining = np.flatnonzero(worth >= best[owner] - slack)
        is_best = np.flatnonzero(worth == best[owner])
        _, at = np.unique(owner[is_best], return_index=True)  # the first of the best moves of each position
        attains = np.zeros(len(owner), dtype=bool)
        attains[attaining] = True
        better = [y if here else None for y, here in zip(is_best[at].tolist(), is_better.tolist(), strict=True)]
        above, below = values > infinite_play + slack, values < infinite_play - slack
        switches = graph.switches(choice, better, attains.tolist(), above.tolist(), below.tolist())
        if all(choice[x] == y for x, y in switches):
            break
        for x, y in switches:
            choice[x] = y
    return choice, values


def find_ranks(model: Model, best: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Ranks of both players: how soon each can, with positive probability, have the game end by best moves.

    Parameters
    ----------
    model : Model
        The game.
    best : list of lists of int
        At each position the moves that attain Bellman's equation, counted from its first.

    Returns
    -------
    int64 array, shape (2, positions)
        [seat, x]: from x, some best move of the seat, and every move of the other seat, leads with positive probability
        to an end or to a position of lower rank, 1 or more; 0 where there is no such number.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> after = {0: [(1, 1)], 1: [(1, None, 1)]}
    >>> find_ranks(explore(trueodds.Rules(0, lambda x: ["go"], lambda x, move: after[x])), [[0], [0]]).tolist()
    [[2, 1], [2, 1]]
    """
    first_move, first_outcome = model.first_move.tolist(), model.first_outcome.tolist()
    targets, seats = model.targets.tolist(), model.seats.tolist()
    owner = [x for x in range(len(seats)) for _ in range(first_move[x], first_move[x + 1])]
    users: list[list[int]] = [[] for _ in seats]
    for y in range(len(owner)):
        for z in range(first_outcome[y], first_outcome[y + 1]):
            users[targets[z]].append(y)
    is_best = [False] * len(owner)
    for x, own in enumerate(best):
        for y in own:
            is_best[first_move[x] + y] = True
    ranks = np.zeros((2, len(seats)), dtype=np.int64)
    for seat in (0, 1):
        rank = [0] * len(seats)
        waiting = [1 if seats[x] == seat else first_move[x + 1] - first_move[x] for x in range(len(seats))]
        hit = [False] * len(owner)
        moves, layer = [y for y, over in enumerate(model.ends) if over], 1
        while moves:
            reached = []
            for y in moves:
                x = owner[y]
                if not hit[y] and rank[x] == 0 and (is_best[y] or seats[x] != seat):
                    waiting[x] -= 1
                    if waiting[x] == 0:
                        rank[x] = layer
                        reached.append(x)
                hit[y] = True
            moves, layer = [y for x in reached for y in users[x]], layer + 1
        ranks[seat] = rank
    return ranks


def follow_ranks(model: Model, best: Sequence[Sequence[int]], ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """At each position the best move that ranks prove, counted from its first: one that lowers the mover's rank.

    Parameters
    ----------
    model, best
        As for `find_ranks`.
    ranks : int64 array, shape (2, positions)
        What it gives.

    Returns
    -------
    int64 array, length positions
        Of several the first; where there is no rank the first best move.
    """
    found = np.zeros(len(best), dtype=np.int64)
    first_move, first_outcome = model.first_move.tolist(), model.first_outcome.tolist()
    for x, own in enumerate(best):
        rank = ranks[model.seats[x]]
        found[x] = own[0]
        for y in own if rank[x] else ():
            move = first_move[x] + y
            after = rank[model.targets[first_outcome[move] : first_outcome[move + 1]]]
            if model.ends[move] or np.any((after > 0) & (after < rank[x])):
                found[x] = y
                break
    return found
