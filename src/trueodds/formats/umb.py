"""Read and write UMB, the binary exchange format of model checkers, with the library umbi."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ..runtime.files import atomic_write, temporary_folder
from ..solver.model import MAX_POSITIONS
from ..solver.numbered import Interned, Numbered
from .transitions import Transitions, assemble, check_size


def _import_umbi() -> Any:
    try:
        import umbi
    except ImportError:
        raise ModuleNotFoundError('UMB files need umbi: pip install "trueodds[umb]"') from None
    return umbi


def read_transitions(
    path: str | os.PathLike[str], nearest: int | None = None, max_positions: int = MAX_POSITIONS
) -> Transitions:
    """Read a model with its labels and rewards from a UMB file."""
    library = _import_umbi()
    name = Path(path).name
    with open(path, "rb"):
        pass  # raise OSError here, because errors from the library do not name the file
    try:
        found = library.umb.read(path)  # the model objects of umbi 0.2.5 are slow and keep only the last label
    except Exception as error:
        raise ValueError(f"{name}: not a readable UMB file ({' '.join(str(error).split())[:80]})") from None
    system, count = found.index.transition_system, found.index.transition_system.num_states
    check_size(name, count, max_positions)
    if system.time != "discrete":
        raise ValueError(f"{name}: only discrete-time models are supported, not {system.time}-time models")
    if system.num_observations:
        raise ValueError(f"{name}: partially observable models are not supported")
    starts = np.flatnonzero(found.state_is_initial)
    if len(starts) != 1:
        raise ValueError(f"{name}: there must be 1 initial state, not {len(starts)}")
    first_move = np.array(found.state_to_choices if found.state_to_choices is not None else range(count + 1))
    choices = int(first_move[-1])
    first_outcome = np.array(found.choice_to_branches or range(choices + 1))
    chances = found.branch_to_probability or [1] * len(found.branch_to_target)
    kind = "smg" if system.num_players > 1 else "mdp" if system.num_players or choices > count else "dtmc"
    actions, texts = found.choice_to_choice_action, found.choice_action_to_string
    named = bool(actions and texts)
    given = found.annotations or {}
    labels = {label: own["states"] for label, own in given.get("aps", {}).items() if "states" in own}
    return assemble(
        name,
        kind,
        int(starts[0]),
        _variables(found, count),
        tuple(system.player_to_name or ()),
        found.state_to_player,
        (first_move, first_outcome, np.array(found.branch_to_target)),
        Numbered(texts if named else [""], np.array(actions if named else [0] * choices)),
        _numbered(chances),
        {
            title: (_numbered(own.get("states")), _numbered(own.get("choices")), _numbered(own.get("branches")))
            for title, own in given.get("rewards", {}).items()
        },
        nearest,
        labels={label: np.array(where, dtype=bool) for label, where in labels.items()},
    )


def _numbered(given: list[Any] | None) -> Any:
    """Return a list with each distinct element stored once, or None if there is no list."""
    interned = Interned()
    return given and Numbered(interned.table, np.array([interned.number(element) for element in given], dtype=np.int32))


def _variables(found: Any, count: int) -> tuple[list[Any], tuple[str, ...]]:
    """Return the variables if their whole numbers or bools identify the state, or else the number of the state."""
    states = (found.valuations or {}).get("states") or [{}]
    names = tuple(states[0])
    columns = [[state[name] for state in states] for name in names]
    whole = all(isinstance(value, int) for column in columns for value in column)
    if names and whole and len(set(zip(*columns, strict=True))) == count:
        return [np.array(column) for column in columns], names
    return [np.arange(count)], ("state",)


def write_umb(transitions: Transitions, path: str | os.PathLike[str]) -> None:
    """Write a model as a UMB file, completely or not at all."""
    library = _import_umbi().ats
    made = library.ExplicitAts()
    game = transitions.kind == "smg"
    made.num_players = len(transitions.players) if game else 0 if transitions.kind == "dtmc" else 1
    if game:
        made.player_to_name = list(transitions.players)
    names = Interned()
    numbers = [names.number(move) for move in transitions.moves]
    made.num_choice_actions, made.choice_action_to_name = len(names.table), list(names.table)
    for _ in range(len(transitions)):
        made.add_state()
    if made.num_players:
        made.state_to_player = transitions.owners.tolist()
    first_move, first = transitions.first_move.tolist(), transitions.first_outcome.tolist()
    table = [Fraction(int(chance.numerator), int(chance.denominator)) for chance in transitions.table]
    for x in range(len(transitions)):
        for y in range(first_move[x], first_move[x + 1]):
            choice = made.add_state_choice(x)
            choice.action = numbers[y]
            for z in range(first[y], first[y + 1]):
                choice.add_branch(int(transitions.targets[z]), table[transitions.which[z]])
    made.set_initial_states([transitions.start])
    for label, where in transitions.labels.items():
        made.add_ap_annotation(label).set_state_values(where.tolist())
    with temporary_folder() as folder, atomic_write(path) as out:
        written = folder / "model.umb"
        library.write(made, written)
        out.buffer.write(written.read_bytes())
