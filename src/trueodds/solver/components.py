"""The order in which the positions of a game can be solved, and where play can go on for ever.

Positions that can reach each other form a component (strongly connected); a component is solved when all that it leads
to is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ..solution import NotProved
from .model import Model

_NAMED = 3  # positions that a message names


class Components(NamedTuple):
    """Positions grouped by component, those that a component leads to before it.

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


def find_components(model: Model) -> Components:
    """Split the positions into strongly connected components, in order of dependency (SciPy, Pearce's algorithm).

    Cost: linear in the number of outcomes.

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> found = find_components(explore(trueodds.RiskOrSafety(target=2)))
    >>> [len(found.members[a:b]) for a, b in zip(found.first, found.first[1:])]
    [2, 2, 2, 2]
    """
    count = len(model.positions)
    # All outcomes of a position stand in one run, so the arrays are a sparse matrix by rows already.
    rows = model.first_outcome[model.first_move]
    graph = csr_array((np.ones(len(model.targets), dtype=np.int8), model.targets, rows), shape=(count, count))
    number, labels = connected_components(graph, directed=True, connection="strong")
    label = labels.astype(np.int64)
    sources = np.repeat(np.arange(count), np.diff(rows))
    if np.any(label[sources] < label[model.targets]):  # SciPy finishes with what a component leads to first
        raise RuntimeError("components are not in order of dependency")
    members = np.argsort(label, kind="stable")
    first = np.concatenate([[0], np.cumsum(np.bincount(label, minlength=number))])
    return Components(members, first.astype(np.int64), label)


def check_ends(model: Model, components: Components, otherwise: str = "is refused here") -> None:
    """Make sure that the game ends with probability 1, whatever both players do.

    Parameters
    ----------
    model, components : Model, Components
        The game.
    otherwise : str
        What becomes of a game that can go on for ever and says what that is worth; "it" is the subject.

    Raises
    ------
    NotProved
        Play can go on for ever; the message names positions where it can.
    """
    found = np.flatnonzero(find_endless(model, components)).tolist()
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


def find_endless(model: Model, components: Components) -> NDArray[np.bool_]:
    """The positions in which play can be kept for ever, if both players want it.

    It can if there is a set of positions in each of which some move surely stays in the set; the largest such set is
    found by throwing out, again and again, positions all whose moves may leave it.

    Returns
    -------
    bool array, length positions

    Examples
    --------
    >>> import trueodds
    >>> from trueodds.solver.model import explore
    >>> model = explore(trueodds.RiskOrSafety(target=2))
    >>> find_endless(model, find_components(model)).any().item()
    False
    """
    sizes = np.diff(components.first)
    rows = model.first_outcome[model.first_move]
    sources = np.repeat(np.arange(len(model.positions)), np.diff(rows))
    inside = components.label[sources] == components.label[model.targets]
    if not inside.any():
        return np.zeros(len(model.positions), dtype=bool)
    looping = np.zeros(len(sizes), dtype=bool)
    looping[components.label[sources[inside]]] = True
    # A move can only be part of such a set if it never ends the game and all its outcomes stay in its component.
    counts = np.diff(model.first_outcome)
    move_of = np.repeat(np.arange(len(model.moves)), counts)
    stays = np.bincount(move_of, weights=inside, minlength=len(model.moves)) == counts
    stays &= np.fromiter((not over for over in model.ends), dtype=bool, count=len(model.moves))
    owner = np.repeat(np.arange(len(model.positions)), np.diff(model.first_move))
    left = np.bincount(owner[stays], minlength=len(model.positions))
    in_set: NDArray[np.bool_] = looping[components.label]
    users: dict[int, list[int]] = {}
    for outcome in np.flatnonzero(stays[move_of]).tolist():
        users.setdefault(int(model.targets[outcome]), []).append(int(move_of[outcome]))
    thrown = np.flatnonzero(in_set & (left == 0)).tolist()
    in_set[thrown] = False
    while thrown:
        for move in users.get(thrown.pop(), ()):
            if stays[move]:
                stays[move] = False
                position = int(owner[move])
                left[position] -= 1
                if left[position] == 0 and in_set[position]:
                    in_set[position] = False
                    thrown.append(position)
    return in_set
