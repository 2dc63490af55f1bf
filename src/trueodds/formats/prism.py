"""Read PRISM models (games, Markov decision processes and Markov chains), which Storm builds in exact rationals."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..runtime.files import make_temporary_folder
from ..runtime.memory import find_available_memory, format_bytes
from ..solver.checked_rules import TooLargeError
from ..solver.numbered import Numbered
from .formulas import strip_comments
from .model_game import ModelGame
from .properties import Property, PropertyFile
from .scan import scan_drn
from .tokens import read_whole_lines
from .transitions import STATES_PER_POSITION, GivenRewards, Transitions, assemble

_TYPES = {
    "smg": "smg",
    "mdp": "mdp",
    "nondeterministic": "mdp",
    "dtmc": "dtmc",
    "probabilistic": "dtmc",
}
_REFUSED = {
    "csg": "concurrent games (csg)",
    "ctmc": "continuous-time models (ctmc)",
    "stochastic": "continuous-time models (stochastic)",
    "ma": "Markov automata (ma)",
    "pta": "timed models (pta)",
    "tptg": "timed games (tptg)",
    "pomdp": "partially observable models (pomdp)",
    "popta": "partially observable timed models (popta)",
    "posg": "partially observable games (posg)",
    "idtmc": "interval models (idtmc)",
    "imdp": "interval models (imdp)",
}
_KNOWN = "only games (smg), Markov decision processes (mdp) and Markov chains (dtmc)"
_LABEL = re.compile(r'\blabel\s*"([^"]*)"\s*=\s*([^;]*);')
_PLAYER = re.compile(r"\bplayer\s+([A-Za-z_]\w*)\b(?:.*?)\bendplayer\b", re.DOTALL)
_CONSTANT = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(true|false|[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?(?:/[0-9]+)?)\s*")
_REWARDS = re.compile(r'(?<!\w)rewards\b\s*(?:"([^"]*)")?')
_BUILT_IN = ("init", "deadlock")
_OWN_LABEL = "trueodds_{}"
_SYSTEM = 512 << 20  # bytes of address space for the interpreter and the libraries


def parse_constants(words: Iterable[str]) -> dict[str, str]:
    """Return constants from the words of a command line, such as ``N=25,p=1/3``."""
    constants: dict[str, str] = {}
    for piece in (piece for word in words for piece in word.split(",")):
        match = _CONSTANT.fullmatch(piece)
        if not match:
            must = "a constant must be NAME=VALUE, such as N=25 or p=1/3 (VALUE is a number, true or false)"
            raise ValueError(f"{must}, not {piece.strip()[:40]!r}")
        if match[1] in constants:
            raise ValueError(f"constant {match[1]} is given twice")
        constants[match[1]] = match[2]
    return constants


def read_prism(
    path: str | os.PathLike[str], query: Property, constants: Mapping[str, object] | None, max_positions: int
) -> ModelGame:
    """Read a PRISM model, and return a property of the model as a game."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not a UTF-8 text file") from None
    name, plain = Path(path).name, strip_comments(text)
    if not plain.strip():
        raise ValueError(f"{name}: the file contains no model")
    kind = _read_model_type(name, plain)
    formulas, added = _label_formulas(name, plain, query)
    given = (constants or {}).items()
    values = {str(key): str(value).lower() if isinstance(value, bool) else str(value) for key, value in given}
    with make_temporary_folder() as folder:
        (folder / "model.prism").write_text(plain + added, encoding="utf-8")
        limits = {
            "states": STATES_PER_POSITION * max_positions,
            "positions": max_positions,
            "undecided": _make_undecided_formula(formulas, query),
        }
        answer = _build(folder, name, kind, values, query.reward is not None, limits)
        if "error" in answer:
            message = answer["error"].replace(str(folder), "").replace("/given.prism", name)
            raise ValueError(_explain(name, plain, query, values, message))
        players = tuple(_PLAYER.findall(plain)) if kind == "smg" else ()
        transitions, labels = _read_drn(folder, answer, (name, kind, players, values), formulas)
    order = dict.fromkeys(_REWARDS.findall(plain))  # as in the file, because R without a name means the first structure
    transitions = replace(
        transitions, rewards={title: transitions.rewards[title] for title in order if title in transitions.rewards}
    )
    nothing = np.ones(len(transitions), dtype=bool)
    return ModelGame(transitions, query, labels.get(formulas[0], nothing), labels[formulas[1]])


def _read_model_type(name: str, text: str) -> str:
    """Return the kind of a model, by default "mdp"; the keyword for it may occur anywhere outside the modules."""
    words = re.findall(r"[A-Za-z_]\w*", re.sub(r'\bmodule\b.*?\bendmodule\b|"[^"]*"', "", text, flags=re.DOTALL))
    keyword = next((word for word in words if word in _TYPES or word in _REFUSED), "mdp")
    if keyword in _REFUSED:
        raise ValueError(f"{name}: {_REFUSED[keyword]} are not supported; {_KNOWN} are")
    return _TYPES[keyword]


def _label_formulas(name: str, text: str, query: Property) -> tuple[tuple[str, str], str]:
    """Return the labels under which Storm reports the property's formulas, and the text to add to the model."""
    labels = dict(_LABEL.findall(text))

    def written(label: re.Match[str]) -> str:
        if label[1] in _BUILT_IN:
            raise ValueError(f'{name}: "{label[1]}" cannot be negated or combined with other conditions')
        if label[1] not in labels:
            choices = ", ".join([*labels, *_BUILT_IN])
            raise ValueError(f'{name}: no label "{label[1]}"; known labels: {choices}')
        return f"({labels[label[1]].strip()})"

    names, added = [], []
    for at, formula in enumerate((query.before, query.target)):
        match = re.fullmatch(r'\(*\s*"([^"]*)"\s*\)*', formula)
        if not formula or (match and match[1] in _BUILT_IN):
            names.append(match[1] if match else "")
            continue
        names.append(_OWN_LABEL.format(at))
        added.append(f'label "{names[-1]}" = {re.sub(chr(34) + "([^" + chr(34) + "]*)" + chr(34), written, formula)};')
    return (names[0], names[1]), "\n" + "\n".join(added) + "\n"


def _make_undecided_formula(formulas: tuple[str, str], query: Property) -> str:
    """Return a path formula with which Storm omits the states that are reached only after play is decided.

    It is empty if all states may be needed to detect a probability of 1 or an infinite reward, or if positions include
    the number of steps left.
    """
    if query.steps is not None or query.reward is not None or (query.comparison == ">=" and query.limit == 1):
        return ""
    before, target = (f'"{label}"' if label else "true" for label in formulas)
    return f"{target} U false" if query.operator == "G" else f"{before} U {target}"


def _build(
    folder: Path, name: str, kind: str, constants: dict[str, str], rewards: bool, limits: dict[str, Any]
) -> dict[str, Any]:
    """Build the model with Storm in a child process, and return the report of that process.

    The child process reads from a pipe that only this process holds open, and so ends when this process ends.
    """
    memory = find_available_memory()
    job = {
        "kind": kind,
        "constants": constants,
        "memory": memory + _SYSTEM,
        "rewards": rewards,
        "parent": os.getpid(),
        "limits": limits,
    }
    (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
    child = Path(__file__).with_name("storm_child.py")
    with subprocess.Popen(
        [sys.executable, "-P", str(child), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        try:
            status = running.wait()
        finally:
            running.kill()  # has no effect if the process has ended
    answer_file = folder / "answer.json"
    if not answer_file.exists():
        raise ValueError(f"{name}: Storm ended with status {status} and no message; the model may be too large")
    answer: dict[str, Any] = json.loads(answer_file.read_text(encoding="utf-8"))
    if "missing" in answer:
        raise ModuleNotFoundError('models in the PRISM language need Storm: pip install "trueodds[prism]"')
    if "large" in answer:
        raise TooLargeError(f"{name} has more than {answer['large']}")
    if "memory" in answer or "bad_alloc" in answer.get("error", ""):
        raise MemoryError(f"{name}: Storm needs more than the {format_bytes(memory)} of free memory")
    if "refused" in answer:
        raise ValueError(f"{name}: {answer['refused']}")
    return answer


def _explain(name: str, text: str, query: Property, constants: dict[str, str], message: str) -> str:
    """Return Storm's error in one line, in terms of the user's property or model."""
    if _OWN_LABEL.format("") in message:
        formula = query.target if _OWN_LABEL.format(1) in message else query.before
        labels = [label for label, _ in _LABEL.findall(text)]
        bare = next((label for label in labels if re.search(rf'(?<!["\w]){re.escape(label)}(?!["\w])', formula)), None)
        hint = f'; write the label with quotation marks, "{bare}"' if bare else ""
        return f"property {query.text}: {formula!r} is not a condition of {name}{hint}"
    # Remove the name of the exception and the excerpt of the model from the message.
    message = re.sub(r"^\w+Exception: |\n[\s^]*\^\s*$", "", message)
    message = " ".join(message.split()).removesuffix(".")
    assignments = ", ".join(f"{symbol}={value}" for symbol, value in constants.items())
    values = f" with {assignments}" if assignments else ""
    ranges = re.findall(r"(\w+)\s*:\s*\[((?:(?!\.\.)[^\[\];])*)\.\.([^\];]*)\]", text)
    if message.endswith("Lower bound must not be above upper bound"):  # Storm does not name the variable
        constant_pattern = r"\bconst\s+(?:(int|double|bool)\s+)?(\w+)\s*(?:=([^;]*))?;"
        table = {symbol: (kind or "int", value or None) for kind, symbol, value in re.findall(constant_pattern, text)}
        file = PropertyFile({}, (), table, {})
        for variable, low, high in ranges:
            with contextlib.suppress(ValueError):
                if file.evaluate(low, constants) > file.evaluate(high, constants):
                    return f"{name}: the range of {variable}, [{low}..{high}], is empty{values}"
    if outside := re.fullmatch(r"The update .*? : (.*) leads to an out-of-bounds value \((.*)\) for .*'(.*)'", message):
        update, value, variable = outside.groups()
        range_of = next((f" [{low}..{high}]" for symbol, low, high in ranges if symbol == variable), "")
        return f"{name}: the update {update} leads to {variable}={value}, outside its range{range_of}{values}"
    return f"{name}: {message}{values and f' ({values[1:]})'}"


def _read_drn(
    folder: Path, answer: dict[str, Any], about: tuple[str, str, tuple[str, ...], dict[str, str]], names: Iterable[str]
) -> tuple[Transitions, dict[str, NDArray[np.bool_]]]:
    """Read Storm's files; return the model, and the states where each label in `names` holds."""
    name, kind, players, constants = about
    states, moves, outcomes = answer["sizes"]
    rows = np.empty(states, np.int64), np.empty(moves, np.int64), np.empty(outcomes, np.int64)
    numbers = np.empty(states, np.int32), np.empty(moves, np.int32), np.empty(outcomes, np.int32)
    counts = np.zeros(3, dtype=np.int64)
    words: list[dict[bytes, int]] = [{}, {}, {}]
    with open(folder / "model.drn", "rb") as file:
        any(line == b"@model\n" for line in file)  # skip the header
        for text in read_whole_lines(file):
            letters = np.frombuffer(text, dtype=np.uint8)
            if (line := scan_drn(letters, *rows, *numbers, words, counts)) >= 0:
                shown = text.splitlines()[line][:60].decode(errors="replace")
                raise ValueError(f"{name}: cannot read this line of Storm's output: {shown!r}")
    if counts.tolist() != answer["sizes"]:
        raise ValueError(f"{name}: Storm's file is truncated")
    of_states, of_moves, chances = ([word.decode().strip() for word in each] for each in words)
    gains = [text.rpartition("[")[2].rstrip("]") for text in of_moves]  # "go [0, 1/2]"
    actions = [text.partition("[")[0].strip().replace("__NOLABEL__", "") for text in of_moves]
    state_gains = [text.partition("]")[0].lstrip("[") for text in of_states]  # "[0, 1/2] init won"
    labels = [text.rpartition("]")[2].split() for text in of_states]

    def where(label: str) -> NDArray[np.bool_]:
        return np.array([label in each for each in labels], dtype=bool)[numbers[0]]

    def part(texts: list[str], at: int, which: NDArray[np.int32]) -> Numbered:
        return Numbered([text.split(",")[at].strip() for text in texts], which)

    rewards: dict[str, GivenRewards] = {
        title: (part(state_gains, at, numbers[0]), part(gains, at, numbers[1]), None)
        for at, title in enumerate(answer["rewards"])
    }
    with np.load(folder / "model.npz") as data:
        columns = [data[f"variable {at}"] for at in range(len(answer["variables"]))]
        owners = data["players"] if kind == "smg" else None
    stuck = int(where("deadlock").sum())
    transitions = assemble(
        name,
        kind,
        answer["start"],
        (
            columns,
            tuple(answer["variables"]),
        ),
        players,
        owners,
        (np.append(rows[0], moves), np.append(rows[1], outcomes), rows[2]),
        Numbered(actions, numbers[1]),
        Numbered(chances, numbers[2]),
        rewards,
        remarks=(f"states without a move: {stuck}; play stays in them forever",) if stuck else (),
        constants=constants,
    )
    return transitions, {label: where(label) for label in names if label}
