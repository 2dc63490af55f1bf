"""The states from which a player can make sure that a set is reached."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..solver.graph import Graph, attract
from .transitions import Transitions


def surely_reached(
    transitions: Transitions, wants: NDArray[np.bool_], target: NDArray[np.bool_], allowed: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return the states from which a player can reach a set with probability 1, whatever the other does.

    These are the largest set in which, by moves of the player all of whose outcomes stay in it, and by every move of
    the other, which all stay in it, each state has a rank: a move leads with positive probability to the target or to a
    state of lower rank.

    Parameters
    ----------
    transitions : Transitions
        The model.
    wants : bool array, length states
        Where the player is to move.
    target : bool array, length states
        The set to be reached.
    allowed : bool array, length states
        Where play may be before; it is lost elsewhere.

    Returns
    -------
    bool array, length states

    Notes
    -----
    Cost: a pass over all outcomes for each set that is too large, mostly one or two.
    """
    graph = Graph(transitions.first_move, transitions.first_outcome, transitions.targets.astype(np.int32))
    needed = np.where(wants, 1, graph.count_moves())
    begins = graph.may_lead(target[graph.targets])
    inside = target | allowed
    while True:
        leaves = graph.may_lead(~inside[graph.targets])
        lost = np.bincount(graph.owners[leaves], minlength=len(wants)) > 0  # unless the player can choose otherwise
        plays = inside & ~target & (wants | ~lost)
        now = target | (attract(graph, begins, plays[graph.owners] & ~leaves, needed) > 0)
        if np.array_equal(now, inside):
            return now
        inside = now
