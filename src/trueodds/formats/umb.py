"""UMB, the binary format that model checkers share, read and written through the library umbi."""

from __future__ import annotations

import os
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from gmpy2 import mpq

from ..runtime.files import atomic_write
from ..solver.flat import check_sums
from ..solver.numbered import Interned
from .ask import ask
from .model_game import ModelGame
from .properties import Property
from .transitions import Rewards, Transitions, check_owners, name_moves

INSTALL = 'UMB files are read and written by umbi: pip install "trueodds[umb]"'


def _library() -> Any:
    try:
        import umbi
    except ImportError:
        raise ModuleNotFoundError(INSTALL) from None
    return umbi


def read_umb(path: str | os.PathLike[str], question: str | Property, nearest: int | None = None) -> ModelGame:
    """A property of a model in a UMB file, as a game.

    Parameters
    ----------
    path : path
        The file.
    question : str or Property
        Such as ``<<first>> Pmax=? [ F "won" ]``.
    nearest : int, optional
        Take for each probability the nearest fraction with a denominator up to this, which changes the model.

    Returns
    -------
    ModelGame

    Raises
    ------
    ValueError
        The file or the property cannot be read, or probabilities do not add to 1; in one line. ModuleNotFoundError:
        umbi is not installed. OSError: there is no such file.
    """
    return ask(read_transitions(path, nearest), question)


def read_transitions(path: str | os.PathLike[str], nearest: int | None = None) -> Transitions:
    """The model alone, with all labels and rewards."""
    library = _library()
    name = Path(path).name
    with open(path, "rb"):
        pass  # the library's own errors name no file
    try:
        found = library.umb.read(path)  # not its objects a state: they are slow, and keep the last label alone (0.2.5)
    except Exception as error:
        raise ValueError(f"{name}: no UMB file that can be read ({' '.join(str(error).split())[:80]})") from None
    system, count = found.index.transition_system, found.index.transition_system.num_states
    if system.time != "discrete":
        raise ValueError(f"{name}: models in {system.time} time are not solved; there are discrete ones")
    if system.num_observations:
        raise ValueError(f"{name}: partially observed models are not solved")
    starts = np.flatnonzero(found.state_is_initial)
    if len(starts) != 1:
        raise ValueError(f"{name}: {len(starts)} initial states; one is needed")
    first_move = np.array(found.state_to_choices if found.state_to_choices is not None else range(count + 1))
    if (np.diff(first_move) == 0).any():
        raise ValueError(f"{name}: state {int((np.diff(first_move) == 0).argmax())} has no move")
    first_outcome = np.array(found.choice_to_branches or range(int(first_move[-1]) + 1))
    chances = found.branch_to_probability or [1] * len(found.branch_to_target)
    table, which, changed = _table(name, chances, nearest)
    check_sums(table, which, first_outcome, lambda y: f"of choice {y}", name)
    kind = "smg" if system.num_players > 1 else "mdp" if system.num_players or first_move[-1] > count else "dtmc"
    columns, variables = _variables(found, count)
    players = system.player_to_name or [str(number + 1) for number in range(system.num_players)]
    actions, texts = found.choice_to_choice_action, found.choice_action_to_string
    named = bool(actions and texts)
    moves = name_moves(texts if named else [""], np.array(actions if named else [0] * int(first_move[-1])), first_move)
    given = found.annotations or {}
    transitions = Transitions(
        name,
        kind,
        int(starts[0]),
        columns,
        variables,
        tuple(players) if kind == "smg" else (),
        np.array(found.state_to_player if kind == "smg" else [0] * count),
        first_move,
        first_outcome,
        np.array(found.branch_to_target),
        moves,
        table,
        which,
        {label: np.array(own["states"], dtype=bool) for label, own in given.get("aps", {}).items() if "states" in own},
        {reward: _rewards(own, name, first_move) for reward, own in given.get("rewards", {}).items()},
        remarks=(f"the model was changed: {changed} probabilities are the nearest with denominators to {nearest}",)
        if changed
        else (),
    )
    if kind == "smg":
        check_owners(transitions)
    return transitions


def _table(name: str, chances: list[Any], nearest: int | None) -> tuple[list[Any], Any, int]:
    """The distinct probabilities, which of them each outcome has, and how many were changed."""
    interned, changed = Interned(), 0
    which = np.array([interned.number(chance) for chance in chances], dtype=np.int32)
    exact = [_exact(name, chance) for chance in interned.table]
    if nearest is not None:
        near = [chance.limit_denominator(nearest) for chance in exact]
        changed, exact = sum(one != other for one, other in zip(exact, near, strict=True)), near
    return [mpq(chance.numerator, chance.denominator) for chance in exact], which, changed


def _exact(name: str, chance: Any) -> Fraction:
    try:
        return Fraction(1 if chance is None else chance)
    except (TypeError, ValueError):
        raise ValueError(f"{name}: probability {str(chance)[:40]} is not a number; intervals are not solved") from None


def _variables(found: Any, count: int) -> tuple[list[Any], tuple[str, ...]]:
    """The values of the variables in each state; a state's number where they are not all whole numbers or bools."""
    states = (found.valuations or {}).get("states") or [{}]
    names = tuple(states[0])
    columns = [[state[name] for state in states] for name in names]
    whole = all(isinstance(value, int) for column in columns for value in column)
    if names and whole and len(set(zip(*columns, strict=True))) == count:
        return [np.array(column) for column in columns], names
    return [np.arange(count)], ("state",)


def _rewards(given: dict[str, list[Any]], name: str, first_move: Any) -> Rewards:
    """The reward of each move, that of its state included."""
    if "branches" in given:
        raise ValueError(f"{name}: rewards of single outcomes are not solved; there are those of states and choices")
    total = [mpq(0)] * int(first_move[-1])
    for x, value in enumerate(given.get("states", [])):
        for y in range(int(first_move[x]), int(first_move[x + 1])):
            total[y] += mpq(_exact(name, value))
    for y, value in enumerate(given.get("choices", [])):
        total[y] += mpq(_exact(name, value))
    interned = Interned()
    numbers = np.array([interned.number(value) for value in total], dtype=np.int32)
    return interned.table, numbers


def write_umb(transitions: Transitions, path: str | os.PathLike[str]) -> None:
    """Write a model as a UMB file, whole or not at all.

    Raises
    ------
    ModuleNotFoundError
        umbi is not installed.
    """
    library = _library().ats
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
    with tempfile.TemporaryDirectory(prefix="trueodds-") as folder, atomic_write(path) as out:
        written = Path(folder, "model.umb")
        library.write(made, written)
        out.buffer.write(written.read_bytes())
