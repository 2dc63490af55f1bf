"""Ranks that show that play ends, as a certificate needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.interrupts import check_interrupt
from ..solution import NotProved
from ..solver.model import Model

_OFTEN = 65536


def rank_positions(
    model: Model, every: NDArray[np.bool_], sides: NDArray[np.int8], best: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Ranks such that moves lead with positive probability to an end or to a lower rank on the same side.

    Parameters
    ----------
    model : Model
        The positions and where each move may lead.
    every : bool array, length positions
        Whether all moves of a position must do so, or one of the best.
    sides : int8 array, length positions
        1 where more than infinite play is worth is promised, -1 where less, 0 where no rank is needed; the same
        number everywhere where the game must end.
    best : bool array, length moves
        Which moves are best.

    Returns
    -------
    int64 array, length positions
        The number of steps within which the game may end, whatever is done; 0 where no rank is needed.

    Raises
    ------
    NotProved
        There are no such ranks.

    Notes
    -----
    Cost: linear in the number of outcomes. Memory: 20 bytes an outcome.

    Examples
    --------
    Position 0 ends, or leads to 1, which leads back:

    >>> from fractions import Fraction
    >>> model = Model.from_arrays([0, 0], [0, 1, 2], [0, 2, 3], [2, 1, 0], [Fraction(1, 2), 1], [0, 0, 1], [1])
    >>> rank_positions(model, np.ones(2, dtype=bool), np.ones(2, dtype=np.int8), np.ones(2, dtype=bool)).tolist()
    [1, 2]
    """
    count, moves = len(model.positions), len(model.moves)
    owner = np.repeat(np.arange(count, dtype=np.int32), np.diff(model.first_move))
    counts = (every[owner] | best) & (sides[owner] != 0)
    mover = np.repeat(np.arange(moves, dtype=np.int32), np.diff(model.first_outcome))
    useful = counts[mover] & (sides[owner[mover]] == sides[model.targets])
    targets = model.targets[useful]
    users = mover[useful][np.argsort(targets, kind="stable")].data
    first_user = np.concatenate([[0], np.cumsum(np.bincount(targets, minlength=count))]).data
    # Moves that fall: at first those that may end the game.
    ends = np.array([bool(over) for over in model.end_table], dtype=np.bool_)[model.end_numbers] & counts
    falling = bytearray(ends.tobytes())
    needed = np.where(every, np.diff(model.first_move), 1)
    done = np.bincount(owner[ends], minlength=count)
    ranks: NDArray[np.int64] = ((sides != 0) & (done >= needed)).astype(np.int64)
    ready = np.flatnonzero(ranks).tolist()
    missing, place, own = (needed - done).tolist(), ranks.data, owner.data
    for at, x in enumerate(ready):  # grows while it is read, by rising ranks
        if at % _OFTEN == 0:
            check_interrupt()
        for y in users[first_user[x] : first_user[x + 1]]:
            if not falling[y]:
                falling[y] = 1
                user = own[y]
                missing[user] -= 1
                if missing[user] == 0:
                    place[user] = place[x] + 1
                    ready.append(user)
    without = (sides != 0) & (ranks == 0)
    if without.any():
        raise NotProved(f"nothing shows that play from position {without.argmax()} of the certificate ends")
    return ranks


def promised_sides(low: Sequence[Any], high: Sequence[Any], worth: Any) -> NDArray[np.int8]:
    """On which side of what infinite play is worth each position's value is known to be: 1 above, -1 below, else 0."""
    return np.array([(below > worth) - (above < worth) for below, above in zip(low, high, strict=True)], dtype=np.int8)
