"""The order in which the positions of a game can be solved, and where play can go on for ever.

Positions that can reach each other form a component (strongly connected); a component is solved when all that it leads
to is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ..solution import NotProved
from .model import Model
from .peel import peel

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
    # All outcomes of a position stand in one run, so the arrays are a sparse matrix by rows already.
    return split_graph(model.targets, model.first_outcome[model.first_move])


def split_graph(targets: NDArray[Any], rows: NDArray[np.int64]) -> Components:
    """The same of any graph: node x leads to ``targets[rows[x]:rows[x+1]]``."""
    count = len(rows) - 1
    graph = csr_array((np.ones(len(targets), dtype=np.int8), targets, rows), shape=(count, count))
    number, labels = connected_components(graph, directed=True, connection="strong")
    label = labels.astype(np.int64)
    # SciPy finishes with what a component leads to first.
    if np.any(np.repeat(label, np.diff(rows)) < label[targets]):
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
    count, moves = len(model.positions), len(model.moves)
    rows = model.first_outcome[model.first_move]
    label = components.label.astype(np.int32)
    inside = np.repeat(label, np.diff(rows)) == label[model.targets]
    if not inside.any():
        return np.zeros(count, dtype=bool)
    # A move can only be part of such a set if it never ends the game and all its outcomes stay in its component.
    never_ends = np.array([not over for over in model.end_table], dtype=bool)
    counts = np.diff(model.first_outcome)
    stays = never_ends[model.end_numbers]
    stays[np.repeat(np.arange(moves, dtype=np.int32), counts)[~inside]] = False
    owner = np.repeat(np.arange(count, dtype=np.int32), np.diff(model.first_move))
    left = np.bincount(owner[stays], minlength=count).astype(np.int32)
    in_set: NDArray[np.bool_] = left > 0
    some = np.repeat(stays, counts)
    targets = model.targets[some]
    users = np.repeat(np.arange(moves, dtype=np.int32), counts)[some][np.argsort(targets, kind="stable")]
    first_user = np.concatenate([[0], np.cumsum(np.bincount(targets, minlength=count))]).astype(np.int64)
    thrown = np.zeros(count, dtype=np.int32)
    gone = np.flatnonzero(~in_set)
    thrown[: len(gone)] = gone
    peel(in_set.view(np.uint8), stays.view(np.uint8), left, owner, first_user, users, thrown, len(gone))
    return in_set
