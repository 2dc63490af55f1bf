"""What remains of a game where the move at every position is given: a chain, made from its arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import breadth_first_order

from .model import Model
from .numbered import Identity


def follow_moves(
    model: Model, choice: NDArray[np.int64], start: int, first: int | None = None
) -> tuple[Model, NDArray[np.int64]]:
    """The chain of the positions to which given moves lead.

    Parameters
    ----------
    model : Model
        The game.
    choice : int64 array, length positions
        The move at each position, counted through all moves.
    start : int
        The position in which it begins.
    first : int, optional
        A move that is made before, once; the chain begins at a place of its own where only this move can be made.

    Returns
    -------
    tuple of (Model, int64 array)
        One move a position, the start first; and of each position its number in the game, the number of positions for
        that place.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> model = explore(trueodds.RiskOrSafety(target=2))
    >>> chain, names = follow_moves(model, model.first_move[:-1], 0)
    >>> len(chain.positions), names[0].item()
    (8, 0)
    """
    count = len(model.positions)
    made = choice if first is None else np.append(choice, first)
    at, rows = runs(model.first_outcome, made)
    graph = csr_array((np.ones(len(at), dtype=np.int8), model.targets[at], rows), shape=(len(made), len(made)))
    begin = start if first is None else count
    order = breadth_first_order(graph, begin, return_predecessors=False).astype(np.int64)
    number = np.zeros(len(made), dtype=np.int32)
    number[order] = np.arange(len(order), dtype=np.int32)
    at, rows = runs(model.first_outcome, made[order])
    positions = len(order)
    seats = np.append(model.seats, model.seats[start])[order]
    chain = Model(
        model.game,
        range(positions),
        Identity(positions),
        seats,
        np.arange(positions + 1, dtype=np.int64),
        range(positions),
        rows,
        number[model.targets[at]],
        model.probability_table,
        model.probability_numbers[at],
        model.end_table,
        model.end_numbers[made[order]],
    )
    return chain, order


def runs(first: NDArray[np.int64], rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What belongs to some rows, one after the other, and where what belongs to each begins.

    Parameters
    ----------
    first : int64 array, length of all rows + 1
        Row y has ``first[y]:first[y+1]``.
    rows : int64 array
        Which rows.

    Examples
    --------
    >>> [one.tolist() for one in runs(np.array([0, 2, 5, 6]), np.array([2, 0]))]
    [[5, 0, 1], [0, 1, 3]]
    """
    begin = first[rows]
    sizes = first[rows + 1] - begin
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return np.arange(starts[-1]) + np.repeat(begin - starts[:-1], sizes), starts
