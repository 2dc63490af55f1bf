"""The states and moves of a model as a tool has built them: flat arrays, and the names of things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..solver.numbered import Interned, Numbered

#: The states of a model, or what a game makes of them: the values of the variables, in their order.
State = tuple[Any, ...]

#: The distinct rewards of a model's moves, and which of them each move has.
Rewards = tuple[list[Any], NDArray[np.int32]]


@dataclass(frozen=True, eq=False)
class Transitions:
    """The states and moves of a model.

    State x has the moves ``first_move[x]:first_move[x+1]``, move y the outcomes
    ``first_outcome[y]:first_outcome[y+1]``.

    Attributes
    ----------
    name : str
        What the model is called: its file's name.
    kind : str
        ``"smg"``, ``"mdp"`` or ``"dtmc"``.
    start : int
        The state in which play begins.
    columns : sequence of arrays, length states
        The values of each variable, whole numbers or bools.
    variables : tuple of str
        Their names.
    players : tuple of str
        Of a game; empty otherwise.
    owners : int64 array, length states
        The number of the player who moves, -1 if nobody.
    first_move, first_outcome, targets : int64 arrays
    moves : Numbered
        The name of each move, no two alike in a state.
    table : list of mpq
        The distinct probabilities.
    which : int32 array, length outcomes
        Which of them an outcome has.
    labels : mapping of str to bool array, length states
        Where each holds, of those that are known.
    rewards : mapping of str to Rewards
        What each move is worth, that of its state included, for each of the model's reward structures.
    deadlocks : int
        States without a move of their own, in which the model stays for ever.
    constants : mapping of str to str
        As they were given.
    remarks : tuple of str
        What a user must know of how it was read.
    """

    name: str
    kind: str
    start: int
    columns: Sequence[NDArray[Any]]
    variables: tuple[str, ...]
    players: tuple[str, ...]
    owners: NDArray[np.int64]
    first_move: NDArray[np.int64]
    first_outcome: NDArray[np.int64]
    targets: NDArray[np.int64]
    moves: Numbered
    table: list[Any]
    which: NDArray[np.int32]
    labels: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    rewards: Mapping[str, Rewards] = field(default_factory=dict)
    deadlocks: int = 0
    constants: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.first_move) - 1

    @cached_property
    def states(self) -> list[State]:
        """The values of the variables in each state."""
        return list(zip(*(column.tolist() for column in self.columns), strict=True)) if self.columns else [()]

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """Where the outcomes of each state begin, and where the last end."""
        return self.first_outcome[self.first_move]

    @cached_property
    def owner_of_outcome(self) -> NDArray[np.int64]:
        """The state that each outcome belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.rows))

    def sinks(self) -> NDArray[np.bool_]:
        """The states that no move leaves: play that comes there stays for ever."""
        owner = self.owner_of_outcome
        leaves = np.bincount(owner[self.targets != owner], minlength=len(self))
        return np.asarray(leaves == 0)

    def describe(self, state: int) -> str:
        """A state as PRISM's users write it.

        Examples
        --------
        >>> empty = np.zeros(0, dtype=np.int64)
        >>> columns, none = [np.array([3]), np.array([True])], Numbered([], empty)
        >>> Transitions("m", "mdp", 0, columns, ("x", "done"), (), *[empty] * 4, none, [], empty).describe(0)
        'x=3, done=true'
        """
        values = (str(value).lower() if isinstance(value, bool) else str(value) for value in self.states[state])
        return ", ".join(f"{name}={value}" for name, value in zip(self.variables, values, strict=True))


def check_owners(transitions: Transitions) -> None:
    """Make sure that an action that nobody owns is the only move.

    Raises
    ------
    ValueError
        It is not; the message names the state.
    """
    several = np.diff(transitions.first_move) > 1
    for x in np.flatnonzero(several & (transitions.owners < 0)).tolist()[:1]:
        own = transitions.moves[int(transitions.first_move[x]) : int(transitions.first_move[x + 1])]
        raise ValueError(
            f"{transitions.name}: no player owns the moves {', '.join(own)} in state {transitions.describe(x)}, and "
            f"there is more than one"
        )


def name_moves(table: Sequence[str], numbers: NDArray[Any], first_move: NDArray[np.int64]) -> Numbered:
    """The moves' names; one that a state has more than once gets a number, one that has none is ``[]``.

    Parameters
    ----------
    table : sequence of str
        The distinct names.
    numbers : int array, length moves
        Which of them each move has.
    first_move : int64 array, length states + 1

    Examples
    --------
    >>> list(name_moves(["a", ""], np.array([0, 0, 1, 0]), np.array([0, 3, 4])))
    ['a', 'a #2', '[]', 'a']
    """
    interned = Interned()
    same = np.array([interned.number(name or "[]") for name in table], dtype=np.int64)
    found = same[numbers] if len(table) else np.zeros(0, dtype=np.int64)
    owner = np.repeat(np.arange(len(first_move) - 1), np.diff(first_move))
    keys = owner * max(1, len(interned.table)) + found
    order = np.argsort(keys, kind="stable")
    twice = order[1:][keys[order[1:]] == keys[order[:-1]]]
    for x in np.unique(owner[twice]).tolist():
        own: set[int] = set()
        for y in range(int(first_move[x]), int(first_move[x + 1])):
            name, times = interned.table[found[y]], 1
            while found[y] in own:
                times += 1
                found[y] = interned.number(f"{name} #{times}")
            own.add(int(found[y]))
    return Numbered(interned.table, found.astype(np.int32))
