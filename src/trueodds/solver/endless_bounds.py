"""Rigorous bounds where play can go on for ever: each player's strategy, guessed in floats, held against everything.

Whatever strategy seat 1 is given, what seat 0 can get against it is an upper bound of the value; and the other way
round. With one strategy given one player is left, and for one player loops are no riddle: within a set in which that
player can keep the play for ever, and come from each position to each (an end component), all positions are worth the
same, the best way out or infinite play. So such a set becomes one position, from which all its ways out lead, and one
move more that ends the game with what infinite play is worth. What comes of that must end, since any set to stay in
would have been part of a larger one; so it is bounded as any game that must end (`bounds`), rigorously.

The guess is strategy iteration in floats; of the moves that attain its values, those are taken that end the game
soonest (`find_ranks`), for others may only promise. The bounds hold for any guess. They are as narrow as those of a
game that must end if the guess is optimal; if it is not, they are apart, and `widest_component` says where.

Cost: strategy iteration in floats; for each seat a few passes over all outcomes, and `bounds`. Memory: as the model.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..runtime.executors import Progress
from .bounds import bound_positions
from .components import Components, find_components, find_endless, split_graph
from .exact_values import guess_strategies
from .flat_chain import runs
from .infinite_play import find_ranks, follow_ranks
from .model import Model
from .numbered import Identity, Numbered
from .traps import restrict

_SLACK = 1e-11  # of the largest payoff, within which moves are taken for as good as the best


def bound_endless(
    model: Model, components: Components, worth: Any, progress: Progress | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bounds of the value of every position of a game that need not end.

    Parameters
    ----------
    model, components : Model, Components
        The game.
    worth : mpq
        What infinite play is worth to seat 0.
    progress : callable, optional
        As for `bound_positions`.

    Returns
    -------
    tuple of two float64 arrays, length positions
        Lower and upper bounds.

    Raises
    ------
    NotProved
        Floats cannot bound some component.

    Examples
    --------
    Seat 0 may pass to seat 1, who may pass back, or take 1/4; seat 1 may end the game for 3/4:

    >>> model = Model.from_arrays([0, 1], [0, 2, 4], [0, 1, 2, 3, 4], [1, 2, 0, 3], [1], [0, 0, 0, 0],
    ...     [mpq(1, 4), mpq(3, 4)], infinite_play=0)
    >>> low, high = bound_endless(model, find_components(model), mpq(0))
    >>> [bool(low[x] <= 1 / 4 <= high[x] < low[x] + 1e-15) for x in (0, 1)]
    [True, True]
    """
    owner = np.repeat(np.arange(len(model.positions)), np.diff(model.first_move))
    endless = find_endless(model, components)
    choice = _end_soonest(model, owner, *guess_strategies(model, components, endless, worth, progress), worth)
    everywhere = np.ones(len(model.positions), dtype=np.bool_)
    ends = []
    for seat in (0, 1):
        allowed = (model.seats[owner] != seat) | (choice[owner] == np.arange(len(owner)))
        alone, place = merge_loops(restrict(model, everywhere, allowed).model, 1 - seat, worth)
        found = bound_positions(alone, find_components(alone), progress)
        ends.append((found.low, found.high)[seat][place])
    return ends[0], ends[1]


def _end_soonest(
    model: Model, owner: NDArray[np.int64], choice: NDArray[np.int64], near: NDArray[np.float64], worth: Any
) -> NDArray[np.int64]:
    """The moves that attain values in floats and lower a rank; where there is no rank, those that were chosen."""
    unit, largest = model.payoff_scale(worth)
    chances = np.array([float(chance) for chance in model.probability_table])[model.probability_numbers]
    mover = np.repeat(np.arange(len(owner)), np.diff(model.first_outcome))
    gains = np.array([float(constant / unit) for constant in model.constants.table])[model.constants.numbers]
    sign = np.where(model.seats == 1, -1.0, 1.0)[owner]
    values = sign * (gains + np.bincount(mover, chances * near[model.targets], len(owner)))
    best = np.maximum.reduceat(values, model.first_move[:-1])
    attains = values >= best[owner] - _SLACK * float(largest)
    first = model.first_move.tolist()
    moves = [np.flatnonzero(attains[a:b]).tolist() for a, b in itertools.pairwise(first)]
    ranks = find_ranks(model, moves)
    ranked = ranks[model.seats, np.arange(len(near))] > 0
    return np.where(ranked, model.first_move[:-1] + follow_ranks(model, moves, ranks), choice)


def end_components(
    model: Model, usable: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The largest sets in which play can be kept for ever and come from each position to each.

    Parameters
    ----------
    model : Model
        The game.
    usable : bool array, length moves, optional
        The moves by which it is kept there; all if left out.

    Returns
    -------
    tuple of (int64 array, length positions; bool array, length moves)
        The number of each position's set, -1 where there is none; and the moves that surely stay in the set.

    Examples
    --------
    >>> model = Model.from_arrays([0, 0, 0], [0, 2, 3, 4], [0, 1, 2, 3, 4], [1, 3, 0, 0], [1], [0, 0, 0, 0], [1])
    >>> [part.tolist() for part in end_components(model)]
    [[0, 0, -1], [True, False, True, False]]
    """
    count, moves = len(model.positions), len(model.moves)
    owner = np.repeat(np.arange(count), np.diff(model.first_move))
    mover = np.repeat(np.arange(moves), np.diff(model.first_outcome))
    stays = ~np.array([bool(over) for over in model.end_table], dtype=np.bool_)[model.end_numbers]
    if usable is not None:
        stays &= usable
    rows = model.first_outcome[model.first_move]
    while True:
        kept = stays[mover]
        graph = split_graph(model.targets[kept], np.concatenate([[0], np.cumsum(kept)])[rows])
        label = graph.label
        inside = np.bincount(owner[stays], minlength=count) > 0
        leaves = kept & (label[owner[mover]] != label[model.targets])  # so is what has no such move any more
        if not leaves.any():
            break
        stays[mover[leaves]] = False
    numbers = np.full(count, -1, dtype=np.int64)
    numbers[inside] = np.unique(label[inside], return_inverse=True)[1]
    return numbers, stays


def merge_loops(model: Model, seat: int, worth: Any) -> tuple[Model, NDArray[np.int64]]:
    """A game in which one player alone has a choice, each of that player's end components one position.

    Where moves gain something, those are merged in which play can be kept without any gain, and nobody stays there for
    ever: seat 1, for whom alone that is done, would pay infinitely much.

    Parameters
    ----------
    model : Model
        The game; at positions of the other seat there is one move.
    seat : int
        The player.
    worth : mpq
        What infinite play is worth to seat 0; not looked at where moves gain something.

    Returns
    -------
    tuple of (Model, int64 array)
        A game that must end, in which positions and moves are called by number, and the position in it of each.
    """
    free = None
    if model.gains is not None:
        free = np.array([gain == 0 for gain in model.gains.table], dtype=np.bool_)[model.gains.numbers]
    numbers, stays = end_components(model, free)
    loops = int(numbers.max()) + 1
    more = loops if free is None else 0  # moves to stay for ever
    alone = numbers < 0
    place = np.where(alone, loops + np.cumsum(alone) - 1, numbers)
    count = loops + int(alone.sum())
    owner = place[np.repeat(np.arange(len(place)), np.diff(model.first_move))]
    kept = np.flatnonzero(~stays)
    order = np.argsort(np.concatenate([owner[kept], np.arange(more)]), kind="stable")
    made = np.concatenate([kept, np.full(more, -1)])[order]  # -1: to stay for ever
    outcomes, first = runs(model.first_outcome, kept[order[order < len(kept)]])
    sizes = np.zeros(len(made), dtype=np.int64)
    sizes[made >= 0] = np.diff(first)
    counts = np.bincount(owner[kept], minlength=count) + (np.arange(count) < more)
    first_move = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    merged = replace(
        model,
        positions=range(count),
        index=Identity(count),
        seats=np.full(count, seat, dtype=np.int8),  # where the other seat would move there is one move
        first_move=first_move,
        moves=range(len(made)),
        first_outcome=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        targets=place[model.targets[outcomes]].astype(np.int32),
        probability_numbers=model.probability_numbers[outcomes],
        end_table=[*model.end_table, ((mpq(worth), mpq(1)),)] if free is None else model.end_table,
        gains=None if model.gains is None else Numbered(model.gains.table, model.gains.numbers[made]),
        end_numbers=np.where(made >= 0, model.end_numbers[made], len(model.end_table)).astype(np.int32),
    )
    return merged, place


def widest_component(components: Components, low: NDArray[np.float64], high: NDArray[np.float64]) -> tuple[int, int]:
    """Where bounds are apart though those of all that follows are not: a position, and the size of its component."""
    wide = high - low
    limit = float(wide.max()) / 2
    for begin, end in itertools.pairwise(components.first.tolist()):
        own = components.members[begin:end]
        if wide[own].max() >= limit:
            break
    return int(own[wide[own].argmax()]), len(own)
