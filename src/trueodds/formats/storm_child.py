"""Build a PRISM model with Storm in a separate process, and write the model to files.

Storm writes its log to standard output, uses memory without limit, and ignores Ctrl-C while it builds a model; a
separate process protects the caller from all three. ``python -P storm_child.py FOLDER`` reads ``job.json`` and
``model.prism`` in FOLDER, and writes ``answer.json`` there. On success, it also writes ``model.drn`` (the model in
Storm's text form) and ``model.npz`` (for each state, the values of the variables and, in a game, the owner). Exact
probabilities are exchanged far faster in Storm's text form than through its Python bindings. This file imports nothing
from the package.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
from pathlib import Path
from typing import Any

_PLAYER = re.compile(r"\bplayer\s+\w+\s(.*?)\bendplayer\b", re.DOTALL)


def main(folder: Path) -> None:
    """Run the job described in a folder."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends the process at once, even inside Storm
    job = json.loads((folder / "job.json").read_text(encoding="utf-8"))
    _end_with_parent(job["parent"])
    try:
        _limit_memory(job["memory"])
        answer = _build(job, folder)
    except ImportError as error:
        answer = {"missing": str(error)}
    except MemoryError:
        answer = {"memory": True}
    except Exception as error:
        answer = {"error": str(error)}
    (folder / "answer.json").write_text(json.dumps(answer), encoding="utf-8")


def _end_with_parent(parent: int) -> None:
    """End this process when its parent ends and thereby closes standard input, a pipe from the parent.

    Storm releases the GIL while it builds a model, but not while it writes the model. On Linux, the kernel ends this
    process even then.
    """

    def watch() -> None:
        os.read(0, 1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if os.getppid() != parent:  # the parent ended before the call
            os._exit(1)


def _limit_memory(size: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _build(job: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Build the model and write it to files; Storm is given a game without its players.

    As in PRISM-games, a state may have moves of one player, who then owns the state, and also moves that no player
    owns. Storm rejects such games, so `_find_players` derives the owners of the states after the build.
    """
    import stormpy

    text = (folder / "model.prism").read_text(encoding="utf-8")
    owners: dict[str, int] | None = None
    if job["kind"] == "smg":
        owners = {}
        rest = _PLAYER.sub(lambda block: "\n" * block[0].count("\n"), text)  # line numbers in messages stay correct
        for at, owned in enumerate(_PLAYER.findall(text)):
            for name in re.findall(r"\[?\w+\]?", re.sub(r"\s", "", owned)):
                if not re.search(rf"\b{name.strip('[]')}\b", rest):
                    raise ValueError(f"a player owns {name}, which the model does not have")
                if owners.setdefault(name, at) != at:
                    raise ValueError(f"two players own {name}")
        text = re.sub(r'"[^"]*"|\bsmg\b', lambda word: "mdp" if word[0] == "smg" else word[0], rest)
    (folder / "given.prism").write_text(text, encoding="utf-8")
    program = stormpy.parse_prism_program(str(folder / "given.prism"), prism_compatibility=True)
    return _write(program, job, folder, owners)


def _find_players(model: Any, program: Any, owners: dict[str, int]) -> Any:
    """Return the owner of each state, derived from the actions and modules of its choices; -1 means no owner."""
    import numpy as np

    of_choice = np.full(model.nr_choices, -1)
    for action in model.choice_labeling.get_labels():
        of_choice[list(model.choice_labeling.get_choices(action))] = owners.get(f"[{action}]", -1)
    of_command = {
        command.global_index: owners.get(module.name, -1)
        for module in program.modules
        for command in module.commands
        if not command.is_labeled
    }
    for choice in np.flatnonzero(of_choice < 0).tolist():
        command = next(iter(model.choice_origins.get_command_set(choice)), None)
        of_choice[choice] = of_command.get(command, -1)
    starts = np.array(list(model.nondeterministic_choice_indices))[:-1]
    largest = np.maximum.reduceat(of_choice, starts)
    smallest = np.minimum.reduceat(np.where(of_choice < 0, len(owners), of_choice), starts)
    for state in np.flatnonzero((largest >= 0) & (smallest != largest)).tolist():
        raise RuntimeError(f"two players have moves in state {model.state_valuations.to_string(state)}")
    return largest


def _write(program: Any, job: dict[str, Any], folder: Path, owners: dict[str, int] | None) -> dict[str, Any]:
    import numpy as np
    import stormpy

    # If no command changes a variable, Storm replaces it with a constant that has a value, as if the model defined it.
    valued = {constant.name: constant.defined for constant in program.constants}
    for name in job["constants"]:
        if valued.get(name, True):
            free = ", ".join(sorted(identifier for identifier, has_value in valued.items() if not has_value)) or "none"
            what = f"{name!r} already has a value in the model" if name in valued else f"no constant {name!r}"
            return {"refused": f"{what}; constants without a value: {free}"}
        if requirement := _find_required_kind(program.get_constant(name).type, job["constants"][name]):
            return {"refused": f"constant {name} must be {requirement}, not {job['constants'][name][:40]}"}
    assignments = ",".join(f"{name}={value}" for name, value in job["constants"].items())
    program, _ = stormpy.instantiate_constants(program, assignments)
    if program.has_undefined_constants:
        names = ", ".join(constant.name for constant in program.get_undefined_constants())
        return {"refused": f"constants without a value: {names}; give --const NAME=VALUE (in Python: constants)"}
    if large := _describe_exceeded_limit(program, job["limits"]):
        return {"large": large}
    options = stormpy.BuilderOptions()
    options.set_build_all_labels()
    options.set_build_state_valuations()
    options.set_build_choice_labels()
    if job["rewards"]:
        options.set_build_all_reward_models()
    if owners is not None:
        options.set_build_choice_origins()
    options.set_exploration_checks()  # reject values of variables outside their ranges
    model = stormpy.build_model[stormpy.Rational](program, options=options)
    starts = list(model.initial_states)
    if len(starts) != 1:
        return {"refused": f"there must be exactly one initial state, not {len(starts)}"}
    valuations, count = model.state_valuations, model.nr_states
    variables = sorted(valuations.get_all_variables(), key=lambda variable: variable.index)
    columns: dict[str, Any] = {}
    for at, variable in enumerate(variables):
        if variable.has_boolean_type():
            column = np.zeros(count, dtype=np.bool_)
            column[list(valuations.get_boolean_values(variable))] = True
        else:
            column = np.array(list(valuations.get_int64_values(variable)), dtype=np.int64)
        columns[f"variable {at}"] = column
    if owners is not None:
        columns["players"] = _find_players(model, program, owners)
    np.savez(folder / "model.npz", **columns)
    export = stormpy.developer.DirectEncodingExporterOptions()
    export.allow_placeholders = False
    stormpy.developer.export_sparse_model_as_drn(model, str(folder / "model.drn"), export)
    return {
        "start": starts[0],
        "sizes": [count, model.nr_choices, model.nr_transitions],
        "rewards": list(model.reward_models),
        "variables": [variable.name for variable in variables],
    }


def _find_required_kind(kind: Any, value: str) -> str:
    """Return the kind of value that a constant must have, or "" if `value` fits; Storm's errors name no constants."""
    if kind.is_boolean:
        return "" if value in ("true", "false") else "true or false"
    if kind.is_integer:
        is_whole = re.fullmatch("[-+]?0*[0-9]{1,19}", value) and abs(int(value)) < 2**63
        return "" if is_whole else "a whole number between -2^63 and 2^63"
    return "a number" if value in ("true", "false") else ""


def _describe_exceeded_limit(program: Any, limits: dict[str, Any]) -> str:
    """Return the limit, on states or on positions, that a model certainly exceeds, or "" if there is none.

    Storm can limit the number of states only if it builds the model in floats. Without labels and valuations, such a
    build is several times faster than a build in rationals. A second build in floats, which stops where play is
    decided, counts the positions: the states that some move leaves.
    """
    import stormpy

    tools = stormpy.developer

    def build(described: Any) -> Any:
        options = tools.ExplicitModelBuilderOptions[float]()
        options.exploration_state_limit = limits["states"] + 1
        model = tools.SymbolicModelDescription(program)
        return tools.make_explicit_model_builder[float](model, described, exploration_options=options).build()

    try:
        count = build(tools.BuilderOptions()).nr_states
        if count > limits["states"]:
            plural = "s" * (limits["positions"] != 1)
            return f"{limits['states']:,} states, twice the limit of {limits['positions']:,} position{plural}"
        if count <= limits["positions"] or not limits["undecided"]:
            return ""
        (formula,) = stormpy.parse_properties(f"P=? [ {limits['undecided']} ]", program)
        model = build(tools.BuilderOptions([formula.get_raw_formula()]))
        matrix = model.transition_matrix
        starts = [*map(matrix.get_row_group_start, range(model.nr_states)), matrix.nr_rows]
        count = sum(
            any(entry.column != state for entry in matrix.row_iter(starts[state], starts[state + 1] - 1))
            for state in range(model.nr_states)
        )
        excess = f"{limits['positions']:,} position{'s' * (limits['positions'] != 1)} ({count:,})"
        return excess if count > limits["positions"] else ""
    except (AttributeError, TypeError, RuntimeError):  # another Storm version, or an error that the exact build reports
        return ""


if __name__ == "__main__":
    main(Path(sys.argv[1]))
