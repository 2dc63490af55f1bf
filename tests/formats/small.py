"""Models given as lists, for tests that need no file."""

import numpy as np
from gmpy2 import mpq

from trueodds.formats.transitions import Transitions, name_moves
from trueodds.solver.numbered import Interned


def transitions_of(owners, moves, gains=None):
    """A game of players 1 and 2: of each state its moves, as lists of (probability, state); and each move's reward."""
    chances, rewards = Interned(), Interned()
    first_move, first_outcome, targets, which, gained, names = [0], [0], [], [], [], []
    for x, own in enumerate(moves):
        for y, outcomes in enumerate(own):
            for chance, to in outcomes:
                targets.append(to)
                which.append(chances.number(mpq(chance)))
            first_outcome.append(len(targets))
            gained.append(rewards.number(mpq(gains[x][y] if gains else 0)))
            names.append(y)
        first_move.append(len(names))
    first_move = np.array(first_move)
    return Transitions(
        "lists",
        "smg",
        0,
        [np.arange(len(moves))],
        ("s",),
        ("1", "2"),
        np.array(owners),
        first_move,
        np.array(first_outcome),
        np.array(targets),
        name_moves([f"m{y}" for y in range(max(names) + 1)], np.array(names), first_move),
        chances.table,
        np.array(which, dtype=np.int32),
        rewards={"r": (rewards.table, np.array(gained, dtype=np.int32))},
    )
