"""Where moves gain something on the way: the positions from which seat 0 can keep the play from ending.

Seat 0 gets infinitely much from a play that never ends. Such positions come in layers. The first is the largest set
that seat 0 can stay in for ever, whatever seat 1 does. Each later one is the largest set in which, as long as play
stays there, nobody can end it, and which is only left by moves that may lead to a layer before it: then with positive
probability play never ends. From all other positions seat 1 can have the game end for certain, by moves that surely
stay among them (`certificates` checks the one by layers and the other by ranks; docs/certificates.md has the proof).
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..runtime.interrupts import check_interrupt
from .flat_chain import runs
from .model import Model


def find_traps(model: Model) -> NDArray[np.int64]:
    """The layer of each position from which seat 0 can keep the play from ending with positive probability.

    Returns
    -------
    int64 array, length positions
        From 1; 0 where seat 1 can have the game end with probability 1.

    Notes
    -----
    Cost: a pass over all outcomes a layer, of which there are mostly one or two. Memory: 40 bytes an outcome.

    Examples
    --------
    At position 0 seat 0 ends it, or tosses a coin: it ends, or position 1, which is never left. At 2 it ends.

    >>> from fractions import Fraction
    >>> model = Model.from_arrays(
    ...     [0, 0, 0], [0, 2, 3, 4], [0, 1, 3, 4, 5], [3, 3, 1, 1, 3], [1, Fraction(1, 2)], [0, 1, 1, 0, 0], [0])
    >>> find_traps(model).tolist()
    [2, 1, 0]
    """
    count, moves = len(model.positions), len(model.moves)
    owner = np.repeat(np.arange(count), np.diff(model.first_move))
    mover = np.repeat(np.arange(moves), np.diff(model.first_outcome))
    ends = np.array([bool(over) for over in model.end_table], dtype=np.bool_)[model.end_numbers]
    users = mover[np.argsort(model.targets, kind="stable")].tolist()
    first_user = np.concatenate([[0], np.cumsum(np.bincount(model.targets, minlength=count))]).tolist()
    owners, second = owner.tolist(), model.seats == 1
    layers: NDArray[np.int64] = np.zeros(count, dtype=np.int64)
    for layer in range(1, count + 2):
        inside = layers == 0
        leaves = np.bincount(mover[~inside[model.targets]], minlength=moves) > 0  # may lead to a layer before
        # Seat 1 needs one move that surely stays, seat 0 must have no other: one that leaves is waited for in vain.
        waiting = np.where(second, 1, np.diff(model.first_move)).tolist()
        usable, stays = inside.tolist(), (~leaves).tolist()
        hit, reached = [False] * moves, [False] * count
        made = np.flatnonzero(ends).tolist()
        while made:
            check_interrupt()
            now = []
            for y in made:
                x = owners[y]
                if not hit[y] and stays[y] and usable[x] and not reached[x]:
                    hit[y] = True
                    waiting[x] -= 1
                    if waiting[x] == 0:
                        reached[x] = True
                        now.append(x)
            made = [y for x in now for y in users[first_user[x] : first_user[x + 1]]]
        new = inside & ~np.array(reached)
        if not new.any():
            break
        layers[new] = layer
    return layers


def holding_moves(model: Model, traps: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which moves are worth infinitely much, and which of these are the proof of it.

    Parameters
    ----------
    model : Model
        The positions.
    traps : int64 array, length positions
        What `find_traps` gives.

    Returns
    -------
    tuple of two bool arrays, length moves
        Moves that may lead to a position with a layer; and moves of such positions that surely stay in layers not
        above their own, or may lead to one below.
    """
    mover = np.repeat(np.arange(len(model.moves)), np.diff(model.first_outcome))
    own = np.repeat(traps, np.diff(model.first_move))
    after = traps[model.targets]
    endless, holds = np.zeros((2, len(model.moves)), dtype=np.bool_)
    endless[mover[after > 0]] = True
    holds[:] = ~np.array([bool(over) for over in model.end_table], dtype=np.bool_)[model.end_numbers]
    holds[mover[(after == 0) | (after > own[mover])]] = False
    holds[mover[(after > 0) & (after < own[mover])]] = True
    return endless, holds & (own > 0)


class Restricted(NamedTuple):
    """What is left of a model.

    Attributes
    ----------
    model : Model
        The positions that are left, and their moves that surely stay among them.
    positions, moves : int64 arrays
        The number that each of them has in the whole.
    """

    model: Model
    positions: NDArray[np.int64]
    moves: NDArray[np.int64]


def restrict(model: Model, inside: NDArray[np.bool_], allowed: NDArray[np.bool_] | None = None) -> Restricted:
    """A model without the positions outside of a set, and without the moves that may lead there.

    Parameters
    ----------
    model : Model
        The whole.
    inside : bool array, length positions
        The set: each of its positions has a move that surely stays.
    allowed : bool array, length moves, optional
        The moves that may be made, among them such a one of each position; all if left out.

    Examples
    --------
    >>> from fractions import Fraction
    >>> model = Model.from_arrays(
    ...     [0, 0, 1], [0, 1, 2, 4], [0, 1, 2, 3, 4], [3, 1, 0, 1], [1], [0, 0, 0, 0], [0])
    >>> found = restrict(model, find_traps(model) == 0)
    >>> found.positions.tolist(), found.moves.tolist(), found.model.targets.tolist()
    ([0, 2], [0, 2], [0])
    """
    mover = np.repeat(np.arange(len(model.moves)), np.diff(model.first_outcome))
    stays = np.bincount(mover[~inside[model.targets]], minlength=len(model.moves)) == 0
    if allowed is not None:
        stays &= allowed
    positions = np.flatnonzero(inside)
    moves, first_move = runs(model.first_move, positions)
    kept = stays[moves]
    first_move, moves = np.concatenate([[0], np.cumsum(kept)])[first_move], moves[kept]
    outcomes, first_outcome = runs(model.first_outcome, moves)
    number = np.zeros(len(inside), dtype=np.int32)
    number[positions] = np.arange(len(positions), dtype=np.int32)
    names = [model.positions[x] for x in positions.tolist()]
    part = replace(
        model,
        positions=names,
        index={name: x for x, name in enumerate(names)},
        seats=model.seats[positions],
        first_move=first_move,
        moves=[model.moves[y] for y in moves.tolist()],
        first_outcome=first_outcome,
        targets=number[model.targets[outcomes]],
        probability_numbers=model.probability_numbers[outcomes],
        end_numbers=model.end_numbers[moves],
        gains=None if model.gains is None else type(model.gains)(model.gains.table, model.gains.numbers[moves]),
    )
    return Restricted(part, positions, moves)
