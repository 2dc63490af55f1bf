"""The PRISM language: games, Markov decision processes and Markov chains, built by Storm in exact rationals."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from ..runtime.memory import memory_available, readable_bytes
from ..solver.numbered import Interned
from .model_game import ModelGame
from .properties import Property, parse_property, strip_comments
from .transitions import Rewards, Transitions, check_owners, name_moves

INSTALL = 'models of the PRISM language are built by Storm: pip install "trueodds[prism]"'
_TYPES = {
    "smg": "smg",
    "mdp": "mdp",
    "nondeterministic": "mdp",
    "dtmc": "dtmc",
    "probabilistic": "dtmc",
}
_REFUSED = {
    "csg": "concurrent games (csg)",
    "ctmc": "continuous time (ctmc)",
    "stochastic": "continuous time (stochastic)",
    "ma": "Markov automata (ma)",
    "pta": "timed models (pta)",
    "tptg": "timed games (tptg)",
    "pomdp": "partially observed models (pomdp)",
    "popta": "partially observed timed models (popta)",
    "posg": "partially observed games (posg)",
    "idtmc": "intervals of probabilities (idtmc)",
    "imdp": "intervals of probabilities (imdp)",
}
_KNOWN = "there are games (smg), Markov decision processes (mdp) and Markov chains (dtmc)"
_LABEL = re.compile(r'\blabel\s*"([^"]*)"\s*=\s*([^;]*);')
_PLAYER = re.compile(r"\bplayer\s+([A-Za-z_]\w*)\b(?:.*?)\bendplayer\b", re.DOTALL)
_CONSTANT = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(true|false|[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?(?:/[0-9]+)?)\s*")
_REWARDS = re.compile(r'(?<!\w)rewards\b\s*(?:"([^"]*)")?')
_BUILT_IN = ("init", "deadlock")
_OURS = "trueodds_{}"
_SYSTEM = 512 << 20  # bytes of address space that the interpreter and the libraries take besides


def parse_constants(given: Iterable[str]) -> dict[str, str]:
    """Constants as a command line gives them.

    Raises
    ------
    ValueError
        One is not ``NAME=VALUE``, or comes twice.

    Examples
    --------
    >>> parse_constants(["N=25,p=1/3", "fair=true"])
    {'N': '25', 'p': '1/3', 'fair': 'true'}
    """
    found: dict[str, str] = {}
    for piece in (piece for one in given for piece in one.split(",")):
        match = _CONSTANT.fullmatch(piece)
        if not match:
            raise ValueError(f"a constant is NAME=VALUE, such as N=25 or p=1/3, not {piece.strip()[:40]!r}")
        if match[1] in found:
            raise ValueError(f"constant {match[1]} is given twice")
        found[match[1]] = match[2]
    return found


def read_prism(
    path: str | os.PathLike[str], question: str | Property, constants: Mapping[str, object] | None = None
) -> ModelGame:
    """A property of a model in the PRISM language, as a game.

    Parameters
    ----------
    path : path
        The model: a stochastic game (smg), a Markov decision process (mdp) or a Markov chain (dtmc).
    question : str or Property
        Such as ``<<P1>> Pmax=? [ F "won" ]``.
    constants : mapping, optional
        Values of the model's undefined constants; numbers, or text such as ``"1/3"``.

    Returns
    -------
    ModelGame
        Its value is the probability that is asked for; `trueodds.solve` takes it.

    Raises
    ------
    ValueError
        The model or the property cannot be read, or do not go together; the message says what is wrong and what there
        is. ModuleNotFoundError: Storm is not installed.
    OSError
        There is no such file.
    MemoryError
        The model does not fit.
    """
    asked = question if isinstance(question, Property) else parse_property(question)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is not text") from None
    name, plain = Path(path).name, strip_comments(text)
    kind = _model_type(name, plain)
    formulas, added = _formulas(name, plain, asked)
    values = {str(key): str(value) for key, value in (constants or {}).items()}
    with tempfile.TemporaryDirectory(prefix="trueodds-") as folder:
        (Path(folder) / "model.prism").write_text(text + added, encoding="utf-8")
        (Path(folder) / "plain.prism").write_text(plain + added, encoding="utf-8")
        answer = _build(Path(folder), name, values, asked.reward is not None)
        players = tuple(_PLAYER.findall(plain)) if kind == "smg" else ()
        transitions, found = _read_drn(Path(folder), answer, (name, kind, players, values), formulas)
    order = dict.fromkeys(_REWARDS.findall(plain))  # the first is the one that R without a name means
    transitions = replace(
        transitions, rewards={one: transitions.rewards[one] for one in order if one in transitions.rewards}
    )
    nothing = np.ones(len(transitions), dtype=bool)
    return ModelGame(transitions, asked, found.get(formulas[0], nothing), found[formulas[1]])


def _model_type(name: str, text: str) -> str:
    """What kind of model it is; its keyword may stand anywhere outside of the modules."""
    words = re.findall(r"[A-Za-z_]\w*", re.sub(r'\bmodule\b.*?\bendmodule\b|"[^"]*"', "", text, flags=re.DOTALL))
    found = next((word for word in words if word in _TYPES or word in _REFUSED), "mdp")
    if found in _REFUSED:
        raise ValueError(f"{name}: {_REFUSED[found]} are not solved; {_KNOWN}")
    return _TYPES[found]


def _formulas(name: str, text: str, asked: Property) -> tuple[tuple[str, str], str]:
    """The labels under which Storm tells where the property's formulas hold, and what has to be added to the model."""
    labels = dict(_LABEL.findall(text))

    def written(label: re.Match[str]) -> str:
        if label[1] in _BUILT_IN:
            raise ValueError(f'{name}: "{label[1]}" must stand alone in a formula')
        if label[1] not in labels:
            known = ", ".join([*labels, *_BUILT_IN])
            raise ValueError(f'{name}: no label "{label[1]}"; there are {known}')
        return f"({labels[label[1]].strip()})"

    found, added = [], []
    for at, formula in enumerate((asked.before, asked.target)):
        alone = re.fullmatch(r'\(*\s*"([^"]*)"\s*\)*', formula)
        if not formula or (alone and alone[1] in _BUILT_IN):
            found.append(alone[1] if alone else "")
            continue
        found.append(_OURS.format(at))
        added.append(f'label "{found[-1]}" = {re.sub(chr(34) + "([^" + chr(34) + "]*)" + chr(34), written, formula)};')
    return (found[0], found[1]), "\n" + "\n".join(added) + "\n"


def _build(folder: Path, name: str, constants: dict[str, str], rewards: bool) -> dict[str, Any]:
    """Have Storm build the model in a process of its own; what it says of it.

    Raises
    ------
    ValueError, MemoryError, ModuleNotFoundError
        As for `read_prism`.
    """
    memory = memory_available()
    job = {"constants": constants, "memory": memory + _SYSTEM, "rewards": rewards}
    (folder / "job.json").write_text(json.dumps(job), encoding="utf-8")
    child = Path(__file__).with_name("storm_child.py")
    done = subprocess.run(
        [sys.executable, "-P", str(child), str(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    answer_file = folder / "answer.json"
    if not answer_file.exists():
        raise ValueError(f"{name}: Storm ended with status {done.returncode} and said nothing; is the model too large?")
    answer: dict[str, Any] = json.loads(answer_file.read_text(encoding="utf-8"))
    if "missing" in answer:
        raise ModuleNotFoundError(INSTALL)
    if "memory" in answer or "bad_alloc" in answer.get("error", ""):
        raise MemoryError(
            f"{name}: Storm needs more memory to build it than the {readable_bytes(memory)} that are free"
        )
    if "unknown" in answer:
        known = ", ".join(answer["constants"]) or "none"
        wrong = answer["unknown"]
        if answer["has_value"]:
            raise ValueError(f"{name}: {wrong!r} has a value in the model; constants without one: {known}")
        raise ValueError(f"{name}: no constant {wrong!r}; there are {known}")
    if "undefined" in answer:
        raise ValueError(
            f"{name}: constants without a value: {', '.join(answer['undefined'])}; give --const NAME=VALUE"
        )
    if "error" in answer:
        raise ValueError(f"{name}: {_one_line(answer['error'])}")
    return answer


def _one_line(message: str) -> str:
    """Storm's error without the name of its exception, and without the picture of the place."""
    message = re.sub(r"^\w+Exception: ", "", message)
    return " ".join(re.sub(r"\n[\s^]*\^\s*$", "", message).split())


def _read_drn(
    folder: Path, answer: dict[str, Any], about: tuple[str, str, tuple[str, ...], dict[str, str]], wanted: Iterable[str]
) -> tuple[Transitions, dict[str, NDArray[np.bool_]]]:
    """The model from Storm's files, and where the wanted labels hold."""
    name, kind, players, constants = about
    count = answer["states"]
    found = {label: np.zeros(count, dtype=bool) for label in wanted if label}
    first_move, first_outcome = array("q"), array("q")
    moves, names = array("i"), Interned()
    targets, which = array("q"), array("i")
    chances, gains = Interned(), Interned()
    own, gained = array("i"), array("i")  # rewards of states and of moves, as they are written
    deadlocks = 0
    with open(folder / "model.drn", encoding="utf-8") as file:
        for line in file:
            if line == "@model\n":
                break
        for line in file:
            if line.startswith("\t\t"):
                target, _, chance = line.partition(" : ")
                targets.append(int(target))
                which.append(chances.number(chance))
            elif line.startswith("\taction"):
                action, _, reward = line[8:].partition("[")
                action = action.strip()
                moves.append(names.number("" if action == "__NOLABEL__" else action))
                gained.append(gains.number(reward))
                first_outcome.append(len(targets))
            elif line.startswith("state"):
                words = line.partition("]")[2].split() if answer["rewards"] else line.split()[2:]
                own.append(gains.number(line.partition("[")[2].partition("]")[0]))
                first_move.append(len(moves))
                deadlocks += "deadlock" in words
                for label in words:
                    if label in found:
                        found[label][len(first_move) - 1] = True
    with np.load(folder / "model.npz") as data:
        columns = [data[f"variable {at}"] for at in range(len(answer["variables"]))]
        owners = data["players"] if "players" in data else np.full(count, 0)
    first_move.append(len(moves))
    first_outcome.append(len(targets))
    starts = np.array(first_move)
    transitions = Transitions(
        name,
        kind,
        answer["start"],
        [column.astype(bool) if flag else column for column, flag in zip(columns, answer["flags"], strict=True)],
        tuple(answer["variables"]),
        players,
        np.where(owners < len(players), owners, -1),
        starts,
        np.array(first_outcome),
        np.array(targets),
        name_moves(names.table, np.array(moves), starts),
        [mpq(chance.strip()) for chance in chances.table],
        np.array(which),
        rewards=_rewards(answer["rewards"], gains.table, np.repeat(own, np.diff(starts)), np.array(gained)),
        deadlocks=deadlocks,
        constants=constants,
    )
    if kind == "smg":
        check_owners(transitions)
    return transitions, found


def _rewards(
    names: list[str], written: list[str], of_states: NDArray[Any], of_moves: NDArray[Any]
) -> dict[str, Rewards]:
    """The rewards of each move, that of its state included, by name."""
    found = {}
    pairs, which = np.unique(np.stack([of_states, of_moves], axis=1), axis=0, return_inverse=True)
    numbers = which.reshape(-1).astype(np.int32)
    for at, name in enumerate(names):

        def part(line: int, at: int = at) -> Any:
            return mpq(written[line].strip("]\n").split(",")[at].strip())

        found[name] = ([part(state) + part(move) for state, move in pairs.tolist()], numbers)
    return found
