"""PRISM's explicit files, read by hand: .tra, and beside it .sta, .lab, .srew and .trew of the same name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..runtime.memory import require_memory
from ..solver.flat import check_sums
from ..solver.numbered import Numbered
from .ask import ask
from .model_game import ModelGame
from .properties import Property
from .tokens import Rows
from .transitions import Rewards, Transitions, check_owners, name_moves

_HEADER = re.compile(rb"([0-9]+)(?::([0-9]+))?((?:\s+[0-9]+){1,3})\s*")
_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]{1,4})?|\.[0-9]+([eE][-+]?[0-9]{1,4})?|[0-9]+/0*[1-9][0-9]*")
_BYTES = (60, 100)  # a state and a transition, while they are read
_SHORTEST = 6  # bytes of a row
_LABEL = re.compile(r'([0-9]+)="([^"]*)"')

_Ints = NDArray[np.int64]


def read_explicit(path: str | os.PathLike[str], question: str | Property, nearest: int | None = None) -> ModelGame:
    """A property of a model in PRISM's explicit files, as a game.

    Parameters
    ----------
    path : path
        The transitions, ``NAME.tra``. States get the variables of ``NAME.sta``, if there is one, labels those of
        ``NAME.lab``, and there are the rewards of ``NAME.srew``, ``NAME.trew``, ``NAME1.srew`` and so on.
    question : str or Property
        Such as ``<<1>> Pmax=? [ F "won" ]``. Players are called by number, from 1.
    nearest : int, optional
        Take for each probability the nearest fraction with a denominator up to this, which changes the model.

    Returns
    -------
    ModelGame

    Raises
    ------
    ValueError
        A file or the property cannot be read, or the probabilities of a move do not add to 1; in one line.
    OSError
        There is no such file.
    MemoryError
        What a header announces does not fit.
    """
    return ask(read_transitions(path, nearest), question)


def read_transitions(path: str | os.PathLike[str], nearest: int | None = None) -> Transitions:
    """The model alone, with all labels and rewards that lie beside it."""
    place = Path(path)
    name = place.name
    with open(place, "rb") as file:
        kind, counts, players, line = _header(file, name, place.stat().st_size)
        states = counts[0]
        colon = kind == "smg"
        rows = Rows(
            {"dtmc": 2, "mdp": 3, "smg": 4}[kind], 2, colon, lambda at, why: ValueError(f"{name}: line {at}: {why}")
        )
        rows.read(file, line + 1)
    *numbers, which, action = rows.columns()
    if len(which) != counts[-1]:
        raise ValueError(f"{name}: {counts[-1]} transitions are announced, and there are {len(which)}; truncated?")
    state, target = numbers[0], numbers[-1]
    owner = numbers[1] if kind == "smg" else np.zeros(len(state), dtype=np.int64)
    choice = numbers[-2] if kind != "dtmc" else np.zeros(len(state), dtype=np.int64)
    for what, column, limit in (("state", state, states), ("state", target, states), ("player", owner, players or 1)):
        wrong = column >= limit
        if wrong.any():
            at = int(wrong.argmax())
            raise ValueError(f"{name}: line {rows.line(at)}: {what} {column[at]}, allowed are 0 to {limit - 1}")
    order = _sorted(state, choice, target)
    if order is not None:
        state, choice, target, owner = state[order], choice[order], target[order], owner[order]
        which, action = which[order], action[order]

    def line_of(row: int) -> int:
        return rows.line(row if order is None else int(order[row]))

    return _assemble(
        place, kind, states, counts, players, (state, owner, choice, target, which, action), rows, line_of, nearest
    )


def _header(file: BinaryIO, name: str, size: int) -> tuple[str, list[int], int, int]:
    """The kind of model, the numbers of states, choices and transitions, of players, and the header's line."""
    line = 0
    for text in file:
        line += 1
        if text.strip() and not text.startswith(b"#"):
            break
    else:
        raise ValueError(f"{name}: empty; a .tra file begins with the numbers of states and transitions")
    found = _HEADER.fullmatch(text)
    numbers = [found[1], *found[3].split()] if found else []
    if not found or (found[2] and len(numbers) != 3) or len(numbers) > 3 or any(len(one) > 18 for one in numbers):
        shown = text.decode(errors="replace").strip()[:40]
        raise ValueError(
            f"{name}: line {line}: {shown!r} is not a header such as '5:2 9 11' (states:players choices transitions), "
            f"'5 9 11' (of one player) or '5 9' (of a chain)"
        )
    counts = [int(one) for one in numbers]
    states, transitions = counts[0], counts[-1]
    if states == 0 or states > transitions:
        raise ValueError(f"{name}: {states} states and {transitions} transitions: each state needs one at least")
    require_memory(_BYTES[0] * states + _BYTES[1] * transitions, f"{name}, of {states} states as its header says")
    if transitions * _SHORTEST > size + _SHORTEST:
        raise ValueError(f"{name}: {transitions} transitions are announced, and the file has {size} bytes; truncated?")
    kind = "smg" if found[2] else "mdp" if len(counts) == 3 else "dtmc"
    return kind, counts, int(found[2] or 0), line


def _sorted(state: _Ints, choice: _Ints, target: _Ints) -> _Ints | None:
    """The order of the rows by state, choice and target; None if they are in it."""
    same = state[1:] == state[:-1]
    up = (state[1:] > state[:-1]) | (same & (choice[1:] > choice[:-1]))
    up |= same & (choice[1:] == choice[:-1]) & (target[1:] >= target[:-1])
    return None if up.all() else np.lexsort((target, choice, state)).astype(np.int64)


def _assemble(
    place: Path,
    kind: str,
    states: int,
    counts: list[int],
    players: int,
    columns: tuple[NDArray[Any], ...],
    rows: Rows,
    line_of: Callable[[int], int],
    nearest: int | None,
) -> Transitions:
    """The model from its rows, in order."""
    name = place.name
    state, owner, choice, target, which, action = columns
    new_move = np.ones(len(state), dtype=bool)
    new_move[1:] = (state[1:] != state[:-1]) | (choice[1:] != choice[:-1])
    begins = np.flatnonzero(new_move)
    moves = len(begins)
    if kind != "dtmc" and moves != counts[1]:
        raise ValueError(f"{name}: {counts[1]} choices are announced, and there are {moves}")
    first_outcome = np.append(begins, len(state))
    first_move = np.concatenate([[0], np.cumsum(np.bincount(state[begins], minlength=states))])
    lost = np.diff(first_move) == 0
    if lost.any():
        raise ValueError(f"{name}: state {int(lost.argmax())} has no move")
    twice = ~new_move[1:] & (target[1:] == target[:-1])
    if twice.any():
        row = int(twice.argmax()) + 1
        raise ValueError(f"{name}: line {line_of(row)}: target {target[row]} is there twice in choice {choice[row]}")
    owners = owner[first_outcome[first_move[:-1]]]
    if kind == "smg" and (other := owners[state] != owner).any():
        row = int(other.argmax())
        raise ValueError(
            f"{name}: line {line_of(row)}: player {owner[row]} in state {state[row]}, which is player "
            f"{owners[state[row]]}'s"
        )
    written = rows.distinct(0)
    table, remarks = _chances(name, written, nearest, lambda n: line_of(int(np.flatnonzero(which == n)[0])))
    check_sums(
        table,
        which,
        first_outcome,
        lambda y: f"of choice {choice[begins[y]]} in state {state[begins[y]]} (line {line_of(int(begins[y]))})",
        name,
    )
    transitions = Transitions(
        name,
        kind,
        0,
        [np.arange(states)],
        ("state",),
        tuple(str(player + 1) for player in range(players)),
        owners if kind == "smg" else np.zeros(states, dtype=np.int64),
        first_move,
        first_outcome,
        target,
        _named(rows.distinct(1), action[begins], first_move),
        table,
        which,
        remarks=remarks,
    )
    if kind == "smg":
        check_owners(transitions)
    return _with_files_beside(transitions, place, choice[begins])


def _named(actions: list[str], action: NDArray[Any], first_move: _Ints) -> Numbered:
    """The moves' names; those of a state are numbered where they have none."""
    place = np.arange(len(action)) - np.repeat(first_move[:-1], np.diff(first_move))
    without = action < 0
    most = int(place[without].max(initial=-1)) + 1
    table = [*actions, *(f"choice {number}" for number in range(most))]
    return name_moves(table, np.where(without, len(actions) + place, action), first_move)


def _chances(
    name: str, written: list[str], nearest: int | None, line_of: Callable[[int], int]
) -> tuple[list[Any], tuple[str, ...]]:
    """The distinct probabilities as fractions, and what was changed."""
    found, changed = [], 0
    for n, text in enumerate(written):
        chance = mpq(text) if _NUMBER.fullmatch(text) else None
        if chance is not None and nearest is not None:
            near = Fraction(int(chance.numerator), int(chance.denominator)).limit_denominator(nearest)
            changed += near != chance
            chance = mpq(near.numerator, near.denominator)
        if chance is None or not 0 < chance <= 1:
            what = "is not a number above 0 and at most 1" if nearest is None else f"is 0 to the nearest {nearest}th"
            raise ValueError(f"{name}: line {line_of(n)}: probability {text[:40]!r} {what}")
        found.append(chance)
    if not changed:
        return found, ()
    return found, (
        f"the model was changed: of {len(found)} distinct probabilities {changed} are not as in the file, but the "
        f"nearest fractions with denominators to {nearest}",
    )


def _with_files_beside(transitions: Transitions, place: Path, choices: _Ints) -> Transitions:
    """The model with the states' variables, labels and rewards from files of the same name."""
    stem, count = place.with_suffix(""), len(transitions)
    columns, variables = transitions.columns, transitions.variables
    if (file := stem.with_suffix(".sta")).exists():
        columns, variables = _read_states(file, count)
    labels = _read_labels(file, count) if (file := stem.with_suffix(".lab")).exists() else {}
    starts = np.flatnonzero(labels["init"]) if "init" in labels else np.array([0])
    if len(starts) != 1:
        raise ValueError(f"{stem.name}.lab: {len(starts)} initial states; one is needed")
    rewards: dict[str, Rewards] = {}
    pattern = re.compile(re.escape(stem.name) + r"([0-9]*)\.[st]rew")
    files = sorted(one for one in place.parent.iterdir() if pattern.fullmatch(one.name))
    for number in sorted({pattern.fullmatch(one.name)[1] for one in files}):  # type: ignore[index]  # they all match
        own = [one for one in files if pattern.fullmatch(one.name)[1] == number]  # type: ignore[index]
        name, found = _read_rewards(own, transitions, choices)
        if name in rewards:
            raise ValueError(f'{own[0].name}: the rewards "{name}" are there already')
        rewards[name] = found
    start = int(starts[0])
    return replace(transitions, columns=columns, variables=variables, labels=labels, rewards=rewards, start=start)


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    try:
        for at, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                yield at, line.strip()
    except UnicodeDecodeError:
        raise ValueError(f"{file.name}: this is not text") from None


def _read_states(file: Path, count: int) -> tuple[list[NDArray[Any]], tuple[str, ...]]:
    lines = [line for _, line in _lines(file)]
    head = lines[0] if lines else ""
    variables = tuple(name.strip() for name in head.strip("()").split(","))
    if not re.fullmatch(r"\(.*\)", head) or not all(name.isidentifier() for name in variables):
        raise ValueError(f"{file.name}: {head[:40]!r} is not a list of variables such as (x,y)")
    words = " ".join(lines[1:]).translate(str.maketrans(":(),", "    ")).split()
    width = len(variables) + 1
    if len(lines) != count + 1 or len(words) != width * count:
        raise ValueError(f"{file.name}: {len(lines) - 1} states, and the model has {count}; truncated?")
    flags = [words[1 + at] in ("true", "false") for at in range(len(variables))]
    try:
        numbers = np.array([{"true": 1, "false": 0}.get(word) if word[0] in "tf" else word for word in words])
        table = numbers.astype(np.int64).reshape(count, width)
    except (ValueError, TypeError):
        raise ValueError(f"{file.name}: values must be whole numbers, true or false") from None
    if not np.array_equal(np.sort(table[:, 0]), np.arange(count)):
        raise ValueError(f"{file.name}: the states must be numbered from 0 to {count - 1}")
    table = table[np.argsort(table[:, 0])]
    return [table[:, at + 1].astype(bool) if flag else table[:, at + 1] for at, flag in enumerate(flags)], variables


def _read_labels(file: Path, count: int) -> dict[str, NDArray[np.bool_]]:
    lines = _lines(file)
    head = next(lines, (0, ""))[1]
    names = dict(_LABEL.findall(head))
    if not names:
        raise ValueError(f'{file.name}: {head[:40]!r} is not a list of labels such as 0="init" 1="won"')
    found = {name: np.zeros(count, dtype=bool) for name in names.values()}
    for at, line in lines:
        state, colon, own = line.partition(":")
        if not colon or not state.isdecimal() or int(state) >= count or any(one not in names for one in own.split()):
            raise ValueError(f"{file.name}: line {at}: {line[:40]!r} is not a state with its labels, such as 3: 0 1")
        for number in own.split():
            found[names[number]][int(state)] = True
    return found


def _read_rewards(files: list[Path], transitions: Transitions, choices: _Ints) -> tuple[str, Rewards]:
    """The rewards of states and moves: of a move the mean of those of its transitions."""
    gains: dict[int, Any] = {}
    name = ""
    count, first_move, first = len(transitions), transitions.first_move, transitions.first_outcome
    for file in files:
        named = re.search(r'^# Reward structure "([^"]*)"', file.read_text(encoding="utf-8"), re.MULTILINE)
        name = named[1] if named else name
        of_states = file.suffix == ".srew"
        width = 2 if of_states else 3 if transitions.kind == "dtmc" else 4
        announced, read = 0, -1
        for at, line in _lines(file):
            words = line.split()
            read += 1
            if read == 0:
                announced = int(words[-1]) if words[-1].isdecimal() else 0
                continue
            numbers = [int(word) for word in words[:-1] if word.isdecimal() and len(word) < 19]
            if len(numbers) != width - 1 or len(words) != width or not re.fullmatch(r"-?" + _PLAIN, words[-1]):
                raise ValueError(f"{file.name}: line {at}: {line[:40]!r} is not a reward")
            reward, x = mpq(words[-1]), numbers[0]
            if x >= count:
                raise ValueError(f"{file.name}: line {at}: state {x}, allowed are 0 to {count - 1}")
            own = range(int(first_move[x]), int(first_move[x + 1]))
            if of_states:
                for y in own:
                    gains[y] = gains.get(y, 0) + reward
                continue
            y = next((y for y in own if width == 3 or choices[y] == numbers[1]), -1)
            z = (
                next((z for z in range(first[y], first[y + 1]) if transitions.targets[z] == numbers[-1]), -1)
                if y >= 0
                else -1
            )
            if z < 0:
                raise ValueError(f"{file.name}: line {at}: the model has no such transition")
            gains[y] = gains.get(y, 0) + transitions.table[transitions.which[z]] * reward
        if read != announced:
            raise ValueError(
                f"{file.name}: {announced} rewards are announced, and there are {max(read, 0)}; truncated?"
            )
    known: dict[Any, int] = {mpq(0): 0}
    numbers_of = np.zeros(len(first) - 1, dtype=np.int32)
    for y, gain in gains.items():
        numbers_of[y] = known.setdefault(gain, len(known))
    return name, (list(known), numbers_of)


_PLAIN = f"(?:{_NUMBER.pattern})"
