"""The states and moves of a model as arrays, and their construction from the contents of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..solution import pluralize
from ..solver.arrays import check_sums
from ..solver.checked_rules import TooLargeError
from ..solver.numbered import Interned, Numbered, make_distinct
from .formulas import to_exact

#: A state: the values of the variables, in order. In a game, a position may end with the number of steps left.
State = tuple[Any, ...]

#: The distinct rewards of a model's moves, and the index of each move's reward among them.
Rewards = tuple[list[Any], NDArray[np.int32]]

#: The rewards of states, of moves and of outcomes in a file, each None if the file has no such rewards.
GivenRewards = tuple[Numbered | None, Numbered | None, Numbered | None]


@dataclass(frozen=True, eq=False)
class Transitions:
    """The states and moves of a model.

    State x has the moves ``first_move[x]:first_move[x+1]``, move y has the outcomes
    ``first_outcome[y]:first_outcome[y+1]``, and outcome z leads to the state ``targets[z]`` with probability
    ``table[which[z]]``. `kind` is ``"smg"``, ``"mdp"`` or ``"dtmc"``. `columns` holds, for each of the `variables`, its
    value in each state: whole numbers or bools. `owners` holds the number of the player who moves in each state, or -1
    for nobody; unless `kind` is ``"smg"``, all are 0 and `players` is empty. Names in `moves` are unique within a
    state. `rewards` maps each reward structure to the expected reward of each move, including the reward of the move's
    state. `remarks` are for users.
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
        """The index of the first outcome of each state, followed by the total number of outcomes."""
        return self.first_outcome[self.first_move]

    @cached_property
    def owner_of_outcome(self) -> NDArray[np.int64]:
        """For each outcome, the state whose move has it."""
        return np.repeat(np.arange(len(self)), np.diff(self.rows))

    def sinks(self) -> NDArray[np.bool_]:
        """Return a mask of the states that no move leaves."""
        owner = self.owner_of_outcome
        leaves = np.bincount(owner[self.targets != owner], minlength=len(self))
        return np.asarray(leaves == 0)

    def describe(self, state: int) -> str:
        """Return a state as PRISM writes it, such as ``x=3, done=true``."""
        values = (str(value).lower() if isinstance(value, bool) else str(value) for value in self.states[state])
        return ", ".join(f"{name}={value}" for name, value in zip(self.variables, values, strict=True))


#: A model is rejected if its number of states exceeds the maximum number of positions times this factor. In published
#: models, up to half of the states are not positions of the game: play is decided there or never reaches them.
STATES_PER_POSITION = 2


def check_size(name: str, states: int, max_positions: int) -> None:
    """Raise TooLargeError for a model with too many states."""
    if states > STATES_PER_POSITION * max_positions:
        limit = pluralize(max_positions, "position")
        raise TooLargeError(f"{name} has {states:,} states, over twice the limit of {limit}")


def assemble(
    name: str,
    kind: str,
    start: int,
    states: tuple[Sequence[NDArray[Any]], tuple[str, ...]],
    players: tuple[str, ...],
    owners: Any,
    rows: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]],
    moves: Numbered,
    chances: Numbered,
    rewards: Mapping[str, GivenRewards] | None = None,
    nearest: int | None = None,
    line: Callable[[int], int] | None = None,
    **more: Any,
) -> Transitions:
    """Return a model built from the contents of a file, after checking them.

    The arguments are the fields of `Transitions`, with three differences: `states` holds ``columns`` and ``variables``;
    `rows` holds ``first_move``, ``first_outcome`` and ``targets``; and `moves`, `chances` and `rewards` are as in the
    file. With `nearest`, each probability is replaced by the nearest fraction whose denominator is at most `nearest`.
    `line` maps an outcome to its line in the file.
    """
    first_move, first_outcome, targets = rows

    def where(z: int) -> str:
        return f"{name}: line {line(z)}" if line else name

    def move(y: int) -> str:
        x = int(np.searchsorted(first_move, y, side="right")) - 1
        return f"choice {y - first_move[x]} of state {x}"

    if (lost := np.diff(first_move) == 0).any():
        raise ValueError(f"{name}: state {int(lost.argmax())} has no move")
    mover = np.repeat(np.arange(len(first_outcome) - 1, dtype=np.int32), np.diff(first_outcome))
    for z in _find_repeated(mover.astype(np.int64) * len(first_move) + targets).tolist():
        raise ValueError(f"{where(z)}: target {targets[z]} appears twice in {move(int(mover[z]))}")
    table, changed = [], 0
    for n, value in enumerate(chances.table):
        chance = to_exact(value)
        if chance is not None and nearest is not None:
            near = to_exact(Fraction(int(chance.numerator), int(chance.denominator)).limit_denominator(nearest))
            changed += near != chance
            chance = near
        if chance is None or not 0 < chance <= 1:
            rounding = (
                f", rounded to a denominator up to {int(nearest):,}," if nearest and to_exact(value) is not None else ""
            )
            z = int(np.flatnonzero(chances.numbers == n)[0])
            given = f"probability {str(value)[:40]!r}{rounding}"
            raise ValueError(f"{where(z)}: {given} must be a number above 0 and at most 1")
        table.append(chance)
    remark = (
        f"the model was changed: the nearest fractions with denominators up to {int(nearest or 0):,} replaced "
        f"{changed:,} of {len(table):,} distinct probabilities"
    )

    def describe_move(y: int) -> str:
        return f"of {move(y)}" + (f" (line {line(int(first_outcome[y]))})" if line else "")

    check_sums(table, chances.numbers, first_outcome, describe_move, name)
    transitions = Transitions(
        name,
        kind,
        start,
        *states,
        players if kind == "smg" else (),
        np.asarray(owners, dtype=np.int64) if kind == "smg" else np.zeros(len(first_move) - 1, dtype=np.int64),
        *rows,
        name_moves(moves.table, moves.numbers, first_move),
        table,
        chances.numbers,
        remarks=((remark,) if changed else ()) + tuple(more.pop("remarks", ())),
        rewards={
            title: _average_rewards(f"{name}: reward", value, rows, table, chances.numbers, mover)
            for title, value in (rewards or {}).items()
        },
        **more,
    )
    is_choice = np.diff(first_move) > 1
    for x in np.flatnonzero(is_choice & (transitions.owners < 0)).tolist():
        names = ", ".join(transitions.moves[int(first_move[x]) : int(first_move[x + 1])])
        raise ValueError(f"{name}: no player owns state {transitions.describe(x)}, which has several moves: {names}")
    return transitions


def _average_rewards(
    what: str,
    parts: GivenRewards,
    rows: tuple[NDArray[np.int64], ...],
    table: list[Any],
    which: NDArray[np.int32],
    mover: NDArray[np.int32],
) -> Rewards:
    """Return the expected reward of each move: its state's reward plus its own plus the mean reward of its outcomes."""

    def numbers(part: Numbered | None, count: int) -> tuple[list[Any], NDArray[Any]]:
        if part is None:
            return [mpq(0)], np.zeros(count, dtype=np.int32)
        rewards = [to_exact(reward) for reward in part.table]
        if None in rewards:
            raise ValueError(f"{what} {str(part.table[rewards.index(None)])[:40]!r} is not a finite number")
        return rewards, part.numbers

    first_move, first_outcome, _ = rows
    own, of_state = numbers(parts[0], len(first_move) - 1)
    made, of_move = numbers(parts[1], len(first_outcome) - 1)
    pairs, inverse = np.unique(np.repeat(of_state, np.diff(first_move)) * len(made) + of_move, return_inverse=True)
    interned = Interned()
    indices = np.array(
        [interned.number(own[n // len(made)] + made[n % len(made)]) for n in pairs.tolist()], dtype=np.int32
    )
    result = indices[inverse]
    gained, of_outcome = numbers(parts[2], len(mover))
    sums: dict[int, Any] = {}
    for z in np.flatnonzero(np.array([gain != 0 for gain in gained])[of_outcome]).tolist():
        y = int(mover[z])
        sums[y] = sums.get(y, 0) + table[which[z]] * gained[of_outcome[z]]
    for y, mean in sums.items():
        result[y] = interned.number(interned.table[result[y]] + mean)
    return interned.table, result


def name_moves(
    table: Sequence[str], numbers: NDArray[Any], first_move: NDArray[np.int64], mark: str = " #"
) -> Numbered:
    """Return the names of moves; `mark` and a number make them distinct in a state. An empty name becomes ``[]``."""
    interned = Interned()
    same = np.array([interned.number(name or "[]") for name in table], dtype=np.int64)
    names = same[numbers]
    owner = np.repeat(np.arange(len(first_move) - 1), np.diff(first_move))
    for x in np.unique(owner[_find_repeated(owner * len(interned.table) + names)]).tolist():
        part = slice(int(first_move[x]), int(first_move[x + 1]))
        own = [interned.table[n] for n in names[part].tolist()]
        names[part] = [interned.number(name) for name in make_distinct(own, mark)]
    return Numbered(interned.table, names.astype(np.int32))


def _find_repeated(keys: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return the indices of all keys that also occur earlier."""
    order = np.argsort(keys, kind="stable")
    repeats: NDArray[np.intp] = order[1:][keys[order[1:]] == keys[order[:-1]]]
    return repeats
