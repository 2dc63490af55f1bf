"""Read PRISM's explicit files: NAME.tra with NAME.sta, NAME.lab, NAME.srew and NAME.trew; write the first three.

NAME may contain dots. The files of several reward structures are numbered: NAME1.srew, NAME2.srew.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ..runtime.files import atomic_write
from ..runtime.memory import require_memory
from ..solver.model import MAX_POSITIONS
from ..solver.numbered import Numbered
from .formulas import to_exact
from .tokens import Rows
from .transitions import GivenRewards, Transitions, assemble, check_size

_HEADER = re.compile(rb"([0-9]+)(?::(0*[1-9][0-9]*))?((?:\s+[0-9]+){1,2})\s*")
_BYTES = (60, 100)  # bytes of memory for each state, and for each transition or player, while a file is read
_LABEL = re.compile(r'([0-9]+)="([^"]*)"')

_Ints = NDArray[np.int64]


def read_transitions(
    path: str | os.PathLike[str], nearest: int | None = None, max_positions: int = MAX_POSITIONS
) -> Transitions:
    """Read a model with its labels and rewards; its `remarks` state what was assumed."""
    path = Path(path)
    name = path.name
    with open(path, "rb") as file:
        kind, counts, players, line = _read_header(file, name)
        count = counts[0]
        check_size(name, count, max_positions)
        smg = kind == "smg"
        rows = Rows(name, {"dtmc": 2, "mdp": 3, "smg": 4}[kind], 2, ":" if smg else "", True).read(file, line + 1)
    target_at = len(rows.columns) - 3
    rows.check_below(0, count, "state")
    rows.check_below(target_at, count, "state")
    if smg:
        rows.check_below(1, players, "player")
    if len(rows.columns[0]) != counts[-1]:
        number = len(rows.columns[0])
        raise ValueError(f"{name}: the number of transitions is {counts[-1]} in the header, but {number} in the file")
    owners = np.zeros(count, dtype=np.int64)
    if smg:
        state, owner = rows.columns[:2]
        owners[state[::-1]] = owner[::-1]
        rows.check(
            owners[state] != owner,
            lambda row: (
                f"player {owner[row]} moves in state {state[row]}, which belongs to player {owners[state[row]]}"
            ),
        )
    keys = [*rows.columns[: target_at + 1]] if kind != "smg" else [rows.columns[at] for at in (0, 2, 3)]
    order = np.lexsort(keys[::-1])
    keys = [key[order] for key in keys]
    state, choice, target = keys[0], keys[-2], keys[-1]
    begins = np.flatnonzero(np.r_[True, (state[1:] != state[:-1]) | (choice[1:] != choice[:-1])])
    if kind != "dtmc" and len(begins) != counts[1]:
        raise ValueError(f"{name}: the number of choices is {counts[1]} in the header, but {len(begins)} in the file")
    first_move = np.concatenate([[0], np.cumsum(np.bincount(state[begins], minlength=count))])
    shape = first_move, np.append(begins, len(state)), target
    states, labels, start, remarks = _read_states_and_labels(path, count)
    structures, outcomes = _find_reward_files(path), {}
    if any(file.suffix == ".trew" for files in structures for file in files):
        outcomes = dict(zip(zip(*(key.tolist() for key in keys), strict=True), range(len(state)), strict=True))
    rewards: dict[str, GivenRewards] = {}
    for files in structures:
        title, parts = _read_rewards(files, count, outcomes)
        if title in rewards:
            what = f'named "{title}"' if title else 'without a comment such as # Reward structure "NAME"'
            raise ValueError(f"{files[0].name}: another reward structure is also {what}")
        rewards[title] = parts
    return assemble(
        name,
        kind,
        start,
        states,
        tuple(str(player + 1) for player in range(players)),
        owners,
        shape,
        _name_moves(rows.distinct(1), rows.columns[-1][order][begins], first_move),
        Numbered(rows.distinct(0), rows.columns[-2][order]),
        rewards,
        nearest,
        lambda z: rows.line(int(order[z])),
        labels=labels,
        remarks=remarks,
    )


def _read_first_line(file: BinaryIO) -> tuple[bytes, int, str]:
    """Return the first line that is neither empty nor a comment, the line's number, and the comments before it."""
    comments: list[str] = []
    for line, text in enumerate(file, 1):
        if text.strip() and not text.startswith(b"#"):
            return text, line, "".join(comments)
        comments.append(text.decode(errors="replace"))
    return b"", 0, "".join(comments)


def _read_header(file: BinaryIO, name: str) -> tuple[str, list[int], int, int]:
    """Return the kind of model, the sizes in the header, the number of players, and the header's line number."""
    text, line, _ = _read_first_line(file)
    if not text:
        raise ValueError(f"{name}: the header is missing; a chain with 5 states and 9 transitions has the header '5 9'")
    match = _HEADER.fullmatch(text)
    numbers = [match[1], *match[3].split()] if match else []
    header = text.decode(errors="replace").strip()[:40]
    if not match or (match[2] and len(numbers) != 3) or any(len(number) > 18 for number in [match[2] or b"", *numbers]):
        raise ValueError(
            f"{name}: line {line}: {header!r} is not a header such as '5:2 9 11' (states:players choices transitions, "
            f"with at least one player), '5 9 11' (one player) or '5 9' (chain: states transitions)"
        )
    counts = [int(number) for number in numbers]
    states, players, transitions = counts[0], int(match[2] or 0), counts[-1]
    if states == 0 or states > transitions:
        raise ValueError(
            f"{name}: states: {states}, transitions: {transitions}; "
            "there must be at least one state, and a transition from each"
        )
    require_memory(_BYTES[0] * states + _BYTES[1] * (players + transitions), f"{name}, with the header {header!r}")
    kind = "smg" if match[2] else "mdp" if len(counts) == 3 else "dtmc"
    return kind, counts, players, line


def _name_moves(actions: list[str], action: NDArray[Any], first_move: _Ints) -> Numbered:
    """Return the names of the moves; unnamed moves are numbered within each state."""
    index = np.arange(len(action)) - np.repeat(first_move[:-1], np.diff(first_move))
    without = action < 0
    table = [*actions, *(f"choice {number}" for number in range(int(index.max()) + 1))]
    return Numbered(table, np.where(without, len(actions) + index, action))


def file_beside(path: Path, ending: str) -> Path:
    """Return the path of a file that accompanies a model."""
    return path.with_name(path.stem + ending)


def _read_states_and_labels(
    path: Path, count: int
) -> tuple[tuple[list[NDArray[Any]], tuple[str, ...]], dict[str, NDArray[np.bool_]], int, tuple[str, ...]]:
    """Return the variables, the labels, the initial state, and remarks on what was assumed."""
    states, labelled, remarks = file_beside(path, ".sta"), file_beside(path, ".lab"), []
    variables: tuple[list[NDArray[Any]], tuple[str, ...]] = [np.arange(count)], ("state",)
    labels: dict[str, NDArray[np.bool_]] = {}
    if states.exists():
        variables = _read_states(states, count)
    else:
        remarks.append(f"no file {states.name}: the only variable is state, the number of the state")
    if labelled.exists():
        labels = _read_labels(labelled, count)
    else:
        remarks.append(f"no file {labelled.name}: play starts in state 0, and there are no labels")
    if labels and "init" not in labels:
        remarks.append(f'no label "init" in {labelled.name}: play starts in state 0')
    starts = np.flatnonzero(labels["init"]) if "init" in labels else np.array([0])
    if len(starts) != 1:
        raise ValueError(f"{labelled.name}: there must be exactly one initial state, not {len(starts)}")
    return variables, labels, int(starts[0]), tuple(remarks)


def _read_states(file: Path, count: int) -> tuple[list[NDArray[Any]], tuple[str, ...]]:
    with open(file, "rb") as opened:
        text, line, _ = _read_first_line(opened)
        head = text.decode(errors="replace").strip()
        variables = tuple(name.strip() for name in head.strip("()").split(","))
        are_unique = len({*variables}) == len(variables)
        if not (are_unique and re.fullmatch(r"\(.*\)", head) and all(name.isidentifier() for name in variables)):
            raise ValueError(f"{file.name}: {head[:40]!r} is not a list of variables such as (x,y)")
        rows = Rows(file.name, 1, len(variables), ":(),").read(opened, line + 1)
    state, *words = rows.columns
    if len(state) != count:
        raise ValueError(f"{file.name}: the number of states is {len(state)} in this file, but {count} in the model")
    if not np.array_equal(np.sort(state), np.arange(count)):
        raise ValueError(f"{file.name}: the states must be numbered from 0 to {count - 1}")
    columns = []
    for at, which in enumerate(words):
        distinct = rows.distinct(at)
        flags = set(distinct) <= {"true", "false"}
        numeric = all(re.fullmatch("-?[0-9]{1,18}", word) for word in distinct)
        if not (flags or numeric):
            what = f"the values of {variables[at]}"
            raise ValueError(f"{file.name}: {what} must all be whole numbers (up to 18 digits), or all true or false")
        values = np.array([word == "true" if flags else int(word) for word in distinct])
        columns.append(values[which][np.argsort(state)])
    return columns, variables


def _read_labels(file: Path, count: int) -> dict[str, NDArray[np.bool_]]:
    with open(file, "rb") as opened:
        text, line, _ = _read_first_line(opened)
        head = text.decode(errors="replace").strip()
        names = dict(_LABEL.findall(head))
        if not names:
            raise ValueError(f'{file.name}: {head[:40]!r} is not a list of labels such as 0="init" 1="won"')
        labels = {name: np.zeros(count, dtype=bool) for name in names.values()}
        for at, text in enumerate(opened, line + 1):
            state, colon, rest = text.decode(errors="replace").strip().partition(":")
            numbers = rest.split()
            known = state.isdecimal() and len(state) < 19 and int(state) < count
            if state and not (colon and known and names.keys() >= set(numbers)):
                entry = f"{state}{colon}{rest}"[:40]
                must = f"must be a state (0 to {count - 1}), a colon and numbers of listed labels, such as 0:"
                raise ValueError(f"{file.name}: line {at}: {entry!r} {must} {' '.join([*names][:2])}")
            for number in numbers:
                labels[names[number]][int(state)] = True
    return labels


def _find_reward_files(path: Path) -> list[list[Path]]:
    """Return the files of each reward structure.

    If both NAME.tra and NAME1.tra exist, NAME1.srew belongs to NAME1.tra.
    """
    structures: list[list[Path]] = []
    for number in itertools.chain([""], map(str, itertools.count(1))):
        files = [file_beside(path, f"{number}{ending}") for ending in (".srew", ".trew")]
        files = [file for file in files if file.exists()]
        if number and (not files or file_beside(path, f"{number}{path.suffix}").exists()):
            return structures
        structures += [files] if files else []
    return structures


def _read_rewards(files: list[Path], count: int, outcomes: dict[Any, int]) -> tuple[str, GivenRewards]:
    """Return the name of a reward structure, and the rewards of states and of outcomes."""
    name, parts = "", {".srew": None, ".trew": None}
    for file in files:
        indices: dict[Any, int] = outcomes if file.suffix == ".trew" else {(x,): x for x in range(count)}
        with open(file, "rb") as opened:
            text, line, comments = _read_first_line(opened)
            rows = Rows(file.name, len(next(iter(indices))), 1).read(opened, line + 1)
        named = re.search(r'^# Reward structure "([^"]*)"', comments, re.MULTILINE)
        name = named[1] if named else name
        parts[file.suffix] = _fill_rewards(rows, text.split()[-1:], count, indices)
    return name, (parts[".srew"], None, parts[".trew"])


def _fill_rewards(rows: Rows, declared: list[bytes], count: int, indices: dict[Any, int]) -> Any:
    """Return the rewards of all states, or of all outcomes, from the rows of a file."""
    *numbers, which = rows.columns
    words = [*rows.distinct(0), ""]
    invalid = np.array([to_exact(word) is None for word in words])[which]
    rows.check(invalid, lambda row: f"{words[which[row]]!r} is not a reward")
    rows.check_below(0, count, "state")
    stated = int(declared[0]) if declared and declared[0].isdigit() and len(declared[0]) < 19 else 0
    if len(which) != stated:
        what, given = f"the number of rewards in the file ({len(which):,})", declared[0].decode(errors="replace")[:40]
        raise ValueError(f"{rows.name}: the header must end with {what}, not with {given}")
    rewards = np.full(len(indices), -1, dtype=np.int32)
    for row, key in enumerate(zip(*(column.tolist() for column in numbers), strict=True)):
        index = indices.get(key, -1)
        if index < 0 or rewards[index] >= 0:
            kind = "state" if len(numbers) == 1 else "transition"
            what = "the model has no such transition" if index < 0 else f"this {kind} already has a reward"
            raise ValueError(f"{rows.name}: line {rows.line(row)}: {what}")
        rewards[index] = which[row]
    return Numbered([*words[:-1], "0"], rewards)


def write_tra(transitions: Transitions, path: str | os.PathLike[str]) -> None:
    """Write NAME.tra, NAME.sta and NAME.lab."""
    for ending, lines in ((".tra", _format_tra), (".sta", _format_sta), (".lab", _format_lab)):
        write_text(path if ending == ".tra" else file_beside(Path(path), ending), lines(transitions))


def write_text(path: str | os.PathLike[str], lines: Iterable[str]) -> None:
    """Write the lines of a text file, completely or not at all."""
    with atomic_write(path) as out:
        out.writelines(f"{line}\n" for line in lines)


def _format_tra(transitions: Transitions) -> Iterator[str]:
    kind, count = transitions.kind, len(transitions)
    players = f":{len(transitions.players)}" if kind == "smg" else ""
    choices = "" if kind == "dtmc" else f" {len(transitions.moves)}"
    yield f"{count}{players}{choices} {len(transitions.targets)}"
    first_move, first = transitions.first_move.tolist(), transitions.first_outcome.tolist()
    for x in range(count):
        state = f"{x}:{transitions.owners[x]}" if kind == "smg" else str(x)
        for y in range(first_move[x], first_move[x + 1]):
            choice = "" if kind == "dtmc" else f" {y - first_move[x]}"
            outcomes = sorted((int(transitions.targets[z]), z) for z in range(first[y], first[y + 1]))
            for target, z in outcomes:
                yield f"{state}{choice} {target} {transitions.table[transitions.which[z]]} {transitions.moves[y]}"


def _format_sta(transitions: Transitions) -> Iterator[str]:
    yield f"({','.join(transitions.variables)})"
    for x, state in enumerate(transitions.states):
        yield f"{x}:({','.join(map(str, state)).lower()})"


def _format_lab(transitions: Transitions) -> Iterator[str]:
    names = ["init", "deadlock", *transitions.labels]
    yield " ".join(f'{at}="{name}"' for at, name in enumerate(names))
    for x in range(len(transitions)):
        indices = [at for at, name in enumerate(names) if at > 1 and transitions.labels[name][x]]
        indices = [0, *indices] if x == transitions.start else indices
        if indices:
            yield f"{x}: {' '.join(map(str, indices))}"
