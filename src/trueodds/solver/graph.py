"""A game as a graph: components, attractors, ranks, end components, traps.

Chance is on nobody's side here: a move leads to each of its outcomes with positive probability, and no more is asked.
`attract` is the one walk along the reverse graph. All that players can enforce follows from it:

* `find_endless`: where both together can keep the play in a component for ever;
* `find_ranks`: how soon each player can, with positive probability, have the game end whatever the other does;
* `find_traps`: where seat 0 can keep the play from ending with positive probability.

Cost: linear in the number of outcomes, except where a function says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ..runtime.interrupts import check_interrupt
from ..solution import NotProved
from . import graph_walks

_NAMED = 3  # positions that a message names


class Components(NamedTuple):
    """Positions grouped by strongly connected component, each after the components that it leads to.

    Attributes
    ----------
    members : int64 array, length positions
        The positions, component by component.
    first : int64 array, length components + 1
        Component c is ``members[first[c]:first[c+1]]``.
    label : int64 array, length positions
        The component of each position.
    """

    members: NDArray[np.int64]
    first: NDArray[np.int64]
    label: NDArray[np.int64]


class Graph:
    """Positions, their moves, and the positions to which each move may lead.

    Parameters
    ----------
    first_move, first_outcome, targets
        As in `Model`.
    """

    def __init__(
        self, first_move: NDArray[np.int64], first_outcome: NDArray[np.int64], targets: NDArray[np.int32]
    ) -> None:
        self.first_move, self.first_outcome, self.targets = first_move, first_outcome, targets

    def __reduce__(self) -> tuple[Any, ...]:
        return Graph, (self.first_move, self.first_outcome, self.targets)  # the rest is derived again

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
        """The reverse graph: the moves that may lead to x are ``users[first_user[x]:first_user[x+1]]``."""
        first_user = np.zeros(len(self.first_move), dtype=np.int64)
        users = np.empty(len(self.targets), dtype=np.int32)
        graph_walks.list_users(self.first_outcome, self.targets, first_user, users)
        return first_user, users

    @cached_property
    def components(self) -> Components:
        """The strongly connected components."""
        # The outcomes of a position are contiguous, so the arrays are a sparse matrix by rows already.
        return split_graph(self.targets, self.first_outcome[self.first_move])

    def may_lead(self, outcomes: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which moves have an outcome that is marked."""
        found: NDArray[np.bool_] = np.zeros(len(self.first_outcome) - 1, dtype=np.bool_)
        found[self.movers[outcomes]] = True
        return found

    def count_moves(self) -> NDArray[np.int64]:
        """Return the number of moves of each position."""
        return np.diff(self.first_move)


class _Model(Protocol):
    """What is needed here of a model, which is defined on top of this module: `Model` says what each is."""

    @property
    def game(self) -> Any: ...
    @property
    def positions(self) -> Sequence[Any]: ...
    @property
    def seats(self) -> NDArray[np.int8]: ...
    @property
    def graph(self) -> Graph: ...
    @property
    def may_end(self) -> NDArray[np.bool_]: ...
    @property
    def endless(self) -> NDArray[np.bool_]: ...


def find_components(model: _Model) -> Components:
    """Return the strongly connected components of a model, each after those that it leads to.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> found = find_components(explore(trueodds.RiskOrSafety(target=2)))
    >>> [len(found.members[a:b]) for a, b in zip(found.first, found.first[1:])]
    [2, 2, 2, 2]
    """
    return model.graph.components


def split_graph(targets: NDArray[Any], rows: NDArray[np.int64]) -> Components:
    """Return the components of any graph: node x leads to ``targets[rows[x]:rows[x+1]]``."""
    count = len(rows) - 1
    graph = csr_array((np.ones(len(targets), dtype=np.int8), targets, rows), shape=(count, count))
    number, labels = connected_components(graph, directed=True, connection="strong")
    label = labels.astype(np.int64)
    if np.any(np.repeat(label, np.diff(rows)) < label[targets]):
        raise RuntimeError("components are not in order of dependency")
    members = np.argsort(label, kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(label, minlength=number))])
    return Components(members, first.astype(np.int64), label)


def order_by_level(model: _Model) -> tuple[Components, NDArray[np.int64]]:
    """Return the components by rising level, and where each level begins; those of one level do not lead to each other.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> model = explore(trueodds.RiskOrSafety(target=2))
    >>> found, levels = order_by_level(model)
    >>> levels.tolist()
    [0, 1, 3, 4]
    """
    components = find_components(model)
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
    """Rank the positions from which a set is reached: within how many moves, at the least.

    Parameters
    ----------
    begins : bool array, length moves
        The moves that may lead to the set at once.
    usable : bool array, length moves
        The moves that count; no others are looked at.
    needed : int array, length positions
        How many of a position's usable moves must lead to the set: 1 where its player wants that, all where not.

    Returns
    -------
    int32 array, length positions
        1 where `needed` usable moves begin; n + 1 where they begin or may lead to a position of rank n or less; else 0.

    Examples
    --------
    Position 0 ends, or leads to 1, which leads back; 2 stays where it is:

    >>> graph = Graph(np.array([0, 1, 2, 3]), np.array([0, 1, 2, 3]), np.array([1, 0, 2], dtype=np.int32))
    >>> attract(graph, np.array([True, False, False]), np.ones(3, dtype=bool), np.ones(3)).tolist()
    [1, 2, 0]
    """
    count = len(graph.first_move) - 1
    ranks: NDArray[np.int32] = np.zeros(count, dtype=np.int32)
    begin = np.flatnonzero(begins & usable).astype(np.int32)
    if len(begin):
        room = np.empty(count, dtype=np.int32)
        pending, left = usable.astype(np.uint8), needed.astype(np.int32)
        graph_walks.attract(begin, pending, left, graph.owners, *graph.users, ranks, room)
    return ranks


def falling_moves(graph: Graph, begins: NDArray[np.bool_], ranks: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which moves begin, or may lead to a position with a rank below their own position's."""
    after = ranks[graph.targets]
    falls: NDArray[np.bool_] = begins | graph.may_lead((after > 0) & (after < ranks[graph.owners[graph.movers]]))
    return falls


def mark_moves(model: _Model, numbers: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Return which moves of a model are listed, given at each position by their numbers from its first."""
    found: NDArray[np.bool_] = np.zeros(len(model.may_end), dtype=np.bool_)
    found[[first + y for first, own in zip(model.graph.first_move.tolist(), numbers, strict=False) for y in own]] = True
    return found


def first_moves(first_move: NDArray[np.int64], marked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the first marked move of each position, counted through all moves; each position must have one."""
    found = np.flatnonzero(marked)
    of_each: NDArray[np.int64] = found[np.searchsorted(found, first_move[:-1])]
    return of_each


def find_endless(model: _Model) -> NDArray[np.bool_]:
    """Return the positions in which play can be kept in the component for ever, if both players want it.

    These are the largest set in which each position has a move that surely stays in the set and in its component.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> model = explore(trueodds.RiskOrSafety(target=2))
    >>> find_endless(model).any().item()
    False
    """
    graph, label = model.graph, find_components(model).label
    leaves = np.repeat(label, np.diff(model.graph.first_outcome[model.graph.first_move])) != label[model.graph.targets]
    if leaves.all():
        return np.zeros(len(label), dtype=np.bool_)
    out = model.may_end | graph.may_lead(leaves)
    never: NDArray[np.bool_] = attract(graph, out, np.ones(len(out), dtype=np.bool_), graph.count_moves()) == 0
    return never


def check_ends(model: _Model, otherwise: str = "is refused here") -> None:
    """Verify that the game ends with probability 1, whatever both players do.

    Parameters
    ----------
    otherwise : str
        What becomes of a game that can go on for ever and says what that is worth; "it" is the subject.
    """
    found = np.flatnonzero(model.endless).tolist()
    if found:
        named = ", ".join(repr(model.positions[x]) for x in found[:_NAMED])
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        if model.game.infinite_play is None:
            otherwise = (
                "has no unique value by this method unless infinite_play (--infinite-play P) says what that is worth"
            )
        raise NotProved(
            f"the game can go on for ever, so it {otherwise}: some moves never leave the positions {named}{more}"
        )


def find_ranks(model: _Model, best: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how soon each player can, with positive probability, have the game end by best moves.

    Parameters
    ----------
    best : bool array, length moves
        The moves that attain Bellman's equation, at least one at each position.

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
    >>> model = explore(trueodds.Rules(0, lambda x: ["go"], lambda x, move: after[x]))
    >>> find_ranks(model, np.ones(2, dtype=bool)).tolist()
    [[2, 1], [2, 1]]
    """
    seats = model.seats[model.graph.owners]
    return np.array(
        [
            attract(
                model.graph,
                model.may_end,
                best | (seats != seat),
                np.where(model.seats == seat, 1, model.graph.count_moves()),
            )
            for seat in (0, 1)
        ],
        dtype=np.int64,
    )


def follow_ranks(model: _Model, best: NDArray[np.bool_], ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return at each position the first best move that lowers the mover's rank, or where there is none the first best.

    Parameters
    ----------
    ranks : int64 array, shape (2, positions)
        What `find_ranks` returns.

    Returns
    -------
    int64 array, length positions
        Counted from the position's first move.
    """
    own = ranks[model.seats, np.arange(len(model.seats))]
    falls = np.zeros(len(best), dtype=np.bool_)
    for seat in (0, 1):
        falls |= falling_moves(model.graph, model.may_end, ranks[seat]) & (model.seats[model.graph.owners] == seat)
    wanted = best & (falls | (own == 0)[model.graph.owners])
    return first_moves(model.graph.first_move, wanted) - model.graph.first_move[:-1]


def end_components(
    model: _Model, usable: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the largest sets in which play can be kept for ever and come from each position to each.

    Parameters
    ----------
    usable : bool array, length moves, optional
        The moves by which it is kept there; all if omitted.

    Returns
    -------
    tuple of (int64 array, length positions; bool array, length moves)
        The number of each position's set, -1 where there is none; and the moves that surely stay in the set.

    Notes
    -----
    Cost: a pass over all outcomes for each round of moves found to leave their component, mostly one or two.

    Examples
    --------
    >>> from trueodds import Model
    >>> model = Model.from_arrays([0, 0, 0], [0, 2, 3, 4], [0, 1, 2, 3, 4], [1, 3, 0, 0], [1], [0, 0, 0, 0], [1])
    >>> [part.tolist() for part in end_components(model)]
    [[0, 0, -1], [True, False, True, False]]
    """
    count, owners, movers = len(model.positions), model.graph.owners, model.graph.movers
    stays = ~model.may_end if usable is None else usable & ~model.may_end
    rows = model.graph.first_outcome[model.graph.first_move]
    while True:
        kept = stays[movers]
        label = split_graph(model.graph.targets[kept], np.concatenate([[0], np.cumsum(kept)])[rows]).label
        leaves = kept & (label[owners[movers]] != label[model.graph.targets])  # also where no such move is left
        if not leaves.any():
            break
        stays &= ~model.graph.may_lead(leaves)
    inside = np.bincount(owners[stays], minlength=count) > 0
    numbers = np.full(count, -1, dtype=np.int64)
    numbers[inside] = np.unique(label[inside], return_inverse=True)[1]
    return numbers, stays


def find_traps(model: _Model) -> NDArray[np.int64]:
    """Return the layer of each position from which seat 0 can keep the play from ending with positive probability.

    Where moves gain something, seat 0 gets infinitely much from a play that never ends. The first layer is the largest
    set that seat 0 can stay in for ever, whatever seat 1 does. Each later one is the largest set in which, as long as
    play stays there, nobody can end it, and which is only left by moves that may lead to a lower layer: then with
    positive probability play never ends. From all other positions seat 1 can have the game end for certain, by moves
    that surely stay among them (docs/certificates.md has the proof).

    Returns
    -------
    int64 array, length positions
        From 1; 0 where seat 1 can have the game end with probability 1.

    Notes
    -----
    Cost: a pass over all outcomes for each layer, of which there are mostly one or two.

    Examples
    --------
    At position 0 seat 0 ends it, or tosses a coin: it ends, or position 1, which is never left. At 2 it ends.

    >>> from fractions import Fraction
    >>> from trueodds import Model
    >>> model = Model.from_arrays(
    ...     [0, 0, 0], [0, 2, 3, 4], [0, 1, 3, 4, 5], [3, 3, 1, 1, 3], [1, Fraction(1, 2)], [0, 1, 1, 0, 0], [0])
    >>> find_traps(model).tolist()
    [2, 1, 0]
    """
    layers: NDArray[np.int64] = np.zeros(len(model.positions), dtype=np.int64)
    # Seat 1 needs one move that surely stays, seat 0 must have no other: one that leaves leads to a trap.
    needed = np.where(model.seats == 1, 1, model.graph.count_moves())
    for layer in range(1, len(layers) + 2):
        check_interrupt()
        inside = layers == 0
        stays = inside[model.graph.owners] & ~model.graph.may_lead(~inside[model.graph.targets])
        new = inside & (attract(model.graph, model.may_end, stays, needed) == 0)
        if not new.any():
            break
        layers[new] = layer
    return layers


def holding_moves(model: _Model, traps: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which moves are worth infinitely much, and which of these are the proof of it.

    Parameters
    ----------
    traps : int64 array, length positions
        What `find_traps` returns.

    Returns
    -------
    tuple of two bool arrays, length moves
        Moves that may lead to a trap; and moves of traps that surely stay in layers not above their own, or may lead to
        a lower one.
    """
    graph, own, after = model.graph, traps[model.graph.owners], traps[model.graph.targets]
    here = own[model.graph.movers]
    keeps = ~model.may_end & ~graph.may_lead((after == 0) | (after > here))
    return graph.may_lead(after > 0), (own > 0) & (keeps | falling_moves(graph, np.zeros_like(keeps), traps))
