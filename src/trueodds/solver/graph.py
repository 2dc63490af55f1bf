"""Analyze a game as a graph: components, attractors, ranks, end components, and traps.

Probabilities do not matter here, except that a move leads to each of its outcomes with positive probability. Everything
that players can enforce is derived from `attract`, a search along the reverse graph:

* `find_endless`: where the players together can keep play in a component forever;
* `find_ranks`: how soon each player's best moves may end the game, whatever the other player does;
* `find_traps`: where seat 0 can ensure that play has a positive probability of never ending.

The cost of each function is about linear in the number of outcomes, unless its docstring states otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ..runtime.interrupts import check_interrupt
from ..solution import NotProved
from . import graph_walks

Model = Any  # `model.Model`; its module imports this module

_NAMED = 3  # maximum number of positions that a message names


class Components(NamedTuple):
    """Positions grouped by strongly connected component, each component after those that it leads to.

    ``members[first[c]:first[c+1]]`` are the positions of component c; ``label[x]`` is the component of position x.
    """

    members: NDArray[np.int64]
    first: NDArray[np.int64]
    label: NDArray[np.int64]


class Graph:
    """Positions, their moves, and the positions to which each move may lead, as arrays like those of a `Model`."""

    def __init__(
        self, first_move: NDArray[np.int64], first_outcome: NDArray[np.int64], targets: NDArray[np.int32]
    ) -> None:
        self.first_move, self.first_outcome, self.targets = first_move, first_outcome, targets

    def __reduce__(self) -> tuple[Any, ...]:
        return Graph, (self.first_move, self.first_outcome, self.targets)  # everything else is derived again

    @cached_property
    def owners(self) -> NDArray[np.int32]:
        """The position of each move."""
        return np.repeat(np.arange(len(self.first_move) - 1, dtype=np.int32), np.diff(self.first_move))

    @cached_property
    def movers(self) -> NDArray[np.int32]:
        """The move of each outcome."""
        return np.repeat(np.arange(len(self.first_outcome) - 1, dtype=np.int32), np.diff(self.first_outcome))

    @cached_property
    def users(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The reverse graph (first_user, users): moves ``users[first_user[x]:first_user[x+1]]`` may lead to x."""
        first_user = np.zeros(len(self.first_move), dtype=np.int64)
        users = np.empty(len(self.targets), dtype=np.int32)
        graph_walks.list_users(self.first_outcome, self.targets, first_user, users)
        return first_user, users

    @cached_property
    def components(self) -> Components:
        """The strongly connected components."""
        # The outcomes of a position are contiguous, so the arrays already form a sparse matrix in row order.
        return split_graph(self.targets, self.first_outcome[self.first_move])

    def may_lead(self, outcomes: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which moves have a marked outcome."""
        marks: NDArray[np.bool_] = np.zeros(len(self.first_outcome) - 1, dtype=np.bool_)
        marks[self.movers[outcomes]] = True
        return marks

    def count_moves(self) -> NDArray[np.int64]:
        """Return the number of moves of each position."""
        return np.diff(self.first_move)


def split_graph(targets: NDArray[Any], rows: NDArray[np.int64]) -> Components:
    """Return the components of the graph in which node x leads to ``targets[rows[x]:rows[x+1]]``."""
    count = len(rows) - 1
    graph = csr_array((np.ones(len(targets), dtype=np.int8), targets, rows), shape=(count, count))
    number, labels = connected_components(graph, directed=True, connection="strong")
    label = labels.astype(np.int64)
    if np.any(np.repeat(label, np.diff(rows)) < label[targets]):
        raise RuntimeError("components are not in order of dependency")
    members = np.argsort(label, kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(label, minlength=number))])
    return Components(members, first.astype(np.int64), label)


def order_by_level(model: Model) -> tuple[Components, NDArray[np.int64]]:
    """Return the components in increasing order of level, and the offsets where levels begin and the last level ends.

    For levels, see `graph_walks.find_levels`. Components of one level do not lead to each other.
    """
    components = model.graph.components
    count = len(components.first) - 1
    levels = np.zeros(count, dtype=np.int32)
    rows = model.graph.first_outcome[model.graph.first_move]
    graph_walks.find_levels(rows, model.graph.targets, components.members, components.first, components.label, levels)
    order = np.argsort(levels, kind="stable")
    place = np.empty(count, dtype=np.int64)
    place[order] = np.arange(count)
    sizes = np.diff(components.first)[order]
    first = np.concatenate([[0], np.cumsum(sizes)])
    members = components.members[np.repeat(components.first[order] - first[:-1], sizes) + np.arange(first[-1])]
    label = place[components.label]
    return Components(members, first, label), np.searchsorted(levels[order], np.arange(int(levels.max()) + 2))


def attract(
    graph: Graph, begins: NDArray[np.bool_], usable: NDArray[np.bool_], needed: NDArray[Any]
) -> NDArray[np.int32]:
    """Return each position's rank: the least number of moves within which play from it can reach a set, or 0.

    Moves in `begins` may lead directly to the set; only `usable` moves count. The rank of x is the least n > 0 such
    that at least ``needed[x]`` usable moves of x are in `begins` or may lead to a position of rank 1 to n - 1; it is 0
    if there is no such n, or if ``needed[x]`` is 0. Usually, ``needed[x]`` is 1 if the player to move wants to reach
    the set, and the number of moves otherwise.
    """
    count = len(graph.first_move) - 1
    ranks: NDArray[np.int32] = np.zeros(count, dtype=np.int32)
    begin = np.flatnonzero(begins & usable).astype(np.int32)
    if len(begin):
        room = np.empty(count, dtype=np.int32)
        pending, left = usable.astype(np.uint8), needed.astype(np.int32)
        graph_walks.attract(begin, pending, left, graph.owners, *graph.users, ranks, room)
    return ranks


def find_lowering_moves(graph: Graph, begins: NDArray[np.bool_], ranks: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which moves are in `begins`, or may lead from their position to a position of lower, positive rank."""
    after = ranks[graph.targets]
    falls: NDArray[np.bool_] = begins | graph.may_lead((after > 0) & (after < ranks[graph.owners[graph.movers]]))
    return falls


def mark_moves(model: Model, numbers: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Return which moves of a model are listed in `numbers`: for each position, some of its moves, numbered from 0."""
    marks: NDArray[np.bool_] = np.zeros(len(model.may_end), dtype=np.bool_)
    marks[[first + y for first, row in zip(model.graph.first_move.tolist(), numbers, strict=False) for y in row]] = True
    return marks


def find_first_moves(first_move: NDArray[np.int64], marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the number of the first marked move of each position; each position must have a marked move."""
    moves = np.flatnonzero(marked)
    of_each: NDArray[np.int64] = moves[np.searchsorted(moves, first_move[:-1])]
    return of_each


def find_endless(model: Model) -> NDArray[np.bool_]:
    """Return, for each position, whether the players together can keep play in its component forever.

    Such positions form the largest set in which each has a move that certainly stays in the set and in its component.
    """
    graph, label = model.graph, model.graph.components.label
    leaves = label[graph.owners[graph.movers]] != label[graph.targets]
    if leaves.all():
        return np.zeros(len(label), dtype=np.bool_)
    out = model.may_end | graph.may_lead(leaves)
    never: NDArray[np.bool_] = attract(graph, out, np.ones(len(out), dtype=np.bool_), graph.count_moves()) == 0
    return never


def check_ends(model: Model, otherwise: str = "is not supported here") -> None:
    """Verify that the game ends with probability 1, whatever the players do.

    `otherwise` follows the words "so it" in the message for a game that sets `infinite_play`.
    """
    positions = np.flatnonzero(model.endless).tolist()
    if positions:
        named = ", ".join(repr(model.positions[x]) for x in positions[:_NAMED])
        suffix = f" and {len(positions) - _NAMED} more" if len(positions) > _NAMED else ""
        if model.game.infinite_play is None:
            otherwise = "cannot be solved unless infinite_play (--infinite-play P) gives the value of infinite play"
        raise NotProved(
            f"the game may never end, so it {otherwise}; positions among which play can stay forever: {named}{suffix}"
        )


def find_ranks(model: Model, best: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the ranks for both seats, and for each position a best move that may lower the mover's rank.

    `best` marks at least one move per position. If ``ranks[seat, x]`` is positive, some best move at x (every move if
    the other seat moves there) leads with positive probability to an end or to a position of lower rank; 0 means that x
    has no rank. Moves are numbered as in the model; if x has no rank for the mover, any best move may be given.
    """
    graph, seats = model.graph, model.seats[model.graph.owners]
    ranks = np.empty((2, len(model.seats)), dtype=np.int64)
    falls = np.zeros(len(best), dtype=np.bool_)
    for seat in (0, 1):
        needed = np.where(model.seats == seat, 1, graph.count_moves())
        ranks[seat] = attract(graph, model.may_end, best | (seats != seat), needed)
        unranked = (ranks[seat] == 0)[graph.owners]
        falls |= (find_lowering_moves(graph, model.may_end, ranks[seat]) | unranked) & (seats == seat)
    return ranks, find_first_moves(graph.first_move, best & falls)


def find_end_components(
    model: Model, usable: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the number of each position's end component (-1: it has none), and which usable moves surely stay in it.

    These end components are the maximal sets in which `usable` moves can keep play inside the set and lead from each
    position to every other. Cost: a pass over all outcomes for each round of the loop, usually a few rounds.
    """
    graph, count, owners = model.graph, len(model.positions), model.graph.owners
    stays = ~model.may_end if usable is None else usable & ~model.may_end
    rows = graph.first_outcome[graph.first_move]
    while True:
        kept = stays[graph.movers]
        label = split_graph(graph.targets[kept], np.concatenate([[0], np.cumsum(kept)])[rows]).label
        leaves = kept & (label[owners[graph.movers]] != label[graph.targets])
        if not leaves.any():
            break
        stays &= ~graph.may_lead(leaves)
    inside = np.bincount(owners[stays], minlength=count) > 0
    numbers = np.full(count, -1, dtype=np.int64)
    numbers[inside] = np.unique(label[inside], return_inverse=True)[1]
    return numbers, stays


def find_traps(model: Model) -> NDArray[np.int64]:
    """Return each position's layer (from 1), or 0 where seat 0 cannot ensure that play may never end.

    The first layer is the largest set in which seat 0 can keep play forever, whatever seat 1 does. Each later layer is
    the largest set of remaining positions in which seat 0 can ensure that every move made may lead to a lower layer or
    certainly stays in the set. In a layer, seat 0 can therefore ensure that play has a positive probability of never
    ending. From all other positions, seat 1 can end the game with probability 1, by moves that never lead to a layer
    (see "Rewards" in docs/certificates.md).

    Cost: a pass over all outcomes for each layer, and one more; there are usually one or two layers.
    """
    graph = model.graph
    layers: NDArray[np.int64] = np.zeros(len(model.positions), dtype=np.int64)
    # To end the game, seat 1 needs one move that cannot lead to a layer; of seat 0's moves, none may lead to one.
    needed = np.where(model.seats == 1, 1, graph.count_moves())
    for layer in range(1, len(layers) + 2):
        check_interrupt()
        inside = layers == 0
        stays = inside[graph.owners] & ~graph.may_lead(~inside[graph.targets])
        new = inside & (attract(graph, model.may_end, stays, needed) == 0)
        if not new.any():
            break
        layers[new] = layer
    return layers


def find_trap_moves(model: Model, traps: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which moves have an infinite value, and which moves prove that the value of their position is infinite.

    Moves of the first kind may lead to a position in a layer. A move of the second kind, made in a layer, may
    lead to a lower one, or certainly stays in layers that are not higher. `traps` is the result of `find_traps`.
    """
    graph, layers, after = model.graph, traps[model.graph.owners], traps[model.graph.targets]
    here = layers[graph.movers]
    keeps = ~model.may_end & ~graph.may_lead((after == 0) | (after > here))
    return graph.may_lead(after > 0), (layers > 0) & (keeps | find_lowering_moves(graph, np.zeros_like(keeps), traps))
