"""Where a player can make sure that a set is reached: the positions of ranks within which everything stays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .transitions import Transitions


def surely_reached(
    transitions: Transitions, wants: NDArray[np.bool_], target: NDArray[np.bool_], allowed: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """The states from which a player can reach a set with probability 1, whatever the other does.

    The largest set of states in which, for moves of the player all of whose outcomes stay in it, and for every
    move of the other, which all stay in it, a rank can be given to each state: a move leads with positive
    probability to the target or to a state of lower rank.

    Parameters
    ----------
    transitions : Transitions
        The model.
    wants : bool array, length states
        Where the player is to move.
    target : bool array, length states
        What is to be reached.
    allowed : bool array, length states
        Where play may go on before; it is lost elsewhere.

    Returns
    -------
    bool array, length states

    Notes
    -----
    Cost: passes over all outcomes, as many as the sets that are found not to do, which are mostly one or two.
    """
    count, moves = len(transitions), len(transitions.first_outcome) - 1
    move_owner = np.repeat(np.arange(count), np.diff(transitions.first_move))
    outcome_move = np.repeat(np.arange(moves), np.diff(transitions.first_outcome))
    order = np.argsort(transitions.targets, kind="stable")
    users = outcome_move[order].tolist()
    first_user = np.concatenate([[0], np.cumsum(np.bincount(transitions.targets, minlength=count))]).tolist()
    owner, mine = move_owner.tolist(), wants.tolist()
    inside = target | allowed
    while True:
        leaves = np.bincount(outcome_move[~inside[transitions.targets]], minlength=moves) > 0
        # The other's moves that leave the set make their states worthless; one's own are not made.
        bad = np.bincount(move_owner[leaves], minlength=count) > 0
        usable = (inside & ~(bad & ~wants) & ~target).tolist()
        stays = (~leaves).tolist()
        waiting = np.where(wants, 1, np.diff(transitions.first_move)).tolist()
        hit = [False] * moves
        found = np.flatnonzero(target).tolist()
        reached = target.tolist()
        for x in found:  # grows while it is read
            for y in users[first_user[x] : first_user[x + 1]]:
                state = owner[y]
                if hit[y] or reached[state] or not usable[state] or (mine[state] and not stays[y]):
                    continue
                hit[y] = True
                waiting[state] -= 1
                if waiting[state] == 0:
                    reached[state] = True
                    found.append(state)
        now = np.array(reached)
        if np.array_equal(now, inside):
            return now
        inside = now
