"""Read and write UMB, the binary exchange format of model checkers, with the library umbi."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ..runtime.files import atomic_write, make_temporary_folder
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
        model = library.umb.read(path)  # the model objects of umbi 0.2.5 are slow and keep only the last label
    except Exception as error:
        text = " ".join(str(error).split())
        raise ValueError(f"{name}: not a readable UMB file ({text[:79]}{'…' * (len(text) > 79)})") from None
    system, count = model.index.transition_system, model.index.transition_system.num_states
    check_size(name, count, max_positions)
    if system.time != "discrete":
        raise ValueError(f"{name}: the time of the model must be discrete, not {system.time}")
    if system.num_observations:
        raise ValueError(f"{name}: partially observable models are not supported")
    starts = np.flatnonzero(model.state_is_initial)
    if len(starts) != 1:
        raise ValueError(f"{name}: there must be exactly one initial state, not {len(starts)}")
    first_move = np.array(model.state_to_choices if model.state_to_choices is not None else range(count + 1))
    choices = int(first_move[-1])
    first_outcome = np.array(model.choice_to_branches or range(choices + 1))
    chances = model.branch_to_probability or [1] * len(model.branch_to_target)
    kind = "smg" if system.num_players > 1 else "mdp" if system.num_players or choices > count else "dtmc"
    actions, texts = model.choice_to_choice_action, model.choice_action_to_string
    named = bool(actions and texts)
    notes = model.annotations or {}
    labels = {label: part["states"] for label, part in notes.get("aps", {}).items() if "states" in part}
    return assemble(
        name,
        kind,
        int(starts[0]),
        _variables(model, count),
        tuple(system.player_to_name or ()),
        model.state_to_player,
        (first_move, first_outcome, np.array(model.branch_to_target)),
        Numbered(texts if named else [""], np.array(actions if named else [0] * choices)),
        _numbered(chances),
        {
            title: (_numbered(part.get("states")), _numbered(part.get("choices")), _numbered(part.get("branches")))
            for title, part in notes.get("rewards", {}).items()
        },
        nearest,
        labels={label: np.array(where, dtype=bool) for label, where in labels.items()},
    )


def _numbered(items: list[Any] | None) -> Any:
    """Convert a list to a `Numbered`; leave None and [] as they are."""
    interned = Interned()
    return items and Numbered(interned.table, np.array([interned.number(element) for element in items], dtype=np.int32))


def _variables(model: Any, count: int) -> tuple[list[Any], tuple[str, ...]]:
    """Return the variables if they identify the state and are whole numbers or bools, otherwise the state's number."""
    states = (model.valuations or {}).get("states") or [{}]
    names = tuple(states[0])
    columns = [[state[name] for state in states] for name in names]
    are_whole = all(isinstance(value, int) for column in columns for value in column)
    if names and are_whole and len(set(zip(*columns, strict=True))) == count:
        return [np.array(column) for column in columns], names
    return [np.arange(count)], ("state",)


def write_umb(transitions: Transitions, path: str | os.PathLike[str]) -> None:
    """Write a model with its labels, but not its variables or rewards, to a UMB file."""
    library = _import_umbi().ats
    model = library.ExplicitAts()
    game = transitions.kind == "smg"
    model.num_players = len(transitions.players) if game else 0 if transitions.kind == "dtmc" else 1
    if game:
        model.player_to_name = list(transitions.players)
    names = Interned()
    numbers = [names.number(move) for move in transitions.moves]
    model.num_choice_actions, model.choice_action_to_name = len(names.table), list(names.table)
    for _ in range(len(transitions)):
        model.add_state()
    if model.num_players:
        model.state_to_player = transitions.owners.tolist()
    first_move, first = transitions.first_move.tolist(), transitions.first_outcome.tolist()
    table = [Fraction(int(chance.numerator), int(chance.denominator)) for chance in transitions.table]
    for x in range(len(transitions)):
        for y in range(first_move[x], first_move[x + 1]):
            choice = model.add_state_choice(x)
            choice.action = numbers[y]
            for z in range(first[y], first[y + 1]):
                choice.add_branch(int(transitions.targets[z]), table[transitions.which[z]])
    model.set_initial_states([transitions.start])
    for label, where in transitions.labels.items():
        model.add_ap_annotation(label).set_state_values(where.tolist())
    with make_temporary_folder() as folder, atomic_write(path) as out:
        file = folder / "model.umb"
        library.write(model, file)
        out.buffer.write(file.read_bytes())
